"""`torch.autograd.function`: what a Function is made of."""

from torch.autograd import Function, FunctionCtx
from torch.autograd import _once_differentiable as once_differentiable
