"""The walrus in every place it may stand; chained comparisons evaluate each operand once."""
import re

if (match := re.search(r"\d+", "abc 42 def")) and (n := int(match.group())) > 40:
    print(match.span(), n)
values = [y for x in range(6) if (y := x * x) % 2]
print(values, y)
total = 0
print([total := total + v for v in (1, 2, 3)], total)
while (line := next(lines := iter(["a"]), None)) and len(line) > 5:
    pass
print(line, list(lines))
print({(k := c.upper()): k * 2 for c in "ab"}, (a := 1, b := a + 1), f"{(z := 3)} {z}", [w := 5, w ** 2], (lambda: (q := 7) + q)())


def f(x, y=(default := 10)):
    return x + y


print(f(1), default, f(v := 3), v, any((hit := w).startswith("c") for w in ["a", "cat", "cow"]), hit)
log = []


def note(v):
    log.append(v)
    return v


print(note(1) < note(2) < note(3), note(5) < note(4) < note(99), log)
print(1 < 2 > 1, 1 == 1.0 == True, 3 > 2 > 1 > 0 != 5, "a" < "b" < "c", 1 in [1] == True, (1 in [1]) == True, not 1 < 2 < 3, 1 < 3 < 2 == False, None is None is None, [] is not [] is not None)
x = 5
print(0 <= x < 10, x == 5 != 6, -1 < x - 6 <= 0, x if 1 < x < 4 else -x, 2 < x in {5, 6}, x not in (1, 2) and x is not None)
buffer = iter("aab ccd".split())
out = []
while chunk := next(buffer, ""):
    out.append((chunk, count := chunk.count(chunk[0])))
print(out, count)
match point := (3, 4):
    case (px, py) if (d := px * px + py * py) == 25:
        print(point, d)
print([(i, j) for i in range(3) if (j := i + 1) > 1], [[last := j for j in range(i)] for i in range(3)], last, sum(s := [1, 2, 3]), s)
