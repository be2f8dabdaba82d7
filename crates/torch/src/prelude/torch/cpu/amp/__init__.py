"""torch.amp by its old names."""

from torch.cpu.amp import autocast_mode, grad_scaler
from torch.cpu.amp.autocast_mode import autocast
from torch.cpu.amp.grad_scaler import GradScaler
