# load_state_dict: what is missing, unexpected or of another size; assign; extra state.
import torch
import torch.nn as nn
import torch.nn.functional as F
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(0)


def shown(t):
    return [round(v, 2) or 0.0 for v in t.detach().cpu().double().flatten()[:8].tolist()]


def rand(*shape):
    return torch.randn(*shape).to(device).requires_grad_()


def check(f, *operands):
    """The result, and the gradients of a weighted sum of it by operands and parameters."""
    if isinstance(f, nn.Module):
        f.to(device)
    y = f(*operands)
    print(tuple(y.shape), shown(y), y.grad_fn is not None)
    weights = torch.linspace(-1, 2, y.numel(), device=device, dtype=y.dtype).view(y.shape)
    parameters = list(f.parameters()) if isinstance(f, nn.Module) else []
    wanted = [x for x in list(operands) + parameters if isinstance(x, torch.Tensor) and x.requires_grad]
    for g in torch.autograd.grad((y * weights).sum(), wanted, allow_unused=True):
        print("   ", None if g is None else (tuple(g.shape), shown(g)))


def refused(f):
    try:
        f()
        print("nothing wrong")
    except Exception as error:
        print(type(error).__name__ + ":", error)


model = nn.Sequential(nn.Linear(2, 3), nn.BatchNorm1d(3), nn.Sequential(nn.Linear(3, 1)))
state = model.state_dict()
print(list(state))
del state["0.bias"], state["2.0.weight"]
state["extra"] = torch.ones(1)
state["2.0.other"] = torch.ones(1)
state["1.weight"] = torch.ones(4)
refused(lambda: model.load_state_dict(state))
refused(lambda: model.load_state_dict({"0.weight": 3}, strict=False))
refused(lambda: model.load_state_dict([1]))
state["1.weight"] = torch.full((3,), 7.0)
print(model.load_state_dict(state, strict=False), model[1].weight.tolist())
print(model.load_state_dict(nn.Sequential(nn.Linear(2, 3), nn.BatchNorm1d(3), nn.Sequential(nn.Linear(3, 1))).state_dict()))
weight = torch.ones(3, 2)
linear = nn.Linear(2, 3)
linear.load_state_dict({"weight": weight, "bias": torch.zeros(3)}, assign=True)
weight[0, 0] = 5
print(linear.weight[0].tolist(), type(linear.weight).__name__, linear.weight.requires_grad)


class Counting(nn.Module):
    def __init__(self):
        super().__init__()
        self.count = 3

    def get_extra_state(self):
        return {"count": self.count}

    def set_extra_state(self, state):
        self.count = state["count"]


a, b = Counting(), Counting()
a.count = 9
b.load_state_dict(a.state_dict())
print(a.state_dict(), b.count)
print(list(model.state_dict(prefix="m.")), model.state_dict(keep_vars=True)["0.weight"].requires_grad)
print(model.get_submodule("2.0"), tuple(model.get_parameter("2.0.weight").shape), tuple(model.get_buffer("1.running_mean").shape))
refused(lambda: model.get_submodule("2.5"))
refused(lambda: model.get_parameter("1.running_mean"))
refused(lambda: model.get_buffer("1.weight"))
