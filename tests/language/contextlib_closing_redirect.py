"""closing, nullcontext, redirect_stdout, ContextDecorator, and managers that are wrong."""
import io
from contextlib import (AbstractContextManager, ContextDecorator, ExitStack, closing, contextmanager, nullcontext, redirect_stderr,
                        redirect_stdout, suppress)
import sys


@contextmanager
def tag(name, log=None):
    print(f"<{name}>")
    try:
        yield name.upper()
    except KeyError as error:
        print("swallowed", error)
    finally:
        print(f"</{name}>")


with tag("a") as A, tag("b") as B:
    print(A, B)
with tag("c"):
    raise KeyError("k")
try:
    with tag("d"):
        raise ValueError("out")
except ValueError as error:
    print("caught", error)



class Resource:
    def __init__(self, name):
        self.name = name

    def close(self):
        print("close", self.name)


with closing(Resource("r")) as r:
    print(r.name)
with nullcontext(5) as five, nullcontext() as none:
    print(five, none)
out = io.StringIO()
with redirect_stdout(out):
    print("hidden")
    sys.stdout.write("raw\n")
print(repr(out.getvalue()))
err = io.StringIO()
with redirect_stderr(err):
    print("to err", file=sys.stderr)
print(repr(err.getvalue()))


class Timer(ContextDecorator):
    def __enter__(self):
        print("start")
        return self

    def __exit__(self, *exc):
        print("stop", exc[0])
        return False


@Timer()
def f():
    return "result"


print(f())


class M(AbstractContextManager):
    def __exit__(self, *a):
        print("exit", a[0] and a[0].__name__)
        return True


with M() as m:
    print(m.__class__.__name__)
    raise OSError


@contextmanager
def twice():
    yield 1
    yield 2


@contextmanager
def never():
    if False:
        yield


@contextmanager
def replaces():
    try:
        yield
    except ValueError as error:
        raise TypeError("replaced") from error


for cm in (twice, never, replaces):
    try:
        with cm():
            if cm is replaces:
                raise ValueError("original")
    except (RuntimeError, TypeError) as error:
        print(type(error).__name__, error, repr(error.__cause__))


class Bad:
    def __enter__(self):
        return self


class NotOne:
    pass


for kind in (Bad, NotOne):
    try:
        with kind():
            pass
    except (TypeError, AttributeError) as error:
        print(type(error).__name__, error)
with (tag("p") as P, tag("q"),):
    print(P)
cm = tag("z")
print(cm.__enter__(), cm.__exit__(None, None, None))
