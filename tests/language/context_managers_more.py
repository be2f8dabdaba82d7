"""with: several managers, suppression, return inside, generators, nested failures, reentrancy."""

from contextlib import ContextDecorator, ExitStack, closing, contextmanager, nullcontext, redirect_stdout, suppress


class Log(ContextDecorator):
    def __init__(self, name, swallow=()):
        self.name, self.swallow = name, swallow

    def __enter__(self):
        print(f"<{self.name}", end=" ")
        return self.name

    def __exit__(self, kind, value, tb):
        print(f"{self.name}:{kind.__name__ if kind else '-'}>", end=" ")
        return bool(kind) and issubclass(kind, self.swallow)


with Log("a") as a, Log("b") as b:
    print(a + b, end=" ")
print()
with Log("x", (KeyError,)):
    {}["k"]
print("after")


def early():
    with Log("f"):
        return "returned"


print(early())
for i in range(3):
    with Log(i):
        if i == 0:
            continue
        if i == 1:
            break
print()


@Log("deco")
def work(v):
    print(v, end=" ")
    return v * 2


print(work(3), work(4))


@contextmanager
def tag(name):
    print(f"[{name}", end="")
    try:
        yield name.upper()
    except ValueError as e:
        print(f" caught {e}", end="")
    finally:
        print("]", end=" ")


with tag("p") as t:
    print(t, end="")
with tag("q"):
    raise ValueError("v")
try:
    with tag("r"):
        raise TypeError("t")
except TypeError as e:
    print("passed", e)


@contextmanager
def never():
    if False:
        yield


@contextmanager
def twice():
    yield 1
    yield 2


for cm in (never, twice):
    try:
        with cm():
            pass
    except RuntimeError as e:
        print(e)
with ExitStack() as stack:
    for n in "mn":
        stack.enter_context(Log(n))
    stack.callback(lambda: print("callback", end=" "))
    stack.push(lambda *exc: print("pushed", exc[0], end=" "))
print()
with suppress(ZeroDivisionError):
    1 / 0
with nullcontext(5) as five:
    print(five)


class Door:
    def close(self):
        print("closed")


with closing(Door()) as d:
    print(type(d).__name__)
for bad in (5, Door()):
    try:
        with bad:
            pass
    except (AttributeError, TypeError) as e:
        print(type(e).__name__, e)


class Fails:
    def __enter__(self):
        return self

    def __exit__(self, *a):
        raise KeyError("in exit")


try:
    with Fails():
        raise ValueError("body")
except KeyError as e:
    print(repr(e), repr(e.__context__))
with (
    Log("one"),
    Log("two") as two,
):
    print(two, end=" ")
print()
