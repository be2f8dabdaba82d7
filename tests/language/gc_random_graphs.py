# Objects that refer to each other at random: what the roots reach lives, all else ends, however old it is.
import gc, random

ended = set()


class Node:
    def __init__(self, number):
        self.number = number
        self.refs = []
        self.table = {}

    def __del__(self):
        ended.add(self.number)


def link(a, b, how):
    if how == 0:
        a.refs.append(b)
    elif how == 1:
        a.table[len(a.table)] = b
    elif how == 2:
        setattr(a, "x%d" % len(a.__dict__), b)
    elif how == 3:
        a.refs.append((b,))
    elif how == 4:
        a.refs.append({b})
    elif how == 5:
        a.refs.append(lambda: b)
    elif how == 6:
        a.refs.append(iter([b]))
    elif how == 7:
        a.refs.append(b.__init__)
    else:
        a.refs.append([[b]])


def reached(roots, edges):
    seen, todo = set(), list(roots)
    while todo:
        number = todo.pop()
        if number not in seen:
            seen.add(number)
            todo += edges[number]
    return seen


for seed in range(40):
    rng = random.Random(seed)
    count = rng.choice([5, 50, 400])
    ended.clear()
    nodes, edges = [], {number: [] for number in range(count)}
    for number in range(count):
        nodes.append(Node(number))
        # Others in such numbers that the collector looks at what there is so far.
        if rng.random() < 2 / count:
            others = [[i] for i in range(25000)]
        for _ in range(rng.randrange(3)):
            a, b = rng.randrange(number + 1), rng.randrange(number + 1)
            link(nodes[a], nodes[b], rng.randrange(9))
            edges[a].append(b)
    roots = [number for number in range(count) if rng.random() < 0.2]
    held = [nodes[number] for number in roots]
    nodes.clear()
    if rng.random() < 0.5:
        others = [[i] for i in range(25000)]
    live = reached(roots, edges)
    print(seed, count, len(live), "early" if ended & live else "", end=" ")
    gc.collect()
    print(ended == set(range(count)) - live, end=" ")
    held = None
    gc.collect()
    print(len(ended) == count)
