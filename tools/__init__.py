"""Scripts for people at a terminal, and what the browser tests share with them: looking, weighing, measuring."""
