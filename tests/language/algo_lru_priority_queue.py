"""A cache that forgets what was used least recently; a priority queue with updates."""
import heapq
from collections import OrderedDict


class LRU:
    def __init__(self, size):
        self.size, self.items = size, OrderedDict()

    def get(self, key, default=None):
        if key not in self.items:
            return default
        self.items.move_to_end(key)
        return self.items[key]

    def put(self, key, value):
        if key in self.items:
            self.items.move_to_end(key)
        self.items[key] = value
        if len(self.items) > self.size:
            return self.items.popitem(last=False)

    def __repr__(self):
        return f"LRU({', '.join(f'{k}={v}' for k, v in self.items.items())})"


c = LRU(2)
print(c.put("a", 1), c.put("b", 2), c.get("a"), c.put("c", 3), c.get("b", "gone"), c)


class UpdatableQueue:
    def __init__(self):
        self.heap, self.entries, self.count = [], {}, 0

    def push(self, item, priority):
        if item in self.entries:
            self.entries[item][-1] = None
        entry = [priority, self.count, item]
        self.count += 1
        self.entries[item] = entry
        heapq.heappush(self.heap, entry)

    def pop(self):
        while self.heap:
            priority, _, item = heapq.heappop(self.heap)
            if item is not None:
                del self.entries[item]
                return item, priority
        raise KeyError("pop from an empty queue")


q = UpdatableQueue()
for item, priority in [("write", 3), ("read", 1), ("write", 0), ("sleep", 2)]:
    q.push(item, priority)
print([q.pop() for _ in range(3)])
try:
    q.pop()
except KeyError as error:
    print(repr(error))
