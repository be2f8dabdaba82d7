# gc: what the collector reports and does.
import gc


class Node:
    def __init__(self):
        self.other = None


def cycle():
    a, b = Node(), Node()
    a.other, b.other = b, a


gc.collect()
cycle()
print(gc.collect() >= 2, gc.collect())
told = []
gc.callbacks.append(lambda phase, info: told.append((phase, sorted(info))))
gc.collect()
gc.callbacks.clear()
print(told[0], told[-1])
inner = [1]
outer = [inner, inner]
print(gc.get_referents(outer) == [inner, inner], gc.get_referents({"k": inner}) in (["k", inner], [inner, "k"], [inner]))
print(any(found is outer for found in gc.get_referrers(inner)), any(found is outer for found in gc.get_objects()))
node = Node()
node.other = inner
print(any(found is node or found is node.__dict__ for found in gc.get_referrers(inner)))
print(gc.is_tracked([]), gc.is_tracked(5), gc.is_tracked("text"), gc.is_tracked(node))
gc.disable()
print(gc.isenabled())
gc.enable()
print(gc.isenabled())
gc.set_threshold(500, 5, 5)
print(gc.get_threshold())
gc.set_debug(gc.DEBUG_STATS)
print(gc.get_debug(), gc.DEBUG_LEAK)
gc.set_debug(0)
print(len(gc.get_stats()), sorted(gc.get_stats()[2]))
gc.freeze()
print(gc.get_freeze_count() > 0)
gc.unfreeze()
print(gc.get_freeze_count(), gc.garbage)
for wrong in (-1, 3):
    try:
        gc.collect(wrong)
    except ValueError as error:
        print(error)


class Returning:
    kept = []

    def __del__(self):
        Returning.kept.append(self)


returning = Returning()
print(gc.is_finalized(returning))
del returning
print(gc.is_finalized(Returning.kept[0]))
Returning.kept.clear()
print(Returning.kept)
