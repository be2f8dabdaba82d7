# timeit: how long a statement takes.

import gc
import itertools
import time

__all__ = ["Timer", "timeit", "repeat", "default_timer"]
default_number = 1_000_000
default_repeat = 5
default_timer = time.perf_counter
dummy_src_name = "<timeit-src>"
_TEMPLATE = """
def inner(_it, _timer{init}):
    {setup}
    _t0 = _timer()
    for _i in _it:
        {stmt}
        pass
    _t1 = _timer()
    return _t1 - _t0
"""


def reindent(src, indent):
    return src.replace("\n", "\n" + " " * indent)


class Timer:
    """Times a statement, a text or a function, after a setup."""

    def __init__(self, stmt="pass", setup="pass", timer=default_timer, globals=None):
        self.timer = timer
        names = {} if globals is None else dict(globals)
        init = ""
        for what, given in (("setup", setup), ("stmt", stmt)):
            if isinstance(given, str):
                compile(setup + "\n" + stmt if what == "stmt" and isinstance(setup, str) else given, dummy_src_name, "exec")
            elif callable(given):
                names[f"_{what}"] = given
                init += f", _{what}=_{what}"
            else:
                raise ValueError(f"{what} is neither a string nor callable")
        setup = reindent(setup, 4) if isinstance(setup, str) else "_setup()"
        stmt = reindent(stmt, 8) if isinstance(stmt, str) else "_stmt()"
        self.src = _TEMPLATE.format(init=init, setup=setup, stmt=stmt)
        exec(compile(self.src, dummy_src_name, "exec"), names)
        self.inner = names["inner"]

    def print_exc(self, file=None):
        import traceback

        traceback.print_exc(file=file)

    def timeit(self, number=default_number):
        """The seconds that so many executions take."""
        enabled = gc.isenabled()
        gc.disable()
        try:
            return self.inner(itertools.repeat(None, number), self.timer)
        finally:
            if enabled:
                gc.enable()

    def repeat(self, repeat=default_repeat, number=default_number):
        return [self.timeit(number) for _ in range(repeat)]

    def autorange(self, callback=None):
        """(number, seconds) of the first of 1, 2, 5, 10, ... executions that take 0.2 seconds."""
        scale = 1
        while True:
            for step in (1, 2, 5):
                number = scale * step
                taken = self.timeit(number)
                if callback:
                    callback(number, taken)
                if taken >= 0.2:
                    return number, taken
            scale *= 10


def timeit(stmt="pass", setup="pass", timer=default_timer, number=default_number, globals=None):
    return Timer(stmt, setup, timer, globals).timeit(number)


def repeat(stmt="pass", setup="pass", timer=default_timer, repeat=default_repeat, number=default_number, globals=None):
    return Timer(stmt, setup, timer, globals).repeat(repeat, number)
