"""CSV text, grouping, joins, pivots and reports with the standard library only."""
from collections import Counter, defaultdict, namedtuple
from itertools import groupby
from operator import attrgetter, itemgetter

source = """\
day,city,item,units,price
2024-03-01,Rome,pen,10,1.50
2024-03-01,Oslo,ink,2,7.25
2024-03-02,Rome,ink,1,7.00
2024-03-02,Rome,pen,5,1.40
2024-03-03,Oslo,pen,,1.60
"""
header, *lines = source.strip().split("\n")
Sale = namedtuple("Sale", header.split(","))
sales = []
for number, line in enumerate(lines, start=2):
    row = Sale(*line.split(","))
    try:
        sales.append(row._replace(units=int(row.units), price=float(row.price)))
    except ValueError as error:
        print(f"line {number}: {error}")
print(sales[0], Sale._fields, sales[0]._asdict())
by_city = defaultdict(lambda: {"units": 0, "revenue": 0.0})
for sale in sales:
    by_city[sale.city]["units"] += sale.units
    by_city[sale.city]["revenue"] += sale.units * sale.price
for city, totals in sorted(by_city.items(), key=lambda kv: -kv[1]["revenue"]):
    print(f"{city:<6}{totals['units']:>4}{totals['revenue']:>9.2f}")
for day, group in groupby(sales, key=attrgetter("day")):
    print(day, [s.item for s in group])
pivot = defaultdict(Counter)
for s in sales:
    pivot[s.item][s.city] += s.units
print({k: dict(v) for k, v in pivot.items()}, dict(sum(pivot.values(), Counter())))
capitals = {"Rome": "IT", "Oslo": "NO", "Bern": "CH"}
print([(c, capitals.get(c, "?"), n) for c, n in Counter(map(attrgetter("city"), sales)).most_common()], capitals.keys() - by_city.keys())
print(sorted(sales, key=itemgetter(1, 3))[0].item, max(sales, key=lambda s: s.price).price, {s.item for s in sales} == {"ink", "pen"})
nested = {"a": {"b": [1, {"c": 2}]}, "d": 3}


def flatten(value, path=""):
    if isinstance(value, dict):
        for k, v in value.items():
            yield from flatten(v, f"{path}.{k}" if path else k)
    elif isinstance(value, list):
        for i, v in enumerate(value):
            yield from flatten(v, f"{path}[{i}]")
    else:
        yield path, value


print(dict(flatten(nested)))
c = Counter("mississippi")
c.update("miss")
c.subtract({"s": 2, "z": 1})
print(c, c["q"], sorted(c.elements())[:5], c.total(), +c, c & Counter("mmis"), c - Counter("ssss"), c.most_common()[-1], Counter(a=1) == Counter("a"))
inverse = defaultdict(set)
for k, v in {"x": 1, "y": 2, "z": 1}.items():
    inverse[v].add(k)
print({k: sorted(v) for k, v in inverse.items()}, inverse.default_factory, sorted(inverse[1]))
merged = {"a": 1, "b": 2} | {"b": 3}
merged |= {"c": 4}
print(merged, dict(sorted(merged.items(), reverse=True)), [*merged], list(merged.values()), merged.items() >= {("a", 1)}, dict.fromkeys("ab", 0))
a, b = {1, 2, 3, 4}, frozenset([3, 4, 5])
print(a & b, a | b, a - b, a ^ b, a >= {1}, a.isdisjoint({9}), type(b | a).__name__, type(a | b).__name__)
