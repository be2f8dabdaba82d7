# multiprocessing.process: processes as objects.

import itertools
import os
import signal
import sys
import threading
from weakref import WeakSet

__all__ = ["BaseProcess", "current_process", "active_children", "parent_process"]

ORIGINAL_DIR = os.path.abspath(os.getcwd())


def current_process():
    """The object of the current process."""
    return _current_process


def active_children():
    """The children of the current process that live."""
    _cleanup()
    return list(_children)


def parent_process():
    """The object of the parent process; None in the main one."""
    return _parent_process


def _cleanup():
    for child in list(_children):
        popen = child._popen
        if popen and popen.poll() is not None:
            _children.discard(child)


class BaseProcess:
    """Activity that is run in a separate process."""

    _start_method = None

    def _Popen(self):
        raise NotImplementedError

    def __init__(self, group=None, target=None, name=None, args=(), kwargs={}, *, daemon=None):
        assert group is None, "group argument must be None for now"
        count = next(_process_counter)
        self._identity = _current_process._identity + (count,)
        self._config = _current_process._config.copy()
        self._parent_pid = os.getpid()
        self._parent_name = _current_process.name
        self._popen = None
        self._closed = False
        self._target = target
        self._args = tuple(args)
        self._kwargs = dict(kwargs)
        self._name = name or type(self).__name__ + "-" + ":".join(str(part) for part in self._identity)
        if daemon is not None:
            self.daemon = daemon
        _dangling.add(self)

    def _check_closed(self):
        if self._closed:
            raise ValueError("process object is closed")

    def run(self):
        """What is run in the process; it can be overridden."""
        if self._target:
            self._target(*self._args, **self._kwargs)

    def start(self):
        """Start the process."""
        self._check_closed()
        assert self._popen is None, "cannot start a process twice"
        assert self._parent_pid == os.getpid(), "can only start a process object created by current process"
        assert not _current_process._config.get("daemon"), "daemonic processes are not allowed to have children"
        _cleanup()
        self._popen = self._Popen(self)
        self._sentinel = self._popen.sentinel
        # Its arguments may hold what is waited for.
        del self._target, self._args, self._kwargs
        _children.add(self)

    def interrupt(self):
        """Interrupt the process with SIGINT."""
        self._check_closed()
        self._popen.interrupt()

    def terminate(self):
        """End the process with SIGTERM."""
        self._check_closed()
        self._popen.terminate()

    def kill(self):
        """End the process with SIGKILL."""
        self._check_closed()
        self._popen.kill()

    def join(self, timeout=None):
        """Wait until the process has ended."""
        self._check_closed()
        assert self._parent_pid == os.getpid(), "can only join a child process"
        assert self._popen is not None, "can only join a started process"
        if self._popen.wait(timeout) is not None:
            _children.discard(self)

    def is_alive(self):
        """Whether the process lives."""
        self._check_closed()
        if self is _current_process:
            return True
        assert self._parent_pid == os.getpid(), "can only test a child process"
        if self._popen is None:
            return False
        if self._popen.poll() is None:
            return True
        _children.discard(self)
        return False

    def close(self):
        """Release what belongs to the process, which must have ended."""
        if self._popen is not None:
            if self._popen.poll() is None:
                raise ValueError(
                    "Cannot close a process while it is still running. You should first call join() or terminate()."
                )
            self._popen.close()
            self._popen = None
            del self._sentinel
            _children.discard(self)
        self._closed = True

    @property
    def name(self):
        """The name of the process, for people."""
        return self._name

    @name.setter
    def name(self, name):
        assert isinstance(name, str), "name must be a string"
        self._name = name

    @property
    def daemon(self):
        """Whether the process is ended when its parent ends."""
        return self._config.get("daemon", False)

    @daemon.setter
    def daemon(self, daemonic):
        assert self._popen is None, "process has already started"
        self._config["daemon"] = daemonic

    @property
    def authkey(self):
        """The key that processes prove to each other that they know."""
        return self._config["authkey"]

    @authkey.setter
    def authkey(self, authkey):
        self._config["authkey"] = AuthenticationString(authkey)

    @property
    def exitcode(self):
        """The exit code; None while the process has not ended, negative after a signal."""
        self._check_closed()
        if self is _current_process or self._popen is None:
            return None
        return self._popen.poll()

    @property
    def ident(self):
        """The number of the process; None before it is started."""
        self._check_closed()
        if self is _current_process:
            return os.getpid()
        return self._popen and self._popen.pid

    pid = ident

    @property
    def sentinel(self):
        """What can be waited for with multiprocessing.connection.wait(): the end of the process."""
        self._check_closed()
        try:
            return self._sentinel
        except AttributeError:
            raise ValueError("process not started") from None

    def __repr__(self):
        exitcode = None
        if self is _current_process:
            status = "started"
        elif self._closed:
            status = "closed"
        elif self._parent_pid != os.getpid():
            status = "unknown"
        elif self._popen is None:
            status = "initial"
        else:
            exitcode = self._popen.poll()
            status = "started" if exitcode is None else "stopped"
        info = [type(self).__name__, "name=%r" % self._name]
        if self._popen is not None:
            info.append("pid=%s" % self._popen.pid)
        info.append("parent=%s" % self._parent_pid)
        info.append(status)
        if exitcode is not None:
            info.append("exitcode=%s" % _exitcode_to_name.get(exitcode, exitcode))
        if self.daemon:
            info.append("daemon")
        return "<%s>" % " ".join(info)

    # --- in the new process
    def _bootstrap(self, parent_sentinel=None):
        """Run in the new process; its exit code."""
        from multiprocessing import context, util

        global _current_process, _parent_process, _process_counter, _children
        try:
            if self._start_method is not None:
                context._force_start_method(self._start_method)
            _process_counter = itertools.count(1)
            _children = set()
            util._close_stdin()
            before = _current_process
            _current_process = self
            _parent_process = _ParentProcess(self._parent_name, self._parent_pid, parent_sentinel)
            try:
                self._after_fork()
            finally:
                # What the old process held goes once the new one stands.
                del before
            util.info("child process calling self.run()")
            self.run()
            exitcode = 0
        except SystemExit as error:
            exitcode = self._exit_code(error.code)
        except BaseException:
            exitcode = 1
            import traceback

            sys.stderr.write("Process %s:\n" % self.name)
            traceback.print_exc()
        finally:
            threading._shutdown()
            util.info("process exiting with exitcode %d" % exitcode)
            util._exit_function()
            util._flush_std_streams()
        return exitcode

    @staticmethod
    def _exit_code(code):
        if code is None:
            return 0
        if isinstance(code, int):
            return code
        sys.stderr.write(str(code) + "\n")
        return 1

    @staticmethod
    def _after_fork():
        from multiprocessing import util

        util._finalizer_registry.clear()
        util._run_after_forkers()


class AuthenticationString(bytes):
    """A key, which is not sent to other processes than those that are being started."""

    def __reduce__(self):
        from multiprocessing.context import get_spawning_popen

        if get_spawning_popen() is None:
            raise TypeError("Pickling an AuthenticationString object is disallowed for security reasons")
        return AuthenticationString, (bytes(self),)


class _ParentProcess(BaseProcess):
    """The parent as its child sees it."""

    def __init__(self, name, pid, sentinel):
        self._identity = ()
        self._name = name
        self._pid = pid
        self._parent_pid = None
        self._popen = None
        self._closed = False
        self._sentinel = sentinel
        self._config = {}

    def is_alive(self):
        from multiprocessing.connection import wait

        return not wait([self._sentinel], timeout=0)

    @property
    def ident(self):
        return self._pid

    def join(self, timeout=None):
        """Wait until the parent has ended."""
        from multiprocessing.connection import wait

        wait([self._sentinel], timeout=timeout)

    pid = ident


class _MainProcess(BaseProcess):
    """The process that no other has started."""

    def __init__(self):
        self._identity = ()
        self._name = "MainProcess"
        self._parent_pid = None
        self._popen = None
        self._closed = False
        self._config = {"authkey": AuthenticationString(os.urandom(32)), "semprefix": "/mp"}

    def close(self):
        """Nothing: it goes on."""


_parent_process = None
_current_process = _MainProcess()
_process_counter = itertools.count(1)
_children = set()
_exitcode_to_name = {-number: f"-{name}" for name, number in signal.__dict__.items() if name[:3] == "SIG" and "_" not in name}

# Those that are still referred to.
_dangling = WeakSet()
