# select and selectors: waiting for pipes.
import os
import re
import select
import selectors

r, w = os.pipe()
print(select.select([r], [], [], 0), select.select([r], [w], [], 5) == ([], [w], []))
os.write(w, b"abc")
print(select.select([r], [], [], 5) == ([r], [], []), os.read(r, 10))
reader, writer = os.fdopen(r, "rb", 0), os.fdopen(w, "wb", 0)
writer.write(b"x")
print(select.select([reader], [writer], [reader], 5) == ([reader], [writer], []))
reader.read(1)

p = select.poll()
p.register(reader, select.POLLIN)
p.register(writer.fileno(), select.POLLOUT)
print([(fd == writer.fileno(), event == select.POLLOUT) for fd, event in p.poll(1000)])
p.unregister(writer)
print(p.poll(0), p.poll(10))
writer.write(b"y")
print([(fd == reader.fileno(), event == select.POLLIN) for fd, event in p.poll()])
p.modify(reader, select.POLLOUT)
print(p.poll(0))


def tried(function, *args, **kwargs):
    try:
        print("no error", function(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, re.sub(rf"\b{r}\b", "R", re.sub(rf"\b{w}\b", "W", str(e))))


tried(p.unregister, 999)
tried(p.modify, 999, 1)
tried(select.select, [1.5], [], [], 0)
tried(select.select, [], [], [], -1)
tried(select.select, [], [], [], "x")
tried(select.select, [-1], [], [], 0)

s = selectors.DefaultSelector()
key = s.register(reader, selectors.EVENT_READ, data="the reader")
print(key.fd == r, key.events, key.data, key.fileobj is reader, type(key).__name__)
print([(k.data, mask) for k, mask in s.select(timeout=1)])
reader.read(1)
print(s.select(0), s.select(-1), s.select(0.01))
s.register(w, selectors.EVENT_WRITE | selectors.EVENT_READ, data=["list"])
print([(k.data, mask) for k, mask in s.select()])
print(len(s.get_map()), s.get_key(reader).data, s.get_map()[w].events)
print(s.modify(w, selectors.EVENT_WRITE, "changed").data, s.modify(reader, selectors.EVENT_READ, 5).data)
print(sorted(str(k.data) for k in s.get_map().values()), w in s.get_map(), r in s.get_map())
tried(s.register, reader, selectors.EVENT_READ)
tried(s.register, reader, 0)
tried(s.register, "no file", selectors.EVENT_READ)
tried(s.unregister, 555)
tried(s.get_key, 555)
print(s.unregister(w).data, len(s.get_map()))
writer.close()
print([(k.data, mask) for k, mask in s.select(1)], reader.read())
with s as same:
    print(same is s)
print(s.get_map())
reader.close()
e = select.epoll()
r, w = os.pipe()
e.register(r, select.EPOLLIN)
print(e.poll(0), os.write(w, b"z"), [(fd == r, event) for fd, event in e.poll(1)], e.closed)
e.close()
print(e.closed, selectors.EVENT_READ, selectors.EVENT_WRITE)
os.close(r)
os.close(w)
