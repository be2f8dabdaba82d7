# Expected output recorded from CPython 3.13 (3.11 has no itertools.batched).
# Which of several iterators is asked first, and which is no more once another has ended.
import itertools


class Loud:
    def __init__(self, name, count, log):
        self.name, self.left, self.log = name, count, log

    def __iter__(self):
        return self

    def __next__(self):
        self.log.append(self.name)
        if not self.left:
            raise StopIteration
        self.left -= 1
        return self.left


CALLS = {
    "zip": lambda a, b: zip(a, b),
    "zip of three": lambda a, b: zip(a, b, [1, 2]),
    "zip_longest": lambda a, b: itertools.zip_longest(a, b),
    "map": lambda a, b: map(max, a, b),
    "compress": lambda a, b: itertools.compress(a, b),
    "chain": lambda a, b: itertools.chain(a, b),
    "islice": lambda a, b: itertools.islice(a, 1),
    "product": lambda a, b: itertools.product(a, b),
    "takewhile": lambda a, b: itertools.chain(itertools.takewhile(bool, a), b),
    "dropwhile": lambda a, b: itertools.chain(itertools.dropwhile(bool, a), b),
    "pairwise": lambda a, b: zip(itertools.pairwise(a), b),
    "batched": lambda a, b: zip(itertools.batched(a, 2), b),
    "groupby": lambda a, b: zip(itertools.groupby(a), b),
    "accumulate": lambda a, b: zip(itertools.accumulate(a), b),
    "enumerate": lambda a, b: zip(enumerate(a), b),
    "filter": lambda a, b: zip(filter(None, a), b),
    "tee": lambda a, b: itertools.chain(*itertools.tee(a), b),
    "starmap": lambda a, b: itertools.starmap(max, zip(a, b)),
}
for name, call in CALLS.items():
    for lengths in ((0, 0), (0, 2), (2, 0), (1, 2), (2, 1), (2, 2), (3, 1)):
        log = []
        first, second = (Loud(label, length, log) for label, length in zip("ab", lengths))
        count = sum(1 for _ in call(first, second))
        print(name, lengths, count, "".join(log))


def before_and_after(predicate, iterable):
    trues, after = itertools.tee(iterable)
    return itertools.compress(itertools.takewhile(predicate, trues), zip(after)), after


before, after = before_and_after(bool, [1, True, 0, False])
print(list(before), list(after))
