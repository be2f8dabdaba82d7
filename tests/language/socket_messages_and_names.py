# Messages with ancillary data between sockets, and names of hosts, interfaces and protocols.
import array
import os
import socket


def failing(call, *args):
    try:
        return call(*args)
    except Exception as error:
        return f"{type(error).__name__}: {error}"


one, two = socket.socketpair()
read, write = os.pipe()
print(socket.send_fds(one, [b"two ", b"ends"], [read, write]))
data, fds, flags, address = socket.recv_fds(two, 100, 5)
print(data, len(fds), flags & socket.MSG_CTRUNC, address)
os.write(fds[1], b"through the copies")
print(os.read(fds[0], 100), os.read in (None,) or fds[0] != read)
for fd in (read, write, *fds):
    os.close(fd)

print(one.sendmsg([b"ab", bytearray(b"cd"), memoryview(b"ef")]), two.recvmsg(3), two.recvmsg(10, 100))
first, second = bytearray(2), array.array("b", bytes(5))
one.sendmsg([b"abcde"])
print(two.recvmsg_into([first, second])[:3], first, second)
print(failing(one.sendmsg, 5), failing(one.sendmsg, [b""], 5), failing(one.sendmsg, [b""], [(1, 2)]))
print(failing(one.sendmsg, ["text"]), failing(two.recvmsg, -1), failing(two.recvmsg, 1, -1), failing(two.recvmsg_into, 5))
print(socket.CMSG_LEN(0), socket.CMSG_LEN(5), socket.CMSG_SPACE(5), failing(socket.CMSG_LEN, -1), failing(socket.CMSG_SPACE, 2**40))

receiver = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
receiver.bind(("127.0.0.1", 0))
sender = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
sender.bind(("127.0.0.1", 0))
print(sender.sendmsg([b"to ", b"you"], (), 0, receiver.getsockname()))
data, items, flags, address = receiver.recvmsg(100)
print(data, items, flags, address == sender.getsockname())
copy = socket.dup(sender.fileno())
print(copy != sender.fileno(), socket.close(copy), failing(socket.close, copy))
for end in (one, two, receiver, sender):
    end.close()

print(socket.getnameinfo(("127.0.0.1", 9), socket.NI_NUMERICHOST | socket.NI_NUMERICSERV))
print(socket.getnameinfo(("::1", 9, 0, 0), socket.NI_NUMERICHOST | socket.NI_NUMERICSERV))
for bad in (("localhost", 80), ("127.0.0.1", 80, 0), "x", ("127.0.0.1", "80"), (1, 2), ("::1", 80, 1 << 20)):
    print(failing(socket.getnameinfo, bad, 0))
print(socket.getprotobyname("tcp"), socket.getprotobyname("udp"), failing(socket.getprotobyname, "none-of-it"))
names = socket.if_nameindex()
print((1, "lo") in names, all(socket.if_nametoindex(name) == number for number, name in names), socket.if_indextoname(1))
print(failing(socket.if_nametoindex, "none-of-it"), failing(socket.if_indextoname, 99999))
print(socket.gethostbyaddr("127.0.0.1")[::2], failing(socket.gethostbyaddr, 5), failing(socket.sethostname, 5))
print(isinstance(socket.AF_DECnet, socket.AddressFamily), isinstance(socket.AF_VSOCK, socket.AddressFamily))
