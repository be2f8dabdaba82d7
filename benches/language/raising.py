"""Exceptions of the program's own, raised and caught, and context managers."""


class NotFound(KeyError):
    def __init__(self, key):
        super().__init__(key)
        self.key = key


class Ctx:
    def __init__(self):
        self.n = 0

    def __enter__(self):
        self.n += 1
        return self

    def __exit__(self, t, v, tb):
        return t is ValueError


def find(d, k):
    try:
        return d[k]
    except KeyError:
        raise NotFound(k) from None


def parse(s):
    try:
        return int(s)
    except ValueError:
        return None


def deep(n):
    if n == 0:
        raise ValueError("bottom")
    try:
        deep(n - 1)
    finally:
        pass


def main():
    d = {i: i for i in range(50)}
    hits = misses = 0
    for i in range(2000):
        try:
            find(d, i % 100)
            hits += 1
        except NotFound as e:
            misses += e.key
    nums = sum(parse(s) or 0 for s in ["12", "x", "7", "y9"] * 400)
    c = Ctx()
    for i in range(1000):
        with c:
            if i % 2:
                raise ValueError(i)
    n = 0
    for _ in range(100):
        try:
            deep(20)
        except ValueError as e:
            n += len(str(e))
    it = iter([1, 2, 3] * 300)
    k = 0
    while True:
        try:
            k += next(it)
        except StopIteration:
            break
    a = 0
    for i in range(1000):
        a += getattr(c, "n" if i % 2 else "zz", 1)
    return hits, misses, nums, c.n, n, k, a
