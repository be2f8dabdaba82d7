# A softmax in clusters: losses, full log-probabilities, predictions.
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(1)
layer = nn.AdaptiveLogSoftmaxWithLoss(8, 20, cutoffs=[4, 10], div_value=2.0, head_bias=True).to(device)
print(layer)
x, y = torch.randn(6, 8).to(device), torch.tensor([0, 3, 5, 9, 12, 19], device=device)
output, loss = layer(x, y)
print([round(v, 4) for v in output.tolist()], f"{loss.item():.5f}")
logs = layer.log_prob(x)
print(tuple(logs.shape), torch.allclose(logs.exp().sum(1), torch.ones(6, device=device)), torch.allclose(logs.gather(1, y[:, None]).squeeze(1), output, atol=1e-6))
print(layer.predict(x).tolist())
loss.backward()
print([f"{p.grad.norm().item():.4f}" for p in layer.parameters()], layer(x[0], y[0]).loss.shape)
for f in (lambda: nn.AdaptiveLogSoftmaxWithLoss(8, 20, cutoffs=[]), lambda: nn.AdaptiveLogSoftmaxWithLoss(8, 20, cutoffs=[5, 3]), lambda: layer(x, y + 1)):
    try:
        f()
    except (ValueError, RuntimeError) as error:
        print(type(error).__name__, error)
