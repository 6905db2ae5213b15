"""What time brings: deadlines, permissions, notices, periodic tasks."""
