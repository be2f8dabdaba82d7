# tarfile: archives of files, one after the other.

import copy
import io
import os
import shutil
import stat
import time

from _tarfile_filters import (
    AbsoluteLinkError,
    AbsolutePathError,
    CompressionError,
    EmptyHeaderError,
    EOFHeaderError,
    ExtractError,
    FilterError,
    HeaderError,
    InvalidHeaderError,
    LinkOutsideDestinationError,
    OutsideDestinationError,
    ReadError,
    SpecialFileError,
    StreamError,
    SubsequentHeaderError,
    TarError,
    TruncatedHeaderError,
    data_filter,
    fully_trusted_filter,
    tar_filter,
)
from _tensorcell.compression import LZMAError
from _tensorcell.os import _confined

NUL = b"\0"
BLOCKSIZE = 512
RECORDSIZE = BLOCKSIZE * 20
REGTYPE, AREGTYPE, LNKTYPE, SYMTYPE, CHRTYPE, BLKTYPE, DIRTYPE, FIFOTYPE, CONTTYPE = (
    b"0",
    b"\0",
    b"1",
    b"2",
    b"3",
    b"4",
    b"5",
    b"6",
    b"7",
)
GNUTYPE_LONGNAME, GNUTYPE_LONGLINK, GNUTYPE_SPARSE = b"L", b"K", b"S"
XHDTYPE, XGLTYPE, SOLARIS_XHDTYPE = b"x", b"g", b"X"
GNU_TYPES = (GNUTYPE_LONGNAME, GNUTYPE_LONGLINK, GNUTYPE_SPARSE)
REGULAR_TYPES = (REGTYPE, AREGTYPE, CONTTYPE, GNUTYPE_SPARSE)
SUPPORTED_TYPES = (*REGULAR_TYPES, LNKTYPE, SYMTYPE, DIRTYPE, FIFOTYPE, CHRTYPE, BLKTYPE, *GNU_TYPES[:2])
USTAR_FORMAT, GNU_FORMAT, PAX_FORMAT = 0, 1, 2
DEFAULT_FORMAT = PAX_FORMAT
ENCODING = "utf-8"


_FILTERS = {"fully_trusted": fully_trusted_filter, "tar": tar_filter, "data": data_filter}


# --- numbers and texts in headers
def _text(data, encoding=ENCODING, errors="surrogateescape"):
    return data.split(NUL, 1)[0].decode(encoding, errors)


def _field(text, size):
    return text[:size] + NUL * (size - len(text))


def _octal(number, size):
    """A number as digits; where they have no room, as bytes."""
    number = int(number)
    if 0 <= number < 8 ** (size - 1):
        return b"%0*o" % (size - 1, number) + NUL
    if number < 0:
        return number.to_bytes(size, "big", signed=True)
    return b"\x80" + number.to_bytes(size - 1, "big")


def _number(data):
    if data[:1] in (b"\x80", b"\xff"):
        # The first byte is a mark; the number is negative by its size.
        return int.from_bytes(data[1:], "big") - (256 ** (len(data) - 1) if data[:1] == b"\xff" else 0)
    try:
        return int(_text(data, "ascii", "strict").strip() or "0", 8)
    except ValueError:
        raise InvalidHeaderError("invalid header") from None


def _sums(block):
    """The checksums of a header, of unsigned and of signed bytes: writers disagree."""
    data = block[:148] + block[156:BLOCKSIZE]
    unsigned = 256 + sum(data)
    return unsigned, unsigned - 256 * sum([byte > 127 for byte in data])


def _padding(size):
    return -size % BLOCKSIZE


def _whole(size):
    """The size of whole blocks that hold so many bytes."""
    if size < 0:
        raise InvalidHeaderError("invalid offset")
    return size + _padding(size)


class TarInfo:
    """A file of an archive."""

    def __init__(self, name=""):
        self.name = name
        self.mode = 0o644
        self.uid = self.gid = self.size = self.mtime = self.chksum = 0
        self.type = REGTYPE
        self.linkname = self.uname = self.gname = ""
        self.devmajor = self.devminor = self.offset = self.offset_data = 0
        self.pax_headers = {}

    path = property(lambda self: self.name, lambda self, name: setattr(self, "name", name))
    linkpath = property(lambda self: self.linkname, lambda self, name: setattr(self, "linkname", name))

    def __repr__(self):
        return f"<{type(self).__name__} {self.name!r} at {id(self):#x}>"

    def replace(self, *, deep=True, **changed):
        """A copy with other facts."""
        other = copy.copy(self)
        for name, value in changed.items():
            setattr(other, name, value)
        return other

    def isreg(self):
        return self.type in REGULAR_TYPES

    isfile = isreg

    def isdir(self):
        return self.type == DIRTYPE

    def issym(self):
        return self.type == SYMTYPE

    def islnk(self):
        return self.type == LNKTYPE

    def ischr(self):
        return self.type == CHRTYPE

    def isblk(self):
        return self.type == BLKTYPE

    def isfifo(self):
        return self.type == FIFOTYPE

    def isdev(self):
        return self.type in (CHRTYPE, BLKTYPE, FIFOTYPE)

    def issparse(self):
        return self.type == GNUTYPE_SPARSE

    def get_info(self):
        names = "name mode uid gid size mtime chksum type linkname uname gname devmajor devminor".split()
        info = {name: getattr(self, name) for name in names}
        if info["type"] == DIRTYPE and not info["name"].endswith("/"):
            info["name"] += "/"
        return info

    def tobuf(self, format=DEFAULT_FORMAT, encoding=ENCODING, errors="surrogateescape"):
        """The header: more than one block where a name is long."""
        name = self.name + ("/" if self.isdir() and not self.name.endswith("/") else "")
        long = {
            key: value
            for key, value, most in (("path", name, 100), ("linkpath", self.linkname, 100))
            if len(value.encode()) > most
        }
        if isinstance(self.mtime, float) and format == PAX_FORMAT:
            long["mtime"] = str(self.mtime)
        if not name.isascii() and format == PAX_FORMAT:
            long["path"] = name
        if format == PAX_FORMAT:
            for key, value in self.pax_headers.items():
                long.setdefault(key, str(value))
        before = b""
        if format == GNU_FORMAT:
            for key, kind in (("path", GNUTYPE_LONGNAME), ("linkpath", GNUTYPE_LONGLINK)):
                if key in long:
                    before += _extra("././@LongLink", kind, long[key].encode() + NUL)
        elif long and format == PAX_FORMAT:
            before = _extra("././@PaxHeader", XHDTYPE, _pax_records(long))
        elif "path" in long:
            raise ValueError("name is too long")
        return before + self._block(name.encode(), b"ustar  \0" if format == GNU_FORMAT else b"ustar\x0000")

    def _block(self, name, magic):
        parts = [
            _field(name, 100),
            _octal((self.mode or 0) & 0o7777, 8),
            _octal(self.uid or 0, 8),
            _octal(self.gid or 0, 8),
            _octal(self.size, 12),
            _octal(self.mtime, 12),
            b" " * 8,
            self.type,
            _field(self.linkname.encode(), 100),
            magic,
            _field((self.uname or "").encode(), 32),
            _field((self.gname or "").encode(), 32),
            _octal(self.devmajor, 8),
            _octal(self.devminor, 8),
        ]
        block = _field(b"".join(parts), BLOCKSIZE)
        return block[:148] + b"%06o\0 " % sum(block) + block[156:]

    @classmethod
    def frombuf(cls, buf, encoding=ENCODING, errors="surrogateescape"):
        """The file that a header tells of."""
        if not buf:
            raise EmptyHeaderError("empty header")
        if len(buf) != BLOCKSIZE:
            raise TruncatedHeaderError("truncated header")
        if buf.count(NUL) == BLOCKSIZE:
            raise EOFHeaderError("end of file header")
        chksum = _number(buf[148:156])
        if chksum not in _sums(buf):
            raise InvalidHeaderError("bad checksum")
        text = lambda begin, end: _text(buf[begin:end], encoding, errors)
        info = cls(text(0, 100))
        info.mode, info.uid, info.gid = [_number(buf[at : at + 8]) for at in (100, 108, 116)]
        info.size, info.mtime, info.chksum = _number(buf[124:136]), _number(buf[136:148]), chksum
        info.type, info.linkname = buf[156:157], text(157, 257)
        info.uname, info.gname = text(265, 297), text(297, 329)
        info.devmajor, info.devminor = _number(buf[329:337]), _number(buf[337:345])
        prefix = text(345, 500)
        if info.type == AREGTYPE and info.name.endswith("/"):
            info.type = DIRTYPE
        if info.isdir():
            info.name = info.name.rstrip("/")
        if prefix and info.type not in GNU_TYPES:
            info.name = prefix + "/" + info.name
        return info


def _extra(name, kind, data):
    """A block before a file that tells of it what its own header has no room for."""
    info = TarInfo(name)
    info.type, info.size, info.mode = kind, len(data), 0
    return info._block(name.encode(), b"ustar\x0000") + data + NUL * _padding(len(data))


def _pax_records(headers):
    records = b""
    for key, value in headers.items():
        record = b" %s=%s\n" % (key.encode(), value.encode())
        size = len(record)
        while size != len(record) + len(str(size)):
            size = len(record) + len(str(size))
        records += str(size).encode() + record
    return records


def _read_pax(data):
    """The records of an extended header: `17 path=some/name\\n`, the length first."""
    headers = {}
    while data and data[:1] != NUL:
        digits, space, _ = data.partition(b" ")
        size = int(digits) if space and digits.isdigit() else 0
        key, equals, value = data[len(digits) + 1 : size - 1].partition(b"=")
        if size < 5 or size > len(data) or not key or not equals or data[size - 1 : size] != b"\n":
            raise InvalidHeaderError("invalid header")
        headers[_text_of_pax(key)] = _text_of_pax(value)
        data = data[size:]
    return headers


def _text_of_pax(data):
    return data.decode("utf-8", "surrogateescape")


def _number_of_pax(kind, text):
    try:
        return kind(text)
    except ValueError:
        return 0


def _gzip_file(name, mode, fileobj, compresslevel=9):
    import gzip

    return gzip.GzipFile(name, mode, compresslevel, fileobj)


def _bzip2_file(name, mode, fileobj, compresslevel=9):
    import bz2

    return bz2.BZ2File(fileobj or name, mode, compresslevel=compresslevel)


def _xz_file(name, mode, fileobj, preset=None):
    import lzma

    return lzma.LZMAFile(fileobj or name, mode, preset=preset)


# What packs an archive: how its file is opened, what it is called, and how it fails.
_PACKINGS = {
    "gz": (_gzip_file, "a gzip", (OSError, EOFError)),
    "bz2": (_bzip2_file, "a bzip2", (OSError, EOFError)),
    "xz": (_xz_file, "an lzma", (LZMAError, EOFError)),
}


def _packing_of(start):
    """What an archive is packed by, by how it begins."""
    if start.startswith(b"\x1f\x8b"):
        return "gz"
    if start.startswith(b"BZh") and start[4:10] == b"1AY&SY":
        return "bz2"
    return "xz" if start.startswith((b"\xfd7zXZ", b"\x5d\0\0\x80")) else None


# The types of headers that describe the next one, and what GNU's long ones hold.
_LONG = {GNUTYPE_LONGNAME: "path", GNUTYPE_LONGLINK: "linkpath"}
_DESCRIBING = (*_LONG, XHDTYPE, XGLTYPE, SOLARIS_XHDTYPE)
_PAX_NUMBERS = {"size": int, "uid": int, "gid": int, "mtime": float}


class TarFile:
    """An archive."""

    format = DEFAULT_FORMAT
    encoding = ENCODING
    tarinfo = TarInfo
    extraction_filter = None

    def __init__(self, name=None, mode="r", fileobj=None, format=None, tarinfo=None, dereference=None, **options):
        if mode not in ("r", "a", "w", "x"):
            raise ValueError("mode must be 'r', 'a', 'w' or 'x'")
        self.mode, self._owned = mode, fileobj is None
        self.fileobj = io.open(name, {"r": "rb", "a": "r+b", "w": "wb", "x": "xb"}[mode]) if fileobj is None else fileobj
        name = getattr(self.fileobj, "name", None) if name is None else name
        self.name = os.path.abspath(name) if isinstance(name, (str, bytes)) or hasattr(name, "__fspath__") else None
        self.format = self.format if format is None else format
        self.tarinfo = tarinfo or self.tarinfo
        self.dereference = bool(dereference)
        self.members, self.pax_headers = [], dict(options.get("pax_headers") or {})
        self.closed = self._loaded = False
        self.offset = self.fileobj.tell() if mode in ("r", "a") else 0
        if mode == "r":
            first = self.next()
            self._first = first
        elif mode == "a":
            self.getmembers()
            self.fileobj.seek(self.offset)
            self._loaded = True
        else:
            self._loaded = True

    # --- opening
    @classmethod
    def open(cls, name=None, mode="r", fileobj=None, bufsize=RECORDSIZE, **options):
        """Opens an archive: r, r:gz, w, w:gz, a, x; with | as streams."""
        if not name and not fileobj:
            raise ValueError("nothing to open")
        mode = mode.replace("|", ":")
        kind, _, packing = mode.partition(":")
        if kind == "r" and packing in ("", "*"):
            return cls._open_any(name, fileobj, ":" in mode and not packing, **options)
        if packing in _PACKINGS:
            return cls._open_packed(packing, name, kind, fileobj, options)
        if packing:
            raise CompressionError(f"unknown compression type {packing!r}")
        if kind not in ("r", "a", "w", "x"):
            raise ValueError("undiscernible mode")
        if kind == "a" and fileobj is None and not os.path.exists(name):
            kind = "w"
        return cls(name, kind, fileobj, **options)

    @classmethod
    def _open_any(cls, name, fileobj, plain, **options):
        source = io.open(name, "rb") if fileobj is None else fileobj
        at = source.tell()
        packing = _packing_of(source.read(10))
        source.seek(at)
        if packing is not None and not plain:
            return cls._open_packed(packing, name, "r", source, options, fileobj is None)
        try:
            archive = cls(name, "r", source, **options)
        except BaseException:
            if fileobj is None:
                source.close()
            raise
        archive._owned = fileobj is None
        return archive

    @classmethod
    def _open_packed(cls, packing, name, kind, fileobj, options, owned=None):
        open_file, title, failures = _PACKINGS[packing]
        level = {key: options.pop(key) for key in ("compresslevel", "preset") if key in options}
        packed = open_file(name, kind + "b", fileobj, **level)
        try:
            archive = cls(name, kind, packed, **options)
        except failures as failed:
            packed.close()
            if kind == "r":
                raise ReadError(f"not {title} file") from failed
            raise
        archive._owned = True
        archive._below = fileobj if owned else None
        return archive

    @classmethod
    def taropen(cls, name, mode="r", fileobj=None, **options):
        return cls(name, mode, fileobj, **options)

    @classmethod
    def gzopen(cls, name, mode="r", fileobj=None, compresslevel=9, **options):
        return cls._open_packed("gz", name, mode, fileobj, {**options, "compresslevel": compresslevel})

    @classmethod
    def bz2open(cls, name, mode="r", fileobj=None, compresslevel=9, **options):
        return cls._open_packed("bz2", name, mode, fileobj, {**options, "compresslevel": compresslevel})

    @classmethod
    def xzopen(cls, name, mode="r", fileobj=None, preset=None, **options):
        return cls._open_packed("xz", name, mode, fileobj, {**options, "preset": preset})

    def close(self):
        """Ends the archive."""
        if self.closed:
            return
        self.closed = True
        try:
            if self.mode in ("a", "w", "x"):
                end = NUL * (BLOCKSIZE * 2)
                self.fileobj.write(end + NUL * (-(self.offset + len(end)) % RECORDSIZE))
        finally:
            if self._owned:
                self.fileobj.close()
            if getattr(self, "_below", None) is not None:
                self._below.close()

    def _check(self, modes=None):
        if self.closed:
            raise OSError("TarFile is closed")
        if modes is not None and self.mode not in modes:
            raise OSError(f"bad operation for mode {self.mode!r}")

    def __enter__(self):
        self._check()
        return self

    def __exit__(self, kind, value, traceback):
        if kind is None:
            self.close()
        elif self._owned:
            self.fileobj.close()
            self.closed = True

    # --- what is in it
    def next(self):
        """The next file; None at the end."""
        self._check("ra")
        if getattr(self, "_first", None) is not None:
            first, self._first = self._first, None
            return first
        if self._loaded:
            return None
        info = self._read_header()
        if info is None:
            self._loaded = True
        else:
            self.members.append(info)
        return info

    def _read_header(self):
        """The next file; None at the end, or where no header follows the files before."""
        begin = self.offset
        if begin:
            self.fileobj.seek(begin - 1)
            if not self.fileobj.read(1):
                raise ReadError("unexpected end of data")
        try:
            return self._read_member(begin)
        except EOFHeaderError:
            return None
        except SubsequentHeaderError as failed:
            raise ReadError(str(failed)) from None
        except HeaderError as failed:
            if begin:
                return None
            raise ReadError("empty file" if isinstance(failed, EmptyHeaderError) else str(failed)) from None

    def _read_member(self, begin):
        """A file, with what the headers before its own describe."""
        at, extra = begin, {}
        while True:
            self.fileobj.seek(at)
            try:
                info = self.tarinfo.frombuf(self.fileobj.read(BLOCKSIZE), self.encoding, "surrogateescape")
            except HeaderError as failed:
                if at == begin:
                    raise
                raise SubsequentHeaderError(str(failed)) from None
            info.offset, info.offset_data = begin, at + BLOCKSIZE
            if info.type not in _DESCRIBING:
                self._apply(info, extra)
                has_data = info.isreg() or info.type not in SUPPORTED_TYPES
                self.offset = info.offset_data + (_whole(info.size) if has_data else 0)
                return info
            at = info.offset_data + _whole(info.size)
            self._read_description(info, self.fileobj.read(_whole(info.size)), extra)

    def _read_description(self, info, data, extra):
        if info.type in _LONG:
            extra[_LONG[info.type]] = _text(data)
        elif info.type == XGLTYPE:
            self.pax_headers.update(_read_pax(data))
        else:
            extra.update(_read_pax(data))

    def _apply(self, info, extra):
        info.pax_headers = {**self.pax_headers, **extra}
        for key, value in info.pax_headers.items():
            if key in _PAX_NUMBERS:
                setattr(info, key, _number_of_pax(_PAX_NUMBERS[key], value))
            elif key in ("path", "linkpath", "uname", "gname"):
                setattr(info, key, value)
        if info.isdir():
            info.name = info.name.rstrip("/")

    def getmembers(self):
        """All files."""
        self._check()
        self._first = None
        while not self._loaded:
            self.next()
        return self.members

    def getnames(self):
        return [info.name for info in self.getmembers()]

    def getmember(self, name):
        """The last file of a name; KeyError where there is none."""
        for info in reversed(self.getmembers()):
            if info.name == name.rstrip("/"):
                return info
        raise KeyError("filename %r not found" % name)

    def __iter__(self):
        at = 0
        while True:
            if at >= len(self.members) and (self._loaded or self.next() is None and at >= len(self.members)):
                return
            self._first = None
            yield self.members[at]
            at += 1

    def list(self, verbose=True, *, members=None):
        """Prints the files."""
        for info in self.getmembers() if members is None else members:
            if not verbose:
                print(info.name + ("/ " if info.isdir() else " "))
                continue
            kind = {DIRTYPE: stat.S_IFDIR, SYMTYPE: stat.S_IFLNK}.get(info.type, stat.S_IFREG)
            moment = "%d-%02d-%02d %02d:%02d:%02d" % time.localtime(info.mtime)[:6]
            owner = f"{info.uname or info.uid}/{info.gname or info.gid}"
            line = (
                f"{stat.filemode(kind | info.mode)} {owner} {info.size:10d} {moment} {info.name}{'/' if info.isdir() else ''}"
            )
            print(
                line + (f" -> {info.linkname}" if info.issym() else " link to " + info.linkname if info.islnk() else "") + " "
            )

    # --- adding
    def gettarinfo(self, name=None, arcname=None, fileobj=None):
        """What a file of the disk is in an archive."""
        self._check("awx")
        name = fileobj.name if fileobj is not None and name is None else name
        facts = os.fstat(fileobj.fileno()) if fileobj is not None else os.stat(name) if self.dereference else os.lstat(name)
        info = self.tarinfo((os.fspath(name) if arcname is None else os.fspath(arcname)).lstrip("/"))
        kinds = {stat.S_IFREG: REGTYPE, stat.S_IFDIR: DIRTYPE, stat.S_IFLNK: SYMTYPE, stat.S_IFIFO: FIFOTYPE}
        kinds.update({stat.S_IFCHR: CHRTYPE, stat.S_IFBLK: BLKTYPE})
        kind = kinds.get(stat.S_IFMT(facts.st_mode))
        if kind is None:
            return None
        info.type, info.mode, info.uid, info.gid, info.mtime = kind, facts.st_mode, facts.st_uid, facts.st_gid, facts.st_mtime
        info.size = facts.st_size if kind == REGTYPE else 0
        info.linkname = os.readlink(name) if kind == SYMTYPE else ""
        info.uname, info.gname = _owner(facts)
        return info

    def add(self, name, arcname=None, recursive=True, *, filter=None):
        """Adds a file, or a folder with all in it."""
        self._check("awx")
        name = os.fspath(name)
        arcname = name if arcname is None else os.fspath(arcname)
        if self.name is not None and os.path.abspath(name) == self.name:
            return
        info = self.gettarinfo(name, arcname)
        if info is not None and filter is not None:
            info = filter(info)
        if info is None:
            return
        if info.isreg():
            with io.open(name, "rb") as file:
                self.addfile(info, file)
            return
        self.addfile(info)
        if info.isdir() and recursive:
            for inner in sorted(os.listdir(name)):
                self.add(os.path.join(name, inner), os.path.join(arcname, inner), recursive, filter=filter)

    def addfile(self, tarinfo, fileobj=None):
        """Adds a file with the data of another."""
        self._check("awx")
        if fileobj is None and tarinfo.isreg() and tarinfo.size != 0:
            raise ValueError("fileobj not provided for non zero-size regular file")
        info = copy.copy(tarinfo)
        head = info.tobuf(self.format)
        info.offset = self.offset
        self.fileobj.write(head)
        self.offset += len(head)
        info.offset_data = self.offset
        if fileobj is not None:
            data = fileobj.read(info.size)
            if len(data) < info.size:
                raise OSError("unexpected end of data")
            self.fileobj.write(data + NUL * _padding(info.size))
            self.offset += info.size + _padding(info.size)
        self.members.append(info)

    # --- taking out
    def extractfile(self, member):
        """A file of the archive as a stream; None for a folder."""
        self._check("r")
        info = member if isinstance(member, TarInfo) else self.getmember(member)
        if info.islnk():
            return self.extractfile(info.linkname)
        if info.issym():
            target = os.path.normpath(os.path.join(os.path.dirname(info.name), info.linkname))
            return self.extractfile(target)
        if not info.isreg():
            return None
        if info.issparse():
            raise ReadError(f"{info.name!r} is a sparse file, which is not read here")
        self.fileobj.seek(info.offset_data)
        data = self.fileobj.read(info.size)
        if len(data) < info.size:
            raise ReadError("unexpected end of data")
        stream = ExFileObject(data)
        stream.name = info.name
        return stream

    def extractall(self, path=".", members=None, *, numeric_owner=False, filter=None):
        """Writes all files to the disk."""
        function = self._filter(filter)
        folders = []
        for member in self.getmembers() if members is None else members:
            info = member if isinstance(member, TarInfo) else self.getmember(member)
            info = function(info, path)
            if info is None:
                continue
            self._take_out(info, path)
            if info.isdir():
                folders.append(info)
        for info in sorted(folders, key=lambda info: info.name, reverse=True):
            self._set_facts(info, os.path.join(path, info.name))

    def extract(self, member, path="", set_attrs=True, *, numeric_owner=False, filter=None):
        """Writes a file to the disk."""
        info = member if isinstance(member, TarInfo) else self.getmember(member)
        info = self._filter(filter)(info, path)
        if info is not None:
            self._take_out(info, path)
            if set_attrs and info.isdir():
                self._set_facts(info, os.path.join(path, info.name))

    def _filter(self, filter):
        filter = self.extraction_filter if filter is None else filter
        if filter is None:
            return fully_trusted_filter
        if callable(filter):
            return filter
        if filter not in _FILTERS:
            raise ValueError(f"filter {filter!r} not found")
        return _FILTERS[filter]

    def _take_out(self, info, path):
        target = os.path.join(path, info.name.rstrip("/"))
        if os.path.dirname(target):
            os.makedirs(os.path.dirname(target), exist_ok=True)
        if info.isdir():
            os.makedirs(target, exist_ok=True)
            return
        if os.path.islink(target):
            os.unlink(target)
        if info.issym():
            os.symlink(info.linkname, target)
            return
        if info.islnk():
            os.link(os.path.join(path, info.linkname), target)
            return
        if info.isfifo():
            os.mkfifo(target)
        else:
            with io.open(target, "wb") as file:
                shutil.copyfileobj(self.extractfile(info), file)
        self._set_facts(info, target)

    def _set_facts(self, info, target):
        if _confined():
            return
        if info.mode is not None:
            os.chmod(target, info.mode & 0o7777)
        if info.mtime is not None:
            os.utime(target, (info.mtime, info.mtime))


class ExFileObject(io.BytesIO):
    """A file of an archive, read."""

    def writable(self):
        return False


def _owner(facts):
    import grp
    import pwd

    names = []
    for find, number, name in ((pwd.getpwuid, facts.st_uid, "pw_name"), (grp.getgrgid, facts.st_gid, "gr_name")):
        try:
            names.append(getattr(find(number), name))
        except KeyError:
            names.append("")
    return names


open = TarFile.open


def is_tarfile(name):
    """Whether a file is an archive."""
    try:
        if hasattr(name, "read"):
            at = name.tell()
            TarFile.open(fileobj=name)
            name.seek(at)
        else:
            TarFile.open(name).close()
        return True
    except TarError:
        return False
