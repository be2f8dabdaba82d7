# asyncio's sockets: streams, transports and protocols, datagrams, Unix sockets, sockets without a transport, files.
import asyncio
import os
import socket
import tempfile


def attempt(label, error):
    print(label, type(error).__name__, error)


# --- streams
async def echo(reader, writer):
    while line := await reader.readline():
        writer.write(line.upper())
        await writer.drain()
    writer.write(b"bye")
    writer.close()
    await writer.wait_closed()


async def streams():
    server = await asyncio.start_server(echo, "127.0.0.1", 0)
    print(server.is_serving(), len(server.sockets), server.sockets[0].family.name, type(server).__name__)
    address = server.sockets[0].getsockname()
    reader, writer = await asyncio.open_connection(*address)
    print(writer.get_extra_info("peername") == address, writer.get_extra_info("nothing", 5), writer.is_closing())
    writer.writelines([b"one\n", b"two\n"])
    print(await reader.readline(), await reader.readexactly(4), writer.can_write_eof())
    writer.write((b"y" * 50_000 + b"\n") * 6)
    writer.write_eof()
    print(await reader.read(3), len(await reader.read()), reader.at_eof())
    writer.close()
    await writer.wait_closed()
    server.close()
    await server.wait_closed()
    print(server.is_serving(), server.sockets)
    # Holds the port, so that nobody else listens there.
    with socket.socket() as held:
        held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        held.bind(address)
        try:
            await asyncio.open_connection(*address)
        except OSError as error:
            print(type(error).__name__, error.errno == 111)


# --- protocols
class Told(asyncio.Protocol):
    """Notes what it is told."""

    def __init__(self, done):
        self.told, self.done = [], done

    def connection_made(self, transport):
        self.transport = transport
        self.told.append("made")

    def data_received(self, data):
        self.told.append(data)

    def eof_received(self):
        self.told.append("eof")
        return False

    def connection_lost(self, exc):
        self.told.append(exc)
        self.done.set_result(None)


class Buffered(asyncio.BufferedProtocol):
    def __init__(self, done):
        self.buffer, self.got, self.done = bytearray(4), b"", done

    def get_buffer(self, sizehint):
        return self.buffer

    def buffer_updated(self, nbytes):
        self.got += self.buffer[:nbytes]

    def connection_lost(self, exc):
        self.done.set_result(None)


async def protocols():
    loop = asyncio.get_running_loop()
    for kind in (Told, Buffered):
        ours, theirs = socket.socketpair()
        done = loop.create_future()
        transport, protocol = await loop.create_connection(lambda: kind(done), sock=ours)
        theirs.sendall(b"some bytes")
        theirs.close()
        await done
        print(kind.__name__, getattr(protocol, "told", None) or protocol.got, transport.is_closing())
    left, right = socket.socketpair()
    done = loop.create_future(), loop.create_future()
    writing, _ = await loop.connect_accepted_socket(lambda: Told(done[0]), left)
    print(writing.get_write_buffer_limits(), writing.get_write_buffer_size(), writing.is_reading())
    writing.pause_reading()
    print(writing.is_reading())
    writing.resume_reading()
    _, protocol = await loop.create_connection(lambda: Told(done[1]), sock=right)
    with tempfile.TemporaryFile() as file:
        file.write(b"0123456789")
        file.flush()
        print(await loop.sendfile(writing, file, 2, 5), file.tell())
    writing.close()
    await asyncio.gather(*done)
    print(protocol.told)
    try:
        writing.write("text")
    except TypeError as error:
        print(error)
    print(repr(writing).split("fd=")[0])


# --- datagrams
class Datagrams(asyncio.DatagramProtocol):
    def __init__(self, queue):
        self.queue = queue

    def connection_made(self, transport):
        self.transport = transport

    def datagram_received(self, data, addr):
        self.queue.put_nowait((data, addr))


async def datagrams():
    loop = asyncio.get_running_loop()
    ours, theirs = asyncio.Queue(), asyncio.Queue()
    bound, _ = await loop.create_datagram_endpoint(lambda: Datagrams(ours), local_addr=("127.0.0.1", 0))
    address = bound.get_extra_info("sockname")
    sending, _ = await loop.create_datagram_endpoint(lambda: Datagrams(theirs), remote_addr=address)
    sending.sendto(b"question")
    data, sender = await ours.get()
    print(data, sender == sending.get_extra_info("sockname"))
    bound.sendto(b"answer", sender)
    print((await theirs.get())[0])
    for transport in (bound, sending):
        transport.close()
    for options in ({}, {"local_addr": "here"}, {"local_addr": ("127.0.0.1", 0), "sock": socket.socket(type=socket.SOCK_DGRAM)}):
        try:
            await loop.create_datagram_endpoint(asyncio.DatagramProtocol, **options)
        except (ValueError, TypeError) as error:
            attempt("datagrams", error)


# --- Unix sockets
async def unix():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "socket")
        async with await asyncio.start_unix_server(echo, path):
            reader, writer = await asyncio.open_unix_connection(path)
            writer.write(b"hello\n")
            writer.write_eof()
            print(await reader.read())
            writer.close()
        server = await asyncio.start_unix_server(echo, path)
        server.close()


# --- sockets without a transport
async def plain():
    loop = asyncio.get_running_loop()
    listener = socket.create_server(("127.0.0.1", 0))
    client = socket.socket()
    for sock in (listener, client):
        sock.setblocking(False)
    accepting = asyncio.create_task(loop.sock_accept(listener))
    await loop.sock_connect(client, listener.getsockname())
    peer, _ = await accepting
    receiving = asyncio.create_task(loop.sock_recv(client, 100))
    await asyncio.sleep(0)
    await loop.sock_sendall(peer, b"hello")
    print(await receiving)
    buffer = bytearray(10)
    await loop.sock_sendall(peer, b"again")
    print(await loop.sock_recv_into(client, buffer), buffer)
    sending = asyncio.create_task(loop.sock_sendall(client, b"z" * 1_000_000))
    got = 0
    while got < 1_000_000:
        got += len(await loop.sock_recv(peer, 65536))
    await sending
    waiting = asyncio.create_task(loop.sock_recv(client, 1))
    await asyncio.sleep(0)
    waiting.cancel()
    print(await asyncio.gather(waiting, return_exceptions=True))
    for sock in (listener, client, peer):
        sock.close()
    one, other = socket.socketpair()
    ready = loop.create_future()
    loop.add_reader(one, ready.set_result, "readable")
    other.send(b"x")
    print(await ready, loop.remove_reader(one), loop.remove_reader(one), loop.remove_writer(one))
    one.close()
    other.close()


# --- addresses, servers, and what is refused
async def refused():
    loop = asyncio.get_running_loop()
    print(await loop.getaddrinfo("127.0.0.1", 80, type=socket.SOCK_STREAM))
    server = await loop.create_server(asyncio.Protocol, "127.0.0.1", 0, start_serving=False)
    print(server.is_serving(), server.get_loop() is loop)
    serving = asyncio.create_task(server.serve_forever())
    await asyncio.sleep(0)
    print(server.is_serving())
    serving.cancel()
    print(await asyncio.gather(serving, return_exceptions=True))
    calls = {
        "nothing": lambda: loop.create_connection(asyncio.Protocol),
        "both": lambda: loop.create_connection(asyncio.Protocol, "a", 1, sock=socket.socket()),
        "kind": lambda: loop.create_server(asyncio.Protocol, sock=socket.socket(type=socket.SOCK_DGRAM)),
        "server": lambda: loop.create_server(asyncio.Protocol),
        "ssl": lambda: loop.create_server(asyncio.Protocol, "127.0.0.1", 0, ssl=True),
        "unix": lambda: loop.create_unix_connection(asyncio.Protocol),
        "tls": lambda: loop.start_tls(None, None, None),
    }
    for label, call in calls.items():
        try:
            await call()
        except (ValueError, TypeError) as error:
            print(label, type(error).__name__, str(error).partition(" got <")[0])


for part in (streams, protocols, datagrams, unix, plain, refused):
    print("--", part.__name__)
    asyncio.run(part())
