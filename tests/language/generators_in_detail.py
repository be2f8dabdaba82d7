# Generators: send, throw, close, delegation, states.
def gen():
    try:
        x = yield 1
        print("got", x)
        try: yield 2
        except ValueError as e: print("caught", e); yield 3
    except GeneratorExit: print("closing"); raise
    finally: print("cleanup")
    return 99
g = gen(); print(next(g), g.send("hi"), g.throw(ValueError("v")))
try: next(g)
except StopIteration as e: print("stop", e.value)
g = gen(); next(g); g.close(); g.close()
def outer():
    r = yield from inner(); print("r", r)
    return r
def inner():
    a = yield "a"; b = yield "b"; return a, b
o = outer(); print(next(o), o.send(1))
try: o.send(2)
except StopIteration as e: print(e.value)
try: gen().send(1)
except TypeError as e: print(e)
def bad():
    yield 1
    raise StopIteration("inside")
try: list(bad())
except RuntimeError as e: print(e, repr(e.__cause__))
def stubborn():
    while True:
        try: yield
        except GeneratorExit: pass
s = stubborn(); next(s)
try: s.close()
except RuntimeError as e: print(e)
def rec():
    yield next(me)
me = rec()
try: next(me)
except ValueError as e: print(e)
print(gen.__name__, gen().__name__, type(gen()).__name__, gen().gi_running, gen().gi_frame is not None)
import inspect
print(inspect.isgeneratorfunction(gen), inspect.isgenerator(gen()), inspect.getgeneratorstate(gen()))
print(sum(x for x in range(3)), list((yield_ for yield_ in "ab")), (lambda: (yield))().__class__.__name__)
def two(): yield from [1, 2]; yield from (x * 2 for x in two_src)
two_src = [5]; print(list(two()))
def avg():
    total = n = 0; a = None
    while True:
        v = yield a
        if v is None: return a
        total += v; n += 1; a = total / n
a = avg(); next(a); a.send(10); print(a.send(20))
gg = (i for i in range(3)); print(2 in gg, list(gg))
print(*(f"{i}" for i in range(3)), sep=",")
try: g.throw(KeyError)
except KeyError as e: print("KeyError", e)
g2 = gen(); 
try: g2.throw(KeyError("early"))
except KeyError as e: print(e)
print(list(g2))
