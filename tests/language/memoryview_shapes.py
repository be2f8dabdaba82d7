# memoryview: shapes, casts, keys and comparison
import struct
from array import array

M = memoryview


def show(text):
    try:
        print(text, "->", repr(eval(text)))
    except Exception as error:
        print(text, "!", type(error).__name__, error)


for line in r"""
M(b'abcdef').cast('H').tolist()
M(b'abcdef').cast('B',[2,3]).tolist()
M(b'abcdef').cast('B',(3,2)).tolist()
M(b'abcdef').cast('b',[2,3])[1,2]
M(b'abcdef').cast('B',[2,3])[-1,-3]
M(b'abcdef').cast('B',[2,3])[2,0]
M(b'abcdef').cast('B',[2,3])[0,3]
M(b'abcdef').cast('B',[2,3])[0]
M(b'abcdef').cast('B',[2,3])[0,1,2]
M(b'abcdef').cast('B',[2,3])[0:1].tolist()
M(b'abcdef').cast('B',[2,3])[::-1].tolist()
M(b'abcdef').cast('B',[2,3])[0:1,0:1]
M(b'abcdef').cast('B',[2,3])[0,0:1]
M(b'abcdef').cast('B',[2,3])['a']
M(b'abcdef').cast('B',[2,3])[...]
list(M(b'abcdef').cast('B',[2,3]))
len(M(b'abcdef').cast('B',[2,3]))
M(b'abcdef').cast('B',[2,3]).shape
M(b'abcdef').cast('B',[2,3]).strides
M(b'abcdef').cast('B',[2,3]).ndim
M(b'abcdef').cast('B',[2,3]).nbytes
M(b'abcdefgh').cast('H',[2,2]).strides
M(b'abcdefgh').cast('H',[2,2]).tolist()
M(b'abcdefgh').cast('B',[2,2,2]).tolist()
M(b'abcdef').cast('B',[2,3]).tobytes()
M(b'abcdef').cast('B',[2,3]).tobytes('F')
M(b'abcdef').cast('B',[2,3]).tobytes('A')
M(b'abcdef').cast('B',[2,3]).tobytes('X')
M(b'abcdef').cast('B',[2,3]).cast('B').tolist()
M(b'abcdef').cast('B',[2,3]).cast('B',[3,2])
M(b'abcdef').cast('B',[2,2])
M(b'abcdef').cast('B',[0,6])
M(b'abcdef').cast('B',[-1])
M(b'abcdef').cast('B',['a'])
M(b'abcdef').cast('B',6)
M(b'abcdef').cast('B',[1]*65)
M(b'a').cast('B',[]).tolist()
M(b'a').cast('B',[]).ndim
M(b'a').cast('B',[])[()]
M(b'a').cast('B',[])[0]
M(b'abc').cast('H')
M(b'abcd').cast('i').cast('f')
M(b'abcd').cast('z')
M(b'abcd').cast('<i')
M(b'abcd').cast('@i').format
M(b'abcdef')[::2].cast('H')
M(b'abcdef')[::2].contiguous
M(b'abcdef').cast('B',[2,3]).c_contiguous
M(b'abcdef').cast('B',[2,3]).f_contiguous
M(b'abcdef').cast('B',[1,6]).f_contiguous
M(b'abcdef').suboffsets
M(b'abcdef').cast('B',[2,3])==M(b'abcdef').cast('B',[2,3])
M(b'abcdef').cast('B',[2,3])==M(b'abcdef')
M(b'abcdef')==b'abcdef'
M(b'abcdef')==bytearray(b'abcdef')
b'abcdef'==M(b'abcdef')
M(b'abcd').cast('h')==M(b'abcd').cast('H')
M(b'ab')!=b'ab'
M(b'ab')==5
M(b'ab')<M(b'ac')
M(array('i',[1,2]))==M(array('q',[1,2]))
M(array('d',[1.0,2.0])).tolist()
M(array('d',[1.0]))==array('i',[1])
M(b'abc').hex()
M(b'abc').hex(':')
M(b'abc').obj
M(bytearray(b'abc')).readonly
M(bytearray(b'abc')).toreadonly().readonly
M(b'abc')[1:].obj
hash(M(b'abc'))==hash(b'abc')
hash(M(b'abcd')[::2])==hash(b'ac')
hash(M(bytearray(b'abc')))
hash(M(b'abcd').cast('h'))
hash(M(bytearray(b'abc')).toreadonly())
M('abc')
M(5)
M()
M(b'abc')[5]
M(b'abc')[1.5]
97 in M(b'abc')
list(reversed(M(b'abc')))
bytes(M(b'abcdef')[::-2])
bytearray(M(b'abc'))
b'x'+M(b'abc')
b','.join([M(b'a'),M(b'b')])
int.from_bytes(M(b'\1\2'),'big')
M(b'abcd').cast('c').tolist()
M(b'\0\1\2').cast('?').tolist()
struct.unpack('<h',M(b'ab'))
M(b'abc').itemsize
bool(M(b'')),bool(M(b'a'))
M(M(b'abc')).tolist()
str(M(b'abc'),'ascii')
""".strip().splitlines():
    show(line)


def change(label, make, act):
    data = make()
    try:
        act(data)
    except Exception as error:
        print(label, "!", type(error).__name__, error)
    print(label, data)


def grid(data):
    return M(data).cast("B", [2, 3])


six = lambda: bytearray(b"abcdef")
change("item", six, lambda d: grid(d).__setitem__((1, 2), 90))
change("negative", six, lambda d: grid(d).__setitem__((-1, -3), 90))
change("row", six, lambda d: grid(d).__setitem__(0, 90))
change("slice", six, lambda d: grid(d).__setitem__(slice(0, 1), b"xyz"))
change("flat slice", six, lambda d: M(d).__setitem__(slice(1, 4), b"xyz"))
change("steps", six, lambda d: M(d).__setitem__(slice(None, None, 2), b"xyz"))
change("wrong length", six, lambda d: M(d).__setitem__(slice(1, 4), b"xy"))
change("wrong value", six, lambda d: M(d).__setitem__(0, 256))
change("wrong type", six, lambda d: M(d).__setitem__(0, "a"))
change("chars", six, lambda d: M(d).cast("c").__setitem__(0, b"Z"))
change("shorts", six, lambda d: M(d).cast("h").__setitem__(1, -2))
change("floats", lambda: bytearray(8), lambda d: M(d).cast("d").__setitem__(0, 1.5))
change("delete", six, lambda d: M(d).__delitem__(0))
change("read only", six, lambda d: M(d).toreadonly().__setitem__(0, 1))
held = bytearray(b"abc")
view = M(held)
for act in (lambda: held.append(1), lambda: held.pop(), lambda: held.clear(), lambda: held.__delitem__(0)):
    try:
        act()
    except BufferError as error:
        print(error)
held[0] = 90
held[0:2] = b"xy"
print(held, view.tolist())
part = view[1:]
view.release()
try:
    held.extend(b"more")
except BufferError as error:
    print(error)
part.release()
held.extend(b"more")
print(held)
try:
    view[0]
except ValueError as error:
    print(error)
with M(held) as inside:
    print(inside[0])
try:
    inside.tolist()
except ValueError as error:
    print(error)
numbers = array("i", range(6))
with M(numbers) as view:
    view[0] = 100
    view[1:3] = array("i", [7, 8])
    print(view[::2].tolist(), view.cast("B").nbytes)
print(numbers)
