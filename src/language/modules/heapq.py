# heapq: a list as a heap: heap[k] <= heap[2k+1] and heap[k] <= heap[2k+2].


def _up(heap, start, at):
    """Moves the item at a place towards the root until its parent is not greater."""
    item = heap[at]
    while at > start:
        parent = (at - 1) >> 1
        if not item < heap[parent]:
            break
        heap[at] = heap[parent]
        at = parent
    heap[at] = item


def _down(heap, at):
    """Moves the item at a place to a leaf along the smaller children, then up to where it belongs."""
    end = len(heap)
    start = at
    item = heap[at]
    child = 2 * at + 1
    while child < end:
        right = child + 1
        if right < end and not heap[child] < heap[right]:
            child = right
        heap[at] = heap[child]
        at = child
        child = 2 * at + 1
    heap[at] = item
    _up(heap, start, at)


def _list(heap, argument):
    if not isinstance(heap, list):
        raise TypeError(f"{argument} must be list, not {'None' if heap is None else type(heap).__name__}")


def heappush(heap, item, /):
    """Push an item, keeping the heap a heap."""
    _list(heap, "heappush() argument 1")
    heap.append(item)
    _up(heap, 0, len(heap) - 1)


def heappop(heap, /):
    """Pop the smallest item, keeping the heap a heap."""
    _list(heap, "heappop() argument")
    if not heap:
        raise IndexError("index out of range")
    last = heap.pop()
    if not heap:
        return last
    smallest = heap[0]
    heap[0] = last
    _down(heap, 0)
    return smallest


def heapreplace(heap, item, /):
    """Pop the smallest item and push a new one."""
    _list(heap, "heapreplace() argument 1")
    if not heap:
        raise IndexError("index out of range")
    smallest = heap[0]
    heap[0] = item
    _down(heap, 0)
    return smallest


def heappushpop(heap, item, /):
    """Push an item, then pop the smallest."""
    _list(heap, "heappushpop() argument 1")
    if heap and heap[0] < item:
        item, heap[0] = heap[0], item
        _down(heap, 0)
    return item


def heapify(heap, /):
    """Make a list a heap, in place."""
    _list(heap, "heapify() argument")
    for i in reversed(range(len(heap) // 2)):
        _down(heap, i)


def nlargest(n, iterable, key=None):
    """The n largest items, the largest first."""
    return sorted(iterable, key=key, reverse=True)[: max(n, 0)]


def nsmallest(n, iterable, key=None):
    """The n smallest items, the smallest first."""
    return sorted(iterable, key=key)[: max(n, 0)]


def merge(*iterables, key=None, reverse=False):
    """One sorted iterator over several sorted iterables."""
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
