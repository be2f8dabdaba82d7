# asyncio.connections: how an event loop makes connections and servers.

import errno
import itertools
import os
import socket
import stat
from asyncio import constants, events, exceptions, protocols, servers, staggered, tasks, transports

# A socket is not ready.
_LATER = (BlockingIOError, InterruptedError)


class Connections(events.AbstractEventLoop):
    """Connections, servers, datagrams and files that are sent: for loops that have sockets."""

    # --- addresses
    async def _ensure_resolved(self, address, *, family=0, type=socket.SOCK_STREAM, proto=0, flags=0):
        """The addresses of a host and port; numbers need no looking up."""
        host, port = address[:2]
        known = _ipaddr_info(host, port, family, type, proto, *address[2:])
        if known is not None:
            return [known]
        return await self.getaddrinfo(host, port, family=family, type=type, proto=proto, flags=flags)

    async def _resolved(self, address, **options):
        infos = await self._ensure_resolved(address, **options)
        if not infos:
            raise OSError("getaddrinfo() returned empty list")
        return infos

    # --- sockets without a transport
    def _check_socket(self, sock):
        _check_not_ssl(sock)
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

    # --- clients
    async def create_connection(
        self, protocol_factory, host=None, port=None, *, ssl=None, family=0, proto=0, flags=0, sock=None, local_addr=None,
        server_hostname=None, ssl_handshake_timeout=None, ssl_shutdown_timeout=None, happy_eyeballs_delay=None,
        interleave=None, all_errors=False,
    ):  # fmt: skip
        """Connect to a TCP server: (transport, protocol)."""
        server_hostname = _hostname_for_tls(ssl, server_hostname, host)
        _check_timeouts(ssl, ssl_handshake_timeout, ssl_shutdown_timeout)
        if sock is not None:
            _check_not_ssl(sock)
        if happy_eyeballs_delay is not None and interleave is None:
            # A family after the other, so that one that is broken costs little.
            interleave = 1
        if host is not None or port is not None:
            if sock is not None:
                raise ValueError("host/port and sock can not be specified at the same time")
            options = {"family": family, "type": socket.SOCK_STREAM, "proto": proto, "flags": flags}
            infos = await self._resolved((host, port), **options)
            local_infos = None if local_addr is None else await self._resolved(local_addr, **options)
            if interleave:
                infos = _interleave_addrinfos(infos, interleave)
            sock = await self._connect_to_any(infos, local_infos, happy_eyeballs_delay, all_errors)
        elif sock is None:
            raise ValueError("host and port was not specified and no sock specified")
        elif sock.type != socket.SOCK_STREAM:
            raise ValueError(f"A Stream Socket was expected, got {sock!r}")
        return await self._create_connection_transport(
            sock, protocol_factory, ssl, server_hostname, False, ssl_handshake_timeout, ssl_shutdown_timeout
        )

    async def _connect_to_any(self, infos, local_infos, delay, all_errors):
        """A socket that is connected to the first address that lets it."""
        failures = []
        if delay is None:
            for info in infos:
                try:
                    return await self._connect_sock(failures, info, local_infos)
                except OSError:
                    continue
        else:
            attempts = [lambda info=info: self._connect_sock(failures, info, local_infos) for info in infos]
            sock = (await staggered.staggered_race(attempts, delay, loop=self))[0]
            if sock is not None:
                return sock
        errors = [error for one in failures for error in one]
        try:
            raise _failure_of_all(errors, all_errors)
        finally:
            errors = failures = None

    async def _connect_sock(self, failures, info, local_infos=None):
        """A socket that is connected to one address."""
        mine = []
        failures.append(mine)
        family, kind, proto, _, address = info
        sock = None
        try:
            sock = self._new_socket(family, kind, proto)
            sock.setblocking(False)
            if local_infos is not None:
                _bind_to_any(sock, family, local_infos, mine)
            await self.sock_connect(sock, address)
            return sock
        except OSError as error:
            mine.append(error)
            if sock is not None:
                sock.close()
            raise
        except BaseException:
            if sock is not None:
                sock.close()
            raise
        finally:
            failures = mine = None

    async def _create_connection_transport(
        self, sock, protocol_factory, ssl, server_hostname, server_side=False, ssl_handshake_timeout=None,
        ssl_shutdown_timeout=None,
    ):  # fmt: skip
        """The transport and the protocol of a socket that is connected."""
        sock.setblocking(False)
        protocol, waiter = protocol_factory(), self.create_future()
        if ssl:
            context = None if isinstance(ssl, bool) else ssl
            transport = self._make_ssl_transport(
                sock, protocol, context, waiter, server_side=server_side, server_hostname=server_hostname,
                ssl_handshake_timeout=ssl_handshake_timeout, ssl_shutdown_timeout=ssl_shutdown_timeout,
            )  # fmt: skip
        else:
            transport = self._make_socket_transport(sock, protocol, waiter)
        await _connected(transport, waiter)
        return transport, protocol

    async def connect_accepted_socket(
        self, protocol_factory, sock, *, ssl=None, ssl_handshake_timeout=None, ssl_shutdown_timeout=None
    ):
        """Serve a connection that was accepted elsewhere: (transport, protocol)."""
        if sock.type != socket.SOCK_STREAM:
            raise ValueError(f"A Stream Socket was expected, got {sock!r}")
        _check_timeouts(ssl, ssl_handshake_timeout, ssl_shutdown_timeout)
        _check_not_ssl(sock)
        return await self._create_connection_transport(
            sock, protocol_factory, ssl, "", True, ssl_handshake_timeout, ssl_shutdown_timeout
        )

    async def start_tls(
        self, transport, protocol, sslcontext, *, server_side=False, server_hostname=None, ssl_handshake_timeout=None,
        ssl_shutdown_timeout=None,
    ):  # fmt: skip
        """Go on with a connection in TLS: the new transport."""
        import ssl

        if not isinstance(sslcontext, ssl.SSLContext):
            raise TypeError(f"sslcontext is expected to be an instance of ssl.SSLContext, got {sslcontext!r}")
        if not getattr(transport, "_start_tls_compatible", False):
            raise TypeError(f"transport {transport!r} is not supported by start_tls()")
        from asyncio.sslproto import SSLProtocol

        waiter = self.create_future()
        outer = SSLProtocol(
            self, protocol, sslcontext, waiter, server_side, server_hostname, call_connection_made=False,
            ssl_handshake_timeout=ssl_handshake_timeout, ssl_shutdown_timeout=ssl_shutdown_timeout,
        )  # fmt: skip
        # Nothing may be read before the protocol was changed.
        transport.pause_reading()
        transport.set_protocol(outer)
        made = self.call_soon(outer.connection_made, transport)
        resumed = self.call_soon(transport.resume_reading)
        try:
            await waiter
        except BaseException:
            transport.close()
            made.cancel()
            resumed.cancel()
            raise
        return outer._app_transport

    # --- servers
    async def create_server(
        self, protocol_factory, host=None, port=None, *, family=socket.AF_UNSPEC, flags=socket.AI_PASSIVE, sock=None,
        backlog=100, ssl=None, reuse_address=None, reuse_port=None, keep_alive=None, ssl_handshake_timeout=None,
        ssl_shutdown_timeout=None, start_serving=True,
    ):  # fmt: skip
        """Take TCP connections: a Server."""
        if isinstance(ssl, bool):
            raise TypeError("ssl argument must be an SSLContext or None")
        _check_timeouts(ssl, ssl_handshake_timeout, ssl_shutdown_timeout)
        if sock is not None:
            _check_not_ssl(sock)
        if host is not None or port is not None:
            if sock is not None:
                raise ValueError("host/port and sock can not be specified at the same time")
            options = reuse_address is not False, reuse_port, keep_alive
            sockets = await self._bound(host, port, family, flags, options)
        elif sock is None:
            raise ValueError("Neither host/port nor sock were specified")
        elif sock.type != socket.SOCK_STREAM:
            raise ValueError(f"A Stream Socket was expected, got {sock!r}")
        else:
            sockets = [sock]
        for one in sockets:
            one.setblocking(False)
        server = servers.Server(self, sockets, protocol_factory, ssl, backlog, ssl_handshake_timeout, ssl_shutdown_timeout)
        return await self._served(server, start_serving)

    async def _served(self, server, start_serving):
        if start_serving:
            await server.start_serving()
        if self._debug:
            from asyncio.log import logger

            logger.info("%r is serving", server)
        return server

    async def _bound(self, host, port, family, flags, options):
        """Sockets that are bound to all addresses of the hosts."""
        hosts = [None] if host == "" or host is None else [host] if isinstance(host, str) else list(host)
        kind = {"family": family, "type": socket.SOCK_STREAM, "flags": flags}
        found = await tasks.gather(*[self._resolved((one, port), **kind) for one in hosts])
        sockets, complete = [], False
        try:
            for info in dict.fromkeys(itertools.chain.from_iterable(found)):
                one = self._bound_socket(info, *options)
                if one is not None:
                    sockets.append(one)
            if not sockets:
                raise OSError(f"could not bind on any address out of {[info[4] for info in itertools.chain(*found)]!r}")
            complete = True
            return sockets
        finally:
            if not complete:
                for one in sockets:
                    one.close()

    def _bound_socket(self, info, reuse_address, reuse_port, keep_alive):
        """A socket at an address; None where the machine lacks such sockets."""
        family, kind, proto, _, address = info
        try:
            sock = self._new_socket(family, kind, proto)
        except OSError:
            return None
        try:
            if reuse_address:
                sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, True)
            if reuse_port:
                _set_reuseport(sock)
            if keep_alive:
                sock.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, True)
            if family == socket.AF_INET6:
                # The other family has a socket of its own.
                sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, True)
            sock.bind(address)
            return sock
        except OSError as error:
            sock.close()
            if error.errno == errno.EADDRNOTAVAIL:
                return None
            text = f"error while attempting to bind on address {address!r}: {(error.strerror or str(error)).lower()}"
            raise OSError(error.errno, text) from None
        except BaseException:
            sock.close()
            raise

    # --- datagrams
    async def create_datagram_endpoint(
        self, protocol_factory, local_addr=None, remote_addr=None, *, family=0, proto=0, flags=0, reuse_port=None,
        allow_broadcast=None, sock=None,
    ):  # fmt: skip
        """Send and receive datagrams: (transport, protocol)."""
        if sock is not None:
            if sock.type == socket.SOCK_STREAM:
                raise ValueError(f"A datagram socket was expected, got {sock!r}")
            given = {
                "local_addr": local_addr, "remote_addr": remote_addr, "family": family, "proto": proto, "flags": flags,
                "reuse_port": reuse_port, "allow_broadcast": allow_broadcast,
            }  # fmt: skip
            problems = ", ".join(f"{name}={value}" for name, value in given.items() if value)
            if problems:
                raise ValueError(f"socket modifier keyword arguments can not be used when sock is specified. ({problems})")
            sock.setblocking(False)
            remote = None
        else:
            pairs = await self._datagram_addresses(local_addr, remote_addr, family, proto, flags)
            sock, remote = await self._datagram_socket(pairs, reuse_port, allow_broadcast)
        protocol, waiter = protocol_factory(), self.create_future()
        transport = self._make_datagram_transport(sock, protocol, remote, waiter)
        await _connected(transport, waiter)
        return transport, protocol

    async def _datagram_addresses(self, local, remote, family, proto, flags):
        """What a socket of datagrams may be: (family, protocol, own address, other address) each."""
        if local is None and remote is None:
            if family == 0:
                raise ValueError("unexpected address family")
            return [(family, proto, None, None)]
        if getattr(socket, "AF_UNIX", None) == family:
            for address in (local, remote):
                if address is not None and not isinstance(address, str):
                    raise TypeError("string is expected")
            if local and local[0] not in (0, "\0"):
                _remove_stale_socket(local)
            return [(family, proto, local, remote)]
        found = {}
        for place, address in enumerate((local, remote)):
            if address is None:
                continue
            if not (isinstance(address, tuple) and len(address) == 2):
                raise TypeError("2-tuple is expected")
            infos = await self._resolved(address, family=family, type=socket.SOCK_DGRAM, proto=proto, flags=flags)
            for one, _, protocol, _, where in infos:
                found.setdefault((one, protocol), [None, None])[place] = where
        pairs = [
            (*key, *addresses)
            for key, addresses in found.items()
            if not (local and addresses[0] is None or remote and addresses[1] is None)
        ]
        if not pairs:
            raise ValueError("can not get address information")
        return pairs

    async def _datagram_socket(self, pairs, reuse_port, allow_broadcast):
        failures = []
        for family, proto, local, remote in pairs:
            sock = None
            try:
                sock = self._new_socket(family, socket.SOCK_DGRAM, proto)
                if reuse_port:
                    _set_reuseport(sock)
                if allow_broadcast:
                    sock.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
                sock.setblocking(False)
                if local:
                    sock.bind(local)
                if remote and not allow_broadcast:
                    await self.sock_connect(sock, remote)
                return sock, remote if allow_broadcast else None
            except OSError as error:
                if sock is not None:
                    sock.close()
                failures.append(error)
            except:
                if sock is not None:
                    sock.close()
                raise
        raise failures[0]

    # --- files
    async def sock_sendfile(self, sock, file, offset=0, count=None, *, fallback=True):
        """Send a file to a socket; how many bytes."""
        if self._debug and sock.gettimeout() != 0:
            raise ValueError("the socket must be non-blocking")
        _check_not_ssl(sock)
        self._check_sendfile_params(sock, file, offset, count)
        try:
            return await self._sock_sendfile_native(sock, file, offset, count)
        except exceptions.SendfileNotAvailableError:
            if not fallback:
                raise
        return await self._sock_sendfile_fallback(sock, file, offset, count)

    async def _sock_sendfile_native(self, sock, file, offset, count):
        text = f"syscall sendfile is not available for socket {sock!r} and file {file!r} combination"
        raise exceptions.SendfileNotAvailableError(text)

    async def _sock_sendfile_fallback(self, sock, file, offset, count):
        return await self._send_parts(file, offset, count, lambda data: self.sock_sendall(sock, data))

    def _check_sendfile_params(self, sock, file, offset, count):
        if "b" not in getattr(file, "mode", "b"):
            raise ValueError("file should be opened in binary mode")
        if sock.type != socket.SOCK_STREAM:
            raise ValueError("only SOCK_STREAM type sockets are supported")
        _check_part(offset, count)

    async def sendfile(self, transport, file, offset=0, count=None, *, fallback=True):
        """Send a file to a transport; how many bytes."""
        if transport.is_closing():
            raise RuntimeError("Transport is closing")
        mode = getattr(transport, "_sendfile_compatible", constants._SendfileMode.UNSUPPORTED)
        if mode is constants._SendfileMode.UNSUPPORTED:
            raise RuntimeError(f"sendfile is not supported for transport {transport!r}")
        if mode is constants._SendfileMode.TRY_NATIVE:
            try:
                return await self._sendfile_native(transport, file, offset, count)
            except exceptions.SendfileNotAvailableError:
                if not fallback:
                    raise
        if not fallback:
            raise RuntimeError(f"fallback is disabled and native sendfile is not supported for transport {transport!r}")
        return await self._sendfile_fallback(transport, file, offset, count)

    async def _sendfile_native(self, transp, file, offset, count):
        raise exceptions.SendfileNotAvailableError("sendfile syscall is not supported")

    async def _sendfile_fallback(self, transp, file, offset, count):
        if "b" not in getattr(file, "mode", "b"):
            raise ValueError("file should be opened in binary mode")
        _check_part(offset, count)
        pauses = _SendfileFallbackProtocol(transp)
        try:
            return await self._send_parts(file, offset, count, pauses.write)
        finally:
            await pauses.restore()

    async def _send_parts(self, file, offset, count, send):
        if hasattr(file, "seek"):
            file.seek(offset)
        total = 0
        try:
            while count is None or total < count:
                most = constants.SENDFILE_FALLBACK_READBUFFER_SIZE
                size = most if count is None else min(most, count - total)
                data = await self.run_in_executor(None, file.read, size)
                if not data:
                    break
                await send(data)
                total += len(data)
            return total
        finally:
            if total > 0 and hasattr(file, "seek"):
                file.seek(offset + total)


class _SendfileFallbackProtocol(protocols.Protocol):
    """Stands in for a protocol while a file is sent, and waits where the transport is full."""

    def __init__(self, transport):
        if not isinstance(transport, transports._FlowControlMixin):
            raise TypeError("transport should be _FlowControlMixin instance")
        self._transport = transport
        self._protocol = transport.get_protocol()
        self._was_reading, self._was_paused = transport.is_reading(), transport._protocol_paused
        transport.pause_reading()
        transport.set_protocol(self)
        self._waiter = transport._loop.create_future() if self._was_paused else None

    async def write(self, data):
        if self._transport.is_closing():
            raise ConnectionError("Connection closed by peer")
        if self._waiter is not None:
            await self._waiter
        self._transport.write(data)

    def connection_made(self, transport):
        raise RuntimeError("Invalid state: connection should have been established already.")

    def pause_writing(self):
        if self._waiter is None:
            self._waiter = self._transport._loop.create_future()

    def resume_writing(self):
        waiter, self._waiter = self._waiter, None
        if waiter is not None and not waiter.done():
            waiter.set_result(None)

    def connection_lost(self, exc):
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_exception(ConnectionError("Connection is closed by peer") if exc is None else exc)
        self._protocol.connection_lost(exc)

    def data_received(self, data):
        raise RuntimeError("Invalid state: reading should be paused")

    def eof_received(self):
        raise RuntimeError("Invalid state: reading should be paused")

    async def restore(self):
        self._transport.set_protocol(self._protocol)
        if self._was_reading:
            self._transport.resume_reading()
        if self._waiter is not None:
            self._waiter.cancel()
        if self._was_paused:
            self._protocol.resume_writing()


# --- what is checked and made
def _ipaddr_info(host, port, family, type, proto, flowinfo=0, scopeid=0):
    """A host that is a number already, as getaddrinfo() would tell it; None for others."""
    if host is None or proto not in (0, socket.IPPROTO_TCP, socket.IPPROTO_UDP):
        return None
    if type not in (socket.SOCK_STREAM, socket.SOCK_DGRAM):
        return None
    if isinstance(host, bytes):
        host = host.decode("idna")
    if "%" in host or port is not None and not _is_number(port):
        return None
    proto = socket.IPPROTO_TCP if type == socket.SOCK_STREAM else socket.IPPROTO_UDP
    for one in [socket.AF_INET, socket.AF_INET6] if family == socket.AF_UNSPEC else [family]:
        try:
            socket.inet_pton(one, host)
        except (OSError, ValueError):
            continue
        number = int(port or 0)
        where = (host, number, flowinfo, scopeid) if one == socket.AF_INET6 else (host, number)
        return one, type, proto, "", where
    return None


async def _connected(transport, waiter):
    """Wait until a transport is connected; one that fails to is closed."""
    try:
        await waiter
    except:
        transport.close()
        raise


def _is_number(port):
    try:
        int(port or 0)
    except (TypeError, ValueError):
        return False
    return True


def _interleave_addrinfos(infos, first_count=1):
    """Addresses with the families taking turns, so many of the first before."""
    families = {}
    for info in infos:
        families.setdefault(info[0], []).append(info)
    families = list(families.values())
    ordered = families[0][: first_count - 1]
    del families[0][: first_count - 1]
    turns = itertools.zip_longest(*families)
    return ordered + [info for turn in turns for info in turn if info is not None]


def _failure_of_all(errors, all_errors):
    if all_errors:
        return ExceptionGroup("create_connection failed", errors)
    if len(errors) == 1 or len({str(error) for error in errors}) == 1:
        return errors[0]
    return OSError("Multiple exceptions: {}".format(", ".join(str(error) for error in errors)))


def _bind_to_any(sock, family, local_infos, failures):
    for one, _, _, _, address in local_infos:
        if one != family:
            continue
        try:
            sock.bind(address)
            return
        except OSError as error:
            text = f"error while attempting to bind on address {address!r}: {str(error).lower()}"
            failures.append(OSError(error.errno, text))
    if failures:
        raise failures.pop()
    raise OSError(f"no matching local address with family={family!r} found")


def _set_reuseport(sock):
    try:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    except OSError:
        raise ValueError("reuse_port not supported by socket module, SO_REUSEPORT defined but not implemented.") from None


def _remove_stale_socket(path):
    try:
        if stat.S_ISSOCK(os.stat(path).st_mode):
            os.remove(path)
    except FileNotFoundError:
        pass


def _hostname_for_tls(ssl, server_hostname, host):
    if server_hostname is not None and not ssl:
        raise ValueError("server_hostname is only meaningful with ssl")
    if server_hostname is None and ssl:
        if not host:
            raise ValueError("You must set server_hostname when using ssl without a host")
        return host
    return server_hostname


def _check_timeouts(ssl, handshake, shutdown):
    if handshake is not None and not ssl:
        raise ValueError("ssl_handshake_timeout is only meaningful with ssl")
    if shutdown is not None and not ssl:
        raise ValueError("ssl_shutdown_timeout is only meaningful with ssl")


def _check_not_ssl(sock):
    from asyncio.base_events import _check_ssl_socket

    _check_ssl_socket(sock)


def _check_part(offset, count):
    """Which bytes of a file are sent."""
    for name, value in (("count", count), ("offset", offset)):
        if value is None and name == "count":
            continue
        kind = "positive" if name == "count" else "non-negative"
        if not isinstance(value, int):
            raise TypeError(f"{name} must be a {kind} integer (got {value!r})")
        if value < 0 or value == 0 and name == "count":
            raise ValueError(f"{name} must be a {kind} integer (got {value!r})")
