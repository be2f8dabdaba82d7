"""Context managers of every kind."""
import contextlib
import io
import sys
from contextlib import contextmanager, ExitStack, suppress, redirect_stdout, nullcontext, closing, ContextDecorator, AbstractContextManager


class Timer:
    def __enter__(self):
        print("enter")
        return self

    def __exit__(self, kind, value, trace):
        print("exit", kind.__name__ if kind else None, value, trace is None)
        return kind is ZeroDivisionError


with Timer() as t:
    print(type(t).__name__)
with Timer():
    1 / 0
try:
    with Timer():
        raise KeyError("k")
except KeyError as e:
    print("out", e)


@contextmanager
def tag(name):
    print(f"<{name}>")
    try:
        yield name.upper()
    except ValueError as e:
        print("swallowed", e)
    finally:
        print(f"</{name}>")


with tag("a") as x, tag("b") as y:
    print(x, y)
with tag("c"):
    raise ValueError("bad")
try:
    with tag("d"):
        raise TypeError("worse")
except TypeError as e:
    print("passed", e)


@tag("deco")
def decorated(n):
    return n * 2


print(decorated(4))


@contextmanager
def twice():
    yield 1
    yield 2


try:
    with twice():
        pass
except RuntimeError as e:
    print(e)
try:
    with twice():
        raise ValueError("v")
except (RuntimeError, ValueError) as e:
    print(type(e).__name__, e)


@contextmanager
def never():
    if False:
        yield


try:
    with never():
        pass
except RuntimeError as e:
    print(e)

with ExitStack() as stack:
    values = [stack.enter_context(tag(f"s{i}")) for i in range(3)]
    stack.callback(print, "callback", 1, end="!\n")
    stack.push(lambda *exc: print("pushed", exc[0]))
    print(values)
with ExitStack() as stack:
    stack.enter_context(tag("q"))
    kept = stack.pop_all()
print("kept")
kept.close()


def failing(*exc):
    print("saw", exc[0].__name__ if exc[0] else None)
    raise RuntimeError("while closing")


try:
    with ExitStack() as stack:
        stack.push(failing)
        stack.callback(lambda: print("inner"))
        raise KeyError("first")
except RuntimeError as e:
    print(repr(e), repr(e.__context__))

with suppress(FileNotFoundError, KeyError):
    {}["x"]
    print("not reached")
buffer = io.StringIO()
with redirect_stdout(buffer):
    print("hidden")
    sys.stdout.write("too")
print(repr(buffer.getvalue()))
with nullcontext(5) as five:
    print(five)


class Door:
    def close(self): print("closed")


with closing(Door()) as d:
    print(type(d).__name__)


class Scope(ContextDecorator):
    depth = 0
    def __enter__(self):
        Scope.depth += 1
        return self
    def __exit__(self, *exc):
        Scope.depth -= 1
        return False


@Scope()
def inside():
    return Scope.depth


print(inside(), Scope.depth)


class Manager(AbstractContextManager):
    def __exit__(self, *exc): return None


with Manager() as m:
    print(isinstance(m, AbstractContextManager), isinstance(Timer(), AbstractContextManager), isinstance(5, AbstractContextManager))


class NoEnter:
    def __exit__(self, *a): pass


class NoExit:
    def __enter__(self): pass


for thing in (NoEnter(), NoExit(), 5):
    try:
        with thing:
            pass
    except (TypeError, AttributeError) as e:
        print(type(e).__name__, e)

with (
    tag("p1") as p1,
    tag("p2") as p2,
):
    print(p1, p2)


class Transaction:
    def __init__(self, data): self.data = data
    def __enter__(self):
        self.backup = dict(self.data)
        return self.data
    def __exit__(self, kind, *rest):
        if kind:
            self.data.clear()
            self.data.update(self.backup)
        return True


store = {"a": 1}
with Transaction(store) as d:
    d["b"] = 2
with Transaction(store) as d:
    d["a"] = 99
    raise RuntimeError
print(store)


def gen():
    with tag("gen"):
        yield 1
        yield 2


g = gen()
print(next(g))
g.close()
for v in gen():
    if v == 1:
        break
try:
    with Timer() as a, Timer() as b:
        raise ValueError("both see")
except ValueError as e:
    print(e)


def returns():
    with tag("ret"):
        return "value"


def loops():
    for i in range(3):
        with tag(str(i)):
            if i == 0: continue
            break
    return i


print(returns(), loops())
with contextlib.ExitStack() as s:
    try:
        s.enter_context(5)
    except TypeError as e:
        print(e)
with redirect_stdout(io.StringIO()) as f, contextlib.redirect_stderr(io.StringIO()) as g:
    print("x", file=sys.stderr)
    print("y")
print(repr(f.getvalue()), repr(g.getvalue()))
