# inspect: what functions, classes and modules show of themselves.

from _inspect_coroutines import (
    AGEN_CLOSED,
    AGEN_CREATED,
    AGEN_RUNNING,
    AGEN_SUSPENDED,
    CO_ASYNC_GENERATOR,
    CO_COROUTINE,
    CO_ITERABLE_COROUTINE,
    CORO_CLOSED,
    CORO_CREATED,
    CORO_RUNNING,
    CORO_SUSPENDED,
    getasyncgenlocals,
    getasyncgenstate,
    getcoroutinelocals,
    getcoroutinestate,
    isasyncgen,
    isasyncgenfunction,
    isawaitable,
    iscoroutine,
    iscoroutinefunction,
    markcoroutinefunction,
)
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
from _inspect_members import *
from _inspect_signature import (
    BoundArguments,
    FullArgSpec,
    Parameter,
    Signature,
    _empty,
    _ParameterKind,
    formatannotation,
    formatannotationrelativeto,
    get_annotations,
    getcallargs,
    getfullargspec,
    signature,
    unwrap,
)
from _inspect_source import *

CO_OPTIMIZED, CO_NEWLOCALS, CO_VARARGS, CO_VARKEYWORDS, CO_NESTED, CO_GENERATOR = 1, 2, 4, 8, 16, 32
