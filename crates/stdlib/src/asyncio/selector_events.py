# asyncio.selector_events: sockets as transports, and as what coroutines read and write.

import collections
import errno
import functools
import os
import selectors
import socket
import warnings
import weakref
from asyncio import base_events, connections, constants, events, futures, protocols, servers, sslproto, transports
from asyncio.log import logger

__all__ = ("BaseSelectorEventLoop",)

_LATER = (BlockingIOError, InterruptedError)
_HAS_SENDMSG = hasattr(socket.socket, "sendmsg")
# How many buffers one system call takes.
SC_IOV_MAX = os.sysconf("SC_IOV_MAX") if hasattr(os, "sysconf") else 16


def _test_selector_event(selector, fd, event):
    """Whether a selector waits for an event of a file."""
    try:
        return bool(selector.get_key(fd).events & event)
    except KeyError:
        return False


class BaseSelectorEventLoop(base_events.BaseEventLoop):
    """An event loop that waits for descriptors."""

    def __init__(self, selector=None):
        super().__init__()
        self._selector = selectors.DefaultSelector() if selector is None else selector
        logger.debug("Using selector: %s", type(self._selector).__name__)
        self._make_self_pipe()
        # By descriptor.
        self._transports = weakref.WeakValueDictionary()

    def close(self):
        if self.is_running():
            raise RuntimeError("Cannot close a running event loop")
        if not self.is_closed():
            self._close_self_pipe()
            super().close()
            self._close_selector()

    def _close_selector(self):
        selector, self._selector = self._selector, None
        if selector is not None:
            selector.close()

    # --- the loop's own descriptors: others end the wait by a byte
    def _make_self_pipe(self):
        self._ssock, self._csock = socket.socketpair()
        for end in (self._ssock, self._csock):
            end.setblocking(False)
        self._add_reader(self._ssock.fileno(), self._read_from_self)
        self._internal_fds += 1

    def _close_self_pipe(self):
        self._remove_reader(self._ssock.fileno())
        self._ssock.close()
        self._csock.close()
        self._ssock = self._csock = None
        self._internal_fds -= 1

    def _process_self_data(self, data):
        """What bytes from others mean, where they mean more than a wake-up."""

    def _read_from_self(self):
        while True:
            try:
                data = self._ssock.recv(4096)
            except InterruptedError:
                continue
            except BlockingIOError:
                return
            if not data:
                return
            self._process_self_data(data)

    def _write_to_self(self):
        # Another thread may close the loop meanwhile.
        csock = self._csock
        if csock is None:
            return
        try:
            csock.send(b"\0")
        except OSError:
            # It is full, so the wait ends anyhow.
            if self._debug:
                logger.debug("Fail to write a null byte into the self-pipe socket", exc_info=True)

    # --- the wait for descriptors
    def _waits_for_files(self):
        kind = selectors.BaseSelector
        return not isinstance(self._selector, kind) or len(self._selector.get_map()) > self._internal_fds

    def _process_events(self, event_list):
        for key, mask in event_list:
            reader, writer = key.data
            if mask & selectors.EVENT_READ and reader is not None:
                if reader._cancelled:
                    self._remove_reader(key.fileobj)
                else:
                    self._add_callback(reader)
            if mask & selectors.EVENT_WRITE and writer is not None:
                if writer._cancelled:
                    self._remove_writer(key.fileobj)
                else:
                    self._add_callback(writer)

    def _add_reader(self, fd, callback, *args):
        return self._watch(fd, 0, callback, args)

    def _add_writer(self, fd, callback, *args):
        return self._watch(fd, 1, callback, args)

    def _watch(self, fd, side, callback, args):
        """Have a callback called whenever a file can be read (side 0) or written (side 1), instead of one before it."""
        self._check_closed()
        handle = events.Handle(callback, args, self, None)
        key = self._selector.get_map().get(fd)
        if key is None:
            self._selector.register(fd, _EVENTS[side], (None, handle) if side else (handle, None))
            return handle
        handles = list(key.data)
        before, handles[side] = handles[side], handle
        self._selector.modify(fd, key.events | _EVENTS[side], tuple(handles))
        if before is not None:
            before.cancel()
        return handle

    def _remove_reader(self, fd):
        return self._unwatch(fd, 0)

    def _remove_writer(self, fd):
        return self._unwatch(fd, 1)

    def _unwatch(self, fd, side):
        """Call no callback for one side any more; whether there was one."""
        if self.is_closed():
            return False
        key = self._selector.get_map().get(fd)
        if key is None:
            return False
        handles = list(key.data)
        before, handles[side] = handles[side], None
        left = key.events & ~_EVENTS[side]
        if left:
            self._selector.modify(fd, left, tuple(handles))
        else:
            self._selector.unregister(fd)
        if before is None:
            return False
        before.cancel()
        return True

    # --- callbacks for descriptors
    def add_reader(self, fd, callback, *args):
        """Have a callback called whenever a file can be read."""
        self._ensure_fd_no_transport(fd)
        self._add_reader(fd, callback, *args)

    def add_writer(self, fd, callback, *args):
        """Have a callback called whenever a file can be written."""
        self._ensure_fd_no_transport(fd)
        self._add_writer(fd, callback, *args)

    def remove_reader(self, fd):
        """Call no callback any more; whether there was one."""
        self._ensure_fd_no_transport(fd)
        return self._remove_reader(fd)

    def remove_writer(self, fd):
        """Call no callback any more; whether there was one."""
        self._ensure_fd_no_transport(fd)
        return self._remove_writer(fd)

    def _ensure_fd_no_transport(self, fd):
        number = fd if isinstance(fd, int) else _number_of(fd)
        transport = self._transports.get(number)
        if transport is not None and not transport.is_closing():
            raise RuntimeError(f"File descriptor {fd!r} is used by transport {transport!r}")

    # --- servers
    def _start_serving(
        self, protocol_factory, sock, sslcontext=None, server=None, backlog=100,
        ssl_handshake_timeout=constants.SSL_HANDSHAKE_TIMEOUT, ssl_shutdown_timeout=constants.SSL_SHUTDOWN_TIMEOUT,
    ):  # fmt: skip
        rest = sslcontext, server, backlog, ssl_handshake_timeout, ssl_shutdown_timeout
        self._add_reader(sock.fileno(), self._accept_connection, protocol_factory, sock, *rest)

    def _stop_serving(self, sock):
        self._remove_reader(sock.fileno())
        sock.close()

    def _accept_connection(
        self, protocol_factory, sock, sslcontext=None, server=None, backlog=100,
        ssl_handshake_timeout=constants.SSL_HANDSHAKE_TIMEOUT, ssl_shutdown_timeout=constants.SSL_SHUTDOWN_TIMEOUT,
    ):  # fmt: skip
        """Accept what waits."""
        timeouts = ssl_handshake_timeout, ssl_shutdown_timeout
        for _ in range(backlog + 1):
            try:
                connection, address = sock.accept()
                if self._debug:
                    logger.debug("%r got a new connection from %r: %r", server, address, connection)
                connection.setblocking(False)
            except (*_LATER, ConnectionAbortedError):
                return
            except OSError as error:
                if error.errno not in (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM):
                    raise
                self._rest_from_serving(error, protocol_factory, sock, sslcontext, server, backlog, *timeouts)
            else:
                extra = {"peername": address}
                self.create_task(self._accept_connection2(protocol_factory, connection, extra, sslcontext, server, *timeouts))

    def _rest_from_serving(self, error, protocol_factory, sock, *rest):
        """There are too many files: look again in a second."""
        told = {
            "message": "socket.accept() out of system resource",
            "exception": error,
            "socket": servers.TransportSocket(sock),
        }
        self.call_exception_handler(told)
        self._remove_reader(sock.fileno())
        self.call_later(constants.ACCEPT_RETRY_DELAY, self._start_serving, protocol_factory, sock, *rest)

    async def _accept_connection2(
        self, protocol_factory, conn, extra, sslcontext=None, server=None,
        ssl_handshake_timeout=constants.SSL_HANDSHAKE_TIMEOUT, ssl_shutdown_timeout=constants.SSL_SHUTDOWN_TIMEOUT,
    ):  # fmt: skip
        """Serve a connection that was accepted."""
        protocol = transport = None
        try:
            protocol, waiter = protocol_factory(), self.create_future()
            if sslcontext:
                transport = self._make_ssl_transport(
                    conn, protocol, sslcontext, waiter=waiter, server_side=True, extra=extra, server=server,
                    ssl_handshake_timeout=ssl_handshake_timeout, ssl_shutdown_timeout=ssl_shutdown_timeout,
                )  # fmt: skip
            else:
                transport = self._make_socket_transport(conn, protocol, waiter=waiter, extra=extra, server=server)
            await connections._connected(transport, waiter)
        except (SystemExit, KeyboardInterrupt):
            raise
        except BaseException as error:
            # The transport knows of the failure; nobody else has it.
            waiter = None
            if self._debug:
                self._report_unserved(error, protocol=protocol, transport=transport)

    def _report_unserved(self, error, **parties):
        """A connection was accepted, and then no transport made of it."""
        context = {"message": "Error on transport creation for incoming connection", "exception": error}
        context.update((name, party) for name, party in parties.items() if party is not None)
        self.call_exception_handler(context)

    # --- transports
    def _make_socket_transport(self, sock, protocol, waiter=None, *, extra=None, server=None):
        self._ensure_fd_no_transport(sock)
        return _SelectorSocketTransport(self, sock, protocol, waiter, extra, server)

    def _make_datagram_transport(self, sock, protocol, address=None, waiter=None, extra=None):
        self._ensure_fd_no_transport(sock)
        return _SelectorDatagramTransport(self, sock, protocol, address, waiter, extra)

    def _make_ssl_transport(
        self, rawsock, protocol, sslcontext, waiter=None, *, server_side=False, server_hostname=None, extra=None, server=None,
        ssl_handshake_timeout=constants.SSL_HANDSHAKE_TIMEOUT, ssl_shutdown_timeout=constants.SSL_SHUTDOWN_TIMEOUT,
    ):  # fmt: skip
        self._ensure_fd_no_transport(rawsock)
        outer = sslproto.SSLProtocol(
            self, protocol, sslcontext, waiter, server_side, server_hostname,
            ssl_handshake_timeout=ssl_handshake_timeout, ssl_shutdown_timeout=ssl_shutdown_timeout,
        )  # fmt: skip
        _SelectorSocketTransport(self, rawsock, outer, None, extra, server)
        return outer._app_transport

    # --- files that the kernel sends
    async def _sendfile_native(self, transp, file, offset, count):
        del self._transports[transp._sock_fd]
        was_reading = transp.is_reading()
        transp.pause_reading()
        await transp._make_empty_waiter()
        try:
            return await self.sock_sendfile(transp._sock, file, offset, count, fallback=False)
        finally:
            transp._reset_empty_waiter()
            if was_reading:
                transp.resume_reading()
            self._transports[transp._sock_fd] = transp


_EVENTS = selectors.EVENT_READ, selectors.EVENT_WRITE


def _number_of(file):
    try:
        return int(file.fileno())
    except (AttributeError, TypeError, ValueError):
        raise ValueError(f"Invalid file object: {file!r}") from None


class _SelectorTransport(transports._FlowControlMixin, transports.Transport):
    """What the transports of streams and datagrams share."""

    max_size = 256 * 1024
    # What is written is kept in one of these.
    _buffer_factory = collections.deque
    # Set by __init__, which may fail before.
    _sock = None

    def __init__(self, loop, sock, protocol, extra=None, server=None):
        super().__init__(extra, loop)
        self._extra["socket"] = servers.TransportSocket(sock)
        for name, find in (("sockname", sock.getsockname), ("peername", sock.getpeername)):
            if name == "sockname" or name not in self._extra:
                try:
                    self._extra[name] = find()
                except OSError:
                    self._extra[name] = None
        self._sock, self._sock_fd, self._server = sock, sock.fileno(), server
        self._protocol_connected = False
        self.set_protocol(protocol)
        self._buffer = self._buffer_factory()
        # How often something was written since the connection was lost.
        self._conn_lost = 0
        self._closing = self._paused = False
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
        if self._loop is not None and not self._loop.is_closed():
            read, write = (
                "polling" if _test_selector_event(self._loop._selector, self._sock_fd, event) else "idle" for event in _EVENTS
            )
            info.append(f"read={read}")
            info.append(f"write=<{write}, bufsize={self.get_write_buffer_size()}>")
        return f"<{' '.join(info)}>"

    def __del__(self, _warn=warnings.warn):
        if self._sock is None:
            return
        _warn(f"unclosed transport {self!r}", ResourceWarning, source=self)
        self._sock.close()
        self._leave_server()

    def _leave_server(self):
        server, self._server = self._server, None
        if server is not None:
            server._detach(self)

    def get_protocol(self):
        return self._protocol

    def set_protocol(self, protocol):
        self._protocol_connected = True
        self._protocol = protocol

    # --- reading
    def is_closing(self):
        return self._closing

    def is_reading(self):
        return not (self._paused or self.is_closing())

    def resume_reading(self):
        if self._paused and not self._closing:
            self._paused = False
            self._add_reader(self._sock_fd, self._read_ready)
            self._note("%r resumes reading")

    def pause_reading(self):
        if self.is_reading():
            self._paused = True
            self._loop._remove_reader(self._sock_fd)
            self._note("%r pauses reading")

    def _note(self, message):
        """Log what this transport does, in debug mode."""
        if self._loop.get_debug():
            logger.debug(message, self)

    def _add_reader(self, fd, callback, *args):
        if self.is_reading():
            self._loop._add_reader(fd, callback, *args)

    def get_write_buffer_size(self):
        return sum(map(len, self._buffer))

    # --- its end
    def close(self):
        """Close the connection once what is buffered is written."""
        if not self._closing:
            self._stop_reading()
            if not self._buffer:
                self._loop._remove_writer(self._sock_fd)
                self._lose(None)

    def abort(self):
        """Close the connection at once; what is buffered is lost."""
        self._force_close(None)

    def _force_close(self, exc):
        if not self._conn_lost:
            self._drop_buffer()
            if not self._closing:
                self._stop_reading()
            self._lose(exc)

    def _stop_reading(self):
        self._closing = True
        self._loop._remove_reader(self._sock_fd)

    def _drop_buffer(self):
        if self._buffer:
            self._buffer.clear()
            self._loop._remove_writer(self._sock_fd)

    def _lose(self, exc):
        """Tell the protocol soon that the connection is lost."""
        self._conn_lost += 1
        self._loop.call_soon(self._call_connection_lost, exc)

    def _fatal_error(self, exc, message="Fatal error on transport"):
        """Close the connection after an error; those of the system are of interest in debug mode alone."""
        if not isinstance(exc, OSError):
            context = {"message": message, "exception": exc, "transport": self, "protocol": self._protocol}
            self._loop.call_exception_handler(context)
        elif self._loop.get_debug():
            logger.debug("%r: %s", self, message, exc_info=True)
        self._force_close(exc)

    def _call_connection_lost(self, exc):
        try:
            if self._protocol_connected:
                self._protocol.connection_lost(exc)
        finally:
            self._release()

    def _release(self):
        """Let go of the socket, and of all that would keep this transport alive."""
        if self._loop._transports.get(self._sock_fd) is self:
            del self._loop._transports[self._sock_fd]
        self._sock.close()
        self._sock = self._protocol = self._loop = None
        self._leave_server()

    def _begin(self, waiter):
        """Tell the protocol, then read."""
        self._loop.call_soon(self._protocol.connection_made, self)
        self._loop.call_soon(self._add_reader, self._sock_fd, self._read_ready)
        if waiter is not None:
            self._loop.call_soon(futures._set_result_unless_cancelled, waiter, None)

    def _warn_of_lost(self):
        """Something was written to a connection that is lost; said once it happens often."""
        if self._conn_lost >= constants.LOG_THRESHOLD_FOR_CONNLOST_WRITES:
            logger.warning("socket.send() raised exception.")
        self._conn_lost += 1


def _check_bytes(data):
    if not isinstance(data, (bytes, bytearray, memoryview)):
        raise TypeError(f"data argument must be a bytes-like object, not {type(data).__name__!r}")


class _SelectorSocketTransport(_SelectorTransport):
    """A connected socket of a stream."""

    _start_tls_compatible = True
    _sendfile_compatible = constants._SendfileMode.TRY_NATIVE

    def __init__(self, loop, sock, protocol, waiter=None, extra=None, server=None):
        self._read_ready_cb = None
        super().__init__(loop, sock, protocol, extra, server)
        self._eof = False
        self._empty_waiter = None
        self._write_ready = self._write_sendmsg if _HAS_SENDMSG else self._write_send
        base_events._set_nodelay(sock)
        self._begin(waiter)

    def set_protocol(self, protocol):
        buffered = isinstance(protocol, protocols.BufferedProtocol)
        self._read_ready_cb = self._read_ready__get_buffer if buffered else self._read_ready__data_received
        super().set_protocol(protocol)

    # --- reading
    def _read_ready(self):
        self._read_ready_cb()

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

    def _read_ready__data_received(self):
        if self._conn_lost:
            return
        data = self._received(functools.partial(self._sock.recv, self.max_size))
        if data:
            tell = functools.partial(self._protocol.data_received, data)
            self._told(tell, "Fatal error: protocol.data_received() call failed.")
        elif data is not None:
            self._read_ready__on_eof()

    def _read_ready__get_buffer(self):
        if self._conn_lost:
            return
        buffer = self._told(self._buffer_of_protocol, "Fatal error: protocol.get_buffer() call failed.")
        if buffer is None:
            return
        count = self._received(lambda: self._sock.recv_into(buffer))
        if count:
            self._told(lambda: self._protocol.buffer_updated(count), "Fatal error: protocol.buffer_updated() call failed.")
        elif count is not None:
            self._read_ready__on_eof()

    def _buffer_of_protocol(self):
        buffer = self._protocol.get_buffer(-1)
        if not len(buffer):
            raise RuntimeError("get_buffer() returned an empty buffer")
        return buffer

    def _read_ready__on_eof(self):
        if self._loop.get_debug():
            logger.debug("%r received EOF", self)
        keep_open = self._told(lambda: (self._protocol.eof_received(),), "Fatal error: protocol.eof_received() call failed.")
        if keep_open is None:
            return
        if keep_open[0]:
            # The other side may still read.
            self._loop._remove_reader(self._sock_fd)
        else:
            self.close()

    # --- writing
    def _check_writable(self, name):
        if self._eof:
            raise RuntimeError(f"Cannot call {name}() after write_eof()")
        if self._empty_waiter is not None:
            raise RuntimeError(f"unable to {name}; sendfile is in progress")

    def write(self, data):
        _check_bytes(data)
        self._check_writable("write")
        if not data:
            return
        if self._conn_lost:
            self._warn_of_lost()
            return
        if not self._buffer:
            # Most often the socket takes all at once.
            sent = self._sent(self._sock.send, data)
            if sent is None:
                return
            data = memoryview(data)[sent:]
            if not data:
                return
            self._loop._add_writer(self._sock_fd, self._write_ready)
        self._buffer.append(data)
        self._maybe_pause_protocol()

    def writelines(self, list_of_data):
        self._check_writable("writelines")
        if list_of_data:
            self._buffer.extend([*map(memoryview, list_of_data)])
            self._write_ready()
            self._write_rest_later()

    def _write_rest_later(self):
        if self._buffer:
            self._loop._add_writer(self._sock_fd, self._write_ready)
            self._maybe_pause_protocol()

    def _sent(self, send, data):
        """How many bytes were taken; None after an error."""
        try:
            return send(data)
        except _LATER:
            return 0
        except (SystemExit, KeyboardInterrupt):
            raise
        except BaseException as error:
            self._fatal_error(error, "Fatal write error on socket transport")
            return None

    def _write_sendmsg(self):
        """Send many buffers by one system call."""
        assert self._buffer, "Data should not be empty"
        if self._conn_lost:
            return
        sent = self._sent(self._sock.sendmsg, [*self._buffer][:SC_IOV_MAX])
        if self._goes_on(sent):
            self._adjust_leftover_buffer(sent)
            self._after_writing()

    def _adjust_leftover_buffer(self, nbytes):
        """Forget what was sent."""
        while nbytes:
            first = self._buffer.popleft()
            if len(first) > nbytes:
                self._buffer.appendleft(memoryview(first)[nbytes:])
                return
            nbytes -= len(first)

    def _write_send(self):
        """Send one buffer."""
        assert self._buffer, "Data should not be empty"
        if self._conn_lost:
            return
        first = self._buffer.popleft()
        sent = self._sent(self._sock.send, first)
        if self._goes_on(sent):
            if sent != len(first):
                self._buffer.appendleft(memoryview(first)[sent:])
            self._after_writing()

    def _goes_on(self, sent):
        """Whether a write ended without an error; else nothing is written any more."""
        if sent is not None:
            return True
        self._loop._remove_writer(self._sock_fd)
        self._buffer.clear()
        self._end_empty_waiter(ConnectionError("Connection is closed by peer"))
        return False

    def _after_writing(self):
        self._maybe_resume_protocol()
        if not self._buffer:
            self._all_written()

    def _all_written(self):
        self._loop._remove_writer(self._sock_fd)
        self._end_empty_waiter()
        # Others may have asked for an end meanwhile.
        if self._closing:
            self._call_connection_lost(None)
        elif self._eof:
            self._end_stream()

    def _end_stream(self):
        """Say to the other side that nothing follows."""
        self._sock.shutdown(socket.SHUT_WR)

    def can_write_eof(self):
        return True

    def write_eof(self):
        if not (self._closing or self._eof):
            self._eof = True
            if not self._buffer:
                self._end_stream()

    def close(self):
        self._read_ready_cb = None
        super().close()

    def _call_connection_lost(self, exc):
        try:
            super()._call_connection_lost(exc)
        finally:
            self._write_ready = None
            self._end_empty_waiter(ConnectionError("Connection is closed by peer"))

    # --- files that the kernel sends
    def _reset_empty_waiter(self):
        self._empty_waiter = None

    def _make_empty_waiter(self):
        """A future that is done once all is written; nothing is written meanwhile."""
        if self._empty_waiter is not None:
            raise RuntimeError("Empty waiter is already set")
        self._empty_waiter = self._loop.create_future()
        if not self._buffer:
            self._end_empty_waiter()
        return self._empty_waiter

    def _end_empty_waiter(self, error=None):
        """Say to one who waits for an empty buffer that it is, or with an error that it never will be."""
        waiter = self._empty_waiter
        if waiter is None or waiter.done():
            return
        if error is None:
            waiter.set_result(None)
        else:
            waiter.set_exception(error)


class _SelectorDatagramTransport(_SelectorTransport, transports.DatagramTransport):
    """A socket of datagrams."""

    # What a datagram counts beside its bytes.
    _header_size = 8

    def __init__(self, loop, sock, protocol, address=None, waiter=None, extra=None):
        super().__init__(loop, sock, protocol, extra)
        self._address = address
        self._buffer_size = 0
        self._begin(waiter)

    def _read_ready(self):
        if self._conn_lost:
            return
        try:
            data, address = self._sock.recvfrom(self.max_size)
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
        _check_bytes(data)
        if self._address:
            if addr not in (None, self._address):
                raise ValueError(f"Invalid address: must be None or {self._address}")
            addr = self._address
        if self._conn_lost and self._address:
            self._warn_of_lost()
            return
        if not self._buffer:
            if self._send(data, addr):
                return
            self._loop._add_writer(self._sock_fd, self._sendto_ready)
        # The caller may change a buffer of its own.
        self._buffer.append((bytes(data), addr))
        self._buffer_size += len(data) + self._header_size
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

    def get_write_buffer_size(self):
        return self._buffer_size

    def _sendto_ready(self):
        while self._buffer:
            data, address = self._buffer[0]
            if not self._send(data, address):
                break
            # After an error nothing is left.
            if self._buffer:
                self._buffer.popleft()
                self._buffer_size -= len(data) + self._header_size
        self._maybe_resume_protocol()
        if not self._buffer:
            self._loop._remove_writer(self._sock_fd)
            if self._closing:
                self._call_connection_lost(None)
