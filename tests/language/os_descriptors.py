# os: open files by their descriptors.
import os
import tempfile

folder = tempfile.mkdtemp()
path = os.path.join(folder, "file")
fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o640)
print(type(fd).__name__, os.write(fd, b"hello world"), os.lseek(fd, 0, os.SEEK_SET), os.read(fd, 5))
print(os.pread(fd, 5, 6), os.pwrite(fd, b"W", 6), os.lseek(fd, 0, os.SEEK_CUR), os.lseek(fd, -3, os.SEEK_END))
print(os.read(fd, 100), os.read(fd, 100))
print(os.fstat(fd).st_size, oct(os.fstat(fd).st_mode & 0o777), os.isatty(fd))
os.ftruncate(fd, 5)
os.fsync(fd)
print(os.stat(path).st_size, os.get_inheritable(fd), os.get_blocking(fd))
os.set_inheritable(fd, True)
print(os.get_inheritable(fd))
twin = os.dup(fd)
print(twin != fd, os.pread(twin, 10, 0), os.get_inheritable(twin), os.path.sameopenfile(fd, twin))
os.close(twin)
os.close(fd)


def tried(function, *args):
    try:
        print("no error", function(*args))
    except Exception as e:
        print(type(e).__name__, e)


tried(os.close, fd)
tried(os.read, fd, 1)
tried(os.write, fd, b"x")
tried(os.fstat, fd)
tried(os.open, "/", os.O_CREAT | os.O_EXCL)
tried(os.open, os.path.join("no-such-folder", "x"), os.O_RDONLY)
tried(os.read, "a", 1)
tried(os.write, 1, "text")
tried(os.open, 1.5, 0)

read, write = os.pipe()
print(os.get_inheritable(read), os.write(write, b"abc"), os.read(read, 2), os.read(read, 2))
os.set_blocking(read, False)
print(os.get_blocking(read))
tried(os.read, read, 1)
os.close(write)
print(os.read(read, 1))
os.close(read)
read, write = os.pipe()
with os.fdopen(write, "w") as w, os.fdopen(read) as r:
    print(w.fileno() == write, w.name == write, r.mode, w.mode)
    w.write("line one\nline two\n")
    w.close()
    print(r.readlines(), r.seekable(), w.closed)
    tried(r.seek, 0)
read, write = os.pipe()
os.close(read)
tried(os.write, write, b"x")
os.close(write)

with open(path, "w") as f:
    print(f.fileno() > 2, os.fstat(f.fileno()).st_size)
    f.write("through the buffer")
    print(os.fstat(f.fileno()).st_size)
    f.flush()
    print(os.fstat(f.fileno()).st_size)
fd = os.open(path, os.O_RDONLY)
with open(fd, closefd=False) as f:
    print(f.read(7))
os.lseek(fd, 0, 0)
with open(fd, "rb") as f:
    print(f.read(7))
tried(os.close, fd)
tried(open, fd)
tried(open, -1)
fd = os.open(path, os.O_WRONLY | os.O_APPEND)
os.write(fd, b"!")
twin = os.dup2(fd, os.dup(fd))
os.write(twin, b"?")
os.closerange(min(fd, twin), max(fd, twin) + 1)
print(open(path).read())
print(open(path, opener=lambda name, flags: os.open(name, flags)).read(3))
os.truncate(path, 2)
print(open(path, "rb").read())
m = os.memfd_create("name")
print(os.write(m, b"in memory"), os.pread(m, 20, 3))
os.close(m)
os.remove(path)
os.rmdir(folder)
