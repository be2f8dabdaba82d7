# Calls of the system that os has: vectors of buffers, copies in the kernel, hints, locks, nodes, attributes, schedules.
import os
import tempfile

folder = tempfile.mkdtemp()
path = os.path.join(folder, "file")


def failing(call, *args, **keywords):
    try:
        return call(*args, **keywords)
    except Exception as error:
        return f"{type(error).__name__}: {error}".replace(folder, "FOLDER")


# --- buffers
fd = os.open(path, os.O_RDWR | os.O_CREAT)
print(os.writev(fd, [b"abc", bytearray(b"de"), memoryview(b"fgh")]), os.pwritev(fd, (b"XY",), 1))
first, second = bytearray(3), bytearray(10)
print(os.preadv(fd, [first, second], 0), first, second)
os.lseek(fd, 2, os.SEEK_SET)
first = bytearray(2)
print(os.readv(fd, [first, memoryview(second)[:3]]), first, second[:4])
print(failing(os.readv, fd, 5), failing(os.writev, fd, b"abc" and 7), failing(os.readv, fd, [b"abc"]))
print(failing(os.writev, fd, ["text"]), failing(os.preadv, -1, [bytearray(1)], 0))

# --- copies
other = os.open(path + "2", os.O_RDWR | os.O_CREAT)
print(os.copy_file_range(fd, other, 4, offset_src=1), os.sendfile(other, fd, 0, 3), os.pread(other, 20, 0))
os.lseek(fd, 6, os.SEEK_SET)
print(os.sendfile(other, fd, None, 100), os.pread(other, 20, 0), os.lseek(fd, 0, os.SEEK_CUR))
print(failing(os.copy_file_range, fd, other, -1))
read, write = os.pipe()
print(os.splice(fd, write, 5, offset_src=0), os.read(read, 10), failing(os.splice, fd, write, -1))

# --- hints and locks
print(os.posix_fadvise(fd, 0, 0, os.POSIX_FADV_SEQUENTIAL), os.posix_fallocate(fd, 0, 100), os.fstat(fd).st_size)
print(failing(os.posix_fadvise, fd, 0, 0, 99), failing(os.posix_fallocate, fd, 0, 0))
print(os.lockf(fd, os.F_TLOCK, 10), os.lockf(fd, os.F_TEST, 10), os.lockf(fd, os.F_ULOCK, 0), failing(os.lockf, -1, 0, 0))

# --- nodes and limits
print(os.major(os.makedev(8, 3)), os.minor(os.makedev(8, 3)), os.makedev(8, 3), os.makedev(-1, -1), os.major(2**64 - 1 >> 1))
print(failing(os.mknod, os.path.join(folder, "node")), os.path.exists(os.path.join(folder, "node")))
print(failing(os.mknod, os.path.join(folder, "node")))
print(os.pathconf(folder, "PC_NAME_MAX"), os.fpathconf(fd, "PC_PIPE_BUF"), os.pathconf(folder, os.pathconf_names["PC_NAME_MAX"]))
print(failing(os.pathconf, folder, "PC_NONE"), failing(os.pathconf, folder, 1.5), failing(os.pathconf, path + "3", "PC_NAME_MAX"))
print(sorted(os.pathconf_names.items(), key=lambda item: item[1]))
print(os.ctermid(), os.sync(), failing(os.fchdir, fd), failing(os.chroot, path + "3"))

# --- attributes
print(failing(os.getxattr, path, "user.none")[:7], failing(os.removexattr, path + "3", "user.none"))
print(failing(os.getxattr, fd, "user.x", follow_symlinks=False))
print(failing(os.listxattr, path + "3"), type(os.listxattr(path)))

# --- schedules
print(os.sched_get_priority_max(os.SCHED_FIFO), os.sched_get_priority_min(os.SCHED_FIFO), os.sched_getscheduler(0))
param = os.sched_getparam(0)
print(param, os.sched_param(5), os.sched_param(sched_priority=5) == (5,), os.sched_rr_get_interval(0) >= 0)
print(failing(os.sched_setparam, 0, (0,)), failing(os.sched_setscheduler, 0, os.SCHED_OTHER, os.sched_param(1)))
print(os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0)), failing(os.sched_getscheduler, -1))
before = os.sched_getaffinity(0)
os.sched_setaffinity(0, before)
print(os.sched_getaffinity(0) == before, failing(os.sched_setaffinity, 0, [-1]), failing(os.sched_setaffinity, 0, []))
print(failing(os.sched_setaffinity, 0, 5), failing(os.sched_setaffinity, 0, ["a"]))

# --- identities
print(os.getresuid() == (os.getuid(), os.geteuid(), os.getuid()), os.getresgid()[0] == os.getgid(), os.setresuid(-1, -1, -1))
print(os.getgrouplist("root", 0)[0], 77 in os.getgrouplist("nobody-of-that-name", 77), failing(os.setresgid, -2, 0, 0))

# --- timers
timer = os.timerfd_create(1, flags=os.TFD_NONBLOCK)
print(os.timerfd_settime(timer, initial=1000.0, interval=0.5), os.timerfd_gettime(timer)[1], os.timerfd_gettime_ns(timer)[1])
print(os.timerfd_settime_ns(timer, initial=1)[1])
os.set_blocking(timer, True)
print(int.from_bytes(os.read(timer, 8), "little"), failing(os.timerfd_create, 99), failing(os.timerfd_gettime, fd))

# --- processes and terminals
pid = os.pidfd_open(os.getpid())
print(pid > 2, failing(os.pidfd_open, -1))
master = os.posix_openpt(os.O_RDWR | os.O_NOCTTY)
os.grantpt(master)
os.unlockpt(master)
print(os.ptsname(master).startswith("/dev/pts/"), failing(os.ptsname, fd))
for one in (fd, other, read, write, timer, pid, master):
    os.close(one)
