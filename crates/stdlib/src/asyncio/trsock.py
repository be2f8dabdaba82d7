# asyncio.trsock: the socket of a transport as others see it.

import socket


def _same_as_real(name):
    """A method that does what the real socket's method of the same name does."""

    def method(self, *args, **kwargs):
        return getattr(self._sock, name)(*args, **kwargs)

    method.__name__ = name
    method.__qualname__ = f"TransportSocket.{name}"
    return method


class TransportSocket:
    """A socket-like wrapper for exposing real transport sockets.

    What would disturb the event loop is left out: reading, writing and closing.
    """

    __slots__ = ("_sock",)

    def __init__(self, sock: socket.socket):
        self._sock = sock

    family = property(lambda self: self._sock.family)
    type = property(lambda self: self._sock.type)
    proto = property(lambda self: self._sock.proto)

    fileno = _same_as_real("fileno")
    dup = _same_as_real("dup")
    get_inheritable = _same_as_real("get_inheritable")
    # Some programs end only their writing so.
    shutdown = _same_as_real("shutdown")
    getsockopt = _same_as_real("getsockopt")
    setsockopt = _same_as_real("setsockopt")
    getpeername = _same_as_real("getpeername")
    getsockname = _same_as_real("getsockname")
    getsockbyname = _same_as_real("getsockbyname")

    def gettimeout(self):
        # It never blocks.
        return 0

    def settimeout(self, value):
        if value != 0:
            raise ValueError("settimeout(): only 0 timeout is allowed on transport sockets")

    def setblocking(self, flag):
        if flag:
            raise ValueError("setblocking(): transport sockets cannot be blocking")

    def __getstate__(self):
        raise TypeError("Cannot serialize asyncio.TransportSocket object")

    def __repr__(self):
        info = [f"fd={self.fileno()}", f"family={self.family!s}", f"type={self.type!s}", f"proto={self.proto}"]
        if self.fileno() != -1:
            for name, find in (("laddr", self.getsockname), ("raddr", self.getpeername)):
                try:
                    address = find()
                except OSError:
                    continue
                if address:
                    info.append(f"{name}={address}")
        return f"<asyncio.TransportSocket {', '.join(info)}>"
