# code.replace(co_firstlineno=...): a function's lines move with its first; those of functions inside stay. Then wrong values of the fields.
# As CPython 3.13 has it.
import traceback


def outer(
    number,
    *,
    shift=1,
):
    def inner():
        return 1 / (number - number)

    if number == 0:
        raise ValueError("zero")
    total = [
        number,
        inner() if number > 5 else number // shift,
    ]
    return total


plain = outer.__code__
origin = plain.co_firstlineno


def lines(function, *arguments, **named):
    try:
        return function(*arguments, **named)
    except Exception as error:
        frames = traceback.extract_tb(error.__traceback__)[1:]
        return type(error).__name__, [(frame.name, frame.lineno, frame.end_lineno) for frame in frames]


def shifted(code, first):
    return [(place[0] - first, place[1] - first, *place[2:]) for place in code.co_positions() if place[0] is not None]


for first in (1, 2, origin - 1, origin, origin + 1, 1000, 70000):
    moved = plain.replace(co_firstlineno=first)
    outer.__code__ = moved
    print(first, moved.co_firstlineno, moved.co_filename == plain.co_filename, moved == plain, moved.co_name)
    print([line - first for *_, line in moved.co_lines() if line is not None] == [line - origin for *_, line in plain.co_lines() if line is not None])
    print(shifted(moved, first)[:40] == shifted(plain, origin)[:40])
    print(lines(outer, 0), lines(outer, 1, shift=0), lines(outer, 6)[1][:1], outer(4, shift=2))
    print(moved.replace(co_firstlineno=origin).co_firstlineno == origin, [code.co_firstlineno for code in moved.co_consts if hasattr(code, "co_name")])

outer.__code__ = plain.replace(co_filename="elsewhere.py", co_firstlineno=7, co_name="renamed", co_qualname="some.renamed")
try:
    outer(0)
except ValueError as error:
    print(traceback.extract_tb(error.__traceback__)[-1][:3])

for field, value in (
    ("co_firstlineno", -1),
    ("co_firstlineno", "1"),
    ("co_firstlineno", 1.5),
    ("co_firstlineno", None),
    ("co_name", 1),
    ("co_qualname", None),
    ("co_filename", b"x"),
):
    try:
        plain.replace(**{field: value})
    except Exception as error:
        print(field, repr(value), type(error).__name__, error)
print(plain.replace(co_firstlineno=True).co_firstlineno)
print(eval(compile("1 +\\\n 2", "text", "eval").replace(co_firstlineno=9, co_filename="other")))
