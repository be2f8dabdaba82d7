"""%autoreload: reruns changed modules before the next cell and updates names imported from them."""

import functools
import gc
import importlib
import os
import sys
import traceback
import types
import weakref

OFF, EXPLICIT, ALL, COMPLETE = 0, 1, 2, 3

_MODES = {"0": OFF, "off": OFF, "1": EXPLICIT, "explicit": EXPLICIT, "2": ALL, "all": ALL, "3": COMPLETE, "complete": COMPLETE}

_state = types.SimpleNamespace(mode=OFF, named={}, skipped=set(), times={}, failed={}, made={})


def load_ipython_extension(ip):
    """Accepted: %autoreload is there in any case."""


def autoreload(line, names):
    """The magic: a mode, or "now"; nothing reloads at once."""
    word = line.strip().lower()
    if word in ("", "now"):
        check(names, everything=True)
    elif word in _MODES:
        _state.mode = _MODES[word]
        note()
    else:
        raise ValueError(f'Unrecognized autoreload mode passed: {word!r}. See "%autoreload?".')


def aimport(line, names):
    """The magic: modules to import and to reload in mode 1, or with a minus to leave alone; nothing lists them."""
    if not line.strip():
        if _state.mode >= ALL:
            print("Modules to reload:\nall-except-skipped")
        else:
            print("Modules to reload:\n" + " ".join(sorted(_state.named)))
        print("\nModules to skip:\n" + " ".join(sorted(_state.skipped)))
        return
    for name in [word.strip() for word in line.split(",")]:
        if name.startswith("-"):
            _state.named.pop(name[1:], None)
            _state.skipped.add(name[1:])
            continue
        _state.skipped.discard(name)
        _state.named[name] = True
        importlib.import_module(name)
        top = name.partition(".")[0]
        names[top] = sys.modules[top]
    note()


def _changed_at(module):
    """Returns the modification time of a module's file, or None if it has none."""
    file = getattr(module, "__file__", None)
    if not isinstance(module, types.ModuleType) or not file or not file.endswith(".py"):
        return None
    try:
        return os.stat(file).st_mtime_ns
    except OSError:
        return None


def _files():
    for name, module in list(sys.modules.items()):
        if name not in ("__main__", "__mp_main__"):
            changed = _changed_at(module)
            if changed is not None:
                yield name, module, changed


def note():
    """Records newly imported modules. Changes of their files count from now on."""
    if _state.mode == OFF and not _state.named:
        return
    for name, module, changed in _files():
        if name not in _state.times:
            _state.times[name] = changed
            _remember(module)


def check(names, everything=False):
    """Reloads the modules that have changed."""
    if _state.mode == OFF and not everything:
        return
    for name, module, changed in list(_files()):
        is_asked = everything or _state.mode >= ALL or name in _state.named
        known = _state.times.setdefault(name, changed)
        if not is_asked or name in _state.skipped or changed == known or _state.failed.get(name) == changed:
            continue
        _state.times[name] = changed
        try:
            superreload(module, names)
            _state.failed.pop(name, None)
        except BaseException as error:
            _state.failed[name] = changed
            print(f"[autoreload of {name} failed: {traceback.format_exc()}]", file=sys.stderr)
            if isinstance(error, KeyboardInterrupt):
                raise


def _remember(module):
    """Tracks a module's functions and classes, so that later versions replace those already in use."""
    for name, value in list(vars(module).items()):
        if getattr(value, "__module__", None) == module.__name__ and isinstance(value, (type, types.FunctionType)):
            known = _state.made.setdefault((module.__name__, name), [])
            if not any(reference() is value for reference in known):
                known.append(weakref.ref(value))


def superreload(module, names):
    """Reruns a module's file. Names that it no longer binds stay. Old versions in use are replaced by the new ones."""
    _remember(module)
    before = dict(vars(module))
    try:
        importlib.reload(module)
    except BaseException:
        vars(module).update(before)
        raise
    for name, new in list(vars(module).items()):
        key = (module.__name__, name)
        for reference in _state.made.get(key, []):
            old = reference()
            if old is not None and old is not new:
                _update(old, new)
                _replace(old, new, names)
        if key in _state.made:
            _state.made[key] = [reference for reference in _state.made[key] if reference() is not None]
    _remember(module)
    if _state.mode == COMPLETE:
        _replace_values(module, before, names)


def _replace(old, new, names):
    """Rebinds names of an old version, in the notebook and in modules, to the new one."""
    if type(old) is not type(new):
        return
    modules = [vars(sys.modules[name]) for name in _state.times if isinstance(sys.modules.get(name), types.ModuleType)]
    for namespace in [names, *modules]:
        for name, value in list(namespace.items()):
            if value is old:
                namespace[name] = new


def _replace_values(module, before, names):
    """Updates a notebook's names for other values of a module."""
    for name, new in vars(module).items():
        if not name.startswith("__") and name in names and name in before and names[name] is before[name]:
            names[name] = new


def _update(old, new):
    """Makes an object the new version of it, where both are of a kind."""
    if isinstance(old, types.FunctionType) and isinstance(new, types.FunctionType):
        _update_function(old, new)
    elif isinstance(old, type) and isinstance(new, type):
        _update_class(old, new)
    elif isinstance(old, property) and isinstance(new, property):
        for name in ("fget", "fset", "fdel"):
            _update(getattr(old, name), getattr(new, name))
    elif isinstance(old, (classmethod, staticmethod)) and type(old) is type(new):
        _update(old.__func__, new.__func__)
    elif isinstance(old, functools.partial) and isinstance(new, functools.partial):
        _update(old.func, new.func)


def _update_function(old, new):
    for name in ("__code__", "__defaults__", "__kwdefaults__", "__doc__", "__annotations__", "__dict__"):
        try:
            setattr(old, name, getattr(new, name))
        except (AttributeError, TypeError, ValueError):
            # The closures differ, so the function's old holders keep it.
            pass


def _update_class(old, new):
    for name, before in list(vars(old).items()):
        if name in ("__dict__", "__weakref__"):
            continue
        if name not in vars(new):
            if not name.startswith("__"):
                _try(delattr, old, name)
            continue
        after = vars(new)[name]
        if before is not after and name not in ("__module__", "__qualname__"):
            _update(before, after)
            _try(setattr, old, name, after)
    for name, after in list(vars(new).items()):
        if name not in vars(old):
            _try(setattr, old, name, after)
    for subclass in old.__subclasses__():
        bases = tuple([new if base is old else base for base in subclass.__bases__])
        _try(setattr, subclass, "__bases__", bases)
    for instance in _instances(old):
        _try(object.__setattr__, instance, "__class__", new)


def _instances(kind):
    """What is reached from the modules' names and is of a class itself."""
    # Keep the objects alive, so that no id is reused.
    seen, found = {}, []
    waiting = [vars(module) for module in list(sys.modules.values()) if isinstance(module, types.ModuleType)]
    while waiting:
        value = waiting.pop()
        if id(value) in seen:
            continue
        seen[id(value)] = value
        if type(value) is kind:
            found.append(value)
        waiting.extend(gc.get_referents(value))
    return found


def _try(change, *args):
    """Changes what may be changed."""
    try:
        change(*args)
    except (AttributeError, TypeError):
        pass
