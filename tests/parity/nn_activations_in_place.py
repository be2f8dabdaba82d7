# Activations that write in place, before and after layers that keep what they gave.
import torch, torch.nn as nn, torch.nn.functional as F
for name, act in [("leaky", nn.LeakyReLU(0.2, True)), ("relu", nn.ReLU(True)), ("elu", nn.ELU(inplace=True)), ("celu", nn.CELU(inplace=True)), ("selu", nn.SELU(inplace=True)), ("silu", nn.SiLU(inplace=True)), ("htanh", nn.Hardtanh(inplace=True)), ("relu6", nn.ReLU6(inplace=True)), ("hsw", nn.Hardswish(inplace=True)), ("hsig", nn.Hardsigmoid(inplace=True)), ("mish", nn.Mish(inplace=True)), ("thr", nn.Threshold(0.1, 0.5, inplace=True)), ("drop", nn.Dropout(0.0, inplace=True)), ("rrelu", nn.RReLU(inplace=True).eval())]:
  for pre in ("mul", "conv", "bn"):
    x = torch.linspace(-2, 2, 8).requires_grad_()
    torch.manual_seed(0)
    try:
        if pre == "mul": h = x * 2
        elif pre == "conv": h = nn.Conv1d(1, 2, 3)(x.view(1,1,8))
        else: h = nn.BatchNorm1d(2)(x.view(4,2))
        y = act(h)
        z = nn.Conv1d(y.shape[-2], 1, 1)(y[None] if y.dim()==2 else y) if pre != "mul" else y
        z.pow(2).sum().backward()
        print(name, pre, [f"{v:.4f}" for v in x.grad.tolist()], y is h, y.grad_fn.name())
    except Exception as e:
        print(name, pre, type(e).__name__, str(e)[:100])
