# Compares convolutions and their gradients on the device with float64 on the processor: with cuDNN if available, and
# with our own kernels.
import torch

device = torch.device("cuda")
F = torch.nn.functional
cudnn = torch.backends.cudnn
assert cudnn.is_available() == (cudnn.version() is not None)
cases = [
    ((4, 6, 9, 11), (8, 6, 3, 3), dict(padding=1)),
    ((2, 4, 12, 12), (8, 2, 3, 5), dict(stride=2, padding=(1, 2), groups=2)),
    ((2, 3, 10, 10), (5, 3, 3, 3), dict(dilation=2)),
    ((3, 8, 7, 7), (4, 8, 1, 1), {}),
    ((2, 5, 20), (6, 5, 4), dict(stride=3, padding=2)),
    ((2, 3, 5, 6, 7), (4, 3, 2, 3, 3), dict(padding=1)),
]
limits = {torch.float64: 1e-10, torch.float32: 2e-5, torch.float16: 4e-3, torch.bfloat16: 3e-2}


def all_of(x, w, b, options):
    x, w, b = (t.clone().requires_grad_() for t in (x, w, b))
    convolve = {3: F.conv1d, 4: F.conv2d, 5: F.conv3d}[x.dim()]
    y = convolve(x, w, b, **options)
    (y * torch.linspace(-1, 1, y.numel(), dtype=y.dtype, device=y.device).view(y.shape)).sum().backward()
    return y, x.grad, w.grad, b.grad


torch.manual_seed(0)
cudnn.allow_tf32 = False
for enabled in (True, False):
    for benchmark in (False, True):
        cudnn.enabled, cudnn.benchmark, cudnn.deterministic = enabled, benchmark, benchmark
        for dtype, limit in limits.items():
            for of_x, of_w, options in cases:
                x, w, b = (torch.randn(s).to(dtype) for s in (of_x, of_w, of_w[:1]))
                expected = all_of(x.double(), w.double(), b.double(), options)
                for want, have in zip(expected, all_of(x.to(device), w.to(device), b.to(device), options)):
                    distance = (have.cpu().double() - want).norm() / want.norm()
                    assert distance < limit, (dtype, of_x, enabled, distance)
cudnn.enabled, cudnn.benchmark, cudnn.deterministic, cudnn.allow_tf32 = True, False, False, True
print("ok")
