# Statements of the grammar in their less common forms.
for i in range(3):
    if i == 5:
        break
else:
    print("no break")
n = 0
while True:
    n += 1
    if n > 3:
        break
else:
    print("never")
while n:
    n -= 1
else:
    print("done", n)


def f():
    try:
        return "try"
    finally:
        print("finally")


print(f())


def g():
    for i in range(3):
        try:
            continue
        finally:
            print("loop", i)
    while True:
        try:
            break
        finally:
            print("out")
    try:
        raise ValueError("a")
    except (KeyError, ValueError) as error:
        print("caught", error)
    else:
        print("no")
    finally:
        print("end")
    try:
        pass
    except Exception:
        pass
    else:
        print("else")


g()


def override():
    try:
        return 1
    finally:
        return 2


print(override())


def nested():
    try:
        try:
            1 / 0
        finally:
            print("inner")
    except ZeroDivisionError as e:
        print("outer", e)
    try:
        e
    except NameError as error:
        print(error)


nested()
x = y = z = [1]
print(x is y is z)
a, b = b_, a_ = 1, 2
print(a, b, b_, a_)
(a, b), [c, *d] = (1, 2), (3, 4, 5)
print(a, b, c, d)
first, *_, last = "hello"
print(first, last)
*init, = range(3)
print(init)
data = {"k": [1, 2, 3]}
data["k"][1:], data["new"] = [9, 9], 5
print(data)
i = 0
i, data[i] = 1, "order"
print(data)
for i, (a, *b) in enumerate([(1, 2, 3), "xyz"]):
    print(i, a, b)
for data["loop"] in range(2):
    pass
print(data["loop"])
del data["k"], data["new"]
print(data)
x = 5
x += 1; x -= 2; x *= 10; x /= 4; x //= 3; x **= 2; x %= 5
print(x)
x = 6
x &= 3; x |= 8; x ^= 1; x <<= 2; x >>= 1
print(x)
number: int = 3
flag: "str"
print(number, __annotations__)


class Annotated:
    x: int
    y: str = "a"


print(Annotated.__annotations__)
if (n := 10) > 5 and (m := n * 2):
    print(n, m)
print([y := 1, y**2, y + 5], y)
print([last := v for v in range(3)], last)
assert n, "no"
global_name = 1


def scopes():
    global global_name
    global_name = 2
    value = 1

    def inner():
        nonlocal value
        value += 1
        return value

    return inner(), inner(), value


print(scopes(), global_name)
lambda_default = lambda x, y=2, *args, k=3, **kw: (x, y, args, k, kw)
print(lambda_default(1), lambda_default(1, 5, 6, k=7, z=8))
print(1 if x else 2, not x, x and 0 or "or", None or [] or "last", 1 < 2 < 3 != 4, 1 < 2 > 0)
print("a" "b" 'c', """multi
line""", r"\n", b"bytes" b"more", "\x41\u00e9\N{GREEK SMALL LETTER ALPHA}\101\t|")
print(0b101, 0o17, 0xFF, 1_000_000, 1e3, 1.5e-3, .5, 5., 0xdead_beef, 10**20)
print(...,  Ellipsis is ..., [*range(2), *"ab"], {**{"a": 1}, "b": 2}, (*[1], 2))
matrix = [[1, 2], [3, 4]]
print([[row[i] for row in matrix] for i in range(2)], {k: v for k, v in zip("ab", [1, 2])}, {c for c in "aab"} == {"a", "b"})
print([(i, j) for i in range(3) if i % 2 == 0 for j in range(2) if j], list(i * j for i in range(2) for j in range(2)))
with open("Cargo.toml") as one, open("README.md") as two:
    print(one.name, two.closed)
import contextlib


@contextlib.contextmanager
def tag(name):
    print("<" + name)
    yield name.upper()
    print(name + ">")


with (tag("a") as p, tag("b") as q,):
    print(p, q)
with tag("c"):
    pass


def decorated(*args):
    def wrap(function):
        print("decorating", function.__name__, args)
        return function
    return wrap


@decorated(1)
@decorated(2)
def target():
    "A docstring."
    return target.__doc__


print(target())


def star_only(a, /, b, *, c, **rest):
    return a, b, c, rest


print(star_only(1, b=2, c=3, a=4), star_only(*[1, 2], **{"c": 5}))
if True: print("one line"); print("two")
pass
def empty(): ...
print(empty())
print([x for x in range(10) if x % 2 if x % 3], sum(x for x in range(4)))
t = 1,
print(t, (), (1), [1, 2,][-1])
print(f"{'nested'}", f'{x!r:>5}', f"{x=}", f"{x + 1 = :>4}", f"{{}}", f"{3.14159:.{2}f}", f"{'a':*^{5}}")
