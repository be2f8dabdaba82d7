# array: assignment, deletion, growth and shared memory
from array import array

A = array


def do(code, a):
    names = {"A": A, "a": a}
    try:
        exec(code, names)
        print(code, "->", names["a"])
    except Exception as error:
        print(code, "!", type(error).__name__, error, names["a"])


for code in r"""
a[0]=9
a[-1]=9
a[9]=1
a[0]='a'
a[0]=2**40
a[1:3]=A('i',[7,8,9])
a[1:3]=A('d',[7])
a[1:3]=[7]
a[::2]=A('i',[7,8,9])
a[::2]=A('i',[7,8])
a[5:]=A('i',[7,8])
del a[0]
del a[1:3]
del a[::2]
del a[9]
a+=A('i',[6])
a+=[6]
a+=A('b',[6])
a*=2
a*=0
a.append(6)
a.extend([6,7])
a.extend(A('i',[6]))
a.extend(x for x in [1,2])
a.extend([1,'a'])
a.insert(0,9)
a.insert(-1,9)
a.insert(99,9)
a.remove(3)
a.reverse()
a.byteswap()
a.frombytes(b'\1\0\0\0')
a.fromlist([6,7])
a.fromlist([6,'a'])
a.pop(-2)
a.typecode='b'
m=memoryview(a); m[0]=99
m=memoryview(a); a.append(1)
m=memoryview(a); a[0]=5
m=memoryview(a); m.release(); a.append(1)
m=memoryview(a); a.pop()
m=memoryview(a); a[0:2]=A('i',[1])
m=memoryview(a); a.byteswap()
m=memoryview(a); a[0:2]=A('i',[5,6])
m=memoryview(a); a.extend([])
m=memoryview(a); a*=1
a[:]=a
a[2:4]=a
a.extend(a)
""".strip().splitlines():
    do(code, A("i", [1, 2, 3, 4, 5]))
do("a.fromunicode('xy')", A("u", "ab"))
do("a.append('ab')", A("u", "ab"))
do("a.append('c')", A("u", "ab"))
do("a[0] = 'é'", A("u", "ab"))


class Sub(A):
    def extra(self):
        return len(self) + 1


s = Sub("i", [1, 2])
print(s.extra(), type(s[:1]), type(s + s), isinstance(s, A), s == A("i", [1, 2]))
s.x = 3
print(s.x)
import io

f = io.BytesIO()
a = A("h", [1, 2, 3])
f.write(a.tobytes())
print(f.getvalue())
f.seek(0)
b = A("h")
b.fromfile(f, 2)
print(b)
try:
    b.fromfile(f, 5)
except EOFError as error:
    print(error, b)
it = iter(A("i", [1, 2]))
print(next(it), next(it), list(it))
import copy

a = A("i", [1, 2])
b = copy.copy(a)
b[0] = 5
c = copy.deepcopy(a)
print(a, b, c, a < b, max(b), sorted(b, reverse=True))
