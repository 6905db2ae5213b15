"""How the short code of a table is written for people."""


def spoken(code: str) -> str:
    """In two threes, as it is read aloud: "KRT7Q4" -> "KRT 7Q4". Other lengths are left alone."""
    return f"{code[:3]} {code[3:]}" if len(code) == 6 else code
