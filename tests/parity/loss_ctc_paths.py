# Connectionist temporal classification equals the sum over all paths.
import itertools
import torch
import torch.nn.functional as F

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(31)
T, C = 4, 3
logits = torch.randn(T, 1, C).double().to(device).requires_grad_()
logs = F.log_softmax(logits, 2)
target = [1, 2]
total = None
for path in itertools.product(range(C), repeat=T):
    collapsed = [k for k, _ in itertools.groupby(path) if k != 0]
    if collapsed == target:
        p = sum(logs[t, 0, k] for t, k in enumerate(path))
        total = p if total is None else torch.logaddexp(total, p)
loss = F.ctc_loss(logs, torch.tensor([target], device=device), torch.tensor([T]), torch.tensor([2]), reduction="sum")
print(f"{loss.item():.8f} {-total.item():.8f}")
a, = torch.autograd.grad(loss, logits, retain_graph=True)
b, = torch.autograd.grad(-total, logits)
print(torch.allclose(a, b), [round(v, 5) for v in a[0, 0].tolist()])
print(F.ctc_loss(logs, torch.tensor([[1, 1]], device=device), torch.tensor([2]), torch.tensor([2]), reduction="none").tolist())
print(F.ctc_loss(logs, torch.tensor([[1, 1]], device=device), torch.tensor([2]), torch.tensor([2]), zero_infinity=True).tolist())
