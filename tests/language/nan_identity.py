# What is no number has an identity: containers find it again, and another of its kind is another.
x = float('nan'); y = float('nan')
print(x in [x], {x: 1}[x], [x] == [x], len({x, y}), x is x, x is y, x == x, (x,) == (x,), x in (y,), {x} == {x}, {1: x} == {1: x}, [x, y].index(y), [x].count(x), [x].count(y))
import struct, math
print(struct.pack('<d', x).hex(), struct.pack('<f', x).hex(), x.hex(), repr(x), math.nan in [math.nan], -x, abs(x))
from array import array
print(array('d', [x, -x]).tobytes().hex(), array('f', [x]).tobytes().hex())
import pickle; print(pickle.dumps(x, 2)); print(hash(x) == hash(x), float(x) is x)
z = x - x; print(z in [z], complex(x, 1) == complex(x, 1), x == complex(x, 0))
import copy; print(copy.copy(x) is x, copy.deepcopy([x]) == [x], math.copysign(1, -x), math.isnan(x), sorted([3, 1]), max(x, 1), min(1, x))
print(memoryview(array('d', [x])).tobytes().hex(), bytes(array('d', [y])).hex(), x != x, not x, x < x, float.fromhex('nan') is x)
print(struct.pack('<d', struct.unpack('<d', bytes.fromhex('010000000000f87f'))[0]).hex())
