# Warnings of the library are about the line that called it.
import ast
import asyncio
import warnings


def lines(function):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        function()
    first = function.__code__.co_firstlineno
    return [(warning.category.__name__, warning.lineno - first) for warning in caught]


def constants():
    ast.Num
    ast.Constant(1).n
    ast.Name(foo=1)


def loops():
    policy = asyncio.DefaultEventLoopPolicy()
    policy.get_event_loop().close()


def current_loop():
    asyncio.set_event_loop_policy(None)
    asyncio.get_event_loop().close()
    asyncio.set_event_loop_policy(None)


def watchers():
    asyncio.SafeChildWatcher()
    asyncio.FastChildWatcher()
    asyncio.MultiLoopChildWatcher()


for function in (constants, loops, current_loop, watchers):
    print(function.__name__, lines(function))
