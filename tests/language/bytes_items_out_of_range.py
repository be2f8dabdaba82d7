# Errors of bytes and bytearrays for items out of range and for other types, and `in` with all kinds of items. Recorded from CPython 3.13.
import array


class Index:
    def __init__(self, value):
        self.value = value

    def __index__(self):
        return self.value


class Failing:
    def __index__(self):
        raise LookupError("no index")


def shown(action):
    try:
        return action()
    except Exception as error:
        return f"{type(error).__name__}: {error}"


ITEMS = [0, 97, 255, 256, -1, 10**30, True, 2.0, "a", None, Index(97), Index(300), [97], [300], (-1,), iter([256]), b"a", bytearray(b"b")]
ITEMS += [memoryview(b"ab"), array.array("B", [97]), object, {97: 1}, [None], ["a"]]
for item in ITEMS:
    kind = type(item).__name__
    for make in bytes, bytearray:
        again = iter([256]) if kind == "list_iterator" else item
        if item != 10**30 and kind != "int":
            print(make.__name__, kind, shown(lambda: make(again)))
        again = iter([256]) if kind == "list_iterator" else item
        print(make.__name__, kind, "in", shown(lambda: again in make(b"abc")))
        for method in "find", "index", "count", "rindex", "startswith":
            print(make.__name__, kind, method, shown(lambda: getattr(make(b"abc"), method)(again)))
    for method in "append", "remove", "extend", "__iadd__":
        again = iter([256]) if kind == "list_iterator" else item
        x = bytearray(b"abc")
        print("bytearray", kind, method, shown(lambda: getattr(x, method)(again)), x)
    again = iter([256]) if kind == "list_iterator" else item
    x = bytearray(b"abc")
    print("bytearray", kind, "[0:2] =", shown(lambda: x.__setitem__(slice(0, 2), again)) if kind not in ("int", "bool") else "", x)
    print("bytearray", kind, "[0] =", shown(lambda: x.__setitem__(0, again)), x)
    print("bytearray", kind, "insert", shown(lambda: x.insert(0, again)), x)
print(shown(lambda: Failing() in bytearray(b"a")))
