# _ssl_connection: connections in TLS, over memory and over sockets: part of ssl.

import socket as _socket

from _ssl_names import (
    CERT_NONE,
    SSL_ERROR_WANT_READ,
    SSL_ERROR_WANT_WRITE,
    SSL_ERROR_ZERO_RETURN,
    SSLEOFError,
    SSLError,
    SSLWantReadError,
    SSLWantWriteError,
    SSLZeroReturnError,
    eof,
    failure,
)
from _tensorcell.tls import _certificate, _client, _server

__name__ = "ssl"
_RECORD = 16 * 1024 + 512


class MemoryBIO:
    """Bytes that are written at one end and read at the other."""

    def __init__(self):
        self._data = bytearray()
        self._ended = False

    def read(self, size=-1, /):
        """Read up to size bytes."""
        size = len(self._data) if size < 0 else size
        data = bytes(self._data[:size])
        del self._data[:size]
        return data

    def write(self, b, /):
        """Writes the bytes b; how many."""
        if isinstance(b, str):
            raise TypeError("a bytes-like object is required, not 'str'")
        if self._ended:
            raise SSLError("cannot write() after write_eof()")
        data = memoryview(b).cast("B") if not isinstance(b, bytes) else b
        self._data += data
        return len(data)

    def write_eof(self):
        """Nothing more will be written."""
        self._ended = True

    @property
    def pending(self):
        """The number of bytes that can be read."""
        return len(self._data)

    @property
    def eof(self):
        """Whether all was read that ever will be written."""
        return self._ended and not self._data


class _Machine:
    """TLS between two functions: pull() gives what came (b"" at the end), push() takes what is to be sent."""

    def __init__(self, context, server_side, hostname, owner, pull, push):
        self.context, self.server_side, self.hostname, self.owner = context, server_side, hostname, owner
        self._pull, self._push = pull, push
        self._unread = b""
        self._ended = self._begun = self._said_farewell = False
        self._failure = None
        self._side = _server() if server_side else _client(*context._settings(), hostname)

    # --- the two directions
    def _flush(self):
        self._push(self._side.take())

    def _take_in(self):
        """Read what came; raises SSLWantReadError where nothing did."""
        data = self._unread or self._pull()
        if not data:
            self._ended = True
        taken = self._side.feed(data)
        self._unread = data[taken:]
        self._process()

    def _process(self):
        problem = self._side.process()
        if problem is None and self.server_side:
            hello = self._side.hello()
            if hello is not None:
                problem = self._answer(*hello)
        if problem is not None:
            try:
                self._flush()
            except OSError:
                # The alert could not be sent: what went wrong is told anyway.
                pass
            raise failure(problem, self.hostname)

    def _answer(self, name, protocols):
        """Answer a client by its first words, with another context where the program's callback sets one."""
        self.context._tell_of_name(self.owner, name)
        problem = self._side.answer(*self.context._settings(protocols))
        if problem is None:
            problem = self._side.process()
        return problem

    # --- what programs ask for
    def do_handshake(self):
        self._begun = True
        while True:
            self._flush()
            if not self._side.is_handshaking():
                return
            if self._ended:
                raise eof()
            self._take_in()

    def read(self, size):
        """Some bytes; b"" after the other side's farewell."""
        if self._side.is_handshaking():
            self.do_handshake()
        while size:
            data = self._side.read(size)
            if data is False:
                raise eof()
            if data is not None:
                return data
            self._flush()
            self._take_in()
            # Answers to what the other side asked for meanwhile.
            self._flush()
        return b""

    def write(self, data):
        if self._side.is_handshaking():
            self.do_handshake()
        self._flush()
        count = self._side.write(data)
        try:
            self._flush()
        except SSLWantWriteError:
            # It is kept, and sent before anything else.
            pass
        return count

    def unwrap(self):
        """Say farewell, and wait for the other side's."""
        if not self._begun or self._side.is_handshaking():
            raise failure(("SSL", "SHUTDOWN_WHILE_IN_INIT", "shutdown while in init", None))
        if not self._said_farewell:
            self._said_farewell = True
            self._side.farewell()
        self._flush()
        while True:
            data = self._side.read(_RECORD)
            if data == b"":
                return
            if data is False:
                raise eof()
            if data is None:
                self._take_in()
            else:
                raise failure(("SSL", "APPLICATION_DATA_AFTER_CLOSE_NOTIFY", "application data after close notify", None))


class _Asked:
    """What can be asked of a connection, over memory or over a socket."""

    _machine = None

    @property
    def context(self):
        """The SSLContext that is currently in use."""
        return self._context

    @context.setter
    def context(self, context):
        self._context = context
        if self._machine is not None:
            self._machine.context = context

    @property
    def session(self):
        """None: sessions are not taken up again."""
        return None

    @property
    def session_reused(self):
        """Whether an earlier session was taken up again: never."""
        return None if self._machine is None else False

    def _certificate_side(self):
        if self._machine is None or self._machine._side.is_handshaking():
            raise ValueError("handshake not done yet")
        return self._machine._side

    def getpeercert(self, binary_form=False):
        """What the other side's certificate says; {} where it was not looked at, None where there is none."""
        chain = self._certificate_side().peer()
        if not chain:
            return None
        if binary_form:
            return bytes(chain[0])
        return {} if self._context.verify_mode == CERT_NONE else dict(_certificate(chain[0])[0])

    def get_unverified_chain(self):
        """The certificates that the other side showed."""
        return [bytes(one) for one in self._certificate_side().peer()]

    get_verified_chain = get_unverified_chain

    def selected_npn_protocol(self):
        """None: what came before ALPN."""
        return None

    def selected_alpn_protocol(self):
        """The protocol that was agreed on, or None."""
        name = None if self._machine is None else self._machine._side.alpn()
        return None if name is None else name.decode()

    def cipher(self):
        """The cipher suite: (name, version, bits), or None."""
        return None if self._machine is None else self._machine._side.cipher()

    def shared_ciphers(self):
        """The cipher suites of both sides, or None."""
        cipher = self.cipher()
        return None if cipher is None or not self.server_side else [cipher]

    def compression(self):
        """None: nothing is compressed."""
        return None

    def pending(self):
        """The number of bytes that can be read without waiting."""
        return 0 if self._machine is None else self._machine._side.pending() or 0

    def version(self):
        """The version of TLS, or None before it is agreed on."""
        if self._machine is None or self._machine._side.is_handshaking():
            return None
        return self._machine._side.version()

    def get_channel_binding(self, cb_type="tls-unique"):
        """None: no kind of binding is supported."""
        raise ValueError(f"{cb_type} channel binding type not implemented")

    def verify_client_post_handshake(self):
        """Refused: a client is asked for its certificate at the beginning only."""
        raise failure(("SSL", "EXTENSION_NOT_RECEIVED", "extension not received", None))


def _checked_hostname(hostname):
    if hostname is None:
        return None
    if not isinstance(hostname, (str, bytes)):
        raise TypeError(f"server_hostname must be str or None, not {type(hostname).__name__}")
    if isinstance(hostname, bytes):
        hostname = hostname.decode("ascii")
    if not hostname or hostname.startswith("."):
        raise ValueError("server_hostname cannot be an empty string or start with a leading dot.")
    if "\0" in hostname:
        raise TypeError("embedded null character")
    return hostname if hostname.isascii() else hostname.encode("idna").decode("ascii")


class SSLObject(_Asked):
    """A connection in TLS between two MemoryBIOs."""

    def __init__(self, *args, **kwargs):
        raise TypeError(
            f"{type(self).__name__} does not have a public constructor. Instances are returned by SSLContext.wrap_bio()."
        )

    @classmethod
    def _create(cls, incoming, outgoing, server_side=False, server_hostname=None, session=None, context=None):
        self = cls.__new__(cls)
        context._check_wrap(server_side, server_hostname)
        self._context, self._server_side = context, server_side
        self._hostname = _checked_hostname(server_hostname)

        def pull():
            data = incoming.read()
            if not data and not incoming.eof:
                raise SSLWantReadError(int(SSL_ERROR_WANT_READ), "The operation did not complete (read) (_ssl.c:1000)")
            return data

        self._machine = _Machine(context, server_side, self._hostname, self, pull, lambda data: data and outgoing.write(data))
        return self

    @property
    def server_side(self):
        """Whether this is a server-side socket."""
        return self._server_side

    @property
    def server_hostname(self):
        """The name of the server that is talked to, or None."""
        return self._hostname

    def do_handshake(self):
        """Start the SSL/TLS handshake."""
        self._machine.do_handshake()

    def read(self, len=1024, buffer=None):
        """Read up to so many bytes, into a buffer where one is given."""
        if buffer is None:
            data = self._machine.read(len)
            if data == b"" and len and self._machine._said_farewell:
                raise SSLZeroReturnError(int(SSL_ERROR_ZERO_RETURN), "TLS/SSL connection has been closed (EOF) (_ssl.c:1000)")
            return data
        data = self.read(len or memoryview(buffer).nbytes)
        buffer[: data.__len__()] = data
        return data.__len__()

    def write(self, data):
        """Write data; how many bytes."""
        return self._machine.write(data)

    def unwrap(self):
        """Start the SSL shutdown handshake."""
        self._machine.unwrap()


class SSLSocket(_Asked, _socket.socket):
    """A socket whose connection is in TLS."""

    def __init__(self, *args, **kwargs):
        raise TypeError(
            f"{type(self).__name__} does not have a public constructor. Instances are returned by SSLContext.wrap_socket()."
        )

    @classmethod
    def _create(
        cls,
        sock,
        server_side=False,
        do_handshake_on_connect=True,
        suppress_ragged_eofs=True,
        server_hostname=None,
        context=None,
        session=None,
    ):
        if sock.getsockopt(_socket.SOL_SOCKET, _socket.SO_TYPE) != _socket.SOCK_STREAM:
            raise NotImplementedError("only stream sockets are supported")
        context._check_wrap(server_side, server_hostname)
        self = cls.__new__(cls)
        timeout = sock.gettimeout()
        _socket.socket.__init__(self, family=sock.family, type=sock.type, proto=sock.proto, fileno=sock.fileno())
        self._context, self.server_side = context, server_side
        self.server_hostname = _checked_hostname(server_hostname)
        self.do_handshake_on_connect, self.suppress_ragged_eofs = do_handshake_on_connect, suppress_ragged_eofs
        self._unsent = b""
        sock.detach()
        self.settimeout(timeout)
        self._connected = self._has_peer()
        if self._connected:
            self._begin(timeout != 0.0)
        return self

    def _has_peer(self):
        try:
            self.getpeername()
        except OSError as error:
            if error.errno not in (107, 22):
                raise
            return False
        return True

    def _begin(self, may_wait):
        try:
            self._machine = _Machine(
                self._context, self.server_side, self.server_hostname, self, self._from_socket, self._to_socket
            )
            if self.do_handshake_on_connect:
                if not may_wait:
                    raise ValueError("do_handshake_on_connect should not be specified for non-blocking sockets")
                self.do_handshake()
        except BaseException:
            self.close()
            raise

    # --- below
    def _from_socket(self):
        try:
            return super().recv(_RECORD)
        except (BlockingIOError, InterruptedError):
            raise SSLWantReadError(int(SSL_ERROR_WANT_READ), "The operation did not complete (read) (_ssl.c:1000)") from None

    def _to_socket(self, data):
        rest = self._unsent + data
        try:
            while rest:
                rest = rest[super().send(rest) :]
        except (BlockingIOError, InterruptedError):
            raise SSLWantWriteError(int(SSL_ERROR_WANT_WRITE), "The operation did not complete (write) (_ssl.c:1000)") from None
        finally:
            self._unsent = rest

    # --- above
    def _plain(self):
        """Whether nothing is encrypted: before the connection, or after unwrap()."""
        if self._fd < 0:
            raise OSError(9, "Bad file descriptor")
        return self._machine is None

    def do_handshake(self, block=False):
        """Start the SSL/TLS handshake."""
        if self._plain():
            # It says why.
            self.getpeername()
        timeout = self.gettimeout()
        try:
            if timeout == 0.0 and block:
                self.settimeout(None)
            self._machine.do_handshake()
        except TimeoutError:
            raise TimeoutError("_ssl.c:1000: The handshake operation timed out") from None
        finally:
            self.settimeout(timeout)

    def read(self, len=1024, buffer=None):
        """Read up to so many bytes, into a buffer where one is given."""
        if self._plain():
            raise ValueError("Read on closed or unwrapped SSL socket.")
        size = len if buffer is None or len else memoryview(buffer).nbytes
        try:
            data = self._machine.read(size)
        except SSLEOFError:
            if not self.suppress_ragged_eofs:
                raise
            data = b""
        except TimeoutError:
            raise TimeoutError("The read operation timed out") from None
        if buffer is None:
            return data
        buffer[: data.__len__()] = data
        return data.__len__()

    def write(self, data):
        """Write data; how many bytes."""
        if self._plain():
            raise ValueError("Write on closed or unwrapped SSL socket.")
        try:
            return self._machine.write(data)
        except TimeoutError:
            raise TimeoutError("The write operation timed out") from None

    def _check_flags(self, flags, name):
        if flags:
            raise ValueError(f"non-zero flags not allowed in calls to {name}() on {self.__class__}")

    def recv(self, buflen=1024, flags=0):
        """What has come, at most so many bytes; nothing at the end."""
        if self._plain():
            return super().recv(buflen, flags)
        self._check_flags(flags, "recv")
        return self.read(buflen)

    def recv_into(self, buffer, nbytes=None, flags=0):
        """What has come, into a buffer; how many bytes."""
        if nbytes is None:
            nbytes = memoryview(buffer).nbytes or 1024
        if self._plain():
            return super().recv_into(buffer, nbytes, flags)
        self._check_flags(flags, "recv_into")
        return self.read(nbytes, memoryview(buffer).cast("B"))

    def send(self, data, flags=0):
        """Writes some of the data; how many bytes."""
        if self._plain():
            return super().send(data, flags)
        self._check_flags(flags, "send")
        return self.write(data)

    def sendall(self, data, flags=0):
        """Writes all of the data."""
        if self._plain():
            return super().sendall(data, flags)
        self._check_flags(flags, "sendall")
        with memoryview(data) as view, view.cast("B") as rest:
            sent = 0
            while sent < len(rest):
                sent += self.write(rest[sent : sent + (1 << 20)])

    def _refuse_in_tls(self, name):
        if not self._plain():
            raise ValueError(f"{name} not allowed on instances of {self.__class__}")

    def recvfrom(self, buflen=1024, flags=0):
        self._refuse_in_tls("recvfrom")
        return super().recvfrom(buflen, flags)

    def recvfrom_into(self, buffer, nbytes=None, flags=0):
        self._refuse_in_tls("recvfrom_into")
        return super().recvfrom_into(buffer, nbytes, flags)

    def sendto(self, data, flags_or_addr, addr=None):
        self._refuse_in_tls("sendto")
        return super().sendto(data, flags_or_addr, addr)

    def sendmsg(self, *args, **kwargs):
        raise NotImplementedError(f"sendmsg not allowed on instances of {self.__class__}")

    def recvmsg(self, *args, **kwargs):
        raise NotImplementedError(f"recvmsg not allowed on instances of {self.__class__}")

    def recvmsg_into(self, *args, **kwargs):
        raise NotImplementedError(f"recvmsg_into not allowed on instances of {self.__class__}")

    def dup(self):
        raise NotImplementedError(f"Can't dup() {type(self).__name__} instances")

    # --- connections
    def shutdown(self, how):
        """Ends one direction or both, without a farewell."""
        self._machine = None
        super().shutdown(how)

    def unwrap(self):
        """Say farewell; the socket, without TLS from now on."""
        if self._machine is None:
            raise ValueError(f"No SSL wrapper around {self}")
        self._machine.unwrap()
        self._machine = None
        return self

    def _really_close(self):
        self._machine = None
        super()._really_close()

    def _connect_and_begin(self, connect, address):
        if self.server_side:
            raise ValueError("can't connect in server-side mode")
        if self._connected or self._machine is not None:
            raise ValueError("attempt to connect already-connected SSLSocket!")
        result = connect(address)
        if not result:
            self._connected = True
            self._begin(True)
        return result

    def connect(self, addr):
        """Connects to an address, and begins TLS."""
        self._connect_and_begin(super().connect, addr)

    def connect_ex(self, addr):
        """As connect; the number of the error, or 0."""
        return self._connect_and_begin(super().connect_ex, addr)

    def accept(self):
        """Waits for a connection, and begins TLS: (socket, address)."""
        connection, address = super().accept()
        wrapped = self.context.wrap_socket(
            connection,
            do_handshake_on_connect=self.do_handshake_on_connect,
            suppress_ragged_eofs=self.suppress_ragged_eofs,
            server_side=True,
        )
        return wrapped, address
