"""torch.amp by its old names."""

from torch.cuda.amp import autocast_mode, common, grad_scaler
from torch.cuda.amp.autocast_mode import autocast, custom_bwd, custom_fwd
from torch.cuda.amp.common import amp_definitely_not_available
from torch.cuda.amp.grad_scaler import GradScaler
