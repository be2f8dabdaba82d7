# two devices: batches that do not divide are spread over them; PyTorch's answers are those of one device.
import torch
import torch.nn as nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(0)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(4, 8), nn.LayerNorm(8), nn.GELU(), nn.Linear(8, 8))
        self.heads = nn.ModuleDict({"a": nn.Linear(8, 3), "b": nn.Linear(8, 1)})
        self.register_buffer("shift", torch.tensor([0.5, -0.5, 0.25]))

    def forward(self, x, weights=None, which=("a", "b")):
        h = self.body(x)
        if weights is not None:
            h = h * weights.unsqueeze(1)
        results = {name: self.heads[name](h) for name in which}
        results["a"] = results["a"] + self.shift
        return results, (h.sum(1), [h])


def shown(x):
    return [round(v, 4) or 0.0 for v in x.detach().cpu().flatten().tolist()]


net = Net().to(device)
model = nn.DataParallel(net)
print([name for name, _ in model.named_parameters()][:3], list(model.state_dict())[0])
print(type(model.module).__name__, len(list(model.parameters())))
for size in (6, 5, 3, 1):
    x = torch.randn(size, 4).to(device)
    weights = torch.rand(size).to(device)
    targets = torch.randint(0, 3, (size,)).to(device)
    model.zero_grad()
    results, (sums, (h,)) = model(x, weights=weights)
    loss = nn.functional.cross_entropy(results["a"], targets) + results["b"].pow(2).mean() + 0.01 * sums.sum()
    loss.backward()
    print(size, results["a"].shape, sums.shape, h.shape, shown(loss))
    for name, p in list(net.named_parameters())[:4]:
        print("   ", name, shown(p.grad)[:6])
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
x, targets = torch.randn(7, 4).to(device), torch.randint(0, 3, (7,)).to(device)
for _ in range(5):
    optimizer.zero_grad()
    loss = nn.functional.cross_entropy(model(x)[0]["a"], targets)
    loss.backward()
    optimizer.step()
    print(shown(loss))
with torch.no_grad():
    print(shown(model(x)[1][0]))
