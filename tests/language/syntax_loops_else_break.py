"""for and while with else, break and continue, nested, with try, over things that change; del of loop variables; ranges backwards."""


def search(items, wanted):
    for i, item in enumerate(items):
        if item == wanted:
            print("found at", i)
            break
    else:
        print("not found")
    return i if items else None


print(search("abc", "b"), search("abc", "z"), search("", "a"))
n = 27
steps = 0
while n != 1:
    n = n // 2 if n % 2 == 0 else 3 * n + 1
    steps += 1
    if steps > 200:
        break
else:
    print("reached one in", steps)
for i in range(3):
    for j in range(3):
        if j == 2:
            break
        if i == 1:
            continue
        print(i, j, end=" ")
    else:
        print("never")
    print("|", end=" ")
else:
    print("done", i, j)
for x in []:
    pass
else:
    print("empty else")
try:
    print(x)
except NameError as error:
    print(error)
for i in range(2):
    try:
        if i:
            break
        continue
    finally:
        print("finally", i)
else:
    print("never")
for a, (b, *c), d in [(1, (2, 3, 4), 5), (6, [7], 8)]:
    print(a, b, c, d)
for target in ({}, [0, 0]):
    for target[0] in range(3):
        pass
    print(target)


class Box:
    pass


box = Box()
for box.value in "xyz":
    pass
print(box.value)
for i in range(5):
    last = i
    i = 100
print(i, last)
while True:
    try:
        number = int(["1", "x", "3"][last % 3])
    except ValueError as error:
        print(error)
        last += 1
        continue
    print("number", number)
    break
for i in reversed(range(0, 10, 3)):
    print(i, end=",")
for i in range(5, 0, -2):
    print(i, end=",")
for c, n in zip("ab", range(10)):
    print(c, n, end=";")
for k in sorted({"b": 1, "a": 2}):
    print(k, end=" ")
for i, (a, b) in enumerate({"x": 1}.items(), 1):
    print(i, a, b)
primes = [n for n in range(2, 40) if not any(n % d == 0 for d in range(2, int(n ** 0.5) + 1))]
print(primes)
pyramid = [" " * (4 - r) + "*" * (2 * r - 1) for r in range(1, 5)]
print("\n".join(pyramid))
table = "\n".join(" ".join(f"{r * c:>3}" for c in range(1, 6)) for r in range(1, 6))
print(table)
items = list("abcdef")
while items:
    print(items.pop(), items.pop(0), end=" ") if len(items) > 1 else print(items.pop())
print()
i = 0
while i < 10:
    i += 1
    if i % 2:
        continue
    if i > 6:
        break
    print(i, end=" ")
print()
for _ in range(2): print("one line", end=" "); continue
for ch in "ab": pass
print(ch, [(lambda: v)() for v in range(3)])
