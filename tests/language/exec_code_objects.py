"""compile: modes, file names, what a code object shows."""

import types

code = compile("x = 1 + 2\ny = x", "place.py", "exec")
print(type(code) is types.CodeType, code.co_filename, code.co_name, code.co_firstlineno, code.co_flags & 0x20)
space = {}
exec(code, space)
exec(code, space)
print(space["x"], space["y"])

expression = compile("a * 2", "<e>", "eval")
print([eval(expression, {"a": a}) for a in (1, "ab", [0])])
print(eval(compile("print('once')", "<e>", "exec")))

for source in ("1 + 1", "z = 3", "None", "'text'", "for i in range(2): i * 10\n", "q = 1; q + 1"):
    exec(compile(source, "<s>", "single"))


def function(p, /, q, *rest, k=1, **more):
    """Says what it does."""
    local = p
    return local


code = function.__code__
print(code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_varnames, code.co_nlocals)
print(code.co_name, code.co_consts[0], isinstance(code.co_code, bytes), code.co_names)


def adder(n):
    def add(m):
        return n + m

    return add


print(adder.__code__.co_cellvars, adder(1).__code__.co_freevars)
inner = [constant for constant in adder.__code__.co_consts if isinstance(constant, types.CodeType)]
print([code.co_name for code in inner])
try:
    exec(adder(1).__code__)
except TypeError as error:
    print(error)


def noisy():
    print("ran")


exec(noisy.__code__)
print(eval(noisy.__code__))
renamed = noisy.__code__.replace(co_name="other")
print(renamed.co_name, noisy.__code__.co_name)

copy = types.FunctionType(function.__code__, {"__name__": "elsewhere"}, "copy", (7,))
print(copy(1, k=2), copy.__name__, copy.__defaults__, copy.__module__)
copied = types.FunctionType(adder(5).__code__, globals(), closure=adder(5).__closure__)
print(copied(2))

for arguments in (
    ("x", "f", "wrong"),
    (5, "f", "exec"),
    ("x", "f", "exec", 0, False, 9),
    ("  a", "f", "eval"),
):
    try:
        compile(*arguments)
    except (TypeError, ValueError, SyntaxError) as error:
        print(type(error).__name__, error)
for call in (
    lambda: exec(5),
    lambda: eval(None),
    lambda: exec("1", 5),
    lambda: eval("1", 5),
    lambda: eval("1", {}, 5),
    lambda: exec("1", {}, 5),
    lambda: exec(),
    lambda: eval("x = 1"),
    lambda: eval(""),
    lambda: exec("x ="),
    lambda: exec("def f():\npass"),
):
    try:
        print(call())
    except (TypeError, SyntaxError) as error:
        print(type(error).__name__, error)
try:
    compile("a = 1\nb = = 2\n", "dir/broken.py", "exec")
except SyntaxError as error:
    print(error.msg, error.filename, error.lineno, error.offset, repr(error.text), error)
print(eval(b"1 + 1"), eval(bytearray(b"2 + 2")), eval("\t 3"))
print(eval(eval("compile('4', 'f', 'eval')")))
deep = "1"
for level in range(5):
    deep = f"eval({deep!r})"
print(eval(deep))
try:
    eval("1 / 0")
except ZeroDivisionError as error:
    print(error.__traceback__.tb_next.tb_lineno)
