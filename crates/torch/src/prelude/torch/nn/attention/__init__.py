"""`torch.nn.attention`: which way of computing attention is taken. There is one here, in one pass over memory; the names are kept."""

import enum


class SDPBackend(enum.IntEnum):
    """Ways of computing attention."""

    ERROR = -1
    MATH = 0
    FLASH_ATTENTION = 1
    EFFICIENT_ATTENTION = 2
    CUDNN_ATTENTION = 3
    OVERRIDEABLE = 4


class sdpa_kernel:
    """`with sdpa_kernel(SDPBackend.MATH):` accepted: the way of computing attention stays the same."""

    def __init__(self, backends, set_priority=False):
        known = [backends] if isinstance(backends, SDPBackend) else list(backends)
        if not all(isinstance(backend, SDPBackend) for backend in known):
            raise AssertionError("Backend must be an instance of SDPBackend or a list of SDPBackend instances")
        self.backends = known

    def __enter__(self):
        return self

    def __exit__(self, *error):
        return False
