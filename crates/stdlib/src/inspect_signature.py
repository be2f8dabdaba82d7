# Signatures: part of inspect.

__name__ = "inspect"

import functools
import sys
import types
from collections import OrderedDict
from keyword import iskeyword as _iskeyword

from _inspect_static import getattr_static
from _tensorcell.inspect import _native_parameters

CO_VARARGS, CO_VARKEYWORDS = 4, 8


class _empty:
    """Marker object for Signature.empty and Parameter.empty."""


class _ParameterKind(int):
    def __new__(cls, value, name=None, description=None):
        if name is None:
            return _KINDS[value]
        made = int.__new__(cls, value)
        made.name, made.description, made.value = name, description, value
        return made

    def __repr__(self):
        return f"<_ParameterKind.{self.name}: {int(self)}>"

    def __str__(self):
        return self.name

    def __reduce__(self):
        return _ParameterKind, (int(self),)


_KINDS = tuple(
    _ParameterKind(value, name, description)
    for value, (name, description) in enumerate(
        (
            ("POSITIONAL_ONLY", "positional-only"),
            ("POSITIONAL_OR_KEYWORD", "positional or keyword"),
            ("VAR_POSITIONAL", "variadic positional"),
            ("KEYWORD_ONLY", "keyword-only"),
            ("VAR_KEYWORD", "variadic keyword"),
        )
    )
)
_ONLY_POSITIONAL, _EITHER, _REST, _ONLY_KEYWORD, _KEYWORDS = _KINDS


class Parameter:
    """One parameter of a signature."""

    __slots__ = ("_name", "_kind", "_default", "_annotation")
    POSITIONAL_ONLY, POSITIONAL_OR_KEYWORD, VAR_POSITIONAL, KEYWORD_ONLY, VAR_KEYWORD = _KINDS
    empty = _empty

    def __init__(self, name, kind, *, default=_empty, annotation=_empty):
        if kind not in range(5):
            raise ValueError(f"value {kind!r} is not a valid Parameter.kind")
        kind = _KINDS[kind]
        if default is not _empty and kind in (_REST, _KEYWORDS):
            raise ValueError(f"{kind.description} parameters cannot have default values")
        if name is _empty:
            raise ValueError("name is a required attribute for Parameter")
        if not isinstance(name, str):
            raise TypeError(f"name must be a str, not a {type(name).__name__}")
        if name[:1] == "." and name[1:].isdigit():
            # The iterable of a comprehension.
            if kind != _EITHER:
                raise ValueError(
                    f"implicit arguments must be passed as positional or keyword arguments, not {kind.description}"
                )
            kind, name = _ONLY_POSITIONAL, f"implicit{name[1:]}"
        if (_iskeyword(name) and kind is not _ONLY_POSITIONAL) or not name.isidentifier():
            raise ValueError(f"{name!r} is not a valid parameter name")
        self._name, self._kind, self._default, self._annotation = name, kind, default, annotation

    def __reduce__(self):
        return type(self), (self._name, self._kind), {"_default": self._default, "_annotation": self._annotation}

    def __setstate__(self, state):
        self._default, self._annotation = state["_default"], state["_annotation"]

    name = property(lambda self: self._name)
    kind = property(lambda self: self._kind)
    default = property(lambda self: self._default)
    annotation = property(lambda self: self._annotation)

    def replace(self, *, name=..., kind=..., annotation=..., default=...):
        """A customized copy; `...` keeps what is there."""
        return type(self)(
            self._name if name is ... else name,
            self._kind if kind is ... else kind,
            default=self._default if default is ... else default,
            annotation=self._annotation if annotation is ... else annotation,
        )

    __replace__ = replace

    def _format(self, quote_annotation_strings=True):
        text = self._name
        if self._annotation is not _empty:
            text += f": {formatannotation(self._annotation)}"
        if self._default is not _empty:
            text += f" = {self._default!r}" if self._annotation is not _empty else f"={self._default!r}"
        return {_REST: "*", _KEYWORDS: "**"}.get(self._kind, "") + text

    def __str__(self):
        return self._format()

    def __repr__(self):
        return f'<{self.__class__.__name__} "{self}">'

    def _all(self):
        return self._name, self._kind, self._default, self._annotation

    def __hash__(self):
        return hash(self._all())

    def __eq__(self, other):
        if self is other:
            return True
        return self._all() == other._all() if isinstance(other, Parameter) else NotImplemented


def formatannotation(annotation, base_module=None, *, quote_annotation_strings=True):
    """An annotation as a signature shows it."""
    if getattr(annotation, "__module__", None) == "typing":
        import re

        return re.sub(r"[\w\.]+", lambda found: found.group().removeprefix("typing."), repr(annotation))
    if isinstance(annotation, types.GenericAlias):
        return str(annotation)
    if isinstance(annotation, type):
        inner = annotation.__module__ in ("builtins", base_module)
        return annotation.__qualname__ if inner else f"{annotation.__module__}.{annotation.__qualname__}"
    return repr(annotation)


def formatannotationrelativeto(object):
    module = getattr(object, "__module__", None)
    return lambda annotation: formatannotation(annotation, module)


class BoundArguments:
    """Arguments by the names of their parameters."""

    __slots__ = ("arguments", "_signature")

    def __init__(self, signature, arguments):
        self.arguments = arguments
        self._signature = signature

    signature = property(lambda self: self._signature)

    @property
    def args(self):
        values = []
        for name, parameter in self._signature.parameters.items():
            if parameter.kind in (_KEYWORDS, _ONLY_KEYWORD) or name not in self.arguments:
                break
            if parameter.kind == _REST:
                values.extend(self.arguments[name])
            else:
                values.append(self.arguments[name])
        return tuple(values)

    @property
    def kwargs(self):
        values, by_name = {}, False
        for name, parameter in self._signature.parameters.items():
            if not by_name:
                if parameter.kind in (_KEYWORDS, _ONLY_KEYWORD):
                    by_name = True
                elif name not in self.arguments:
                    # What follows a gap is given by name.
                    by_name = True
                    continue
            if not by_name or name not in self.arguments:
                continue
            if parameter.kind == _KEYWORDS:
                values.update(self.arguments[name])
            else:
                values[name] = self.arguments[name]
        return values

    def apply_defaults(self):
        """Give parameters without an argument their defaults."""
        filled = {}
        for name, parameter in self._signature.parameters.items():
            if name in self.arguments:
                filled[name] = self.arguments[name]
            elif parameter.default is not _empty:
                filled[name] = parameter.default
            elif parameter.kind in (_REST, _KEYWORDS):
                filled[name] = () if parameter.kind is _REST else {}
        self.arguments = filled

    def __eq__(self, other):
        if self is other:
            return True
        if not isinstance(other, BoundArguments):
            return NotImplemented
        return self.signature == other.signature and self.arguments == other.arguments

    __hash__ = None

    def __getstate__(self):
        return {"_signature": self._signature, "arguments": self.arguments}

    def __setstate__(self, state):
        self._signature, self.arguments = state["_signature"], state["arguments"]

    def __repr__(self):
        shown = ", ".join([f"{name}={value!r}" for name, value in self.arguments.items()])
        return f"<{self.__class__.__name__} ({shown})>"


class Signature:
    """The parameters of a callable and what it says it returns."""

    __slots__ = ("_return_annotation", "_parameters")
    _parameter_cls = Parameter
    _bound_arguments_cls = BoundArguments
    empty = _empty

    def __init__(self, parameters=None, *, return_annotation=_empty, __validate_parameters__=True):
        parameters = () if parameters is None else tuple(parameters)
        if __validate_parameters__:
            _check_order(parameters)
        self._parameters = types.MappingProxyType(OrderedDict((parameter.name, parameter) for parameter in parameters))
        self._return_annotation = return_annotation

    @classmethod
    def from_callable(cls, obj, *, follow_wrapped=True, globals=None, locals=None, eval_str=False):
        return _Reader(cls, follow_wrapped, globals, locals, eval_str).of(obj)

    parameters = property(lambda self: self._parameters)
    return_annotation = property(lambda self: self._return_annotation)

    def replace(self, *, parameters=..., return_annotation=...):
        """A customized copy; `...` keeps what is there."""
        return type(self)(
            self.parameters.values() if parameters is ... else parameters,
            return_annotation=self._return_annotation if return_annotation is ... else return_annotation,
        )

    __replace__ = replace

    def _comparable(self):
        parameters = self.parameters.values()
        positional = tuple(parameter for parameter in parameters if parameter.kind != _ONLY_KEYWORD)
        keywords = {parameter.name: parameter for parameter in parameters if parameter.kind == _ONLY_KEYWORD}
        return positional, keywords, self.return_annotation

    def __hash__(self):
        positional, keywords, returned = self._comparable()
        return hash((positional, frozenset(keywords.values()), returned))

    def __eq__(self, other):
        if self is other:
            return True
        return self._comparable() == other._comparable() if isinstance(other, Signature) else NotImplemented

    def bind(self, /, *args, **kwargs):
        """Arguments by name; TypeError where they do not fit."""
        return self._bind(args, kwargs, False)

    def bind_partial(self, /, *args, **kwargs):
        return self._bind(args, kwargs, True)

    def _bind(self, args, kwargs, partial):
        arguments, left = {}, list(self.parameters.values())
        left.reverse()
        misnamed = self._bind_positional(list(args), arguments, left, kwargs, partial)
        by_name = None
        while left:
            parameter = left.pop()
            name, kind = parameter.name, parameter.kind
            if kind == _KEYWORDS:
                by_name = name
            elif kind == _REST:
                continue
            elif name in kwargs:
                arguments[name] = kwargs.pop(name)
            elif parameter.default is _empty and not partial:
                raise TypeError(f"missing a required argument: {name!r}")
        if kwargs:
            if by_name is not None:
                arguments[by_name] = kwargs
            elif misnamed:
                raise TypeError(f"got some positional-only arguments passed as keyword arguments: {', '.join(misnamed)!r}")
            else:
                raise TypeError(f"got an unexpected keyword argument {next(iter(kwargs))!r}")
        return self._bound_arguments_cls(self, arguments)

    def _bind_positional(self, values, arguments, left, kwargs, partial):
        """Takes the parameters that values are given to off those left. Returns the names of those that only have names given."""
        while values:
            if not left or left[-1].kind in (_KEYWORDS, _ONLY_KEYWORD):
                raise TypeError("too many positional arguments")
            parameter = left.pop()
            if parameter.kind == _REST:
                arguments[parameter.name] = tuple(values)
                return []
            if parameter.name in kwargs and parameter.kind != _ONLY_POSITIONAL:
                raise TypeError(f"multiple values for argument {parameter.name!r}")
            arguments[parameter.name] = values.pop(0)
        misnamed = []
        while left and left[-1].kind == _ONLY_POSITIONAL and left[-1].name in kwargs:
            misnamed.append(left.pop().name)
        if left and left[-1].kind not in (_REST, _KEYWORDS) and left[-1].name not in kwargs:
            if left[-1].default is _empty and not partial:
                only = " keyword-only" if left[-1].kind == _ONLY_KEYWORD else ""
                raise TypeError(f"missing a required{only} argument: {left[-1].name!r}")
        return misnamed

    def __reduce__(self):
        return type(self), (tuple(self._parameters.values()),), {"_return_annotation": self._return_annotation}

    def __setstate__(self, state):
        self._return_annotation = state["_return_annotation"]

    def __repr__(self):
        return f"<{self.__class__.__name__} {self}>"

    def __str__(self):
        return self.format()

    def format(self, *, max_width=None, quote_annotation_strings=True):
        """The signature as text; with each parameter on a line of its own where it is wider than max_width."""
        shown, slash, star = [], False, True
        for parameter in self.parameters.values():
            if parameter.kind == _ONLY_POSITIONAL:
                slash = True
            elif slash:
                shown.append("/")
                slash = False
            if parameter.kind == _REST:
                star = False
            elif parameter.kind == _ONLY_KEYWORD and star:
                shown.append("*")
                star = False
            shown.append(str(parameter))
        if slash:
            shown.append("/")
        text = f"({', '.join(shown)})"
        if max_width is not None and len(text) > max_width:
            text = "(\n    " + ",\n    ".join(shown) + "\n)"
        if self.return_annotation is not _empty:
            text += f" -> {formatannotation(self.return_annotation)}"
        return text


def _check_order(parameters):
    names, before, defaults = set(), _ONLY_POSITIONAL, False
    for parameter in parameters:
        name, kind = parameter.name, parameter.kind
        if kind < before:
            raise ValueError(f"wrong parameter order: {before.description} parameter before {kind.description} parameter")
        before = kind
        if kind in (_ONLY_POSITIONAL, _EITHER):
            if parameter.default is not _empty:
                defaults = True
            elif defaults:
                raise ValueError("non-default argument follows default argument")
        if name in names:
            raise ValueError(f"duplicate parameter name: {name!r}")
        names.add(name)


def signature(obj, *, follow_wrapped=True, globals=None, locals=None, eval_str=False):
    """The parameters of a function, method, class or callable object."""
    return Signature.from_callable(obj, follow_wrapped=follow_wrapped, globals=globals, locals=locals, eval_str=eval_str)


def unwrap(func, *, stop=None):
    """The function at the end of a chain of __wrapped__."""
    first, seen = func, {id(func)}
    while not isinstance(func, type) and hasattr(func, "__wrapped__"):
        if stop is not None and stop(func):
            break
        func = func.__wrapped__
        if id(func) in seen or len(seen) >= sys.getrecursionlimit():
            raise ValueError(f"wrapper loop when unwrapping {first!r}")
        seen.add(id(func))
    return func


_CONSTANTS = str, int, float, bytes, bool, types.NoneType


def _signature_strip_non_python_syntax(signature):
    """A `__text_signature__` without the `$` that marks a bound parameter, and the position of that parameter."""
    from tokenize import COMMA, ENCODING, NEWLINE, NL, OP, generate_tokens

    if not signature:
        return signature, None
    lines = "\n".join(signature.split("\n")).splitlines(True)
    bound, at, parts = None, 0, []
    for token in generate_tokens(iter(lines).__next__):
        kind, text = token.type, token.string
        if kind in (NL, NEWLINE, ENCODING) or not text:
            continue
        if text == "$":
            bound = at
            continue
        if kind == OP and text == ",":
            at += 1
        parts.append(text)
        if text == ",":
            parts.append(" ")
    return "".join(parts).strip(), bound


class _Reader:
    """Finds the signature of whatever can be called."""

    def __init__(self, kind, follow_wrapped, globals, locals, eval_str):
        self.kind, self.follow_wrapped = kind, follow_wrapped
        self.names = {"globals": globals, "locals": locals, "eval_str": eval_str}

    def of(self, obj, bound=True):
        if not callable(obj):
            raise TypeError(f"{obj!r} is not a callable object")
        if isinstance(obj, types.MethodType):
            return self.of_method(obj)
        if self.follow_wrapped:
            obj = unwrap(obj, stop=lambda one: hasattr(one, "__signature__") or isinstance(one, types.MethodType))
            if isinstance(obj, types.MethodType):
                return self.of(obj)
        own = getattr(obj, "__signature__", None)
        if own is not None:
            if not isinstance(own, Signature) and callable(own):
                own = own()
            if isinstance(own, str):
                names = {}
                exec(f"def declared{own}: pass", names)
                return self.of(names["declared"])
            if not isinstance(own, Signature):
                raise TypeError(f"unexpected object {own!r} in __signature__ attribute")
            return own
        held = getattr(obj, "__partialmethod__", None)
        if isinstance(held, functools.partialmethod):
            return self.of_partial_method(held)
        if isinstance(obj, types.FunctionType) and (text := getattr(obj, "__text_signature__", None)):
            return self.of_text(obj, text)
        if isinstance(obj, types.FunctionType) or _is_like_function(obj):
            return _of_function(obj, self.kind, self.names)
        if isinstance(obj, functools.partial):
            return _of_partial(self.of(obj.func), obj)
        if isinstance(obj, type):
            return self.of_class(obj)
        found = self.of_native(obj)
        if found is not None:
            return found
        if isinstance(obj, types.BuiltinFunctionType) or type(obj).__name__ == "method_descriptor":
            raise ValueError(f"no signature found for builtin {obj!r}")
        call = getattr_static(type(obj), "__call__", None)
        if call is not None:
            text = getattr(obj, "__text_signature__", None)
            return self.of_text(obj, text) if text else self.of(_bound(call, obj))
        raise ValueError(f"callable {obj!r} is not supported by signature")

    def of_text(self, obj, text):
        """The signature that `__text_signature__` gives: `$` marks what a call has bound already."""
        text, bound = _signature_strip_non_python_syntax(text)
        if bound is not None and "/" not in text:
            end = "," if "," in text else ")"
            text = text.replace(end, f", /{end}", 1)
        names = dict(vars(sys.modules.get(getattr(obj, "__module__", None) or "builtins", types)))
        try:
            exec(f"def declared{text}: pass", names)
            found = names["declared"]
            defaults = (*(found.__defaults__ or ()), *(found.__kwdefaults__ or {}).values())
            if not all(isinstance(value, _CONSTANTS) for value in defaults):
                raise ValueError("a default is not a constant")
        except Exception as error:
            raise ValueError(f"{obj!r} builtin has invalid signature") from error
        return _of_function(found, self.kind, self.names)

    def of_method(self, method):
        function = method.__func__
        if not callable(function):
            raise TypeError(f"{function!r} is not a callable object")
        return _without_first(self.of(function))

    def of_partial_method(self, held):
        whole = self.of(held.func)
        left = _of_partial(whole, held, (None,))
        first = next(iter(whole.parameters.values()))
        if first.kind is _REST:
            return left
        return left.replace(parameters=[first, *left.parameters.values()])

    def of_class(self, cls):
        call = _written(type(cls), "__call__")
        if call is not None:
            return self.of(_bound(call, cls))
        new, init = _written(cls, "__new__"), _written(cls, "__init__")
        for base in cls.__mro__:
            if new is not None and "__new__" in base.__dict__:
                return _without_first(self.of(_of_class(base.__dict__["__new__"], cls, new)))
            if init is not None and "__init__" in base.__dict__:
                return self.of(_bound(init, cls))
        if type in cls.__mro__:
            raise ValueError(f"callable {cls!r} is not supported by signature")
        if cls in (classmethod, staticmethod):
            return self.kind([Parameter("function", _ONLY_POSITIONAL)])
        if not any(base.__module__ == "builtins" for base in cls.__mro__[:-1]):
            found = self.of_native(cls)
            if found is None and init is None and cls.__new__ is object.__new__:
                found = self.kind()
            if found is not None:
                return found
        raise ValueError(f"no signature found for builtin type {cls!r}")

    def of_native(self, obj):
        found = _native_parameters(obj)
        if found is None:
            return None
        parameters = [Parameter(name, kind, default=default[0] if default else _empty) for name, kind, *default in found]
        return self.kind(parameters)


_NATIVE = "method_descriptor", "wrapper_descriptor", "method-wrapper", "classmethod_descriptor"


def _written(cls, name):
    """A method as its class has it stored, or `__new__`; None where the class has none, or a native one."""
    found = getattr(cls, name, None) if name == "__new__" else getattr_static(cls, name, None)
    kinds = _NATIVE[1:] if name == "__new__" else _NATIVE
    native = isinstance(found, types.BuiltinFunctionType) or type(found).__name__ in kinds
    return None if native else found


def _of_class(stored, cls, read):
    """`__new__` as a call of the class calls it: with the class as its first argument."""
    partial_method = isinstance(stored, functools.partialmethod)
    return stored.__get__(None, cls) if partial_method else read


def _bound(found, obj):
    """What a class has stored, as an object of the class gives it."""
    if isinstance(found, type) or not hasattr(type(found), "__get__"):
        return found
    return type(found).__get__(found, obj, type(obj))


def _is_like_function(obj):
    """Whether an object has what a function has: one that a compiler made."""
    if not callable(obj) or isinstance(obj, type):
        return False
    return (
        isinstance(getattr(obj, "__code__", None), types.CodeType)
        and isinstance(getattr(obj, "__name__", None), str)
        and isinstance(getattr(obj, "__defaults__", _empty), (tuple, type(None)))
        and isinstance(getattr(obj, "__kwdefaults__", _empty), (dict, type(None)))
    )


def _of_function(function, kind, names):
    code = function.__code__
    hints = get_annotations(function, **names)
    positional, keyword_only = code.co_argcount, code.co_kwonlyargcount
    variables, defaults = code.co_varnames, function.__defaults__ or ()
    first, parameters = positional - len(defaults), []

    def add(name, kind, default=_empty):
        parameters.append(kind_of_parameter(name, kind, default=default, annotation=hints.get(name, _empty)))

    kind_of_parameter = kind._parameter_cls
    for i, name in enumerate(variables[:positional]):
        either = _ONLY_POSITIONAL if i < code.co_posonlyargcount else _EITHER
        add(name, either, defaults[i - first] if i >= first else _empty)
    at = positional + keyword_only
    if code.co_flags & CO_VARARGS:
        add(variables[at], _REST)
        at += 1
    for name in variables[positional : positional + keyword_only]:
        add(name, _ONLY_KEYWORD, (function.__kwdefaults__ or {}).get(name, _empty))
    if code.co_flags & CO_VARKEYWORDS:
        add(variables[at], _KEYWORDS)
    return kind(parameters, return_annotation=hints.get("return", _empty), __validate_parameters__=False)


def _without_first(whole):
    parameters = tuple(whole.parameters.values())
    if not parameters or parameters[0].kind in (_KEYWORDS, _ONLY_KEYWORD):
        raise ValueError("invalid method signature")
    if parameters[0].kind is not _REST:
        parameters = parameters[1:]
    return whole.replace(parameters=parameters)


def _of_partial(whole, partial, before=()):
    """What is left of a signature when a partial has given its arguments."""
    given = partial.keywords or {}
    try:
        bound = whole.bind_partial(*before, *(partial.args or ()), **given).arguments
    except TypeError as error:
        raise ValueError(f"partial object {partial!r} has incorrect arguments") from error
    left, later, by_name = [], [], False
    for name, parameter in whole.parameters.items():
        kind = parameter.kind
        if name in bound:
            if kind is _ONLY_POSITIONAL:
                continue
            if kind is _EITHER:
                if name not in given:
                    continue
                by_name = True
                parameter = parameter.replace(default=bound[name])
            elif kind is _ONLY_KEYWORD:
                parameter = parameter.replace(default=bound[name])
        if not by_name:
            left.append(parameter)
        elif kind is _EITHER:
            later.append(parameter.replace(kind=_ONLY_KEYWORD))
        elif kind in (_ONLY_KEYWORD, _KEYWORDS):
            later.append(parameter)
    return whole.replace(parameters=left + later)


def get_annotations(obj, *, globals=None, locals=None, eval_str=False):
    """The annotations of a class, module or callable as a new dict; with eval_str texts are evaluated."""
    own_globals = own_locals = unwrapped = None
    if isinstance(obj, type):
        found = obj.__dict__.get("__annotations__")
        own_globals = getattr(sys.modules.get(obj.__module__), "__dict__", None)
        own_locals, unwrapped = dict(vars(obj)), obj
    elif isinstance(obj, types.ModuleType):
        found, own_globals = getattr(obj, "__annotations__", None), obj.__dict__
    elif callable(obj):
        found, unwrapped = getattr(obj, "__annotations__", None), obj
        own_globals = getattr(obj, "__globals__", None)
    else:
        raise TypeError(f"{obj!r} is not a module, class, or callable.")
    if found is None:
        return {}
    if not isinstance(found, dict):
        raise ValueError(f"{obj!r}.__annotations__ is neither a dict nor None")
    if not eval_str or not found:
        return dict(found)
    if unwrapped is not None and not isinstance(unwrapped, type):
        while True:
            if hasattr(unwrapped, "__wrapped__"):
                unwrapped = unwrapped.__wrapped__
            elif isinstance(unwrapped, functools.partial):
                unwrapped = unwrapped.func
            else:
                break
        own_globals = getattr(unwrapped, "__globals__", own_globals)
    globals = own_globals if globals is None else globals
    locals = own_locals if locals is None else locals
    if parameters := getattr(obj, "__type_params__", ()):
        locals = {parameter.__name__: parameter for parameter in parameters} | (locals or {})
    return {
        name: eval(value, {} if globals is None else globals, locals) if isinstance(value, str) else value
        for name, value in found.items()
    }


class FullArgSpec(tuple):
    """What getfullargspec says."""

    _fields = ("args", "varargs", "varkw", "defaults", "kwonlyargs", "kwonlydefaults", "annotations")

    def __new__(cls, *values):
        return tuple.__new__(cls, values)

    def __getattr__(self, name):
        if name in FullArgSpec._fields:
            return self[FullArgSpec._fields.index(name)]
        raise AttributeError(name)

    def __repr__(self):
        return f"FullArgSpec({', '.join([f'{name}={value!r}' for name, value in zip(FullArgSpec._fields, self)])})"


def _is_native_of_object(func):
    """Whether it is a native method that is bound to an object: its first parameter counts, too."""
    owner = getattr(func, "__self__", None)
    return isinstance(func, types.BuiltinFunctionType) and not isinstance(owner, (type, types.ModuleType, types.NoneType))


def getfullargspec(func):
    """Names and defaults of parameters, by kind; a method's first among them."""
    try:
        reader = _Reader(Signature, False, None, None, False)
        found = reader.of(func.__func__ if isinstance(func, types.MethodType) else func)
    except Exception as error:
        raise TypeError("unsupported callable") from error
    by_kind = {kind: [one for one in found.parameters.values() if one.kind is kind] for kind in _KINDS}
    positional = by_kind[_ONLY_POSITIONAL] + by_kind[_EITHER]
    if isinstance(func, type) or _is_native_of_object(func):
        positional.insert(0, Parameter("self", _EITHER))
    defaults = tuple(one.default for one in positional if one.default is not _empty)
    keyword_defaults = {one.name: one.default for one in by_kind[_ONLY_KEYWORD] if one.default is not _empty}
    hints = {} if found.return_annotation is _empty else {"return": found.return_annotation}
    hints |= {one.name: one.annotation for one in found.parameters.values() if one.annotation is not _empty}
    return FullArgSpec(
        [one.name for one in positional],
        by_kind[_REST][0].name if by_kind[_REST] else None,
        by_kind[_KEYWORDS][0].name if by_kind[_KEYWORDS] else None,
        defaults or None,
        [one.name for one in by_kind[_ONLY_KEYWORD]],
        keyword_defaults or None,
        hints,
    )


def _missing(name, missing, positional, values):
    shown = [repr(one) for one in missing if one not in values]
    if len(shown) <= 2:
        listed = " and ".join(shown)
    else:
        listed = ", ".join(shown[:-2]) + ", " + " and ".join(shown[-2:])
    kind = "positional" if positional else "keyword-only"
    plural = "" if len(shown) == 1 else "s"
    raise TypeError(f"{name}() missing {len(shown)} required {kind} argument{plural}: {listed}")


def _too_many(name, args, keyword_only, varargs, defaults, given, values):
    at_least = len(args) - defaults
    kwonly_given = len([one for one in keyword_only if one in values])
    if varargs:
        plural, takes = at_least != 1, f"at least {at_least}"
    elif defaults:
        plural, takes = True, f"from {at_least} to {len(args)}"
    else:
        plural, takes = len(args) != 1, str(len(args))
    extra = ""
    if kwonly_given:
        extra = (
            f" positional argument{'s' if given != 1 else ''} (and {kwonly_given} keyword-only "
            f"argument{'s' if kwonly_given != 1 else ''})"
        )
    verb = "was" if given == 1 and not kwonly_given else "were"
    raise TypeError(f"{name}() takes {takes} positional argument{'s' if plural else ''} but {given}{extra} {verb} given")


def getcallargs(func, /, *positional, **named):
    """Arguments by the names of the parameters that they would be bound to."""
    args, varargs, varkw, defaults, kwonlyargs, kwonlydefaults, _ = getfullargspec(func)
    name, values = func.__name__, {}
    if isinstance(func, types.MethodType) and func.__self__ is not None:
        positional = (func.__self__, *positional)
    for one, value in zip(args, positional):
        values[one] = value
    if varargs:
        values[varargs] = tuple(positional[len(args) :])
    if varkw:
        values[varkw] = {}
    for keyword, value in named.items():
        if keyword not in args and keyword not in kwonlyargs:
            if not varkw:
                raise TypeError(f"{name}() got an unexpected keyword argument {keyword!r}")
            values[varkw][keyword] = value
        elif keyword in values:
            raise TypeError(f"{name}() got multiple values for argument {keyword!r}")
        else:
            values[keyword] = value
    count = len(defaults) if defaults else 0
    if len(positional) > len(args) and not varargs:
        _too_many(name, args, kwonlyargs, varargs, count, len(positional), values)
    if len(positional) < len(args):
        required = args[: len(args) - count]
        if any(one not in values for one in required):
            _missing(name, required, True, values)
        for one, value in zip(args[len(args) - count :], defaults or ()):
            values.setdefault(one, value)
    missing = [one for one in kwonlyargs if one not in values and one not in (kwonlydefaults or {})]
    for one in kwonlyargs:
        if one not in values and one not in missing:
            values[one] = kwonlydefaults[one]
    if missing:
        _missing(name, missing, False, values)
    return values
