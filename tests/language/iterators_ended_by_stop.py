from itertools import *
import itertools, functools
def tell(f):
    try: print(repr(f()))
    except BaseException as e: print(type(e).__name__, e)
def empty(*a): raise StopIteration("inner")
def g1(it):
    r = yield from it
    yield ("ended", r)
for make in (lambda: map(empty,[1,2]), lambda: filter(empty,[1,2]), lambda: filterfalse(empty,[1]), lambda: takewhile(empty,[1]), lambda: dropwhile(empty,[1]),
             lambda: starmap(empty,[(1,)]), lambda: accumulate([1,2],empty), lambda: groupby([1,2],empty), lambda: iter(empty,1), lambda: zip(map(empty,[1]),[2]),
             lambda: enumerate(map(empty,[1])), lambda: chain(map(empty,[1]),[5]), lambda: islice(map(empty,[1,2]),2), lambda: cycle(map(empty,[1])), lambda: zip_longest(map(empty,[1]),[2]),
             lambda: compress(map(empty,[1]),[1]), lambda: pairwise(map(empty,[1])), lambda: batched(map(empty,[1]),2), lambda: reversed([1]), lambda: tee(map(empty,[1]))[0]):
    tell(lambda: list(make()))
    tell(lambda: list(g1(make())))
    def loop():
        out=[]
        for x in make(): out.append(x)
        else: out.append("else")
        return out
    tell(loop)
    def unpack():
        a,=make()
        return a
    tell(unpack)
    tell(lambda: [*make()])
    tell(lambda: sum(1 for _ in make()))
    tell(lambda: next(make(), "default"))
    tell(lambda: next(make()))
    tell(lambda: 5 in make())
    tell(lambda: tuple(make()))
    tell(lambda: dict(zip("ab",make())))
    tell(lambda: max(make(),default="none"))
    tell(lambda: print(*make()))
