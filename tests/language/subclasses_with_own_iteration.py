# Recorded from CPython 3.13 (3.11 has no itertools.batched).
# Subclasses of native iterators and containers: every consumer asks their own methods.
import collections
import itertools

MAKERS = {
    map: (str, [1, 2]),
    filter: (None, [1, 2]),
    zip: ([1], [2]),
    enumerate: ([1, 2],),
    reversed: ((1, 2),),
    itertools.chain: ([1], [2]),
    itertools.count: (1,),
    itertools.cycle: ([1],),
    itertools.repeat: (1, 2),
    itertools.islice: ([1, 2], 2),
    itertools.takewhile: (bool, [1, 2]),
    itertools.dropwhile: (bool, [1]),
    itertools.starmap: (max, [(1, 2)]),
    itertools.accumulate: ([1, 2],),
    itertools.groupby: ([1, 2],),
    itertools.compress: ([1], [1]),
    itertools.filterfalse: (None, [0]),
    itertools.zip_longest: ([1], [2]),
    itertools.product: ([1], [2]),
    itertools.permutations: ([1, 2],),
    itertools.combinations: ([1, 2], 1),
    itertools.combinations_with_replacement: ([1, 2], 1),
    itertools.pairwise: ([1, 2],),
    itertools.batched: ([1, 2], 1),
}
CONSUMERS = {
    "list": list,
    "tuple": tuple,
    "star": lambda x: [*x],
    "next": lambda x: next(x),
    "zip": lambda x: list(zip(x)),
    "chain": lambda x: list(itertools.chain(x)),
    "in": lambda x: "mine" in x,
    "generator": lambda x: sum(1 for _ in x),
    "islice": lambda x: list(itertools.islice(x, 5)),
    "enumerate": lambda x: list(enumerate(x)),
    "sorted": sorted,
    "max": max,
    "join": lambda x: "".join(x),
    "groupby": lambda x: [list(group) for _, group in itertools.groupby(x)],
    "deque": collections.deque,
    "fromkeys": dict.fromkeys,
    "__next__": lambda x: x.__next__(),
    "tee": lambda x: list(itertools.tee(x)[1]),
    "map": lambda x: list(map(str, x)),
    "iter": lambda x: iter(x) is x,
}


def told(function, *args):
    try:
        return function(*args)
    except Exception as error:
        return f"{type(error).__name__}: {error}"


for base, args in MAKERS.items():

    class Own(base):
        count = 0

        def __next__(self):
            Own.count += 1
            if Own.count > 2:
                raise StopIteration
            return "mine"

    class Counted(base):
        count = 0

        def __next__(self):
            Counted.count += 1
            return super().__next__()

    class Other(base):
        def __iter__(self):
            return iter(["own"])

    for name, consume in CONSUMERS.items():
        Own.count = 0
        print(base.__name__, name, told(consume, Own(*args)))
    print(base.__name__, list(itertools.islice(Counted(*args), 2)) == list(itertools.islice(base(*args), 2)), Counted.count)
    print(base.__name__, told(lambda: (list(Other(*args)), [*Other(*args)], list(map(str, Other(*args))))))

OF_CONTAINERS = {
    "list": list,
    "tuple": tuple,
    "set": lambda x: sorted(set(x)),
    "star": lambda x: [*x],
    "comprehension": lambda x: [y for y in x],
    "zip": lambda x: list(zip(x)),
    "map": lambda x: list(map(str, x)),
    "fromkeys": dict.fromkeys,
    "join": lambda x: "".join(x),
    "max": max,
    "sorted": sorted,
    "chain": lambda x: list(itertools.chain(x)),
    "enumerate": lambda x: list(enumerate(x)),
    "islice": lambda x: list(itertools.islice(x, 1)),
    "any": any,
    "call": lambda x: (lambda *args: args)(*x),
    "len": len,
    "bool": bool,
    "item": lambda x: x[0],
    "deque": collections.deque,
    "frozenset": lambda x: sorted(frozenset(x)),
    "union": lambda x: sorted(set().union(x)),
    "+=": lambda x: [1].__iadd__(x),
}
for base in (list, tuple, dict, set, frozenset, str, bytes, bytearray, collections.deque, collections.OrderedDict, collections.Counter):

    class Own(base):
        def __iter__(self):
            return iter(["x", "y"])

        def __len__(self):
            return 3

        def __getitem__(self, index):
            return "item"

    if base in (bytes, bytearray):
        made = Own(b"ab")
    elif base is str:
        made = Own("ab")
    elif base in (dict, collections.OrderedDict):
        made = Own([(1, 2)])
    else:
        made = Own([1, 2])
    for name, consume in OF_CONTAINERS.items():
        print(base.__name__, name, told(consume, made))
