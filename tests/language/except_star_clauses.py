# except*: which clause takes what, and what goes on.


def show(group, depth=0):
    pad = "  " * depth
    if isinstance(group, BaseExceptionGroup):
        print(f"{pad}{type(group).__name__} {group.message!r} {len(group.exceptions)}")
        for member in group.exceptions:
            show(member, depth + 1)
    else:
        print(f"{pad}{group!r}")


def attempt(make):
    order = []
    try:
        try:
            raise make()
        except* ValueError as group:
            order.append("value")
            show(group)
        except* (TypeError, KeyError) as group:
            order.append("type or key")
            show(group)
        except* OSError:
            order.append("os")
        else:
            order.append("else")
        finally:
            order.append("finally")
    except BaseException as left:
        print("left:")
        show(left)
        print("context:", repr(left.__context__), "cause:", repr(left.__cause__))
    print(order)


attempt(lambda: ExceptionGroup("one", [ValueError(1)]))
attempt(lambda: ExceptionGroup("two", [ValueError(1), TypeError(2), ValueError(3)]))
attempt(lambda: ExceptionGroup("deep", [ExceptionGroup("in", [KeyError("k"), OSError(5, "io")]), TypeError(2)]))
attempt(lambda: ExceptionGroup("left", [ValueError(1), ZeroDivisionError("z"), ExceptionGroup("x", [IndexError(0)])]))
attempt(lambda: ValueError("naked"))
attempt(lambda: ZeroDivisionError("naked and not taken"))
attempt(lambda: BaseExceptionGroup("base", [KeyboardInterrupt(), ValueError(1)]))
attempt(lambda: PermissionError(13, "no"))

# Nothing raised: else runs.
try:
    pass
except* ValueError:
    print("never")
else:
    print("else")
finally:
    print("finally")

# The name is unbound after the clause.
try:
    raise ExceptionGroup("g", [ValueError(1)])
except* ValueError as name:
    print(type(name))
try:
    name
except NameError as error:
    print(error)

# A loop inside a clause may break and go on; a function inside may return.
try:
    raise ExceptionGroup("g", [ValueError(1), ValueError(2)])
except* ValueError as group:
    for member in group.exceptions:
        if member.args[0] == 1:
            continue
        print("at", member)
        break

    def inner():
        return 5

    print(inner())

# In a generator, and in a loop.
def rounds():
    for make in (ValueError, TypeError, KeyError):
        try:
            raise ExceptionGroup("r", [make("x")])
        except* ValueError:
            yield "value"
        except* TypeError:
            yield "type"
        except* Exception as rest:
            yield rest.exceptions[0]


print(list(rounds()))


def returns():
    try:
        raise ExceptionGroup("g", [ValueError(1)])
    except* ValueError:
        result = "handled"
    return result


print(returns())

for source in (
    "try: pass\nexcept* BaseExceptionGroup: pass",
    "try: raise ValueError\nexcept* ExceptionGroup: pass",
    "try: raise ValueError\nexcept* (ValueError, ExceptionGroup): pass",
    "try: raise ValueError\nexcept* 5: pass",
):
    try:
        exec(source)
    except TypeError as error:
        print(error)
    else:
        print("fine")
