# torch.save and torch.load: containers, views of one storage, parameters, dtypes, map_location, streams in memory.
import io
from collections import Counter, OrderedDict

import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def there_and_back(value, **options):
    stream = io.BytesIO()
    torch.save(value, stream)
    stream.seek(0)
    return torch.load(stream, **options)


base = torch.arange(12.0, device=device)
value = {
    "view": base[2:8].view(2, 3),
    "turned": base.view(3, 4).t(),
    "flags": torch.tensor([True, False]),
    "empty": torch.empty(0, 3),
    "number": torch.tensor(3.5, dtype=torch.float64),
    "plain": [1, -2, 300, 70000, 2**40, -(2**70), 2.5, "é\n", True, None, (), (1, (2,)), b"\x00\xff"],
    "sets": ({1, 2, 3}, set()),
    "ordered": OrderedDict(b=1, a=2),
    "counted": Counter("hello"),
    "kinds": [torch.float16, torch.int64, torch.Size([2, 3]), torch.device("cpu"), torch.device("cuda", 1)],
}
value["again"] = value["view"]
loaded = there_and_back(value)
for name in value:
    if isinstance(value[name], torch.Tensor):
        print(name, loaded[name].cpu())
    else:
        print(name, loaded[name])
print(loaded["view"].device.type == device.type, loaded["again"] is loaded["view"])
print(loaded["turned"].stride(), loaded["view"].storage_offset())
loaded["view"][0, 0] = 99
print(loaded["turned"].cpu()[2, 0].item())

for dtype in (torch.float16, torch.bfloat16, torch.float32, torch.float64, torch.uint8, torch.int8, torch.int16, torch.int32):
    x = torch.tensor([0, 1, 3], dtype=dtype, device=device)
    y = there_and_back(x)
    print(y.dtype, y.tolist(), y.device == x.device)

weight = nn.Parameter(torch.ones(2, device=device))
frozen = nn.Parameter(torch.zeros(1), requires_grad=False)
back = there_and_back([weight, frozen, torch.ones(1, requires_grad=True)])
print([type(x).__name__ for x in back], [x.requires_grad for x in back])

for location in ("cpu", torch.device("cpu"), {str(device): "cpu", "cuda:0": "cpu"}, lambda storage, where: storage):
    print(there_and_back(weight, map_location=location).device)

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(3, 4), nn.BatchNorm1d(4), nn.Linear(4, 1)).to(device)
optimizer = torch.optim.Adam(model.parameters(), lr=0.1)
scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 2, 0.5)
x = torch.linspace(-1, 1, 12).view(4, 3).to(device)


def train(steps):
    losses = []
    for _ in range(steps):
        optimizer.zero_grad()
        loss = model(x).square().mean()
        loss.backward()
        optimizer.step()
        scheduler.step()
        losses.append(f"{loss.item():.4f}")
    return losses


train(3)
checkpoint = there_and_back(
    {"model": model.state_dict(), "optimizer": optimizer.state_dict(), "scheduler": scheduler.state_dict(), "epoch": 3}
)
first = train(3)
model.load_state_dict(checkpoint["model"])
optimizer.load_state_dict(checkpoint["optimizer"])
scheduler.load_state_dict(checkpoint["scheduler"])
print(checkpoint["epoch"], list(checkpoint["model"]), scheduler.get_last_lr())
print(first, train(3) == first)

cycle = [1]
cycle.append(cycle)
print(there_and_back(cycle)[1][1][0])
for wrong in (lambda: torch.save(1, 7), lambda: torch.load(io.BytesIO(b"")), lambda: torch.load("no such file.pt")):
    try:
        wrong()
    except Exception as error:
        print(type(error).__name__, error if "expected" in str(error) else "")
