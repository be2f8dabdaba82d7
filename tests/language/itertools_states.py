# They are as in CPython 3.13, which has pickles of zip(strict=True), batched(strict=True) and a warning that 3.11 has not.
# Iterators of itertools and those that go backwards: what pickle and copy make of them, part-way and at their end.
import copy
import itertools
import operator
import pickle
import warnings

warnings.simplefilter("ignore", DeprecationWarning)


def is_small(x):
    return x < 3


MAKERS = {
    "accumulate": lambda: itertools.accumulate([1, 2, 3]),
    "accumulate initial": lambda: itertools.accumulate([1, 2, 3], operator.mul, initial=4),
    "accumulate None": lambda: itertools.accumulate([None, 1, 2], max_or_none),
    "chain": lambda: itertools.chain("ab", "cd"),
    "combinations": lambda: itertools.combinations("abcd", 2),
    "combinations too long": lambda: itertools.combinations("ab", 5),
    "combinations_with_replacement": lambda: itertools.combinations_with_replacement("abc", 2),
    "compress": lambda: itertools.compress("abcd", [1, 0, 1, 1]),
    "count": lambda: itertools.islice(itertools.count(3), 4),
    "count step": lambda: itertools.islice(itertools.count(3, 2.5), 4),
    "cycle": lambda: itertools.islice(itertools.cycle("abc"), 7),
    "dropwhile": lambda: itertools.dropwhile(is_small, [1, 5, 2, 6]),
    "filterfalse": lambda: itertools.filterfalse(is_small, [1, 5, 2, 6]),
    "groupby": lambda: (key for key, _ in itertools.groupby("aabbc")),
    "islice": lambda: itertools.islice("abcdefgh", 1, 7, 2),
    "permutations": lambda: itertools.permutations("abc", 2),
    "product": lambda: itertools.product("ab", [1, 2]),
    "product empty": lambda: itertools.product("ab", []),
    "repeat": lambda: itertools.repeat("x", 3),
    "starmap": lambda: itertools.starmap(operator.add, [(1, 2), (3, 4)]),
    "takewhile": lambda: itertools.takewhile(is_small, [1, 2, 5, 1]),
    "tee": lambda: itertools.tee("abcd")[1],
    "zip_longest": lambda: itertools.zip_longest("ab", [1, 2, 3], fillvalue="-"),
    "zip": lambda: zip("ab", "cd"),
    "zip strict": lambda: zip("ab", "cd", "ef", strict=True),
    "reversed list": lambda: reversed([1, 2, 3]),
    "reversed tuple": lambda: reversed((1, 2, 3)),
    "reversed dict": lambda: reversed({1: 2, 3: 4}),
    "reversed items": lambda: reversed({1: 2, 3: 4}.items()),
}


def max_or_none(a, b):
    return b if a is None else max(a, b)


def again(iterator):
    """The items that a pickle, a copy and the iterator itself still give."""
    others = []
    for make in (lambda it: pickle.loads(pickle.dumps(it)), copy.copy):
        made = make(iterator)
        others.append(type(made).__name__)
        if make is not copy.copy:
            others.append(list(made))
    return others


for name, make in MAKERS.items():
    for taken in (0, 1, 9):
        iterator = make()
        given = list(itertools.islice(iterator, taken))
        if name == "groupby":
            print(name, given, list(iterator))
            continue
        print(name, given, again(iterator), list(iterator))

# States that do not fit.
for make, state in [
    (itertools.chain, ()),
    (itertools.chain, []),
    (itertools.chain, ([],)),
    (lambda: itertools.cycle(""), ()),
    (lambda: itertools.cycle(""), ([1], "x")),
    (lambda: itertools.combinations("abc", 2), (0,)),
    (lambda: itertools.permutations("abc", 2), (0, 1)),
]:
    try:
        make().__setstate__(state)
        print("set", state)
    except (TypeError, ValueError) as error:
        print(type(error).__name__)
product = itertools.product((1, 2), (3,))
product.__setstate__((0, 0x1000))
print(list(product))

# Copies of a tee are independent of it; one that is copied while it is read shares what was read.
first, second = itertools.tee(range(200), 2)
print(sum(itertools.islice(first, 100)), sum(copy.copy(first)), sum(second), sum(first))

# What an iterator calls may come back to it.
class Reentering:
    def __init__(self):
        self.count = 0

    def __iter__(self):
        return self

    def __next__(self):
        self.count += 1
        if self.count == 2:
            return next(pairs)
        if self.count > 5:
            raise StopIteration
        return self.count


pairs = itertools.pairwise(Reentering())
print(list(pairs))


# They are classes: others derive from them, with keywords for an __init__ of their own.
class Noted(itertools.takewhile):
    def __init__(self, *args, note=None):
        self.note = note


noted = Noted(is_small, [1, 2, 5], note="here")
print(list(noted), noted.note, isinstance(noted, itertools.takewhile), type(itertools.count()) is itertools.count)

# Size and keys of a dict stay the same while it is read.
for change in (lambda d: d.update({1: 1}), lambda d: (d.__delitem__(0), d.__setitem__(0, 1))):
    for read in (iter, lambda d: iter(d.values()), lambda d: iter(d.items())):
        changing = {}
        changing[0] = 0
        try:
            for _ in read(changing):
                change(changing)
            print("read")
        except RuntimeError as error:
            print(error)
print(list(itertools.batched("abcd", 2, strict=True)))
try:
    list(itertools.batched("abc", 2, strict=True))
except ValueError as error:
    print(error)
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    pickle.dumps(itertools.chain("a"))
    print(*{str(each.message) for each in caught})
