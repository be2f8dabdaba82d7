"""Exception groups: splitting, deriving, raising anew; their reports; notes that are none. Recorded with CPython 3.13."""

import sys

NAME = (lambda: 0).__code__.co_filename


class Hidden:
    """Standard output without the name of this file."""

    def __init__(self, stream):
        self.stream = stream

    def write(self, text):
        return self.stream.write(text.replace(NAME, "FILE"))

    def flush(self):
        self.stream.flush()


sys.stdout = Hidden(sys.stdout)
import traceback


def t(f):
    try:
        print(f())
    except BaseException as e:
        print(type(e).__name__, e, getattr(e, "__notes__", None))


eg = ExceptionGroup(
    "top",
    [
        ValueError(1),
        ExceptionGroup("in", [TypeError(2), KeyError("k"), ExceptionGroup("deep", [ValueError(3)])]),
        OSError(2, "x"),
    ],
)
eg.add_note("note one")
try:
    raise eg
except* ValueError as e:
    print(repr(e), e.__notes__, e.exceptions[1].message, e.__traceback__ is not None, e.__context__)
    v = e
except* (TypeError, KeyError) as e:
    print(repr(e))
except* OSError:
    pass
print(eg.split(TypeError))
print(eg.subgroup(lambda e: isinstance(e, ValueError) and e.args[0] == 3))
print(eg.subgroup(ExceptionGroup) is eg, eg.subgroup(ZeroDivisionError), eg.split(ZeroDivisionError)[0])
t(lambda: eg.split(5))
t(lambda: eg.split(int))
t(lambda: eg.split((ValueError, 5)))
t(lambda: eg.subgroup())
t(lambda: ExceptionGroup("a", []))
t(lambda: ExceptionGroup("a", [1]))
t(lambda: ExceptionGroup(5, [ValueError()]))
t(lambda: ExceptionGroup("a", 5))
t(lambda: ExceptionGroup("a"))
t(lambda: ExceptionGroup("a", [KeyboardInterrupt()]))
t(lambda: BaseExceptionGroup("a", [ValueError()]).__class__)
t(lambda: BaseExceptionGroup("a", [KeyboardInterrupt()]))


class MyEG(ExceptionGroup):
    def __new__(cls, msg, excs, code=0):
        s = super().__new__(cls, msg, excs)
        s.code = code
        return s

    def derive(self, excs):
        return MyEG(self.message, excs, self.code)


m = MyEG("mine", [ValueError(1), TypeError(2)], 7)
m.__cause__ = OSError("c")
m.add_note("n")
a, b = m.split(ValueError)
print(repr(a), a.code, b.code, a.__cause__, a.__notes__, a.__notes__ is m.__notes__, type(b).__name__)


class Bad(ExceptionGroup):
    def derive(self, excs):
        return 5


try:
    raise Bad("b", [ValueError(1), TypeError(2)])
except BaseException as e:
    t(lambda: e.split(ValueError))


class Bad2(ExceptionGroup):
    pass


print(
    type(Bad2("x", [ValueError()]).subgroup(ValueError)).__name__,
    type(Bad2("x", [ValueError(), OSError()]).subgroup(ValueError)).__name__,
)


def r1():
    try:
        try:
            raise ExceptionGroup("g", [ValueError(1), TypeError(2)])
        except* ValueError:
            raise KeyError("new")
    except BaseException as e:
        traceback.print_exception(e)
        return repr(e)


sys.stderr = sys.stdout
t(r1)


def r2():
    try:
        raise ValueError("naked")
    except* ValueError as e:
        return_value = repr(e), e.message
    return return_value


t(r2)


def r3():
    try:
        try:
            raise ExceptionGroup("g", [ValueError(1), TypeError(2)])
        except* ValueError as e:
            raise
    except BaseException as e:
        return repr(e)


t(r3)


def r4():
    try:
        try:
            raise ExceptionGroup("g", [ValueError(1), TypeError(2)])
        except* ValueError as e:
            raise e
        except* TypeError as e:
            raise RuntimeError from e
    except BaseException as e:
        traceback.print_exception(e)
        return repr(e)


t(r4)


def r5():
    try:
        raise ExceptionGroup("g", [ValueError(1)])
    except* ExceptionGroup:
        pass


t(r5)


def r6():
    try:
        raise ExceptionGroup("g", [ValueError(1)])
    except* 5:
        pass


t(r6)


def r7():
    try:
        raise ValueError
    except* (ValueError, ExceptionGroup):
        pass


t(r7)


def r8():
    for i in range(3):
        try:
            if i == 1:
                raise ExceptionGroup("g", [ValueError(i)])
        except* ValueError:
            print("caught", i)
        else:
            print("else", i)
        finally:
            print("fin", i)


t(r8)
for src in [
    "try: pass\nexcept* ValueError: return",
    "def f():\n try: pass\n except* E: return 1",
    "for x in y:\n try: pass\n except* E: break",
    "for x in y:\n try: pass\n except* E:\n  continue",
    "for x in y:\n try: pass\n except* E:\n  for z in y: break",
    "try: pass\nexcept*: pass",
    "try: pass\nexcept* E: pass\nexcept F: pass",
    "try: pass\nexcept E: pass\nexcept* F: pass",
    "def f():\n try: pass\n except* E:\n  def g(): return 1",
    "try: pass\nexcept * E as e: pass",
    "try: pass\nexcept* E, F: pass",
    "try: pass\nexcept* (E, F) as e: pass\nelse: pass\nfinally: pass",
    "try: pass\nexcept*E: pass",
    "try: pass\nexcept* E as f.x: pass",
]:
    try:
        compile(src, "s", "exec")
        print("ok")
    except SyntaxError as e:
        print(repr(src), e.msg, e.lineno, e.offset)
e = ValueError("x")
t(lambda: e.add_note(5))
e.add_note("a")
e.add_note("b\nc")
print(e.__notes__)
traceback.print_exception(e)
e.__notes__ = 5
traceback.print_exception(e)
e.__notes__ = ["ok", 5, None]
traceback.print_exception(e)


class BR:
    def __str__(self):
        raise ValueError

    def __repr__(self):
        raise TypeError


e.__notes__ = [BR()]
traceback.print_exception(e)
traceback.print_exception(ValueError(BR()))
big = ExceptionGroup("big", [ValueError(i) for i in range(20)])
traceback.print_exception(big)
d = ValueError("leaf")
for i in range(15):
    d = ExceptionGroup(f"l{i}", [d])
traceback.print_exception(d)
traceback.print_exception(d, limit=1)
te = traceback.TracebackException.from_exception(big, max_group_width=2, max_group_depth=3)
print("".join(te.format()))
import pickle, copy

p = pickle.loads(pickle.dumps(eg))
print(repr(p), p.__notes__)
print(repr(copy.copy(eg)), copy.copy(eg).__notes__)
