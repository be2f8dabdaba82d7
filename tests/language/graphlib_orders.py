# graphlib: orders, steps and cycles
from graphlib import CycleError, TopologicalSorter

graph = {"D": {"B", "C"}, "C": {"A"}, "B": {"A"}}
order = list(TopologicalSorter(graph).static_order())
print(order[0], sorted(order[1:3]), order[3])
t = TopologicalSorter()
t.add(3, 2, 1)
t.add(1, 0)
t.add(2, 0)
t.add(4)
t.prepare()
while t.is_active():
    ready = t.get_ready()
    print(sorted(ready), bool(t))
    t.done(*ready)
print(t.get_ready(), t.is_active())
for edges in ({1: {2}, 2: {1}}, {1: [2], 2: [3], 3: [1], 4: [1]}, {1: {1}}, {0: [1], 1: [2], 2: [0]}):
    try:
        TopologicalSorter(edges).prepare()
    except CycleError as error:
        print(error.args[0], error.args[1], isinstance(error, ValueError))
for act in ("get_ready", "is_active", "done"):
    try:
        getattr(TopologicalSorter({1: {2}}), act)()
    except ValueError as error:
        print(act, error)
t = TopologicalSorter({1: {2}})
t.prepare()
for act in (lambda: t.add(5), t.prepare, lambda: t.done(1), lambda: t.done(7), lambda: t.done(2)):
    try:
        act()
    except ValueError as error:
        print(error)
t.get_ready()
t.done(2)
try:
    t.done(2)
except ValueError as error:
    print(error)
print(t.get_ready())
print(list(TopologicalSorter({i: [i - 1] for i in range(1, 10)}).static_order()))
print(list(TopologicalSorter({}).static_order()), list(TopologicalSorter({1: [2, 2, 2]}).static_order()))
