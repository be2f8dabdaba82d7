# socket: pairs, servers and clients in one program.
import os
import select
import socket
import tempfile

a, b = socket.socketpair()
a.sendall(b"hello")
print(b.recv(100), a.send(b""), b.send(b"back"), a.recv(2), a.recv(2))
a.sendall(bytearray(b"array"))
buffer = bytearray(10)
print(b.recv_into(buffer), buffer, b.gettimeout(), b.getblocking(), a.family.name, a.type.name, a.proto)
a.settimeout(0.05)
try:
    a.recv(1)
except TimeoutError as e:
    print(type(e).__name__, e, isinstance(e, socket.timeout), a.gettimeout())
a.setblocking(False)
try:
    a.recv(1)
except BlockingIOError as e:
    print(e.errno == 11, a.gettimeout(), a.getblocking())
b.shutdown(socket.SHUT_WR)
print(select.select([a], [], [], 5)[0] == [a], a.recv(10))
a.close()
a.close()
print(a.fileno(), b.recv(10), repr(a))
b.close()
try:
    b.send(b"x")
except OSError as e:
    print(e)

server = socket.create_server(("127.0.0.1", 0))
host, port = server.getsockname()
print(host, port > 1023, server.getsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR) != 0)
client = socket.create_connection((host, port), timeout=5)
peer, address = server.accept()
print(address == client.getsockname(), client.getpeername() == (host, port), peer.getpeername() == address)
with client, peer:
    f = client.makefile("rw", encoding="utf-8", newline="\n")
    g = peer.makefile("rwb")
    f.write("größe\nsecond\n")
    f.flush()
    print(g.readline(), g.readline())
    g.write(b"answer one\nanswer two\nrest")
    g.flush()
    print(f.readline(), f.readline())
    g.close()
    peer.shutdown(socket.SHUT_RDWR)
    print(f.read(), client.recv(1))
    f.close()
big = bytes(range(256)) * 2000
client = socket.create_connection((host, port))
peer, _ = server.accept()
client.setblocking(False)
sent, got = 0, b""
while len(got) < len(big):
    readable, writable, _ = select.select([peer], [client] if sent < len(big) else [], [], 5)
    if writable:
        sent += client.send(big[sent:])
    if readable:
        got += peer.recv(65536)
print(got == big)
client.close()
print(peer.recv(1))
peer.close()
server.close()


def tried(act):
    try:
        print("no error", act())
    except Exception as e:
        print(type(e).__name__, e)


tried(lambda: socket.create_connection(("127.0.0.1", port), timeout=5))
tried(lambda: socket.socket().bind("text"))
tried(lambda: socket.socket().bind(("127.0.0.1", 99999)))
tried(lambda: socket.socket().recv(-1))
tried(lambda: socket.socket().settimeout(-1))
tried(lambda: socket.socket().sendall("text"))
tried(lambda: socket.socket().getpeername())
print(socket.socket().connect_ex(("127.0.0.1", port)) != 0)

path = os.path.join(tempfile.mkdtemp(), "sock")
with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as s:
    s.bind(path)
    s.listen()
    with socket.socket(socket.AF_UNIX) as c:
        c.connect(path)
        peer, address = s.accept()
        c.sendall(b"over a file")
        print(peer.recv(50), address, s.getsockname() == path)
        peer.close()
os.remove(path)
os.rmdir(os.path.dirname(path))

one = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
two = socket.socket(type=socket.SOCK_DGRAM)
one.bind(("127.0.0.1", 0))
two.bind(("127.0.0.1", 0))
print(two.sendto(b"datagram", one.getsockname()), one.recvfrom(100) == (b"datagram", two.getsockname()))
one.close()
two.close()
print(socket.inet_aton("127.0.0.1"), socket.inet_ntoa(b"\x01\x02\x03\x04"), socket.htons(1), socket.ntohl(1), socket.gethostbyname("127.0.0.1"))
print(socket.getaddrinfo("127.0.0.1", 80, type=socket.SOCK_STREAM), socket.gethostname() == os.uname().nodename)
print(repr(socket.AF_INET), socket.SOCK_STREAM, socket.getservbyname("http"), issubclass(socket.gaierror, OSError), socket.error is OSError)
