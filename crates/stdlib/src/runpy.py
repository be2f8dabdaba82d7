# runpy: modules and files run as programs.

import importlib.util
import os
import sys
from contextlib import contextmanager
from importlib._finders import _library_path
from importlib.machinery import BuiltinImporter, PathFinder
from types import ModuleType

from _tensorcell.importlib import _compile

__all__ = ["run_module", "run_path"]


class _Error(Exception):
    """An error that a command line is told of without a traceback."""


@contextmanager
def _standing_in(name, module, argv0):
    """Has a module stand in sys.modules, and a name in sys.argv, for a while."""
    missing = object()
    before, argv = sys.modules.get(name, missing), sys.argv[0]
    sys.modules[name], sys.argv[0] = module, argv0
    try:
        yield
    finally:
        sys.argv[0] = argv
        if before is missing:
            sys.modules.pop(name, None)
        else:
            sys.modules[name] = before


def _run_code(code, names, init_globals=None, mod_name=None, mod_spec=None, pkg_name=None, script_name=None):
    if init_globals is not None:
        names.update(init_globals)
    if mod_spec is not None:
        script_name = mod_spec.origin
        pkg_name = mod_spec.parent if pkg_name is None else pkg_name
    names.update(
        __name__=mod_name,
        __file__=script_name,
        __cached__=getattr(mod_spec, "cached", None),
        __doc__=None,
        __loader__=getattr(mod_spec, "loader", None),
        __package__=pkg_name,
        __spec__=mod_spec,
    )
    exec(code, names)
    return names


def _run_module_code(code, init_globals=None, mod_name=None, mod_spec=None, pkg_name=None, script_name=None):
    module = ModuleType(mod_name)
    with _standing_in(mod_name, module, script_name if mod_spec is None else mod_spec.origin):
        names = _run_code(code, module.__dict__, init_globals, mod_name, mod_spec, pkg_name, script_name)
    # The module's own names may go with it.
    return names.copy()


def _import_above(name):
    """Import the package that a module is in."""
    package = name.rpartition(".")[0]
    if not package:
        return
    try:
        __import__(package)
    except ImportError as error:
        # The search for the module itself says that its package is missing.
        if error.name is None or error.name != package and not package.startswith(error.name + "."):
            raise
    existing = sys.modules.get(name)
    if existing is not None and not hasattr(existing, "__path__"):
        import warnings

        text = f"{name!r} found in sys.modules after import of package {package!r}, but prior to execution of {name!r}"
        warnings.warn(RuntimeWarning(text + "; this may result in unpredictable behaviour"))


def _spec(name, error):
    try:
        spec = importlib.util.find_spec(name)
    except (ImportError, AttributeError, TypeError, ValueError) as raised:
        text = f"Error while finding module specification for {name!r} ({type(raised).__name__}: {raised})"
        if name.endswith(".py"):
            text += f". Try using '{name[:-3]}' instead of '{name}' as the module name."
        raise error(text) from raised
    if spec is not None and spec.loader is BuiltinImporter:
        # Ours is no program; the environment's file of that name may be one.
        above = name.rpartition(".")[0]
        spec = PathFinder.find_spec(name, _library_path(above)) or spec
    if spec is None:
        raise error(f"No module named {name}")
    return spec


def _get_module_details(name, error=ImportError):
    """(name, spec, code) of a module that is to be run: of a package, its `__main__`."""
    if name.startswith("."):
        raise error("Relative module names not supported")
    _import_above(name)
    spec = _spec(name, error)
    if spec.submodule_search_locations is not None:
        if name == "__main__" or name.endswith(".__main__"):
            raise error("Cannot use package as __main__ module")
        try:
            return _get_module_details(name + ".__main__", error)
        except error as raised:
            if name not in sys.modules:
                raise
            raise error(f"{raised}; {name!r} is a package and cannot be directly executed") from None
    if spec.loader is None:
        raise error(f"{name!r} is a namespace package and cannot be executed")
    try:
        code = spec.loader.get_code(name)
    except ImportError as raised:
        raise error(str(raised)) from raised
    if code is None:
        raise error(f"No code object available for {name}")
    return name, spec, code


def _get_main_module_details(error=ImportError):
    """(name, spec, code) of `__main__` in the first folder or archive of sys.path."""
    main = sys.modules.pop("__main__")
    try:
        return _get_module_details("__main__")
    except ImportError as raised:
        if "__main__" in str(raised):
            raise error(f"can't find '__main__' module in {sys.path[0]!r}") from raised
        raise
    finally:
        sys.modules["__main__"] = main


def _run_module_as_main(mod_name, alter_argv=True):
    """Run a module in the names of `__main__`, as `-m` does; without alter_argv the first entry of sys.path."""
    try:
        if alter_argv or mod_name != "__main__":
            _, spec, code = _get_module_details(mod_name, _Error)
        else:
            _, spec, code = _get_main_module_details(_Error)
    except _Error as error:
        sys.exit(f"{sys.executable}: {error}")
    if alter_argv:
        sys.argv[0] = spec.origin
    return _run_code(code, sys.modules["__main__"].__dict__, None, "__main__", spec)


def run_module(mod_name, init_globals=None, run_name=None, alter_sys=False):
    """Run a module's code without importing it; its names."""
    mod_name, spec, code = _get_module_details(mod_name)
    run_name = mod_name if run_name is None else run_name
    if alter_sys:
        return _run_module_code(code, init_globals, run_name, spec)
    return _run_code(code, {}, init_globals, run_name, spec)


def _get_code_from_file(file):
    with open(os.path.abspath(file), "rb") as opened:
        return _compile(opened.read(), file)


def run_path(path_name, init_globals=None, run_name=None):
    """Run a file, or the `__main__` of a folder or an archive; its names."""
    run_name = "<run_path>" if run_name is None else run_name
    package = run_name.rpartition(".")[0]
    path_name = os.fsdecode(path_name)
    if PathFinder._path_importer_cache(path_name) is None:
        code = _get_code_from_file(path_name)
        return _run_module_code(code, init_globals, run_name, pkg_name=package, script_name=path_name)
    sys.path.insert(0, path_name)
    try:
        _, spec, code = _get_main_module_details()
        module = ModuleType(run_name)
        with _standing_in(run_name, module, path_name):
            return _run_code(code, module.__dict__, init_globals, run_name, spec, package).copy()
    finally:
        if path_name in sys.path:
            sys.path.remove(path_name)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        print("No module specified for execution", file=sys.stderr)
    else:
        del sys.argv[0]
        _run_module_as_main(sys.argv[0])
