"""Where everything stands on the picture, and the picture itself."""
