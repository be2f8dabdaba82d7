"""torch.func.linearize: one value, many tangents."""
import torch
from torch.func import jvp, linearize

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
x = torch.tensor([1.0, 2.0], device=device)
runs = []


def sine(x):
    runs.append(1)
    return x.sin() * 2


value, push = linearize(sine, x)
for tangent in ([1.0, 0.0], [0.5, -2.0]):
    tangent = torch.tensor(tangent, device=device)
    print([round(y, 5) + 0.0 for y in push(tangent).tolist()], jvp(sine, (x,), (tangent,))[1].allclose(push(tangent)))
print(value.tolist()[0] > 1.68, value.requires_grad, push(x).requires_grad)

y = torch.tensor([3.0, 4.0], device=device)
both, push = linearize(lambda x, y: (x * y, x + y), x, y)
ones, zeros = torch.ones(2, device=device), torch.zeros(2, device=device)
print([part.tolist() for part in both], [part.tolist() for part in push(ones, zeros)])
named, push_named = linearize(lambda d: {"o": d["a"] ** 2}, {"a": torch.tensor(3.0, device=device)})
print(named["o"].item(), push_named({"a": torch.tensor(1.0, device=device)})["o"].item())


def told(action):
    try:
        return action()
    except Exception as error:
        return f"{type(error).__name__}: {' '.join(str(error).split())}"


print(told(lambda: push(ones)))
print(told(lambda: push(torch.ones(3, device=device), torch.ones(3, device=device))))
print(told(lambda: push(ones.double(), zeros.double())))
print(told(lambda: linearize(lambda x, y: x)).split(":")[0])
