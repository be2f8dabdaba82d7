"""One module on several devices."""

from torch.nn.parallel import DataParallel
