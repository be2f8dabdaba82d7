"""Mixed precision."""

from torch.amp import autocast_mode, grad_scaler
from torch.amp.autocast_mode import autocast, autocast_decorator, custom_bwd, custom_fwd, is_autocast_available
from torch.amp.grad_scaler import GradScaler, OptState
