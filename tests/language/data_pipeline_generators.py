"""A pipeline of generators over log lines: parse, filter, enrich, batch, group, report; closed early; with state."""
import re
from collections import defaultdict
from itertools import islice

LOG = """\
2024-01-05 10:00:01 INFO web GET /index 200 12ms
2024-01-05 10:00:02 ERROR db timeout after 500ms
2024-01-05 10:00:02 INFO web GET /about 404 3ms
bad line here
2024-01-05 10:01:10 WARN web slow 900ms
2024-01-06 00:00:00 INFO web POST /login 200 45ms
2024-01-06 00:00:09 ERROR web POST /login 500 77ms
"""
PATTERN = re.compile(r"(?P<day>\S+) (?P<time>\S+) (?P<level>[A-Z]+) (?P<source>\w+) (?P<rest>.*)")


def lines(text):
    for number, line in enumerate(text.splitlines(), 1):
        yield number, line


def parse(rows, rejected):
    for number, line in rows:
        if m := PATTERN.fullmatch(line):
            yield {"n": number, **m.groupdict()}
        else:
            rejected.append(number)


def enrich(records):
    for r in records:
        ms = re.search(r"(\d+)ms", r["rest"])
        yield {**r, "ms": int(ms[1]) if ms else None}


def where(records, **conditions):
    return (r for r in records if all(r[k] == v for k, v in conditions.items()))


def batches(items, n):
    items = iter(items)
    while batch := list(islice(items, n)):
        yield batch


def running(values):
    total = 0
    try:
        for v in values:
            total += v
            yield total
    finally:
        print("closed at", total)


rejected = []
records = list(enrich(parse(lines(LOG), rejected)))
print(len(records), rejected, records[0])
print([r["n"] for r in where(records, level="ERROR")], [r["n"] for r in where(records, level="INFO", source="web")])
for batch in batches((r["n"] for r in records), 4):
    print(batch)
by_day = defaultdict(lambda: defaultdict(list))
for r in records:
    by_day[r["day"]][r["level"]].append(r["ms"])
for day, levels in by_day.items():
    print(day, {level: (len(ms), max(ms)) for level, ms in levels.items()})
g = running(r["ms"] for r in records)
print(next(g), next(g))
g.close()
print(list(running([1, 2])))


def coroutine(f):
    def start(*a):
        g = f(*a)
        next(g)
        return g
    return start


@coroutine
def tally(out):
    counts = {}
    try:
        while True:
            key = yield counts
            counts[key] = counts.get(key, 0) + 1
    except GeneratorExit:
        out.append(sorted(counts.items()))


out = []
t = tally(out)
for r in records:
    t.send(r["source"])
t.close()
print(out)


def tree(n):
    if n:
        yield from tree(n - 1)
        yield n
        yield from tree(n - 1)


print(list(tree(3)), sum(1 for _ in tree(8)))
slow = sorted(records, key=lambda r: (-(r["ms"] or 0), r["n"]))[:3]
print("\n".join(f"{r['n']:>3} {r['level']:<6}{r['ms']:>5} ms {'#' * (r['ms'] // 100)}" for r in slow))
