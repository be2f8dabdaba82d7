# importlib.machinery: specs of modules, what finds them and what loads them.

from importlib._finders import FileFinder, PathFinder
from importlib._loaders import (
    BYTECODE_SUFFIXES,
    DEBUG_BYTECODE_SUFFIXES,
    EXTENSION_SUFFIXES,
    OPTIMIZED_BYTECODE_SUFFIXES,
    SOURCE_SUFFIXES,
    BuiltinImporter,
    ExtensionFileLoader,
    FrozenImporter,
    ModuleSpec,
    NamespaceLoader,
    SourceFileLoader,
    SourcelessFileLoader,
    all_suffixes,
)
