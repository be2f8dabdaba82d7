# heapq: the parts that need no speed; pushing and popping are native.


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
