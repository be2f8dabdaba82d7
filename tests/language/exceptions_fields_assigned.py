# Fields of exceptions that programs assign, and the limit of recursion.
import sys


def told(step):
    try:
        print(repr(step()))
    except BaseException as error:
        print(type(error).__name__, error)


error = ValueError(1, 2)
error.args = "ab"
print(repr(error), error.args)
for name, wrong in (("__cause__", 5), ("__context__", "x"), ("__suppress_context__", 1), ("__traceback__", 5)):
    try:
        setattr(error, name, wrong)
    except TypeError as complaint:
        print(complaint)
error.__cause__ = KeyError("k")
print(error.__suppress_context__, repr(error.__cause__))
error.__cause__ = None
print(error.__suppress_context__, error.__cause__)

stop = StopIteration(5)
stop.value = 6
print(stop.value, stop.args)
system = OSError(2, "text", "file")
system.errno, system.strerror = 5, "other"
print(system.errno, system.filename, system)
system.filename = "renamed"
print(system, system.args)
leaving = SystemExit(3)
leaving.code = 4
print(leaving.code, leaving.args, SystemExit(1, 2).code, SystemExit().code)
syntax = SyntaxError("message", ("file.py", 1, 2, "text"))
syntax.lineno = 5
print(syntax.lineno, syntax.filename, syntax.text, syntax.print_file_and_line)
coded = UnicodeDecodeError("utf8", b"abc", 1, 2, "reason")
print(coded)
coded.start, coded.reason = 0, "another"
print(coded.start, coded)
missing = NameError("m", name="n")
missing.name = "other"
print(missing.name)
imported = ImportError("m", name="n", path="p")
imported.path = "q"
imported.msg = "changed"
print(imported.name, imported.path, imported.msg)


class Chosen(Exception):
    def __new__(cls, *args):
        return Exception.__new__(cls, "by new")


print(Chosen(5).args, Chosen.__new__(Chosen, 1).args)


class Own(Exception):
    def __init__(self, value):
        self.value = value


print(Own(5).args, Own(5).value)


def deep(n):
    return 0 if n == 0 else 1 + deep(n - 1)


limit = sys.getrecursionlimit()
print(limit)
sys.setrecursionlimit(5000)
print(deep(3000), sys.getrecursionlimit())
sys.setrecursionlimit(200)
try:
    deep(300)
except RecursionError as error:
    print("RecursionError")
sys.setrecursionlimit(limit)
for wrong in (0, -5, "x"):
    try:
        sys.setrecursionlimit(wrong)
    except (ValueError, TypeError) as error:
        print(type(error).__name__)


def from_inside(n):
    if n:
        return from_inside(n - 1)
    try:
        sys.setrecursionlimit(20)
    except RecursionError as error:
        return "too low"


print(from_inside(50))
