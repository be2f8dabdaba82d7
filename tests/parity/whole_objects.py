# cpu only: files, which have no device
# Whole objects through torch.save and torch.load: modules, objects of the program's classes, what was declared safe.
import argparse
import collections
import dataclasses
import enum
import functools
import io
import pickle

import numpy as np
import torch
from torch import nn


def through(obj, **options):
    file = io.BytesIO()
    torch.save(obj, file)
    file.seek(0)
    return torch.load(file, **options)


class Net(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.width = width
        self.body = nn.Sequential(nn.Linear(2, width), nn.BatchNorm1d(width), nn.ReLU(), nn.Dropout(0.5))
        self.head = nn.Linear(width, 1)
        self.register_buffer("scale", torch.tensor(2.0))

    def forward(self, x):
        return self.head(self.body(x)) * self.scale


torch.manual_seed(0)
model = Net(3).eval()
again = through(model, weights_only=False)
x = torch.ones(2, 2)
print(again)
print(torch.equal(model(x), again(x)), again.training, again.width, list(again.state_dict()) == list(model.state_dict()))
again.train()
print(again.training, model.training, again.body[3].training)
print(next(again.parameters()) is again.body[0].weight, again.body[0].weight.requires_grad, again.scale.requires_grad)
again(torch.randn(4, 2)).sum().backward()
print(again.head.weight.grad.shape, model.head.weight.grad)


@dataclasses.dataclass
class Config:
    rate: float
    names: list


class Slotted:
    __slots__ = ("a", "b")

    def __init__(self, a, b):
        self.a, self.b = a, b


class Kept:
    def __init__(self, value):
        self.value = value

    def __getstate__(self):
        return {"doubled": self.value * 2}

    def __setstate__(self, state):
        self.value = state["doubled"] // 2


class Colour(enum.Enum):
    RED = 1


class Words(list):
    pass


Pair = collections.namedtuple("Pair", "left right")

weight = torch.arange(6.0).reshape(2, 3)
words = Words(["a", "b"])
words.language = "none"
checkpoint = {
    "config": Config(0.1, ["x", "y"]),
    "args": argparse.Namespace(epochs=3, name="run"),
    "slots": Slotted(1, weight[0]),
    "kept": Kept(21),
    "colour": Colour.RED,
    "pair": Pair(weight, weight.t()),
    "words": words,
    "range": range(2, 9, 3),
    "complex": 1 + 2j,
    "slice": slice(1, None, 2),
    "queue": collections.deque([1, weight[1, 2:]], maxlen=4),
    "array": np.arange(4, dtype=np.int16).reshape(2, 2),
    "part": functools.partial(torch.add, alpha=3),
    "class": Net,
    "dtype": torch.bfloat16,
    "size": weight.size(),
    "device": torch.device("cpu"),
    "bytes": bytearray(b"abc"),
    "counts": collections.Counter("aab"),
    "default": collections.defaultdict(list, {"k": [1]}),
}
read = through(checkpoint, weights_only=False)
for name, value in read.items():
    if name == "slots":
        value = value.a, value.b
    elif name == "kept":
        value = value.value
    elif name == "words":
        value = value, type(value), value.language
    elif name == "part":
        value = value(torch.ones(1), torch.ones(1))
    print(name, value)
read["pair"].left[0, 1] = 70
print(read["pair"].right[1, 0], read["slots"].b[1], weight[0, 1], read["colour"] is Colour.RED)

optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
schedule = torch.optim.lr_scheduler.StepLR(optimizer, 2)
both = through({"model": model, "optimizer": optimizer}, weights_only=False)
print(both["optimizer"].param_groups[0]["params"][0] is both["model"].body[0].weight, both["optimizer"])


def refused(action):
    try:
        print("no error", action())
    except Exception as error:
        print(type(error).__name__, str(error).split("\n")[0][:60])
        marked = [line.strip()[:150] for line in str(error).split("\n") if "WeightsUnpickler error" in line]
        print(*marked)


refused(lambda: through(model))
refused(lambda: through({"config": Config(1.0, [])}))
torch.serialization.add_safe_globals([Config])
print(through({"config": Config(1.0, [])}), Config in torch.serialization.get_safe_globals())
with torch.serialization.safe_globals([Kept, (Slotted, "__main__.Slotted")]):
    print(through(Kept(4)).value)
    made = through(Slotted(2, weight))
    print(made.a, made.b.shape)
refused(lambda: through(Kept(4)))
torch.serialization.clear_safe_globals()
refused(lambda: through(Config(1.0, [])))
refused(lambda: through(weight, weights_only=True, pickle_module=pickle))
print(through(weight, weights_only=False, pickle_module=pickle))

refused(lambda: torch.save({"f": (i for i in range(2))}, io.BytesIO()))

# Plain pickle: a tensor and its memory.
for protocol in range(6):
    text = pickle.dumps({"x": weight.t(), "p": nn.Parameter(weight[0])}, protocol)
    back = pickle.loads(text)
    print(protocol, back["x"].stride(), back["x"].is_contiguous(), type(back["p"]).__name__, back["p"].requires_grad)
function, arguments = weight.t().__reduce_ex__(2)[:2]
print(function.__module__, function.__name__, arguments[1:], len(arguments[0]), arguments[0].dtype)
function, arguments = nn.Parameter(weight, requires_grad=False).__reduce_ex__(2)[:2]
print(function.__name__, arguments[0].shape, arguments[1:])
