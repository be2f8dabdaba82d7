# Servers of socketserver: each kind answers, refuses, reports errors and waits for its requests.
import contextlib
import io
import os
import socket
import socketserver
import tempfile
import threading

folder = tempfile.mkdtemp()


class Upper(socketserver.StreamRequestHandler):
    disable_nagle_algorithm = True
    timeout = 5

    def handle(self):
        line = self.rfile.readline()
        print(self.wfile.writable(), self.wfile.fileno() == self.connection.fileno())
        self.wfile.write(memoryview(line.upper()))


class Plain(socketserver.StreamRequestHandler):
    wbufsize = -1

    def handle(self):
        self.wfile.write(self.rfile.readline().upper())


class Packet(socketserver.DatagramRequestHandler):
    def handle(self):
        self.wfile.write(self.rfile.read().upper())


def exchange(server, data=b"some text\n"):
    with socket.socket(server.address_family, server.socket_type) as client:
        client.settimeout(10)
        is_unix = server.address_family == socket.AF_UNIX
        if is_unix and server.socket_type == socket.SOCK_DGRAM:
            client.bind(tempfile.mktemp(dir=folder))
        client.connect(server.server_address)
        client.send(data)
        server.handle_request()
        return client.recv(100)


kinds = "TCPServer ThreadingTCPServer UDPServer ThreadingUDPServer UnixStreamServer ThreadingUnixStreamServer UnixDatagramServer"
for name in kinds.split():
    cls = getattr(socketserver, name)
    handler = Plain if "TCP" in name or "Stream" in name else Packet
    place = tempfile.mktemp(dir=folder) if "Unix" in name else ("127.0.0.1", 0)
    with cls(place, handler) as server:
        print(name, exchange(server), server.timeout, [base.__name__ for base in cls.__mro__[1:-1]])

for name in "ForkingTCPServer", "ForkingUDPServer":
    with getattr(socketserver, name)(("127.0.0.1", 0), Plain if "TCP" in name else Packet) as server:
        print(name, server.active_children, exchange(server), len(server.active_children), server.max_children, server.timeout)
    print(server.active_children)

with socketserver.TCPServer(("127.0.0.1", 0), Upper) as server:
    print(exchange(server))


class Careful(socketserver.TCPServer):
    events = ()

    def verify_request(self, request, client_address):
        return client_address[1] != 0 and self.wanted

    def shutdown_request(self, request):
        self.events += ("shutdown",)
        super().shutdown_request(request)

    def handle_timeout(self):
        self.events += ("timeout",)


class Failing(socketserver.BaseRequestHandler):
    error = ValueError("no answer")

    def handle(self):
        raise self.error

    def finish(self):
        self.server.events += ("finish",)


class Stopping(Failing):
    error = KeyboardInterrupt("stop")


with Careful(("127.0.0.1", 0), Failing) as server:
    for wanted in (False, True):
        server.wanted = wanted
        with contextlib.redirect_stderr(io.StringIO()) as text:
            print(exchange(server), server.events)
        lines = text.getvalue().splitlines()
        print([line for line in lines if line.startswith(("-", "Exc", "Val"))][::3], "127.0.0.1" in text.getvalue())
    server.RequestHandlerClass = Stopping
    try:
        exchange(server)
    except KeyboardInterrupt as error:
        print(error, server.events)
    server.timeout = 0.01
    server.handle_request()
    print(server.events[-1])


class Counting(socketserver.ThreadingTCPServer):
    daemon_threads = False
    allow_reuse_address = True

    def service_actions(self):
        self.acted = True


with Counting(("127.0.0.1", 0), Plain) as server:
    loop = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    loop.start()
    for word in (b"one\n", b"two\n"):
        with socket.create_connection(server.server_address, timeout=10) as client:
            client.sendall(word)
            print(client.recv(10))
    server.shutdown()
    loop.join(10)
    print(loop.is_alive(), server.acted, server.socket.getsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR) != 0)
print(server.fileno())

with socketserver.TCPServer(("127.0.0.1", 0), Plain) as first:
    try:
        socketserver.TCPServer(first.server_address, Plain)
    except OSError as error:
        print(type(error).__name__)
closed = socketserver.TCPServer(("127.0.0.1", 0), Plain, bind_and_activate=False)
print(closed.server_address, closed.request_queue_size, closed.allow_reuse_port)
closed.server_close()
