# termios: settings of terminals.

from _tensorcell.constants import termios as _numbers
from _tensorcell.terminal import attributes as _attributes
from _tensorcell.terminal import control as _control
from _tensorcell.terminal import set_attributes as _set_attributes

globals().update(_numbers)


class error(Exception):
    """What the system says of a terminal: a number and words."""

    __module__ = "termios"


def _told(call, *args):
    """A call's answer; the system's errors are this module's."""
    try:
        return call(*args)
    except OSError as failed:
        raise error(failed.errno, failed.strerror) from None


def tcgetattr(fd, /):
    """The attributes of a terminal: [iflag, oflag, cflag, lflag, ispeed, ospeed, cc]."""
    return _told(_attributes, fd)


def tcsetattr(fd, when, attributes, /):
    """Set the attributes of a terminal, as tcgetattr() gives them."""
    if not isinstance(attributes, list) or len(attributes) != 7:
        raise TypeError("tcsetattr, arg 3: must be 7 element list")
    if not isinstance(attributes[6], list) or len(attributes[6]) != NCCS:
        raise TypeError(f"tcsetattr: attributes[6] must be {NCCS} element list")
    _told(_set_attributes, fd, when, attributes)


def tcsendbreak(fd, duration, /):
    """Send a break."""
    _told(_control, fd, "break", duration)


def tcdrain(fd, /):
    """Wait until all output is transmitted."""
    _told(_control, fd, "drain", 0)


def tcflush(fd, queue, /):
    """Discard what is queued: TCIFLUSH, TCOFLUSH or TCIOFLUSH."""
    _told(_control, fd, "flush", queue)


def tcflow(fd, action, /):
    """Suspend or resume: TCOOFF, TCOON, TCIOFF or TCION."""
    _told(_control, fd, "flow", action)


def tcgetwinsize(fd, /):
    """The rows and columns of a terminal."""
    import fcntl
    import struct

    try:
        return struct.unpack("HHHH", fcntl.ioctl(fd, TIOCGWINSZ, bytes(8)))[:2]
    except OSError as failed:
        raise error(failed.errno, failed.strerror) from None


def tcsetwinsize(fd, winsize, /):
    """Set the rows and columns of a terminal."""
    import fcntl
    import struct

    if not hasattr(winsize, "__len__") or isinstance(winsize, (str, bytes)) or len(winsize) != 2:
        raise TypeError("tcsetwinsize, arg 2: must be a two-item sequence")
    try:
        before = struct.unpack("HHHH", fcntl.ioctl(fd, TIOCGWINSZ, bytes(8)))
        size = [number.__index__() for number in winsize]
        if not all(0 <= number < 1 << 16 for number in size):
            raise OverflowError("winsize value(s) out of range.")
        fcntl.ioctl(fd, TIOCSWINSZ, struct.pack("HHHH", *size, *before[2:]))
    except OSError as failed:
        raise error(failed.errno, failed.strerror) from None
