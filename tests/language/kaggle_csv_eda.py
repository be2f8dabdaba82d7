# A Kaggle notebook without pandas: csv, grouping, statistics, a pivot table, and bars of text.
import csv, io, statistics, math, re
from collections import defaultdict, Counter
from dataclasses import dataclass, field, asdict, astuple, replace
from typing import Optional
from datetime import datetime, date, timedelta
DATA = '''PassengerId,Survived,Pclass,Name,Sex,Age,Fare,Embarked
1,0,3,"Braund, Mr. Owen Harris",male,22,7.25,S
2,1,1,"Cumings, Mrs. John Bradley (Florence Briggs Thayer)",female,38,71.2833,C
3,1,3,"Heikkinen, Miss. Laina",female,26,7.925,S
4,1,1,"Futrelle, Mrs. Jacques Heath (Lily May Peel)",female,35,53.1,S
5,0,3,"Allen, Mr. William Henry",male,35,8.05,S
6,0,3,"Moran, Mr. James",male,,8.4583,Q
7,0,1,"McCarthy, Mr. Timothy J",male,54,51.8625,S
'''
@dataclass
class Passenger:
    id: int
    survived: bool
    pclass: int
    name: str
    sex: str
    age: Optional[float]
    fare: float
    embarked: str = "S"
    tags: list = field(default_factory=list, repr=False)
    @classmethod
    def from_row(cls, row):
        num = lambda s, t=float: t(s) if s else None
        return cls(int(row["PassengerId"]), row["Survived"] == "1", num(row["Pclass"], int), row["Name"], row["Sex"], num(row["Age"]), float(row["Fare"]), row["Embarked"])
    @property
    def title(self):
        m = re.search(r",\s*([A-Za-z]+)\.", self.name)
        return m.group(1) if m else None
rows = list(csv.DictReader(io.StringIO(DATA)))
print(len(rows), rows[0].keys())
people = [Passenger.from_row(r) for r in rows]
print(people[1]); print(astuple(people[5])); print(asdict(replace(people[0], age=1.5)))
print(Counter(p.title for p in people))
ages = [p.age for p in people if p.age is not None]
print(f"mean {statistics.mean(ages):.3f} median {statistics.median(ages)} stdev {statistics.stdev(ages):.4f} q {statistics.quantiles(ages, n=4)}")
by = defaultdict(list)
for p in people: by[p.sex, p.pclass].append(p.survived)
for k in sorted(by): print(k, f"{sum(by[k]) / len(by[k]):.2%}", len(by[k]))
print("{:<10}{:>8}{:>8}".format("class", "n", "fare"))
for c in sorted({p.pclass for p in people}):
    fares = [p.fare for p in people if p.pclass == c]
    print("{:<10}{:>8d}{:>8.2f} {}".format(c, len(fares), statistics.fmean(fares), "█" * round(statistics.fmean(fares) / 10)))
out = io.StringIO()
w = csv.DictWriter(out, fieldnames=["name", "age"], extrasaction="ignore", lineterminator="\n")
w.writeheader()
w.writerows({"name": p.name, "age": p.age, "x": 1} for p in people[:2])
w.writerow({"name": 'a "quoted", name', "age": "multi\nline"})
print(out.getvalue())
w = csv.writer(out2 := io.StringIO(), delimiter=";", quoting=csv.QUOTE_NONNUMERIC)
w.writerow([1, "a", 2.5, None, "x;y"]); w.writerows([["a'b", 'c"d']])
print(repr(out2.getvalue()))
print(list(csv.reader(["a b 'c d'", "e"], delimiter=" ", quotechar="'")))
try: w = csv.DictWriter(io.StringIO(), ["a"]); w.writerow({"b": 1})
except ValueError as e: print(e)
# min-max, z-scores, correlation by hand
fares = [p.fare for p in people]
lo, hi = min(fares), max(fares)
print([round((f - lo) / (hi - lo), 3) for f in fares])
mu, sd = statistics.mean(fares), statistics.pstdev(fares)
print([f"{(f - mu) / sd:+.2f}" for f in fares])
print(round(statistics.correlation(fares, [p.pclass for p in people]), 6))
one_hot = [[int(p.embarked == e) for e in "SCQ"] for p in people]
print(*one_hot, sep="\n")
bins = Counter((a // 10 * 10) for a in ages)
for b, n in sorted(bins.items()): print(f"{b:4.0f}-{b + 9:<4.0f}{'*' * n}")
log_fares = [round(math.log1p(f), 4) for f in fares]
print(log_fares)
print(sorted(people, key=lambda p: (-p.survived, p.fare))[0].name)
print({p.name.split(",")[0]: p.fare for p in people if p.survived})
start = date(2024, 2, 27)
print([(start + timedelta(days=i)).isoformat() for i in range(4)], datetime(2024, 1, 31).strftime("%d %b %Y"))
