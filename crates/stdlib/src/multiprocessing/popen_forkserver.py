# multiprocessing.popen_forkserver: a process that the fork server forks.

import os
import threading
from multiprocessing import forkserver, popen_fork
from multiprocessing.popen_spawn_posix import _taken_apart

__all__ = ["Popen"]


class _DupFd:
    """A descriptor by its place among those that the fork server was given for the new process."""

    def __init__(self, ind):
        self.ind = ind

    def detach(self):
        """The number."""
        return forkserver.get_inherited_fds()[self.ind]


class Popen(popen_fork.Popen):
    """A process that the fork server forked, as its parent sees it."""

    method = "forkserver"
    DupFd = _DupFd

    def __init__(self, process_obj):
        self._fds = []
        self._reading = threading.Lock()
        super().__init__(process_obj)

    def duplicate_for_child(self, fd):
        self._fds.append(fd)
        return len(self._fds) - 1

    def _launch(self, process_obj):
        data = _taken_apart(self, process_obj)
        self.sentinel, write = forkserver.connect_to_new_process(self._fds)
        self._keep(self.sentinel, write)
        with open(write, "wb", closefd=False) as pipe:
            pipe.write(data)
        self.pid = forkserver.read_signed(self.sentinel)

    def poll(self, flag=os.WNOHANG):
        """The exit code, which the fork server tells: the process is its child."""
        if self.returncode is None:
            from multiprocessing.connection import wait

            if not wait([self.sentinel], 0 if flag == os.WNOHANG else None):
                return None
            # Of several threads that wait, one reads the code.
            with self._reading:
                if self.returncode is None:
                    self.returncode = self._read_code()
        return self.returncode

    def _read_code(self):
        try:
            return forkserver.read_signed(self.sentinel)
        except (OSError, EOFError):
            # The fork server has ended, and with it the process.
            return 255
