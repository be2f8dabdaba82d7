"""Slice reading, assignment and deletion with every step; slice objects."""
a = list(range(10))
print(a[2:5], a[:3], a[7:], a[::3], a[::-1], a[8:2:-2], a[-3:], a[:-3], a[100:], a[-100:2], a[5:2], a[None:None:None], a[True:4])
a[2:5] = ["x"]
print(a)
a[1:1] = [10, 11]
print(a)
a[::2] = "abcde"
print(a)
a[-2:] = ()
a[len(a):] = [7, 8]
print(a)
a[1:3], a[0] = [5], 6
print(a)
a[3:1] = ["ins"]
a[:0] = a[:2]
print(a)
del a[0], a[-1]
del a[1:3]
print(a)
del a[::2]
print(a)
b = list("abcdefgh")
del b[::-3]
print(b)
b[::-1] = b[:]
print(b)
b[1:] *= 2
print(b)
b[:] = (x.upper() for x in b)
print(b)
del b[:]
print(b)
s = slice(1, 10, 2)
print(s, s.start, s.stop, s.step, s.indices(6), slice(None, None, -1).indices(4), slice(3) == slice(None, 3, None), list(range(20))[s], "abcdefghijkl"[s], (1, 2, 3)[slice(0, 2)])
print("hello"[::-1], "hello"[1:4], b"hello"[1:3], b"hello"[0], bytearray(b"hello")[::2], range(20)[3:15:4], range(20)[::-5], range(10)[-1], (0, 1, 2)[::-1])
