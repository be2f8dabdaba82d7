"""Exceptions: hierarchy, else and finally, chaining, notes, cleanup order, returns in finally."""


class AppError(Exception):
    code = 1

    def __str__(self):
        return f"[{self.code}] {super().__str__()}"


class Missing(AppError, KeyError):
    code = 404


def steps(fail=None):
    trail = []
    try:
        trail.append("try")
        if fail:
            raise fail
    except (ValueError, LookupError) as error:
        trail.append(f"except {type(error).__name__}")
    except AppError as error:
        trail.append(f"app {error}")
        raise
    else:
        trail.append("else")
    finally:
        trail.append("finally")
        print(trail)
    return "end"


print(steps(), steps(ValueError("v")), steps(IndexError("i")), steps(Missing("m")))
try:
    steps(AppError("x", 2))
except AppError as error:
    print(repr(error), error.args, isinstance(error, Exception), AppError.__mro__[1].__name__)


def override():
    try:
        return "try"
    finally:
        return "finally"


def loop():
    for i in range(5):
        try:
            if i == 1:
                continue
            if i == 3:
                break
            print("body", i, end=" ")
        finally:
            print("clean", i, end=" ")
    else:
        print("never")
    print()


print(override())
loop()


def convert(text):
    try:
        return int(text)
    except ValueError as error:
        raise RuntimeError(f"cannot convert {text!r}") from error


try:
    convert("x1")
except RuntimeError as error:
    print(error, "<-", repr(error.__cause__), error.__suppress_context__)
try:
    try:
        1 / 0
    except ZeroDivisionError:
        {}["missing"]
except KeyError as error:
    print(repr(error), "during", repr(error.__context__), error.__cause__)
try:
    try:
        raise ValueError("hidden")
    except ValueError:
        raise TypeError("shown") from None
except TypeError as error:
    print(error, error.__suppress_context__, repr(error.__context__))
try:
    error = ValueError("noted")
    error.add_note("first note")
    error.add_note("second")
    raise error
except ValueError as caught:
    print(caught.__notes__, caught is error)
try:
    caught
except NameError as gone:
    print(gone)
for thrower in (lambda: [][0], lambda: {}["k"], lambda: (1, 2)[5], lambda: "s"[9], lambda: int("ab"), lambda: float("1.2.3"), lambda: 1 % 0, lambda: 1.0 // 0,
                lambda: 0 ** -1, lambda: [1].remove(2), lambda: [].pop(), lambda: {}.popitem(), lambda: set().pop(), lambda: "abc".index("z"), lambda: (1,).index(2),
                lambda: next(iter(())), lambda: None.x, lambda: (3).foo, lambda: "a" + 1, lambda: 1 + "a", lambda: [] + (), lambda: {} < {}, lambda: -"x", lambda: len(5),
                lambda: iter(5), lambda: 5[0], lambda: [1]["a"], lambda: {[]: 1}, lambda: "%d" % "x", lambda: "{}{}".format(1), lambda: chr(-1), lambda: ord("ab"),
                lambda: round("x"), lambda: sum(["a"]), lambda: bytes([300]), lambda: "abc".split(""), lambda: list.append(1, 2), lambda: int(None), lambda: float("nan").as_integer_ratio()):
    try:
        thrower()
    except Exception as error:
        print(f"{type(error).__name__}: {error}")
try:
    raise 3
except TypeError as error:
    print(error)
try:
    assert 1 == 2, ("tuple", "message")
except AssertionError as error:
    print(error.args)
try:
    a, b = 1, 2, 3
except ValueError as error:
    print(error)
try:
    a, b, *c = [1]
except ValueError as error:
    print(error)
try:
    for x, y in [(1, 2), 3]:
        pass
except TypeError as error:
    print(error)
print(StopIteration(5).value, OSError(2, "no file", "x.txt"), repr(OSError(2, "no file")), KeyError("a"), repr(Exception()), Exception(1, "b"), SystemExit(3).code)
