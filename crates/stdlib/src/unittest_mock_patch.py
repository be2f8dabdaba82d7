# patch: part of unittest.mock.

import functools
import inspect
import sys
from unittest.mock import DEFAULT, AsyncMock, MagicMock, NonCallableMagicMock

from _mock_specs import create_autospec

__name__ = "unittest.mock"
_missing = object()


def _import(name):
    """The object of a dotted name: a module, or something in one."""
    parts = name.split(".")
    found, at = __import__(parts[0]), parts[0]
    for part in parts[1:]:
        at += f".{part}"
        try:
            found = getattr(found, part)
        except AttributeError:
            __import__(at)
            found = getattr(found, part)
    return found


class _patch:
    """Puts something in an attribute's place for a while: a context, and a decorator."""

    attribute_name = None
    _active_patches = []

    def __init__(self, getter, attribute, new, spec, create, spec_set, autospec, new_callable, kwargs, *, unsafe=False):
        if new_callable is not None and new is not DEFAULT:
            raise ValueError("Cannot use 'new' and 'new_callable' together")
        if new_callable is not None and autospec is not None:
            raise ValueError("Cannot use 'autospec' and 'new_callable' together")
        self.getter, self.attribute, self.new, self.spec, self.create = getter, attribute, new, spec, create
        self.spec_set, self.autospec, self.new_callable, self.kwargs = spec_set, autospec, new_callable, kwargs
        self.additional_patchers, self.has_local, self.temp_original, self.target = [], False, None, None

    def copy(self):
        made = _patch(
            self.getter,
            self.attribute,
            self.new,
            self.spec,
            self.create,
            self.spec_set,
            self.autospec,
            self.new_callable,
            self.kwargs,
        )
        made.attribute_name = self.attribute_name
        made.additional_patchers = [one.copy() for one in self.additional_patchers]
        return made

    def __call__(self, func):
        if isinstance(func, type):
            return self.decorate_class(func)
        return self.decorate_callable(func)

    def decorate_class(self, cls):
        for name in dir(cls):
            if name.startswith(patch.TEST_PREFIX) and callable(getattr(cls, name)):
                setattr(cls, name, self.copy()(getattr(cls, name)))
        return cls

    def decorate_callable(self, func):
        if hasattr(func, "patchings"):
            func.patchings.append(self)
            return func

        @functools.wraps(func)
        def patched(*args, **kwargs):
            entered, extra, keywords = [], [], {}
            try:
                for patching in patched.patchings:
                    value = patching.__enter__()
                    entered.append(patching)
                    if patching.attribute_name is not None:
                        keywords.update(value)
                    elif patching.new is DEFAULT:
                        extra.append(value)
                return func(*args, *extra, **{**kwargs, **keywords})
            finally:
                told = sys.exc_info()
                for patching in reversed(entered):
                    patching.__exit__(*told)

        patched.patchings = [self]
        return patched

    def get_original(self):
        target, name = self.getter(), self.attribute
        local = name in getattr(target, "__dict__", {})
        original = target.__dict__[name] if local else getattr(target, name, DEFAULT)
        import builtins

        if name in dir(builtins) and isinstance(target, type(sys)):
            self.create = True
        if not self.create and original is DEFAULT:
            raise AttributeError(f"{target} does not have the attribute {name!r}")
        return original, local

    def __enter__(self):
        self.target = self.getter()
        original, local = self.get_original()
        new = self._replacement(original) if self.new is DEFAULT else self.new
        self.temp_original, self.is_local = original, local
        self.entered = []
        try:
            setattr(self.target, self.attribute, new)
            if self.attribute_name is None:
                return new
            values = {self.attribute_name: new} if self.new is DEFAULT else {}
            for patching in self.additional_patchers:
                value = patching.__enter__()
                self.entered.append(patching)
                if patching.new is DEFAULT:
                    values.update(value)
            return values
        except BaseException:
            self.__exit__(*sys.exc_info())
            raise

    def _replacement(self, original):
        spec, spec_set, autospec = self.spec, self.spec_set, self.autospec
        if autospec is True:
            autospec = original
        if autospec is not None and autospec is not False:
            return create_autospec(autospec, spec_set=bool(spec_set), _name=self.attribute, **self.kwargs)
        if spec is True:
            spec = original
        if spec_set is True:
            spec_set = original
        if self.new_callable is not None:
            kind = self.new_callable
        elif inspect.iscoroutinefunction(original):
            kind = AsyncMock
        elif (spec is not None or spec_set is not None) and not callable(spec or spec_set):
            kind = NonCallableMagicMock
        else:
            kind = MagicMock
        options = {name: value for name, value in (("spec", spec), ("spec_set", spec_set)) if value is not None}
        if isinstance(kind, type) and issubclass(kind, (MagicMock, NonCallableMagicMock)) and self.attribute:
            options["name"] = self.attribute
        made = kind(**{**options, **self.kwargs})
        if isinstance(spec or spec_set, type) and hasattr(made, "return_value"):
            made.return_value = MagicMock(spec=spec or spec_set, _new_parent=made, _new_name="()")
        return made

    def __exit__(self, *told):
        if self.is_local and self.temp_original is not DEFAULT:
            setattr(self.target, self.attribute, self.temp_original)
        else:
            delattr(self.target, self.attribute)
            if not self.create and (not hasattr(self.target, self.attribute) or self.attribute in ("__doc__", "__module__")):
                setattr(self.target, self.attribute, self.temp_original)
        for patching in reversed(self.entered):
            patching.__exit__(*told)
        return False

    def start(self):
        result = self.__enter__()
        self._active_patches.append(self)
        return result

    def stop(self):
        try:
            self._active_patches.remove(self)
        except ValueError:
            return None
        return self.__exit__(None, None, None)


def _split(target):
    try:
        target, attribute = target.rsplit(".", 1)
    except (TypeError, ValueError, AttributeError):
        raise TypeError(f"Need a valid target to patch. You supplied: {target!r}") from None
    return functools.partial(_import, target), attribute


def patch(
    target, new=DEFAULT, spec=None, create=False, spec_set=None, autospec=None, new_callable=None, *, unsafe=False, **kwargs
):
    """Patch what a dotted name is of."""
    getter, attribute = _split(target)
    return _patch(getter, attribute, new, spec, create, spec_set, autospec, new_callable, kwargs, unsafe=unsafe)


def _patch_object(
    target,
    attribute,
    new=DEFAULT,
    spec=None,
    create=False,
    spec_set=None,
    autospec=None,
    new_callable=None,
    *,
    unsafe=False,
    **kwargs,
):
    """Patch an attribute of an object."""
    if type(target) is str:
        raise TypeError(f"{target!r} must be the actual object to be patched, not a str")
    return _patch(lambda: target, attribute, new, spec, create, spec_set, autospec, new_callable, kwargs, unsafe=unsafe)


def _patch_multiple(target, spec=None, create=False, spec_set=None, autospec=None, new_callable=None, **kwargs):
    """Patch several attributes of an object."""
    getter = functools.partial(_import, target) if type(target) is str else lambda: target
    if not kwargs:
        raise ValueError("Must supply at least one keyword argument with patch.multiple")
    patchers = []
    for attribute, new in kwargs.items():
        one = _patch(getter, attribute, new, spec, create, spec_set, autospec, new_callable, {})
        one.attribute_name = attribute
        patchers.append(one)
    patchers[0].additional_patchers = patchers[1:]
    return patchers[0]


class _patch_dict:
    """Changes a dict for a while."""

    def __init__(self, in_dict, values=(), clear=False, **kwargs):
        self.in_dict, self.values, self.clear = in_dict, dict(values), clear
        self.values.update(kwargs)
        self._original = None

    def __call__(self, f):
        if isinstance(f, type):
            for name in dir(f):
                if name.startswith(patch.TEST_PREFIX) and callable(getattr(f, name)):
                    setattr(f, name, _patch_dict(self.in_dict, self.values, self.clear)(getattr(f, name)))
            return f

        @functools.wraps(f)
        def inner(*args, **kwargs):
            with self:
                return f(*args, **kwargs)

        return inner

    def __enter__(self):
        if isinstance(self.in_dict, str):
            self.in_dict = _import(self.in_dict)
        try:
            self._original = self.in_dict.copy()
        except AttributeError:
            self._original = {key: self.in_dict[key] for key in self.in_dict}
        if self.clear:
            self._empty()
        for key, value in self.values.items():
            self.in_dict[key] = value
        return self.in_dict

    def _empty(self):
        try:
            self.in_dict.clear()
        except AttributeError:
            for key in list(self.in_dict):
                del self.in_dict[key]

    def __exit__(self, *told):
        if self._original is not None:
            self._empty()
            for key in self._original:
                self.in_dict[key] = self._original[key]
            self._original = None
        return False

    def start(self):
        result = self.__enter__()
        _patch._active_patches.append(self)
        return result

    def stop(self):
        try:
            _patch._active_patches.remove(self)
        except ValueError:
            return None
        return self.__exit__(None, None, None)


def _stop_all():
    """Stop all patches that were started."""
    for one in reversed(_patch._active_patches[:]):
        one.stop()


patch.object, patch.multiple, patch.dict, patch.stopall = _patch_object, _patch_multiple, _patch_dict, _stop_all
patch.TEST_PREFIX = "test"
