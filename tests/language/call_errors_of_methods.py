# Wrong calls of functions, methods, class and static methods.
def f(a, /, b, *, c): pass
for call in ["f()", "f(1)", "f(1,2)", "f(1,2,3)", "f(a=1,b=2,c=3)", "f(1,2,c=3,d=4)", "f(1,2,c=3,c=4)"]:
    try: eval
    except NameError: pass
import traceback
try: f()
except TypeError as e: print(e)
try: f(1, 2, 3, c=1)
except TypeError as e: print(e)
try: f(a=1, b=2, c=3)
except TypeError as e: print(e)
try: f(1, 2, c=3, **{"c": 4})
except TypeError as e: print(e)
try: f(1, **{1: 2})
except TypeError as e: print(e)
try: f(1, *5)
except TypeError as e: print(e)
try: f(1, **5)
except TypeError as e: print(e)
class K:
    def m(self, x): pass
    @classmethod
    def c(cls, x): pass
    @staticmethod
    def s(x): pass
for g in (lambda: K().m(), lambda: K().m(1, 2), lambda: K.m(), lambda: K.c(), lambda: K.s(1, 2), lambda: K(1), lambda: K(x=1), lambda: K().m(y=2), lambda: K().zzz(), lambda: K.zzz, lambda: object().x):
    try: g()
    except (TypeError, AttributeError) as e: print(e)
