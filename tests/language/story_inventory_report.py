# Grouping, joining and formatting records as a report would.
from collections import namedtuple
from itertools import accumulate, chain, groupby
from operator import attrgetter, itemgetter

Sale = namedtuple("Sale", "region product units price", defaults=[1.0])
SALES = [Sale("north", "bolt", 120, 0.25), Sale("south", "nut", 80, 0.1), Sale("north", "nut", 40, 0.1),
         Sale("east", "gear", 3, 19.99), Sale("south", "gear", 1, 21), Sale("east", "washer", 1000)]
print(SALES[0], SALES[-1].price, Sale._fields, Sale._field_defaults, SALES[0]._replace(units=1))
print(f"{'region':<8}|{'units':>8}|{'value':>12}")
print("-" * 30)
for region, rows in groupby(sorted(SALES, key=attrgetter("region", "product")), key=attrgetter("region")):
    rows = list(rows)
    value = sum(r.units * r.price for r in rows)
    print(f"{region:<8}|{sum(r.units for r in rows):>8,}|{value:>12,.2f}  {'/'.join(r.product for r in rows)}")
by_product = {}
for sale in SALES:
    by_product.setdefault(sale.product, []).append(sale._asdict())
print({k: [row["units"] for row in v] for k, v in by_product.items()})
print(list(accumulate(s.units for s in SALES)), list(accumulate([3, 1, 4, 1, 5], max)))
print(sorted(SALES, key=lambda s: (-s.price, s.region))[0].product, max(SALES, key=itemgetter(2)).product)
print(list(chain.from_iterable(s[:2] for s in SALES[:2])), dict(zip(Sale._fields, SALES[1])))
region, product, *rest = SALES[2]
print(region, product, rest, SALES[0] < SALES[1], SALES[0] == ("north", "bolt", 120, 0.25))
try:
    SALES[0].units = 5
except AttributeError as error:
    print(error)
try:
    Sale("a")
except TypeError as error:
    print(error)
print(Sale._make(["w", "x", 1, 2]), Sale(*"abcd")._asdict(), hash(SALES[0]) == hash(tuple(SALES[0])))
total = 0
for n, sale in enumerate(SALES, start=1):
    total += sale.units * sale.price
    print(f"{n:02d}. {sale.product:.<12}{sale.units * sale.price:8.2f} {total / 1500:7.1%}")
print("{:>10}|{:^10}|{:<10}|{:*^10}".format("right", "mid", "left", "fill"), "{0[region]}".format(SALES[0]._asdict()))
print("{s.product} x{s.units}".format(s=SALES[0]), "%-10s|%5.1f|%05d|%+d" % ("old", 3.14159, 42, 7), f"{1234567.891:_.1f}")
