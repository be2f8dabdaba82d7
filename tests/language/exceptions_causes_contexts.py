"""raise from, from None, notes, args, str and repr, what tracebacks say of exceptions."""
import traceback


def load(path):
    try:
        return {"a": 1}[path]
    except KeyError as error:
        raise RuntimeError(f"cannot load {path!r}") from error


try:
    load("b")
except RuntimeError as error:
    print(error, repr(error.__cause__), error.__suppress_context__, error.__context__ is error.__cause__)
try:
    try:
        1 / 0
    except ZeroDivisionError:
        undefined
except NameError as error:
    print(error, repr(error.__context__), error.__cause__, error.__suppress_context__, error.name)
try:
    try:
        1 / 0
    except ZeroDivisionError:
        raise ValueError("hidden") from None
except ValueError as error:
    print(error.__cause__, repr(error.__context__), error.__suppress_context__)
try:
    raise ValueError from KeyError
except ValueError as error:
    print(repr(error), repr(error.__cause__))
for bad in (lambda: (_ for _ in ()).throw(3), lambda: [].__getattribute__("x")):
    try:
        bad()
    except (TypeError, AttributeError) as error:
        print(error)
try:
    raise 5
except TypeError as error:
    print(error)
try:
    raise ValueError("x") from 5
except TypeError as error:
    print(error)
try:
    raise
except RuntimeError as error:
    print(error)
e = ValueError("a", 2, [3])
print(e, repr(e), e.args, str(ValueError()), repr(ValueError()), str(ValueError("one")), repr(KeyError("k")), str(KeyError("k")), str(KeyError()), str(KeyError(1, 2)), repr(OSError(2, "No such", "f")), str(OSError(2, "No such", "f")), OSError(2, "m").errno)
e.add_note("first note")
e.add_note("second")
print(e.__notes__, e == ValueError("a", 2, [3]), isinstance(e, Exception), issubclass(KeyError, LookupError), ZeroDivisionError.__mro__[1].__name__)
try:
    e.add_note(3)
except TypeError as error:
    print(error)
print("".join(traceback.format_exception_only(type(e), e)))
print(traceback.format_exception_only(KeyError("k")), traceback.format_exception_only(ValueError()), traceback.format_exception_only(TypeError, TypeError("m")))


class AppError(Exception):
    """Base."""

    def __init__(self, message, code=None):
        super().__init__(message)
        self.code = code

    def __str__(self):
        return f"[{self.code}] {super().__str__()}"


class NotFound(AppError):
    pass


try:
    raise NotFound("gone", 404)
except AppError as error:
    print(error, repr(error), error.args, error.code, type(error).__mro__[:2])
print(traceback.format_exception_only(NotFound("q", 1)))
