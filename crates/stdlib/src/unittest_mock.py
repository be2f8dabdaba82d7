# unittest.mock: objects that stand for others and note how they are used.

import contextlib
import functools
import inspect
import io
import sys
import types

from _mock_calls import ANY, DEFAULT, _Call, _CallList, _deleted, _missing, _shown_call, call, sentinel

__name__ = "unittest.mock"
__all__ = (
    "Mock",
    "MagicMock",
    "patch",
    "sentinel",
    "DEFAULT",
    "ANY",
    "call",
    "create_autospec",
    "AsyncMock",
    "ThreadingMock",
    "FILTER_DIR",
    "NonCallableMock",
    "NonCallableMagicMock",
    "mock_open",
    "PropertyMock",
    "seal",
)
FILTER_DIR = True


class InvalidSpecError(Exception):
    """Raised when a mock is used as the spec of another."""


# --- mocks
_MAGICS = frozenset(
    f"__{name}__"
    for name in (
        "lt gt le ge eq ne getitem setitem delitem len contains str sizeof enter exit divmod rdivmod neg pos abs invert "
        "complex int float index round trunc floor ceil bool next fspath aiter hash repr dir format subclasses iter "
        "add sub mul matmul truediv floordiv mod lshift rshift and xor or pow iadd isub imul imatmul itruediv ifloordiv "
        "imod ilshift irshift iand ixor ior ipow radd rsub rmul rmatmul rtruediv rfloordiv rmod rlshift rrshift rand "
        "rxor ror rpow aenter aexit anext reversed missing reduce reduce_ex getinitargs getnewargs getstate setstate "
        "getformat"
    ).split()
)
_UNSUPPORTED = frozenset(f"__{name}__" for name in "getattr setattr init new prepare instancecheck subclasscheck del".split())
_ALL_MAGICS = _MAGICS | {"__call__", "__get__", "__set__", "__delete__"}
_ASYNC_MAGICS = frozenset(("__aenter__", "__aexit__", "__anext__"))
_RETURNS = {
    "__lt__": NotImplemented,
    "__gt__": NotImplemented,
    "__le__": NotImplemented,
    "__ge__": NotImplemented,
    "__int__": 1,
    "__contains__": False,
    "__len__": 0,
    "__exit__": False,
    "__float__": 1.0,
    "__bool__": True,
    "__index__": 1,
    "__aexit__": False,
}
_COMPUTED = {
    "__hash__": lambda self: object.__hash__(self),
    "__str__": lambda self: object.__str__(self),
    "__complex__": lambda self: complex(0, 1),
    "__sizeof__": lambda self: 16,
    "__fspath__": lambda self: f"{type(self).__name__}/{self._extract_mock_name()}/{id(self)}",
}
_DEFAULTS = _MAGICS - {
    "__getformat__",
    "__repr__",
    "__dir__",
    "__format__",
    "__subclasses__",
    "__getinitargs__",
    "__getnewargs__",
    "__getstate__",
    "__setstate__",
    "__reduce__",
    "__reduce_ex__",
    "__missing__",
    "__reversed__",
    "__round__",
    "__divmod__",
    "__rdivmod__",
    "__trunc__",
    "__floor__",
    "__ceil__",
    "__next__",
} | {"__round__", "__trunc__", "__floor__", "__ceil__", "__divmod__", "__rdivmod__"}
_OWN = frozenset(
    "return_value side_effect called call_count call_args call_args_list mock_calls method_calls _mock_children _mock_name "
    "_mock_new_name _mock_parent _mock_new_parent _mock_methods _mock_wraps _mock_sealed _spec_class _spec_signature "
    "_mock_return_value _mock_side_effect _mock_delegate _mock_add_spec _mock_unsafe await_count await_args await_args_list".split()
)


def _is_magic(name):
    return f"__{name[2:-2]}__" == name


def _is_instance_mock(obj):
    return issubclass(type(obj), NonCallableMock)


def _is_exception(obj):
    return isinstance(obj, BaseException) or isinstance(obj, type) and issubclass(obj, BaseException)


class NonCallableMock:
    """A mock that cannot be called."""

    def __new__(cls, *args, **kwargs):
        # Each has a class of its own, which its special methods are set on.
        bases = (cls,)
        made = type(cls.__name__, bases, {"__doc__": cls.__doc__, "__module__": cls.__module__})
        return object.__new__(made)

    def __init__(
        self,
        spec=None,
        wraps=None,
        name=None,
        spec_set=None,
        parent=None,
        _spec_state=None,
        _new_name="",
        _new_parent=None,
        _spec_as_instance=False,
        _eat_self=None,
        unsafe=False,
        **kwargs,
    ):
        state = self.__dict__
        if _is_instance_mock(spec_set if spec_set is not None else spec):
            raise InvalidSpecError(f"Cannot spec a Mock object. [object={spec if spec is not None else spec_set!r}]")
        state["_mock_parent"], state["_mock_name"] = parent, name
        state["_mock_new_name"] = _new_name
        state["_mock_new_parent"] = parent if _new_parent is None else _new_parent
        state["_mock_sealed"], state["_mock_unsafe"], state["_mock_wraps"] = False, unsafe, wraps
        state["_mock_children"], state["_mock_delegate"] = {}, None
        self._mock_add_spec(spec if spec_set is None else spec_set, spec_set is not None, _spec_as_instance, _eat_self)
        state["_mock_return_value"], state["_mock_side_effect"] = DEFAULT, None
        state["mock_calls"], state["method_calls"] = _CallList(), _CallList()
        self._clear()
        if kwargs:
            self.configure_mock(**kwargs)

    def _clear(self):
        state = self.__dict__
        state["called"], state["call_count"], state["call_args"] = False, 0, None
        state["call_args_list"] = _CallList()

    def _mock_add_spec(self, spec, spec_set, as_instance=False, eat_self=False):
        state = self.__dict__
        kind = signature = methods = None
        if spec is not None and not (isinstance(spec, list) or isinstance(spec, tuple)):
            kind = spec if isinstance(spec, type) else type(spec)
            signature = _signature_of(spec, as_instance, eat_self)
            methods = dir(spec)
        elif spec is not None:
            methods = list(spec)
        state["_spec_class"], state["_spec_set"], state["_spec_signature"] = kind, spec_set, signature
        state["_mock_methods"] = methods

    def mock_add_spec(self, spec, spec_set=False):
        self._mock_add_spec(spec, spec_set)

    def attach_mock(self, mock, attribute):
        inner = _mock_of(mock)
        inner.__dict__.update(_mock_parent=None, _mock_new_parent=None, _mock_name="", _mock_new_name=None)
        setattr(self, attribute, mock)

    @property
    def return_value(self):
        value = self.__dict__["_mock_return_value"]
        if value is DEFAULT and self.__dict__["_mock_wraps"] is None:
            value = self._get_child_mock(_new_parent=self, _new_name="()")
            self.__dict__["_mock_return_value"] = value
        return value

    @return_value.setter
    def return_value(self, value):
        self.__dict__["_mock_return_value"] = value
        _adopt(self, value, None, "()")

    @property
    def side_effect(self):
        return self.__dict__["_mock_side_effect"]

    @side_effect.setter
    def side_effect(self, value):
        if value is not None and not callable(value) and not _is_exception(value):
            value = iter(value)
        self.__dict__["_mock_side_effect"] = value

    @property
    def __class__(self):
        return self.__dict__.get("_spec_class") or type(self)

    def reset_mock(self, visited=None, *, return_value=False, side_effect=False):
        """Forget all calls, of the children too."""
        visited = [] if visited is None else visited
        if id(self) in visited:
            return
        visited.append(id(self))
        self._clear()
        self.__dict__["mock_calls"], self.__dict__["method_calls"] = _CallList(), _CallList()
        if return_value:
            self.__dict__["_mock_return_value"] = DEFAULT
        if side_effect:
            self.__dict__["_mock_side_effect"] = None
        for child in self._mock_children.values():
            if child is not _deleted and _is_instance_mock(child):
                child.reset_mock(visited, return_value=return_value, side_effect=side_effect)
        value = self.__dict__["_mock_return_value"]
        if _is_instance_mock(value) and value is not self:
            value.reset_mock(visited)

    def configure_mock(self, /, **kwargs):
        """Set attributes by dotted names."""
        for path, value in sorted(kwargs.items(), key=lambda item: item[0].count(".")):
            *parents, last = path.split(".")
            obj = self
            for name in parents:
                obj = getattr(obj, name)
            setattr(obj, last, value)

    def __getattr__(self, name):
        if name in ("_mock_methods", "_mock_unsafe", "_mock_children"):
            raise AttributeError(name)
        methods = self._mock_methods
        if methods is not None:
            if name not in methods or name in _ALL_MAGICS:
                raise AttributeError(f"Mock object has no attribute {name!r}")
        elif _is_magic(name):
            raise AttributeError(name)
        if not self._mock_unsafe and (methods is None or name not in methods):
            if name.startswith(("assert", "assret", "asert", "aseert", "assrt")) or name in _ASSERT_LIKE:
                raise AttributeError(
                    f"{name!r} is not a valid assertion. Use a spec for the mock if {name!r} is meant to be an attribute."
                )
        found = self._mock_children.get(name)
        if found is _deleted:
            raise AttributeError(name)
        if found is None:
            wraps = getattr(self._mock_wraps, name) if self._mock_wraps is not None else None
            found = self._get_child_mock(parent=self, name=name, wraps=wraps, _new_name=name, _new_parent=self)
            self._mock_children[name] = found
        return found

    def __setattr__(self, name, value):
        if name in ("return_value", "side_effect"):
            object.__setattr__(self, name, value)
            return
        if name in _OWN or name in self.__dict__:
            self.__dict__[name] = value
            return
        if self._spec_set and self._mock_methods is not None and name not in self._mock_methods:
            raise AttributeError(f"Mock object has no attribute '{name}'")
        if name in _UNSUPPORTED:
            raise AttributeError(f"Attempting to set unsupported magic method {name!r}.")
        if name in _ALL_MAGICS:
            if self._mock_methods is not None and name not in self._mock_methods:
                raise AttributeError(f"Mock object has no attribute '{name}'")
            if _is_instance_mock(value):
                _adopt(self, value, None, name)
                setattr(type(self), name, _MagicProxy(name, value))
            else:
                setattr(
                    type(self),
                    name,
                    functools.wraps(value)(lambda *args, **kw: value(*args, **kw)) if callable(value) else value,
                )
            self._mock_children[name] = value
            return
        if name == "__class__":
            self.__dict__["_spec_class"] = value
            return
        if self._mock_sealed and not hasattr(self, name):
            raise AttributeError(f"Cannot set {self._extract_mock_name()}.{name}")
        if _adopt(self, value, name, name):
            self._mock_children[name] = value
            return
        if isinstance(value, PropertyMock):
            self.__dict__[name] = value
            return
        object.__setattr__(self, name, value)

    def __delattr__(self, name):
        if name in _ALL_MAGICS and name in type(self).__dict__:
            delattr(type(self), name)
        found = self._mock_children.get(name, _missing)
        if name in self.__dict__:
            object.__delattr__(self, name)
        elif found is _deleted:
            raise AttributeError(name)
        self._mock_children[name] = _deleted

    def __dir__(self):
        extras = self._mock_methods or []
        own = [name for name in object.__dir__(self) if not name.startswith("_") or _is_magic(name)]
        children = [name for name, value in self._mock_children.items() if value is not _deleted]
        return sorted({*extras, *own, *self.__dict__, *children})

    def _get_child_mock(self, /, **kwargs):
        if self._mock_sealed:
            name = kwargs.get("name")
            called = f".{name}" if name else "()"
            raise AttributeError(f"{self._extract_mock_name()}{called}")
        name = kwargs.get("_new_name")
        kind = type(self).__mro__[1]
        if name in _ASYNC_MAGICS:
            return AsyncMock(**kwargs)
        if issubclass(kind, MagicMock) or not issubclass(kind, CallableMixin):
            kind = MagicMock if issubclass(kind, (MagicMock, NonCallableMagicMock)) else Mock
        return kind(**kwargs)

    def _extract_mock_name(self):
        parts, one, last = [], self, ""
        while one is not None:
            name = one.__dict__.get("_mock_new_name")
            if one.__dict__.get("_mock_name") and one.__dict__.get("_mock_new_parent") is None:
                break
            if name:
                parts.append(name if not last or last == "()" or last.startswith("[") else name + ".")
                last = name
            parent = one.__dict__.get("_mock_new_parent")
            if parent is None:
                break
            one = parent
        first = one.__dict__.get("_mock_name") or "mock"
        text = first
        for name in reversed(parts):
            name = name.rstrip(".")
            text += name if name == "()" else f".{name}"
        return text

    def __repr__(self):
        name = self._extract_mock_name()
        shown = f" name={name!r}" if name not in ("mock", "mock.") else ""
        kind = f" spec={self._spec_class.__name__!r}" if self._spec_class is not None else ""
        if kind and self._spec_set:
            kind = kind.replace("spec=", "spec_set=")
        return f"<{type(self).__name__}{shown}{kind} id='{id(self)}'>"

    # --- assertions
    def _called_with(self, message, expected, actual):
        shown = _shown_call(self._mock_name or "mock", *expected)
        return f"{message}\nExpected: {shown}\n  Actual: {actual}"

    def _normal(self, one):
        """A call with its arguments by the names of the spec's parameters."""
        signature = self._spec_signature
        if signature is None or not isinstance(one, tuple):
            return one
        name, args, kwargs = _Call(one)._parts() if not isinstance(one, _Call) else one._parts()
        try:
            bound = signature.bind(*args, **kwargs)
        except TypeError as error:
            return error.with_traceback(None)
        return _Call((name, bound.args, bound.kwargs)) if name else _Call((bound.args, bound.kwargs), two=True)

    def assert_called(self):
        if self.call_count == 0:
            raise AssertionError(f"Expected '{self._mock_name or 'mock'}' to have been called.")

    def assert_not_called(self):
        if self.call_count:
            raise AssertionError(
                f"Expected '{self._mock_name or 'mock'}' to not have been called. Called {self.call_count} times."
                f"{self._calls_repr()}"
            )

    def _calls_repr(self):
        return f"\nCalls: {self.mock_calls!r}." if self.mock_calls else ""

    def assert_called_once(self):
        if self.call_count != 1:
            raise AssertionError(
                f"Expected '{self._mock_name or 'mock'}' to have been called once. Called {self.call_count} times."
                f"{self._calls_repr()}"
            )

    def assert_called_with(self, /, *args, **kwargs):
        if self.call_args is None:
            raise AssertionError(
                f"expected call not found.\nExpected: {_shown_call(self._mock_name or 'mock', args, kwargs)}\n  Actual: not called."
            )
        expected = self._normal(_Call((args, kwargs), two=True))
        if expected != self._normal(self.call_args):
            actual = _shown_call(self._mock_name or "mock", *self.call_args)
            cause = expected if isinstance(expected, Exception) else None
            raise AssertionError(self._called_with("expected call not found.", (args, kwargs), actual)) from cause

    def assert_called_once_with(self, /, *args, **kwargs):
        if self.call_count != 1:
            raise AssertionError(
                f"Expected '{self._mock_name or 'mock'}' to be called once. Called {self.call_count} times.{self._calls_repr()}"
            )
        self.assert_called_with(*args, **kwargs)

    def assert_any_call(self, /, *args, **kwargs):
        expected = self._normal(_Call((args, kwargs), two=True))
        if not any(expected == self._normal(one) for one in self.call_args_list):
            raise AssertionError(f"{_shown_call(self._mock_name or 'mock', args, kwargs)} call not found")

    def assert_has_calls(self, calls, any_order=False):
        expected = [self._normal(one) for one in calls]
        actual = _CallList(self._normal(one) for one in self.mock_calls)
        if not any_order:
            if expected not in actual:
                raise AssertionError(f"Calls not found.\nExpected: {_CallList(calls)!r}\n  Actual: {self.mock_calls!r}")
            return
        left, absent = list(actual), []
        for one in expected:
            try:
                left.remove(one)
            except ValueError:
                absent.append(one)
        if absent:
            raise AssertionError(
                f"{self._mock_name or 'mock'!r} does not contain all of {tuple(absent)!r} in its call list, found {actual!r} instead"
            )


_ASSERT_LIKE = frozenset("called_once called_with called_once_with has_calls any_call not_called called_once_with_".split())


def _signature_of(spec, as_instance, eat_self):
    try:
        if isinstance(spec, type) and not as_instance:
            return inspect.signature(spec)
        if not isinstance(spec, type) and callable(spec):
            found = inspect.signature(spec)
            if eat_self:
                found = found.replace(parameters=list(found.parameters.values())[1:])
            return found
    except (TypeError, ValueError):
        pass
    return None


def _mock_of(obj):
    return getattr(obj, "mock", obj) if isinstance(obj, types.FunctionType) else obj


def _adopt(parent, value, name, new_name):
    """Make a mock the child of another, if it is nobody's."""
    value = _mock_of(value)
    if not _is_instance_mock(value):
        return False
    state = value.__dict__
    if (
        state.get("_mock_name")
        or state.get("_mock_new_name")
        or state["_mock_parent"] is not None
        or state["_mock_new_parent"] is not None
    ):
        return False
    one = parent
    while one is not None:
        if one is value:
            return False
        one = one.__dict__.get("_mock_new_parent")
    if new_name:
        state["_mock_new_parent"], state["_mock_new_name"] = parent, new_name
    if name:
        state["_mock_parent"], state["_mock_name"] = parent, name
    return True


class _MagicProxy:
    """Reads a special method from the class: makes the mock for it at the first use."""

    def __init__(self, name, mock):
        self.name, self.mock = name, mock

    def __get__(self, instance, owner=None):
        return self.mock


class CallableMixin:
    """Calls are noted."""

    def __init__(
        self,
        spec=None,
        side_effect=None,
        return_value=DEFAULT,
        wraps=None,
        name=None,
        spec_set=None,
        parent=None,
        _spec_state=None,
        _new_name="",
        _new_parent=None,
        **kwargs,
    ):
        super().__init__(spec, wraps, name, spec_set, parent, _spec_state, _new_name, _new_parent, **kwargs)
        self.__dict__["_mock_return_value"] = return_value
        if _is_instance_mock(return_value):
            _adopt(self, return_value, None, "()")
        self.side_effect = side_effect

    def _check_signature(self, args, kwargs):
        if self._spec_signature is not None:
            self._spec_signature.bind(*args, **kwargs)

    def __call__(self, /, *args, **kwargs):
        self._note(args, kwargs)
        return self._answer(args, kwargs)

    def _note(self, args, kwargs):
        state = self.__dict__
        state["called"] = True
        state["call_count"] += 1
        one = _Call((args, kwargs), two=True)
        state["call_args"] = one
        state["call_args_list"].append(one)
        state["mock_calls"].append(_Call(("", args, kwargs)))
        is_method, name = self._mock_parent is not None, self._mock_name
        method_name, full_name = name, state["_mock_new_name"]
        owner, is_call = state["_mock_new_parent"], full_name == "()"
        while owner is not None:
            if is_method and method_name is not None:
                owner.__dict__["method_calls"].append(_Call((method_name, args, kwargs)))
                is_method = owner.__dict__["_mock_parent"] is not None
                if is_method:
                    method_name = f"{owner.__dict__['_mock_name']}.{method_name}"
            owner.__dict__["mock_calls"].append(_Call((full_name, args, kwargs)))
            above = owner.__dict__["_mock_new_name"]
            if above:
                full_name = above + ("" if is_call else ".") + full_name
            is_call = above == "()"
            owner = owner.__dict__["_mock_new_parent"]

    def _answer(self, args, kwargs):
        effect = self.side_effect
        if effect is not None:
            if _is_exception(effect):
                raise effect
            if not callable(effect):
                value = next(effect)
                if _is_exception(value):
                    raise value
                return self.return_value if value is DEFAULT else value
            value = effect(*args, **kwargs)
            if value is not DEFAULT:
                return value
        if self.__dict__["_mock_return_value"] is not DEFAULT:
            return self.return_value
        if self._mock_wraps is not None:
            return self._mock_wraps(*args, **kwargs)
        return self.return_value


class Mock(CallableMixin, NonCallableMock):
    """Notes how it is used; its attributes are mocks, made when they are read."""


class _Magics(NonCallableMock):
    """Special methods that can be set, and have defaults."""

    def __init__(self, /, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self._set_magics()

    def _set_magics(self):
        methods = self._mock_methods
        for name in _DEFAULTS:
            if methods is None or name in methods:
                if name not in ("__hash__", "__str__", "__eq__", "__ne__", "__sizeof__", "__fspath__") or methods is None:
                    setattr(type(self), name, _DefaultMagic(name))

    def mock_add_spec(self, spec, spec_set=False):
        self._mock_add_spec(spec, spec_set)
        self._set_magics()


def _made_magic(parent, name):
    """The mock of a special method, with its usual answer."""
    made = parent._mock_children.get(name)
    if made is not None and made is not _deleted:
        return made
    made = parent._get_child_mock(name=name, _new_name=name, _new_parent=parent)
    if name in _RETURNS:
        made.return_value = _RETURNS[name]
    elif name in _COMPUTED:
        made.return_value = _COMPUTED[name](parent)
    elif name == "__iter__":

        def iterate():
            value = made.__dict__["_mock_return_value"]
            return iter([]) if value is DEFAULT else iter(value)

        made.side_effect = iterate
    elif name == "__eq__":
        made.side_effect = lambda other: True if parent is other else NotImplemented
    elif name == "__ne__":
        made.side_effect = lambda other: False if parent is other else NotImplemented
    parent._mock_children[name] = made
    return made


def _DefaultMagic(name):
    return property(lambda self: _made_magic(self, name))


class NonCallableMagicMock(_Magics, NonCallableMock):
    """A mock with special methods that cannot be called."""


class MagicMock(_Magics, Mock):
    """A mock with special methods."""


class ThreadingMock(MagicMock):
    """A mock whose calls can be waited for."""

    def wait_until_called(self, *, timeout=None):
        if not self.called:
            raise AssertionError(f"{self._mock_name or 'mock'} was not called before timeout({timeout}).")

    def wait_until_any_call_with(self, *args, **kwargs):
        self.assert_any_call(*args, **kwargs)


class AsyncMock(MagicMock):
    """A mock whose calls are awaited."""

    def __init__(self, /, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.__dict__["await_count"], self.__dict__["await_args"] = 0, None
        self.__dict__["await_args_list"] = _CallList()
        self.__dict__["_is_coroutine_mark"] = inspect._is_coroutine_mark

    def __call__(self, /, *args, **kwargs):
        self._note(args, kwargs)
        return _awaited(self, args, kwargs)

    def reset_mock(self, /, *args, **kwargs):
        super().reset_mock(*args, **kwargs)
        self.await_count, self.await_args, self.await_args_list = 0, None, _CallList()

    def assert_awaited(self):
        if not self.await_count:
            raise AssertionError(f"Expected {self._mock_name or 'mock'} to have been awaited.")

    def assert_awaited_once(self):
        if self.await_count != 1:
            raise AssertionError(
                f"Expected {self._mock_name or 'mock'} to have been awaited once. Awaited {self.await_count} times."
            )

    def assert_awaited_with(self, /, *args, **kwargs):
        expected = _Call((args, kwargs), two=True)
        if self.await_args is None:
            raise AssertionError(f"Expected await: {_shown_call('mock', args, kwargs)}\nNot awaited")
        if expected != self.await_args:
            actual = _shown_call("mock", *self.await_args)
            raise AssertionError(self._called_with("expected await not found.", (args, kwargs), actual))

    def assert_awaited_once_with(self, /, *args, **kwargs):
        self.assert_awaited_once()
        self.assert_awaited_with(*args, **kwargs)

    def assert_any_await(self, /, *args, **kwargs):
        if _Call((args, kwargs), two=True) not in self.await_args_list:
            raise AssertionError(f"{_shown_call('mock', args, kwargs)} await not found")

    def assert_not_awaited(self):
        if self.await_count:
            raise AssertionError(
                f"Expected {self._mock_name or 'mock'} to not have been awaited. Awaited {self.await_count} times."
            )


def _awaited(mock, args, kwargs):
    from _mock_awaited import awaited

    return awaited(mock, args, kwargs, _Call((args, kwargs), two=True))


class PropertyMock(Mock):
    """Stands for a property: reading it calls it, so does assigning."""

    def __get__(self, obj, obj_type=None):
        return self()

    def __set__(self, obj, value):
        self(value)


def seal(mock):
    """No more attributes are made."""
    mock.__dict__["_mock_sealed"] = True
    for child in list(mock._mock_children.values()):
        if _is_instance_mock(child) and child.__dict__["_mock_new_parent"] is mock:
            seal(child)


from _mock_patch import _patch, _patch_dict, patch
from _mock_specs import create_autospec, mock_open
