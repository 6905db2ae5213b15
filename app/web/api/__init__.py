"""Everything a page does, for programs: `/api/v1`, its documents and its socket. Decision 12 says why it stands apart."""
