# mmap: memory of files and of none, as a sequence of bytes and as a file.
import mmap
import os
import re
import struct
import tempfile

with mmap.mmap(-1, 64) as memory:
    memory[0:5] = b"hello"
    memory[5] = 33
    print(memory[:6], memory[0], memory[-1], len(memory), memory)
    print(memory.find(b"l"), memory.rfind(b"l"), memory.find(b"l", 3), memory.find(b"x"), memory.find(b"lo", -62), b"e" in memory, b"ell" in memory)
    print(memory.read(3), memory.tell(), memory.read_byte())
    memory.seek(-2, 2)
    print(memory.read())
    memory.seek(0)
    memory.write(b"line\nnext\n")
    memory.seek(0)
    print(memory.readline(), memory.readline(), memory.write(b"abc"), memory.tell())
    memory.move(20, 0, 4)
    print(memory[18:26], memory[::16], memory[30:20:-3])
    print(re.search(rb"n[a-z]+", memory).group(), struct.unpack_from("<I", memory, 0)[0])
    with memoryview(memory) as view:
        print(view.nbytes, view.readonly, bytes(view[:4]))
        try:
            memory.close()
        except BufferError as error:
            print(error)
    for call in (
        lambda: memory[64],
        lambda: memory["a"],
        lambda: memory.__setitem__(0, 256),
        lambda: memory.__setitem__(slice(0, 2), b"abc"),
        lambda: memory.seek(65),
        lambda: memory.write(bytes(65)),
        lambda: memory.move(60, 0, 10),
        lambda: memory.flush(100),
    ):
        try:
            call()
        except Exception as error:
            print(type(error).__name__, error)
print(memory.closed)
try:
    memory[0]
except ValueError as error:
    print(error)

with tempfile.TemporaryFile() as file:
    file.write(b"0123456789" * 500)
    file.flush()
    with mmap.mmap(file.fileno(), 0) as memory:
        memory[:4] = b"ABCD"
        memory.flush()
        print(len(memory), memory.size(), memory)
        memory.resize(8000)
        print(len(memory), os.fstat(file.fileno()).st_size, memory[5000:5004])
    file.seek(0)
    print(file.read(6))
    with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as memory:
        print(memory[:4], [one for one in memory][:2])
        for call in (lambda: memory.write(b"x"), lambda: memory.__setitem__(0, 1), lambda: memory.resize(10)):
            try:
                call()
            except TypeError as error:
                print(error)
    with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_COPY) as memory:
        memory[:4] = b"copy"
        print(memory[:4], os.pread(file.fileno(), 4, 0))
    with mmap.mmap(file.fileno(), 10, offset=mmap.ALLOCATIONGRANULARITY) as memory:
        print(memory[:], memory)
    for call in (
        lambda: mmap.mmap(file.fileno(), 9000),
        lambda: mmap.mmap(file.fileno(), -1),
        lambda: mmap.mmap(file.fileno(), 10, access=4),
        lambda: mmap.mmap(file.fileno(), 10, access=mmap.ACCESS_READ, prot=mmap.PROT_READ),
        lambda: mmap.mmap(-1, 0),
    ):
        try:
            call()
        except Exception as error:
            print(type(error).__name__, error)


# Processes that are forked share it.
class Named(mmap.mmap):
    def text(self):
        return self[:].rstrip(b"\0").decode()


memory = Named(-1, 32)
pid = os.fork()
if pid == 0:
    memory[:5] = b"child"
    os._exit(0)
os.waitpid(pid, 0)
print(memory.text(), isinstance(memory, mmap.mmap))
