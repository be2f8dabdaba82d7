"""sys.settrace and setprofile, frames, hooks, and tracebacks with their carets. Recorded with CPython 3.13."""

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
import sys, traceback, faulthandler, threading, warnings, gc, io


def t(f):
    try:
        print(f())
    except BaseException as e:
        print(type(e).__name__, e)


log = []


def tracer(frame, event, arg):
    if frame.f_code.co_filename != tracer.__code__.co_filename:
        return None
    log.append(
        (
            event,
            frame.f_code.co_name,
            frame.f_lineno - frame.f_code.co_firstlineno,
            arg if event == "return" else arg and arg[0].__name__ if event == "exception" else None,
        )
    )
    return tracer


def g():
    yield 1
    yield 2


def f(x):
    y = 0
    for i in range(2):
        y += i
    try:
        1 / 0
    except ZeroDivisionError:
        y = -1
    list(g())
    return [1, 2], y


sys.settrace(tracer)
f(1)
sys.settrace(None)
for l in log:
    print(l)
log.clear()


def prof(frame, event, arg):
    log.append((event, frame.f_code.co_name, getattr(arg, "__name__", None) if event.startswith("c_") else None))


def h():
    return len([1]) + abs(-1)


sys.setprofile(prof)
h()
sys.setprofile(None)
for l in log:
    print(l)
log.clear()


def optr(frame, event, arg):
    frame.f_trace_opcodes = True
    frame.f_trace_lines = False
    log.append(event)
    return optr


sys.settrace(optr)
h()
sys.settrace(None)
print(log[0], set(log[1:]) <= {"opcode", "return", "call"})
t(lambda: sys.settrace(5))
sys.settrace(None)


def failing(frame, event, arg):
    raise RuntimeError("trace fails")


def k():
    return 1


try:
    sys.settrace(failing)
    k()
except RuntimeError as e:
    print(e, sys.gettrace())
sys.settrace(None)
fr = sys._getframe()
print(
    fr.f_code.co_name,
    fr.f_back,
    fr.f_lineno > 0,
    fr.f_globals is globals(),
    fr.f_locals is globals(),
    type(fr.f_builtins).__name__,
)


def loc():
    a, b = 1, 2
    fr = sys._getframe()
    fl = fr.f_locals
    fl["a"] = 10
    fl["new"] = 5
    return a, sorted(fl), locals().get("new"), type(fl).__name__, dict(fl) == fl


t(loc)
t(lambda: sys._getframe(1000))


def cl():
    fr = sys._getframe()
    t(fr.clear)

    def gg():
        x = 5
        yield sys._getframe()

    gen = gg()
    f2 = next(gen)
    t(f2.clear)
    print(f2.f_locals)
    t(lambda: next(gen))


cl()
sys.stderr = sys.stdout


def hook(tp, v, tb):
    print("HOOK", tp.__name__, v, traceback.extract_tb(tb)[-1].name if tb else None)


class D:
    def __del__(self):
        raise ValueError("in del")


sys.unraisablehook = lambda u: print("UR", u.exc_type.__name__, u.exc_value, u.err_msg, u.object is not None)
d = D()
del d
gc.collect()
sys.unraisablehook = sys.__unraisablehook__
t(lambda: sys.exc_info())
t(lambda: sys.exception())
try:
    1 / 0
except ZeroDivisionError as e:
    print(sys.exception() is e, sys.exc_info()[0])
    tb = e.__traceback__
    print(tb.tb_lineno == tb.tb_frame.f_lineno or tb.tb_lineno > 0, tb.tb_next, tb.tb_frame.f_code.co_name, tb.tb_lasti >= 0)
    t(lambda: setattr(tb, "tb_next", tb))
    t(lambda: setattr(tb, "tb_next", 5))
    t(lambda: setattr(e, "__traceback__", 5))
    t(lambda: setattr(e, "__cause__", 5))
    t(lambda: setattr(e, "__context__", 5))
import types

t(lambda: types.TracebackType(None, sys._getframe(), 1, 2).tb_lineno)
t(lambda: types.TracebackType(5, sys._getframe(), 1, 2))
ss = traceback.extract_stack()
print(ss[-1].name, len(ss), ss[-1].line)


def rec(n):
    return rec(n - 1) if n else 1 / 0


try:
    rec(20)
except ZeroDivisionError:
    traceback.print_exc()
try:
    rec(20)
except ZeroDivisionError:
    traceback.print_exc(limit=2)
    traceback.print_exc(limit=-2)


def ex():
    try:
        try:
            raise KeyError("a")
        except KeyError:
            raise ValueError("b\nc") from None
    except ValueError as e:
        raise TypeError from e


try:
    ex()
except TypeError as e:
    traceback.print_exc()
    print(traceback.format_exception_only(e))
    traceback.print_exception(e, chain=False)
    print(traceback.TracebackException.from_exception(e, capture_locals=True).stack[0].name)
try:
    eval("1 +\n foo bar", {})
except SyntaxError as e:
    traceback.print_exc()
try:
    exec("def f():\n  x = 1\n   y = 2")
except SyntaxError as e:
    traceback.print_exc()
try:
    exec(compile("a\nb.c(d)(\n e,\n f)", "<nofile>", "exec"))
except NameError:
    traceback.print_exc()
try:
    {}["key"]["x"]
except KeyError:
    traceback.print_exc()
try:
    (lambda: [1, 2, 3][5] + 4)()
except IndexError:
    traceback.print_exc()


class A:
    def __getattr__(self, n):
        raise AttributeError(n)


try:
    A().foo.bar
except AttributeError:
    traceback.print_exc()
try:
    int("x")
except ValueError:
    traceback.print_exc()
try:
    sum(1 / x for x in [1, 0])
except ZeroDivisionError:
    traceback.print_exc()
try:
    x = 1 + 2 + None
except TypeError:
    traceback.print_exc()
try:
    assert 1 == 2, "no"
except AssertionError:
    traceback.print_exc()
try:
    len(1, 2)
except TypeError:
    traceback.print_exc()
try:
    undefined_nam
except NameError:
    traceback.print_exc()
