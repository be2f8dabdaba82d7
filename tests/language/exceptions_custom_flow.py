"""Exceptions as design: hierarchies, retry, validation collecting errors, cleanup, re-raise, finally semantics."""


class ValidationError(ValueError):
    def __init__(self, field, reason, *, value=None):
        super().__init__(f"{field}: {reason}")
        self.field, self.reason, self.value = field, reason, value


class Missing(ValidationError):
    def __init__(self, field):
        super().__init__(field, "is missing")


class TooBig(ValidationError):
    pass


class Many(Exception):
    def __init__(self, errors):
        self.errors = errors
        super().__init__(f"{len(errors)} errors")

    def __iter__(self):
        return iter(self.errors)


rules = {"name": str, "age": int, "email": str}


def validate(record):
    errors = []
    for field, kind in rules.items():
        try:
            value = record[field]
            if not isinstance(value, kind):
                raise ValidationError(field, f"expected {kind.__name__}, got {type(value).__name__}", value=value)
            if kind is int and value > 150:
                raise TooBig(field, "too big", value=value)
        except KeyError as e:
            errors.append(Missing(e.args[0]))
        except ValidationError as e:
            errors.append(e)
    if errors:
        raise Many(errors)
    return record


for record in ({"name": "a", "age": 3, "email": "x"}, {"name": 5, "age": 200}, {}):
    try:
        print(validate(record))
    except Many as many:
        print(many, [(type(e).__name__, str(e), e.value) for e in many])
attempts = []


def unstable():
    attempts.append(1)
    if len(attempts) < 3:
        raise ConnectionError(f"try {len(attempts)}")
    return "ok"


def retry(f, times):
    last = None
    for _ in range(times):
        try:
            return f()
        except ConnectionError as e:
            last = e
    raise RuntimeError("all failed") from last


print(retry(unstable, 5), len(attempts))
attempts.clear()
try:
    retry(unstable, 2)
except RuntimeError as e:
    print(e, "|", e.__cause__)


def order():
    out = []

    def inner():
        try:
            try:
                out.append("a")
                raise KeyError("k")
            finally:
                out.append("b")
        except KeyError:
            out.append("c")
            raise ValueError("v")
        else:
            out.append("no")
        finally:
            out.append("d")

    try:
        inner()
    except ValueError as e:
        out.append(repr(e.__context__))
    return out


print(order())


def swallow():
    for i in range(3):
        try:
            1 / (1 - i)
        except ZeroDivisionError:
            return f"zero at {i}"
        finally:
            if i == 1:
                print("finally", i, end=" ")


print(swallow())


def gen():
    try:
        yield 1
        yield 2
    except GeneratorExit:
        print("exit", end=" ")
        raise
    finally:
        print("clean", end=" ")


for v in gen():
    break
print("after")
try:
    try:
        raise IndexError("first")
    except IndexError:
        raise
except LookupError as e:
    print("reraised", repr(e))
try:
    raise
except RuntimeError as e:
    print(e)
try:
    raise ValueError
except ValueError as e:
    print(repr(e), e.args, str(e) == "")
try:
    raise KeyError("quoted") from ValueError("cause")
except KeyError as e:
    print(e, str(e), repr(e.__cause__), e.__cause__ is not None)
print(
    [
        issubclass(a, b)
        for a, b in (
            (IndexError, LookupError),
            (KeyError, LookupError),
            (ZeroDivisionError, ArithmeticError),
            (FileNotFoundError, OSError),
            (ModuleNotFoundError, ImportError),
            (RecursionError, RuntimeError),
            (UnicodeDecodeError, ValueError),
            (KeyboardInterrupt, Exception),
            (StopIteration, Exception),
            (NotImplementedError, RuntimeError),
            (TimeoutError, OSError),
        )
    ]
)
try:
    (lambda: (yield))().throw(ValueError("thrown"))
except ValueError as e:
    print(e)
try:
    raise Exception("a", 1)
except Exception as e:
    print(e, e.args, type(e).__name__)
    x, y = e.args
    print(x, y)
e = ValueError("kept")
print(isinstance(e, Exception), e == ValueError("kept"), e.with_traceback(None) is e, e.__traceback__)
try:
    try:
        raise ValueError("one")
    except (TypeError, ValueError) as err:
        err.extra = "attached"
        raise
except Exception as err:
    print(err.extra)
