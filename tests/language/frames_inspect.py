# inspect's view of frames and tracebacks.
import inspect
import sys


def here():
    return inspect.currentframe()


print(here().f_code.co_name, inspect.isframe(here()), inspect.isframe(5))
print(inspect.currentframe().f_code.co_name)


def info():
    found = inspect.getframeinfo(inspect.currentframe())
    return found.function, found.lineno - info.__code__.co_firstlineno, found.code_context, found.index


print(info())


def wide():
    found = inspect.getframeinfo(inspect.currentframe(), context=3)
    return [line.strip() for line in found.code_context], found.index


print(wide())


def outer():
    def inner():
        return inspect.stack()

    return inner()


# The frames of the program that runs this file are left out.
calls = [call for call in outer() if call.filename != "<string>"]
print([(call.function, call.code_context[0].strip(), call.index) for call in calls])
print(len(calls), calls[0].frame.f_code.co_name, calls[0][3], type(calls[0]).__name__)
print([frame.function for frame in inspect.getouterframes(inspect.currentframe())][:1])
print(inspect.stack(0)[0].code_context, inspect.stack(0)[0].index)


def fails(x):
    y = x + 1
    return deeper(y)


def deeper(z):
    return z / 0


try:
    fails(1)
except ZeroDivisionError as error:
    print([(call.function, call.code_context[0].strip()) for call in inspect.trace()])
    print([(call.function, call.lineno == call.frame.f_lineno) for call in inspect.getinnerframes(error.__traceback__)][1:])
    tb = error.__traceback__
    print(inspect.istraceback(tb), inspect.istraceback(error), inspect.getframeinfo(tb).function)
    print(tb.tb_frame is sys._getframe(), tb.tb_next.tb_frame.f_code.co_name, tb.tb_next.tb_next.tb_next)
    print(tb.tb_frame.f_code.co_name, tb.tb_next.tb_frame.f_back is None or tb.tb_next.tb_frame.f_back.f_code.co_name)
    print(tb.tb_next.tb_frame.f_globals is globals(), tb.tb_lasti >= 0)


def parameters(a, b=2, *args, c=3, **kwargs):
    local = 1
    frame = inspect.currentframe()
    found = inspect.getargvalues(frame)
    return found.args, found.varargs, found.keywords, inspect.formatargvalues(*found[:3], found.locals)


print(parameters(1, 5, 6, d=7))


def generator(x):
    y = x * 2
    yield y


gen = generator(4)
print(inspect.getgeneratorlocals(gen), inspect.getgeneratorstate(gen))
next(gen)
print(inspect.getgeneratorlocals(gen), inspect.getgeneratorstate(gen))
gen.close()
print(inspect.getgeneratorlocals(gen), inspect.getgeneratorstate(gen))


def handling():
    try:
        fails(2)
    except ZeroDivisionError as error:
        local = "live"
        frame = error.__traceback__.tb_frame
        return frame.f_locals["local"], frame is sys._getframe(), frame.f_back.f_code.co_name


print(handling())
