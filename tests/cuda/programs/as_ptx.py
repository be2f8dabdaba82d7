"""Layers, forward and backward, as PTX from NVIDIA's compiler (TENSORCELL_EMULATE_PTX=1), in float32, compared with the
processor in float64. A failed check is an error."""

import torch
import torch.nn.functional as F

torch.manual_seed(0)


def leaves(values, device, dtype):
    return [x.to(device, dtype, copy=True).requires_grad_(True) for x in values]


def holds(name, work, *values, within=3e-5):
    """A function and its gradients agree on both."""
    results = []
    for device, dtype in (("cpu", torch.float64), ("cuda", torch.float32)):
        inputs = leaves(values, device, dtype)
        output = work(*inputs)
        weights = torch.linspace(-1, 1, output.numel(), dtype=torch.float64).reshape(output.shape).to(device, dtype)
        output.backward(weights)
        results.append([output] + [x.grad for x in inputs])
    torch.cuda.synchronize()
    for place, (expected, got) in enumerate(zip(*results)):
        difference = (got.cpu().double() - expected).abs()
        bound = within * expected.abs().clamp(min=1)
        assert bool((difference <= bound).all()), (name, place, difference.max().item())


def noise(*shape):
    return torch.randn(*shape, dtype=torch.float64).float().double()


for width in (5, 70, 1100):
    x, scale, shift = noise(4, width), noise(width), noise(width)
    holds("layer_norm", lambda x, w, b: F.layer_norm(x, (x.shape[1],), w, b), x, scale, shift, within=2e-4)
    holds("rms_norm", lambda x, w: F.rms_norm(x, (x.shape[1],), w), x, scale, within=2e-4)
x = noise(3, 6, 5, 7)
holds("batch_norm", lambda x, w, b: F.batch_norm(x, None, None, w, b, training=True), x, noise(6), noise(6), within=2e-4)
holds("group_norm", lambda x, w, b: F.group_norm(x, 3, w, b), x, noise(6), noise(6), within=2e-4)
holds("conv1d", lambda x, w, b: F.conv1d(x, w, b, padding=1), noise(2, 3, 9), noise(4, 3, 3), noise(4))
holds("conv2d", lambda x, w, b: F.conv2d(x, w, b, stride=2, padding=1), x, noise(4, 6, 3, 3), noise(4), within=1e-4)
holds("conv2d of groups", lambda x, w: F.conv2d(x, w, groups=3), x, noise(6, 2, 3, 3), within=1e-4)
holds("conv_transpose2d", lambda x, w: F.conv_transpose2d(x, w, stride=2), x, noise(6, 2, 3, 3), within=1e-4)
holds("max_pool2d", lambda x: F.max_pool2d(x, 2), x)
holds("avg_pool2d", lambda x: F.avg_pool2d(x, 3, stride=1, padding=1), x)
q, k, v = noise(2, 2, 9, 8), noise(2, 2, 13, 8), noise(2, 2, 13, 8)
holds("attention", F.scaled_dot_product_attention, q, k, v, within=1e-4)
holds("causal attention", lambda q, k, v: F.scaled_dot_product_attention(q, k, v, is_causal=True), q, k, v, within=1e-4)
labels = torch.tensor([1, 0, 4, 2, 2])
holds("cross_entropy", lambda x: F.cross_entropy(x, labels.to(x.device)).reshape(1), noise(5, 7))
places = torch.tensor([[0, 3, 3], [9, 1, 0]])
holds("embedding", lambda w: F.embedding(places.to(w.device), w), noise(10, 6))
holds("linear", lambda x, w, b: F.gelu(F.linear(x, w, b)), noise(7, 12), noise(5, 12), noise(5), within=1e-4)

for kind in (torch.nn.LSTM, torch.nn.GRU, torch.nn.RNN):
    torch.manual_seed(1)
    module = kind(5, 8)
    x = noise(6, 3, 5)
    exact = kind(5, 8).double()
    exact.load_state_dict({name: value.double() for name, value in module.state_dict().items()})
    module.cuda()
    expected, got = exact(x)[0], module(x.float().cuda())[0]
    expected.sum().backward()
    got.sum().backward()
    assert torch.allclose(got.cpu().double(), expected, atol=1e-4), kind
    for a, b in zip(exact.parameters(), module.parameters()):
        assert torch.allclose(b.grad.cpu().double(), a.grad, atol=5e-4), kind

# Draws are the same whoever compiled the kernels: PyTorch's on CUDA after this seed.
torch.cuda.manual_seed(0)
drawn = torch.rand(4, device="cuda")
assert torch.allclose(drawn.cpu(), torch.tensor([0.3990, 0.5167, 0.0249, 0.9401]), atol=6e-5), drawn
torch.cuda.synchronize()
print("ok")
