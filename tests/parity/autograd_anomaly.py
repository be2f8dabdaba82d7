# cpu only: the mode is the host's
# Anomaly mode: backward stops where a function returns NaN.
import torch, warnings
warnings.simplefilter("ignore")
x = torch.tensor([-1.0, 4.0], requires_grad=True)
def attempt(f):
    try: f(); print("fine", x.grad)
    except RuntimeError as e: print(str(e).split("\n")[0])
    x.grad=None
print(torch.is_anomaly_enabled(), torch.is_anomaly_check_nan_enabled())
with torch.autograd.detect_anomaly():
    print(torch.is_anomaly_enabled(), torch.is_anomaly_check_nan_enabled())
    attempt(lambda: torch.sqrt(x).sum().backward())
    attempt(lambda: torch.log(x*0).mul(0).sum().backward())
    attempt(lambda: (x / (x - x)).sum().backward())
    attempt(lambda: (x * float("nan")).sum().backward())
    attempt(lambda: (torch.ones(2)*x).pow(2).sum().backward())
    attempt(lambda: torch.nn.functional.linear(x[None], torch.full((1,2), float("nan"))).sum().backward())
    attempt(lambda: x.norm().mul(float('nan')).backward())
with torch.autograd.detect_anomaly(check_nan=False):
    print(torch.is_anomaly_enabled(), torch.is_anomaly_check_nan_enabled())
    attempt(lambda: torch.sqrt(x).sum().backward())
with torch.autograd.set_detect_anomaly(True):
    attempt(lambda: torch.sqrt(x).sum().backward())
print(torch.is_anomaly_enabled())
torch.autograd.set_detect_anomaly(True)
class F(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x): return x.clone()
    @staticmethod
    def backward(ctx, g): return g * float("nan")
attempt(lambda: F.apply(x).sum().backward())
attempt(lambda: torch.autograd.grad(torch.sqrt(x).sum(), x))
torch.autograd.set_detect_anomaly(False)
attempt(lambda: torch.sqrt(x).sum().backward())
