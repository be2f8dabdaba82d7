"""Patterns of characters with nested loops, as beginners' courses set them."""


def pyramid(n, mark="*"):
    for i in range(1, n + 1):
        print(" " * (n - i) + " ".join(mark * i))


def diamond(n):
    rows = [" " * (n - i - 1) + "*" * (2 * i + 1) for i in range(n)]
    print(*rows, *reversed(rows[:-1]), sep="\n")


def hollow(width, height):
    for y in range(height):
        for x in range(width):
            edge = x in (0, width - 1) or y in (0, height - 1)
            print("#" if edge else " ", end="" if x < width - 1 else "\n")


def floyd(rows):
    n = 1
    for length in range(1, rows + 1):
        line = ""
        for _ in range(length):
            line += f"{n:<3}"
            n += 1
        print(line.rstrip())


def pascal(rows):
    row = [1]
    for i in range(rows):
        print(" ".join(map(str, row)).center(4 * rows).rstrip())
        row = [a + b for a, b in zip([0] + row, row + [0])]


def letters(n):
    for i in range(n):
        print("".join(chr(ord("A") + j) for j in range(i + 1)).ljust(n, "-"), end="|")
        print("".join(chr(ord("a") + j) for j in reversed(range(n - i))).rjust(n, "-"))


def spiral(n):
    grid = [[0] * n for _ in range(n)]
    x = y = 0
    dx, dy = 1, 0
    for k in range(1, n * n + 1):
        grid[y][x] = k
        if not (0 <= x + dx < n and 0 <= y + dy < n and grid[y + dy][x + dx] == 0):
            dx, dy = -dy, dx
        x, y = x + dx, y + dy
    for row in grid:
        print("".join(f"{k:4d}" for k in row))


def multiplication(n):
    print("   x |" + "".join(f"{i:4}" for i in range(1, n + 1)))
    print("-----+" + "-" * (4 * n))
    for i in range(1, n + 1):
        print(f"{i:4} |", *[f"{i * j:>3}" for j in range(1, n + 1)])


def checkers(n):
    print("\n".join("".join("█░"[(x + y) % 2] for x in range(n)) for y in range(n)))


def clock():
    for hour in (0, 9, 12, 15, 23):
        print(f"{hour:02d}:00 is {(hour - 1) % 12 + 1:>2} {'AM' if hour < 12 else 'PM'}", end="; ")
    print()


for drawing, args in ((pyramid, (4,)), (pyramid, (3, "o")), (diamond, (3,)), (hollow, (6, 4)), (floyd, (5,)), (pascal, (6,)), (letters, (4,)), (spiral, (4,)), (multiplication, (5,)), (checkers, (4,)), (clock, ())):
    print(f"--- {drawing.__name__}{args}")
    drawing(*args)
print("%-10s|%10s|%05d|%+.2e|%x" % ("left", "right", 42, 12345.678, 255))
print("=" * 20, "\n", "tab\tstop".expandtabs(8), "\n", "-~" * 10, sep="")
for i in range(15, 0, -1):
    if i % 15 == 0:
        print("FizzBuzz", end=" ")
    elif i % 5 == 0:
        print("Buzz", end=" ")
    elif i % 3 == 0:
        print("Fizz", end=" ")
    else:
        print(i, end=" ")
else:
    print()
