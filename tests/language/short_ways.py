"""Calls and lookups that have a short way, at the edges where it must give way to the long one."""


class Text(str):
    pass


class Loud(str):
    def __hash__(self):
        return str.__hash__(self)

    def __eq__(self, other):
        print("asked", str(self), other)
        return str.__eq__(self, other)


class Number(int):
    pass


# keys of subclasses are the keys of their values
table = {Text("a"): 1, Number(7): 2}
table["a"] = 3
table[7] = 4
print(len(table), table["a"], table.get(7), [type(key).__name__ for key in table])
table = {Loud("a"): 1}
table["a"] = 2
print(table["a"], table.get("a"), "a" in table, len(table))
many = {Text(str(i)): i for i in range(20)}
for i in range(20):
    many[str(i)] += 100
print(len(many), sum(many.values()))
seen = {Text("x"), Number(3)}
seen.add("x")
seen.add(3)
print(len(seen), "x" in seen, 3 in seen, 3.0 in seen, True in {1: 0}, {1: "one"}[1.0], {1.0: "one"}[1], {True: 5}.get(1))
print({-1: "a", -2: "b"}[-1], {-1: "a", -2: "b"}.get(-2), {2**70: 1}.get(2**70), {0: 1}.get(-0.0))

# iteration that the dict's changes end
d = {i: i for i in range(5)}
try:
    for key, value in d.items():
        d[key + 10] = value
except RuntimeError as error:
    print(error)
d = {i: i for i in range(5)}
try:
    for key, value in d.items():
        d[key] = value + 1
    print(d)
    for key, value in d.items():
        del d[key]
except RuntimeError as error:
    print(error)
items = iter({1: 2, 3: 4}.items())
print(next(items), [a + b for a, b in items], list(items))
first = iter([1, 2, 3])
print([pair for pair in zip(first, "ab")], next(first, "none left"))
first = iter([1, 2, 3])
print([a for a, b in zip("ab", first)], next(first))
e = enumerate("ab", 5)
print([(i, c) for i, c in e], list(e))
x = iter(range(6))
print([(a, b) for a, b in zip(x, x)])

# calls with other numbers and types of arguments
for call in [
    lambda: len(5),
    lambda: len(),
    lambda: [].pop(),
    lambda: [1].pop("a"),
    lambda: [1, 2].append(),
    lambda: {}.get([]),
    lambda: {}.get(),
    lambda: {1}.add([]),
    lambda: "abc".find(5),
    lambda: "abc".startswith(5),
    lambda: min(1, "a"),
    lambda: int(float("nan")),
    lambda: int(float("inf")),
    lambda: ord("ab"),
    lambda: ord(""),
    lambda: chr(-1),
    lambda: isinstance(1, 5),
    lambda: range("a"),
    lambda: abs("a"),
]:
    try:
        print(call())
    except (TypeError, ValueError, IndexError, OverflowError) as error:
        print(type(error).__name__, error)
print(int(1e18), int(-1e19), int(2.9), int(-2.9), float(2**53 + 1), abs(-(2**63)), abs(-0.0), chr(127), chr(128), ord("é"))
print(isinstance(True, int), isinstance(1, bool), isinstance(Text(), str), isinstance(len, object), isinstance(int, type))
print(max(3, 3.0), min(3, 3.0), max(True, 1), min(2, 1), str(True), str(-5), str(Number(4)), len(range(10**10)))
print(min(range(5), key=lambda x: -x), max([1, 2.5, 2], key=lambda x: x), max([3, 1, 3], key=lambda x: x % 3))

# texts
print("a".upper(), "aß".upper(), "".lower(), "É".lower(), "aBcD".upper(), "aBcD".lower(), "".upper())
print("abcabc".find("bc"), "abc".find(""), "".find("a"), "".find(""), "héllo".find("l"), "abc".find("abcd"), "aab" * 40 in "ab" * 90)
print("x" * 70 + "needle" in "x" * 90, ("x" * 70 + "needle").find("needle"), ("x" * 70 + "é").find("é"))
print("a,b,,c".split(","), ",".split(","), "a, b".split(", "), "a,b,c".split(",", 1), "éaé".split("é"), "a\0b".split("\0"))
print("aaa".replace("a", "b", 2), "aaa".replace("aa", "b"), "abc".replace("", "-"), "ééé".replace("é", "e"), "xyx".count("x"))
print(len("" + "a"), ("a" + "")[0], "é" + "a", ("é" + "a").isascii(), len("é" + "a"), "ab"[1:] == "b", "aéb"[1:], "aéb"[:1])
print(", ".join(["a", "b"]), "".join([]), "-".join("abc"), ",".join(Text(c) for c in "xy"), ",".join([Text("p"), "q"]))
try:
    ",".join(["a", 1])
except TypeError as error:
    print(error)

# slices that are exchanged or change the length
items = list(range(10))
items[2:4] = ["a", "b"]
items[5:5] = [1, 2, 3]
items[-2:] = []
items[0:1] = (9, 9)
print(items)
items[1:3], items[3:5] = items[3:5], items[1:3]
print(items, items[::3], items[:-1], items[3:1], tuple(items)[1:-1], "hello"[1:-1], "hello"[::2], b"hello"[1:3])


class Sneaky:
    def __del__(self):
        print("gone")


held = [Sneaky(), 1]
held[0:1] = [0]
print("after", held)
kept = {"a": Sneaky()}
kept["a"] = 1
print("after", kept)
