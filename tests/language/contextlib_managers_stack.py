"""contextmanager as block and decorator, suppress, ExitStack with callbacks and moved stacks."""
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


@tag("deco")
def work(x):
    print("working", x)
    return x * 2


print(work(4), work.__name__)

with suppress(ZeroDivisionError, KeyError) as nothing:
    print(nothing)
    1 / 0
with suppress():
    pass

with ExitStack() as stack:
    names = [stack.enter_context(tag(n)) for n in "xy"]
    stack.callback(print, "callback", 1, sep="-")

    @stack.callback
    def last():
        print("decorated callback")

    stack.push(lambda kind, value, tb: print("pushed saw", kind))
    print(names)

with ExitStack() as stack:
    stack.push(lambda kind, value, tb: kind is ValueError)
    raise ValueError("eaten")
print("after")

stack = ExitStack()
stack.enter_context(tag("kept"))
moved = stack.pop_all()
stack.close()
print("closed first")
moved.close()
