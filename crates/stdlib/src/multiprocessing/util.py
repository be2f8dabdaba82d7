# multiprocessing.util: what is done at the end of a process and after a fork, and the log.

import atexit
import itertools
import os
import sys
import threading
import weakref
from multiprocessing import process

__all__ = [
    "sub_debug",
    "debug",
    "info",
    "sub_warning",
    "warn",
    "get_logger",
    "log_to_stderr",
    "get_temp_dir",
    "register_after_fork",
    "is_exiting",
    "Finalize",
    "ForkAwareThreadLock",
    "ForkAwareLocal",
    "close_all_fds_except",
    "SUBDEBUG",
    "SUBWARNING",
]

# --- the log
NOTSET, SUBDEBUG, DEBUG, INFO, SUBWARNING, WARNING = 0, 5, 10, 20, 25, 30
LOGGER_NAME = "multiprocessing"
DEFAULT_LOGGING_FORMAT = "[%(levelname)s/%(processName)s] %(message)s"
_logger = None
_log_to_stderr = False


def _log(level, msg, args):
    if _logger:
        _logger.log(level, msg, *args, stacklevel=3)


def sub_debug(msg, *args):
    _log(SUBDEBUG, msg, args)


def debug(msg, *args):
    _log(DEBUG, msg, args)


def info(msg, *args):
    _log(INFO, msg, args)


def sub_warning(msg, *args):
    _log(SUBWARNING, msg, args)


def warn(msg, *args):
    _log(WARNING, msg, args)


def get_logger():
    """The logger of this package."""
    global _logger
    import logging

    if not _logger:
        _logger = logging.getLogger(LOGGER_NAME)
        _logger.propagate = 0
        atexit.unregister(_exit_function)
        atexit.register(_exit_function)
    return _logger


def log_to_stderr(level=None):
    """Turn on logging and show it on stderr."""
    global _log_to_stderr
    import logging

    logger = get_logger()
    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter(DEFAULT_LOGGING_FORMAT))
    logger.addHandler(handler)
    if level:
        logger.setLevel(level)
    _log_to_stderr = True
    return _logger


# --- files
def get_temp_dir():
    """A folder that goes away with the process."""
    found = process.current_process()._config.get("tempdir")
    if found is None:
        import shutil
        import tempfile

        found = tempfile.mkdtemp(prefix="pymp-")
        Finalize(None, shutil.rmtree, args=(found,), kwargs={"ignore_errors": True}, exitpriority=-100)
        process.current_process()._config["tempdir"] = found
    return found


def is_abstract_socket_namespace(address):
    """Whether a socket's address is a name without a file."""
    if not address:
        return False
    return address[0] == 0 if isinstance(address, bytes) else address[0] == "\0"


abstract_sockets_supported = True


def close_fds(*fds):
    """Close descriptors."""
    for fd in fds:
        os.close(fd)


def close_all_fds_except(fds):
    """Close all descriptors but these."""
    kept = sorted({-1, *fds, os.sysconf("SC_OPEN_MAX")})
    for low, high in itertools.pairwise(kept):
        os.closerange(low + 1, high)


def redirect(fd, flags):
    """Make a descriptor, which keeps its number, one of the file that holds nothing."""
    nothing = os.open(os.devnull, flags)
    os.dup2(nothing, fd, inheritable=os.get_inheritable(fd))
    os.close(nothing)


def _close_stdin():
    """Nothing is read from the stream of the process that started this one."""
    redirect(0, os.O_RDONLY)
    sys.stdin = open(0, encoding="utf-8", closefd=False)


def _flush_std_streams():
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (AttributeError, ValueError):
            pass


def _cleanup_tests():
    """Leaves nothing that a test looks for."""
    process._cleanup()


# --- after a fork
_afterfork_registry = weakref.WeakValueDictionary()
_afterfork_counter = itertools.count()


def _run_after_forkers():
    for (_, _, func), obj in sorted(_afterfork_registry.items(), key=lambda item: item[0][:2]):
        try:
            func(obj)
        except Exception as error:
            info("after forker raised exception %s", error)


def register_after_fork(obj, func):
    """Have func(obj) called in processes that are forked, while obj lives."""
    _afterfork_registry[(next(_afterfork_counter), id(obj), func)] = obj


# --- the end of a process
_finalizer_registry = {}
_finalizer_counter = itertools.count()
_exiting = False


class Finalize:
    """A call at the end of an object, or of the process."""

    def __init__(self, obj, callback, args=(), kwargs=None, exitpriority=None):
        if exitpriority is not None and not isinstance(exitpriority, int):
            raise TypeError("Exitpriority ({0!r}) must be None or int, not {1!s}".format(exitpriority, type(exitpriority)))
        if obj is not None:
            self._weakref = weakref.ref(obj, self)
        elif exitpriority is None:
            raise ValueError("Without object, exitpriority cannot be None")
        self._callback = callback
        self._args = args
        self._kwargs = kwargs or {}
        self._key = (exitpriority, next(_finalizer_counter))
        self._pid = os.getpid()
        _finalizer_registry[self._key] = self

    def __call__(self, wr=None):
        """Make the call, unless it was made or cancelled."""
        if _finalizer_registry.pop(self._key, None) is None:
            return None
        callback, args, kwargs, pid = self._callback, self._args, self._kwargs, self._pid
        self._forget()
        return callback(*args, **kwargs) if pid == os.getpid() else None

    def _forget(self):
        self._weakref = self._callback = self._args = self._kwargs = self._key = None

    def cancel(self):
        """The call is not made."""
        if _finalizer_registry.pop(self._key, None) is not None:
            self._forget()

    def still_active(self):
        """Whether the call may still be made."""
        return self._key in _finalizer_registry

    def __repr__(self):
        obj = self._weakref() if getattr(self, "_weakref", None) is not None else None
        if obj is None and self._callback is None:
            return "<%s object, dead>" % type(self).__name__
        text = "<%s object, callback=%s" % (type(self).__name__, getattr(self._callback, "__name__", self._callback))
        if self._args:
            text += ", args=" + str(self._args)
        if self._kwargs:
            text += ", kwargs=" + str(self._kwargs)
        if self._key[0] is not None:
            text += ", exitpriority=" + str(self._key[0])
        return text + ">"


def _run_finalizers(minpriority=None):
    """Make the calls of this priority or a higher one, the highest first; those without one only where all are made."""

    def chosen(key):
        return key[0] is not None and (minpriority is None or key[0] >= minpriority)

    for key in sorted([key for key in list(_finalizer_registry) if chosen(key)], reverse=True):
        finalizer = _finalizer_registry.get(key)
        if finalizer is not None:
            sub_debug("calling %s", finalizer)
            try:
                finalizer()
            except Exception:
                import traceback

                traceback.print_exc()
    if minpriority is None:
        _finalizer_registry.clear()


def is_exiting():
    """Whether the process is about to end."""
    return _exiting


def _exit_function():
    global _exiting
    if _exiting:
        return
    _exiting = True
    info("process shutting down")
    _run_finalizers(0)
    for child in process.active_children():
        if child.daemon:
            info("calling terminate() for daemon %s", child.name)
            child._popen.terminate()
    for child in process.active_children():
        info("calling join() for process %s", child.name)
        child.join()
    _run_finalizers()


atexit.register(_exit_function)


# --- threads and forks
class ForkAwareThreadLock:
    """A lock that nobody holds in a process that was forked."""

    def __init__(self):
        self._lock = threading.Lock()
        self.acquire = self._lock.acquire
        self.release = self._lock.release
        register_after_fork(self, ForkAwareThreadLock._at_fork_reinit)

    def _at_fork_reinit(self):
        self._lock._at_fork_reinit()

    def __enter__(self):
        return self._lock.__enter__()

    def __exit__(self, *args):
        return self._lock.__exit__(*args)


class ForkAwareLocal(threading.local):
    """Values of each thread, which a process that was forked begins without."""

    def __init__(self):
        register_after_fork(self, lambda obj: obj.__dict__.clear())

    def __reduce__(self):
        return type(self), ()


def spawnv_passfds(path, args, passfds):
    """Start a program that inherits descriptors; the number of its process."""
    import subprocess

    popen = subprocess.Popen([os.fsdecode(arg) for arg in args], executable=os.fsdecode(path), pass_fds=tuple(passfds))
    # The requester waits for it.
    popen._child_created = False
    return popen.pid
