# Context variables: values, tokens, contexts.
from collections.abc import Mapping
from contextvars import Context, ContextVar, Token, copy_context

color = ContextVar("color", default="none")
size = ContextVar("size")
print(color.name, color.get(), color.get("given"))
for attempt in (size.get, lambda: ContextVar(3), lambda: ContextVar(), lambda: ContextVar("x", "y")):
    try:
        attempt()
    except (LookupError, TypeError) as error:
        print(type(error).__name__, "TypeError" if isinstance(error, TypeError) else error.args[0] is size)
print(size.get("fallback"))

token = color.set("red")
print(color.get(), token.var is color, token.old_value is Token.MISSING)
inner = color.set("blue")
print(color.get(), inner.old_value)
color.reset(inner)
print(color.get())
try:
    color.reset(inner)
except RuntimeError as error:
    print("used", "has already been used once" in str(error))
try:
    size.reset(token)
except ValueError as error:
    print("other", "was created by a different ContextVar" in str(error))
color.reset(token)
print(color.get())
try:
    color.reset("token")
except TypeError as error:
    print("not a token")
try:
    Token()
except RuntimeError as error:
    print(error)
print(repr(color).startswith("<ContextVar name='color' default='none' at 0x"))
print(repr(size).startswith("<ContextVar name='size' at 0x"))
print(repr(token).startswith("<Token used var=<ContextVar name='color'"))


def change(value):
    before = color.get()
    color.set(value)
    return before, color.get()


color.set("green")
context = copy_context()
print(context[color], color in context, size in context, len(context) >= 1)
print(context.run(change, "yellow"), color.get(), context[color])
print(context.get(size), context.get(size, 7), context.get(color))
print(color in list(context), "yellow" in list(context.values()), (color, "yellow") in list(context.items()))
print(list(context.keys()) == list(context), isinstance(context, Mapping))
try:
    context[size]
except KeyError as error:
    print(error.args[0] is size)
for wrong in (lambda: context["color"], lambda: context.get("color"), lambda: "color" in context):
    try:
        wrong()
    except TypeError as error:
        print(error)
empty = Context()
print(len(empty), list(empty), empty.run(color.get), empty == Context(), empty == context)
twin = context.copy()
print(twin == context, twin is context)
twin.run(color.set, "other")
print(twin == context, twin[color], context[color])


def reenter():
    try:
        context.run(print, "never")
    except RuntimeError as error:
        return str(error).startswith("cannot enter context: <") and str(error).endswith("is already entered")


print(context.run(reenter))
print(context.run(lambda *args, **keywords: (args, keywords), 1, 2, key=3))


def fails():
    color.set("left behind")
    raise ValueError("inside")


try:
    context.run(fails)
except ValueError as error:
    print(error, context[color], color.get())

other = context.run(color.set, "set in context")
try:
    color.reset(other)
except ValueError as error:
    print("context", "was created in a different Context" in str(error))
context.run(color.reset, other)
print(context[color])


def nested():
    color.set("first")
    deeper = copy_context()
    deeper.run(color.set, "second")
    return color.get(), deeper[color]


print(copy_context().run(nested), color.get())
for attempt in (lambda: hash(context), lambda: hash(token)):
    try:
        attempt()
    except TypeError as error:
        print("unhashable")
print({color: 1}[color], hash(color) == hash(color))
for base in (Context, ContextVar):
    try:
        type("Sub", (base,), {})
    except TypeError as error:
        print(error)
print(ContextVar[int], Token[str])


def generator():
    color.set("by generator")
    yield color.get()
    yield color.get()


g = generator()
print(next(g), color.get())
color.set("outside")
print(next(g))
