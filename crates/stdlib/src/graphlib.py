"""Topological order of graphs."""

__all__ = ["TopologicalSorter", "CycleError"]

_OUT, _DONE = -1, -2


class CycleError(ValueError):
    """Subclass of ValueError raised by TopologicalSorter.prepare if cycles exist in the working graph."""


class _Node:
    __slots__ = ("node", "predecessors", "successors")

    def __init__(self, node):
        self.node = node
        # How many are not done; a negative number once the node is handed out or done.
        self.predecessors = 0
        self.successors = []


class TopologicalSorter:
    """Provides functionality to topologically sort a graph of hashable nodes"""

    def __init__(self, graph=None):
        self._nodes = {}
        self._ready = None
        self._handed_out = 0
        self._finished = 0
        if graph is not None:
            for node, predecessors in graph.items():
                self.add(node, *predecessors)

    def _entry(self, node):
        if node not in self._nodes:
            self._nodes[node] = _Node(node)
        return self._nodes[node]

    def add(self, node, *predecessors):
        """Add a new node and its predecessors to the graph."""
        if self._ready is not None:
            raise ValueError("Nodes cannot be added after a call to prepare()")
        entry = self._entry(node)
        entry.predecessors += len(predecessors)
        for predecessor in predecessors:
            self._entry(predecessor).successors.append(node)

    def prepare(self):
        """Mark the graph as finished and check for cycles in the graph."""
        if self._ready is not None:
            raise ValueError("cannot prepare() more than once")
        self._ready = [entry.node for entry in self._nodes.values() if entry.predecessors == 0]
        cycle = self._find_cycle()
        if cycle:
            raise CycleError("nodes are in a cycle", cycle)

    def get_ready(self):
        """Return a tuple of all the nodes that are ready."""
        if self._ready is None:
            raise ValueError("prepare() must be called first")
        ready = tuple(self._ready)
        for node in ready:
            self._nodes[node].predecessors = _OUT
        self._ready.clear()
        self._handed_out += len(ready)
        return ready

    def is_active(self):
        """Return True if more progress can be made and False otherwise."""
        if self._ready is None:
            raise ValueError("prepare() must be called first")
        return self._finished < self._handed_out or bool(self._ready)

    def __bool__(self):
        return self.is_active()

    def done(self, *nodes):
        """Marks a set of nodes returned by get_ready as processed."""
        if self._ready is None:
            raise ValueError("prepare() must be called first")
        for node in nodes:
            entry = self._nodes.get(node)
            if entry is None:
                raise ValueError(f"node {node!r} was not added using add()")
            if entry.predecessors >= 0:
                raise ValueError(f"node {node!r} was not passed out (still not ready)")
            if entry.predecessors == _DONE:
                raise ValueError(f"node {node!r} was already marked done")
            entry.predecessors = _DONE
            for successor in entry.successors:
                waiting = self._nodes[successor]
                waiting.predecessors -= 1
                if waiting.predecessors == 0:
                    self._ready.append(successor)
            self._finished += 1

    def _find_cycle(self):
        """The nodes of a cycle, the first again at the end; None where there is none."""
        seen, place, path, pending = set(), {}, [], []
        for node in self._nodes:
            while True:
                if node in seen:
                    if node in place:
                        return path[place[node] :] + [node]
                else:
                    seen.add(node)
                    pending.append(iter(self._nodes[node].successors))
                    place[node] = len(path)
                    path.append(node)
                while path:
                    try:
                        node = next(pending[-1])
                        break
                    except StopIteration:
                        del place[path.pop()]
                        pending.pop()
                else:
                    break
        return None

    def static_order(self):
        """Returns an iterable of nodes in a topological order."""
        self.prepare()
        while self.is_active():
            ready = self.get_ready()
            yield from ready
            self.done(*ready)

    def __class_getitem__(cls, item):
        import types

        return types.GenericAlias(cls, item)
