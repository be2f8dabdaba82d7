# Mocks that have the form of another object: part of unittest.mock.

import functools
import inspect
import io
import types
from unittest.mock import DEFAULT, AsyncMock, CallableMixin, MagicMock, NonCallableMagicMock, _is_magic

__name__ = "unittest.mock"


def create_autospec(spec, spec_set=False, instance=False, _parent=None, _name=None, *, unsafe=False, **kwargs):
    """A mock with the attributes of another object, whose calls must fit its signatures."""
    is_type = isinstance(spec, type)
    options = {"spec_set" if spec_set else "spec": spec, "_spec_as_instance": instance, "unsafe": unsafe}
    is_function = isinstance(spec, types.FunctionType)
    kind = MagicMock
    if is_function and inspect.iscoroutinefunction(spec):
        kind = AsyncMock
    elif not callable(spec) or is_type and instance and "__call__" not in dir(spec):
        kind = NonCallableMagicMock
    name = kwargs.pop("name", _name)
    mock = kind(parent=_parent, name=name, _new_parent=_parent, _new_name="" if _parent is None else name, **options, **kwargs)
    if is_function:
        return _as_function(mock, spec)
    _enforce(mock)
    if is_type and not instance and "return_value" not in kwargs:
        mock.return_value = create_autospec(spec, spec_set, instance=True, _name="()", _parent=mock)
    for entry in dir(spec):
        if _is_magic(entry):
            continue
        try:
            original = getattr(spec, entry)
        except AttributeError:
            continue
        if isinstance(original, types.FunctionType) or callable(original):
            skip = (
                is_type and isinstance(original, types.FunctionType) and not isinstance(spec.__dict__.get(entry), staticmethod)
            )
            inner = {"spec_set" if spec_set else "spec": original, "_eat_self": skip and instance}
            child_kind = AsyncMock if inspect.iscoroutinefunction(original) else MagicMock
            child = child_kind(parent=mock, name=entry, _new_name=entry, _new_parent=mock, **inner)
            _enforce(child)
        else:
            child = NonCallableMagicMock(parent=mock, name=entry, _new_name=entry, _new_parent=mock, spec=original)
        mock._mock_children[entry] = child
    return mock


def _enforce(mock):
    """Calls that do not fit the spec's signature are refused."""
    signature = mock._spec_signature
    if signature is None or not isinstance(mock, CallableMixin) and not issubclass(type(mock), CallableMixin):
        return
    call_it = type(mock).__call__

    def checked(self, /, *args, **kwargs):
        signature.bind(*args, **kwargs)
        return call_it(self, *args, **kwargs)

    type(mock).__call__ = checked


def _as_function(mock, spec):
    """A function that has the signature of the spec and calls the mock."""
    signature = inspect.signature(spec)

    @functools.wraps(spec)
    def function(*args, **kwargs):
        signature.bind(*args, **kwargs)
        return mock(*args, **kwargs)

    function.mock = mock
    for name in (
        "assert_called_with",
        "assert_called_once_with",
        "assert_called_once",
        "assert_called",
        "assert_not_called",
        "assert_has_calls",
        "assert_any_call",
        "reset_mock",
    ):
        setattr(function, name, getattr(mock, name))
    function.return_value = mock.return_value
    mock.__dict__["_mock_delegate"] = function
    return function


def mock_open(mock=None, read_data=""):
    """A mock of open, whose files have the data."""
    mock = MagicMock(name="open", spec=open) if mock is None else mock
    kind = io.StringIO if isinstance(read_data, str) else io.BytesIO
    handle = MagicMock(spec=[*dir(kind), "__enter__", "__exit__", "__iter__", "__next__"])

    def reset(*args, **kwargs):
        stream[0] = io.StringIO(read_data) if isinstance(read_data, str) else io.BytesIO(read_data)
        return DEFAULT

    stream = [None]
    reset()
    handle.__enter__.return_value = handle
    handle.write.return_value = None
    for name in ("read", "readline", "readlines"):
        getattr(handle, name).side_effect = functools.partial(
            lambda name, *args, **kw: getattr(stream[0], name)(*args, **kw), name
        )
    handle.__iter__.side_effect = lambda: iter(stream[0].readlines())
    mock.side_effect = reset
    mock.return_value = handle
    return mock
