"""A scalar autograd engine and a neuron trained by it, in plain Python."""
import math
import random


class Value:
    def __init__(self, data, children=(), op=""):
        self.data, self.grad = data, 0.0
        self._backward = lambda: None
        self._prev, self._op = set(children), op

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data + other.data, (self, other), "+")

        def _backward():
            self.grad += out.grad
            other.grad += out.grad
        out._backward = _backward
        return out

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data * other.data, (self, other), "*")

        def _backward():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad
        out._backward = _backward
        return out

    def __pow__(self, n):
        out = Value(self.data ** n, (self,), f"**{n}")

        def _backward():
            self.grad += n * self.data ** (n - 1) * out.grad
        out._backward = _backward
        return out

    def tanh(self):
        t = math.tanh(self.data)
        out = Value(t, (self,), "tanh")

        def _backward():
            self.grad += (1 - t ** 2) * out.grad
        out._backward = _backward
        return out

    def backward(self):
        order, seen = [], set()

        def visit(v):
            if v not in seen:
                seen.add(v)
                for child in v._prev:
                    visit(child)
                order.append(v)
        visit(self)
        self.grad = 1.0
        for v in reversed(order):
            v._backward()

    __radd__, __rmul__ = __add__, __mul__
    __neg__ = lambda self: self * -1
    __sub__ = lambda self, other: self + -other
    __rsub__ = lambda self, other: other + -self
    __truediv__ = lambda self, other: self * other ** -1

    def __repr__(self):
        return f"Value(data={self.data:.4f}, grad={self.grad:.4f})"


class Neuron:
    def __init__(self, n):
        self.w = [Value(random.uniform(-1, 1)) for _ in range(n)]
        self.b = Value(0.0)

    def __call__(self, x):
        return sum((w * v for w, v in zip(self.w, x)), self.b).tanh()

    def parameters(self):
        return self.w + [self.b]


class MLP:
    def __init__(self, *sizes):
        self.layers = [[Neuron(a) for _ in range(b)] for a, b in zip(sizes, sizes[1:])]

    def __call__(self, x):
        for layer in self.layers:
            x = [n(x) for n in layer]
        return x[0]

    def parameters(self):
        return [p for layer in self.layers for n in layer for p in n.parameters()]


a, b = Value(2.0), Value(-3.0)
c = a * b + a ** 3 - b / a + (1 - a)
c.backward()
print(c, a, b)
random.seed(7)
net = MLP(2, 4, 1)
data = [((0, 0), -1), ((0, 1), 1), ((1, 0), 1), ((1, 1), -1)]
print(len(net.parameters()))
for epoch in range(60):
    loss = sum(((net(x) - y) ** 2 for x, y in data), Value(0.0))
    for p in net.parameters():
        p.grad = 0.0
    loss.backward()
    for p in net.parameters():
        p.data -= 0.1 * p.grad
    if epoch % 20 == 0 or epoch == 59:
        print(epoch, f"{loss.data:.6f}")
print([round(net(x).data, 3) for x, _ in data])
