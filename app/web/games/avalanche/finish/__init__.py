"""How a race ended: scene, numbers, reasons, the picture to share."""
