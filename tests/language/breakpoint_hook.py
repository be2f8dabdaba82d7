# breakpoint(), what it calls, and input() where sys.stdin was set.
import contextlib
import io
import os
import sys
import warnings


def told(*args, **kwargs):
    print("hook", args, kwargs)
    return "answer"


sys.breakpointhook = told
print(breakpoint(1, word=2))
del sys.breakpointhook
try:
    breakpoint()
except RuntimeError as error:
    print("RuntimeError:", error)
sys.breakpointhook = sys.__breakpointhook__

os.environ["PYTHONBREAKPOINT"] = "0"
print(breakpoint())
os.environ["PYTHONBREAKPOINT"] = "builtins.print"
breakpoint("printed", 3, sep="-")
os.environ["PYTHONBREAKPOINT"] = "len"
print(breakpoint([1, 2, 3]))
for wrong in ("nowhere.at_all", ".", "..", ".foobar", "os.missing", "a..b"):
    os.environ["PYTHONBREAKPOINT"] = wrong
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        print(breakpoint(), [(warning.category.__name__, str(warning.message)) for warning in caught])
del os.environ["PYTHONBREAKPOINT"]

sys.stdin = io.StringIO("first\nsecond\r\n\nlast")
for prompt in ("? ", "", "> ", "! "):
    print(repr(input(prompt)))
try:
    input("none ")
except EOFError as error:
    print("EOFError:", error)
sys.stdin = io.StringIO("asked\n")
said = io.StringIO()
with contextlib.redirect_stdout(said):
    answer = input("where? ")
print(repr(said.getvalue()), repr(answer))
sys.stdin = sys.__stdin__
