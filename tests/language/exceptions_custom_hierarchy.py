"""A hierarchy of exceptions of a program's own: attributes, str, repr, equality, pickling aside, catching by base, args, properties, context."""


class AppError(Exception):
    """All that can go wrong."""
    code = 1

    def __init__(self, message="something failed", **details):
        super().__init__(message)
        self.details = details

    def __str__(self):
        extra = ", ".join(f"{k}={v!r}" for k, v in sorted(self.details.items()))
        return self.args[0] + (f" ({extra})" if extra else "")


class NotFound(AppError, LookupError):
    code = 2

    def __init__(self, what):
        super().__init__(f"{what} not found", what=what)
        self.what = what


class Invalid(AppError, ValueError):
    code = 3


class Fatal(BaseException):
    pass


def fail(kind):
    raise {"find": NotFound("key"), "bad": Invalid("bad value", value=-1), "plain": AppError(), "fatal": Fatal("stop"), "other": KeyError("k"), "os": OSError(5, "io")}[kind]


for kind in ("find", "bad", "plain", "fatal", "other", "os"):
    try:
        fail(kind)
    except NotFound as error:
        print("not found:", error, error.what, error.code, error.args, isinstance(error, LookupError))
    except ValueError as error:
        print("value:", error, error.details, type(error).__name__)
    except AppError as error:
        print("app:", error, repr(error), error.code)
    except Exception as error:
        print("other:", type(error).__name__, error)
    except BaseException as error:
        print("base:", repr(error))
    else:
        print("never")
    finally:
        print("-", end=" ")
print([c.__name__ for c in NotFound.__mro__], issubclass(Fatal, Exception), NotFound.__doc__, AppError.__doc__)


class WithSlots(Exception):
    def __init__(self, a, b):
        self.a, self.b = a, b


e = WithSlots(1, 2)
print(e.args, str(e), repr(e), e.a)


class Silent(Exception):
    def __init__(self, text):
        self.text = text
        super().__init__()

    def __repr__(self):
        return f"<{self.text}>"


print(repr(Silent("t")), str(Silent("t")), Silent("t").args)
e = ValueError("a", 1)
e.args = ("changed",)
print(e, e.args)
e.extra = 5
print(e.extra, vars(e))


def convert(text):
    try:
        return int(text)
    except ValueError as error:
        raise Invalid("cannot convert", text=text) from error


try:
    convert("x1")
except Invalid as error:
    print(error, "|", error.__cause__, "|", type(error.__context__).__name__)
errors = []
for action in (lambda: [][1], lambda: {}["a"], lambda: 1 / 0, lambda: int("z"), lambda: None.x, lambda: "a" + 1, lambda: undefined_name, lambda: open("/nonexistent/file") if False else (_ for _ in ()).throw(FileNotFoundError(2, "gone", "f"))):
    try:
        action()
    except (IndexError, KeyError) as error:
        errors.append(("lookup", repr(error)))
    except ArithmeticError as error:
        errors.append(("math", str(error)))
    except (ValueError, TypeError, AttributeError, NameError) as error:
        errors.append((type(error).__name__, str(error)))
    except OSError as error:
        errors.append((error.errno, error.strerror, error.filename, str(error)))
print(*errors, sep="\n")


class Rollback:
    def __init__(self): self.done = []
    def __enter__(self): return self
    def __exit__(self, kind, error, tb):
        if kind is not None:
            print("rolling back", self.done[::-1], "because", kind.__name__, error)
        return kind is not None and issubclass(kind, AppError)


with Rollback() as r:
    r.done += [1, 2]
    raise Invalid("half way")
try:
    with Rollback() as r:
        r.done.append(3)
        raise KeyError("passes")
except KeyError as error:
    print("outside", error)
stack = []


def nested(n):
    try:
        if n == 0:
            raise ValueError("bottom")
        nested(n - 1)
    except ValueError as error:
        stack.append(n)
        if n < 2:
            raise
        raise RuntimeError(f"wrapped at {n}") from error
    finally:
        stack.append(-n)


try:
    nested(2)
except RuntimeError as error:
    print(error, error.__cause__, stack)
