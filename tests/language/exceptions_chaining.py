# Chains of exceptions: cause, context, suppression, notes, re-raising, finally.
import traceback


def convert(text):
    try:
        return int(text)
    except ValueError as error:
        raise TypeError(f"cannot convert {text!r}") from error


try:
    convert("x")
except TypeError as error:
    print(error, "|", error.__cause__, "|", error.__context__ is error.__cause__, error.__suppress_context__)
try:
    try:
        {}["a"]
    except KeyError:
        [][1]
except IndexError as error:
    print(repr(error), repr(error.__context__), error.__cause__)
try:
    try:
        1 / 0
    except ZeroDivisionError:
        raise RuntimeError("hidden") from None
except RuntimeError as error:
    print(error.__context__, error.__cause__, error.__suppress_context__)
try:
    error = ValueError("with notes")
    error.add_note("first note")
    error.add_note("second note")
    raise error
except ValueError as caught:
    print(caught.__notes__, caught is error)
try:
    ValueError("x").add_note(3)
except TypeError as error:
    print(error)


def reraise():
    try:
        raise KeyError("original")
    except KeyError as error:
        error.extra = "kept"
        raise


try:
    reraise()
except KeyError as error:
    print(error, error.extra, error.args)
print(ValueError("a", 1), repr(ValueError("a", 1)), repr(ValueError()), str(ValueError()), KeyError("k"), repr(KeyError("k")), ValueError("a") == ValueError("a"))
print(OSError(2, "No such file", "name.txt"), repr(OSError(2, "x")), type(OSError(2, "x")).__name__, OSError(2, "x").errno, OSError("only").errno)
print(StopIteration(5).value, SystemExit(3).code, SystemExit().code, UnicodeDecodeError("utf-8", b"a\xff", 1, 2, "bad byte"))
for kind in [ZeroDivisionError, FileNotFoundError, ModuleNotFoundError, RecursionError, UnicodeError, KeyError, StopIteration, GeneratorExit, NotImplementedError]:
    print([c.__name__ for c in kind.__mro__[:-1]])


class Custom(Exception):
    """Documented."""


class WithInit(Exception):
    def __init__(self, a, b=2):
        self.a, self.b = a, b

    def __str__(self):
        return f"{self.a}/{self.b}"


print(repr(Custom("x", 1)), str(WithInit(1)), repr(WithInit(1)), WithInit(1, b=3).args, Custom.__doc__)


def cleanup():
    log = []
    try:
        try:
            log.append("try")
            raise ValueError
        except TypeError:
            log.append("no")
        finally:
            log.append("finally")
    except ValueError:
        log.append("outer")
    else:
        log.append("else")
    return log


print(cleanup())


def generator():
    try:
        yield 1
    except ValueError as error:
        yield f"got {error}"
    finally:
        print("closed")


g = generator()
print(next(g), g.throw(ValueError("thrown")), list(g))
try:
    raise ValueError("traced")
except ValueError:
    text = traceback.format_exc()
    print(text.splitlines()[0], text.splitlines()[-1])
print(traceback.format_exception_only(KeyError("k")), traceback.format_exception_only(type(error := ValueError("v")), error))
try:
    raise Custom from ValueError
except Custom as error:
    print(repr(error.__cause__))
def checks(x):
    if not isinstance(x, int):
        raise TypeError("expected int, got " + type(x).__name__)
    assert x >= 0, f"negative: {x}"
    return x
for value in (1, "a", -1):
    try:
        print(checks(value))
    except (TypeError, AssertionError) as error:
        print(type(error).__name__, error)
