# pty: pseudo-terminals.

import os
import tty
from os import close, waitpid
from select import select
from tty import setraw, tcgetattr, tcsetattr

__all__ = ["openpty", "fork", "spawn"]

STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO = 0, 1, 2
CHILD = 0


def openpty():
    """Open a pseudo-terminal: the descriptors of its master and its slave."""
    return os.openpty()


def fork():
    """Fork a child whose terminal is a pseudo-terminal: (id, its master); the id is CHILD in the child."""
    pid, fd = os.forkpty()
    if pid == CHILD:
        fd = -1 if fd is None else fd
    return pid, fd


def _read(fd):
    """What a descriptor gives by default."""
    return os.read(fd, 1024)


def _copy(master_fd, master_read=_read, stdin_read=_read):
    """Copies between a pseudo-terminal and the standard streams until one of them ends."""
    if os.get_blocking(master_fd):
        os.set_blocking(master_fd, False)
        try:
            _copy(master_fd, master_read, stdin_read)
        finally:
            os.set_blocking(master_fd, True)
        return
    most = 32 << 10
    to_terminal = to_stdout = b""
    reads_input = True
    while True:
        readable = [STDIN_FILENO] if reads_input and len(to_terminal) < most else []
        readable += [master_fd] if len(to_stdout) < most else []
        writable = [STDOUT_FILENO] if to_stdout else []
        writable += [master_fd] if to_terminal else []
        readable, writable, _ = select(readable, writable, [])
        if STDOUT_FILENO in writable:
            to_stdout = to_stdout[os.write(STDOUT_FILENO, to_stdout) :]
        if master_fd in readable:
            try:
                data = master_read(master_fd)
            except OSError:
                data = b""
            if not data:
                return
            to_stdout += data
        if master_fd in writable:
            to_terminal = to_terminal[os.write(master_fd, to_terminal) :]
        if STDIN_FILENO in readable:
            data = stdin_read(STDIN_FILENO)
            reads_input = bool(data)
            to_terminal += data


def spawn(argv, master_read=_read, stdin_read=_read):
    """Run a program whose terminal is a pseudo-terminal between this process's streams and it; the status of wait."""
    if isinstance(argv, str):
        argv = (argv,)
    pid, master_fd = fork()
    if pid == CHILD:
        os.execlp(argv[0], *argv)
    try:
        mode = tcgetattr(STDIN_FILENO)
        setraw(STDIN_FILENO)
    except tty.error:
        mode = None
    try:
        _copy(master_fd, master_read, stdin_read)
    finally:
        if mode is not None:
            tcsetattr(STDIN_FILENO, tty.TCSAFLUSH, mode)
    close(master_fd)
    return waitpid(pid, 0)[1]
