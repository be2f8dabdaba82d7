# asyncio.trsock: the socket of a transport as others see it.

import socket


class TransportSocket:
    """A socket-like wrapper for exposing real transport sockets.

    What would disturb the event loop is left out: reading, writing and closing.
    """

    __slots__ = ("_sock",)

    def __init__(self, sock: socket.socket):
        self._sock = sock

    @property
    def family(self):
        return self._sock.family

    @property
    def type(self):
        return self._sock.type

    @property
    def proto(self):
        return self._sock.proto

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

    def __getstate__(self):
        raise TypeError("Cannot serialize asyncio.TransportSocket object")

    def fileno(self):
        return self._sock.fileno()

    def dup(self):
        return self._sock.dup()

    def get_inheritable(self):
        return self._sock.get_inheritable()

    def shutdown(self, how):
        # Some programs end only their writing so.
        self._sock.shutdown(how)

    def getsockopt(self, *args, **kwargs):
        return self._sock.getsockopt(*args, **kwargs)

    def setsockopt(self, *args, **kwargs):
        self._sock.setsockopt(*args, **kwargs)

    def getpeername(self):
        return self._sock.getpeername()

    def getsockname(self):
        return self._sock.getsockname()

    def getsockbyname(self):
        return self._sock.getsockbyname()

    def settimeout(self, value):
        if value != 0:
            raise ValueError("settimeout(): only 0 timeout is allowed on transport sockets")

    def gettimeout(self):
        return 0

    def setblocking(self, flag):
        if flag:
            raise ValueError("setblocking(): transport sockets cannot be blocking")
