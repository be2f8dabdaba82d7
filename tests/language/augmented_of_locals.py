"""Augmented assignment to attributes and items of local variables: what is read again must be what was read."""


class Box:
    def __init__(self, value):
        self.value = value

    def __repr__(self):
        return f"Box({self.value})"


class Traced:
    def __getattr__(self, name):
        print("get", name)
        return 1

    def __setattr__(self, name, value):
        print("set", name, value)

    def __getitem__(self, key):
        print("getitem", key)
        return 10

    def __setitem__(self, key, value):
        print("setitem", key, value)


def rebinds():
    box = first = Box(1)
    box.value += (box := Box(10)).value
    print(first, box)
    items = kept = [1, 2, 3]
    at = 0
    items[at] += (at := 2)
    items[1] += (items := [7])[0]
    print(kept, items, at)


def plain():
    box, items, table, at = Box(5), [1, 2, 3], {"a": 1}, 1
    box.value += 2
    box.value **= 2
    items[at] *= 10
    items[-1] -= at
    items[0] <<= 3
    table["a"] += items[at]
    table["a"] //= 3
    print(box, items, table)
    traced = Traced()
    traced.x += 1
    traced[at] -= 1
    traced["k"] += traced[at]
    del at
    try:
        items[at] += 1
    except UnboundLocalError as error:
        print(error)
    try:
        missing.x += 1
    except UnboundLocalError as error:
        print(error)
    missing = 0
    try:
        table["none"] += 1
    except KeyError as error:
        print(repr(error))
    try:
        box.none += 1
    except AttributeError as error:
        print(error)
    try:
        items[9] += 1
    except IndexError as error:
        print(error)
    try:
        (1, 2)[0] += 1
    except TypeError as error:
        print(error)


def shared():
    box, items = Box([1]), [[1], [2]]
    alias = box.value
    box.value += [2]
    items[0] += [5]
    items[1] *= 2
    print(alias, items)
    pair = ([1], 2)
    try:
        pair[0] += [2]
    except TypeError as error:
        print(error, pair)

    def inner():
        nonlocal box
        box = Box("inner")
        return "!"

    box = outer = Box("outer")
    box.value += inner()
    print(outer, box)


def loops(n):
    box, items = Box(0), [0] * 3
    for i in range(n):
        box.value += i
        items[i % 3] += box.value
        items[0] += i if i % 2 else -i
        items[1] += sum(x for x in range(i))
        items[2] += (lambda y: y + i)(1)
    return box, items


def generated():
    items, i = [0, 0], 1
    items[i] += yield items[i]
    items[i] -= yield items[i]
    yield items


class Dies(Box):
    def __iadd__(self, other):
        return Dies(self.value + other)

    def __del__(self):
        print("del", self.value)


def dying():
    box = Box(Dies(1))
    box.value += 1
    print("between")
    box.value += 10
    print("end")


rebinds()
plain()
shared()
print(loops(7))
steps = generated()
print(next(steps), steps.send(5), steps.send(2))
dying()
