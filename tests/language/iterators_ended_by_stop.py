# Expected output recorded from CPython 3.13 (3.11 has no itertools.batched).
# A function called by a native iterator raises StopIteration: the iterator ends, for every kind of consumer.
from itertools import (
    accumulate,
    batched,
    chain,
    compress,
    cycle,
    dropwhile,
    filterfalse,
    groupby,
    islice,
    pairwise,
    starmap,
    takewhile,
    tee,
    zip_longest,
)


def stop(*values):
    raise StopIteration("inner")


MAKERS = {
    "map": lambda: map(stop, [1, 2]),
    "map of two": lambda: map(stop, [1, 2], [3, 4]),
    "filter": lambda: filter(stop, [1, 2]),
    "filterfalse": lambda: filterfalse(stop, [1]),
    "takewhile": lambda: takewhile(stop, [1]),
    "dropwhile": lambda: dropwhile(stop, [1]),
    "starmap": lambda: starmap(stop, [(1,)]),
    "accumulate": lambda: accumulate([1, 2], stop),
    "groupby": lambda: groupby([1, 2], stop),
    "iter": lambda: iter(stop, 1),
    "zip": lambda: zip(map(stop, [1]), [2]),
    "zip, second": lambda: zip([2], map(stop, [1])),
    "zip of three": lambda: zip([2], map(stop, [1]), [3]),
    "enumerate": lambda: enumerate(map(stop, [1])),
    "chain": lambda: chain(map(stop, [1]), [5]),
    "islice": lambda: islice(map(stop, [1, 2]), 2),
    "cycle": lambda: cycle(map(stop, [1])),
    "zip_longest": lambda: zip_longest(map(stop, [1]), [2]),
    "compress": lambda: compress(map(stop, [1]), [1]),
    "pairwise": lambda: pairwise(map(stop, [1])),
    "batched": lambda: batched(map(stop, [1]), 2),
    "tee": lambda: tee(map(stop, [1]))[0],
}


def delegating(iterator):
    result = yield from iterator
    yield ("ended", result)


def looping(iterator):
    out = []
    for item in iterator:
        out.append(item)
    else:
        out.append("else")
    return out


def unpacking(iterator):
    (only,) = iterator
    return only


CONSUMERS = {
    "list": list,
    "yield from": lambda iterator: list(delegating(iterator))[:-1],
    "for": looping,
    "unpack": unpacking,
    "star": lambda iterator: [*iterator],
    "generator": lambda iterator: sum(1 for _ in iterator),
    "next with default": lambda iterator: next(iterator, "default"),
    "next": lambda iterator: next(iterator),
    "in": lambda iterator: 5 in iterator,
    "tuple": tuple,
    "dict": lambda iterator: dict(zip("ab", iterator)),
    "max": lambda iterator: max(iterator, default="none"),
    "call": lambda iterator: (lambda *args: args)(*iterator),
    "extend": lambda iterator: [0, *[].__iadd__(iterator)],
    "set": set,
    "any": any,
    "sorted": sorted,
}
for name, make in MAKERS.items():
    for consumer, consume in CONSUMERS.items():
        try:
            print(name, consumer, consume(make()))
        except BaseException as error:
            print(name, consumer, type(error).__name__, "" if isinstance(error, StopIteration) else error)


# The value of a StopIteration is what `yield from` and next() see.
print(list(delegating(map(stop, [1]))))
try:
    next(map(stop, [1]))
except StopIteration as error:
    print(error.value)


def roundrobin(*iterables):
    iterators = map(iter, iterables)
    for active in range(len(iterables), 0, -1):
        iterators = cycle(islice(iterators, active))
        yield from map(next, iterators)


print(list(roundrobin("ABC", [1], range(4))))
