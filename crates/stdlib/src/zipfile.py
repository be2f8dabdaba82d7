# zipfile: archives of files, each packed by itself.

import io
import os
import shutil
import stat
import time

ZIP_STORED, ZIP_DEFLATED, ZIP_BZIP2, ZIP_LZMA = 0, 8, 12, 14
ZIP64_LIMIT = (1 << 31) - 1
ZIP_FILECOUNT_LIMIT = (1 << 16) - 1
ZIP_MAX_COMMENT = (1 << 16) - 1
MAX_EXTRACT_VERSION = 63
_UTF8, _PATCHED, _STRONGLY_ENCRYPTED = 0x800, 0x20, 0x40

_NAMES = {0: "store", 8: "deflate", 12: "bzip2", 14: "lzma"}


class BadZipFile(Exception):
    """Not an archive, or one that is damaged."""


class LargeZipFile(Exception):
    """An archive too large for the plain format."""


error = BadZipfile = BadZipFile


def _number(data, at, size):
    return int.from_bytes(data[at : at + size], "little")


def _bytes(*pairs):
    """Numbers as bytes: (number, size) each."""
    return b"".join([number.to_bytes(size, "little") for number, size in pairs])


def _crc(data, value=0):
    import zlib

    return zlib.crc32(data, value)


def is_zipfile(filename):
    """Whether a file is an archive, by its end."""
    try:
        if hasattr(filename, "read"):
            at = filename.tell()
            found = _find_end(filename) is not None
            filename.seek(at)
            return found
        with open(filename, "rb") as file:
            return _find_end(file) is not None
    except OSError:
        return False


def _find_end(file):
    """Where the record at the end of an archive stands, and the record."""
    size = file.seek(0, 2)
    tail_at = max(0, size - 22 - ZIP_MAX_COMMENT)
    file.seek(tail_at)
    tail = file.read()
    bare = tail[-22:]
    if len(bare) == 22 and bare.startswith(b"PK\5\6") and bare.endswith(b"\0\0"):
        return size - 22, bare
    at = tail.rfind(b"PK\5\6")
    if at < 0 or len(tail) < at + 22:
        return None
    return tail_at + at, tail[at:]


class ZipInfo:
    """A file of an archive."""

    orig_filename = None

    def __init__(self, filename="NoName", date_time=(1980, 1, 1, 0, 0, 0)):
        self.orig_filename = filename
        self.filename = filename.partition("\0")[0]
        if date_time[0] < 1980:
            raise ValueError("ZIP does not support timestamps before 1980")
        self.date_time = date_time
        self.compress_type = ZIP_STORED
        self.compress_level = self._compresslevel = None
        self.comment = self.extra = b""
        self.create_system, self.create_version, self.extract_version = 3, 20, 20
        self.flag_bits = self.volume = self.internal_attr = self.external_attr = 0
        self.header_offset = self.CRC = self.compress_size = self.file_size = 0
        # Where the next file begins, for files that were read.
        self._end_offset = None

    def __repr__(self):
        parts = [f"<{type(self).__name__} filename={self.filename!r}"]
        if self.compress_type:
            parts.append(f"compress_type={_NAMES.get(self.compress_type, self.compress_type)}")
        high, low = self.external_attr >> 16, self.external_attr & 0xFFFF
        if high:
            parts.append(f"filemode={stat.filemode(high)!r}")
        if low:
            parts.append(f"external_attr={low:#x}")
        folder = self.is_dir()
        if not folder or self.file_size:
            parts.append(f"file_size={self.file_size!r}")
        if (not folder or self.compress_size) and (self.compress_type or self.file_size != self.compress_size):
            parts.append(f"compress_size={self.compress_size!r}")
        return " ".join(parts) + ">"

    @classmethod
    def from_file(cls, filename, arcname=None, *, strict_timestamps=True):
        """What a file of the disk is in an archive."""
        facts = os.stat(filename)
        folder = stat.S_ISDIR(facts.st_mode)
        moment = time.localtime(facts.st_mtime)[:6]
        if not strict_timestamps:
            moment = min(max(moment, (1980, 1, 1, 0, 0, 0)), (2107, 12, 31, 23, 59, 59))
        name = os.path.normpath(os.fspath(filename if arcname is None else arcname)).lstrip("/")
        info = cls(name + ("/" if folder else ""), moment)
        info.external_attr = (facts.st_mode & 0xFFFF) << 16 | (0x10 if folder else 0)
        info.file_size = 0 if folder else facts.st_size
        return info

    def is_dir(self):
        return self.filename.endswith("/")

    def _moment(self):
        year, month, day, hour, minute, second = self.date_time
        return hour << 11 | minute << 5 | second // 2, (year - 1980) << 9 | month << 5 | day

    def _name(self):
        """The name as bytes, and the flags that say how."""
        try:
            return self.filename.encode("ascii"), self.flag_bits & ~0x800
        except UnicodeEncodeError:
            return self.filename.encode("utf-8"), self.flag_bits | 0x800

    def _facts(self):
        clock, day = self._moment()
        return (
            (self.compress_type, 2),
            (clock, 2),
            (day, 2),
            (self.CRC, 4),
            (self.compress_size, 4),
            (self.file_size, 4),
        )

    def FileHeader(self, zip64=None):
        """What stands before the file in the archive."""
        name, flags = self._name()
        head = _bytes((self.extract_version, 2), (flags, 2), *self._facts(), (len(name), 2), (len(self.extra), 2))
        return b"PK\3\4" + head + name + self.extra

    def _entry(self):
        """What stands of the file at the archive's end."""
        name, flags = self._name()
        versions = (self.create_version, 1), (self.create_system, 1), (self.extract_version, 2)
        sizes = (len(name), 2), (len(self.extra), 2), (len(self.comment), 2)
        rest = (self.volume, 2), (self.internal_attr, 2), (self.external_attr, 4), (self.header_offset, 4)
        return b"PK\1\2" + _bytes(*versions, (flags, 2), *self._facts(), *sizes, *rest) + name + self.extra + self.comment


class ZipExtFile(io.BufferedIOBase):
    """A file of an archive, read."""

    def __init__(self, data, name, mode="r"):
        self._data = io.BytesIO(data)
        self.name = name
        self.mode = mode
        self.newlines = None

    def readable(self):
        return True

    def seekable(self):
        return True

    def read(self, n=-1):
        self._check()
        return self._data.read(n)

    read1 = read

    def peek(self, n=1):
        at = self._data.tell()
        data = self._data.read()
        self._data.seek(at)
        return data

    def readline(self, limit=-1):
        self._check()
        return self._data.readline(limit)

    def seek(self, offset, whence=0):
        return self._data.seek(offset, whence)

    def tell(self):
        return self._data.tell()

    def __repr__(self):
        return f"<zipfile.ZipExtFile {'[closed]' if self.closed else f'name={self.name!r} mode={self.mode!r}'}>"


class _Writer(io.BufferedIOBase):
    """A file of an archive, written: it is packed when it is closed."""

    def __init__(self, archive, info):
        self._archive = archive
        self._info = info
        self._data = io.BytesIO()

    def writable(self):
        return True

    def write(self, data):
        self._check()
        return self._data.write(data)

    def close(self):
        if not self.closed:
            super().close()
            self._archive._writing = False
            self._archive._add(self._info, self._data.getvalue())


class ZipFile:
    """An archive."""

    fp = None

    def __init__(
        self,
        file,
        mode="r",
        compression=ZIP_STORED,
        allowZip64=True,
        compresslevel=None,
        *,
        strict_timestamps=True,
        metadata_encoding=None,
    ):
        if mode not in ("r", "w", "x", "a"):
            raise ValueError("ZipFile requires mode 'r', 'w', 'x', or 'a'")
        _check_compression(compression)
        self.mode, self.compression, self.compresslevel = mode, compression, compresslevel
        self._strict = strict_timestamps
        self._encoding = metadata_encoding or "cp437"
        self.filelist, self.NameToInfo = [], {}
        self._comment, self.debug, self.pwd = b"", 0, None
        self._writing = self._changed = False
        self._owned = not hasattr(file, "read") and not hasattr(file, "write")
        if self._owned:
            file = os.fspath(file)
            self.filename = file
            new = mode == "a" and not os.path.exists(file)
            self.fp = open(file, {"r": "rb", "w": "w+b", "x": "x+b", "a": "w+b" if new else "r+b"}[mode])
        else:
            self.fp = file
            self.filename = getattr(file, "name", None)
        try:
            self._begin()
        except:
            if self._owned:
                self.fp.close()
            self.fp = None
            raise

    def _begin(self):
        self._changed = self.mode in ("w", "x")
        self.start_dir = 0
        if self.mode == "r":
            self._read_entries()
        elif self.mode == "a":
            try:
                self._read_entries()
            except BadZipFile:
                self.start_dir = self.fp.seek(0, 2)
                self._changed = True

    def _read_entries(self):
        found = _find_end(self.fp)
        if found is None:
            raise BadZipFile("File is not a zip file")
        at, record = found
        size, offset, at = self._large_end(at) or (_number(record, 12, 4), _number(record, 16, 4), at)
        self._comment = record[22 : 22 + _number(record, 20, 2)]
        before = at - size - offset
        self.start_dir = offset + before
        if self.start_dir < 0:
            raise BadZipFile("Bad offset for central directory")
        self.fp.seek(self.start_dir)
        data = io.BytesIO(self.fp.read(size))
        while data.tell() < size:
            self._read_entry(data, before)
        end = self.start_dir
        for info in sorted(self.filelist, key=lambda info: info.header_offset, reverse=True):
            info._end_offset, end = end, info.header_offset

    def _large_end(self, at):
        """The directory's size and offset, and where the record of a large archive stands; None without one."""
        if at < 76:
            return None
        self.fp.seek(at - 76)
        record, locator = self.fp.read(56), self.fp.read(20)
        if locator[:4] != b"PK\6\7":
            return None
        if _number(locator, 4, 4) != 0 or _number(locator, 16, 4) > 1:
            raise BadZipFile("zipfiles that span multiple disks are not supported")
        if record[:4] != b"PK\6\6":
            return None
        return _number(record, 40, 8), _number(record, 48, 8), at - 76

    def _name_of(self, data, flags):
        return data.decode("utf-8" if flags & _UTF8 else self._encoding)

    def _read_entry(self, data, before):
        head = data.read(46)
        if len(head) != 46:
            raise BadZipFile("Truncated central directory")
        if head[:4] != b"PK\1\2":
            raise BadZipFile("Bad magic number for central directory")
        flags = _number(head, 8, 2)
        name = data.read(_number(head, 28, 2))
        clock, day = _number(head, 12, 2), _number(head, 14, 2)
        info = ZipInfo(self._name_of(name, flags))
        info.date_time = (day >> 9) + 1980, day >> 5 & 15, day & 31, clock >> 11, clock >> 5 & 63, (clock & 31) * 2
        info.create_version, info.create_system = head[4], head[5]
        info.extract_version, info.reserved = head[6], head[7]
        if info.extract_version > MAX_EXTRACT_VERSION:
            raise NotImplementedError("zip file version %.1f" % (info.extract_version / 10))
        info.flag_bits, info.compress_type = flags, _number(head, 10, 2)
        info.CRC, info.compress_size, info.file_size = [_number(head, at, 4) for at in (16, 20, 24)]
        info.volume, info.internal_attr, info.external_attr = _number(head, 34, 2), _number(head, 36, 2), _number(head, 38, 4)
        info.header_offset = _number(head, 42, 4)
        info.extra = data.read(_number(head, 30, 2))
        info.comment = data.read(_number(head, 32, 2))
        _read_extra(info, _crc(name))
        info.header_offset += before
        self.filelist.append(info)
        self.NameToInfo[info.filename] = info

    def __repr__(self):
        parts = [f"<{type(self).__module__}.{type(self).__qualname__}"]
        if self.fp is None:
            return parts[0] + " [closed]>"
        if self.filename is not None:
            parts.append(f"filename={self.filename!r}")
        else:
            parts.append(f"file={self.fp!r}")
        return " ".join([*parts, f"mode={self.mode!r}"]) + ">"

    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        self.close()

    def __del__(self):
        self.close()

    # --- what is in it
    def namelist(self):
        return [info.filename for info in self.filelist]

    def infolist(self):
        return self.filelist

    def getinfo(self, name):
        """The file of a name; KeyError where there is none."""
        info = self.NameToInfo.get(name)
        if info is None:
            raise KeyError("There is no item named %r in the archive" % name)
        return info

    def printdir(self, file=None):
        """Prints the files with their times and sizes."""
        print("%-46s %19s %12s" % ("File Name", "Modified    ", "Size"), file=file)
        for info in self.filelist:
            moment = "%d-%02d-%02d %02d:%02d:%02d" % info.date_time[:6]
            print("%-46s %s %12d" % (info.filename, moment, info.file_size), file=file)

    def testzip(self):
        """The name of the first file that is damaged; None where all are whole."""
        for info in self.filelist:
            try:
                self.read(info)
            except BadZipFile:
                return info.filename
        return None

    @property
    def comment(self):
        return self._comment

    @comment.setter
    def comment(self, comment):
        if not isinstance(comment, bytes):
            raise TypeError("comment: expected bytes, got %s" % type(comment).__name__)
        self._comment = comment[:ZIP_MAX_COMMENT]
        self._changed = True

    def setpassword(self, pwd):
        if pwd and not isinstance(pwd, bytes):
            raise TypeError("pwd: expected bytes, got %s" % type(pwd).__name__)
        self.pwd = pwd or None

    # --- reading
    def read(self, name, pwd=None):
        """All of a file."""
        if self.fp is None:
            raise ValueError("Attempt to use ZIP archive that was already closed")
        if self._writing:
            raise ValueError(
                "Can't read from the ZIP file while there is an open writing handle on it. Close the writing handle before trying to read."
            )
        info = name if isinstance(name, ZipInfo) else self.getinfo(name)
        self._skip_header(info)
        packed = self.fp.read(info.compress_size)
        data = _unpacked(packed, info)[: info.file_size]
        if len(packed) < info.compress_size and len(data) < info.file_size:
            raise EOFError
        if _crc(data) != info.CRC:
            raise BadZipFile("Bad CRC-32 for file %r" % info.filename)
        return data

    def _skip_header(self, info):
        """Moves to a file's data. The header before it must agree with the directory."""
        self.fp.seek(info.header_offset)
        head = self.fp.read(30)
        if len(head) != 30:
            raise BadZipFile("Truncated file header")
        if head[:4] != b"PK\3\4":
            raise BadZipFile("Bad magic number for file header")
        name = self.fp.read(_number(head, 26, 2))
        if info.flag_bits & _PATCHED:
            raise NotImplementedError("compressed patched data (flag bit 5)")
        if info.flag_bits & _STRONGLY_ENCRYPTED:
            raise NotImplementedError("strong encryption (flag bit 6)")
        if self._name_of(name, _number(head, 6, 2)) != info.orig_filename:
            raise BadZipFile("File name in directory %r and header %r differ." % (info.orig_filename, name))
        begin = self.fp.seek(_number(head, 28, 2), 1)
        if info._end_offset is not None and begin + info.compress_size > info._end_offset:
            raise BadZipFile(f"Overlapped entries: {info.orig_filename!r} (possible zip bomb)")
        if info.flag_bits & 1:
            raise RuntimeError("File %r is encrypted, password required for extraction" % info.filename)

    def open(self, name, mode="r", pwd=None, *, force_zip64=False):
        """A file of the archive as a stream."""
        if mode not in ("r", "w"):
            raise ValueError('open() requires mode "r" or "w"')
        if mode == "r":
            info = name if isinstance(name, ZipInfo) else self.getinfo(name)
            return ZipExtFile(self.read(info, pwd), info.filename)
        if isinstance(name, ZipInfo):
            info = name
        else:
            info = ZipInfo(name, time.localtime()[:6])
            info.compress_type, info._compresslevel = self.compression, self.compresslevel
        self._check_writable()
        self._writing = True
        return _Writer(self, info)

    def extract(self, member, path=None, pwd=None):
        """Writes a file to the disk; its path."""
        info = member if isinstance(member, ZipInfo) else self.getinfo(member)
        parts = [part for part in info.filename.split("/") if part not in ("", ".", "..")]
        target = os.path.join(os.getcwd() if path is None else os.fspath(path), *parts)
        if info.is_dir():
            os.makedirs(target, exist_ok=True)
            return target
        os.makedirs(os.path.dirname(target) or ".", exist_ok=True)
        with open(target, "wb") as file:
            file.write(self.read(info, pwd))
        return target

    def extractall(self, path=None, members=None, pwd=None):
        """Writes all files to the disk."""
        for member in self.namelist() if members is None else members:
            self.extract(member, path, pwd)

    # --- writing
    def _check_writable(self):
        if self.mode not in ("w", "x", "a"):
            raise ValueError("write() requires mode 'w', 'x', or 'a'")
        if self.fp is None:
            raise ValueError("Attempt to write ZIP archive that was already closed")
        if self._writing:
            raise ValueError("Can't write to ZIP archive while an open writing handle exists")

    def write(self, filename, arcname=None, compress_type=None, compresslevel=None):
        """Adds a file of the disk."""
        self._check_writable()
        info = ZipInfo.from_file(filename, arcname, strict_timestamps=self._strict)
        if info.is_dir():
            self._add(info, b"")
            return
        info.compress_type = self.compression if compress_type is None else compress_type
        info._compresslevel = self.compresslevel if compresslevel is None else compresslevel
        with open(filename, "rb") as file:
            self._add(info, file.read())

    def writestr(self, zinfo_or_arcname, data, compress_type=None, compresslevel=None):
        """Adds a file of text or bytes."""
        data = data.encode("utf-8") if isinstance(data, str) else bytes(data)
        if isinstance(zinfo_or_arcname, ZipInfo):
            info = zinfo_or_arcname
        else:
            info = ZipInfo(zinfo_or_arcname, time.localtime()[:6])
            info.compress_type, info._compresslevel = self.compression, self.compresslevel
            info.external_attr = 0o40775 << 16 | 0x10 if info.is_dir() else 0o600 << 16
        self._check_writable()
        if compress_type is not None:
            info.compress_type = compress_type
        if compresslevel is not None:
            info._compresslevel = compresslevel
        self._add(info, data)

    def mkdir(self, zinfo_or_directory_name, mode=511):
        """Adds a folder."""
        if isinstance(zinfo_or_directory_name, ZipInfo):
            info = zinfo_or_directory_name
        else:
            info = ZipInfo(zinfo_or_directory_name.rstrip("/") + "/")
            info.external_attr = (0o40000 | mode) << 16 | 0x10
        self._check_writable()
        self._add(info, b"")

    def _add(self, info, data):
        if info.filename in self.NameToInfo:
            import warnings

            warnings.warn("Duplicate name: %r" % info.filename, stacklevel=3)
        if info.is_dir():
            info.compress_type = ZIP_STORED
        packed = _packed(data, info)
        info.CRC, info.file_size, info.compress_size = _crc(data), len(data), len(packed)
        info.header_offset = self.start_dir
        if max(info.file_size, info.compress_size, info.header_offset) > 0xFFFFFFFE:
            raise LargeZipFile("Filesize would require ZIP64 extensions")
        self.fp.seek(self.start_dir)
        self.fp.write(info.FileHeader() + packed)
        self.start_dir = self.fp.tell()
        self.filelist.append(info)
        self.NameToInfo[info.filename] = info
        self._changed = True

    def close(self):
        """Writes the list of files, and closes."""
        if self.fp is None:
            return
        if self._writing:
            raise ValueError(
                "Can't close the ZIP file while there is an open writing handle on it. Close the writing handle before closing the zip."
            )
        try:
            if self._changed and self.mode in ("w", "x", "a"):
                self._write_end()
        finally:
            fp, self.fp = self.fp, None
            if self._owned:
                fp.close()

    def _write_end(self):
        self.fp.seek(self.start_dir)
        entries = b"".join([info._entry() for info in self.filelist])
        count = len(self.filelist)
        end = _bytes((0, 2), (0, 2), (count, 2), (count, 2), (len(entries), 4), (self.start_dir, 4), (len(self._comment), 2))
        self.fp.write(entries + b"PK\5\6" + end + self._comment)
        if self.mode == "a":
            self.fp.truncate()
        self.fp.flush()


def _read_extra(info, name_crc):
    """Reads the extra field: sizes too large for the plain fields, and a name in UTF-8."""
    extra = info.extra
    while len(extra) >= 4:
        kind, size = _number(extra, 0, 2), _number(extra, 2, 2)
        if size + 4 > len(extra):
            raise BadZipFile("Corrupt extra field %04x (size=%d)" % (kind, size))
        if kind == 1:
            _read_large(info, extra[4 : size + 4])
        elif kind == 0x7075:
            _read_unicode_name(info, extra[4 : size + 4], name_crc)
        extra = extra[size + 4 :]


def _read_large(info, data):
    for name, title in (("file_size", "File size"), ("compress_size", "Compress size"), ("header_offset", "Header offset")):
        if getattr(info, name) == 0xFFFFFFFF:
            if len(data) < 8:
                raise BadZipFile(f"Corrupt zip64 extra field. {title} not found.")
            setattr(info, name, _number(data, 0, 8))
            data = data[8:]


def _read_unicode_name(info, data, name_crc):
    if len(data) < 5:
        raise BadZipFile("Corrupt unicode path extra field (0x7075)")
    if data[0] != 1 or _number(data, 1, 4) != name_crc:
        return
    try:
        name = data[5:].decode("utf-8")
    except UnicodeDecodeError as failed:
        raise BadZipFile("Corrupt unicode path extra field (0x7075): invalid utf-8 bytes") from failed
    if name:
        info.filename = name.partition("\0")[0]
    else:
        import warnings

        warnings.warn("Empty unicode path extra field (0x7075)", stacklevel=2)


def _check_compression(compression):
    if compression not in _NAMES or compression not in (ZIP_STORED, ZIP_DEFLATED, ZIP_BZIP2, ZIP_LZMA):
        raise NotImplementedError("That compression method is not supported")


def _packed(data, info):
    _check_compression(info.compress_type)
    level = info._compresslevel
    if info.compress_type == ZIP_STORED:
        return data
    if info.compress_type == ZIP_LZMA:
        return _packed_by_lzma(data)
    if info.compress_type == ZIP_BZIP2:
        import bz2

        return bz2.compress(data, 9 if level is None else level)
    import zlib

    packer = zlib.compressobj(-1 if level is None else level, zlib.DEFLATED, -15)
    return packer.compress(data) + packer.flush()


def _packed_by_lzma(data):
    """A header of two version numbers and the filter's options, then a raw stream that tells its end."""
    import lzma

    options = lzma._encode_filter_properties({"id": lzma.FILTER_LZMA1})
    chain = [lzma._decode_filter_properties(lzma.FILTER_LZMA1, options)]
    return _bytes((9, 1), (4, 1), (len(options), 2)) + options + lzma.compress(data, lzma.FORMAT_RAW, filters=chain)


def _unpacked_by_lzma(data):
    import lzma

    end = 4 + _number(data, 2, 2)
    chain = [lzma._decode_filter_properties(lzma.FILTER_LZMA1, data[4:end])]
    return lzma.LZMADecompressor(lzma.FORMAT_RAW, filters=chain).decompress(data[end:])


def _unpacked(data, info):
    if info.compress_type == ZIP_STORED:
        return data
    if info.compress_type not in (ZIP_DEFLATED, ZIP_BZIP2, ZIP_LZMA):
        name = _NAMES.get(info.compress_type)
        kind = "type %d" % info.compress_type + (f" ({name})" if name else "")
        raise NotImplementedError("compression " + kind)
    if info.compress_type == ZIP_LZMA:
        return _unpacked_by_lzma(data)
    if info.compress_type == ZIP_BZIP2:
        import bz2

        return bz2.BZ2Decompressor().decompress(data)
    import zlib

    return zlib.decompressobj(-15).decompress(data)


class PyZipFile(ZipFile):
    """An archive of modules. They are added as sources: compiled files are not written here."""

    def __init__(self, file, mode="r", compression=ZIP_STORED, allowZip64=True, optimize=-1):
        super().__init__(file, mode=mode, compression=compression, allowZip64=allowZip64)
        if optimize not in (-1, 0, 1, 2):
            raise ValueError(f"invalid value for 'optimize': {optimize!r}")
        self._optimize = optimize

    def writepy(self, pathname, basename="", filterfunc=None):
        """Add a module, the modules of a folder, or a package with those below it; filterfunc(path) says which."""
        pathname = os.fspath(pathname)
        is_folder = os.path.isdir(pathname)
        if filterfunc and not filterfunc(pathname):
            self._say(f"{'path' if is_folder else 'file'} {pathname!r} skipped by filterfunc")
        elif not is_folder:
            if pathname[-3:] != ".py":
                raise RuntimeError('Files added with writepy() must end with ".py"')
            self._add_module(pathname, basename)
        elif os.path.isfile(os.path.join(pathname, "__init__.py")):
            name = os.path.split(pathname)[1]
            self._add_package(pathname, f"{basename}/{name}" if basename else name, filterfunc)
        else:
            self._say("Adding files from directory", pathname)
            self._add_modules(pathname, os.listdir(pathname), basename, filterfunc)

    def _say(self, *words):
        if self.debug:
            print(*words)

    def _add_module(self, path, basename):
        name = os.path.split(path)[1]
        name = f"{basename}/{name}" if basename else name
        self._say("Adding", name)
        self.write(path, name)

    def _add_modules(self, folder, names, basename, filterfunc):
        for name in sorted(names):
            path = os.path.join(folder, name)
            if os.path.splitext(name)[1] != ".py" or os.path.isdir(path):
                continue
            if filterfunc and not filterfunc(path):
                self._say(f"file {path!r} skipped by filterfunc")
                continue
            self._add_module(path, basename)

    def _add_package(self, folder, basename, filterfunc):
        self._say("Adding package in", folder, "as", basename)
        self._add_module(os.path.join(folder, "__init__.py"), basename)
        for name in sorted(os.listdir(folder)):
            path = os.path.join(folder, name)
            if name == "__init__.py":
                continue
            if os.path.isfile(os.path.join(path, "__init__.py")):
                self.writepy(path, basename, filterfunc=filterfunc)
            else:
                self._add_modules(folder, [name], basename, filterfunc)


def __getattr__(name):
    if name == "Path":
        from _zipfile_path import Path

        return Path
    raise AttributeError(f"module 'zipfile' has no attribute {name!r}")
