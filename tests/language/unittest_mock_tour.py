# Mocks: calls, answers, assertions, patches and specs.
import io
import unittest
from unittest.mock import ANY, DEFAULT, MagicMock, Mock, PropertyMock, call, create_autospec, mock_open, patch, seal, sentinel


def attempt(make):
    try:
        print(make())
    except (AssertionError, AttributeError, TypeError, ValueError, KeyError) as error:
        print(type(error).__name__ + ":", error)


mock = Mock(name="thing")
mock.method(1, key="v")
mock.other.deep("x").more()
mock()
print(mock.mock_calls)
print(mock.method_calls)
print(mock.method.call_args, mock.method.call_args.args, mock.method.call_args.kwargs, mock.method.call_count, mock.called)
print(mock.method.call_args == call(1, key="v"), mock.method.call_args_list == [call(1, key="v")], call(1) == call(2))
attempt(lambda: mock.method.assert_called_once_with(1, key="v"))
attempt(lambda: mock.method.assert_called_with(2))
attempt(lambda: mock.method.assert_not_called())
attempt(lambda: mock.absent.assert_called())
attempt(lambda: mock.method.assert_any_call(3))
attempt(lambda: mock.assert_has_calls([call.method(1, key="v"), call.other.deep("x")]))
attempt(lambda: mock.assert_has_calls([call.nothing()]))
attempt(lambda: mock.asert_called())
mock.reset_mock()
print(mock.mock_calls, mock.method.called, mock.call_count)

answers = Mock(return_value=5)
print(answers(), answers(1, 2), answers.call_count)
answers.side_effect = [1, 2, KeyError("end")]
print(answers(), answers())
attempt(answers)
answers.side_effect = lambda x: x * 2 if x else DEFAULT
print(answers(4), answers(0))
answers.side_effect = ValueError("always")
attempt(answers)
configured = Mock(**{"a.b.return_value": 3, "c": 4})
print(configured.a.b(), configured.c)
wrapped = Mock(wraps=[3, 1, 2])
print(wrapped.index(1), wrapped.index.call_args)

magic = MagicMock()
print(len(magic), int(magic), float(magic), bool(magic), list(magic), 3 in magic, magic == magic, magic != magic)
magic.__len__.return_value = 7
magic.__getitem__.side_effect = lambda key: f"item {key}"
magic.__iter__.return_value = ["a", "b"]
print(len(magic), magic["k"], list(magic), magic.__getitem__.call_args)
magic["new"] = 1
print(magic.__setitem__.call_args)
with magic as entered:
    print(entered is magic.__enter__.return_value)
print(magic.__exit__.call_args)
magic.__str__.return_value = "shown"
print(str(magic), magic.__str__.called)


class Real:
    size = 3

    def method(self, a, b=2):
        return a + b

    @property
    def prop(self):
        return 1


spec = Mock(spec=Real)
spec.method(1, 2, 3)
print(isinstance(spec, Real), spec.size is not None)
attempt(lambda: spec.absent)
strict = Mock(spec_set=Real)
attempt(lambda: setattr(strict, "absent", 1))
auto = create_autospec(Real)
attempt(lambda: auto.method())
print(auto.return_value is auto(), auto().method(1).called if False else "ok")
attempt(lambda: auto().method(1, 2, 3, 4))


def function(a, *, b):
    return a


fake = create_autospec(function, return_value=9)
print(fake(1, b=2), fake.__name__)
attempt(lambda: fake(1))
fake.assert_called_once_with(1, b=2)

with patch.object(Real, "method", return_value="patched") as patched:
    print(Real().method(1), patched.call_args)
print(Real().method(1))
with patch.object(Real, "size", 10):
    print(Real.size)
print(Real.size)
with patch.object(Real, "prop", new_callable=PropertyMock, return_value="mocked") as prop:
    print(Real().prop, prop.call_count)
print(Real().prop)
settings = {"a": 1}
with patch.dict(settings, {"b": 2}, c=3):
    print(settings)
with patch.dict(settings, {"z": 0}, clear=True):
    print(settings)
print(settings)
with patch("io.StringIO") as class_mock:
    print(io.StringIO() is class_mock.return_value)
print(type(io.StringIO()).__name__)
attempt(lambda: patch.object(Real, "nothing").start())
attempt(lambda: patch("nodots").start())
with patch.multiple(Real, size=DEFAULT, method=DEFAULT) as both:
    print(sorted(both))


@patch.object(Real, "method")
@patch.object(Real, "size", 99)
def decorated(first, method):
    return first, Real.size, method is Real.method


print(decorated("arg"), decorated.__name__)
started = patch.object(Real, "size", 5)
started.start()
print(Real.size)
patch.stopall()
print(Real.size)

opened = mock_open(read_data="one\ntwo\n")
with opened("file") as handle:
    print(handle.read())
with opened("file", "w") as handle:
    handle.write("out")
print(opened.call_args_list, opened().write.call_args)
parent = Mock()
first, second = Mock(), Mock()
parent.attach_mock(first, "first")
parent.attach_mock(second, "second")
second(2)
first(1)
print(parent.mock_calls)
sealed = Mock()
sealed.known = 1
seal(sealed)
attempt(lambda: sealed.unknown)
print(sentinel.one is sentinel.one, sentinel.one, ANY == 3, call(ANY, k=1) == call(2, k=1))
print(call.a.b(1).c(2).call_list(), call(1, x=2), call.method, call().x)
del mock.gone
attempt(lambda: mock.gone)
