def f(x):
    try:
        if x == 0: raise ValueError("zero")
        if x == 1: raise KeyError("one")
        if x == 2: 1 / 0
        if x == 3: raise TypeError
        return "ok"
    except (ValueError, KeyError) as e:
        return f"caught {type(e).__name__} {e} {e.args}"
    except ZeroDivisionError:
        return "zde"
    except Exception as e:
        return repr(e)
    else:
        return "unreached"
    finally:
        print("finally", x)
for i in range(5): print(f(i))

class MyError(Exception):
    def __init__(self, msg, code=0):
        super().__init__(msg)
        self.code = code
class Sub(MyError): pass
try:
    raise Sub("bad", code=7)
except MyError as e:
    print(type(e).__name__, e, e.code, e.args, repr(e), isinstance(e, Exception))
try:
    try:
        raise ValueError("inner")
    except ValueError as e:
        raise RuntimeError("outer") from e
except RuntimeError as e:
    print(e, "caused by", repr(e.__cause__), e.__suppress_context__)
try:
    try:
        raise ValueError("first")
    except ValueError:
        undefined_name
except NameError as e:
    print(e, "context", repr(e.__context__), e.__cause__)
try:
    try:
        raise ValueError("a")
    except ValueError:
        raise KeyError("b") from None
except KeyError as e:
    print(e.__suppress_context__, repr(e.__context__))
def reraise():
    try:
        raise ValueError("again")
    except ValueError:
        raise
try:
    reraise()
except ValueError as e:
    print("reraised", e)
try:
    raise
except RuntimeError as e:
    print(e)
try:
    e
except NameError as err:
    print("e is gone:", err)
try:
    raise 5
except TypeError as e:
    print(e)
try:
    try: 1
    except 5: pass
    raise ValueError
except ValueError as e:
    print(repr(str(e)))
class E2(Exception):
    def __str__(self): return "custom str"
print(str(E2(1)), repr(E2(1)), str(Exception()), str(Exception(1, 2)), str(KeyError("k")), repr(KeyError("k")), OSError(2, "No such file"))
def deep(n):
    if n == 0: raise IndexError("deep")
    deep(n - 1)
try: deep(50)
except LookupError as e: print(e)
def gen():
    try:
        yield 1
        yield 2
    except ValueError as e:
        print("in gen", e)
        yield 3
    finally:
        print("gen closed")
g = gen()
print(next(g)); print(g.throw(ValueError("thrown")))
g.close()
def nested():
    try:
        try:
            raise ValueError(1)
        finally:
            print("inner finally")
    except ValueError:
        print("outer except")
        try:
            raise KeyError(2)
        except KeyError:
            print("inner except")
    return "done"
print(nested())
def loop():
    for i in range(3):
        try:
            raise ValueError(i)
        except ValueError as e:
            if i == 1: continue
            print("loop", e)
loop()
def r(n): return r(n + 1)
try: r(0)
except RecursionError as e: print(type(e).__name__, str(e)[:32])
try: raise StopIteration(5)
except StopIteration as e: print(e.value)
def ctx():
    try:
        return 1
    finally:
        try: raise ValueError
        except ValueError: print("swallowed")
print(ctx())
x = None
try:
    x.foo
except AttributeError as e: print(e)
try: int("x")
except ValueError as e: print(e)
try: [].pop()
except IndexError as e: print(e)
try: {}.popitem()
except KeyError as e: print(e)
print(issubclass(ModuleNotFoundError, ImportError), issubclass(KeyError, LookupError), BaseException.__mro__[-1] is object)
try:
    import nonexistent_module
except ModuleNotFoundError as e: print(e)
try:
    from math import nonexistent
except ImportError as e: print(type(e).__name__)
e1 = ValueError("kept")
try: raise e1
except ValueError as e2: print(e1 is e2)
print(Exception("a") == Exception("a"))
