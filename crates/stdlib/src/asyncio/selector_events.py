# asyncio.selector_events: sockets as transports, and as what coroutines read and write.

import collections
import errno
import socket
import weakref
from asyncio import base_events, connections, constants, protocols, transports

__all__ = ("BaseSelectorEventLoop",)

_RECEIVED_AT_MOST = 256 * 1024
# Transports send one buffer at a time.
_HAS_SENDMSG = False
_LATER = (BlockingIOError, InterruptedError)


class BaseSelectorEventLoop(connections.Connections, base_events.BaseEventLoop):
    """An event loop that waits for descriptors."""

    def __init__(self, selector=None):
        super().__init__()
        self._selector_given = selector
        # By descriptor.
        self._transports = weakref.WeakValueDictionary()

    # --- callbacks for descriptors
    def add_reader(self, fd, callback, *args):
        """Have a callback called whenever a file can be read."""
        self._ensure_fd_no_transport(fd)
        self._add_reader(fd, callback, *args)

    def remove_reader(self, fd):
        """Call no callback any more; whether there was one."""
        self._ensure_fd_no_transport(fd)
        return self._remove_reader(fd)

    def add_writer(self, fd, callback, *args):
        """Have a callback called whenever a file can be written."""
        self._ensure_fd_no_transport(fd)
        self._add_writer(fd, callback, *args)

    def remove_writer(self, fd):
        """Call no callback any more; whether there was one."""
        self._ensure_fd_no_transport(fd)
        return self._remove_writer(fd)

    def _ensure_fd_no_transport(self, fd):
        number = fd if isinstance(fd, int) else _number_of(fd)
        transport = self._transports.get(number)
        if transport is not None and not transport.is_closing():
            raise RuntimeError(f"File descriptor {fd!r} is used by transport {transport!r}")

    # --- sockets without a transport
    def _check_socket(self, sock):
        base_events._check_ssl_socket(sock)
        if self._debug and sock.gettimeout() != 0:
            raise ValueError("the socket must be non-blocking")

    async def _when_ready(self, sock, add, remove, attempt):
        """What an attempt gives once the socket lets it: it raises BlockingIOError until then."""
        try:
            return attempt()
        except _LATER:
            pass
        fd, future = sock.fileno(), self.create_future()
        self._ensure_fd_no_transport(fd)

        def again():
            if future.done():
                return
            try:
                future.set_result(attempt())
            except _LATER:
                pass
            except (SystemExit, KeyboardInterrupt):
                raise
            except BaseException as error:
                future.set_exception(error)

        add(fd, again)
        try:
            return await future
        finally:
            if sock.fileno() == fd or sock.fileno() < 0:
                remove(fd)

    def _when_readable(self, sock, attempt):
        self._check_socket(sock)
        return self._when_ready(sock, self._add_reader, self._remove_reader, attempt)

    def _when_writable(self, sock, attempt):
        self._check_socket(sock)
        return self._when_ready(sock, self._add_writer, self._remove_writer, attempt)

    async def sock_recv(self, sock, n):
        """Receive data from the socket, at most n bytes."""
        return await self._when_readable(sock, lambda: sock.recv(n))

    async def sock_recv_into(self, sock, buf):
        """Receive data into a buffer; how many bytes."""
        return await self._when_readable(sock, lambda: sock.recv_into(buf))

    async def sock_recvfrom(self, sock, bufsize):
        """Receive a datagram and where it came from."""
        return await self._when_readable(sock, lambda: sock.recvfrom(bufsize))

    async def sock_recvfrom_into(self, sock, buf, nbytes=0):
        """Receive a datagram into a buffer; how many bytes, and where it came from."""
        return await self._when_readable(sock, lambda: sock.recvfrom_into(buf, nbytes or len(buf)))

    async def sock_sendall(self, sock, data):
        """Send all data to the socket."""
        view = memoryview(data).cast("B")
        sent = 0

        def attempt():
            nonlocal sent
            while sent < len(view):
                sent += sock.send(view[sent:])

        await self._when_writable(sock, attempt)

    async def sock_sendto(self, sock, data, address):
        """Send a datagram to an address; how many bytes."""
        return await self._when_writable(sock, lambda: sock.sendto(data, address))

    async def sock_connect(self, sock, address):
        """Connect to an address."""
        self._check_socket(sock)
        if sock.family in (socket.AF_INET, socket.AF_INET6):
            address = (await self._ensure_resolved(address, family=sock.family, type=sock.type, proto=sock.proto))[0][4]
        begun = False

        def attempt():
            nonlocal begun
            if not begun:
                begun = True
                sock.connect(address)
                return
            number = sock.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR)
            if number:
                raise OSError(number, f"Connect call failed {address}")

        await self._when_writable(sock, attempt)

    async def sock_accept(self, sock):
        """Accept a connection: (socket, address)."""
        connection, address = await self._when_readable(sock, sock.accept)
        connection.setblocking(False)
        return connection, address

    # --- servers
    def _start_serving(self, protocol_factory, sock, sslcontext, server, backlog, *timeouts):
        self._add_reader(sock.fileno(), self._accept_connection, protocol_factory, sock, sslcontext, server, backlog, *timeouts)

    def _stop_serving(self, sock):
        self._remove_reader(sock.fileno())
        sock.close()

    def _accept_connection(self, protocol_factory, sock, sslcontext, server, backlog, *timeouts):
        """Accept what waits."""
        for _ in range(backlog + 1):
            try:
                connection, address = sock.accept()
            except (*_LATER, ConnectionAbortedError):
                return
            except OSError as error:
                if error.errno not in (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM):
                    raise
                self._rest_from_serving(error, protocol_factory, sock, sslcontext, server, backlog, *timeouts)
                return
            connection.setblocking(False)
            self.create_task(self._serve(protocol_factory, connection, address, sslcontext, server, timeouts))

    def _rest_from_serving(self, error, protocol_factory, sock, *rest):
        """There are too many files: look again in a second."""
        told = {"message": "socket.accept() out of system resource", "exception": error, "socket": sock}
        self.call_exception_handler(told)
        self._remove_reader(sock.fileno())
        self.call_later(constants.ACCEPT_RETRY_DELAY, self._start_serving, protocol_factory, sock, *rest)

    async def _serve(self, protocol_factory, connection, address, sslcontext, server, timeouts):
        protocol = transport = None
        try:
            protocol, waiter = protocol_factory(), self.create_future()
            extra = {"peername": address}
            if sslcontext:
                transport = self._make_ssl_transport(
                    connection, protocol, sslcontext, waiter, True, None, extra, server, *timeouts
                )
            else:
                transport = _SelectorSocketTransport(self, connection, protocol, waiter, extra, server)
            try:
                await waiter
            except BaseException:
                transport.close()
                raise
        except (SystemExit, KeyboardInterrupt):
            raise
        except BaseException as error:
            if self._debug:
                told = {"message": "Error on transport creation for incoming connection", "exception": error}
                if protocol is not None:
                    told["protocol"] = protocol
                if transport is not None:
                    told["transport"] = transport
                self.call_exception_handler(told)

    # --- transports
    def _make_socket_transport(self, sock, protocol, waiter=None, *, extra=None, server=None):
        self._ensure_fd_no_transport(sock)
        return _SelectorSocketTransport(self, sock, protocol, waiter, extra, server)

    def _make_datagram_transport(self, sock, protocol, address=None, waiter=None, extra=None):
        self._ensure_fd_no_transport(sock)
        return _SelectorDatagramTransport(self, sock, protocol, address, waiter, extra)

    def _make_ssl_transport(
        self, rawsock, protocol, sslcontext, waiter, server_side, server_hostname, extra, server,
        ssl_handshake_timeout=None, ssl_shutdown_timeout=None,
    ):  # fmt: skip
        from asyncio.sslproto import SSLProtocol

        self._ensure_fd_no_transport(rawsock)
        outer = SSLProtocol(
            self, protocol, sslcontext, waiter, server_side, server_hostname,
            ssl_handshake_timeout=ssl_handshake_timeout, ssl_shutdown_timeout=ssl_shutdown_timeout,
        )  # fmt: skip
        _SelectorSocketTransport(self, rawsock, outer, None, extra, server)
        return outer._app_transport


def _number_of(file):
    try:
        return int(file.fileno())
    except (AttributeError, TypeError, ValueError):
        raise ValueError(f"Invalid file object: {file!r}") from None


class _SelectorTransport(transports._FlowControlMixin):
    """What the transports of streams and datagrams share."""

    def __init__(self, loop, sock, protocol, extra=None, server=None):
        super().__init__(extra, loop)
        self._extra["socket"] = sock
        for name, find in (("sockname", sock.getsockname), ("peername", sock.getpeername)):
            if name not in self._extra:
                try:
                    self._extra[name] = find()
                except OSError:
                    self._extra[name] = None
        self._sock, self._sock_fd, self._server = sock, sock.fileno(), server
        self._buffer = self._empty_buffer()
        self._conn_lost = 0
        self._closing = self._paused = self._begun = False
        self.set_protocol(protocol)
        if server is not None:
            server._attach(self)
        loop._transports[self._sock_fd] = self

    def __repr__(self):
        info = [type(self).__name__]
        if self._sock is None:
            info.append("closed")
        elif self._closing:
            info.append("closing")
        info.append(f"fd={self._sock_fd}")
        if self._sock is not None and not self._loop.is_closed():
            watched = self._loop._watched_sides(self._sock_fd)
            info.append(f"read={'polling' if 'reader' in watched else 'idle'}")
            info.append(f"write=<{'polling' if 'writer' in watched else 'idle'}, bufsize={self.get_write_buffer_size()}>")
        return f"<{' '.join(info)}>"

    def __del__(self):
        if getattr(self, "_sock", None) is not None:
            import warnings

            warnings.warn(f"unclosed transport {self!r}", ResourceWarning, source=self)
            self._sock.close()

    def set_protocol(self, protocol):
        self._protocol = protocol

    def get_protocol(self):
        return self._protocol

    def is_closing(self):
        return self._closing

    def is_reading(self):
        return not self.is_closing() and not self._paused

    def pause_reading(self):
        if self.is_reading():
            self._paused = True
            self._loop._remove_reader(self._sock_fd)

    def resume_reading(self):
        if not self._closing and self._paused:
            self._paused = False
            self._watch_reading()

    def _watch_reading(self):
        if self.is_reading():
            self._loop._add_reader(self._sock_fd, self._read_ready)

    def abort(self):
        """Close the connection at once; what is buffered is lost."""
        self._force_close(None)

    def close(self):
        """Close the connection once what is buffered is written."""
        if self._closing:
            return
        self._closing = True
        self._loop._remove_reader(self._sock_fd)
        if not self._buffer:
            self._conn_lost += 1
            self._loop._remove_writer(self._sock_fd)
            self._loop.call_soon(self._call_connection_lost, None)

    def _fatal_error(self, error, message="Fatal error on transport"):
        if not isinstance(error, OSError):
            told = {"message": message, "exception": error, "transport": self, "protocol": self._protocol}
            self._loop.call_exception_handler(told)
        self._force_close(error)

    def _force_close(self, error):
        if self._conn_lost:
            return
        if self._buffer:
            self._buffer.clear()
            self._loop._remove_writer(self._sock_fd)
        if not self._closing:
            self._closing = True
            self._loop._remove_reader(self._sock_fd)
        self._conn_lost += 1
        self._loop.call_soon(self._call_connection_lost, error)

    def _call_connection_lost(self, error):
        try:
            if self._begun:
                self._protocol.connection_lost(error)
        finally:
            if self._loop._transports.get(self._sock_fd) is self:
                del self._loop._transports[self._sock_fd]
            self._sock.close()
            self._sock = self._protocol = None
            server, self._server = self._server, None
            if server is not None:
                server._detach(self)

    def _begin(self, waiter):
        """Tell the protocol, then read."""
        self._begun = True
        self._loop.call_soon(self._protocol.connection_made, self)
        self._loop.call_soon(self._watch_reading)
        if waiter is not None:
            self._loop.call_soon(_set_unless_cancelled, waiter)


def _set_unless_cancelled(waiter):
    if not waiter.cancelled():
        waiter.set_result(None)


class _SelectorSocketTransport(_SelectorTransport):
    """A connected socket of a stream."""

    _start_tls_compatible = True
    _empty_buffer = bytearray

    def __init__(self, loop, sock, protocol, waiter=None, extra=None, server=None):
        super().__init__(loop, sock, protocol, extra, server)
        self._eof = False
        self._empty_waiter = None
        base_events._set_nodelay(sock)
        self._begin(waiter)

    def set_protocol(self, protocol):
        buffered = isinstance(protocol, protocols.BufferedProtocol)
        self._receive = self._receive_into_buffer if buffered else self._receive_bytes
        super().set_protocol(protocol)

    # --- reading
    def _read_ready(self):
        if not self._conn_lost:
            self._receive()

    def _received(self, receive):
        """How much or what came; None where nothing did, or the connection failed."""
        try:
            return receive()
        except _LATER:
            return None
        except (SystemExit, KeyboardInterrupt):
            raise
        except BaseException as error:
            self._fatal_error(error, "Fatal read error on socket transport")
            return None

    def _told(self, tell, message):
        try:
            return tell()
        except (SystemExit, KeyboardInterrupt):
            raise
        except BaseException as error:
            self._fatal_error(error, message)
            return None

    def _receive_bytes(self):
        data = self._received(lambda: self._sock.recv(_RECEIVED_AT_MOST))
        if data:
            self._told(lambda: self._protocol.data_received(data), "Fatal error: protocol.data_received() call failed.")
        elif data is not None:
            self._receive_end()

    def _receive_into_buffer(self):
        buffer = self._told(self._buffer_of_protocol, "Fatal error: protocol.get_buffer() call failed.")
        if buffer is None:
            return
        count = self._received(lambda: self._sock.recv_into(buffer))
        if count:
            self._told(lambda: self._protocol.buffer_updated(count), "Fatal error: protocol.buffer_updated() call failed.")
        elif count is not None:
            self._receive_end()

    def _buffer_of_protocol(self):
        buffer = self._protocol.get_buffer(-1)
        if not len(buffer):
            raise RuntimeError("get_buffer() returned an empty buffer")
        return buffer

    def _receive_end(self):
        keep_open = self._told(lambda: (self._protocol.eof_received(),), "Fatal error: protocol.eof_received() call failed.")
        if keep_open is None:
            return
        if keep_open[0]:
            # The other side may still read.
            self._loop._remove_reader(self._sock_fd)
        else:
            self.close()

    # --- writing
    def write(self, data):
        if not isinstance(data, (bytes, bytearray, memoryview)):
            raise TypeError(f"data argument must be a bytes-like object, not {type(data).__name__!r}")
        if self._eof:
            raise RuntimeError("Cannot call write() after write_eof()")
        if self._empty_waiter is not None:
            raise RuntimeError("unable to write; sendfile is in progress")
        if not data:
            return
        if self._conn_lost:
            self._warn_of_lost()
            return
        if not self._buffer:
            sent = self._send(data)
            if sent is None or sent == len(data):
                return
            data = memoryview(data)[sent:]
            self._loop._add_writer(self._sock_fd, self._write_ready)
        self._buffer.extend(data)
        self._maybe_pause_protocol()

    def _warn_of_lost(self):
        if self._conn_lost >= constants.LOG_THRESHOLD_FOR_CONNLOST_WRITES:
            base_events.logger.warning("socket.send() raised exception.")
        self._conn_lost += 1

    def _send(self, data):
        """How many bytes were taken; None after an error."""
        try:
            return self._sock.send(data)
        except _LATER:
            return 0
        except (SystemExit, KeyboardInterrupt):
            raise
        except BaseException as error:
            self._fatal_error(error, "Fatal write error on socket transport")
            return None

    def _write_ready(self):
        if self._conn_lost:
            return
        sent = self._send(self._buffer)
        if sent is None:
            if self._empty_waiter is not None:
                self._empty_waiter.set_exception(ConnectionError("Connection is closed by peer"))
            return
        del self._buffer[:sent]
        self._maybe_resume_protocol()
        if self._buffer:
            return
        self._loop._remove_writer(self._sock_fd)
        if self._empty_waiter is not None:
            self._empty_waiter.set_result(None)
        if self._closing:
            self._call_connection_lost(None)
        elif self._eof:
            self._sock.shutdown(socket.SHUT_WR)

    def get_write_buffer_size(self):
        return len(self._buffer)

    def can_write_eof(self):
        return True

    def write_eof(self):
        if self._closing or self._eof:
            return
        self._eof = True
        if not self._buffer:
            self._sock.shutdown(socket.SHUT_WR)

    def writelines(self, list_of_data):
        self.write(b"".join([bytes(data) for data in list_of_data]))

    def _make_empty_waiter(self):
        """A future that is done once all is written; nothing is written meanwhile."""
        if self._empty_waiter is not None:
            raise RuntimeError("Empty waiter is already set")
        self._empty_waiter = self._loop.create_future()
        if not self._buffer:
            self._empty_waiter.set_result(None)
        return self._empty_waiter

    def _reset_empty_waiter(self):
        self._empty_waiter = None


class _SelectorDatagramTransport(_SelectorTransport, transports.DatagramTransport):
    """A socket of datagrams."""

    _empty_buffer = collections.deque

    def __init__(self, loop, sock, protocol, address=None, waiter=None, extra=None):
        super().__init__(loop, sock, protocol, extra)
        self._address = address
        self._buffer_size = 0
        self._begin(waiter)

    def get_write_buffer_size(self):
        return self._buffer_size

    def _read_ready(self):
        if self._conn_lost:
            return
        try:
            data, address = self._sock.recvfrom(_RECEIVED_AT_MOST)
        except _LATER:
            return
        except OSError as error:
            self._protocol.error_received(error)
        except (SystemExit, KeyboardInterrupt):
            raise
        except BaseException as error:
            self._fatal_error(error, "Fatal read error on datagram transport")
        else:
            self._protocol.datagram_received(data, address)

    def sendto(self, data, addr=None):
        if not isinstance(data, (bytes, bytearray, memoryview)):
            raise TypeError(f"data argument must be a bytes-like object, not {type(data).__name__!r}")
        if self._address:
            if addr not in (None, self._address):
                raise ValueError(f"Invalid address: must be None or {self._address}")
            addr = self._address
        if self._conn_lost and self._address:
            if self._conn_lost >= constants.LOG_THRESHOLD_FOR_CONNLOST_WRITES:
                base_events.logger.warning("socket.send() raised exception.")
            self._conn_lost += 1
            return
        if not self._buffer:
            if self._send(data, addr):
                return
            self._loop._add_writer(self._sock_fd, self._sendto_ready)
        self._buffer.append((bytes(data), addr))
        self._buffer_size += len(data) + 8
        self._maybe_pause_protocol()

    def _send(self, data, address):
        """Whether the datagram is done with, sent or refused."""
        try:
            if self._extra["peername"]:
                self._sock.send(data)
            else:
                self._sock.sendto(data, address)
        except _LATER:
            return False
        except OSError as error:
            self._protocol.error_received(error)
        except (SystemExit, KeyboardInterrupt):
            raise
        except BaseException as error:
            self._fatal_error(error, "Fatal write error on datagram transport")
        return True

    def _sendto_ready(self):
        while self._buffer:
            data, address = self._buffer[0]
            if not self._send(data, address):
                break
            if self._buffer:
                self._buffer.popleft()
                self._buffer_size -= len(data) + 8
        self._maybe_resume_protocol()
        if not self._buffer:
            self._loop._remove_writer(self._sock_fd)
            if self._closing:
                self._call_connection_lost(None)
