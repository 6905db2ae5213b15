"""The loudspeaker: sockets, and messages between processes. No rendering, queries or secrets."""
