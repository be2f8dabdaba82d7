"""Gradients."""

from torch._autograd import backward, grad
from torch.autograd import forward_ad, function, functional, grad_mode, graph, profiler, profiler_util, variable
from torch.autograd.anomaly_mode import detect_anomaly, set_detect_anomaly
from torch.autograd.function import Function, FunctionCtx
from torch.autograd.grad_mode import enable_grad, inference_mode, no_grad, set_grad_enabled
from torch.autograd.gradcheck import GradcheckError, gradcheck, gradgradcheck
from torch.autograd.variable import Variable
