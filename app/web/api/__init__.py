"""Everything a page does, for programs: `/api/v1`, its documents, its socket. Why it stands apart: decision 12."""
