# multiprocessing.connection: messages between processes, over pipes and sockets.

import hmac
import itertools
import os
import selectors
import socket
import struct
import tempfile
from multiprocessing import reduction, util
from multiprocessing.context import AuthenticationError, BufferTooShort

__all__ = ["Client", "Listener", "Pipe", "wait"]

BUFSIZE = 8192
CONNECTION_TIMEOUT = 20.0
families = ["AF_INET", "AF_UNIX"]
default_family = "AF_UNIX"
_counter = itertools.count()


def arbitrary_address(family):
    """An address that is free."""
    if family == "AF_INET":
        return ("localhost", 0)
    if family == "AF_UNIX":
        return tempfile.mktemp(prefix="listener-%d-%d-" % (os.getpid(), next(_counter)), dir=util.get_temp_dir())
    raise ValueError("unrecognized family")


def address_type(address):
    """The family of an address."""
    if type(address) is tuple:
        return "AF_INET"
    if type(address) is str or util.is_abstract_socket_namespace(address):
        return "AF_UNIX"
    raise ValueError("address type of %r unrecognized" % address)


def _validate_family(family):
    if family not in families:
        raise ValueError("Family %s is not recognized." % family)


# --- connections
class _ConnectionBase:
    """One end of a way for messages."""

    _handle = None

    def __init__(self, handle, readable=True, writable=True):
        handle = handle.__index__()
        if handle < 0:
            raise ValueError("invalid handle")
        if not readable and not writable:
            raise ValueError("at least one of `readable` and `writable` must be True")
        self._handle = handle
        self._readable = readable
        self._writable = writable

    def __del__(self):
        if self._handle is not None:
            self._close()

    def _check_closed(self):
        if self._handle is None:
            raise OSError("handle is closed")

    def _check_readable(self):
        if not self._readable:
            raise OSError("connection is write-only")

    def _check_writable(self):
        if not self._writable:
            raise OSError("connection is read-only")

    def _bad_message_length(self):
        if self._writable:
            self._readable = False
        else:
            self.close()
        raise OSError("bad message length")

    @property
    def closed(self):
        """Whether the connection is closed."""
        return self._handle is None

    @property
    def readable(self):
        """Whether messages can be received."""
        return self._readable

    @property
    def writable(self):
        """Whether messages can be sent."""
        return self._writable

    def fileno(self):
        """The descriptor."""
        self._check_closed()
        return self._handle

    def close(self):
        """Close the connection."""
        if self._handle is not None:
            try:
                self._close()
            finally:
                self._handle = None

    def send_bytes(self, buf, offset=0, size=None):
        """Send bytes as a message."""
        self._check_closed()
        self._check_writable()
        view = memoryview(buf).cast("B")
        n = view.nbytes
        if offset < 0:
            raise ValueError("offset is negative")
        if n < offset:
            raise ValueError("buffer length < offset")
        if size is None:
            size = n - offset
        elif size < 0:
            raise ValueError("size is negative")
        elif offset + size > n:
            raise ValueError("buffer length < offset + size")
        self._send_bytes(view[offset : offset + size])

    def send(self, obj):
        """Send an object."""
        self._check_closed()
        self._check_writable()
        self._send_bytes(reduction.ForkingPickler.dumps(obj))

    def recv_bytes(self, maxlength=None):
        """The bytes of the next message."""
        self._check_closed()
        self._check_readable()
        if maxlength is not None and maxlength < 0:
            raise ValueError("negative maxlength")
        data = self._recv_bytes(maxlength)
        if data is None:
            self._bad_message_length()
        return data

    def recv_bytes_into(self, buf, offset=0):
        """Read the next message into a buffer; its length."""
        self._check_closed()
        self._check_readable()
        with memoryview(buf) as view:
            view = view.cast("B") if view.itemsize > 1 else view
            if offset < 0:
                raise ValueError("negative offset")
            if offset > view.nbytes:
                raise ValueError("offset too large")
            data = self._recv_bytes()
            if view.nbytes < offset + len(data):
                raise BufferTooShort(data)
            view[offset : offset + len(data)] = data
            return len(data)

    def recv(self):
        """The next object."""
        self._check_closed()
        self._check_readable()
        return reduction.ForkingPickler.loads(self._recv_bytes())

    def poll(self, timeout=0.0):
        """Whether something has come, or comes in time."""
        self._check_closed()
        self._check_readable()
        return bool(wait([self], timeout))

    def __enter__(self):
        return self

    def __exit__(self, *details):
        self.close()


class Connection(_ConnectionBase):
    """One end of a way for messages, over a pipe or a socket."""

    def _close(self):
        os.close(self._handle)

    def _write(self, data):
        # A pipe takes all, for it is waited for; a socket may take a part.
        while data:
            data = data[os.write(self._handle, data) :]

    def _read(self, size):
        parts, left = [], size
        while left:
            part = os.read(self._handle, min(left, 1 << 20))
            if not part:
                raise EOFError if left == size else OSError("got end of file during message")
            parts.append(part)
            left -= len(part)
        return b"".join(parts)

    def _send_bytes(self, data):
        n = len(data)
        if n > 0x7FFFFFFF:
            self._write(struct.pack("!iQ", -1, n))
            self._write(data)
        elif n > 16384:
            self._write(struct.pack("!i", n))
            self._write(data)
        else:
            # One piece, so that small messages of several processes do not mix.
            self._write(struct.pack("!i", n) + bytes(data))

    def _recv_bytes(self, maxsize=None):
        size = struct.unpack("!i", self._read(4))[0]
        if size == -1:
            size = struct.unpack("!Q", self._read(8))[0]
        if maxsize is not None and size > maxsize:
            return None
        return self._read(size) if size else b""


def _reduce_connection(conn):
    return _rebuild_connection, (reduction.DupFd(conn.fileno()), conn.readable, conn.writable)


def _rebuild_connection(df, readable, writable):
    return Connection(df.detach(), readable, writable)


reduction.register(Connection, _reduce_connection)


def Pipe(duplex=True):
    """Two connections to each other."""
    if duplex:
        one, other = socket.socketpair()
        return Connection(one.detach()), Connection(other.detach())
    read, write = os.pipe()
    return Connection(read, writable=False), Connection(write, readable=False)


def wait(object_list, timeout=None):
    """Those of the objects that are ready: connections, sockets, and the ends of processes."""
    with selectors.PollSelector() as selector:
        for one in object_list:
            selector.register(one, selectors.EVENT_READ)
        return [key.fileobj for key, _ in selector.select(timeout)]


# --- listeners and clients
class SocketListener:
    """A socket that connections are accepted from."""

    def __init__(self, address, family, backlog=1):
        self._socket = socket.socket(getattr(socket, family))
        try:
            self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            self._socket.setblocking(True)
            self._socket.bind(address)
            self._socket.listen(backlog)
            self._address = self._socket.getsockname()
        except OSError:
            self._socket.close()
            raise
        self._family = family
        self._last_accepted = None
        self._unlink = None
        if family == "AF_UNIX" and not util.is_abstract_socket_namespace(address):
            self._unlink = util.Finalize(self, os.unlink, args=(address,), exitpriority=0)

    def accept(self):
        accepted, self._last_accepted = self._socket.accept()
        accepted.setblocking(True)
        return Connection(accepted.detach())

    def close(self):
        try:
            self._socket.close()
        finally:
            unlink, self._unlink = self._unlink, None
            if unlink is not None:
                unlink()


def SocketClient(address):
    """A connection to a socket that is listened on."""
    with socket.socket(getattr(socket, address_type(address))) as made:
        made.setblocking(True)
        made.connect(address)
        return Connection(made.detach())


class Listener:
    """An address that connections are accepted at."""

    def __init__(self, address=None, family=None, backlog=1, authkey=None):
        family = family or (address and address_type(address)) or default_family
        _validate_family(family)
        if authkey is not None and not isinstance(authkey, bytes):
            raise TypeError("authkey should be a byte string")
        self._listener = SocketListener(address or arbitrary_address(family), family, backlog)
        self._authkey = authkey

    def accept(self):
        """The next connection; who connects must know the key."""
        if self._listener is None:
            raise OSError("listener is closed")
        conn = self._listener.accept()
        if self._authkey is not None:
            try:
                deliver_challenge(conn, self._authkey)
                answer_challenge(conn, self._authkey)
            except BaseException:
                conn.close()
                raise
        return conn

    def close(self):
        """Close the listener."""
        listener, self._listener = self._listener, None
        if listener is not None:
            listener.close()

    @property
    def address(self):
        """Where it listens."""
        return self._listener._address

    @property
    def last_accepted(self):
        """Where the last connection came from."""
        return self._listener._last_accepted

    def __enter__(self):
        return self

    def __exit__(self, *details):
        self.close()


def Client(address, family=None, authkey=None):
    """A connection to a listener."""
    _validate_family(family or address_type(address))
    if authkey is not None and not isinstance(authkey, bytes):
        raise TypeError("authkey should be a byte string")
    conn = SocketClient(address)
    if authkey is not None:
        try:
            answer_challenge(conn, authkey)
            deliver_challenge(conn, authkey)
        except BaseException:
            conn.close()
            raise
    return conn


# --- who knows the key
MESSAGE_LENGTH = 40
_CHALLENGE = b"#CHALLENGE#"
_WELCOME = b"#WELCOME#"
_FAILURE = b"#FAILURE#"
_MAXLEN = 256
_DIGESTS = {"md5", "sha256", "sha384", "sha3_256", "sha3_384"}
_LEGACY_LENGTHS = (16, 20)


def _get_digest_name_and_payload(message):
    """The name of the hash that a message begins with, and the rest; no name where it has the old form."""
    if len(message) in _LEGACY_LENGTHS:
        return "", message
    if message.startswith(b"{") and (end := message.find(b"}", 1, 20)) > 0:
        digest = message[1:end]
        if digest.decode("ascii") in _DIGESTS:
            return digest.decode("ascii"), message[end + 1 :]
    raise AuthenticationError(f"unsupported message length, missing digest prefix, or unsupported digest: {message=}")


def _create_response(authkey, message):
    """What proves that the key is known."""
    digest, _ = _get_digest_name_and_payload(message)
    if not digest:
        return hmac.new(authkey, message, "md5").digest()
    return b"{%s}%s" % (digest.encode("ascii"), hmac.new(authkey, message, digest).digest())


def _verify_challenge(authkey, message, response):
    digest, proof = _get_digest_name_and_payload(response)
    expected = hmac.new(authkey, message, digest or "md5").digest()
    if len(expected) != len(proof):
        raise AuthenticationError(f"expected {digest!r} of length {len(expected)} got {len(proof)}")
    if not hmac.compare_digest(expected, proof):
        raise AuthenticationError("digest received was wrong")


def deliver_challenge(connection, authkey, digest_name="sha256"):
    """Has the other side prove that it knows the key."""
    if not isinstance(authkey, bytes):
        raise ValueError("Authkey must be bytes, not {0!s}".format(type(authkey)))
    assert MESSAGE_LENGTH > 20, "protocol constraint"
    message = b"{%s}%s" % (digest_name.encode("ascii"), os.urandom(MESSAGE_LENGTH))
    connection.send_bytes(_CHALLENGE + message)
    response = connection.recv_bytes(_MAXLEN)
    try:
        _verify_challenge(authkey, message, response)
    except AuthenticationError:
        connection.send_bytes(_FAILURE)
        raise
    connection.send_bytes(_WELCOME)


def answer_challenge(connection, authkey):
    """Proves to the other side that the key is known here."""
    if not isinstance(authkey, bytes):
        raise ValueError("Authkey must be bytes, not {0!s}".format(type(authkey)))
    message = connection.recv_bytes(_MAXLEN)
    if not message.startswith(_CHALLENGE):
        raise AuthenticationError(f"Protocol error, expected challenge: {message=}")
    message = message[len(_CHALLENGE) :]
    if len(message) < 20:
        raise AuthenticationError(f"challenge too short: {len(message)} bytes")
    connection.send_bytes(_create_response(authkey, message))
    if connection.recv_bytes(_MAXLEN) != _WELCOME:
        raise AuthenticationError("digest sent was rejected")


# --- other forms of messages
class ConnectionWrapper:
    """A connection whose objects have a form of one's own."""

    def __init__(self, conn, dumps, loads):
        self._conn, self._dumps, self._loads = conn, dumps, loads
        for name in ("fileno", "close", "poll", "recv_bytes", "send_bytes"):
            setattr(self, name, getattr(conn, name))

    def send(self, obj):
        self._conn.send_bytes(self._dumps(obj))

    def recv(self):
        return self._loads(self._conn.recv_bytes())


def _xml_dumps(obj):
    import xmlrpc.client

    return xmlrpc.client.dumps((obj,), None, None, None, 1).encode("utf-8")


def _xml_loads(data):
    import xmlrpc.client

    (obj,), _ = xmlrpc.client.loads(data.decode("utf-8"))
    return obj


class XmlListener(Listener):
    """A listener whose connections speak XML."""

    def accept(self):
        return ConnectionWrapper(Listener.accept(self), _xml_dumps, _xml_loads)


def XmlClient(*args, **kwds):
    """A connection that speaks XML."""
    return ConnectionWrapper(Client(*args, **kwds), _xml_dumps, _xml_loads)
