# The shape of torch.nn.Module's own code.
class Module:
    def __init__(self):
        object.__setattr__(self, "_params", {})
        object.__setattr__(self, "_modules", {})
        object.__setattr__(self, "training", True)
    def __setattr__(self, name, value):
        if isinstance(value, Module): self._modules[name] = value
        elif isinstance(value, float): self._params[name] = value
        else: object.__setattr__(self, name, value)
    def __getattr__(self, name):
        if "_params" in self.__dict__ and name in self.__dict__["_params"]: return self.__dict__["_params"][name]
        if "_modules" in self.__dict__ and name in self.__dict__["_modules"]: return self.__dict__["_modules"][name]
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")
    def __call__(self, *args, **kwargs): return self.forward(*args, **kwargs)
    def named(self, prefix=""):
        for k, v in self._params.items(): yield prefix + k, v
        for k, m in self._modules.items(): yield from m.named(prefix + k + ".")
    def parameters(self):
        for _, p in self.named(): yield p
    def train(self, mode=True):
        self.training = mode
        for m in self._modules.values(): m.train(mode)
        return self
    def extra_repr(self): return ""
    def __repr__(self):
        lines = [f"({k}): {m!r}" for k, m in self._modules.items()]
        inner = self.extra_repr()
        if not lines: return f"{type(self).__name__}({inner})"
        return type(self).__name__ + "(\n  " + "\n  ".join("\n  ".join(l.split("\n")) for l in lines) + "\n)"
class Linear(Module):
    def __init__(self, i, o, bias=True):
        super().__init__()
        self.i, self.o = i, o
        self.weight = 0.5
        if bias: self.bias = 1.0
    def forward(self, x): return x * self.weight + self.bias
    def extra_repr(self): return f"in={self.i}, out={self.o}"
class Seq(Module):
    def __init__(self, *mods):
        super(Seq, self).__init__()
        for i, m in enumerate(mods): self._modules[str(i)] = m
    def __iter__(self): return iter(self._modules.values())
    def __len__(self): return len(self._modules)
    def __getitem__(self, i): return list(self._modules.values())[i]
    def forward(self, x):
        for m in self: x = m(x)
        return x
class Net(Module):
    def __init__(self, h=3):
        super(Net, self).__init__()
        self.fc1 = Linear(1, h)
        self.seq = Seq(Linear(h, h), Linear(h, 1, bias=True))
    def forward(self, x):
        return self.seq(self.fc1(x))
net = Net()
print(net); print(net(2.0), list(net.named()), sum(p for p in net.parameters()), len(net.seq), net.seq[0].training)
net.train(False); print(net.seq[1].training)
try: net.nope
except AttributeError as e: print(e)
def no_grad(fn=None):
    class Ctx:
        depth = 0
        def __enter__(self): Ctx.depth += 1; return self
        def __exit__(self, *a): Ctx.depth -= 1
        def __call__(self, f):
            def inner(*a, **k):
                with self: return f(*a, **k), Ctx.depth
            return inner
    return Ctx()
@no_grad()
def ev(x, *, scale=2): return x * scale
print(ev(3), ev(3, scale=5))
