# torch.optim.LBFGS: with and without a line search, on a valley and on a small network.
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def valley(**options):
    p = torch.tensor([-1.0, 1.5], dtype=torch.float64, device=device, requires_grad=True)
    optimizer = torch.optim.LBFGS([p], **options)
    calls = []

    def closure():
        optimizer.zero_grad()
        loss = (1 - p[0]) ** 2 + 10 * (p[1] - p[0] ** 2) ** 2
        loss.backward()
        calls.append(loss.item())
        return loss

    for _ in range(3):
        first = optimizer.step(closure)
        print(f"{first.item():.5f}", len(calls), [f"{v:.4f}" for v in p.tolist()])
    state = optimizer.state_dict()["state"][0]
    print(state["func_evals"], state["n_iter"], len(state["old_dirs"]), sorted(state))


valley(lr=0.05, max_iter=6)
valley(lr=1, max_iter=5, line_search_fn="strong_wolfe")
valley(lr=0.5, max_iter=8, history_size=3, line_search_fn="strong_wolfe")

torch.manual_seed(0)
x = torch.linspace(-1, 1, 20).unsqueeze(1).to(device)
y = x**3
model = torch.nn.Sequential(torch.nn.Linear(1, 4), torch.nn.Tanh(), torch.nn.Linear(4, 1)).to(device)
optimizer = torch.optim.LBFGS(model.parameters(), lr=0.1, max_iter=4)


def closure():
    optimizer.zero_grad()
    loss = ((model(x) - y) ** 2).mean()
    loss.backward()
    return loss


print(" ".join(f"{optimizer.step(closure).item():.3f}" for _ in range(5)))
print(optimizer)
w = torch.zeros(1, requires_grad=True)
for options in (dict(lr=-1), dict(line_search_fn="golden")):
    try:
        other = torch.optim.LBFGS([w], **options)
        other.step(lambda: (w - 1).square().sum())
        w.grad = torch.ones(1)
        other.step(lambda: (w - 1).square().sum())
    except (ValueError, RuntimeError) as error:
        print(error)
try:
    torch.optim.LBFGS([{"params": [w]}, {"params": [torch.zeros(1, requires_grad=True)]}])
except ValueError as error:
    print(error)
