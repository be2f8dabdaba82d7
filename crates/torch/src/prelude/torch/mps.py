"""`torch.mps`: Apple's accelerators, of which there are none here."""


def is_available():
    """False."""
    return False


def device_count():
    """Zero."""
    return 0
