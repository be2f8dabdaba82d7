"""What of `torch` is in `torch._rare`."""

from torch._rare import histogramdd, lobpcg, pca_lowrank, svd_lowrank
