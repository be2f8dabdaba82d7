"""csv and io: readers, writers, dialects, DictReader and DictWriter, quoting, a report grouped and aligned."""
import csv
import io
from collections import defaultdict
from itertools import groupby
from operator import itemgetter

raw = '''name,dept,salary,notes
Ann,eng,100,"likes ""quotes"""
Bob,ops,80,"multi
line"
Cid,eng,120,
"Dee, Jr.",ops,95.5,plain
'''
rows = list(csv.reader(io.StringIO(raw)))
print(rows[0], rows[1], rows[2], rows[-1], len(rows))
people = list(csv.DictReader(io.StringIO(raw)))
print(people[0], people[2]["notes"] == "", list(people[3].values()))
by_dept = defaultdict(list)
for p in people:
    by_dept[p["dept"]].append(float(p["salary"]))
print({d: (len(s), sum(s), max(s)) for d, s in sorted(by_dept.items())})
out = io.StringIO()
w = csv.writer(out)
w.writerow(["a", 1, 2.5, None, True, "x,y", 'q"q', "line\nbreak", ""])
w.writerows([[1, 2], ("t", "u"), []])
print(repr(out.getvalue()))
out = io.StringIO()
d = csv.DictWriter(out, fieldnames=["id", "name"], extrasaction="ignore", restval="?", lineterminator="\n")
d.writeheader()
d.writerow({"id": 1, "name": "n", "more": 5})
d.writerows([{"id": 2}, {"name": "only"}])
print(out.getvalue())
try:
    csv.DictWriter(io.StringIO(), ["a"]).writerow({"b": 1})
except ValueError as error:
    print(error)
for options in (dict(delimiter=";"), dict(delimiter="\t", quoting=csv.QUOTE_ALL), dict(quotechar="'", quoting=csv.QUOTE_NONNUMERIC), dict(quoting=csv.QUOTE_NONE, escapechar="\\")):
    out = io.StringIO()
    csv.writer(out, lineterminator="|", **options).writerow(["a;b", 1, "it's", 2.5, "c,d"])
    print(options, out.getvalue())
print(list(csv.reader(["a;b;'c;d'", "1;2;3"], delimiter=";", quotechar="'")), list(csv.reader(["a, b,c"], skipinitialspace=True)), list(csv.reader(['1,"2",3'], quoting=csv.QUOTE_NONNUMERIC)))
print(list(csv.DictReader(["x,y", "1,2,3", "4"], restkey="rest", restval="none")), csv.DictReader(["p,q", "1,2"]).fieldnames, list(csv.DictReader(["1,2"], fieldnames=["a", "b"])))


class Semi(csv.Dialect):
    delimiter = ";"
    quotechar = '"'
    lineterminator = "\n"
    quoting = csv.QUOTE_MINIMAL


csv.register_dialect("semi", Semi)
csv.register_dialect("pipes", delimiter="|", lineterminator="\n")
out = io.StringIO()
csv.writer(out, "semi").writerow([1, "a;b"])
csv.writer(out, dialect="pipes").writerow([1, "a|b"])
print(out.getvalue(), "semi" in csv.list_dialects(), csv.get_dialect("pipes").delimiter, list(csv.reader(['1;"a;b"'], "semi")))
reader = csv.reader(io.StringIO("h\n1\n\n2\n"))
print(next(reader), [r for r in reader], reader.line_num)
sales = [("north", "q1", 120), ("south", "q1", 80), ("north", "q2", 130), ("south", "q2", 95), ("east", "q1", 60)]
sales.sort(key=itemgetter(0, 1))
print(f"{'region':<8}|{'q1':>6}|{'q2':>6}|{'total':>7}")
print("-" * 8 + "+" + "-" * 6 + "+" + "-" * 6 + "+" + "-" * 7)
for region, group in groupby(sales, key=itemgetter(0)):
    quarter = {q: v for _, q, v in group}
    cells = [f"{quarter[q]:>6}" if q in quarter else f"{'-':>6}" for q in ("q1", "q2")]
    print(f"{region:<8}|{cells[0]}|{cells[1]}|{sum(quarter.values()):>7.1f}")
print(f"{'all':.<8}|{sum(v for *_, v in sales):>21,}")
