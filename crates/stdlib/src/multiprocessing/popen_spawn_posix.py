# multiprocessing.popen_spawn_posix: a process that begins anew and is told what to run.

import io
import os
from multiprocessing import popen_fork, reduction, spawn
from multiprocessing.context import set_spawning_popen

__all__ = ["Popen"]


class _DupFd:
    """A descriptor that the new process inherits by its number."""

    def __init__(self, fd):
        self.fd = fd

    def detach(self):
        """The number."""
        return self.fd


class Popen(popen_fork.Popen):
    """A process that was spawned, as its parent sees it."""

    method = "spawn"
    DupFd = _DupFd

    def __init__(self, process_obj):
        self._fds = []
        super().__init__(process_obj)

    def duplicate_for_child(self, fd):
        self._fds.append(fd)
        return fd

    def _launch(self, process_obj):
        data = _taken_apart(self, process_obj)
        parent_r, child_w = os.pipe()
        child_r, parent_w = os.pipe()
        try:
            self._fds += [child_r, child_w]
            self.pid = spawn.start([child_r], self._fds)
            self._keep(parent_r, parent_w)
        finally:
            os.close(child_w)
            os.close(child_r)
        with open(parent_w, "wb", closefd=False) as pipe:
            pipe.write(data)


def _taken_apart(popen, process_obj):
    """The bytes of what a new process is told, and of its object."""
    data = spawn.get_preparation_data(process_obj._name)
    file = io.BytesIO()
    set_spawning_popen(popen)
    try:
        reduction.dump(data, file)
        reduction.dump(process_obj, file)
    finally:
        set_spawning_popen(None)
    return file.getvalue()
