# inspect: what functions, classes and modules show of themselves.

import types

from _inspect_coroutines import *
from _inspect_frames import (
    ArgInfo,
    Arguments,
    FrameInfo,
    Traceback,
    currentframe,
    formatargvalues,
    getargs,
    getargvalues,
    getframeinfo,
    getgeneratorlocals,
    getinnerframes,
    getlineno,
    getouterframes,
    isframe,
    istraceback,
    stack,
    trace,
)
from _tensorcell.inspect import _native_parameters, _source

CO_OPTIMIZED, CO_NEWLOCALS, CO_VARARGS, CO_VARKEYWORDS, CO_NESTED, CO_GENERATOR = 1, 2, 4, 8, 16, 32


class _empty:
    """Marks what is absent."""


class _ParameterKind(int):
    def __new__(cls, value, name, description):
        made = int.__new__(cls, value)
        made.name = name
        made.description = description
        return made

    def __repr__(self):
        return f"<_ParameterKind.{self.name}: {int(self)}>"

    def __str__(self):
        return self.name


class Parameter:
    """One parameter of a signature."""

    empty = _empty
    POSITIONAL_ONLY = _ParameterKind(0, "POSITIONAL_ONLY", "positional-only")
    POSITIONAL_OR_KEYWORD = _ParameterKind(1, "POSITIONAL_OR_KEYWORD", "positional or keyword")
    VAR_POSITIONAL = _ParameterKind(2, "VAR_POSITIONAL", "variadic positional")
    KEYWORD_ONLY = _ParameterKind(3, "KEYWORD_ONLY", "keyword-only")
    VAR_KEYWORD = _ParameterKind(4, "VAR_KEYWORD", "variadic keyword")

    def __init__(self, name, kind, *, default=_empty, annotation=_empty):
        self.name = name
        self.kind = kind
        self.default = default
        self.annotation = annotation

    def replace(self, **changes):
        fields = {"name": self.name, "kind": self.kind, "default": self.default, "annotation": self.annotation} | changes
        return Parameter(fields.pop("name"), fields.pop("kind"), **fields)

    def __eq__(self, other):
        return isinstance(other, Parameter) and (self.name, self.kind, self.default, self.annotation) == (
            other.name,
            other.kind,
            other.default,
            other.annotation,
        )

    def __str__(self):
        text = self.name
        if self.annotation is not _empty:
            text += f": {formatannotation(self.annotation)}"
        if self.default is not _empty:
            text += f" = {self.default!r}" if self.annotation is not _empty else f"={self.default!r}"
        return {2: "*", 4: "**"}.get(int(self.kind), "") + text

    def __repr__(self):
        return f'<Parameter "{self}">'


def formatannotation(annotation, base_module=None):
    """An annotation as a signature shows it."""
    if isinstance(annotation, type):
        inner = annotation.__module__ in ("builtins", base_module)
        return annotation.__qualname__ if inner else f"{annotation.__module__}.{annotation.__qualname__}"
    return repr(annotation).replace("typing.", "")


class BoundArguments:
    """Arguments by the names of their parameters."""

    def __init__(self, signature, arguments):
        self.signature = signature
        self.arguments = arguments

    @property
    def args(self):
        values = []
        for name, parameter in self.signature.parameters.items():
            if parameter.kind in (3, 4) or name not in self.arguments:
                break
            if parameter.kind == 2:
                values.extend(self.arguments[name])
            else:
                values.append(self.arguments[name])
        return tuple(values)

    @property
    def kwargs(self):
        values = {}
        for name, parameter in self.signature.parameters.items():
            if name in self.arguments and parameter.kind == 4:
                values.update(self.arguments[name])
            elif name in self.arguments and parameter.kind == 3:
                values[name] = self.arguments[name]
        return values

    def apply_defaults(self):
        filled = {}
        for name, parameter in self.signature.parameters.items():
            if name in self.arguments:
                filled[name] = self.arguments[name]
            elif parameter.default is not _empty:
                filled[name] = parameter.default
            elif parameter.kind in (2, 4):
                filled[name] = () if parameter.kind == 2 else {}
        self.arguments = filled

    def __repr__(self):
        return f"<BoundArguments ({', '.join([f'{name}={value!r}' for name, value in self.arguments.items()])})>"


class Signature:
    """The parameters of a callable and what it says it returns."""

    empty = _empty

    def __init__(self, parameters=None, *, return_annotation=_empty):
        self.parameters = types.MappingProxyType({parameter.name: parameter for parameter in parameters or ()})
        self.return_annotation = return_annotation

    @classmethod
    def from_callable(cls, obj, **options):
        return signature(obj)

    def replace(self, *, parameters=None, return_annotation=None):
        return Signature(
            self.parameters.values() if parameters is None else parameters,
            return_annotation=self.return_annotation if return_annotation is None else return_annotation,
        )

    def bind(self, /, *args, **kwargs):
        """Arguments by name; TypeError where they do not fit."""
        return self._bind(args, kwargs, False)

    def bind_partial(self, /, *args, **kwargs):
        return self._bind(args, kwargs, True)

    def _bind(self, args, kwargs, partial):
        arguments, args, kwargs = {}, list(args), dict(kwargs)
        rest = None
        kinds = [parameter.kind for parameter in self.parameters.values()]
        if 2 not in kinds and len(args) > kinds.count(0) + kinds.count(1):
            raise TypeError("too many positional arguments")
        for name, parameter in self.parameters.items():
            if parameter.kind == 4:
                rest = name
            elif parameter.kind == 2:
                if args:
                    arguments[name], args = tuple(args), []
            elif parameter.kind != 3 and args:
                if parameter.kind == 1 and name in kwargs:
                    raise TypeError(f"multiple values for argument {name!r}")
                arguments[name] = args.pop(0)
            elif parameter.kind != 0 and name in kwargs:
                arguments[name] = kwargs.pop(name)
            elif parameter.default is _empty and not partial:
                only = " keyword-only" if parameter.kind == 3 else ""
                raise TypeError(f"missing a required{only} argument: {name!r}")
        if kwargs and rest is None:
            raise TypeError(f"got an unexpected keyword argument {next(iter(kwargs))!r}")
        if kwargs:
            arguments[rest] = kwargs
        return BoundArguments(self, arguments)

    def __eq__(self, other):
        return (
            isinstance(other, Signature)
            and list(self.parameters.values()) == list(other.parameters.values())
            and (self.return_annotation == other.return_annotation)
        )

    def __str__(self):
        shown, last = [], None
        for parameter in self.parameters.values():
            if last == 0 and parameter.kind != 0:
                shown.append("/")
            if parameter.kind == 3 and last not in (2, 3):
                shown.append("*")
            shown.append(str(parameter))
            last = int(parameter.kind)
        if last == 0:
            shown.append("/")
        text = f"({', '.join(shown)})"
        return text if self.return_annotation is _empty else f"{text} -> {formatannotation(self.return_annotation)}"

    def __repr__(self):
        return f"<Signature {self}>"


def _of_function(function):
    code, hints = function.__code__, function.__annotations__
    positional = code.co_argcount
    names = code.co_varnames
    defaults = function.__defaults__ or ()
    first = positional - len(defaults)
    parameters = []
    for i, name in enumerate(names[:positional]):
        kind = Parameter.POSITIONAL_ONLY if i < code.co_posonlyargcount else Parameter.POSITIONAL_OR_KEYWORD
        default = defaults[i - first] if i >= first else _empty
        parameters.append(Parameter(name, kind, default=default, annotation=hints.get(name, _empty)))
    end = positional + code.co_kwonlyargcount
    at = end
    if code.co_flags & CO_VARARGS:
        parameters.append(Parameter(names[at], Parameter.VAR_POSITIONAL, annotation=hints.get(names[at], _empty)))
        at += 1
    for name in names[positional:end]:
        default = (function.__kwdefaults__ or {}).get(name, _empty)
        parameters.append(Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=hints.get(name, _empty)))
    if code.co_flags & CO_VARKEYWORDS:
        parameters.append(Parameter(names[at], Parameter.VAR_KEYWORD, annotation=hints.get(names[at], _empty)))
    return Signature(parameters, return_annotation=hints.get("return", _empty))


def signature(obj, *, follow_wrapped=True, **options):
    """The parameters of a function, method, class or callable object."""
    if not callable(obj):
        raise TypeError(f"{obj!r} is not a callable object")
    if ismethod(obj):
        return _without_first(signature(obj.__func__))
    if follow_wrapped:
        obj = unwrap(obj)
    if isfunction(obj):
        return _of_function(obj)
    own = getattr(obj, "__signature__", None)
    if isinstance(own, Signature):
        return own
    if isinstance(obj, type):
        for name in ("__new__", "__init__"):
            method = getattr(obj, name, None)
            if isfunction(method):
                return _without_first(_of_function(method))
        if obj.__module__ == "builtins":
            raise ValueError(f"no signature found for builtin type {obj!r}")
        return Signature()
    import functools

    if isinstance(obj, functools.partial):
        inner = signature(obj.func)
        taken = inner.bind_partial(*obj.args).arguments
        left = []
        for name, parameter in inner.parameters.items():
            if name in taken and parameter.kind != 2:
                continue
            if name in obj.keywords:
                parameter = parameter.replace(default=obj.keywords[name], kind=Parameter.KEYWORD_ONLY)
            elif left and left[-1].kind == 3 and parameter.kind == 1:
                parameter = parameter.replace(kind=Parameter.KEYWORD_ONLY)
            left.append(parameter)
        return Signature(left, return_annotation=inner.return_annotation)
    call = getattr(type(obj), "__call__", None)
    if isfunction(call):
        return _without_first(_of_function(call))
    found = _native_parameters(obj)
    if found is not None:
        kinds = (
            Parameter.POSITIONAL_ONLY,
            Parameter.POSITIONAL_OR_KEYWORD,
            Parameter.VAR_POSITIONAL,
            Parameter.KEYWORD_ONLY,
            Parameter.VAR_KEYWORD,
        )
        return Signature(
            [Parameter(name, kinds[kind], default=default[0] if default else _empty) for name, kind, *default in found]
        )
    raise ValueError(f"no signature found for builtin {obj!r}")


def _without_first(whole):
    parameters = list(whole.parameters.values())
    if parameters and parameters[0].kind != 2:
        parameters = parameters[1:]
    return whole.replace(parameters=parameters)


def unwrap(func, *, stop=None):
    """The function at the end of a chain of __wrapped__."""
    while hasattr(func, "__wrapped__") and (stop is None or not stop(func)):
        func = func.__wrapped__
    return func


def isfunction(object):
    return isinstance(object, types.FunctionType)


def ismethod(object):
    return isinstance(object, types.MethodType)


def isclass(object):
    return isinstance(object, type)


def ismodule(object):
    return isinstance(object, types.ModuleType)


def isbuiltin(object):
    return isinstance(object, types.BuiltinFunctionType)


def isroutine(object):
    return isbuiltin(object) or isfunction(object) or ismethod(object) or type(object).__name__ == "method_descriptor"


def isgenerator(object):
    return isinstance(object, types.GeneratorType)


def isgeneratorfunction(object):
    if ismethod(object):
        object = object.__func__
    return isfunction(object) and bool(object.__code__.co_flags & CO_GENERATOR)


def isabstract(object):
    return isclass(object) and bool(getattr(object, "__abstractmethods__", ()))


def isdatadescriptor(object):
    return not isclass(object) and (hasattr(type(object), "__set__") or isinstance(object, property))


def iscode(object):
    return type(object).__name__ == "code"


def getmembers(object, predicate=None):
    """(name, value) of all attributes, sorted by name."""
    found = []
    for name in sorted(dir(object)):
        try:
            value = getattr(object, name)
        except AttributeError:
            continue
        if predicate is None or predicate(value):
            found.append((name, value))
    return found


def getmro(cls):
    return cls.__mro__


def getmodule(object):
    if ismodule(object):
        return object
    name = getattr(object, "__module__", None)
    return None if name is None else __import__(name)


def cleandoc(doc):
    """Documentation without its margin."""
    lines = doc.expandtabs().split("\n")
    margins = [len(line) - len(line.lstrip()) for line in lines[1:] if line.strip()]
    margin = min(margins, default=0)
    lines = [lines[0].lstrip(), *[line[margin:] for line in lines[1:]]]
    while lines and not lines[-1]:
        lines.pop()
    while lines and not lines[0]:
        lines.pop(0)
    return "\n".join(lines)


def getdoc(object):
    """The documentation of an object, of a base's method where it has none, without its margin."""
    doc = getattr(object, "__doc__", None)
    if doc is None and isclass(object):
        doc = next((base.__doc__ for base in object.__mro__[1:] if base is not type.mro(object)[-1] and base.__doc__), None)
    return cleandoc(doc) if isinstance(doc, str) else None


def getsource(object):
    """The source of a function, method or class."""
    if ismethod(object):
        object = object.__func__
    object = unwrap(object)
    text = _source(object)
    if text is None:
        if isclass(object):
            raise TypeError(f"{object!r} is a built-in class")
        kinds = "module, class, method, function, traceback, frame, or code object"
        raise TypeError(f"{kinds} was expected, got {type(object).__name__}")
    return text if text.endswith("\n") else text + "\n"


def getsourcelines(object):
    """The lines of the source and the number of the first."""
    lines = getsource(object).splitlines(True)
    code = getattr(unwrap(getattr(object, "__func__", object)), "__code__", None)
    return lines, 1 if code is None else code.co_firstlineno


def getfile(object):
    code = getattr(unwrap(getattr(object, "__func__", object)), "__code__", None)
    if code is None:
        raise TypeError(f"{object!r} is a built-in class or function")
    return code.co_filename


getsourcefile = getfile


class FullArgSpec(tuple):
    """What getfullargspec says."""

    _fields = ("args", "varargs", "varkw", "defaults", "kwonlyargs", "kwonlydefaults", "annotations")

    def __getattr__(self, name):
        if name in FullArgSpec._fields:
            return self[FullArgSpec._fields.index(name)]
        raise AttributeError(name)

    def __repr__(self):
        return f"FullArgSpec({', '.join([f'{name}={value!r}' for name, value in zip(FullArgSpec._fields, self)])})"


def getfullargspec(func):
    """Names and defaults of parameters, by kind."""
    found = signature(func, follow_wrapped=False)
    bound = ["self"] if ismethod(func) else []
    of = lambda *kinds: [p for p in found.parameters.values() if p.kind in kinds]
    varargs, varkw = of(2), of(4)
    defaults = tuple([p.default for p in of(0, 1) if p.default is not _empty])
    keyword_defaults = {p.name: p.default for p in of(3) if p.default is not _empty}
    hints = {} if found.return_annotation is _empty else {"return": found.return_annotation}
    hints |= {p.name: p.annotation for p in found.parameters.values() if p.annotation is not _empty}
    return FullArgSpec(
        (
            bound + [p.name for p in of(0, 1)],
            varargs[0].name if varargs else None,
            varkw[0].name if varkw else None,
            defaults or None,
            [p.name for p in of(3)],
            keyword_defaults or None,
            hints,
        )
    )


def getcallargs(func, /, *args, **kwargs):
    bound = signature(func).bind(*args, **kwargs)
    bound.apply_defaults()
    return dict(bound.arguments)


def getgeneratorstate(generator):
    """GEN_CREATED, GEN_RUNNING, GEN_SUSPENDED or GEN_CLOSED."""
    if generator.gi_running:
        return "GEN_RUNNING"
    if generator.gi_suspended:
        return "GEN_SUSPENDED"
    return "GEN_CLOSED" if generator.gi_frame is None else "GEN_CREATED"
