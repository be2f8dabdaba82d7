# ExceptionGroup and BaseExceptionGroup by themselves.


def told(step):
    try:
        print(repr(step()))
    except Exception as error:
        print(type(error).__name__, error)


told(lambda: ExceptionGroup("m", [ValueError(1)]))
told(lambda: ExceptionGroup("m", (ValueError(1), TypeError("x"))))
told(lambda: BaseExceptionGroup("m", [ValueError(1)]))
told(lambda: BaseExceptionGroup("m", [KeyboardInterrupt()]))
told(lambda: ExceptionGroup("m", [KeyboardInterrupt()]))
told(lambda: ExceptionGroup("m", []))
told(lambda: ExceptionGroup("m"))
told(lambda: ExceptionGroup())
told(lambda: ExceptionGroup(1, [ValueError()]))
told(lambda: ExceptionGroup("m", 5))
told(lambda: ExceptionGroup("m", {ValueError(1)}))
told(lambda: ExceptionGroup("m", [ValueError(1), 5]))
told(lambda: ExceptionGroup("m", [ValueError]))
told(lambda: ExceptionGroup("m", "text"))

group = ExceptionGroup("several", [ValueError(1), ExceptionGroup("in", [TypeError(2), OSError(3, "x")]), KeyError("k")])
print(group, "|", str(ExceptionGroup("one", [ValueError(0)])))
print(group.message, len(group.exceptions), type(group.exceptions).__name__, len(group.args))
print(ExceptionGroup.__mro__)
print(issubclass(ExceptionGroup, Exception), issubclass(BaseExceptionGroup, Exception))
for name in ("message", "exceptions"):
    try:
        setattr(group, name, "x")
    except AttributeError as error:
        print("read-only", name)

print(repr(group.subgroup(TypeError)))
print(repr(group.subgroup((ValueError, KeyError))))
print(group.subgroup(ZeroDivisionError))
print(group.subgroup(Exception) is group, group.subgroup(ExceptionGroup) is group)
print(repr(group.subgroup(lambda error: isinstance(error, OSError))))
print(group.split(TypeError))
print(group.split(lambda error: False)[0], group.split(lambda error: False)[1] is group)
print(group.split(lambda error: True)[0] is group)
matched, rest = group.split((TypeError, OSError))
print(matched.exceptions[0].exceptions, rest.exceptions)
for wrong in (5, int, (ValueError, 5), (int,), None):
    try:
        group.split(wrong)
    except TypeError:
        print("wrong matcher")

print(repr(group.derive([ValueError(9)])))


class Coded(ExceptionGroup):
    def __new__(cls, message, exceptions, code=0):
        made = super().__new__(cls, message, exceptions)
        made.code = code
        return made

    def __init__(self, message, exceptions, code=0):
        pass

    def derive(self, excs):
        return Coded(self.message, excs, self.code)


coded = Coded("coded", [ValueError(1), TypeError(2)], code=7)
coded.add_note("a note")
part, other = coded.split(ValueError)
print(type(part), part.code, part.__notes__, part.exceptions, other.exceptions)
part.add_note("another")
print(coded.__notes__, part.__notes__, other.__notes__)


class Plain(ExceptionGroup):
    pass


print(repr(Plain("p", [ValueError(1), TypeError(2)]).subgroup(ValueError)))


class Wrong(ExceptionGroup):
    def derive(self, excs):
        return 42


try:
    Wrong("w", [ValueError(1), TypeError(2)]).split(ValueError)
except TypeError as error:
    print(error)


class OnlyExceptions(ExceptionGroup, ValueError):
    pass


told(lambda: OnlyExceptions("x", [SystemExit()]))
told(lambda: OnlyExceptions("x", [IndexError()]))
try:
    raise OnlyExceptions("x", [IndexError()])
except ValueError as error:
    print("as a ValueError", error)

cause = KeyError("cause")
try:
    try:
        raise cause
    except KeyError:
        raise ExceptionGroup("linked", [ValueError(1), TypeError(2)]) from cause
except ExceptionGroup as linked:
    part = linked.subgroup(ValueError)
    print(part.__cause__ is cause, part.__context__ is cause, part.__suppress_context__, part.__traceback__ is not None)
print(ExceptionGroup[int], BaseExceptionGroup[ValueError])
deep = ValueError("leaf")
for level in range(30):
    deep = ExceptionGroup(str(level), [deep])
print(len(repr(deep)) > 100, deep.subgroup(ValueError) is not None, deep.subgroup(KeyError))
