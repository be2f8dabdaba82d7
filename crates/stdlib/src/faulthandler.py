# faulthandler: where the program is. Nothing that a program does ends the process, so there are no faults to tell of.

import sys

_enabled = [False]
_waiting = []
_before = {}


def dump_traceback(file=None, all_threads=True):
    """Writes where the running calls are, innermost first."""
    _dump(sys._getframe(1), file)


def _dump(frame, file):
    lines = ["Stack (most recent call first):\n"]
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


def dump_traceback_later(timeout, repeat=False, file=None, exit=False):
    """Writes where the calling thread is, once a time has passed, unless that is taken back before."""
    from threading import Event, Thread, get_ident

    if timeout <= 0:
        raise ValueError("timeout must be greater than 0")
    cancel_dump_traceback_later()
    cancelled, thread = Event(), get_ident()
    minutes, seconds = divmod(timeout, 60)
    title = f"Timeout ({int(minutes) // 60}:{int(minutes) % 60:02}:{int(seconds):02})!"

    def wait():
        while not cancelled.wait(timeout):
            print(title, file=sys.stderr if file is None else file)
            _dump(sys._current_frames().get(thread), file)
            if exit:
                import os

                os._exit(1)
            if not repeat:
                break

    _waiting.append(cancelled)
    Thread(target=wait, daemon=True).start()


def cancel_dump_traceback_later():
    """Takes dump_traceback_later() back."""
    while _waiting:
        _waiting.pop().set()


def register(signum, file=None, all_threads=True, chain=False):
    """Writes where the program is whenever a signal comes."""
    from signal import signal

    def handle(number, frame):
        _dump(frame, file)
        if chain and callable(_before[signum]):
            _before[signum](number, frame)

    before = signal(signum, handle)
    _before.setdefault(signum, before)


def unregister(signum, /):
    """Takes register() back; tells whether there was something to take back."""
    from signal import signal

    if signum not in _before:
        return False
    signal(signum, _before.pop(signum))
    return True
