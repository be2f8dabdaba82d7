# A training loop as tutorials write it, with plain numbers.
class Value:
    def __init__(self, data, parents=(), op=""):
        self.data, self.grad, self._back, self._parents, self.op = data, 0.0, lambda: None, parents, op
    def __add__(self, o):
        o = o if isinstance(o, Value) else Value(o)
        out = Value(self.data + o.data, (self, o), "+")
        def back():
            self.grad += out.grad
            o.grad += out.grad
        out._back = back
        return out
    def __mul__(self, o):
        o = o if isinstance(o, Value) else Value(o)
        out = Value(self.data * o.data, (self, o), "*")
        def back():
            self.grad += o.data * out.grad
            o.grad += self.data * out.grad
        out._back = back
        return out
    __radd__ = __add__
    __rmul__ = __mul__
    def __neg__(self): return self * -1
    def __sub__(self, o): return self + (-o if isinstance(o, Value) else -o)
    def __pow__(self, k):
        out = Value(self.data ** k, (self,), f"**{k}")
        def back(): self.grad += k * self.data ** (k - 1) * out.grad
        out._back = back
        return out
    def backward(self):
        order, seen = [], set()
        def visit(v):
            if v not in seen:
                seen.add(v)
                for p in v._parents: visit(p)
                order.append(v)
        visit(self)
        self.grad = 1.0
        for v in reversed(order): v._back()
    def __repr__(self): return f"Value({self.data:.4f}, grad={self.grad:.4f})"
class SGD:
    def __init__(self, params, lr=0.1): self.params, self.lr = list(params), lr
    def zero_grad(self):
        for p in self.params: p.grad = 0.0
    def step(self):
        for p in self.params: p.data -= self.lr * p.grad
w, b = Value(0.0), Value(0.0)
opt = SGD([w, b], lr=0.05)
data = [(float(x), 2.0 * x + 1.0) for x in range(-3, 4)]
for epoch in range(60):
    loss = sum((w * x + b - y) ** 2 for x, y in data) * (1 / len(data))
    opt.zero_grad()
    loss.backward()
    opt.step()
    if epoch % 20 == 0:
        print(f"epoch {epoch:3d} | loss {loss.data:8.4f} | {w=} {b=}")
print(round(w.data, 3), round(b.data, 3))
