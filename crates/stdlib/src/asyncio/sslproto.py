# asyncio.sslproto: TLS between a transport and a protocol.

import enum
import ssl
import warnings
from asyncio import constants, exceptions, protocols, transports


class SSLProtocolState(enum.Enum):
    UNWRAPPED = "UNWRAPPED"
    DO_HANDSHAKE = "DO_HANDSHAKE"
    WRAPPED = "WRAPPED"
    FLUSHING = "FLUSHING"
    SHUTDOWN = "SHUTDOWN"


class _SSLProtocolTransport(transports._FlowControlMixin):
    """The transport that the protocol above sees."""

    _start_tls_compatible = True
    _sendfile_compatible = constants._SendfileMode.FALLBACK

    def __init__(self, loop, ssl_protocol):
        self._ssl_protocol = ssl_protocol
        self._closed = False
        super().__init__(None, loop)

    @property
    def _protocol(self):
        return self._ssl_protocol._app_protocol

    def get_protocol(self):
        return self._ssl_protocol._app_protocol

    def set_protocol(self, protocol):
        self._ssl_protocol._set_app_protocol(protocol)

    def get_extra_info(self, name, default=None):
        return self._ssl_protocol._get_extra_info(name, default)

    def is_closing(self):
        return self._closed or self._ssl_protocol._is_transport_closing()

    def close(self):
        """Close once what is buffered is written and the farewells are said."""
        if not self._closed:
            self._closed = True
            self._ssl_protocol._start_shutdown()

    def abort(self):
        """Close at once."""
        self._closed = True
        self._ssl_protocol._abort(None)

    def __del__(self):
        if not getattr(self, "_closed", True):
            self._closed = True
            warnings.warn("unclosed transport <asyncio._SSLProtocolTransport object>", ResourceWarning)

    def pause_reading(self):
        self._ssl_protocol._pause_reading()

    def resume_reading(self):
        self._ssl_protocol._resume_reading()

    def is_reading(self):
        return not self._ssl_protocol._app_reading_paused

    def get_write_buffer_size(self):
        return self._ssl_protocol._get_write_buffer_size()

    def write(self, data):
        if not isinstance(data, (bytes, bytearray, memoryview)):
            raise TypeError(f"data: expecting a bytes-like instance, got {type(data).__name__}")
        if data:
            self._ssl_protocol._write(bytes(data))

    def writelines(self, list_of_data):
        self.write(b"".join([bytes(data) for data in list_of_data]))

    def write_eof(self):
        raise NotImplementedError

    def can_write_eof(self):
        return False


class SSLProtocol(protocols.BufferedProtocol):
    """Decrypts what a transport receives for the protocol above, and encrypts what that writes."""

    _size = 256 * 1024

    def __init__(
        self, loop, app_protocol, sslcontext, waiter, server_side=False, server_hostname=None, call_connection_made=True,
        ssl_handshake_timeout=None, ssl_shutdown_timeout=None,
    ):  # fmt: skip
        for name, seconds in (("ssl_handshake_timeout", ssl_handshake_timeout), ("ssl_shutdown_timeout", ssl_shutdown_timeout)):
            if seconds is not None and seconds <= 0:
                raise ValueError(f"{name} should be a positive number, got {seconds}")
        self._handshake_timeout = constants.SSL_HANDSHAKE_TIMEOUT if ssl_handshake_timeout is None else ssl_handshake_timeout
        self._shutdown_timeout = constants.SSL_SHUTDOWN_TIMEOUT if ssl_shutdown_timeout is None else ssl_shutdown_timeout
        self._loop, self._waiter = loop, waiter
        self._sslcontext = _context_for(server_side) if sslcontext is None else sslcontext
        self._server_side = server_side
        self._extra = {"sslcontext": self._sslcontext}
        self._call_connection_made = call_connection_made
        self._state = SSLProtocolState.UNWRAPPED
        self._transport = None
        self._incoming, self._outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        hostname = None if server_side else server_hostname or None
        self._sslobj = self._sslcontext.wrap_bio(
            self._incoming, self._outgoing, server_side=server_side, server_hostname=hostname
        )
        # What the protocol wrote and is not encrypted yet.
        self._backlog = []
        # Whether the protocol above knows of the connection.
        self._made = False
        self._app_reading_paused = self._lost = self._told_eof = False
        self._timer = None
        self._buffer = bytearray(self._size)
        self._set_app_protocol(app_protocol)
        self._app_transport = _SSLProtocolTransport(loop, self)

    def _set_app_protocol(self, protocol):
        self._app_protocol = protocol
        self._app_is_buffered = isinstance(protocol, protocols.BufferedProtocol)

    def _get_extra_info(self, name, default=None):
        if name in self._extra:
            return self._extra[name]
        return default if self._transport is None else self._transport.get_extra_info(name, default)

    def _is_transport_closing(self):
        return self._transport is not None and self._transport.is_closing()

    # --- what the transport tells
    def connection_made(self, transport):
        self._transport = transport
        self._state = SSLProtocolState.DO_HANDSHAKE
        self._timer = self._loop.call_later(self._handshake_timeout, self._handshake_took_too_long)
        self._do_handshake()

    def get_buffer(self, sizehint):
        return memoryview(self._buffer)

    def buffer_updated(self, nbytes):
        self._incoming.write(memoryview(self._buffer)[:nbytes])
        self._go_on()

    def _go_on(self):
        if self._state == SSLProtocolState.DO_HANDSHAKE:
            self._do_handshake()
        elif self._state == SSLProtocolState.WRAPPED:
            self._do_read()
        elif self._state in (SSLProtocolState.FLUSHING, SSLProtocolState.SHUTDOWN):
            self._do_shutdown()

    def eof_received(self):
        self._incoming.write_eof()
        if self._state == SSLProtocolState.DO_HANDSHAKE:
            self._handshake_done(ConnectionResetError())
        elif self._state == SSLProtocolState.WRAPPED:
            self._do_read()
            self._tell_eof()
        elif self._state != SSLProtocolState.UNWRAPPED:
            self._transport.close()

    def connection_lost(self, exc):
        self._cancel_timer()
        self._backlog.clear()
        self._state, self._lost = SSLProtocolState.UNWRAPPED, True
        self._app_transport._closed = True
        if self._made:
            self._loop.call_soon(self._app_protocol.connection_lost, exc)
        self._wake(ConnectionResetError() if exc is None else exc)
        self._transport = None

    def pause_writing(self):
        # The transport's buffer counts as ours: see _get_write_buffer_size.
        self._app_transport._maybe_pause_protocol()

    def resume_writing(self):
        self._encrypt_backlog()
        self._app_transport._maybe_resume_protocol()

    # --- handshake
    def _handshake_took_too_long(self):
        if self._state == SSLProtocolState.DO_HANDSHAKE:
            text = f"SSL handshake is taking longer than {self._handshake_timeout} seconds: aborting the connection"
            self._fatal_error(ConnectionAbortedError(text))

    def _do_handshake(self):
        try:
            self._sslobj.do_handshake()
        except ssl.SSLWantReadError:
            self._send()
        except ssl.SSLError as error:
            self._send()
            self._handshake_done(error)
        except (SystemExit, KeyboardInterrupt):
            raise
        except BaseException as error:
            self._handshake_done(error)
        else:
            self._send()
            self._handshake_done(None)

    def _handshake_done(self, error):
        self._cancel_timer()
        if error is not None:
            # There is no connection to tell the protocol of.
            self._fatal_error(error, "SSL handshake failed")
            self._wake(error)
            return
        self._state = SSLProtocolState.WRAPPED
        self._extra.update(
            peercert=self._sslobj.getpeercert(), cipher=self._sslobj.cipher(), compression=None, ssl_object=self._sslobj
        )
        self._made = True
        if self._call_connection_made:
            self._app_protocol.connection_made(self._app_transport)
        self._wake(None)
        self._encrypt_backlog()
        self._do_read()

    def _wake(self, error):
        waiter, self._waiter = self._waiter, None
        if waiter is not None and not waiter.done():
            if error is None:
                waiter.set_result(None)
            else:
                waiter.set_exception(error)

    def _cancel_timer(self):
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    # --- writing
    def _send(self):
        data = self._outgoing.read()
        if data and self._transport is not None and not self._transport.is_closing():
            self._transport.write(data)

    def _write(self, data):
        if self._state in (SSLProtocolState.FLUSHING, SSLProtocolState.SHUTDOWN) or self._lost:
            self._app_transport._conn_lost = getattr(self._app_transport, "_conn_lost", 0) + 1
            return
        self._backlog.append(data)
        if self._state == SSLProtocolState.WRAPPED:
            self._encrypt_backlog()
        self._app_transport._maybe_pause_protocol()

    def _encrypt_backlog(self):
        try:
            while self._backlog and self._state != SSLProtocolState.DO_HANDSHAKE:
                data = self._backlog[0]
                count = self._sslobj.write(data)
                if count < len(data):
                    self._backlog[0] = data[count:]
                else:
                    del self._backlog[0]
        except ssl.SSLWantReadError:
            pass
        except (SystemExit, KeyboardInterrupt):
            raise
        except BaseException as error:
            self._fatal_error(error, "Fatal error on SSL protocol")
            return
        self._send()

    def _get_write_buffer_size(self):
        below = 0 if self._transport is None else self._transport.get_write_buffer_size()
        return below + self._outgoing.pending + sum(len(data) for data in self._backlog)

    # --- reading
    def _pause_reading(self):
        if not self._app_reading_paused:
            self._app_reading_paused = True
            if self._transport is not None:
                self._transport.pause_reading()

    def _resume_reading(self):
        if self._app_reading_paused:
            self._app_reading_paused = False
            if self._transport is not None:
                self._transport.resume_reading()
            self._loop.call_soon(self._go_on)

    def _do_read(self):
        try:
            while not self._app_reading_paused and self._state == SSLProtocolState.WRAPPED:
                data = self._sslobj.read(self._size)
                if not data:
                    self._farewell_came()
                    break
                self._tell(data)
        except ssl.SSLWantReadError:
            pass
        except ssl.SSLZeroReturnError:
            self._farewell_came()
        except ssl.SSLEOFError:
            self._tell_eof()
        except (SystemExit, KeyboardInterrupt):
            raise
        except BaseException as error:
            self._fatal_error(error, "Fatal error on SSL protocol")
            return
        self._send()

    def _tell(self, data):
        if not self._app_is_buffered:
            self._app_protocol.data_received(data)
            return
        while data:
            buffer = self._app_protocol.get_buffer(len(data))
            count = min(len(buffer), len(data))
            if not count:
                raise RuntimeError("get_buffer() returned an empty buffer")
            buffer[:count] = data[:count]
            self._app_protocol.buffer_updated(count)
            data = data[count:]

    def _farewell_came(self):
        self._tell_eof()
        self._start_shutdown()

    def _tell_eof(self):
        if self._told_eof:
            return
        self._told_eof = True
        try:
            if self._app_protocol.eof_received():
                warnings.warn("returning true from eof_received() has no effect when using ssl", ResourceWarning)
            self._start_shutdown()
        except (SystemExit, KeyboardInterrupt):
            raise
        except BaseException as error:
            self._fatal_error(error, "Error calling eof_received()")

    # --- the end
    def _start_shutdown(self):
        if self._state in (SSLProtocolState.FLUSHING, SSLProtocolState.SHUTDOWN, SSLProtocolState.UNWRAPPED):
            return
        self._app_transport._closed = True
        if self._state == SSLProtocolState.DO_HANDSHAKE:
            self._abort(None)
            return
        self._encrypt_backlog()
        self._state = SSLProtocolState.FLUSHING
        self._timer = self._loop.call_later(self._shutdown_timeout, self._shutdown_took_too_long)
        self._do_shutdown()

    def _shutdown_took_too_long(self):
        if self._state in (SSLProtocolState.FLUSHING, SSLProtocolState.SHUTDOWN):
            self._fatal_error(exceptions.TimeoutError("SSL shutdown timed out"))

    def _do_shutdown(self):
        self._state = SSLProtocolState.SHUTDOWN
        try:
            while True:
                try:
                    self._sslobj.unwrap()
                    break
                except ssl.SSLWantReadError:
                    self._send()
                    return
                except ssl.SSLEOFError:
                    break
                except ssl.SSLError as error:
                    # What comes after the own farewell is not for anybody.
                    if error.reason != "APPLICATION_DATA_AFTER_CLOSE_NOTIFY":
                        raise
        except (SystemExit, KeyboardInterrupt):
            raise
        except BaseException as error:
            self._fatal_error(error, "Error occurred during shutdown")
            return
        self._send()
        self._cancel_timer()
        if self._transport is not None:
            self._loop.call_soon(self._transport.close)

    def _abort(self, error):
        self._state = SSLProtocolState.UNWRAPPED if self._state == SSLProtocolState.DO_HANDSHAKE else self._state
        if self._transport is not None:
            self._transport._force_close(error)

    def _fatal_error(self, error, message="Fatal error on transport"):
        if self._transport is not None:
            self._transport._force_close(error)
        if isinstance(error, OSError):
            from asyncio.log import logger

            if self._loop.get_debug():
                logger.debug("%r: %s", self, message, exc_info=True)
        elif not isinstance(error, exceptions.CancelledError):
            told = {"message": message, "exception": error, "transport": self._transport, "protocol": self}
            self._loop.call_exception_handler(told)


def _context_for(server_side):
    if server_side:
        raise ValueError("Server side SSL needs a valid SSLContext")
    return ssl.create_default_context()
