# socket: connections to other programs and machines.

import errno
import io
import os
from enum import IntEnum, IntFlag

from _tensorcell.constants import socket as _numbers
from _tensorcell.hosts import (
    _host_by_address,
    _names_of,
    _set_host_name,
    getprotobyname,
    if_indextoname,
    if_nameindex,
    if_nametoindex,
)
from _tensorcell.messages import CMSG_LEN, CMSG_SPACE, _receive_message, _send_message
from _tensorcell.socket import (
    _accept,
    _bind,
    _connect,
    _listen,
    _open,
    _option,
    _other_address,
    _own_address,
    _pair,
    _receive,
    _resolve,
    _send,
    _set_option,
    _shutdown,
)


def _kind(name, prefix, base=IntEnum):
    members = {key: value for key, value in _numbers.items() if key.startswith(prefix) and key.isupper()}
    return base(name, list(members.items()), module="socket")


globals().update(_numbers)
AddressFamily = _kind("AddressFamily", "AF_")
SocketKind = IntEnum("SocketKind", {key: value for key, value in _numbers.items() if key.startswith("SOCK_")}, module="socket")
MsgFlag = _kind("MsgFlag", "MSG_", IntFlag)
AddressInfo = _kind("AddressInfo", "AI_", IntFlag)
for _class in (AddressFamily, SocketKind, MsgFlag, AddressInfo):
    globals().update(_class.__members__)

error = OSError
timeout = TimeoutError
has_ipv6 = True
INADDR_ANY, INADDR_BROADCAST, INADDR_LOOPBACK, INADDR_NONE = 0, 0xFFFFFFFF, 0x7F000001, 0xFFFFFFFF
SHUT_RD, SHUT_WR, SHUT_RDWR = 0, 1, 2
SOMAXCONN = 4096


class herror(OSError):
    pass


class gaierror(OSError):
    """A host or service that is not known."""


def _unknown_host():
    raise gaierror(-2, "Name or service not known")


_default_timeout = None


def getdefaulttimeout():
    return _default_timeout


def setdefaulttimeout(timeout, /):
    """Sets how long new sockets wait; None for ever."""
    global _default_timeout
    _default_timeout = _seconds(timeout)


def _seconds(value):
    if value is None:
        return None
    if not hasattr(value, "__float__") and not hasattr(value, "__index__"):
        raise TypeError(f"'{type(value).__name__}' object cannot be interpreted as an integer")
    value = float(value)
    if value < 0:
        raise ValueError("Timeout value out of range")
    return value


def _member(kind, value):
    return next((member for member in kind if member == value), value)


class socket:
    """One end of a connection."""

    def __init__(self, family=-1, type=-1, proto=-1, fileno=None):
        if fileno is None:
            family = AF_INET if family == -1 else family
            type = SOCK_STREAM if type == -1 else type
            proto = 0 if proto == -1 else proto
            fileno = _open(int(family), int(type) & ~(SOCK_NONBLOCK | SOCK_CLOEXEC), proto)
        else:
            if fileno < 0:
                raise ValueError("negative file descriptor")
            family = _read_option(fileno, SO_DOMAIN) if family == -1 else family
            type = _read_option(fileno, SO_TYPE) if type == -1 else type
            proto = _read_option(fileno, SO_PROTOCOL) if proto == -1 else proto
        self._fd = fileno
        self._family = _member(AddressFamily, family)
        self._type = _member(SocketKind, type)
        self._proto = proto
        self._timeout = None
        self._files = 0
        self._closed = False
        if _default_timeout is not None:
            self.settimeout(_default_timeout)

    family = property(lambda self: self._family, doc="The kind of its addresses.")
    type = property(lambda self: self._type, doc="The kind of socket.")
    proto = property(lambda self: self._proto, doc="The number of its protocol.")

    def __repr__(self):
        closed = "[closed] " if self._fd < 0 else ""
        parts = f"fd={self._fd}, family={int(self.family)}, type={int(self.type)}, proto={self.proto}"
        if self._fd >= 0:
            for name, address in (("laddr", self.getsockname), ("raddr", self.getpeername)):
                try:
                    found = address()
                except OSError:
                    continue
                if found:
                    parts += f", {name}={found}"
        return f"<socket.socket {closed}{parts}>"

    def __enter__(self):
        return self

    def __exit__(self, *details):
        if not self._closed:
            self.close()

    def __del__(self):
        fd, self._fd = getattr(self, "_fd", -1), -1
        if fd >= 0:
            try:
                os.close(fd)
            except OSError:
                pass

    # --- the descriptor
    def fileno(self):
        return self._fd

    def close(self):
        """Closes the socket, once its files are closed too."""
        self._closed = True
        if self._files <= 0:
            self._really_close()

    def _really_close(self):
        fd, self._fd = self._fd, -1
        if fd >= 0:
            os.close(fd)

    def _file_closed(self):
        self._files -= 1
        if self._closed:
            self.close()

    def detach(self):
        """Gives the descriptor to the program."""
        fd, self._fd = self._fd, -1
        self._closed = True
        return fd

    def dup(self):
        """Another socket of the same connection."""
        copy = self.__class__(self.family, self.type, self.proto, fileno=os.dup(self._fd))
        copy.settimeout(self._timeout)
        return copy

    def get_inheritable(self):
        return os.get_inheritable(self._fd)

    def set_inheritable(self, inheritable):
        os.set_inheritable(self._fd, inheritable)

    # --- waiting
    def settimeout(self, value):
        """How long calls wait, in seconds; None for ever."""
        self._timeout = _seconds(value)
        os.set_blocking(self._fd, self._timeout is None or self._timeout > 0)

    def gettimeout(self):
        return self._timeout

    timeout = property(gettimeout)

    def setblocking(self, flag):
        self.settimeout(None if flag else 0.0)

    def getblocking(self):
        return self._timeout != 0

    # --- connections
    def bind(self, address):
        """Gives the socket its own address."""
        _bind(self._fd, int(self.family), address)

    def listen(self, backlog=128):
        """Takes connections from now on."""
        _listen(self._fd, max(backlog, 0))

    def accept(self):
        """Waits for a connection: (socket, address)."""
        fd, address = _accept(self._fd, self._timeout)
        return socket(self.family, self.type, self.proto, fileno=fd), address

    def connect(self, address):
        """Connects to an address."""
        _connect(self._fd, int(self.family), address, self._timeout)

    def connect_ex(self, address):
        """As connect; the number of the error, or 0."""
        try:
            self.connect(address)
        except TimeoutError as failed:
            return failed.errno or errno.EAGAIN
        except OSError as failed:
            return failed.errno
        return 0

    def getsockname(self):
        return _own_address(self._fd)

    def getpeername(self):
        return _other_address(self._fd)

    def shutdown(self, how):
        """Ends reading, writing or both."""
        _shutdown(self._fd, how)

    # --- data
    def recv(self, bufsize, flags=0):
        """What has come, at most so many bytes; nothing at the end."""
        return _receive(self._fd, bufsize, int(flags), self._timeout)[0]

    def recvfrom(self, bufsize, flags=0):
        """What has come, and from where."""
        return _receive(self._fd, bufsize, int(flags), self._timeout)

    def recv_into(self, buffer, nbytes=0, flags=0):
        """What has come, into a buffer; how many bytes."""
        data = self.recv(nbytes or len(buffer), flags)
        buffer[: len(data)] = data
        return len(data)

    def recvfrom_into(self, buffer, nbytes=0, flags=0):
        data, address = self.recvfrom(nbytes or len(buffer), flags)
        buffer[: len(data)] = data
        return len(data), address

    def send(self, data, flags=0):
        """Writes some of the data; how many bytes."""
        while True:
            count = _send(self._fd, data, int(flags), self._timeout, int(self.family), None)
            if count or not len(data):
                return count

    def sendall(self, data, flags=0):
        """Writes all of the data."""
        data = memoryview(data).cast("B") if isinstance(data, memoryview) else data
        if isinstance(data, str):
            raise TypeError("a bytes-like object is required, not 'str'")
        rest = bytes(data)
        while rest:
            rest = rest[self.send(rest, flags) :]

    def sendto(self, data, flags_or_address, address=None):
        """Writes to an address; how many bytes."""
        flags = 0 if address is None else flags_or_address
        address = flags_or_address if address is None else address
        return _send(self._fd, data, int(flags), self._timeout, int(self.family), address)

    # --- messages with ancillary data
    def sendmsg(self, buffers, ancdata=(), flags=0, address=None, /):
        """Writes buffers with ancillary data, (level, type, data) of each item; how many bytes."""
        if not hasattr(buffers, "__iter__"):
            raise TypeError("sendmsg() argument 1 must be an iterable")
        if not hasattr(ancdata, "__iter__"):
            raise TypeError("sendmsg() argument 2 must be an iterable")
        data = b"".join([_plain(buffer) for buffer in buffers])
        items = [_ancillary(item) for item in ancdata]
        return _send_message(self._fd, data, items, int(flags), self._timeout, int(self.family), address)

    def recvmsg(self, bufsize, ancbufsize=0, flags=0, /):
        """Reads with ancillary data: (data, items, flags, address)."""
        return _receive_message(self._fd, bufsize, ancbufsize, int(flags), self._timeout)

    def recvmsg_into(self, buffers, ancbufsize=0, flags=0, /):
        """As recvmsg, into buffers: (how many bytes, items, flags, address)."""
        if not hasattr(buffers, "__iter__"):
            raise TypeError("recvmsg_into() argument 1 must be an iterable")
        views = [memoryview(buffer).cast("B") for buffer in buffers]
        size = sum([len(view) for view in views])
        data, items, flags, address = _receive_message(self._fd, size, ancbufsize, int(flags), self._timeout)
        at = 0
        for view in views:
            part = data[at : at + len(view)]
            view[: len(part)] = part
            at += len(part)
        return len(data), items, flags, address

    def sendfile(self, file, offset=0, count=None):
        """Writes the rest of a file; how many bytes."""
        if offset:
            file.seek(offset)
        data = file.read() if count is None else file.read(count)
        self.sendall(data)
        return len(data)

    def makefile(self, mode="r", buffering=None, *, encoding=None, errors=None, newline=None):
        """A file over the connection."""
        if not set(mode) <= {"r", "w", "b"}:
            raise ValueError("invalid mode %r (only r, w, b allowed)" % (mode,))
        writing = "w" in mode
        reading = "r" in mode or not writing
        raw = SocketIO(self, ("r" if reading else "") + ("w" if writing else ""))
        self._files += 1
        size = io.DEFAULT_BUFFER_SIZE if buffering is None or buffering < 0 else buffering
        if size == 0:
            if "b" not in mode:
                raise ValueError("unbuffered streams must be binary")
            return raw
        kind = io.BufferedRWPair if reading and writing else io.BufferedReader if reading else io.BufferedWriter
        buffer = kind(raw, raw, size) if kind is io.BufferedRWPair else kind(raw, size)
        return buffer if "b" in mode else io.TextIOWrapper(buffer, encoding, errors, newline)

    # --- options
    def getsockopt(self, level, optname, buflen=0):
        """An option: a number, or so many bytes."""
        data = _option(self._fd, level, optname, buflen or 4)
        return data if buflen else int.from_bytes(data, "little", signed=True)

    def setsockopt(self, level, optname, value, optlen=None):
        """Sets an option: a number or bytes."""
        data = int(value).to_bytes(4, "little", signed=True) if isinstance(value, int) else value
        _set_option(self._fd, level, optname, bytes(optlen) if data is None else data)


SocketType = socket


def _ancillary(item):
    """An item of ancillary data: (level, type, bytes)."""
    items = "[sendmsg() ancillary data items]() argument must be sequence of length 3"
    if not hasattr(item, "__len__"):
        raise TypeError(f"{items}, not {type(item).__name__}")
    if len(item) != 3:
        raise TypeError(f"{items}, not {len(item)}")
    level, kind, part = item
    return level, kind, _plain(part)


def _plain(buffer):
    """The bytes of a buffer."""
    try:
        return bytes(memoryview(buffer))
    except TypeError:
        raise TypeError(f"a bytes-like object is required, not '{type(buffer).__name__}'") from None


def _read_option(fd, name):
    return int.from_bytes(_option(fd, SOL_SOCKET, name, 4), "little")


class SocketIO(io.RawIOBase):
    """The connection of a socket as a stream of bytes."""

    def __init__(self, sock, mode):
        self._sock = sock
        self.mode = mode + "b"
        self._reading = "r" in mode
        self._writing = "w" in mode

    def readinto(self, buffer):
        self._check()
        if not self._reading:
            raise io.UnsupportedOperation("not readable")
        return self._sock.recv_into(buffer)

    def write(self, data):
        self._check()
        if not self._writing:
            raise io.UnsupportedOperation("not writable")
        return self._sock.send(data)

    def readable(self):
        self._check()
        return self._reading

    def writable(self):
        self._check()
        return self._writing

    def seekable(self):
        self._check()
        return False

    def fileno(self):
        self._check()
        return self._sock.fileno()

    @property
    def name(self):
        return -1 if self.closed else self.fileno()

    def close(self):
        if not self.closed:
            super().close()
            self._sock._file_closed()
            self._sock = None


def socketpair(family=None, type=SOCK_STREAM, proto=0):
    """Two sockets that are connected."""
    family = AF_UNIX if family is None else family
    return tuple([socket(family, type, proto, fileno=fd) for fd in _pair(int(family), int(type), proto)])


def fromfd(fd, family, type, proto=0):
    """A socket of a copy of a descriptor."""
    return socket(family, type, proto, fileno=os.dup(fd))


def close(fd, /):
    os.close(fd)


def dup(fd, /):
    """Duplicate a socket's descriptor."""
    return os.dup(fd)


def send_fds(sock, buffers, fds, flags=0, address=None):
    """Send the list of file descriptors fds over a socket of AF_UNIX."""
    import array

    return sock.sendmsg(buffers, [(SOL_SOCKET, SCM_RIGHTS, array.array("i", fds))])


def recv_fds(sock, bufsize, maxfds, flags=0):
    """Receive up to maxfds file descriptors: (data, descriptors, flags, address)."""
    import array

    fds = array.array("i")
    data, items, msg_flags, address = sock.recvmsg(bufsize, CMSG_LEN(maxfds * fds.itemsize))
    for level, kind, part in items:
        if level == SOL_SOCKET and kind == SCM_RIGHTS:
            # The last descriptor may be cut off.
            fds.frombytes(part[: len(part) - len(part) % fds.itemsize])
    return data, list(fds), msg_flags, address


# A timeout that was not given.
_GLOBAL_DEFAULT_TIMEOUT = object()


def create_connection(address, timeout=_GLOBAL_DEFAULT_TIMEOUT, source_address=None, *, all_errors=False):
    """A socket that is connected to (host, port)."""
    host, port = address
    failures = []
    for family, kind, proto, _, place in getaddrinfo(host, port, 0, SOCK_STREAM):
        sock = socket(family, kind, proto)
        try:
            if timeout is not _GLOBAL_DEFAULT_TIMEOUT and timeout is not ...:
                sock.settimeout(timeout)
            if source_address:
                sock.bind(source_address)
            sock.connect(place)
            return sock
        except OSError as failed:
            failures.append(failed)
            sock.close()
    if all_errors and failures:
        raise ExceptionGroup("create_connection failed", failures)
    raise failures[0] if failures else OSError("getaddrinfo returns an empty list")


def create_server(address, *, family=AF_INET, backlog=None, reuse_port=False, dualstack_ipv6=False):
    """A socket that takes connections at an address."""
    sock = socket(family, SOCK_STREAM)
    try:
        sock.setsockopt(SOL_SOCKET, SO_REUSEADDR, 1)
        if reuse_port:
            sock.setsockopt(SOL_SOCKET, SO_REUSEPORT, 1)
        try:
            sock.bind(address)
        except OSError as failed:
            raise OSError(failed.errno, f"{failed.strerror} (while attempting to bind on address {address!r})") from None
        sock.listen(128 if backlog is None else backlog)
        return sock
    except:
        sock.close()
        raise


def has_dualstack_ipv6():
    return False


_SERVICES = {"http": 80, "https": 443, "ftp": 21, "ssh": 22, "telnet": 23, "smtp": 25, "domain": 53, "pop3": 110, "imap2": 143}


def getservbyname(servicename, protocolname=None, /):
    """The port of a service."""
    if servicename not in _SERVICES:
        raise OSError("service/proto not found")
    return _SERVICES[servicename]


def getservbyport(port, protocolname=None, /):
    """The service of a port."""
    for name, number in _SERVICES.items():
        if number == port:
            return name
    raise OSError("port/proto not found")


def getaddrinfo(host, port, family=0, type=0, proto=0, flags=0):
    """The addresses of a host and port: (family, type, proto, name, address)."""
    if isinstance(host, bytes):
        host = host.decode()
    if isinstance(port, str) and not port.isdigit():
        if port not in _SERVICES:
            raise gaierror(-8, "Servname not supported for ai_socktype")
        port = _SERVICES[port]
    port = int(port or 0)
    if host is None and flags & AI_PASSIVE:
        found = [(AF_INET, "0.0.0.0"), (AF_INET6, "::")]
    elif host is None:
        found = [(AF_INET6, "::1"), (AF_INET, "127.0.0.1")]
    elif not host:
        _unknown_host()
    else:
        found = [(_member(AddressFamily, kind), name) for kind, name in _resolve(host)]
    kinds = ((SOCK_STREAM, IPPROTO_TCP), (SOCK_DGRAM, IPPROTO_UDP), (SOCK_RAW, 0))
    result = []
    for one, name in dict.fromkeys(found):
        if family and family != one:
            continue
        for kind, protocol in kinds:
            if (not type or type == kind) and (not proto or proto == protocol):
                place = (name, port) if one == AF_INET else (name, port, 0, 0)
                result.append((one, kind, int(protocol), "", place))
    if not result:
        _unknown_host()
    return result


def gethostname():
    """The name of this machine."""
    return os.uname().nodename


def gethostbyname(hostname, /):
    """The address of a host."""
    return getaddrinfo(hostname, 0, AF_INET)[0][4][0]


def gethostbyname_ex(hostname, /):
    places = list(dict.fromkeys(place[4][0] for place in getaddrinfo(hostname, 0, AF_INET)))
    return hostname, [], places


def sethostname(name, /):
    """Set the name of this machine."""
    if not isinstance(name, (str, bytes)):
        raise TypeError(f"expected str, bytes or os.PathLike object, not {type(name).__name__}")
    _set_host_name(os.fsencode(name))


def _aliases(name, address):
    """The other names of a host in the system's file of hosts."""
    try:
        with open("/etc/hosts", encoding="utf-8", errors="replace") as file:
            rows = [line.partition("#")[0].split() for line in file]
    except OSError:
        return []
    found = [row[2:] for row in rows if len(row) > 1 and row[0] == address and row[1] == name]
    return found[0] if found else []


def gethostbyaddr(ip_address, /):
    """The names of an address: (name, other names, addresses)."""
    if isinstance(ip_address, (bytes, bytearray)):
        ip_address = ip_address.decode()
    if not isinstance(ip_address, str):
        raise TypeError(f"gethostbyaddr() argument 1 must be str, bytes or bytearray, not {type(ip_address).__name__}")
    address = getaddrinfo(ip_address, 0)[0][4][0]
    name = _host_by_address(address)
    if name is None:
        raise herror(1, "Unknown host")
    return name, _aliases(name, address), [address]


def _numeric(host):
    """Whether a host is an address in numbers."""
    import ipaddress

    try:
        ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return False
    return True


def getnameinfo(sockaddr, flags, /):
    """The names of a socket's address: (host, port)."""
    if not isinstance(sockaddr, tuple):
        raise TypeError("getnameinfo() argument 1 must be a tuple")
    if not 2 <= len(sockaddr) <= 4:
        raise TypeError("getnameinfo(): illegal sockaddr argument")
    host, port, flowinfo = (*sockaddr, 0)[:3]
    if not isinstance(host, str):
        raise TypeError("getnameinfo(): illegal sockaddr argument")
    if not isinstance(port, int):
        raise TypeError(f"'{type(port).__name__}' object cannot be interpreted as an integer")
    if not 0 <= flowinfo <= 0xFFFFF:
        raise OverflowError("getnameinfo(): flowinfo must be 0-1048575.")
    if not _numeric(host):
        _unknown_host()
    if ":" not in host and len(sockaddr) != 2:
        raise OSError("IPv4 sockaddr must be 2 tuple")
    error, words, names = _names_of(host, port, int(flags))
    if error:
        raise gaierror(error, words)
    return names


def getfqdn(name=""):
    """The whole name of a host."""
    return name.strip() or gethostname()


def htons(x, /):
    return int.from_bytes(x.to_bytes(2, "little"), "big")


def htonl(x, /):
    return int.from_bytes(x.to_bytes(4, "little"), "big")


ntohs, ntohl = htons, htonl


def inet_aton(ip_string, /):
    """An address of four numbers as bytes."""
    parts = ip_string.split(".")
    if not 1 <= len(parts) <= 4 or not all(part.isdigit() for part in parts):
        raise OSError("illegal IP address string passed to inet_aton")
    numbers = [int(part) for part in parts]
    if any(number > 255 for number in numbers[:-1]) or numbers[-1] >= 256 ** (5 - len(numbers)):
        raise OSError("illegal IP address string passed to inet_aton")
    return bytes(numbers[:-1]) + numbers[-1].to_bytes(5 - len(numbers), "big")


def inet_ntoa(packed_ip, /):
    """Four bytes as an address."""
    if len(packed_ip) != 4:
        raise OSError("packed IP wrong length")
    return ".".join([str(byte) for byte in packed_ip])


def inet_pton(address_family, ip_string, /):
    """An address as bytes."""
    import ipaddress

    if address_family == AF_INET:
        parts = ip_string.split(".")
        if len(parts) != 4:
            raise OSError("illegal IP address string passed to inet_pton")
        return inet_aton(ip_string)
    return ipaddress.IPv6Address(ip_string).packed


def inet_ntop(address_family, packed_ip, /):
    """Bytes as an address."""
    if address_family == AF_INET:
        return inet_ntoa(packed_ip)
    import ipaddress

    return str(ipaddress.IPv6Address(bytes(packed_ip)))
