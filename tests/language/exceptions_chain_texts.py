"""Causes and contexts: raise from, from None, notes, attributes, args, str and repr, re-raising, finally's order."""
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


def order():
    log = []
    try:
        log.append("try")
        try:
            raise KeyError("inner")
        finally:
            log.append("inner finally")
    except KeyError:
        log.append("except")
        try:
            return log
        finally:
            log.append("return finally")
    else:
        log.append("else")
    finally:
        log.append("finally")


print(order())


def overriding():
    for i in range(3):
        try:
            return i
        finally:
            if i < 2:
                continue
            return "last"


def swallow():
    try:
        raise ValueError
    finally:
        return "swallowed"


def loops():
    out = []
    for i in range(5):
        try:
            if i == 1:
                continue
            if i == 3:
                break
            out.append(i)
        finally:
            out.append(f"f{i}")
    else:
        out.append("else")
    return out


print(overriding(), swallow(), loops())
try:
    try:
        raise KeyError("first")
    finally:
        raise IndexError("second")
except IndexError as error:
    print(repr(error), repr(error.__context__))


def retry(times):
    for attempt in range(1, times + 1):
        try:
            if attempt < 3:
                raise ConnectionError(f"attempt {attempt}")
            return f"ok after {attempt}"
        except ConnectionError as error:
            last = error
    raise TimeoutError("gave up") from last


print(retry(5))
try:
    retry(2)
except TimeoutError as error:
    print(error, "<-", error.__cause__)
try:
    try:
        raise ValueError("kept")
    except ValueError as error:
        kept = error
        raise
except ValueError as again:
    print(again is kept)
try:
    error
except NameError as gone:
    print(gone)
for kinds in ((ValueError, TypeError), (), (KeyError, IndexError)):
    try:
        try:
            int("x")
        except kinds as error:
            print("caught", error)
    except ValueError as error:
        print("not caught by", kinds)
try:
    try:
        int("x")
    except 5:
        pass
except TypeError as error:
    print(error)
try:
    assert 1 == 2, f"math {1 + 1}"
except AssertionError as error:
    print(repr(error))
try:
    assert ()
except AssertionError as error:
    print(repr(error))
print(StopIteration(5).value, SystemExit(3).code, UnicodeDecodeError("utf-8", b"\xff", 0, 1, "why").reason, AttributeError("m", name="n", obj=3).name, NameError("x", name="y").name, ImportError("m", name="mod", path="p").path)
err = e.with_traceback(None)
print(err is e, e.__traceback__)
