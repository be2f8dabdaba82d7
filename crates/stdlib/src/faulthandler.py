# faulthandler: where the program is. Nothing that a program does ends the process, so there are no faults to tell of.

import os
import signal
import sys
import threading

_enabled = [False]
_watch = []
_registered = {}


def _text(frame):
    lines = ["Stack (most recent call first):\n"]
    while frame is not None:
        code = frame.f_code
        lines.append(f'  File "{code.co_filename}", line {frame.f_lineno} in {code.co_name}\n')
        frame = frame.f_back
    return "".join(lines)


def _tell(text, file):
    """Writes to a stream or to a descriptor, by default to sys.stderr."""
    if isinstance(file, int):
        os.write(file, text.encode("utf-8", "backslashreplace"))
    else:
        print(text, end="", file=sys.stderr if file is None else file, flush=True)


def dump_traceback(file=None, all_threads=True):
    """Writes where the running calls are, innermost first."""
    _tell(_text(sys._getframe(1)), file)


def enable(file=None, all_threads=True):
    _enabled[0] = True


def disable():
    was, _enabled[0] = _enabled[0], False
    return was


def is_enabled():
    return _enabled[0]


def dump_traceback_later(timeout, repeat=False, file=None, exit=False):
    """Writes where this thread is if it is not called off within so many seconds."""
    if timeout <= 0:
        raise ValueError("timeout must be greater than 0")
    cancel_dump_traceback_later()
    cancelled, thread = threading.Event(), threading.get_ident()

    def watch():
        while not cancelled.wait(timeout):
            _tell(f"Timeout ({timeout}s)!\n{_text(sys._current_frames().get(thread))}", file)
            if exit:
                os._exit(1)
            if not repeat:
                return

    _watch.append(cancelled)
    threading.Thread(target=watch, daemon=True).start()


def cancel_dump_traceback_later():
    """Calls off what `dump_traceback_later` began."""
    while _watch:
        _watch.pop().set()


def register(signum, file=None, all_threads=True, chain=False):
    """Writes where the program is whenever a signal comes."""

    def tell(number, frame):
        _tell(_text(frame), file)
        if chain and callable(before):
            before(number, frame)

    before = signal.signal(signum, tell)
    _registered.setdefault(signum, before)


def unregister(signum):
    """Whether the signal was registered; what was done with it before is done again."""
    if signum not in _registered:
        return False
    signal.signal(signum, _registered.pop(signum))
    return True
