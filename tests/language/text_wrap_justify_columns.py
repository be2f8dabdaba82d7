"""Text layout by hand: centred, justified, in columns, boxes, a calendar month, a tree, a histogram, a progress line, hex dump."""
from datetime import date, timedelta
from itertools import zip_longest
from textwrap import wrap

TEXT = "Typography is the art and technique of arranging type to make written language legible, readable and appealing when displayed."


def justify(line, width):
    words = line.split()
    if len(words) == 1:
        return line.ljust(width)
    gaps, extra = divmod(width - sum(map(len, words)), len(words) - 1)
    return "".join(w + " " * (gaps + (i < extra)) for i, w in enumerate(words[:-1])) + words[-1]


lines = wrap(TEXT, 32)
print("\n".join(justify(l, 32) for l in lines[:-1]), lines[-1], sep="\n")
print("\n".join(f"|{l:^32}|" for l in lines[:2]), "\n".join(f"|{l:>32}|" for l in lines[:2]), sep="\n")
left, right = wrap(TEXT[:60], 14), wrap(TEXT[60:], 18)
for a, b in zip_longest(left, right, fillvalue=""):
    print(f"{a:<14} | {b}".rstrip())


def box(text, double=False):
    h, v, corners = ("=", "‖", "####") if double else ("─", "│", "┌┐└┘")
    rows = text.splitlines()
    width = max(map(len, rows))
    return "\n".join([corners[0] + h * (width + 2) + corners[1], *(f"{v} {r:<{width}} {v}" for r in rows), corners[2] + h * (width + 2) + corners[3]])


print(box("hello\nlonger line"), box("x", double=True), sep="\n")


def month(year, number):
    first = date(year, number, 1)
    following = (first.replace(day=28) + timedelta(days=4)).replace(day=1)
    days = (following - first).days
    cells = [""] * first.weekday() + [str(d) for d in range(1, days + 1)]
    head = f"{first:%B %Y}".center(20).rstrip()
    rows = [" ".join(f"{c:>2}" for c in cells[i:i + 7]).rstrip() for i in range(0, len(cells), 7)]
    return "\n".join([head, "Mo Tu We Th Fr Sa Su", *rows])


print(month(2024, 2), month(2023, 10), sep="\n\n")
TREE = {"src": {"main.rs": None, "lib": {"a.rs": None, "b.rs": None}}, "README": None}


def tree(node, prefix=""):
    items = list(node.items())
    for i, (name, child) in enumerate(items):
        last = i == len(items) - 1
        yield f"{prefix}{'└── ' if last else '├── '}{name}"
        if child:
            yield from tree(child, prefix + ("    " if last else "│   "))


print("\n".join(tree(TREE)))
data = {"apples": 12, "pears": 7, "figs": 0, "plums": 20}
widest = max(map(len, data))
for name, n in sorted(data.items(), key=lambda kv: -kv[1]):
    print(f"{name:>{widest}} {'█' * (n // 2)}{'▌' if n % 2 else ''} {n}")
for row in range(4, -1, -1):
    print("".join("██ " if n > row * 5 else "   " for n in data.values()).rstrip() or ".")
for step in (0, 3, 10):
    print(f"[{'#' * step:.<10}] {step / 10:>4.0%}")


def dump(data, width=8):
    for at in range(0, len(data), width):
        part = data[at:at + width]
        print(f"{at:04x}  {part.hex(' '):<{width * 3}} {''.join(chr(b) if 32 <= b < 127 else '.' for b in part)}")


dump(b"Hello, \x00\x01world\n\xff")
table = [["name", "qty", "price"], ["apple", 3, 1.5], ["watermelon", 12, 10.25]]
widths = [max(len(str(r[i])) for r in table) for i in range(3)]
for i, row in enumerate(table):
    print(" | ".join(str(c).rjust(w) if isinstance(c, (int, float)) else str(c).ljust(w) for c, w in zip(row, widths)).rstrip())
    if i == 0:
        print("-+-".join("-" * w for w in widths))
print("\t1\t22\n333\t4".expandtabs(6), "a\x1b[1mb".replace("\x1b[1m", "*"), "über".center(10, "~"), "x".join("ABC"), sep="\n")
