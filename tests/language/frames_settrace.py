# sys.settrace and sys.setprofile: the events that they receive.
import sys

events = []


def tracer(frame, event, argument):
    line = frame.f_lineno - frame.f_code.co_firstlineno
    if event == "exception":
        argument = argument[0].__name__
    events.append((frame.f_code.co_name, event, line, argument))
    return tracer


def traced(function, *args):
    events.clear()
    sys.settrace(tracer)
    try:
        result = function(*args)
    except Exception as error:
        result = repr(error)
    sys.settrace(None)
    print(function.__name__, result)
    for event in events:
        print("  ", *event)


def plain(x):
    y = x + 1
    return y * 2


def branches(x):
    if x > 1:
        y = "big"
    elif x:
        y = "one"
    else:
        y = "none"
    return y


def loops(n):
    total = 0
    for i in range(n):
        total += i
    while total > 2:
        total -= 2
    return total


def calls(x):
    a = plain(x)
    b = plain(a)
    return a + b


def raises():
    x = 1
    x / 0


def handles():
    try:
        raises()
    except ZeroDivisionError as error:
        text = str(error)
    finally:
        done = True
    return text


def generator(n):
    for i in range(n):
        yield i


def consumes():
    total = 0
    for item in generator(2):
        total += item
    return total


def implicit():
    pass


traced(plain, 3)
traced(branches, 5)
traced(branches, 1)
traced(branches, 0)
traced(loops, 3)
traced(calls, 1)
traced(raises)
traced(handles)
traced(consumes)
traced(implicit)
print(sys.gettrace())


def only_calls(frame, event, argument):
    seen.append((frame.f_code.co_name, event))
    return None


seen = []
sys.settrace(only_calls)
calls(2)
sys.settrace(None)
print(seen)


def without_lines(frame, event, argument):
    frame.f_trace_lines = False
    seen.append((frame.f_code.co_name, event))
    return without_lines


seen = []
sys.settrace(without_lines)
calls(2)
sys.settrace(None)
print(seen)


def locals_of(frame, event, argument):
    if event == "return":
        seen.append(dict(frame.f_locals))
    return locals_of


seen = []
sys.settrace(locals_of)
calls(2)
sys.settrace(None)
print(seen)


def failing(frame, event, argument):
    if event == "line":
        raise RuntimeError("from the tracer")
    return failing


sys.settrace(failing)
try:
    plain(1)
except RuntimeError as error:
    print(error, sys.gettrace())
sys.settrace(None)
profile = []


def profiler(frame, event, argument):
    if event.startswith("c_"):
        argument = argument.__name__
    profile.append((frame.f_code.co_name, event, argument))


def profiled(text):
    return len(text) + plain(1)


sys.setprofile(profiler)
profiled("abc")
sys.setprofile(None)
print([entry for entry in profile if entry[2] != "setprofile"])
print(sys.getprofile())
