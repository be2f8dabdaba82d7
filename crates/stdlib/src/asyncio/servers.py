# asyncio.servers: sockets that take connections.

import weakref
from asyncio import events, exceptions, tasks
from asyncio.trsock import TransportSocket as TransportSocket

__all__ = ("Server",)


class Server(events.AbstractServer):
    """What create_server() gives."""

    def __init__(self, loop, sockets, protocol_factory, ssl_context, backlog, ssl_handshake_timeout, ssl_shutdown_timeout=None):
        self._loop, self._protocol_factory = loop, protocol_factory
        # None once closed; then the waiters wait for the end of the connections, and are None after it.
        self._sockets, self._waiters = sockets, []
        self._clients = weakref.WeakSet()
        # What the loop is asked to serve with.
        self._ssl_context, self._backlog = ssl_context, backlog
        self._ssl_handshake_timeout, self._ssl_shutdown_timeout = ssl_handshake_timeout, ssl_shutdown_timeout
        self._serving, self._serving_forever_fut = False, None

    def __repr__(self):
        return f"<{type(self).__name__} sockets={self.sockets!r}>"

    @property
    def sockets(self):
        return () if self._sockets is None else tuple(TransportSocket(sock) for sock in self._sockets)

    def is_serving(self):
        return self._serving

    def get_loop(self):
        return self._loop

    # --- its connections
    def _attach(self, transport):
        assert self._sockets is not None
        self._clients.add(transport)

    def _detach(self, transport):
        self._clients.discard(transport)
        if not self._clients and self._sockets is None:
            self._wakeup()

    def abort_clients(self):
        for transport in [*self._clients]:
            transport.abort()

    def close_clients(self):
        for transport in [*self._clients]:
            transport.close()

    # --- serving
    def _start_serving(self):
        if not self._serving:
            self._serving = True
            for sock in self._sockets:
                self._listen(sock)

    def _listen(self, sock):
        sock.listen(self._backlog)
        timeouts = self._ssl_handshake_timeout, self._ssl_shutdown_timeout
        self._loop._start_serving(self._protocol_factory, sock, self._ssl_context, self, self._backlog, *timeouts)

    async def start_serving(self):
        self._start_serving()
        # So that the sockets are read when this is over.
        await tasks.sleep(0)

    async def serve_forever(self):
        """Take connections until this is cancelled."""
        if self._serving_forever_fut is not None:
            raise RuntimeError(f"server {self!r} is already being awaited on serve_forever()")
        if self._sockets is None:
            raise RuntimeError(f"server {self!r} is closed")
        self._start_serving()
        try:
            await self._until_cancelled()
        except exceptions.CancelledError:
            self.close()
            await self.wait_closed()
            raise
        finally:
            self._serving_forever_fut = None

    def _until_cancelled(self):
        """A future that nobody sets; close() cancels it."""
        self._serving_forever_fut = self._loop.create_future()
        return self._serving_forever_fut

    # --- its end
    def close(self):
        """Take no more connections; those that are stay."""
        sockets, self._sockets = self._sockets, None
        if sockets is None:
            return
        for sock in sockets:
            self._loop._stop_serving(sock)
        self._serving = False
        if self._serving_forever_fut is not None and not self._serving_forever_fut.done():
            self._serving_forever_fut.cancel()
            self._serving_forever_fut = None
        if not self._clients:
            self._wakeup()

    async def wait_closed(self):
        """Wait until the server is closed and its connections have ended."""
        if self._waiters is not None:
            self._waiters.append(self._loop.create_future())
            await self._waiters[-1]

    def _wakeup(self):
        waiters, self._waiters = self._waiters, None
        for waiter in waiters or ():
            if not waiter.done():
                waiter.set_result(None)
