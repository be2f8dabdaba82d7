# importlib._bootstrap_external: names that libraries take from CPython's own parts of importlib.

from importlib._finders import FileFinder, PathFinder, _NamespacePath
from importlib._loaders import (
    BYTECODE_SUFFIXES,
    SOURCE_SUFFIXES,
    ExtensionFileLoader,
    NamespaceLoader,
    SourceFileLoader,
    SourcelessFileLoader,
)
from importlib.util import (
    MAGIC_NUMBER,
    cache_from_source,
    decode_source,
    source_from_cache,
    spec_from_file_location,
)


def _get_sourcefile(bytecode_path):
    """The source that a file of bytecode was made from, where that is there; else the file itself."""
    from os.path import isfile

    path, _, extension = bytecode_path.rpartition(".")
    if not path or extension.lower()[-3:-1] != "py":
        return bytecode_path
    try:
        source = source_from_cache(bytecode_path)
    except (NotImplementedError, ValueError):
        source = bytecode_path[:-1]
    return source if isfile(source) else bytecode_path
