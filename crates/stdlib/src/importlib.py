# importlib: modules by name.

from _tensorcell.importlib import _import


def import_module(name, package=None):
    """The module of a name; one that begins with dots is looked for from the package."""
    level = len(name) - len(name.lstrip("."))
    if level:
        if not package:
            raise TypeError(f"the 'package' argument is required to perform a relative import for {name!r}")
        parts = package.rsplit(".", level - 1)
        if len(parts) < level:
            raise ImportError("attempted relative import beyond top-level package")
        name = ".".join(part for part in (parts[0], name[level:]) if part)
    return _import(name)
