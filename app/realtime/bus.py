"""How news of a table travels: in one process, a call."""

from app.realtime.hub import Hub
from app.tables.model import Announcement


class LocalBus:
    """All listeners are in this process: an announcement marks them at once."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub

    def publish(self, announcement: Announcement) -> None:
        self._hub.changed(announcement.table_id, announcement.version, announcement.chat_version)
