# importlib.abc: the classes that finders and loaders derive from.

import abc
from importlib.machinery import BuiltinImporter, ExtensionFileLoader, FileFinder, PathFinder, SourceFileLoader

from _tensorcell.importlib import _compile


class MetaPathFinder(metaclass=abc.ABCMeta):
    """Finds modules; stands in sys.meta_path."""

    def invalidate_caches(self):
        pass


class PathEntryFinder(metaclass=abc.ABCMeta):
    """Finds modules in one entry of a path."""

    def invalidate_caches(self):
        pass


class Loader(metaclass=abc.ABCMeta):
    """Makes modules and runs them."""

    def create_module(self, spec):
        return None

    def load_module(self, fullname):
        from importlib.util import _load, spec_from_loader

        if not hasattr(self, "exec_module"):
            raise ImportError
        return _load(spec_from_loader(fullname, self))


class ResourceLoader(Loader):
    """Reads data that lies beside modules."""

    @abc.abstractmethod
    def get_data(self, path):
        raise OSError


class InspectLoader(Loader):
    """Shows source and code of what it loads."""

    def is_package(self, fullname):
        raise ImportError

    def get_code(self, fullname):
        source = self.get_source(fullname)
        return None if source is None else self.source_to_code(source)

    @abc.abstractmethod
    def get_source(self, fullname):
        raise ImportError

    @staticmethod
    def source_to_code(data, path="<string>"):
        if isinstance(data, (str, bytes)):
            return _compile(data, path)
        return compile(data, path, "exec", dont_inherit=True)

    def exec_module(self, module):
        code = self.get_code(module.__name__)
        if code is None:
            raise ImportError(f"cannot load module {module.__name__!r} when get_code() returns None")
        exec(code, module.__dict__)


class ExecutionLoader(InspectLoader):
    """Loads what has a file."""

    @abc.abstractmethod
    def get_filename(self, fullname):
        raise ImportError

    def get_code(self, fullname):
        source = self.get_source(fullname)
        return None if source is None else self.source_to_code(source, self.get_filename(fullname))


class FileLoader(ResourceLoader, ExecutionLoader):
    """Loads files."""

    def __init__(self, fullname, path):
        self.name = fullname
        self.path = path

    def get_filename(self, name=None):
        return self.path

    def get_data(self, path):
        with open(path, "rb") as file:
            return file.read()


class SourceLoader(ResourceLoader, ExecutionLoader):
    """Loads source files."""

    def path_mtime(self, path):
        raise OSError

    def path_stats(self, path):
        return {"mtime": self.path_mtime(path)}

    def set_data(self, path, data):
        pass

    def get_source(self, fullname):
        from importlib.util import decode_source

        return decode_source(self.get_data(self.get_filename(fullname)))


MetaPathFinder.register(BuiltinImporter)
MetaPathFinder.register(PathFinder)
PathEntryFinder.register(FileFinder)
FileLoader.register(SourceFileLoader)
FileLoader.register(ExtensionFileLoader)
SourceLoader.register(SourceFileLoader)
