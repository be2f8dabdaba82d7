# Generators of random numbers: copies and pickles go on from the same state, apart from each other.
import copy
import pickle
import random


class Counting(random.Random):
    """Counts its draws."""

    drawn = 0

    def random(self):
        self.drawn += 1
        return super().random()


def again(generator):
    return pickle.loads(pickle.dumps(generator))


for kind in (random.Random, Counting):
    for seed in (3, "text", 2**70):
        first = kind(seed)
        first.random(), first.gauss(0, 1), first.getrandbits(70)
        for way in (copy.copy, copy.deepcopy, again):
            second = way(first)
            print(kind.__name__, seed, way.__name__, type(second).__name__, second.getstate() == first.getstate(), second is first)
            print([second.randrange(100) for _ in range(5)], round(second.gauss(0, 1), 12), second.getstate() == first.getstate())
            print(first.__reduce__()[:2] == (kind, ()), first.__getstate__() == first.getstate())
restored = random.Random(1)
restored.__setstate__(random.Random(2).getstate())
print(restored.random() == random.Random(2).random())
try:
    pickle.dumps(random.SystemRandom())
except NotImplementedError as error:
    print(error)
kept = {"generator": random.Random(9), "list": [1]}
print(copy.deepcopy(kept)["generator"].random() == random.Random(9).random())
