# contextlib: managers from generators, ExitStack, suppress, redirect, closing, decorators.
import contextlib
import io
import sys
from contextlib import *


@contextmanager
def managed(name, fail=False):
    print("open", name)
    try:
        yield name * 2
    except ValueError as error:
        print("handled", error)
        if fail:
            raise
    finally:
        print("close", name)


with managed("a") as value:
    print(value)
with managed("b"):
    raise ValueError("inside")
try:
    with managed("c", fail=True):
        raise ValueError("again")
except ValueError as error:
    print("outside", error)


@managed("deco")
def work():
    print("working")


work()
work()
with suppress(KeyError, IndexError):
    {}["x"]
print("suppressed")
out = io.StringIO()
with redirect_stdout(out):
    print("captured")
    sys.stdout.write("too")
print(repr(out.getvalue()))
err = io.StringIO()
with redirect_stderr(err):
    print("oops", file=sys.stderr)
print(repr(err.getvalue()))


class Resource:
    def __init__(self, name):
        self.name = name

    def close(self):
        print("closing", self.name)

    def __enter__(self):
        print("enter", self.name)
        return self

    def __exit__(self, *details):
        print("exit", self.name, details[0].__name__ if details[0] else None)


with closing(Resource("r")) as r:
    print(r.name)
with ExitStack() as stack:
    names = [stack.enter_context(Resource(n)).name for n in "xyz"]
    stack.callback(print, "callback", 1, sep=":")
    stack.push(lambda *details: print("pushed", details[0]) or True)
    print(names)
    raise KeyError("swallowed by the pushed one")
with ExitStack() as stack:
    stack.enter_context(Resource("kept"))
    kept = stack.pop_all()
print("after")
kept.close()
with nullcontext(5) as five, nullcontext() as nothing:
    print(five, nothing)


class Timer(ContextDecorator):
    def __enter__(self):
        print("start")
        return self

    def __exit__(self, *details):
        print("stop")
        return False


@Timer()
def timed(x):
    return x + 1


print(timed(1))


@contextmanager
def broken():
    pass
    if False:
        yield


@contextmanager
def twice():
    yield 1
    yield 2


for manager in (broken, twice):
    try:
        with manager():
            pass
    except RuntimeError as error:
        print(error)
try:
    with 5:
        pass
except TypeError as error:
    print(error)
print(isinstance(Resource("q"), AbstractContextManager), issubclass(ExitStack, AbstractContextManager))


class Swallow:
    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        print(kind and kind.__name__, value, trace is not None)
        return True


with Swallow():
    1 / 0
with Swallow() as a, Swallow() as b:
    raise KeyError("both")
print("done")
