# Fields of exceptions that are set anew, contexts without circles, and the lines at which frames let exceptions go on.
import sys


def attempt(f, *args):
    try:
        print(f(*args))
    except Exception as error:
        print(type(error).__name__, error)


error = ImportError("test", name="name", path="path")
error.__init__()
print(error.args, error.msg, error.name, error.path)
for name in ("args", "__traceback__", "__cause__", "__context__"):
    attempt(delattr, error, name)
for details in (("bad.py", 1, 2), ("bad.py", 1, 2, "text", 5), ("bad.py", 1, 2, 4, 5, 6, 7)):
    attempt(SyntaxError, "bad", details)
print(UnicodeDecodeError("ascii", bytearray(b"\xff"), 0, 1, "out").object)


def chain():
    try:
        try:
            raise KeyError("a")
        except KeyError as first:
            try:
                raise ValueError("b")
            except ValueError:
                raise first
    except KeyError as error:
        return error, error.__context__, error.__context__.__context__


print(*map(repr, chain()))
try:
    1 / 0
except ZeroDivisionError:
    try:
        compile("1 +", "s", "exec")
    except SyntaxError as error:
        print(repr(error.__context__))


def in_finally():
    try:
        1 / 0
    finally:
        pass


def after_other():
    try:
        1 / 0
    except TypeError:
        pass


def named():
    try:
        1 / 0
    except ZeroDivisionError as error:
        error.x
        pass


for f in (in_finally, after_other, named):
    try:
        f()
    except Exception as error:
        entry = error.__traceback__.tb_next
        first = f.__code__.co_firstlineno
        print(f.__name__, entry.tb_lineno - first, entry.tb_frame.f_lineno - first)


def catches(kinds):
    try:
        raise ValueError
    except kinds:
        return "caught"


attempt(catches, (ValueError, KeyError))
attempt(catches, (ValueError, 42))
attempt(catches, (ValueError, (KeyError,)))
for source in ("f'{6 0}'", "func(\n    a=['open,\n    b=2,\n)", 'f(\n    a=["open], # "\n    b=2,\n)\n'):
    attempt(compile, source, "s", "exec")
