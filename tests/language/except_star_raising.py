# except*: clauses that raise, raise again, and what becomes of the rest.


def show(error, depth=0):
    pad = "  " * depth
    if isinstance(error, BaseExceptionGroup):
        print(f"{pad}{type(error).__name__} {error.message!r} context={error.__context__!r} cause={error.__cause__!r}")
        for member in error.exceptions:
            show(member, depth + 1)
    else:
        print(f"{pad}{error!r} context={error.__context__!r} cause={error.__cause__!r}")


def caught(function):
    print("--", function.__name__)
    try:
        function()
    except BaseException as error:
        show(error)
    else:
        print("nothing")


@caught
def raises_new():
    try:
        raise ExceptionGroup("eg", [ValueError(1), TypeError(2)])
    except* ValueError:
        raise KeyError("new")


@caught
def raises_new_for_all():
    try:
        raise ExceptionGroup("eg", [ValueError(1)])
    except* ValueError:
        raise KeyError("new")


@caught
def raises_with_cause():
    try:
        raise ExceptionGroup("eg", [ValueError(1), OSError(2)])
    except* ValueError as group:
        raise RuntimeError("told") from group.exceptions[0]


@caught
def raises_again():
    try:
        raise ExceptionGroup("eg", [ValueError(1), TypeError(2), OSError(3)])
    except* ValueError:
        raise
    except* TypeError:
        pass


@caught
def raises_again_all():
    try:
        raise ExceptionGroup("eg", [ExceptionGroup("in", [ValueError(1), TypeError(2)]), OSError(3)])
    except* ValueError:
        raise
    except* TypeError:
        raise
    except* OSError:
        raise


@caught
def raises_the_name_again():
    try:
        raise ExceptionGroup("eg", [ValueError(1), TypeError(2)])
    except* ValueError as group:
        raise group


@caught
def raises_in_two():
    try:
        raise ExceptionGroup("eg", [ValueError(1), TypeError(2), OSError(3)])
    except* ValueError:
        raise KeyError("a")
    except* TypeError:
        raise IndexError("b")


@caught
def naked_again():
    try:
        raise ValueError("naked")
    except* ValueError:
        raise


@caught
def naked_other():
    try:
        raise ValueError("naked")
    except* ValueError as group:
        print(repr(group))
        raise TypeError("other")


@caught
def nested():
    try:
        try:
            raise ExceptionGroup("outer", [ValueError(1), TypeError(2)])
        except* ValueError:
            try:
                raise ExceptionGroup("inner", [KeyError(1), OSError(2)])
            except* KeyError:
                pass
    except* TypeError as group:
        print("types", repr(group))


@caught
def in_else():
    try:
        pass
    except* ValueError:
        pass
    else:
        raise ValueError("from else")


@caught
def finally_raises():
    try:
        raise ExceptionGroup("eg", [ValueError(1)])
    except* TypeError:
        pass
    finally:
        raise KeyError("finally")


@caught
def base_and_other():
    try:
        raise BaseExceptionGroup("eg", [SystemExit(1), ValueError(2)])
    except* ValueError:
        raise RuntimeError("new")


import sys

try:
    raise ExceptionGroup("current", [ValueError(1), TypeError(2)])
except* ValueError:
    print(repr(sys.exception() if hasattr(sys, "exception") else sys.exc_info()[1]))
except* TypeError:
    print(repr(sys.exc_info()[1]))
print(sys.exc_info())
