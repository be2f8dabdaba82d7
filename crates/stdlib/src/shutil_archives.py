# _shutil_archives: archives of folders: part of shutil.

import os
import stat
from os import path as _path

__all__ = [
    "Error",
    "ExecError",
    "ReadError",
    "RegistryError",
    "get_archive_formats",
    "get_unpack_formats",
    "make_archive",
    "register_archive_format",
    "register_unpack_format",
    "unpack_archive",
    "unregister_archive_format",
    "unregister_unpack_format",
]


class Error(OSError):
    """Failures of one operation."""


class ExecError(OSError):
    """A command that could not be run."""


class ReadError(OSError):
    """An archive that could not be read."""


class RegistryError(Exception):
    """A format that is not known."""


def _tar(mode):
    def make(base_name, base_dir, owner=None, group=None, verbose=0, dry_run=0, logger=None, root_dir=None):
        import tarfile

        name = base_name + ".tar" + ("" if not mode else "." + mode)
        os.makedirs(_path.dirname(name) or ".", exist_ok=True)
        with tarfile.open(name, "w:" + mode) as archive:
            archive.add(_path.join(root_dir or ".", base_dir), arcname=base_dir)
        return name

    return make


def _zip(base_name, base_dir, verbose=0, dry_run=0, logger=None, owner=None, group=None, root_dir=None):
    import zipfile

    name = base_name + ".zip"
    os.makedirs(_path.dirname(name) or ".", exist_ok=True)
    top = _path.join(root_dir or ".", base_dir)
    with zipfile.ZipFile(name, "w", compression=zipfile.ZIP_DEFLATED) as archive:
        if base_dir != os.curdir:
            archive.write(top, base_dir + "/")
        for folder, folders, files in os.walk(top):
            for entry in sorted(folders) + files:
                path = _path.join(folder, entry)
                archive.write(path, _path.normpath(_path.join(base_dir, _path.relpath(path, top))))
    return name


_makers = {
    "bztar": (_tar("bz2"), [], "bzip2'ed tar-file"),
    "gztar": (_tar("gz"), [], "gzip'ed tar-file"),
    "tar": (_tar(""), [], "uncompressed tar file"),
    "xztar": (_tar("xz"), [], "xz'ed tar-file"),
    "zip": (_zip, [], "ZIP file"),
}


def get_archive_formats():
    """The formats that make_archive knows: (name, description)."""
    return sorted([(name, maker[2]) for name, maker in _makers.items()])


def register_archive_format(name, function, extra_args=None, description=""):
    """Adds a format to make_archive."""
    if not callable(function):
        raise TypeError("The %s object is not callable" % function)
    _makers[name] = (function, extra_args or [], description)


def unregister_archive_format(name):
    del _makers[name]


def make_archive(base_name, format, root_dir=None, base_dir=None, verbose=0, dry_run=0, owner=None, group=None, logger=None):
    """Makes an archive of a folder; its name."""
    if format not in _makers:
        raise ValueError("unknown archive format '%s'" % format)
    function, extra, _ = _makers[format]
    options = dict(extra)
    if root_dir is not None:
        if not stat.S_ISDIR(os.stat(root_dir).st_mode):
            raise NotADirectoryError(20, "Not a directory", root_dir)
        options["root_dir"] = os.fspath(root_dir)
        base_name = _path.abspath(base_name)
    return function(os.fspath(base_name), os.curdir if base_dir is None else os.fspath(base_dir), **options)


def _unzip(filename, extract_dir):
    import zipfile

    if not zipfile.is_zipfile(filename):
        raise ReadError("%s is not a zip file" % filename)
    with zipfile.ZipFile(filename) as archive:
        archive.extractall(extract_dir)


def _untar(filename, extract_dir, *, filter=None):
    import tarfile

    try:
        archive = tarfile.open(filename)
    except tarfile.TarError:
        raise ReadError("%s is not a compressed or uncompressed tar file" % filename) from None
    with archive:
        archive.extractall(extract_dir, filter=filter)


_readers = {
    "bztar": ([".tar.bz2", ".tbz2"], _untar, [], "bzip2'ed tar-file"),
    "gztar": ([".tar.gz", ".tgz"], _untar, [], "gzip'ed tar-file"),
    "tar": ([".tar"], _untar, [], "uncompressed tar file"),
    "xztar": ([".tar.xz", ".txz"], _untar, [], "xz'ed tar-file"),
    "zip": ([".zip"], _unzip, [], "ZIP file"),
}


def get_unpack_formats():
    """The formats that unpack_archive knows: (name, extensions, description)."""
    return sorted([(name, reader[0], reader[3]) for name, reader in _readers.items()])


def register_unpack_format(name, extensions, function, extra_args=None, description=""):
    """Adds a format to unpack_archive."""
    if not callable(function):
        raise TypeError("The registered function must be a callable")
    for other, reader in _readers.items():
        for extension in extensions:
            if extension in reader[0]:
                raise RegistryError('%s is already registered for "%s"' % (extension, other))
    _readers[name] = (extensions, function, extra_args or [], description)


def unregister_unpack_format(name):
    del _readers[name]


def unpack_archive(filename, extract_dir=None, format=None, *, filter=None):
    """Unpacks an archive into a folder, by default the current one."""
    extract_dir = os.fspath(os.getcwd() if extract_dir is None else extract_dir)
    filename = os.fspath(filename)
    if format is None:
        format = _format_of(filename)
        if format is None:
            raise ReadError(f"Unknown archive format '{filename}'")
    elif format not in _readers:
        raise ValueError(f"Unknown unpack format '{format}'")
    _, function, extra, _ = _readers[format]
    options = dict(extra)
    if filter is not None:
        options["filter"] = filter
    function(filename, extract_dir, **options)


def _format_of(filename):
    for name, reader in _readers.items():
        if any(filename.endswith(extension) for extension in reader[0]):
            return name
    return None
