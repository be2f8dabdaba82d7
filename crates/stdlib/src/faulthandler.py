# faulthandler: where the program is. Nothing that a program does ends the process, so there are no faults to tell of.

import sys

_enabled = [False]


def dump_traceback(file=None, all_threads=True):
    """Writes where the running calls are, innermost first."""
    lines = ["Stack (most recent call first):\n"]
    frame = sys._getframe(1)
    while frame is not None:
        code = frame.f_code
        lines.append(f'  File "{code.co_filename}", line {frame.f_lineno} in {code.co_name}\n')
        frame = frame.f_back
    print("".join(lines), end="", file=sys.stderr if file is None else file)


def enable(file=None, all_threads=True):
    _enabled[0] = True


def disable():
    was, _enabled[0] = _enabled[0], False
    return was


def is_enabled():
    return _enabled[0]
