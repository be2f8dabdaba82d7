# Long short-term memory with a projected state, several layers, and initial states.
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(21)
lstm = nn.LSTM(3, 5, num_layers=2, proj_size=2).to(device)
x = torch.randn(4, 2, 3).to(device).requires_grad_()
y, (h, c) = lstm(x)
print(lstm, tuple(y.shape), tuple(h.shape), tuple(c.shape))
(y.sum() + c.sum()).backward()
print(f"{y.sum().item():.4f} {c.sum().item():.4f} {x.grad.norm().item():.4f}")
print([(name, tuple(p.shape), f"{p.grad.norm().item():.3f}") for name, p in lstm.named_parameters()][:5])
plain = nn.LSTM(3, 5, batch_first=True, bidirectional=True).to(device)
state = (torch.ones(2, 2, 5, device=device), -torch.ones(2, 2, 5, device=device))
y, (h, c) = plain(x.detach().transpose(0, 1), state)
print(tuple(y.shape), f"{y.sum().item():.4f} {h.sum().item():.4f} {c.sum().item():.4f}")
for f in (lambda: nn.LSTM(3, 5, proj_size=5), lambda: nn.LSTM(3, 5, dropout=2.0), lambda: plain(x, (state[0][:1], state[1]))):
    try:
        f()
    except (ValueError, RuntimeError) as error:
        print(type(error).__name__, error)
