# importlib._finders: what finds modules, in sys.meta_path and for the entries of sys.path: part of importlib.machinery.
#
# The interpreter searches plain folders itself; it asks PathFinder where an entry is none, or a program has hooks of its own.

import sys
from importlib._loaders import (
    EXTENSION_SUFFIXES,
    SOURCE_SUFFIXES,
    BuiltinImporter,
    ExtensionFileLoader,
    FrozenImporter,
    ModuleSpec,
    SourceFileLoader,
    _join,
    _spec_at,
)
from zipimport import zipimporter

from _tensorcell.importlib import OWN_MODULES, _find, _is_defined, _is_dir, _is_file

__name__ = "importlib.machinery"

# Counts the calls of invalidate_caches(): namespace packages look for their folders again.
_epoch = 0


class _NamespacePath:
    """The folders of a namespace package; looked for again when the path above it has changed."""

    def __init__(self, name, path, path_finder):
        self._name, self._path, self._path_finder = name, path, path_finder
        self._seen = self._above()

    def _above(self):
        parent = self._name.rpartition(".")[0]
        return _epoch, tuple(sys.modules[parent].__path__ if parent else sys.path)

    def _recalculate(self):
        above = self._above()
        if above != self._seen:
            spec = self._path_finder(self._name, above[1])
            if spec is not None and spec.loader is None and spec.submodule_search_locations:
                self._path = list(spec.submodule_search_locations)
            self._seen = above
        return self._path

    def __iter__(self):
        return iter(self._recalculate())

    def __getitem__(self, index):
        return self._recalculate()[index]

    def __setitem__(self, index, path):
        self._path[index] = path

    def __len__(self):
        return len(self._recalculate())

    def __repr__(self):
        return f"_NamespacePath({self._path!r})"

    def __contains__(self, item):
        return item in self._recalculate()

    def append(self, item):
        self._path.append(item)


def _namespace_path(name, portions):
    """The path of a namespace package that the interpreter has found."""
    return _NamespacePath(name, portions, PathFinder._find_spec)


def _library_path(package):
    """Where the environment's standard library has a package that is ours here, or its modules for an empty name."""
    path = list(sys.path)
    path = path[path.index(OWN_MODULES) + 1 :] if OWN_MODULES in path else []
    return [_join(entry, package.replace(".", "/")) if package else entry for entry in path]


class PathFinder:
    """Finds modules by the entries of sys.path, or of a package's path."""

    @classmethod
    def find_spec(cls, fullname, path=None, target=None):
        spec = cls._find_spec(fullname, sys.path if path is None else path, target)
        if spec is not None and spec.loader is None:
            if not spec.submodule_search_locations:
                return None
            portions = spec.submodule_search_locations
            spec.submodule_search_locations = _NamespacePath(fullname, portions, cls._find_spec)
        return spec

    @classmethod
    def _find_spec(cls, fullname, path, target=None):
        portions = []
        for entry in path:
            spec = cls._spec_in(entry, fullname, target) if isinstance(entry, str) else None
            if spec is None:
                continue
            if spec.loader is not None:
                return spec
            if spec.submodule_search_locations is None:
                raise ImportError("spec missing loader")
            portions.extend(spec.submodule_search_locations)
        spec = ModuleSpec(fullname, None)
        spec.submodule_search_locations = portions
        return spec

    @classmethod
    def _spec_in(cls, entry, fullname, target):
        if entry == OWN_MODULES:
            return ModuleSpec(fullname, BuiltinImporter, origin="built-in") if _is_defined(fullname) else None
        finder = cls._path_importer_cache(entry)
        return None if finder is None else finder.find_spec(fullname, target)

    @classmethod
    def _path_importer_cache(cls, path):
        """What finds modules in an entry; None where nothing does."""
        if path == "":
            import os

            try:
                path = os.getcwd()
            except FileNotFoundError:
                return None
        try:
            return sys.path_importer_cache[path]
        except KeyError:
            finder = sys.path_importer_cache[path] = cls._path_hooks(path)
            return finder

    @staticmethod
    def _path_hooks(path):
        for hook in sys.path_hooks:
            try:
                return hook(path)
            except ImportError:
                continue
        return None

    @staticmethod
    def invalidate_caches():
        global _epoch
        for path, finder in list(sys.path_importer_cache.items()):
            if finder is None:
                del sys.path_importer_cache[path]
            elif hasattr(finder, "invalidate_caches"):
                finder.invalidate_caches()
        _epoch += 1

    @staticmethod
    def find_distributions(context=None):
        """The distributions of the interpreter's own libraries, then those whose metadata lies on the path."""
        from importlib.metadata import DistributionFinder, MetadataPathFinder

        context = DistributionFinder.Context() if context is None else context
        if _is_defined("_distributions"):
            from importlib._own import found

            import _distributions

            yield from found(_distributions.MODULES, context.name)
        yield from MetadataPathFinder.find_distributions(context)


class FileFinder:
    """Finds modules in one folder, by the endings of files: (loader, endings) each."""

    def __init__(self, path, *loader_details):
        import os

        self._loaders = [(suffix, loader) for loader, suffixes in loader_details for suffix in suffixes]
        self._details = loader_details
        self.path = "." if not path or path == "." else os.path.abspath(path)

    def find_spec(self, fullname, target=None):
        leaf = fullname.rpartition(".")[2]
        if self._details == _DETAILS:
            found = _find(leaf, [self.path])
            return None if found is None else _spec_at(fullname, *found)
        return self._find_by_suffix(fullname, _join(self.path, leaf))

    def _find_by_suffix(self, fullname, base):
        from importlib.util import spec_from_file_location

        is_folder = _is_dir(base)
        if is_folder:
            for suffix, loader in self._loaders:
                file = _join(base, "__init__" + suffix)
                if _is_file(file):
                    return spec_from_file_location(
                        fullname, file, loader=loader(fullname, file), submodule_search_locations=[base]
                    )
        for suffix, loader in self._loaders:
            if _is_file(base + suffix):
                return spec_from_file_location(fullname, base + suffix, loader=loader(fullname, base + suffix))
        return _spec_at(fullname, "namespace", [base]) if is_folder else None

    def invalidate_caches(self):
        """Folders are read at each search; there is nothing to forget."""

    @classmethod
    def path_hook(cls, *loader_details):
        """A function for sys.path_hooks that makes a finder of each folder."""

        def path_hook_for_FileFinder(path):
            if not _is_dir(path or "."):
                raise ImportError("only directories are supported", path=path)
            return cls(path, *loader_details)

        return path_hook_for_FileFinder

    def __repr__(self):
        return f"FileFinder({self.path!r})"


_DETAILS = ((ExtensionFileLoader, EXTENSION_SUFFIXES), (SourceFileLoader, SOURCE_SUFFIXES))

meta_path = [BuiltinImporter, FrozenImporter, PathFinder]
path_hooks = [zipimporter, FileFinder.path_hook(*_DETAILS)]
_own_hooks = tuple(path_hooks)


def _searches_folders():
    """Whether a program has left the entries of paths to the interpreter's own hooks."""
    own = (FileFinder, zipimporter, type(None))
    return tuple(sys.path_hooks) == _own_hooks and all(type(finder) in own for finder in sys.path_importer_cache.values())
