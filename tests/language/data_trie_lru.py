"""A trie, an LRU cache, a priority queue and a ring buffer."""
import heapq
from collections import OrderedDict, deque
from itertools import count


class Trie:
    def __init__(self):
        self.children, self.end = {}, False

    def add(self, word):
        node = self
        for ch in word:
            node = node.children.setdefault(ch, Trie())
        node.end = True

    def find(self, prefix):
        node = self
        for ch in prefix:
            if (node := node.children.get(ch)) is None:
                return
        stack = [(node, prefix)]
        while stack:
            node, word = stack.pop()
            if node.end:
                yield word
            stack.extend((child, word + ch) for ch, child in sorted(node.children.items(), reverse=True))


class LRU(OrderedDict):
    def __init__(self, size):
        super().__init__()
        self.size = size

    def __getitem__(self, key):
        value = super().__getitem__(key)
        self.move_to_end(key)
        return value

    def __setitem__(self, key, value):
        super().__setitem__(key, value)
        self.move_to_end(key)
        if len(self) > self.size:
            oldest, _ = self.popitem(last=False)
            print("dropped", oldest)


class PriorityQueue:
    def __init__(self):
        self._heap, self._ticket = [], count()

    def push(self, item, priority=0):
        heapq.heappush(self._heap, (-priority, next(self._ticket), item))

    def pop(self):
        if not self._heap:
            raise IndexError("pop from an empty queue")
        return heapq.heappop(self._heap)[-1]

    def __bool__(self):
        return bool(self._heap)


trie = Trie()
for word in "car card care cat dog do".split():
    trie.add(word)
print(list(trie.find("car")), list(trie.find("do")), list(trie.find("x")), sorted(trie.find("")))
cache = LRU(2)
cache["a"], cache["b"] = 1, 2
cache["a"]
cache["c"] = 3
print(list(cache.items()), "b" in cache)
queue = PriorityQueue()
for task, priority in (("sleep", 0), ("eat", 2), ("work", 1), ("cook", 2)):
    queue.push(task, priority=priority)
while queue:
    print(queue.pop(), end=" ")
print()
try:
    queue.pop()
except IndexError as e:
    print(e)
ring = deque(maxlen=3)
for i in range(5):
    ring.append(i)
print(ring, ring[0], list(ring)[-1], ring.maxlen)
ring.rotate(1)
ring.appendleft("x")
print(ring, [*heapq.merge([1, 4, 7], [2, 5], [0, 9])], heapq.nlargest(2, [5, 1, 9, 3]), heapq.nsmallest(2, "hello"))
