# Frames of generators, and of exceptions that pass through them.
import sys
import traceback


def counting(limit):
    for number in range(limit):
        received = yield number
        if received:
            raise ValueError(received)


gen = counting(3)
frame = gen.gi_frame
print(frame.f_code is counting.__code__, frame.f_lineno - counting.__code__.co_firstlineno, frame.f_back, gen.gi_running)
next(gen)
print(frame is gen.gi_frame, frame.f_lineno - counting.__code__.co_firstlineno, dict(frame.f_locals))
try:
    gen.send("stop")
except ValueError as error:
    print([(call.name, call.line) for call in traceback.extract_tb(error.__traceback__)])
    tb = error.__traceback__
    print(tb.tb_frame is sys._getframe(), tb.tb_next.tb_frame.f_code.co_name, tb.tb_next.tb_lineno > 0)
print(gen.gi_frame, frame.f_code.co_name)


def outer():
    yield from inner()


def inner():
    yield sys._getframe().f_code.co_name, sys._getframe(1).f_code.co_name
    raise KeyError("inside")


gen = outer()
print(next(gen), gen.gi_yieldfrom is not None)
try:
    next(gen)
except KeyError as error:
    print([call.name for call in traceback.extract_tb(error.__traceback__)])


def running():
    yield gen_ref.gi_running, gen_ref.gi_frame is sys._getframe()


gen_ref = running()
print(next(gen_ref), gen_ref.gi_running, gen_ref.gi_suspended if hasattr(gen_ref, "gi_suspended") else True)


def thrown():
    try:
        yield 1
    except ZeroDivisionError as error:
        yield [call.name for call in traceback.extract_tb(error.__traceback__)]


gen = thrown()
next(gen)
print(gen.throw(ZeroDivisionError("thrown")))
expression = (sys._getframe().f_code.co_name for _ in range(1))
print(next(expression), expression.gi_code.co_name)


def raising(n):
    if n == 0:
        raise IndexError("deep")
    raising(n - 1)


def chained():
    try:
        raising(2)
    except IndexError as first:
        raise RuntimeError("second") from first


try:
    chained()
except RuntimeError as error:
    print([call.name for call in traceback.extract_tb(error.__traceback__)])
    print([call.name for call in traceback.extract_tb(error.__cause__.__traceback__)])
    kept = error
print([frame.f_code.co_name for frame, line in traceback.walk_tb(kept.__traceback__)])


def reraised():
    try:
        raising(1)
    except IndexError:
        raise


try:
    reraised()
except IndexError as error:
    print([(call.name, call.line) for call in traceback.extract_tb(error.__traceback__)])


def given_again(error):
    raise error


saved = ValueError("again")
for attempt in range(2):
    try:
        given_again(saved)
    except ValueError as error:
        print(len(traceback.extract_tb(error.__traceback__)))
try:
    given_again(saved.with_traceback(None))
except ValueError as error:
    print(len(traceback.extract_tb(error.__traceback__)))
