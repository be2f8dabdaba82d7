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
