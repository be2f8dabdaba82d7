# Exceptions that cannot be caught are passed to sys.unraisablehook, with the object that raised them.
import sys


class Fails:
    def __del__(self):
        raise ValueError("in del")


def show(unraisable):
    kind, value, traceback, message, about = (
        unraisable.exc_type,
        unraisable.exc_value,
        unraisable.exc_traceback,
        unraisable.err_msg,
        unraisable.object,
    )
    print(kind, value, traceback.tb_frame.f_code.co_name, message, about.__qualname__)
    print(type(unraisable).__name__, len(unraisable), unraisable[0] is kind)


sys.unraisablehook = show
Fails()
one = Fails()
one = None


def waits():
    try:
        yield 1
    finally:
        raise KeyError("in finally")


running = waits()
next(running)
del running


def broken(unraisable):
    raise RuntimeError("in the hook")


sys.unraisablehook = sys.__unraisablehook__
print(sys.unraisablehook is sys.__unraisablehook__)
