# importlib: modules by name.

import sys

from _tensorcell.importlib import _import, _run_file

__all__ = ["__import__", "import_module", "invalidate_caches", "reload"]


def _absolute(name, package):
    level = len(name) - len(name.lstrip("."))
    if not level:
        return name
    if not package:
        raise TypeError(f"the 'package' argument is required to perform a relative import for {name!r}")
    parts = package.rsplit(".", level - 1)
    if len(parts) < level:
        raise ImportError("attempted relative import beyond top-level package")
    return ".".join(part for part in (parts[0], name[level:]) if part)


def import_module(name, package=None):
    """The module of a name; one that begins with dots is looked for from the package."""
    return _import(_absolute(name, package))


def invalidate_caches():
    """Has all finders forget what they know of folders and archives."""
    for finder in sys.meta_path:
        if hasattr(finder, "invalidate_caches"):
            finder.invalidate_caches()


def reload(module):
    """Runs a module's file again in its own names."""
    spec = getattr(module, "__spec__", None)
    name = getattr(spec, "name", None) or getattr(module, "__name__", None)
    if not isinstance(name, str) or not hasattr(module, "__dict__"):
        raise TypeError("reload() argument must be a module")
    if sys.modules.get(name) is not module:
        raise ImportError(f"module {name} not in sys.modules", name=name)
    file = getattr(module, "__file__", None)
    if file is not None and file.endswith(".py"):
        _run_file(module, file)
    elif spec is not None and not _is_own(spec):
        spec.loader.exec_module(module)
    return sys.modules[name]


def _is_own(spec):
    return spec.origin == "built-in"


def __import__(name, globals=None, locals=None, fromlist=(), level=0):
    import builtins

    return builtins.__import__(name, globals, locals, fromlist, level)


def __getattr__(name):
    if name in ("_bootstrap", "_bootstrap_external"):
        return import_module(f"importlib.{name}")
    raise AttributeError(f"module 'importlib' has no attribute {name!r}")
