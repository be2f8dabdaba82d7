# Plain recurrence: both nonlinearities, layers, directions, batch first, no bias, unbatched.
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(20)
for options in (dict(), dict(nonlinearity="relu", num_layers=2), dict(bidirectional=True, batch_first=True), dict(bias=False)):
    rnn = nn.RNN(3, 4, **options).to(device)
    x = torch.randn(5, 2, 3).to(device).requires_grad_()
    y, h = rnn(x)
    (y.sum() + h.square().sum()).backward()
    print(rnn, tuple(y.shape), tuple(h.shape))
    print("  ", f"{y.sum().item():.4f} {x.grad.norm().item():.4f}", [f"{p.grad.norm().item():.3f}" for p in rnn.parameters()])
print(list(nn.RNN(2, 2, 2, bidirectional=True).state_dict()))
rnn = nn.RNN(3, 4).to(device)
y, h = rnn(torch.randn(6, 3).to(device), torch.zeros(1, 4, device=device))
print(tuple(y.shape), tuple(h.shape), torch.equal(y[-1:], h))
for f in (lambda: nn.RNN(3, 4, nonlinearity="sigmoid"), lambda: rnn(torch.zeros(5, 2, 2, device=device)), lambda: rnn(torch.zeros(5, 2, 3, device=device), torch.zeros(1, 3, 4, device=device))):
    try:
        f()
    except (ValueError, RuntimeError) as error:
        print(type(error).__name__, error)
