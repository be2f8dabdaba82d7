# resource: limits and what was used; fcntl: locks between processes; select.epoll; decimal's context of each thread.
import decimal
import errno
import fcntl
import os
import resource
import select
import signal
import struct
import subprocess
import tempfile
import threading

soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
resource.setrlimit(resource.RLIMIT_NOFILE, (min(soft, 256), hard))
print(resource.getrlimit(resource.RLIMIT_NOFILE)[0] <= 256, resource.prlimit(0, resource.RLIMIT_CORE) == resource.getrlimit(resource.RLIMIT_CORE))
usage = resource.getrusage(resource.RUSAGE_SELF)
print(usage.ru_maxrss > 0, usage.ru_utime >= 0, len(usage), usage[2] == usage.ru_maxrss, resource.getpagesize())
for call in (lambda: resource.getrlimit(99), lambda: resource.getrusage(99), lambda: resource.setrlimit(0, (1,))):
    try:
        call()
    except ValueError as error:
        print(error)

with tempfile.NamedTemporaryFile() as file:
    fcntl.lockf(file, fcntl.LOCK_EX)
    pid = os.fork()
    if pid == 0:
        with open(file.name, "r+b") as other:
            try:
                fcntl.lockf(other, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                os._exit(11)
        os._exit(0)
    print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
    fcntl.lockf(file, fcntl.LOCK_UN)
    flags = fcntl.fcntl(file, fcntl.F_GETFD)
    print(flags == fcntl.FD_CLOEXEC, fcntl.fcntl(file, fcntl.F_GETFL) & os.O_ACCMODE == os.O_RDWR)
    lock = fcntl.fcntl(file, fcntl.F_GETLK, struct.pack("hhqqi4x", fcntl.F_WRLCK, 0, 0, 0, 0))
    print(struct.unpack("hhqqi4x", lock)[0] == fcntl.F_UNLCK)
    try:
        fcntl.lockf(file, 0)
    except ValueError as error:
        print(error)

read, write = os.pipe()
os.write(write, b"123")
count = bytearray(4)
print(fcntl.ioctl(read, 0x541B, count), struct.unpack("i", count), fcntl.ioctl(read, 0x541B, bytes(4)))

with select.epoll() as poll:
    poll.register(read, select.EPOLLIN)
    print(poll.poll(0) == [(read, select.EPOLLIN)], poll.closed)
    os.read(read, 10)
    print(poll.poll(0))
    poll.modify(read, select.EPOLLIN | select.EPOLLONESHOT)
    threading.Timer(0.01, os.write, (write, b"x")).start()
    print(poll.poll(60) == [(read, select.EPOLLIN)], poll.poll(0))
    for call in (lambda: poll.register(read), lambda: poll.unregister(write), lambda: poll.poll(maxevents=0)):
        try:
            call()
        except Exception as error:
            print(type(error).__name__, error)
    poll.unregister(read)
print(poll.closed)
try:
    poll.poll(0)
except ValueError as error:
    print(error)

decimal.getcontext().prec = 5


def third():
    before = decimal.getcontext().prec
    decimal.getcontext().prec = 3
    print(before, decimal.Decimal(1) / 3)


thread = threading.Thread(target=third)
thread.start()
thread.join()
print(decimal.Decimal(1) / 3)

# Writing beyond a limit is an error, not the end; programs that are started get the system's default back.
print(signal.getsignal(signal.SIGXFSZ), signal.getsignal(signal.SIGPIPE))
with tempfile.TemporaryFile(buffering=0) as file:
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (10, limits[1]))
    try:
        print(file.write(b"x" * 20), file.write(b"y"))
    except OSError as error:
        print(error.errno == errno.EFBIG)
    resource.setrlimit(resource.RLIMIT_FSIZE, limits)
for name in ("XFSZ", "PIPE"):
    print(subprocess.run(["sh", "-c", f"kill -{name} $$"]).returncode)
