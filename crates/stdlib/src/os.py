# os: files, processes and the environment.

from abc import ABC, abstractmethod
from collections.abc import MutableMapping as _MutableMapping

from _tensorcell.constants import os as _numbers
from _tensorcell.os import *
from _tensorcell.os import (
    _affinity,
    _entries,
    _environment,
    _eventfd,
    _confstr,
    _fpathconf,
    _pathconf,
    _exit,
    _stat,
    _statvfs,
    _sysconf,
    _terminal,
    _terminal_size,
    _times,
    _uname,
    _utime,
)

globals().update(_numbers)
XATTR_SIZE_MAX = 65536
import os.path as path

error = OSError
name = "posix"
linesep = "\n"
curdir = "."
pardir = ".."
extsep = "."
sep = "/"
altsep = None
pathsep = ":"
defpath = "/bin:/usr/bin"
devnull = "/dev/null"
F_OK, X_OK, W_OK, R_OK = 0, 1, 2, 4
EX_OK = 0
TMP_MAX = 238328
NGROUPS_MAX = 65536
(
    EX_USAGE,
    EX_DATAERR,
    EX_NOINPUT,
    EX_NOUSER,
    EX_NOHOST,
    EX_UNAVAILABLE,
    EX_SOFTWARE,
    EX_OSERR,
    EX_OSFILE,
    EX_CANTCREAT,
    EX_IOERR,
    EX_TEMPFAIL,
    EX_PROTOCOL,
    EX_NOPERM,
    EX_CONFIG,
) = range(64, 79)
P_WAIT, P_NOWAIT, P_NOWAITO = 0, 1, 1
supports_bytes_environ = True
supports_dir_fd = {access, chmod, chown, link, mkdir, mkfifo, open, readlink, remove, rename, replace, rmdir, symlink, unlink}
supports_effective_ids = {access}
supports_fd = {chdir, chmod, chown, listdir, truncate}
supports_follow_symlinks = {access, chmod, chown, link}


# --- paths
class PathLike(ABC):
    """Objects with __fspath__."""

    @abstractmethod
    def __fspath__(self):
        raise NotImplementedError

    @classmethod
    def __subclasshook__(cls, subclass):
        return hasattr(subclass, "__fspath__") if cls is PathLike else NotImplemented

    def __class_getitem__(cls, item):
        return cls


def fspath(path):
    """The text or the bytes of a path."""
    if isinstance(path, (str, bytes)):
        return path
    kind = type(path)
    if (found := getattr(kind, "__fspath__", None)) is None:
        raise TypeError(f"expected str, bytes or os.PathLike object, not {kind.__name__}")
    text = found(path)
    if isinstance(text, (str, bytes)):
        return text
    raise TypeError(f"expected {kind.__name__}.__fspath__() to return str or bytes, not {type(text).__name__}")


def fsencode(filename):
    """The path as bytes."""
    filename = fspath(filename)
    return filename.encode("utf-8", "surrogateescape") if isinstance(filename, str) else filename


def fsdecode(filename):
    """The path as text."""
    filename = fspath(filename)
    return filename.decode("utf-8", "surrogateescape") if isinstance(filename, bytes) else filename


def getcwdb():
    return fsencode(getcwd())


# --- the environment
class _Environ(_MutableMapping):
    """The environment: children get it as it is when they are started."""

    def __init__(self, data, kind):
        self._data = data
        self._kind = kind

    def _checked(self, value):
        if not isinstance(value, self._kind):
            raise TypeError(f"{self._kind.__name__} expected, not {type(value).__name__}")
        return value if self._kind is str else fsdecode(value)

    def _shown(self, text):
        return text if self._kind is str else fsencode(text)

    def __getitem__(self, key):
        found = self._data.get(self._checked(key))
        if found is None:
            raise KeyError(key)
        return self._shown(found)

    def __setitem__(self, key, value):
        key, value = self._checked(key), self._checked(value)
        if not key or "=" in key:
            raise OSError(22, "Invalid argument") if not key else ValueError("illegal environment variable name")
        if "\0" in key or "\0" in value:
            raise ValueError("embedded null byte")
        self._data[key] = value

    def __delitem__(self, key):
        if self._checked(key) not in self._data:
            raise KeyError(key)
        del self._data[self._checked(key)]

    def __iter__(self):
        for key in list(self._data):
            yield self._shown(key)

    def __len__(self):
        return len(self._data)

    def __repr__(self):
        return "environ({" + ", ".join([f"{key!r}: {self[key]!r}" for key in self]) + "})"

    def copy(self):
        return dict(self)

    def setdefault(self, key, value):
        if key not in self:
            self[key] = value
        return self[key]

    def __or__(self, other):
        return {**self, **other} if hasattr(other, "keys") else NotImplemented

    def __ror__(self, other):
        return {**other, **self} if hasattr(other, "keys") else NotImplemented

    def __ior__(self, other):
        self.update(other)
        return self


environ = _Environ(_environment, str)
environb = _Environ(_environment, bytes)


def getenv(key, default=None):
    """An environment variable, or the default."""
    return environ.get(key, default)


def getenvb(key, default=None):
    return environb.get(key, default)


def putenv(name, value, /):
    environ[fsdecode(name)] = fsdecode(value)


def unsetenv(name, /):
    _environment.pop(fsdecode(name), None)


def get_exec_path(env=None):
    """The folders that programs are looked for in."""
    return (environ if env is None else env).get("PATH", defpath).split(pathsep)


# --- facts of files
class _Record(tuple):
    """A tuple whose items have names."""

    _names = ()
    _title = ""

    def __repr__(self):
        fields = [f"{name}={value!r}" for name, value in zip(self._names, self)]
        return f"{self._title}({', '.join(fields)})"


def _record(title, names):
    fields = {name: property(lambda self, at=at: tuple.__getitem__(self, at)) for at, name in enumerate(names)}
    fields.update(
        _names=names,
        _title=title,
        n_fields=len(names),
        n_sequence_fields=len(names),
        n_unnamed_fields=0,
        __match_args__=names,
        __module__="os" if title.startswith("os.") else "posix",
    )
    return type(title.rpartition(".")[2], (_Record,), fields)


class stat_result(_Record):
    """The facts of a file."""

    _names = ("st_mode", "st_ino", "st_dev", "st_nlink", "st_uid", "st_gid", "st_size", "st_atime", "st_mtime", "st_ctime")
    _title = "os.stat_result"
    st_mode = property(lambda self: self[0])
    st_ino = property(lambda self: self[1])
    st_dev = property(lambda self: self[2])
    st_nlink = property(lambda self: self[3])
    st_uid = property(lambda self: self[4])
    st_gid = property(lambda self: self[5])
    st_size = property(lambda self: self[6])

    @classmethod
    def _of(cls, facts):
        self = cls((*facts[:7], *[moment // 1_000_000_000 for moment in facts[7:10]]))
        self.st_atime_ns, self.st_mtime_ns, self.st_ctime_ns = facts[7:10]
        self.st_blksize, self.st_blocks, self.st_rdev = facts[10:]
        return self

    def _moment(at):
        def seconds(self):
            exact = ("st_atime_ns", "st_mtime_ns", "st_ctime_ns")[at - 7]
            return getattr(self, exact) / 1e9 if hasattr(self, exact) else self[at]

        return property(seconds)

    st_atime = _moment(7)
    st_mtime = _moment(8)
    st_ctime = _moment(9)
    del _moment


def stat(path, *, dir_fd=None, follow_symlinks=True):
    """The facts of a file."""
    if not isinstance(path, (str, bytes, int)) and not hasattr(type(path), "__fspath__"):
        kind = type(path).__name__
        raise TypeError(f"stat: path should be string, bytes, os.PathLike or integer, not {kind}")
    return stat_result._of(_stat(path, follow_symlinks, dir_fd))


def lstat(path, *, dir_fd=None):
    """The facts of a file or of the link itself."""
    return stat(path, dir_fd=dir_fd, follow_symlinks=False)


def fstat(fd):
    """The facts of an open file."""
    return stat_result._of(_stat(fd, True, None))


supports_fd.add(stat)
supports_dir_fd.add(stat)
supports_follow_symlinks.add(stat)

statvfs_result = _record(
    "os.statvfs_result",
    ("f_bsize", "f_frsize", "f_blocks", "f_bfree", "f_bavail", "f_files", "f_ffree", "f_favail", "f_flag", "f_namemax"),
)
statvfs_result.f_fsid = 0


def statvfs(path):
    """The facts of the file system that a path is on."""
    return statvfs_result(_statvfs(path))


def fstatvfs(fd, /):
    """The facts of the file system that an open file is on."""
    return statvfs_result(_statvfs(fd))


def utime(path, times=None, *, ns=None, dir_fd=None, follow_symlinks=True):
    """Sets when a file was read and changed; now without times."""
    import time

    if times is not None and ns is not None:
        raise ValueError("utime: you may specify either 'times' or 'ns' but not both")
    if ns is None:
        if times is None:
            now = time.time_ns()
            ns = (now, now)
        else:
            if not isinstance(times, tuple) or len(times) != 2:
                raise TypeError("utime: 'times' must be either a tuple of two ints or None")
            ns = [int(moment * 1_000_000_000) if isinstance(moment, float) else moment * 1_000_000_000 for moment in times]
    elif not isinstance(ns, tuple) or len(ns) != 2:
        raise TypeError("utime: 'ns' must be a tuple of two ints")
    _utime(path, ns[0], ns[1], follow_symlinks, dir_fd)


def fchmod(fd, mode):
    chmod(fd, mode)


def fchown(fd, uid, gid):
    chown(fd, uid, gid)


def lchown(path, uid, gid):
    chown(path, uid, gid, follow_symlinks=False)


def closerange(fd_low, fd_high, /):
    """Closes descriptors; those that are closed already are skipped."""
    for fd in range(fd_low, fd_high):
        try:
            close(fd)
        except OSError:
            pass


def eventfd(initval, flags=EFD_CLOEXEC):
    """A descriptor of a counter, which is waited for as a file."""
    return _eventfd(initval, flags)


def eventfd_read(fd):
    """The counter, which is 0 then; of a semaphore 1, and it is one less."""
    return int.from_bytes(read(fd, 8), "little")


def eventfd_write(fd, value):
    """Add to a counter."""
    write(fd, value.to_bytes(8, "little"))


# --- folders
class DirEntry:
    """A name in a folder, with what the folder knows of it."""

    def __init__(self, folder, name, kind):
        self.name = name
        self.path = name if folder is None else _joined(folder, name)
        self._kind = kind
        self._facts = {}

    def __fspath__(self):
        return self.path

    def __repr__(self):
        return f"<DirEntry {self.name!r}>"

    def is_dir(self, *, follow_symlinks=True):
        return self._is(1, 0o040000, follow_symlinks)

    def is_file(self, *, follow_symlinks=True):
        return self._is(2, 0o100000, follow_symlinks)

    def _is(self, bit, mode, follow):
        if self._kind & 4 and follow:
            try:
                return self.stat().st_mode & 0o170000 == mode
            except FileNotFoundError:
                return False
        return bool(self._kind & bit)

    def is_symlink(self):
        return bool(self._kind & 4)

    def is_junction(self):
        return False

    def stat(self, *, follow_symlinks=True):
        if follow_symlinks not in self._facts:
            self._facts[follow_symlinks] = stat(self.path, follow_symlinks=follow_symlinks)
        return self._facts[follow_symlinks]

    def inode(self):
        return self.stat(follow_symlinks=False).st_ino

    __class_getitem__ = classmethod(lambda cls, item: cls)


def _joined(folder, name):
    slash = "/" if isinstance(folder, str) else b"/"
    return folder + name if folder.endswith(slash) else folder + slash + name


class _Scan:
    """The entries of a folder, one after the other."""

    def __init__(self, folder, entries):
        self._entries = iter([DirEntry(folder, name, kind) for name, kind in entries])

    def __iter__(self):
        return self

    def __next__(self):
        return next(self._entries)

    def __enter__(self):
        return self

    def __exit__(self, *details):
        self.close()

    def close(self):
        self._entries = iter(())


def scandir(path=None):
    """The entries of a folder, with their types."""
    if isinstance(path, int):
        return _Scan(None, _entries(path))
    folder = "." if path is None else fspath(path)
    return _Scan(folder, _entries(folder))


def makedirs(name, mode=0o777, exist_ok=False):
    """Create a folder and those above it; an existing one is an error unless exist_ok."""
    from os import path

    head, tail = path.split(name)
    if not tail:
        head, tail = path.split(head)
    if head and tail and not path.exists(head):
        try:
            makedirs(head, exist_ok=exist_ok)
        except FileExistsError:
            pass
        if tail in (curdir, fsencode(curdir)):
            return
    try:
        mkdir(name, mode)
    except OSError:
        if not exist_ok or not path.isdir(name):
            raise


def removedirs(name):
    """Removes a folder, and those above it that are empty then."""
    from os import path

    rmdir(name)
    head, tail = path.split(name)
    if not tail:
        head, tail = path.split(head)
    while head and tail:
        try:
            rmdir(head)
        except OSError:
            break
        head, tail = path.split(head)


def renames(old, new):
    """Renames; makes the folders that are needed, and removes those that are empty then."""
    from os import path

    head, tail = path.split(new)
    if head and tail and not path.exists(head):
        makedirs(head)
    rename(old, new)
    head, tail = path.split(old)
    if head and tail:
        try:
            removedirs(head)
        except OSError:
            pass


def walk(top, topdown=True, onerror=None, followlinks=False):
    """Triples of a folder, the folders in it and the files in it, for a folder and all below."""
    top = fspath(top)
    folders, files = [], []
    try:
        entries = list(scandir(top))
    except OSError as failed:
        if onerror is not None:
            onerror(failed)
        return
    links = set()
    for entry in entries:
        if entry.is_dir():
            folders.append(entry.name)
            if entry.is_symlink():
                links.add(entry.name)
        else:
            files.append(entry.name)
    if topdown:
        yield top, folders, files
    for folder in list(folders):
        if followlinks or folder not in links:
            yield from walk(_joined(top, folder), topdown, onerror, followlinks)
    if not topdown:
        yield top, folders, files


def fwalk(top=".", topdown=True, onerror=None, *, follow_symlinks=False, dir_fd=None):
    """As walk, with a descriptor of each folder."""
    for folder, folders, files in walk(top, topdown, onerror, follow_symlinks):
        fd = open(folder, O_RDONLY, dir_fd=dir_fd)
        try:
            yield folder, folders, files, fd
        finally:
            close(fd)


def fdopen(fd, mode="r", buffering=-1, encoding=None, *args, **kwargs):
    """A file object of a descriptor."""
    if not isinstance(fd, int):
        raise TypeError("invalid fd type (%s, expected integer)" % type(fd))
    import io

    return io.open(fd, mode, buffering, encoding, *args, **kwargs)


# --- the terminal and the machine
terminal_size = _record("os.terminal_size", ("columns", "lines"))
uname_result = _record("posix.uname_result", ("sysname", "nodename", "release", "version", "machine"))
times_result = _record("posix.times_result", ("user", "system", "children_user", "children_system", "elapsed"))


def get_terminal_size(fd=1, /):
    """The columns and lines of a terminal."""
    return terminal_size(_terminal_size(fd))


def uname():
    """What the system calls itself."""
    return uname_result(_uname())


def times():
    """Processor times of this process and its children, in seconds."""
    return times_result(_times())


def sched_getaffinity(pid, /):
    """The processors that a process may run on."""
    return set(_affinity(pid))


def process_cpu_count():
    """How many processors this process may run on."""
    return len(_affinity(0))


def sched_yield():
    import time

    time.sleep(0)


pathconf_names = {
    "PC_LINK_MAX": 0, "PC_MAX_CANON": 1, "PC_MAX_INPUT": 2, "PC_NAME_MAX": 3, "PC_PATH_MAX": 4, "PC_PIPE_BUF": 5,
    "PC_CHOWN_RESTRICTED": 6, "PC_NO_TRUNC": 7, "PC_VDISABLE": 8, "PC_SYNC_IO": 9, "PC_ASYNC_IO": 10, "PC_PRIO_IO": 11,
    "PC_SOCK_MAXBUF": 12, "PC_FILESIZEBITS": 13, "PC_REC_INCR_XFER_SIZE": 14, "PC_REC_MAX_XFER_SIZE": 15,
    "PC_REC_MIN_XFER_SIZE": 16, "PC_REC_XFER_ALIGN": 17, "PC_ALLOC_SIZE_MIN": 18, "PC_SYMLINK_MAX": 19,
}  # fmt: skip


def pathconf(path, name):
    """A limit of a file or directory, by its name or number."""
    return _pathconf(path, _configuration(name, pathconf_names))


def fpathconf(fd, name, /):
    """A limit of an open file, by its name or number."""
    return _fpathconf(fd, _configuration(name, pathconf_names))


# By Linux, without the "SC_" that all begin with.
_SYSCONF = """
ARG_MAX=0 CHILD_MAX=1 CLK_TCK=2 NGROUPS_MAX=3 OPEN_MAX=4 STREAM_MAX=5 TZNAME_MAX=6 JOB_CONTROL=7 SAVED_IDS=8
REALTIME_SIGNALS=9 PRIORITY_SCHEDULING=10 TIMERS=11 ASYNCHRONOUS_IO=12 PRIORITIZED_IO=13 SYNCHRONIZED_IO=14 FSYNC=15
MAPPED_FILES=16 MEMLOCK=17 MEMLOCK_RANGE=18 MEMORY_PROTECTION=19 MESSAGE_PASSING=20 SEMAPHORES=21
SHARED_MEMORY_OBJECTS=22 AIO_LISTIO_MAX=23 AIO_MAX=24 AIO_PRIO_DELTA_MAX=25 DELAYTIMER_MAX=26 MQ_OPEN_MAX=27
MQ_PRIO_MAX=28 VERSION=29 PAGESIZE=30 PAGE_SIZE=30 RTSIG_MAX=31 SEM_NSEMS_MAX=32 SEM_VALUE_MAX=33 SIGQUEUE_MAX=34
TIMER_MAX=35 BC_BASE_MAX=36 BC_DIM_MAX=37 BC_SCALE_MAX=38 BC_STRING_MAX=39 COLL_WEIGHTS_MAX=40 EQUIV_CLASS_MAX=41
EXPR_NEST_MAX=42 LINE_MAX=43 RE_DUP_MAX=44 CHARCLASS_NAME_MAX=45 2_VERSION=46 2_C_BIND=47 2_C_DEV=48 2_FORT_DEV=49
2_FORT_RUN=50 2_SW_DEV=51 2_LOCALEDEF=52 PII=53 PII_XTI=54 PII_SOCKET=55 PII_INTERNET=56 PII_OSI=57 POLL=58 SELECT=59
IOV_MAX=60 UIO_MAXIOV=60 PII_INTERNET_STREAM=61 PII_INTERNET_DGRAM=62 PII_OSI_COTS=63 PII_OSI_CLTS=64 PII_OSI_M=65
T_IOV_MAX=66 THREADS=67 THREAD_SAFE_FUNCTIONS=68 GETGR_R_SIZE_MAX=69 GETPW_R_SIZE_MAX=70 LOGIN_NAME_MAX=71
TTY_NAME_MAX=72 THREAD_DESTRUCTOR_ITERATIONS=73 THREAD_KEYS_MAX=74 THREAD_STACK_MIN=75 THREAD_THREADS_MAX=76
THREAD_ATTR_STACKADDR=77 THREAD_ATTR_STACKSIZE=78 THREAD_PRIORITY_SCHEDULING=79 THREAD_PRIO_INHERIT=80
THREAD_PRIO_PROTECT=81 THREAD_PROCESS_SHARED=82 NPROCESSORS_CONF=83 NPROCESSORS_ONLN=84 PHYS_PAGES=85 AVPHYS_PAGES=86
ATEXIT_MAX=87 PASS_MAX=88 XOPEN_VERSION=89 XOPEN_XCU_VERSION=90 XOPEN_UNIX=91 XOPEN_CRYPT=92 XOPEN_ENH_I18N=93
XOPEN_SHM=94 2_CHAR_TERM=95 2_C_VERSION=96 2_UPE=97 XOPEN_XPG2=98 XOPEN_XPG3=99 XOPEN_XPG4=100 CHAR_BIT=101
CHAR_MAX=102 CHAR_MIN=103 INT_MAX=104 INT_MIN=105 LONG_BIT=106 WORD_BIT=107 MB_LEN_MAX=108 NZERO=109 SSIZE_MAX=110
SCHAR_MAX=111 SCHAR_MIN=112 SHRT_MAX=113 SHRT_MIN=114 UCHAR_MAX=115 UINT_MAX=116 ULONG_MAX=117 USHRT_MAX=118
NL_ARGMAX=119 NL_LANGMAX=120 NL_MSGMAX=121 NL_NMAX=122 NL_SETMAX=123 NL_TEXTMAX=124 XBS5_ILP32_OFF32=125
XBS5_ILP32_OFFBIG=126 XBS5_LP64_OFF64=127 XBS5_LPBIG_OFFBIG=128 XOPEN_LEGACY=129 XOPEN_REALTIME=130
XOPEN_REALTIME_THREADS=131 MINSIGSTKSZ=249
"""
sysconf_names = {f"SC_{name}": int(number) for name, _, number in (word.partition("=") for word in _SYSCONF.split())}


def sysconf(name, /):
    """A limit of the system, by its name or number."""
    return _sysconf(_configuration(name, sysconf_names))


confstr_names = {"CS_PATH": 0, "CS_GNU_LIBC_VERSION": 2, "CS_GNU_LIBPTHREAD_VERSION": 3}
for _first, _family in (
    (1000, "LFS"), (1004, "LFS64"), (1100, "XBS5_ILP32_OFF32"), (1104, "XBS5_ILP32_OFFBIG"),
    (1108, "XBS5_LP64_OFF64"), (1112, "XBS5_LPBIG_OFFBIG"),
):  # fmt: skip
    for _at, _kind in enumerate(("CFLAGS", "LDFLAGS", "LIBS", "LINTFLAGS")):
        confstr_names[f"CS_{_family}_{_kind}"] = _first + _at


def confstr(name, /):
    """A text of the system's configuration, by its name or number."""
    return _confstr(_configuration(name, confstr_names))


def _configuration(name, names):
    """The number of a name of the system's configuration."""
    if isinstance(name, str):
        if name not in names:
            raise ValueError("unrecognized configuration name")
        return names[name]
    if not isinstance(name, int):
        raise TypeError("configuration names must be strings or integers")
    return name


def getlogin():
    """The name of the user."""
    name = environ.get("LOGNAME") or environ.get("USER")
    if not name:
        raise OSError(6, "No such device or address")
    return name


def device_encoding(fd):
    return "UTF-8" if isatty(fd) else None


def strerror(code, /):
    """The words of an error's number."""
    from _tensorcell.os import _strerror

    return _strerror(code)


getrandom = lambda size, flags=0: urandom(size)


# --- processes
from _os_processes import *

# --- scheduling, timers, limits of files
from _os_system import *
