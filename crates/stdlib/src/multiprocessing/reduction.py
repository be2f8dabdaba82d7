# multiprocessing.reduction: objects as bytes for other processes, and descriptors sent to them.

import copyreg
import functools
import io
import pickle
import socket
from abc import ABCMeta
from multiprocessing import context

from _tensorcell.os import _receive_descriptors, _send_descriptors

__all__ = ["send_handle", "recv_handle", "ForkingPickler", "register", "dump", "DupFd", "sendfds", "recvfds"]

HAVE_SEND_HANDLE = True
ACKNOWLEDGE = True


class ForkingPickler(pickle.Pickler):
    """A pickler with reductions of its own."""

    _extra_reducers = {}
    _copyreg_dispatch_table = copyreg.dispatch_table

    def __init__(self, *args):
        super().__init__(*args)
        self.dispatch_table = {**self._copyreg_dispatch_table, **self._extra_reducers}

    @classmethod
    def register(cls, type, reduce):
        """Register a reduction of a type."""
        cls._extra_reducers[type] = reduce

    @classmethod
    def dumps(cls, obj, protocol=None):
        """The bytes of an object, as a view."""
        file = io.BytesIO()
        cls(file, protocol).dump(obj)
        return file.getbuffer()

    loads = staticmethod(pickle.loads)


register = ForkingPickler.register


def dump(obj, file, protocol=None):
    """Write the bytes of an object."""
    ForkingPickler(file, protocol).dump(obj)


# --- descriptors
def sendfds(sock, fds):
    """Send descriptors over a Unix socket."""
    _send_descriptors(sock.fileno(), bytes([len(fds) % 256]), list(fds))
    if ACKNOWLEDGE and sock.recv(1) != b"A":
        raise RuntimeError("did not receive acknowledgement of fd")


def recvfds(sock, size):
    """Receive descriptors from a Unix socket."""
    message, numbers = _receive_descriptors(sock.fileno(), 1, size)
    if not message and not numbers:
        raise EOFError
    if ACKNOWLEDGE:
        sock.send(b"A")
    if len(numbers) % 256 != message[0]:
        raise AssertionError("Len is {0:n} but msg[0] is {1!r}".format(len(numbers), message[0]))
    return numbers


def send_handle(conn, handle, destination_pid):
    """Send a descriptor over a connection."""
    with socket.fromfd(conn.fileno(), socket.AF_UNIX, socket.SOCK_STREAM) as sock:
        sendfds(sock, [handle])


def recv_handle(conn):
    """Receive a descriptor over a connection."""
    with socket.fromfd(conn.fileno(), socket.AF_UNIX, socket.SOCK_STREAM) as sock:
        return recvfds(sock, 1)[0]


def DupFd(fd):
    """What stands for a descriptor in another process: its detach() gives a copy there."""
    popen = context.get_spawning_popen()
    if popen is not None:
        return popen.DupFd(popen.duplicate_for_child(fd))
    from multiprocessing import resource_sharer

    return resource_sharer.DupFd(fd)


# --- reductions
class _Methods:
    def method(self):
        pass


def _reduce_method(method):
    if method.__self__ is None:
        return getattr, (method.__class__, method.__func__.__name__)
    return getattr, (method.__self__, method.__func__.__name__)


register(type(_Methods().method), _reduce_method)


def _reduce_method_descriptor(method):
    return getattr, (method.__objclass__, method.__name__)


register(type(list.append), _reduce_method_descriptor)
register(type(int.__add__), _reduce_method_descriptor)


def _reduce_partial(partial):
    return _rebuild_partial, (partial.func, partial.args, partial.keywords or {})


def _rebuild_partial(func, args, keywords):
    return functools.partial(func, *args, **keywords)


register(functools.partial, _reduce_partial)


def _reduce_socket(sock):
    return _rebuild_socket, (DupFd(sock.fileno()), sock.family, sock.type, sock.proto)


def _rebuild_socket(df, family, type, proto):
    return socket.socket(family, type, proto, fileno=df.detach())


register(socket.socket, _reduce_socket)


class AbstractReducer(metaclass=ABCMeta):
    """What a reducer of one's own has."""

    ForkingPickler = ForkingPickler
    register = register
    dump = dump
    send_handle = send_handle
    recv_handle = recv_handle
    DupFd = DupFd
