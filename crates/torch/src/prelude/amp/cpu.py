"""`torch.cpu.amp`: `torch.amp` by its old names."""

from torch.cpu.amp.autocast_mode import autocast
from torch.cpu.amp.grad_scaler import GradScaler
