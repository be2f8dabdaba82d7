import torch

torch.set_default_tensor_type("torch.cuda.FloatTensor" if torch.cuda.is_available() else "torch.FloatTensor")
x = torch.ones(2, requires_grad=True)

@torch.no_grad()
def plain(v):
    return v * 2

@torch.enable_grad()
def recorded(v):
    return v * 2

@torch.no_grad
def bare(v):
    return v * 3

print(plain(x).requires_grad, bare(x).requires_grad, plain.__name__)
with torch.no_grad():
    print(recorded(x).requires_grad, (x * 2).requires_grad, torch.is_grad_enabled())
    with torch.enable_grad():
        print((x * 2).requires_grad, torch.is_grad_enabled())
    with torch.set_grad_enabled(True):
        print((x * 2).requires_grad)
    print(torch.is_grad_enabled())
print(torch.is_grad_enabled())
torch.set_grad_enabled(False)
print((x * 2).requires_grad)
torch.set_grad_enabled(True)
print((x * 2).requires_grad)

@torch.set_grad_enabled(False)
def off(v):
    return v + 1

print(off(x).requires_grad, torch.is_grad_enabled())
with torch.inference_mode():
    y = x * 2
    print(y.requires_grad, torch.is_inference_mode_enabled(), y.is_inference())
print(y.requires_grad, torch.is_inference_mode_enabled(), x.is_inference())
try:
    with torch.no_grad():
        raise ValueError("inside")
except ValueError:
    print(torch.is_grad_enabled())

class Model:
    @torch.no_grad()
    def predict(self, v):
        return v * 3

print(Model().predict(x).requires_grad)
def gen():
    with torch.no_grad():
        yield torch.is_grad_enabled()
print(list(gen()), torch.is_grad_enabled())
with torch.autograd.set_detect_anomaly(True):
    (x * 2).sum().backward()
with torch.autograd.detect_anomaly():
    print(x.grad)
with torch.autograd.set_grad_enabled(False):
    print((x + 1).requires_grad)
with torch.inference_mode(False):
    print((x + 1).requires_grad)
