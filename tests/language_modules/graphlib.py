# An order that keeps dependencies, and a cycle.
order = TopologicalSorter({"cook": {"buy", "wash"}, "eat": {"cook"}, "buy": {"list"}})
order.add("wash", "sink")
order.prepare()
while order.is_active():
    ready = order.get_ready()
    print(sorted(ready))
    order.done(*ready)
try:
    list(TopologicalSorter({1: [2], 2: [1]}).static_order())
except CycleError as error:
    print(error.args)
