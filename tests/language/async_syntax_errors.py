# Where `await`, `async for` and `async with` may not stand.
SOURCES = [
    "await x",
    "async for x in y: pass",
    "async with x: pass",
    "[x async for x in y]",
    "{x: 1 async for x in y}",
    "(x async for x in y)",
    "[await x for x in y]",
    "(await x for x in y)",
    "def f():\n    await x",
    "def f():\n    async for x in y: pass",
    "def f():\n    async with x: pass",
    "def f():\n    return [x async for x in y]",
    "def f():\n    return (x async for x in y)",
    "def f():\n    return lambda: await x",
    "lambda: await x",
    "class C:\n    await x",
    "class C:\n    async with x: pass",
    "async def f():\n    lambda: await x",
    "async def f():\n    def g():\n        await x",
    "async def f():\n    class C:\n        await x",
    "async def f():\n    yield from x",
    "async def f():\n    yield 1\n    return 2",
    "async def f():\n    return 2\n    yield 1",
    "async def f():\n    yield 1\n    return",
    "async def f():\n    yield 1\n    def g():\n        return 2",
    "async def f():\n    return 1",
    "async def f():\n    [x async for x in y]",
    "async def f():\n    await = 1",
    "async = 1",
    "async def f(await): pass",
    "async def f():\n    await",
    "async def f(): await x; return [await y for z in w if await v]",
    "async lambda: 1",
    "async def f():\n    async def g():\n        await x\n    def h():\n        async def i():\n            await y",
    "def f(x=await y): pass",
    "async def f():\n    def g(x=await y): pass",
    "@await x\ndef f(): pass",
    "async def f():\n    @await x\n    def g(): pass",
]
for source in SOURCES:
    try:
        compile(source, "<text>", "exec")
        print("ok     ", repr(source))
    except SyntaxError as error:
        print(error.msg, "|", repr(source))

# With top-level await allowed.
ALLOWED = 0x2000
for source in [source for source in SOURCES[:8] if source[0] != "("]:
    try:
        code = compile(source, "<text>", "exec", flags=ALLOWED)
        print("ok     ", repr(source), bool(code.co_flags & 0x80))
    except SyntaxError as error:
        print(error.msg, "|", repr(source))
for source in ["x = 1", "def f():\n    await x", "class C:\n    await x"]:
    try:
        code = compile(source, "<text>", "exec", flags=ALLOWED)
        print("ok     ", repr(source), bool(code.co_flags & 0x80))
    except SyntaxError as error:
        print(error.msg, "|", repr(source))


class Pause:
    def __await__(self):
        return (yield "paused")


names = {"Pause": Pause}
coroutine = eval(compile("x = await Pause()\ny = [await Pause() for _ in range(2)]", "<text>", "exec", flags=ALLOWED), names)
print(type(coroutine).__name__)
for value in (None, 1, 2, 3):
    try:
        print(coroutine.send(value))
    except StopIteration as stop:
        print("end", stop.value)
print(names["x"], names["y"])
coroutine = eval(compile("await Pause()", "<text>", "eval", flags=ALLOWED), names)
coroutine.send(None)
try:
    coroutine.send("value")
except StopIteration as stop:
    print("end", stop.value)
local_names = {}
coroutine = eval(compile("z = await Pause()", "<text>", "exec", flags=ALLOWED), names, local_names)
coroutine.send(None)
try:
    coroutine.send("local")
except StopIteration:
    print(local_names, "z" in names)
