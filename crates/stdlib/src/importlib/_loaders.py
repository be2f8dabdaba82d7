# importlib._loaders: what is known of a module before it is loaded, and what loads it: part of importlib.machinery.

from _tensorcell.importlib import BUILT_IN, _compile, _is_defined, _own, _run_file

__name__ = "importlib.machinery"

SOURCE_SUFFIXES = [".py"]
BYTECODE_SUFFIXES = DEBUG_BYTECODE_SUFFIXES = OPTIMIZED_BYTECODE_SUFFIXES = [".pyc"]
EXTENSION_SUFFIXES = []


def _join(folder, name):
    return f"{folder.rstrip('/')}/{name}" if folder.strip("/") else folder + name


def all_suffixes():
    """The endings of files that are modules."""
    return SOURCE_SUFFIXES + BYTECODE_SUFFIXES + EXTENSION_SUFFIXES


class ModuleSpec:
    """A module's name, where it comes from and what loads it."""

    def __init__(self, name, loader, *, origin=None, loader_state=None, is_package=None):
        self.name = name
        self.loader = loader
        self.origin = origin
        self.loader_state = loader_state
        self.submodule_search_locations = [] if is_package else None
        self._set_fileattr = False
        self._cached = None
        self._initializing = False

    @property
    def parent(self):
        if self.submodule_search_locations is None:
            return self.name.rpartition(".")[0]
        return self.name

    @property
    def cached(self):
        if self._cached is None and self.origin is not None and self._set_fileattr:
            from importlib.util import cache_from_source

            if self.origin.endswith(tuple(SOURCE_SUFFIXES)):
                self._cached = cache_from_source(self.origin)
        return self._cached

    @cached.setter
    def cached(self, cached):
        self._cached = cached

    @property
    def has_location(self):
        return self._set_fileattr

    @has_location.setter
    def has_location(self, value):
        self._set_fileattr = bool(value)

    def __repr__(self):
        parts = [f"name={self.name!r}", f"loader={self.loader!r}"]
        if self.origin is not None:
            parts.append(f"origin={self.origin!r}")
        if self.submodule_search_locations is not None:
            parts.append(f"submodule_search_locations={self.submodule_search_locations}")
        return f"{type(self).__name__}({', '.join(parts)})"

    def __eq__(self, other):
        try:
            return (
                self.name == other.name
                and self.loader == other.loader
                and self.origin == other.origin
                and self.submodule_search_locations == other.submodule_search_locations
                and self.has_location == other.has_location
            )
        except AttributeError:
            return NotImplemented

    __hash__ = None


class BuiltinImporter:
    """Finds the modules that the interpreter has of its own."""

    _ORIGIN = "built-in"

    @classmethod
    def find_spec(cls, fullname, path=None, target=None):
        is_first = fullname in BUILT_IN or "." in fullname and _is_defined(fullname)
        return ModuleSpec(fullname, cls, origin="built-in") if is_first else None

    @staticmethod
    def create_module(spec):
        if not _is_defined(spec.name):
            raise ImportError(f"{spec.name!r} is not a built-in module", name=spec.name)
        return _own(spec.name)

    @staticmethod
    def exec_module(module):
        pass

    @classmethod
    def is_package(cls, fullname):
        return False

    @classmethod
    def get_code(cls, fullname):
        return None

    @classmethod
    def get_source(cls, fullname):
        return None


class FrozenImporter:
    """Finds nothing: no module is frozen."""

    @classmethod
    def find_spec(cls, fullname, path=None, target=None):
        return None


class _FileLoader:
    def __init__(self, fullname, path):
        self.name = fullname
        self.path = path

    def __repr__(self):
        return f"<{type(self).__module__}.{type(self).__name__} object at {id(self):#x}>"

    def __eq__(self, other):
        return type(self) is type(other) and self.__dict__ == other.__dict__

    def __hash__(self):
        return hash(self.name) ^ hash(self.path)

    def get_filename(self, name=None):
        return self.path

    def get_data(self, path):
        with open(path, "rb") as file:
            return file.read()

    def is_package(self, fullname):
        return self.path.replace("\\", "/").rsplit("/", 1)[-1] == "__init__.py"

    def create_module(self, spec):
        return None

    def get_resource_reader(self, name):
        """What reads the files that lie in a package."""
        from importlib.readers import FileReader

        return FileReader(self)


class SourceFileLoader(_FileLoader):
    """Loads a module from its source."""

    def exec_module(self, module):
        _run_file(module, self.path)

    def load_module(self, fullname=None):
        from importlib.util import _load, spec_from_file_location

        return _load(spec_from_file_location(fullname or self.name, self.path))

    def get_source(self, fullname=None):
        from importlib.util import decode_source

        return decode_source(self.get_data(self.path))

    def get_code(self, fullname=None):
        return self.source_to_code(self.get_data(self.path), self.path)

    def source_to_code(self, data, path="<string>"):
        if isinstance(data, (str, bytes)):
            return _compile(data, path)
        return compile(data, path, "exec", dont_inherit=True)

    def path_stats(self, path):
        import os

        found = os.stat(path)
        return {"mtime": found.st_mtime, "size": found.st_size}


class SourcelessFileLoader(_FileLoader):
    """Refuses: bytecode files are CPython's own."""

    def exec_module(self, module):
        raise ImportError(f"bytecode files are CPython's own and cannot be loaded: {self.path}", name=self.name, path=self.path)


class ExtensionFileLoader(_FileLoader):
    """Refuses: extensions are machine code for CPython."""

    def create_module(self, spec):
        raise ImportError(
            f"module {self.name!r} is a C extension ({self.path}), which only CPython can load", name=self.name, path=self.path
        )

    def exec_module(self, module):
        pass


class NamespaceLoader:
    """Loads a package that is folders without `__init__.py`."""

    def __init__(self, name, path, path_finder=None):
        self._path = path

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        pass

    def is_package(self, fullname):
        return True

    def get_source(self, fullname):
        return ""

    def get_code(self, fullname):
        return compile("", "<string>", "exec", dont_inherit=True)


def _spec_at(name, kind, place):
    """The spec of what a search found: how it is stored, and where."""
    if kind == "namespace":
        spec = ModuleSpec(name, None)
        spec.submodule_search_locations = place
        return spec
    loader = ExtensionFileLoader if kind == "extension" else SourceFileLoader
    spec = ModuleSpec(name, loader(name, place), origin=place, is_package=kind == "package")
    spec._set_fileattr = True
    if kind == "package":
        spec.submodule_search_locations = [place.rpartition("/")[0]]
    return spec


def _spec_of(module):
    """The spec of a module that was loaded without one."""
    name, file, path = module.__name__, getattr(module, "__file__", None), getattr(module, "__path__", None)
    if file is not None:
        return _spec_at(name, "file" if path is None else "package", file)
    if path is None:
        return ModuleSpec(name, BuiltinImporter, origin="built-in")
    spec = _spec_at(name, "namespace", path)
    spec.loader = NamespaceLoader(name, path)
    return spec
