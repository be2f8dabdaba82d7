# socketserver: servers that hand each request to a handler.

import os
import selectors
import socket
import sys
from io import BufferedIOBase

__version__ = "0.4"
__all__ = [
    "BaseServer", "TCPServer", "UDPServer", "ThreadingUDPServer", "ThreadingTCPServer", "BaseRequestHandler",
    "StreamRequestHandler", "DatagramRequestHandler", "ThreadingMixIn", "ForkingUDPServer", "ForkingTCPServer",
    "ForkingMixIn", "UnixStreamServer", "UnixDatagramServer", "ThreadingUnixStreamServer", "ThreadingUnixDatagramServer",
    "ForkingUnixStreamServer", "ForkingUnixDatagramServer",
]  # fmt: skip


class BaseServer:
    """Takes requests, one after the other."""

    timeout = None

    def __init__(self, server_address, RequestHandlerClass):
        self.server_address = server_address
        self.RequestHandlerClass = RequestHandlerClass
        self._stopping = False
        self._serving = False

    def server_activate(self):
        pass

    def serve_forever(self, poll_interval=0.5):
        """Takes requests until shutdown is called."""
        self._serving = True
        try:
            with selectors.DefaultSelector() as selector:
                selector.register(self, selectors.EVENT_READ)
                while not self._stopping:
                    ready = selector.select(min(poll_interval, 0.1))
                    if ready and not self._stopping:
                        self._handle_request_noblock()
                    self.service_actions()
        finally:
            self._stopping = False
            self._serving = False

    def shutdown(self):
        """Ends serve_forever, from another thread."""
        import time

        self._stopping = True
        while self._serving:
            time.sleep(0.01)

    def service_actions(self):
        pass

    def handle_request(self):
        """Takes one request."""
        timeout = self.socket.gettimeout()
        timeout = self.timeout if timeout is None else timeout if self.timeout is None else min(timeout, self.timeout)
        with selectors.DefaultSelector() as selector:
            selector.register(self, selectors.EVENT_READ)
            if selector.select(timeout):
                return self._handle_request_noblock()
        return self.handle_timeout()

    def _handle_request_noblock(self):
        try:
            request, client_address = self.get_request()
        except OSError:
            return
        if not self.verify_request(request, client_address):
            self.shutdown_request(request)
            return
        try:
            self.process_request(request, client_address)
        except Exception:
            self.handle_error(request, client_address)
            self.shutdown_request(request)
        except:
            self.shutdown_request(request)
            raise

    def handle_timeout(self):
        pass

    def verify_request(self, request, client_address):
        return True

    def process_request(self, request, client_address):
        self.finish_request(request, client_address)
        self.shutdown_request(request)

    def finish_request(self, request, client_address):
        self.RequestHandlerClass(request, client_address, self)

    def server_close(self):
        pass

    def shutdown_request(self, request):
        self.close_request(request)

    def close_request(self, request):
        pass

    def handle_error(self, request, client_address):
        import traceback

        print("-" * 40, file=sys.stderr)
        print("Exception occurred during processing of request from", client_address, file=sys.stderr)
        traceback.print_exc()
        print("-" * 40, file=sys.stderr)

    def __enter__(self):
        return self

    def __exit__(self, *details):
        self.server_close()


class TCPServer(BaseServer):
    """Takes connections."""

    address_family = socket.AF_INET
    socket_type = socket.SOCK_STREAM
    request_queue_size = 5
    allow_reuse_address = False
    allow_reuse_port = False

    def __init__(self, server_address, RequestHandlerClass, bind_and_activate=True):
        super().__init__(server_address, RequestHandlerClass)
        self.socket = socket.socket(self.address_family, self.socket_type)
        if bind_and_activate:
            try:
                self.server_bind()
                self.server_activate()
            except:
                self.server_close()
                raise

    def server_bind(self):
        if self.allow_reuse_address:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.socket.bind(self.server_address)
        self.server_address = self.socket.getsockname()

    def server_activate(self):
        self.socket.listen(self.request_queue_size)

    def server_close(self):
        self.socket.close()

    def fileno(self):
        return self.socket.fileno()

    def get_request(self):
        return self.socket.accept()

    def shutdown_request(self, request):
        try:
            request.shutdown(socket.SHUT_WR)
        except OSError:
            pass
        self.close_request(request)

    def close_request(self, request):
        request.close()


class UDPServer(TCPServer):
    """Takes datagrams."""

    socket_type = socket.SOCK_DGRAM
    max_packet_size = 8192

    def get_request(self):
        data, client_address = self.socket.recvfrom(self.max_packet_size)
        return (data, self.socket), client_address

    def server_activate(self):
        pass

    def shutdown_request(self, request):
        self.close_request(request)

    def close_request(self, request):
        pass


class ForkingMixIn:
    """A process for each request."""

    timeout = 300
    active_children = None
    max_children = 40
    # Whether server_close() waits for the processes.
    block_on_close = True

    def collect_children(self, *, blocking=False):
        """Collects the processes that have ended; waits for one where there are too many."""
        if self.active_children is None:
            return
        while len(self.active_children) >= self.max_children:
            try:
                pid, _ = os.waitpid(-1, 0)
            except ChildProcessError:
                self.active_children.clear()
            except OSError:
                break
            else:
                self.active_children.discard(pid)
        for pid in list(self.active_children):
            self._collect(pid, 0 if blocking else os.WNOHANG)

    def _collect(self, pid, options):
        try:
            # The answer is 0 of a process that still runs.
            pid, _ = os.waitpid(pid, options)
        except ChildProcessError:
            pass
        except OSError:
            return
        self.active_children.discard(pid)

    def handle_timeout(self):
        """Collects the processes that have ended while no request came."""
        self.collect_children()

    def service_actions(self):
        """Collects the processes that have ended, in the loop of serve_forever."""
        self.collect_children()

    def process_request(self, request, client_address):
        """Forks a process for the request."""
        pid = os.fork()
        if not pid:
            self._serve_and_exit(request, client_address)
        if self.active_children is None:
            self.active_children = set()
        self.active_children.add(pid)
        self.close_request(request)

    def _serve_and_exit(self, request, client_address):
        """Serves a request in the child, which ends then."""
        status = 1
        try:
            self.finish_request(request, client_address)
            status = 0
        except Exception:
            self.handle_error(request, client_address)
        finally:
            try:
                self.shutdown_request(request)
            finally:
                os._exit(status)

    def server_close(self):
        super().server_close()
        self.collect_children(blocking=self.block_on_close)


class _Threads(list):
    """The threads that server_close() waits for."""

    def append(self, thread):
        self.reap()
        if not thread.daemon:
            super().append(thread)

    def pop_all(self):
        self[:], threads = [], self[:]
        return threads

    def join(self):
        for thread in self.pop_all():
            thread.join()

    def reap(self):
        self[:] = [thread for thread in self if thread.is_alive()]


class _NoThreads:
    """Threads that nobody waits for."""

    def append(self, thread):
        pass

    def join(self):
        pass


class ThreadingMixIn:
    """A thread for each request."""

    daemon_threads = False
    block_on_close = True
    _threads = _NoThreads()

    def process_request_thread(self, request, client_address):
        try:
            self.finish_request(request, client_address)
        except Exception:
            self.handle_error(request, client_address)
        finally:
            self.shutdown_request(request)

    def process_request(self, request, client_address):
        import threading

        if self.block_on_close:
            vars(self).setdefault("_threads", _Threads())
        thread = threading.Thread(target=self.process_request_thread, args=(request, client_address))
        thread.daemon = self.daemon_threads
        self._threads.append(thread)
        thread.start()

    def server_close(self):
        super().server_close()
        self._threads.join()


class ForkingUDPServer(ForkingMixIn, UDPServer):
    pass


class ForkingTCPServer(ForkingMixIn, TCPServer):
    pass


class ThreadingTCPServer(ThreadingMixIn, TCPServer):
    pass


class ThreadingUDPServer(ThreadingMixIn, UDPServer):
    pass


class UnixStreamServer(TCPServer):
    address_family = socket.AF_UNIX


class UnixDatagramServer(UDPServer):
    address_family = socket.AF_UNIX


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
        self.request = request
        self.client_address = client_address
        self.server = server
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

    rbufsize = -1
    wbufsize = 0
    timeout = None
    disable_nagle_algorithm = False

    def setup(self):
        self.connection = self.request
        if self.timeout is not None:
            self.connection.settimeout(self.timeout)
        self.rfile = self.connection.makefile("rb", self.rbufsize)
        self.wfile = _SocketWriter(self.connection) if self.wbufsize == 0 else self.connection.makefile("wb", self.wbufsize)

    def finish(self):
        if not self.wfile.closed:
            try:
                self.wfile.flush()
            except OSError:
                pass
        self.wfile.close()
        self.rfile.close()


class _SocketWriter(BufferedIOBase):
    """Writes all to a connection at once."""

    def __init__(self, sock):
        self._sock = sock

    def writable(self):
        return True

    def write(self, b):
        self._sock.sendall(b)
        return len(b)

    def fileno(self):
        return self._sock.fileno()


class DatagramRequestHandler(BaseRequestHandler):
    """A datagram as two files: rfile and wfile."""

    def setup(self):
        from io import BytesIO

        self.packet, self.socket = self.request
        self.rfile = BytesIO(self.packet)
        self.wfile = BytesIO()

    def finish(self):
        self.socket.sendto(self.wfile.getvalue(), self.client_address)
