# exec and eval with mappings that answer in their own way, and built-in names that a program replaces.
import builtins
import types


class Frozen(dict):
    def __setitem__(self, key, value):
        raise KeyError(f"frozen: {key}")


class Counting(dict):
    def __missing__(self, key):
        return f"no {key}"


def attempt(*args):
    try:
        print(args[0](*args[1:]))
    except Exception as error:
        print(type(error).__name__, error)


attempt(exec, "x = 1", Frozen())
attempt(eval, "x + y", Counting(x="one "))
attempt(eval, "name", {"__builtins__": types.MappingProxyType({"name": 5})})
attempt(eval, "name", {"__builtins__": types.MappingProxyType({})})
attempt(eval, "name", {"__builtins__": Counting()})
attempt(exec, "print(1)", {"__builtins__": {}})
attempt(exec, "print(1)", {"__builtins__": 123})
attempt(exec, "import math", {"__builtins__": {}})
names = {"__builtins__": {"__import__": lambda name, globals, locals, members, level: (name, members, level)}}
exec("import a.b\nprinted = a", names)
print(names["printed"])
attempt(eval, "it.__reduce__()", {"__builtins__": {}, "it": iter([1])})


def imported(name, globals=None, locals=None, fromlist=(), level=0):
    if name.startswith("made_up"):
        return types.SimpleNamespace(name=name, members=fromlist, part=types.SimpleNamespace(tail="tail"))
    return original(name, globals, locals, fromlist, level)


original, builtins.__import__ = builtins.__import__, imported
try:
    import made_up
    import made_up.part as part
    import math
    from made_up.inner import members
finally:
    builtins.__import__ = original
print(made_up.name, made_up.members, part.tail, members, math.floor(2.5))


def outer():
    b, a, result = 3, 2, None

    def inner():
        nonlocal result, a, b
        result = a - b

    exec(inner.__code__, inner.__globals__, closure=inner.__closure__)
    return result


print(outer())
namespace = {}
exec("def f(): return __builtins__", namespace)
print(namespace["f"].__builtins__ is builtins.__dict__, hash("spam") == hash(b"spam"))
attempt(__import__, "")
