"""Windows that are laid over a stretch of a signal."""

from torch.signal.windows import windows
from torch.signal.windows.windows import (
    bartlett,
    blackman,
    cosine,
    exponential,
    gaussian,
    general_cosine,
    general_hamming,
    hamming,
    hann,
    kaiser,
    nuttall,
)
