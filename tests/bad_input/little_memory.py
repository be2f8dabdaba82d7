"""Runs operations on long containers while little address space is left: each ends, or raises MemoryError."""

import array
import base64
import collections
import copy
import functools
import heapq
import io
import itertools
import json
import operator
import os
import pickle
import random
import re
import resource
import struct
import zlib

N = 3_000_000
LEFT = 40 << 20

x = list(range(N))
t = tuple(x)
st = set(x)
d = dict.fromkeys(x)
s = "ab " * (4 * N)
b = s.encode()
ba = bytearray(b)
dq = collections.deque(x)
ar = array.array("q", x)
words = s[: 3 * N].split()


class L(list):
    pass


OPERATIONS = """
sorted(x)
sorted(x, key=lambda v: -v)
sorted(t, reverse=True)
x.sort(key=str)
x.copy()
x[:]
x[::2]
x[::-1]
t[1:]
b[1:]
ba[1:]
s[1:]
s[::2]
x + x
t + t
x * 2
list(t)
list(st)
list(d)
list(d.items())
list(d.values())
list(d.keys())
list(dq)
list(ar)
list(s)
list(b)
tuple(x)
tuple(v for v in x)
set(x)
st.copy()
st | {-1}
st & st
st - {1}
st ^ {-1}
st.union(x)
st.difference(x[:5])
frozenset(st)
d.copy()
d | {1: 2}
dict(d)
dict(zip(x, x))
{v: v for v in x}
{v for v in x}
[v for v in x]
list(map(str, x))
list(zip(x, x))
list(enumerate(x))
list(filter(None, x))
list(reversed(x))
dict.fromkeys(x)
dict.fromkeys(st)
collections.Counter(x)
collections.Counter(x).most_common()
collections.deque(x)
dq.copy()
dq + dq
array.array('d', x)
ar[1:]
ar + ar
ar.tobytes()
ar.tolist()
x.extend(x)
operator.iadd(x, t)
x.__setitem__(slice(0, 0), t)
x.__setitem__(slice(None, None, 2), x[::2])
x.__delitem__(slice(None, None, 2))
s.split()
s.split(' ')
s.replace(' ', chr(10)).splitlines()
b.split()
s.replace('a', 'xyz')
b.replace(b'a', b'xyz')
s.upper()
b.upper()
s.encode()
s.encode('utf-16')
b.decode()
b.decode('latin-1')
' '.join(map(str, x))
','.join(words)
''.join(list(s))
s.translate({97: 'zz'})
b.translate(None, b'a')
s * 3
s + s
b + b
bytes(v & 255 for v in x)
bytes(ba)
bytearray(b)
b.hex()
repr(x)
repr(d)
repr(s)
repr(st)
'%s' % (x,)
f'{x}'
json.dumps(x)
pickle.dumps(x)
pickle.dumps(d)
copy.copy(x)
re.findall('a', s)
re.sub('a', 'bcd', s)
re.split(' ', s)
struct.pack('%dq' % N, *x)
struct.unpack('%dq' % N, ar.tobytes())
heapq.nlargest(N, x)
list(itertools.accumulate(x))
list(itertools.product(x, [1]))
next(itertools.permutations(x, 2))
next(itertools.combinations(x, 2))
list(itertools.chain(x, t))
list(itertools.islice(x, N))
[list(i) for i in itertools.tee(x)]
list(itertools.batched(x, 2))
list(itertools.islice(itertools.cycle(x), 2 * N))
list(itertools.zip_longest(x, t))
list(itertools.repeat(1, 3 * N))
list(range(4 * N))
random.shuffle(x)
io.StringIO(s).read()
io.BytesIO(b).getvalue()
io.BytesIO().write(b)
io.StringIO().write(s)
io.StringIO(s.replace(' ', chr(10))).readlines()
(lambda *a: len(a))(*x)
[*x, *t]
(*x, *t)
{*x}
{**d}
exec('a, *r = x')
L(x)
min(x, key=lambda v: -v)
collections.UserList(x)
collections.OrderedDict(d)
collections.defaultdict(int, d)
memoryview(b).tolist()
memoryview(b).tobytes()
base64.b64encode(b)
zlib.compress(b, 0)
zlib.decompress(zlib.compress(b))
1 << (80 * N)
(1 << (8 * N)).to_bytes(N + 2, 'little')
int.from_bytes(b, 'little')
hex(1 << (8 * N))
s.center(4 * len(s))
('a\\t' * N).expandtabs()
'1'.zfill(40 * N)
format(1, '%d' % (40 * N))
b.ljust(4 * len(b))
s.partition('zz')
s.casefold()
s.title()
s.swapcase()
s.removeprefix('a')
s.strip('b')
{frozenset([v]) for v in x[:N//4]}
[[v] for v in x]
[str(v) for v in x]
[float(v) for v in x]
[(v,) for v in x]
[{} for v in x]
[(i for i in x) for v in range(N // 8)]
""".strip().splitlines()


def address_space():
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) << 10 for line in status if line.startswith("VmSize"))


def run(operation):
    """Runs an operation in a process of its own; returns how that ended: 0, or the signal that killed it."""
    child = os.fork()
    if child == 0:
        code = compile(operation, "operation", "eval")
        resource.setrlimit(resource.RLIMIT_AS, (address_space() + LEFT, resource.getrlimit(resource.RLIMIT_AS)[1]))
        try:
            eval(code)
        except MemoryError:
            pass
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


ended = {operation: run(operation) for operation in OPERATIONS}
for operation, code in ended.items():
    if code:
        print("error", code, operation)
print(len(ended) > 100, not any(ended.values()))
