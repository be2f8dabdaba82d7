# importlib.util: specs, and modules made of them.

import sys
import types
from importlib import _absolute
from importlib._finders import _library_path
from importlib.machinery import BuiltinImporter, ModuleSpec, NamespaceLoader, SourceFileLoader

from _tensorcell.importlib import _is_defined

MAGIC_NUMBER = b"\xcb\r\r\n"


def resolve_name(name, package):
    """The absolute name of one that is relative to a package."""
    if not name.startswith("."):
        return name
    if not package:
        raise ImportError(f"no package specified for {name!r} (required for relative module names)")
    return _absolute(name, package)


def find_spec(name, package=None):
    """The spec of a module, None where there is none; the packages that it is in are imported."""
    name = _absolute(name, package)
    if name in sys.modules:
        module = sys.modules[name]
        if module is None:
            return None
        try:
            spec = module.__spec__
        except AttributeError:
            raise ValueError(f"{name}.__spec__ is not set") from None
        if spec is None:
            raise ValueError(f"{name}.__spec__ is None")
        return spec
    path = None
    parent = name.rpartition(".")[0]
    if parent:
        package = __import__(parent, None, None, ["__path__"])
        path = getattr(package, "__path__", None)
        if path is None and _is_defined(parent):
            path = _library_path(parent)
        if path is None and BuiltinImporter.find_spec(name) is None:
            raise ModuleNotFoundError(f"__path__ attribute not found on {parent!r} while trying to find {name!r}", name=name)
    for finder in sys.meta_path:
        find = getattr(finder, "find_spec", None)
        spec = None if find is None else find(name, path, None)
        if spec is not None:
            return spec
    return None


def spec_from_loader(name, loader, *, origin=None, is_package=None):
    """The spec of a module that a loader loads."""
    if is_package is None and hasattr(loader, "is_package"):
        try:
            is_package = loader.is_package(name)
        except ImportError:
            is_package = None
    if hasattr(loader, "get_filename"):
        return spec_from_file_location(name, loader.get_filename(name), loader=loader)
    return ModuleSpec(name, loader, origin=origin, is_package=bool(is_package))


_ASK = object()


def spec_from_file_location(name, location=None, *, loader=None, submodule_search_locations=_ASK):
    """The spec of a module whose file is known."""
    import os

    if location is None:
        location = loader.get_filename(name) if hasattr(loader, "get_filename") else "<unknown>"
    else:
        location = os.path.abspath(os.fspath(location))
    if loader is None:
        if not location.endswith(".py"):
            return None
        loader = SourceFileLoader(name, location)
    spec = ModuleSpec(name, loader, origin=location)
    spec._set_fileattr = True
    if submodule_search_locations is _ASK:
        is_package = hasattr(loader, "is_package") and loader.is_package(name)
        spec.submodule_search_locations = [] if is_package else None
    else:
        spec.submodule_search_locations = submodule_search_locations
    if spec.submodule_search_locations == [] and location:
        spec.submodule_search_locations.append(os.path.dirname(location))
    return spec


def module_from_spec(spec):
    """A new module, which its loader has still to run."""
    module = None
    if hasattr(spec.loader, "create_module"):
        module = spec.loader.create_module(spec)
    elif hasattr(spec.loader, "exec_module"):
        raise ImportError("loaders that define exec_module() must also define create_module()")
    if module is None:
        module = types.ModuleType(spec.name)
    _init_attributes(spec, module)
    return module


def _init_attributes(spec, module):
    if spec.loader is None and spec.submodule_search_locations is not None:
        spec.loader = NamespaceLoader(spec.name, spec.submodule_search_locations)
        module.__file__ = None
    module.__name__ = spec.name
    module.__loader__ = spec.loader
    module.__package__ = spec.parent
    module.__spec__ = spec
    if spec.submodule_search_locations is not None:
        module.__path__ = spec.submodule_search_locations
    if spec.has_location:
        module.__file__ = spec.origin
        if spec.cached is not None:
            module.__cached__ = spec.cached


def _load(spec):
    """Imports what a spec describes; what then stands for it in sys.modules."""
    if spec.loader is None and spec.submodule_search_locations is None:
        raise ImportError("missing loader", name=spec.name)
    if spec.loader is not None and not hasattr(spec.loader, "exec_module"):
        raise ImportError(f"{spec.loader!r} has no exec_module()", name=spec.name)
    module = module_from_spec(spec)
    sys.modules[spec.name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        sys.modules.pop(spec.name, None)
        raise
    return sys.modules[spec.name]


def decode_source(source_bytes):
    """The text of a source file's bytes, with newlines alone at the ends of its lines."""
    import io
    import tokenize

    encoding, _ = tokenize.detect_encoding(io.BytesIO(source_bytes).readline)
    return source_bytes.decode(encoding).replace("\r\n", "\n").replace("\r", "\n")


def source_hash(source_bytes):
    """Eight bytes by which a source is known again in what is cached of it."""
    import hashlib

    return hashlib.blake2b(source_bytes, digest_size=8, key=MAGIC_NUMBER).digest()


def cache_from_source(path, debug_override=None, *, optimization=None):
    """Where CPython keeps the bytecode of a source file."""
    folder, _, file = path.rpartition("/")
    stem = file.rpartition(".")[0] or file
    return (folder + "/" if folder else "") + f"__pycache__/{stem}.tensorcell.pyc"


def source_from_cache(path):
    """The source file of a bytecode file."""
    folder, _, file = path.rpartition("/")
    above, _, cache = folder.rpartition("/")
    if cache != "__pycache__":
        raise ValueError(f"__pycache__ not bottom-level directory in {path!r}")
    return (above + "/" if above else "") + file.partition(".")[0] + ".py"


class Loader:
    """What loads modules."""

    def create_module(self, spec):
        return None


class LazyLoader(Loader):
    """Loads at once: a file's own laziness is not imitated."""

    def __init__(self, loader):
        if not hasattr(loader, "exec_module"):
            raise TypeError("loader must define exec_module()")
        self.loader = loader

    @classmethod
    def factory(cls, loader):
        return lambda *args, **kwargs: cls(loader(*args, **kwargs))

    def create_module(self, spec):
        return self.loader.create_module(spec)

    def exec_module(self, module):
        module.__spec__.loader = self.loader
        module.__loader__ = self.loader
        self.loader.exec_module(module)
