# Comprehensions run in the frame of the function around them: their variables are still their own.
import sys


def outer_name_stays():
    x = "outer"
    squares = [x * x for x in range(4)]
    return x, squares


def nested():
    rows = [[y * n for y in range(3)] for n in range(3)]
    pairs = {(a, b) for a in range(3) for b in range(a)}
    table = {k: [v for v in range(k) if v % 2] for k in range(5)}
    return rows, sorted(pairs), table


def reads_outer(limit):
    small = [n for n in range(10) if n < limit]
    limit += 1
    return small, [n + limit for n in small if n]


def captured_each_turn():
    functions = [lambda: n for n in range(3)]
    generators = [(n * m for m in range(3)) for n in range(3)]
    bound = [lambda n=n: n for n in range(3)]
    return [f() for f in functions], [list(g) for g in generators], [f() for f in bound]


def captured_outer():
    base = 10
    adders = [lambda x: x + base for _ in range(2)]
    base = 20
    return [add(1) for add in adders], [(lambda: base)() for _ in range(2)]


def walrus():
    found = [last := n * 2 for n in range(4)]
    return found, last


def deep():
    inner = [[z for z in [y + 1 for y in [x * 2 for x in range(n)]]] for n in range(4)]
    return inner


def in_generator(n):
    for k in range(n):
        yield [k * m for m in range(k)]
        yield {m for m in range(k)}


def after_error():
    try:
        [10 // n for n in (1, 0)]
    except ZeroDivisionError as error:
        told = str(error)
    return told, sorted(locals())


def unbound():
    try:
        [missing for _ in range(1)]
        missing = 1
    except NameError as error:
        return type(error).__mro__[1].__name__ in ("NameError", "Exception")


def unbound_before_value():
    try:
        return [a for b in [1] if a for a in [2]]
    except UnboundLocalError as error:
        return str(error)


def shadowed_parameter(x, y=2):
    return [x for x in range(y)], x, {y: y for y in "ab"}, y


class Finder:
    limit = 3

    def __init__(self):
        self.items = [i for i in range(6)]

    def below(self):
        return [self.limit * i for i in self.items if i < self.limit]

    def __private(self):
        return [__name for __name in self.items[:2]]

    def hidden(self):
        return self.__private()

    values = [v * 2 for v in range(limit)]


def loops_with_breaks():
    out = []
    for i in range(5):
        if i == 3:
            break
        out.append([j for j in range(i)])
    else:
        out.append("never")
    while [w for w in out if w]:
        out.pop()
    return out


class Watched:
    count = 0

    def __init__(self, n):
        self.n = n
        Watched.count += 1

    def __del__(self):
        Watched.count -= 1


def ends_with_loop():
    total = sum([w.n for w in [Watched(i) for i in range(3)]])
    return total, Watched.count


def ends_with_error():
    try:
        [w.n.missing for w in [Watched(1)]]
    except AttributeError:
        pass
    return Watched.count


def swapped(a, b, c):
    a, b = b, a
    b, c, a = c, a, b
    items = [1, 2, 3, 4]
    items[0], items[3] = items[3], items[0]
    i = 0
    i, items[i] = 2, "first"
    return a, b, c, items, i


def chains(x, lo, hi):
    return lo <= x < hi, lo < x <= hi < 100, 1 < x < 3 or not (lo == x != hi), x < hi > lo


def tests(a, b, c):
    out = []
    if a or b and c:
        out.append(1)
    if not (a or b):
        out.append(2)
    if (a or b) and not (b and c):
        out.append(3)
    if not a and not b or c:
        out.append(4)
    while not (a and b) and len(out) < 6:
        out.append(5)
        a = not a
    return out


print(outer_name_stays())
print(nested())
print(reads_outer(3))
print(captured_each_turn())
print(captured_outer())
print(walrus())
print(deep())
print(list(in_generator(3)))
print(after_error())
print(unbound())
print(unbound_before_value())
print(shadowed_parameter(7))
print(Finder().below(), Finder().hidden(), Finder.values)
print(loops_with_breaks())
print(ends_with_loop(), ends_with_error())
print(swapped(1, 2, 3))
print(chains(2, 1, 3), chains(5, 5, 5))
for a in (False, True):
    for b in (False, True):
        for c in (False, True):
            print(a, b, c, tests(a, b, c))
print([sys.intern("x") for _ in range(2)], "x" in ("x", "y"), 2 in (1, 2.0, None), None in (0, ""))
