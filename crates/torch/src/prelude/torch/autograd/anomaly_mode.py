"""Errors of backward shown where forward ran."""

import warnings

import torch


class set_detect_anomaly:
    """Anomaly mode from now on, or for a with block: backward raises where a function returns NaN.

    Errors: RuntimeError in backward, pointing at the forward operation: "Function 'SqrtBackward0' returned nan values in its 0th output."

    >>> with torch.autograd.set_detect_anomaly(True, check_nan=False): print(torch.is_anomaly_check_nan_enabled())
    False
    """

    def __init__(self, mode, check_nan=True):
        self.prev, self.prev_check_nan = torch._set_anomaly(mode, check_nan)

    def __enter__(self):
        pass

    def __exit__(self, *_):
        torch._set_anomaly(self.prev, self.prev_check_nan)


class detect_anomaly:
    """Anomaly mode for a with block: backward raises where a function returns NaN.

    Errors: RuntimeError in backward, pointing at the forward operation: "Function 'SqrtBackward0' returned nan values in its 0th output."

    >>> with torch.autograd.detect_anomaly(): print(torch.is_anomaly_enabled())
    True
    """

    def __init__(self, check_nan=True):
        self.check_nan = check_nan
        warnings.warn(
            "Anomaly Detection has been enabled. This mode will increase the runtime and should only be enabled for debugging.",
            stacklevel=2,
        )

    def __enter__(self):
        self.prev, self.prev_check_nan = torch._set_anomaly(True, self.check_nan)

    def __exit__(self, *_):
        torch._set_anomaly(self.prev, self.prev_check_nan)
