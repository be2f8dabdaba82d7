# multiprocessing.forkserver: a process with little in it, which forks others when it is asked.

import os
import select
import signal
import socket
import struct
import sys
from multiprocessing import process, spawn, util
from multiprocessing.reduction import recvfds, sendfds

__all__ = ["ensure_running", "get_inherited_fds", "connect_to_new_process", "set_forkserver_preload"]

MAXFDS_TO_SEND = 256
_SIGNED = struct.Struct("q")


def read_signed(fd):
    """A number that was written by write_signed()."""
    data = b""
    while len(data) < _SIGNED.size:
        part = os.read(fd, _SIGNED.size - len(data))
        if not part:
            raise EOFError("unexpected EOF")
        data += part
    return _SIGNED.unpack(data)[0]


def write_signed(fd, number):
    """Write a number."""
    data = _SIGNED.pack(number)
    while data:
        data = data[os.write(fd, data) :]


class ForkServer:
    """The fork server as the process sees it that has started it."""

    def __init__(self):
        self._address = None
        self._alive_fd = None
        self._pid = None
        self._inherited_fds = None
        self._preload_modules = ["__main__"]

    def _stop(self):
        if self._pid is None:
            return
        os.close(self._alive_fd)
        self._alive_fd = None
        os.waitpid(self._pid, 0)
        self._pid = self._address = None

    def set_forkserver_preload(self, modules_names):
        """Set the modules that the fork server imports."""
        if not all(type(name) is str for name in modules_names):
            raise TypeError("module_names must be a list of strings")
        self._preload_modules = modules_names

    def get_inherited_fds(self):
        """The descriptors that this process was given by the fork server; None of other processes."""
        return self._inherited_fds

    def connect_to_new_process(self, fds):
        """Have the fork server fork: descriptors to read its child's number and exit code from, and to write to it."""
        self.ensure_running()
        if len(fds) + 4 >= MAXFDS_TO_SEND:
            raise ValueError("too many fds")
        with socket.socket(socket.AF_UNIX) as client:
            client.connect(self._address)
            parent_r, child_w = os.pipe()
            child_r, parent_w = os.pipe()
            try:
                sendfds(client, [child_r, child_w, *fds])
                return parent_r, parent_w
            except BaseException:
                os.close(parent_r)
                os.close(parent_w)
                raise
            finally:
                os.close(child_r)
                os.close(child_w)

    def ensure_running(self):
        """Start the fork server where it does not run."""
        if self._pid is not None:
            pid, _ = os.waitpid(self._pid, os.WNOHANG)
            if not pid:
                return
            os.close(self._alive_fd)
            self._alive_fd = self._pid = self._address = None
        preload = {}
        if self._preload_modules:
            data = spawn.get_preparation_data("ignore")
            preload = {name: data[name] for name in ("sys_path", "init_main_from_path") if name in data}
        with socket.socket(socket.AF_UNIX) as listener:
            # A name without a file, which no other program knows.
            address = f"\0multiprocessing-{os.getpid()}-{os.urandom(8).hex()}"
            listener.bind(address)
            listener.listen()
            alive_r, alive_w = os.pipe()
            try:
                main = f"preload, main = {self._preload_modules!r}, {preload!r}\n"
                main += "from multiprocessing.forkserver import serve\nserve(preload, main)\n"
                self._pid = spawn.start([listener.fileno(), alive_r], [listener.fileno(), alive_r], main)
            except BaseException:
                os.close(alive_w)
                raise
            finally:
                os.close(alive_r)
            self._address, self._alive_fd = address, alive_w


def serve(preload=(), main=None):
    """What the fork server does: forks for each connection, and tells of the ends of its children."""
    listener_fd, alive_r = [int(word) for word in sys.argv[-2:]]
    _import_first(preload, main or {})
    util._close_stdin()
    signal_r, signal_w = os.pipe()
    os.set_blocking(signal_w, False)
    signal.signal(signal.SIGCHLD, lambda *_: _note(signal_w))
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Where the number and the exit code of each child are told.
    told = {}
    with socket.socket(fileno=listener_fd) as listener:
        while True:
            ready, _, _ = select.select([listener, alive_r, signal_r], [], [])
            if alive_r in ready:
                sys.exit()
            if signal_r in ready:
                os.read(signal_r, 4096)
                _tell_ends(told)
            if listener in ready:
                _serve_one(listener, told, (listener_fd, alive_r, signal_r, signal_w))


def _note(fd):
    try:
        os.write(fd, b"\0")
    except BlockingIOError:
        pass


def _import_first(names, data):
    process.current_process()._inheriting = True
    try:
        if data.get("sys_path"):
            sys.path[:] = data["sys_path"]
        if "__main__" in names and "init_main_from_path" in data:
            spawn.import_main_path(data["init_main_from_path"])
        for name in names:
            if name != "__main__":
                try:
                    __import__(name)
                except ImportError:
                    pass
    finally:
        del process.current_process()._inheriting


def _tell_ends(told):
    while True:
        try:
            pid, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return
        if pid == 0:
            return
        fd = told.pop(pid, None)
        if fd is not None:
            try:
                write_signed(fd, os.waitstatus_to_exitcode(status))
            except BrokenPipeError:
                pass
            os.close(fd)


def _serve_one(listener, told, unused):
    with listener.accept()[0] as connection:
        fds = recvfds(connection, MAXFDS_TO_SEND)
    child_r, child_w, *inherited = fds
    pid = os.fork()
    if pid == 0:
        code = 1
        try:
            listener.detach()
            os.close(child_w)
            for fd in [*unused, *told.values()]:
                os.close(fd)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            signal.signal(signal.SIGINT, signal.default_int_handler)
            _forkserver._inherited_fds = inherited
            _forkserver._pid = _forkserver._alive_fd = _forkserver._address = None
            code = spawn._main(child_r, os.dup(child_r))
        except Exception:
            sys.excepthook(*sys.exc_info())
            sys.stderr.flush()
        finally:
            os._exit(code)
    try:
        write_signed(child_w, pid)
    except BrokenPipeError:
        pass
    told[pid] = child_w
    for fd in [child_r, *inherited]:
        os.close(fd)


_forkserver = ForkServer()
ensure_running = _forkserver.ensure_running
get_inherited_fds = _forkserver.get_inherited_fds
connect_to_new_process = _forkserver.connect_to_new_process
set_forkserver_preload = _forkserver.set_forkserver_preload
