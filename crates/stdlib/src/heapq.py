# heapq: the parts that need no speed; pushing and popping are native.


def nlargest(n, iterable, key=None):
    """The n largest items, the largest first."""
    return sorted(iterable, key=key, reverse=True)[: max(n, 0)]


def nsmallest(n, iterable, key=None):
    """The n smallest items, the smallest first."""
    return sorted(iterable, key=key)[: max(n, 0)]


def merge(*iterables, key=None, reverse=False):
    """One sorted iterator over several sorted iterables.

    >>> list(merge([1, 3, 5], [0, 4], [], [3]))
    [0, 1, 3, 3, 4, 5]
    >>> list(merge(["fish", "dog"], ["horse", "ox"], key=len, reverse=True))
    ['horse', 'fish', 'dog', 'ox']
    """
    sources = [iter(iterable) for iterable in iterables]
    heads = []
    for source in sources:
        for item in source:
            heads.append((item if key is None else key(item), item, source))
            break
    while heads:
        best = 0
        for i in range(1, len(heads)):
            if heads[best][0] < heads[i][0] if reverse else heads[i][0] < heads[best][0]:
                best = i
        _, item, source = heads[best]
        yield item
        for item in source:
            heads[best] = (item if key is None else key(item), item, source)
            break
        else:
            del heads[best]


def _sift_down_max(heap, at):
    item, first, end = heap[at], at, len(heap)
    while (child := 2 * at + 1) < end:
        if child + 1 < end and not heap[child + 1] < heap[child]:
            child += 1
        heap[at] = heap[child]
        at = child
    heap[at] = item
    while at > first and heap[(at - 1) >> 1] < item:
        heap[at] = heap[(at - 1) >> 1]
        at = (at - 1) >> 1
    heap[at] = item


def _heappop_max(heap, /):
    """Pops the largest item of a heap that has it first."""
    last = heap.pop()
    return _heapreplace_max(heap, last) if heap else last


def _heapreplace_max(heap, item, /):
    """Pops the largest item and pushes a new one."""
    largest, heap[0] = heap[0], item
    _sift_down_max(heap, 0)
    return largest


def _heapify_max(heap, /):
    """Makes a list a heap with its largest item first."""
    for at in reversed(range(len(heap) // 2)):
        _sift_down_max(heap, at)
