"""Sorting by keys and by the program's own comparison."""

from operator import attrgetter, itemgetter


class P:
    def __init__(self, name, age, score):
        self.name = name
        self.age = age
        self.score = score

    def __lt__(self, other):
        return (self.age, self.name) < (other.age, other.name)

    def __repr__(self):
        return f"P({self.name!r}, {self.age})"


def main():
    people = [P(f"n{(i * 7919) % 1000}", (i * 31) % 90, (i * 17) % 101 / 7) for i in range(1200)]
    a = sorted(people)
    b = sorted(people, key=lambda p: (-p.score, p.name))
    c = sorted(people, key=attrgetter("age", "name"))
    d = sorted([(p.age, p.name, p.score) for p in people], key=itemgetter(2, 0), reverse=True)
    best = min(people, key=lambda p: p.score * 3 - p.age)
    groups = {}
    for p in people:
        groups.setdefault(p.age // 10, []).append(p)
    tops = {k: max(v, key=lambda p: (p.score, p.name)).name for k, v in sorted(groups.items())}
    return repr(a[3]), repr(b[3]), repr(c[5]), d[7], repr(best), len(tops)
