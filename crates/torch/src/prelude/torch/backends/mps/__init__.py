"""`torch.backends.mps`: Apple's GPUs, which are not here."""


def is_available():
    """False."""
    return False


def is_built():
    """False."""
    return False


def is_macos_or_newer(major, minor):
    """False."""
    return False
