# stat: the bits of a file's mode.

ST_MODE, ST_INO, ST_DEV, ST_NLINK, ST_UID, ST_GID, ST_SIZE, ST_ATIME, ST_MTIME, ST_CTIME = range(10)

S_IFDIR = 0o040000
S_IFCHR = 0o020000
S_IFBLK = 0o060000
S_IFREG = 0o100000
S_IFIFO = 0o010000
S_IFLNK = 0o120000
S_IFSOCK = 0o140000
S_IFDOOR = S_IFPORT = S_IFWHT = 0

S_ISUID = 0o4000
S_ISGID = 0o2000
S_ISVTX = 0o1000
S_ENFMT = S_ISGID
S_IREAD = S_IRUSR = 0o400
S_IWRITE = S_IWUSR = 0o200
S_IEXEC = S_IXUSR = 0o100
S_IRWXU = 0o700
S_IRWXG, S_IRGRP, S_IWGRP, S_IXGRP = 0o070, 0o040, 0o020, 0o010
S_IRWXO, S_IROTH, S_IWOTH, S_IXOTH = 0o007, 0o004, 0o002, 0o001

FILE_ATTRIBUTE_READONLY, FILE_ATTRIBUTE_HIDDEN, FILE_ATTRIBUTE_SYSTEM = 1, 2, 4
FILE_ATTRIBUTE_DIRECTORY, FILE_ATTRIBUTE_ARCHIVE, FILE_ATTRIBUTE_DEVICE, FILE_ATTRIBUTE_NORMAL = 16, 32, 64, 128
FILE_ATTRIBUTE_TEMPORARY, FILE_ATTRIBUTE_SPARSE_FILE, FILE_ATTRIBUTE_REPARSE_POINT = 0x100, 0x200, 0x400
FILE_ATTRIBUTE_COMPRESSED, FILE_ATTRIBUTE_OFFLINE, FILE_ATTRIBUTE_NOT_CONTENT_INDEXED = 0x800, 0x1000, 0x2000
FILE_ATTRIBUTE_ENCRYPTED, FILE_ATTRIBUTE_INTEGRITY_STREAM, FILE_ATTRIBUTE_VIRTUAL = 0x4000, 0x8000, 0x10000
FILE_ATTRIBUTE_NO_SCRUB_DATA = 0x20000

UF_NODUMP, UF_IMMUTABLE, UF_APPEND, UF_OPAQUE, UF_NOUNLINK = 1, 2, 4, 8, 16
UF_COMPRESSED, UF_TRACKED, UF_DATAVAULT, UF_HIDDEN, UF_SETTABLE = 0x20, 0x40, 0x80, 0x8000, 0xFFFF
SF_RESTRICTED, SF_FIRMLINK, SF_DATALESS, SF_SETTABLE = 0x80000, 0x800000, 0x40000000, 0xFFFF0000
SF_ARCHIVED, SF_IMMUTABLE, SF_APPEND, SF_NOUNLINK, SF_SNAPSHOT = 0x10000, 0x20000, 0x40000, 0x100000, 0x200000


def S_IMODE(mode):
    """The bits that chmod sets."""
    return mode & 0o7777


def S_IFMT(mode):
    """The bits of the type."""
    return mode & 0o170000


def _tester(kind):
    def test(mode):
        return S_IFMT(mode) == kind

    return test


S_ISDIR = _tester(S_IFDIR)
S_ISCHR = _tester(S_IFCHR)
S_ISBLK = _tester(S_IFBLK)
S_ISREG = _tester(S_IFREG)
S_ISFIFO = _tester(S_IFIFO)
S_ISLNK = _tester(S_IFLNK)
S_ISSOCK = _tester(S_IFSOCK)


def S_ISDOOR(mode):
    return False


S_ISPORT = S_ISWHT = S_ISDOOR

_TYPES = {S_IFLNK: "l", S_IFSOCK: "s", S_IFREG: "-", S_IFBLK: "b", S_IFDIR: "d", S_IFCHR: "c", S_IFIFO: "p"}


def filemode(mode):
    """The mode as ls shows it: -rwxr-xr-x."""
    text = _TYPES.get(S_IFMT(mode), "?")
    for shift, special, letter in ((6, S_ISUID, "s"), (3, S_ISGID, "s"), (0, S_ISVTX, "t")):
        bits = mode >> shift
        last = "x" if bits & 1 else "-"
        if mode & special:
            last = letter if bits & 1 else letter.upper()
        text += ("r" if bits & 4 else "-") + ("w" if bits & 2 else "-") + last
    return text
