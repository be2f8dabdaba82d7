# multiprocessing.popen_fork: a process that is a copy of this one.

import os
import signal
from multiprocessing import util

__all__ = ["Popen"]


class Popen:
    """A process that was forked, as its parent sees it."""

    method = "fork"

    def __init__(self, process_obj):
        util._flush_std_streams()
        self.returncode = None
        self.finalizer = None
        self._launch(process_obj)

    def duplicate_for_child(self, fd):
        """The number of a descriptor in the child."""
        return fd

    def poll(self, flag=os.WNOHANG):
        """The exit code; None while the process lives."""
        if self.returncode is None:
            try:
                pid, status = os.waitpid(self.pid, flag)
            except OSError:
                # Somebody else has waited for it: its code is not known.
                return None
            if pid == self.pid:
                self.returncode = os.waitstatus_to_exitcode(status)
        return self.returncode

    def wait(self, timeout=None):
        """The exit code at the end of the process; None where the timeout came first."""
        if self.returncode is None:
            if timeout is not None:
                from multiprocessing.connection import wait

                if not wait([self.sentinel], timeout):
                    return None
            # The end of its pipe comes shortly before its own.
            return self.poll(os.WNOHANG if timeout == 0.0 else 0)
        return self.returncode

    def _send_signal(self, number):
        if self.returncode is None:
            try:
                os.kill(self.pid, number)
            except ProcessLookupError:
                pass
            except OSError:
                if self.wait(timeout=0.1) is None:
                    raise

    def interrupt(self):
        self._send_signal(signal.SIGINT)

    def terminate(self):
        self._send_signal(signal.SIGTERM)

    def kill(self):
        self._send_signal(signal.SIGKILL)

    def _launch(self, process_obj):
        code = 1
        parent_r, child_w = os.pipe()
        child_r, parent_w = os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            try:
                os.close(parent_r)
                os.close(parent_w)
                code = process_obj._bootstrap(parent_sentinel=child_r)
            finally:
                util._flush_std_streams()
                os._exit(code)
        os.close(child_w)
        os.close(child_r)
        self._keep(parent_r, parent_w)

    def _keep(self, *fds):
        """The first tells of the child's end; the others tell the child of ours."""
        self.sentinel = fds[0]
        self.finalizer = util.Finalize(self, util.close_fds, fds)

    def close(self):
        """Release what belongs to the process."""
        if self.finalizer is not None:
            self.finalizer()
