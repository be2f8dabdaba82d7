"""What of `torch` is in `torch._lowrank` and `torch._lobpcg`."""

from torch._lobpcg import lobpcg
from torch._lowrank import pca_lowrank, svd_lowrank
