"""What functions, methods and generators show of themselves; formatting of bytes; letters with titles of their own."""
import types


def outer(a, b=2, /, c=3, *rest, key, other=5, **named):
    local = a + c
    captured = [local]

    def inner(x):
        captured.append(x)
        return b, captured

    return inner


code = outer.__code__
print(code.co_name, code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_varnames[:7], code.co_firstlineno)
print(code.co_cellvars, code.co_freevars, outer.__closure__, code == outer.__code__, hash(code) == hash(outer.__code__))
inner = outer(1, key=0)
print(inner.__code__.co_freevars, inner.__code__.co_qualname, inner.__code__.co_varnames, inner.__code__.co_nlocals)
cells = dict(zip(inner.__code__.co_freevars, inner.__closure__))
print(cells["b"].cell_contents, cells["captured"].cell_contents, type(cells["b"]).__name__)
cells["b"].cell_contents = "changed"
print(inner(7), cells["b"] == inner.__closure__[0], cells["b"] != cells["b"])


def late():
    def peek():
        return value
    try:
        print(peek.__closure__[0].cell_contents)
    except ValueError as error:
        print(error)
    value = 1
    return peek


print(late().__closure__[0].cell_contents, (lambda: 0).__code__.co_name)


class Point:
    def __init__(self, x):
        self.x = x


move = types.MethodType(lambda self, by: self.x + by, Point(3))
print(move(4), move.__self__.x, (lambda self: self.x).__get__(Point(9))(), type(move) is types.MethodType)
for bad in (lambda: types.MethodType(3, 4), lambda: types.MethodType(len, None), lambda: outer.__get__(None)):
    try:
        bad()
    except TypeError as error:
        print(error)


def numbers():
    yield generator.gi_running
    yield 2


generator = numbers()
print(generator.gi_frame.f_code.co_name, generator.gi_suspended, generator.gi_running, next(generator), generator.gi_suspended)
print(generator.gi_frame.f_lineno, list(generator), generator.gi_frame, generator.gi_suspended)


class Resource:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("freed", self.name)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        print("left", self.name)


def use(name):
    with Resource(name) as resource:
        for i in range(3):
            yield resource.name * i


print(next(use("a")), Resource("b").name, [Resource("c")][0].name, len({1: Resource("d")}))
print(any(text == "ee" for text in use("e")), Resource("f") is None, f"{Resource('g').name}")


print(b"%5d|%-4s|%#x|%c%c|%a|%.2f|%%" % (7, b"ab", 255, 65, b"B", "é", 1.005), b"%(k)s=%(n)03d" % {b"k": b"key", b"n": 5}, bytearray(b"<%b>") % b"x")
for bad in (lambda: b"%s" % "text", lambda: b"%d" % b"1", lambda: b"%c" % 256, lambda: b"%c" % b"ab", lambda: b"%d %d" % 1,
            lambda: b"%d" % (1, 2), lambda: b"%f" % "x", lambda: b"%y" % 1, lambda: b"x" % 1, lambda: b"%(k)s" % (1,)):
    try:
        print(bad())
    except Exception as error:
        print(type(error).__name__, error)
data = bytearray(b"abcdefgh")
del data[0], data[-1], data[1:3]
print(data)
try:
    del data[10]
except IndexError as error:
    print(error)
print("ﬁn ǆ ŉ ß ﬃx".title(), "ﬄ Straße ẞ ΑΣ İ".casefold(), "ǉabc".capitalize(), "ΐ ᾳ".title())
try:
    Point(1).y
except AttributeError as error:
    print(error.name, error.obj.x, error.__cause__)
print({"a": 1}.keys().mapping["a"], sum is __builtins__.sum)
