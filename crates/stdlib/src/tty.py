# tty: modes of terminals.

import termios
from termios import *

__all__ = ["cfmakeraw", "cfmakecbreak", "setraw", "setcbreak"]

IFLAG, OFLAG, CFLAG, LFLAG, ISPEED, OSPEED, CC = range(7)


def cfmakeraw(mode):
    """Make a mode raw: what is typed comes as it is, and what is written goes as it is."""
    mode[IFLAG] &= ~(
        termios.IGNBRK
        | termios.BRKINT
        | termios.IGNPAR
        | termios.PARMRK
        | termios.INPCK
        | termios.ISTRIP
        | termios.INLCR
        | termios.IGNCR
        | termios.ICRNL
        | termios.IXON
        | termios.IXANY
        | termios.IXOFF
    )
    mode[OFLAG] &= ~termios.OPOST
    mode[CFLAG] = mode[CFLAG] & ~(termios.PARENB | termios.CSIZE) | termios.CS8
    mode[LFLAG] &= ~(
        termios.ECHO
        | termios.ECHOE
        | termios.ECHOK
        | termios.ECHONL
        | termios.ICANON
        | termios.IEXTEN
        | termios.ISIG
        | termios.NOFLSH
        | termios.TOSTOP
    )
    _by_character(mode)


def cfmakecbreak(mode):
    """Make a mode one where characters come as they are typed, without echo."""
    mode[LFLAG] &= ~(termios.ECHO | termios.ICANON)
    _by_character(mode)


def _by_character(mode):
    mode[CC] = list(mode[CC])
    mode[CC][termios.VMIN] = 1
    mode[CC][termios.VTIME] = 0


def _set(make, fd, when):
    mode = termios.tcgetattr(fd)
    new = list(mode)
    make(new)
    termios.tcsetattr(fd, when, new)
    return mode


def setraw(fd, when=termios.TCSAFLUSH):
    """Put a terminal into raw mode; the mode before."""
    return _set(cfmakeraw, fd, when)


def setcbreak(fd, when=termios.TCSAFLUSH):
    """Put a terminal into cbreak mode; the mode before."""
    return _set(cfmakecbreak, fd, when)
