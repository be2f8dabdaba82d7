# zipimport: modules in archives on sys.path.

import sys
from importlib._loaders import ModuleSpec

from _tensorcell.importlib import _compile, _is_dir, _is_file

__all__ = ["ZipImportError", "zipimporter"]

# What lies in each archive: a path within it, and where its data stands.
_zip_directory_cache = {}

# The forms of a module, in the order of their search: ending, whether it is a package.
_SEARCH = (("/__init__.py", True), (".py", False))
_COMPILED = ("/__init__.pyc", ".pyc")

# The size of the record that ends an archive.
_END_SIZE = 22


class ZipImportError(ImportError):
    """An archive cannot be imported from."""


class zipimporter:
    """Finds and loads the modules of an archive, or of a folder in one: `lib.zip`, `lib.zip/folder`."""

    def __init__(self, path):
        if not isinstance(path, str):
            raise TypeError(f"expected str, not {type(path)!r}")
        if not path:
            raise ZipImportError("archive path is empty", path=path)
        archive, folder = path.replace("\\", "/") if sys.platform == "win32" else path, []
        while not _is_file(archive):
            archive, slash, name = archive.rpartition("/")
            if not slash or _is_dir(archive):
                raise ZipImportError("not a Zip file", path=path)
            folder.insert(0, name)
        if archive not in _zip_directory_cache:
            _zip_directory_cache[archive] = _read_directory(archive)
        self.archive, self.prefix = archive, "".join([name + "/" for name in folder if name])

    def _get_files(self):
        try:
            files = _zip_directory_cache[self.archive]
        except KeyError:
            try:
                files = _zip_directory_cache[self.archive] = _read_directory(self.archive)
            except ZipImportError:
                files = {}
        return files

    def _inner(self, fullname):
        return self.prefix + fullname.rpartition(".")[2]

    def _form(self, fullname):
        """(path in the archive, whether it is a package) of a module; None where there is none."""
        inner, files = self._inner(fullname), self._get_files()
        return next(((inner + end, is_package) for end, is_package in _SEARCH if inner + end in files), None)

    def _known(self, fullname):
        form = self._form(fullname)
        if form is not None:
            return form
        compiled = next((end for end in _COMPILED if self._inner(fullname) + end in self._get_files()), None)
        if compiled is not None:
            file = f"{self.archive}/{self._inner(fullname)}{compiled}"
            raise ZipImportError(f"bytecode files are CPython's own and cannot be loaded: {file}", name=fullname, path=file)
        raise ZipImportError(f"can't find module {fullname!r}", name=fullname)

    def find_spec(self, fullname, target=None):
        from importlib.util import spec_from_loader

        form = self._form(fullname)
        if form is not None:
            return spec_from_loader(fullname, self, is_package=form[1])
        inner, files = self._inner(fullname), self._get_files()
        if any(inner + end in files for end in _COMPILED):
            return spec_from_loader(fullname, self, is_package=False)
        if inner + "/" in files:
            spec = ModuleSpec(fullname, None, is_package=True)
            spec.submodule_search_locations.append(f"{self.archive}/{inner}")
            return spec
        return None

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        exec(self.get_code(module.__name__), module.__dict__)

    def load_module(self, fullname):
        from importlib.util import _load, spec_from_loader

        return _load(spec_from_loader(fullname, self, is_package=self.is_package(fullname)))

    def is_package(self, fullname):
        return self._known(fullname)[1]

    def get_filename(self, fullname):
        return f"{self.archive}/{self._known(fullname)[0]}"

    def get_source(self, fullname):
        from importlib.util import decode_source

        return decode_source(self.get_data(self.get_filename(fullname)))

    def get_code(self, fullname):
        file = self.get_filename(fullname)
        return _compile(self.get_data(file), file)

    def get_data(self, pathname):
        key = pathname.removeprefix(self.archive + "/")
        try:
            entry = self._get_files()[key]
        except KeyError:
            raise OSError(0, "", key) from None
        return _get_data(self.archive, entry)

    def get_resource_reader(self, fullname):
        """What reads the files that lie in a package."""
        from importlib.readers import ZipReader

        return ZipReader(self, fullname)

    def invalidate_caches(self):
        _zip_directory_cache.pop(self.archive, None)

    def __repr__(self):
        return f'<zipimporter object "{self.archive}/{self.prefix}">'


def _read_directory(archive):
    """The files and folders of an archive: (full path, method, packed size, size, offset, time, date, CRC) each."""
    import zipfile

    try:
        with zipfile.ZipFile(archive) as opened:
            infos = opened.infolist()
    except OSError:
        raise ZipImportError(f"can't open Zip file: {archive!r}", path=archive) from None
    except (zipfile.BadZipFile, ValueError, EOFError):
        with open(archive, "rb") as file:
            if len(file.read(_END_SIZE)) < _END_SIZE:
                raise ZipImportError(f"can't read Zip file: {archive!r}", path=archive) from None
        raise ZipImportError(f"not a Zip file: {archive!r}", path=archive) from None
    files = {}
    for info in infos:
        year, month, day, hour, minute, second = info.date_time
        moment, date = hour << 11 | minute << 5 | second // 2, year - 1980 << 9 | month << 5 | day
        name, sizes = info.filename, (info.compress_size, info.file_size, info.header_offset)
        files[name] = (f"{archive}/{name}", info.compress_type, *sizes, moment, date, info.CRC)
    for name in list(files):
        while name.rstrip("/").count("/"):
            name = name.rstrip("/").rpartition("/")[0] + "/"
            files.setdefault(name, (f"{archive}/{name}", 0, 0, 0, 0, 0, 0, 0))
    return files


def _get_data(archive, entry):
    """The bytes of a file in an archive."""
    _, method, packed, _, offset, *_ = entry
    with open(archive, "rb") as file:
        file.seek(offset)
        header = file.read(30)
        if header[:4] != b"PK\x03\x04" or len(header) != 30:
            raise ZipImportError(f"bad local file header: {archive!r}", path=archive)
        file.seek(int.from_bytes(header[26:28], "little") + int.from_bytes(header[28:30], "little"), 1)
        data = file.read(packed)
    if len(data) != packed:
        raise OSError("zipimport: can't read data")
    if method == 0:
        return data
    if method != 8:
        raise ZipImportError(f"can't decompress data; method {method} is not supported", path=archive)
    import zlib

    return zlib.decompress(data, -15)
