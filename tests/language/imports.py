import math
import math as m, sys
from math import sqrt, pi as PI
print(math.floor(2.5), m is math, sqrt(16), round(PI, 3), math.__name__)
def f():
    import math as inner
    return inner.ceil(1.2)
print(f())
from math import *
print(floor(3.7), factorial(5))
try: import math.nope
except ModuleNotFoundError as e: print(type(e).__name__)
try: math.nope
except AttributeError as e: print(e)
