"""A library that PyTorch may be built with, and that is not used here."""


def is_available():
    """False: it is not used."""
    return False
