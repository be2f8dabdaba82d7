# socketserver: servers that hand each request to a handler.

import io
import os
import selectors
import socket
import sys
from contextlib import contextmanager, suppress

__version__ = "0.4"
__all__ = [
    "BaseServer", "TCPServer", "UDPServer", "ThreadingUDPServer", "ThreadingTCPServer", "BaseRequestHandler",
    "StreamRequestHandler", "DatagramRequestHandler", "ThreadingMixIn", "ForkingUDPServer", "ForkingTCPServer",
    "ForkingMixIn", "UnixStreamServer", "UnixDatagramServer", "ThreadingUnixStreamServer", "ThreadingUnixDatagramServer",
    "ForkingUnixStreamServer", "ForkingUnixDatagramServer",
]  # fmt: skip


@contextmanager
def _watching(server):
    """A function that waits for a request, at most some seconds, and returns whether one is there."""
    with selectors.DefaultSelector() as watched:
        watched.register(server, selectors.EVENT_READ)
        yield watched.select


def _succeeds(server, step, request, client_address):
    """Whether a step with a request works; the server reports its error."""
    try:
        step(request, client_address)
    except Exception:
        server.handle_error(request, client_address)
        return False
    return True


def _answered(server, request, client_address):
    """Whether the handler works; the request is closed either way."""
    try:
        return _succeeds(server, server.finish_request, request, client_address)
    finally:
        server.shutdown_request(request)


class BaseServer:
    """Takes requests, one after the other."""

    timeout = None

    def __init__(self, server_address, RequestHandlerClass):
        self.server_address, self.RequestHandlerClass = server_address, RequestHandlerClass
        self._stopping = self._serving = False

    def __enter__(self):
        return self

    def __exit__(self, *details):
        self.server_close()

    # --- the loop

    def serve_forever(self, poll_interval=0.5):
        """Takes requests until shutdown is called."""
        self._serving = True
        try:
            with _watching(self) as comes:
                while not self._stopping:
                    # Not longer than a tenth of a second, so that shutdown need not wait.
                    if comes(min(poll_interval, 0.1)) and not self._stopping:
                        self._take()
                    self.service_actions()
        finally:
            self._stopping = self._serving = False

    def shutdown(self):
        """Ends serve_forever, from another thread."""
        import time

        self._stopping = True
        while self._serving:
            time.sleep(0.01)

    def handle_request(self):
        """Takes one request."""
        limits = [limit for limit in (self.socket.gettimeout(), self.timeout) if limit is not None]
        with _watching(self) as comes:
            is_there = comes(min(limits, default=None))
        return self._take() if is_there else self.handle_timeout()

    def _take(self):
        """Takes a request that is there, and closes it unless a handler works on it."""
        try:
            taken = self.get_request()
        except OSError:
            return
        is_handled = False
        is_wanted = self.verify_request(*taken)
        try:
            is_handled = is_wanted and _succeeds(self, self.process_request, *taken)
        finally:
            if not is_handled:
                self.shutdown_request(taken[0])

    # --- the life of a request

    def verify_request(self, request, client_address):
        return True

    def process_request(self, request, client_address):
        self.finish_request(request, client_address)
        self.shutdown_request(request)

    def finish_request(self, request, client_address):
        handler = self.RequestHandlerClass
        handler(request, client_address, self)

    def shutdown_request(self, request):
        """Closes a request whose answer is complete."""
        self.close_request(request)

    def handle_error(self, request, client_address):
        """Prints the error of a handler."""
        import traceback

        rule = "-" * 40
        title = f"Exception occurred during processing of request from {client_address}"
        print(rule, title, traceback.format_exc() + rule, sep="\n", file=sys.stderr)

    # --- what a kind of server may define

    def server_activate(self):
        pass

    def server_close(self):
        pass

    def service_actions(self):
        pass

    def handle_timeout(self):
        pass

    def close_request(self, request):
        pass


class TCPServer(BaseServer):
    """Takes connections."""

    address_family, socket_type = socket.AF_INET, socket.SOCK_STREAM
    request_queue_size = 5
    allow_reuse_address = allow_reuse_port = False

    def __init__(self, server_address, RequestHandlerClass, bind_and_activate=True):
        super().__init__(server_address, RequestHandlerClass)
        self.socket = socket.socket(self.address_family, self.socket_type)
        if bind_and_activate:
            self._open()

    def _open(self):
        is_open = False
        try:
            self.server_bind()
            self.server_activate()
            is_open = True
        finally:
            if not is_open:
                self.server_close()

    def server_bind(self):
        """Gives the socket its address; the system chooses the port 0."""
        own = self.socket
        if self.allow_reuse_address:
            own.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, True)
        own.bind(self.server_address)
        self.server_address = own.getsockname()

    def server_activate(self):
        listen = self.socket.listen
        listen(self.request_queue_size)

    def server_close(self):
        self.socket.close()

    def fileno(self):
        """The socket's number, by which selectors watch the server."""
        own = self.socket
        return own.fileno()

    def get_request(self):
        connection, client_address = self.socket.accept()
        return connection, client_address

    def shutdown_request(self, request):
        # The other side may have closed the connection before.
        with suppress(OSError):
            request.shutdown(socket.SHUT_WR)
        super().shutdown_request(request)

    def close_request(self, request):
        request.close()


class UDPServer(TCPServer):
    """Takes datagrams."""

    socket_type, max_packet_size = socket.SOCK_DGRAM, 8192

    # A datagram has no connection that would be waited for or closed.
    server_activate = BaseServer.server_activate
    shutdown_request = BaseServer.shutdown_request
    close_request = BaseServer.close_request

    def get_request(self):
        own = self.socket
        packet, sender = own.recvfrom(self.max_packet_size)
        return (packet, own), sender


def _reap(children, pid, options):
    """Takes a process that has ended out of a set, -1 for any. Returns whether the system answered."""
    try:
        # The answer is 0 of a process that still runs.
        ended = {os.waitpid(pid, options)[0]}
    except ChildProcessError:
        ended = set(children) if pid < 0 else {pid}
    except OSError:
        return False
    children.difference_update(ended)
    return True


class ForkingMixIn:
    """A process for each request."""

    timeout, max_children, active_children = 300, 40, None
    # Whether server_close() waits for the processes.
    block_on_close = True

    def collect_children(self, *, blocking=False):
        """Collects the processes that have ended; waits for one where there are too many."""
        children = self.active_children or set()
        while len(children) >= max(self.max_children, 1) and _reap(children, -1, 0):
            pass
        for pid in tuple(children):
            _reap(children, pid, 0 if blocking else os.WNOHANG)

    def handle_timeout(self):
        """Collects the processes that have ended: where no request comes, and in the loop of serve_forever."""
        self.collect_children()

    service_actions = handle_timeout

    def process_request(self, request, client_address):
        """Forks a process for the request."""
        child = os.fork()
        if child == 0:
            self._answer_and_exit(request, client_address)
        self.active_children = {child, *(self.active_children or ())}
        self.close_request(request)

    def _answer_and_exit(self, request, client_address):
        status = 1
        try:
            status = int(not _answered(self, request, client_address))
        finally:
            os._exit(status)

    def server_close(self):
        super().server_close()
        wait = self.block_on_close
        self.collect_children(blocking=wait)


class ThreadingMixIn:
    """A thread for each request."""

    daemon_threads = False
    block_on_close = True
    # The threads that server_close() waits for.
    _threads = ()

    def process_request_thread(self, request, client_address):
        """What the thread of a request does."""
        _answered(self, request, client_address)

    def process_request(self, request, client_address):
        from threading import Thread

        alone = bool(self.daemon_threads)
        thread = Thread(target=self.process_request_thread, args=(request, client_address), daemon=alone)
        thread.start()
        if self.block_on_close and not alone:
            self._threads = [*(one for one in self._threads if one.is_alive()), thread]

    def server_close(self):
        super().server_close()
        running, self._threads = self._threads, ()
        for thread in running:
            thread.join()


class ForkingUDPServer(ForkingMixIn, UDPServer):
    pass


class ForkingTCPServer(ForkingMixIn, TCPServer):
    pass


class ThreadingTCPServer(ThreadingMixIn, TCPServer):
    pass


class ThreadingUDPServer(ThreadingMixIn, UDPServer):
    pass


class UnixStreamServer(TCPServer):
    """Takes connections at a path."""

    address_family = socket.AF_UNIX


class UnixDatagramServer(UDPServer):
    """Takes datagrams at a path."""

    address_family = UnixStreamServer.address_family


class ThreadingUnixStreamServer(ThreadingMixIn, UnixStreamServer):
    pass


class ThreadingUnixDatagramServer(ThreadingMixIn, UnixDatagramServer):
    pass


class ForkingUnixStreamServer(ForkingMixIn, UnixStreamServer):
    pass


class ForkingUnixDatagramServer(ForkingMixIn, UnixDatagramServer):
    pass


class BaseRequestHandler:
    """Handles one request: setup, handle, finish."""

    def __init__(self, request, client_address, server):
        self.request, self.client_address, self.server = request, client_address, server
        self.setup()
        try:
            self.handle()
        finally:
            self.finish()

    def setup(self):
        pass

    def handle(self):
        pass

    def finish(self):
        pass


class StreamRequestHandler(BaseRequestHandler):
    """A connection as two files: rfile and wfile."""

    rbufsize, wbufsize = -1, 0
    timeout = None
    # Whether small answers are sent at once.
    disable_nagle_algorithm = False

    def setup(self):
        connection = self.connection = self.request
        if self.timeout is not None:
            connection.settimeout(self.timeout)
        if self.disable_nagle_algorithm:
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, True)
        self.rfile = connection.makefile("rb", self.rbufsize)
        self.wfile = connection.makefile("wb", self.wbufsize) if self.wbufsize else _Unbuffered(connection)

    def finish(self):
        with suppress(OSError):
            if not self.wfile.closed:
                self.wfile.flush()
        self.wfile.close()
        self.rfile.close()


class _Unbuffered(io.BufferedIOBase):
    """A file that sends all it is given at once."""

    def __init__(self, connection):
        self._connection = connection

    def writable(self):
        return True

    def write(self, b):
        self._connection.sendall(b)
        return memoryview(b).nbytes

    def fileno(self):
        return self._connection.fileno()


class DatagramRequestHandler(BaseRequestHandler):
    """A datagram as two files: rfile and wfile."""

    def setup(self):
        packet, self.socket = self.request
        self.packet = packet
        self.rfile, self.wfile = io.BytesIO(packet), io.BytesIO()

    def finish(self):
        answer = self.wfile.getvalue()
        self.socket.sendto(answer, self.client_address)
