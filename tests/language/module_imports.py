import math as m, sys
from os.path import join as j
from collections import *
import collections.abc
from math import *
print(m.pi == pi, j("a", "b"), Counter("a"), floor(2.5), m.__name__)
try: import nosuchmodule
except ModuleNotFoundError as e: print(e, e.__class__.__mro__[1].__name__)
try: from math import nosuch
except ImportError as e: print(str(e).split(" (")[0])
try: import math.nosuch
except ImportError as e: print(type(e).__name__)
def f():
    import json
    return json.dumps([1])
print(f(), type(m).__name__)
