"""bytearray: changes in place, slices, copies."""
a = bytearray(b"abc")
a[0] = 65
a.append(100)
a.extend(b"ef")
a.extend([103])
a += b"h"
a.insert(1, 0)
print(a, a.pop(), a.pop(0), a.remove(0), a, a.index(b"c"))
a[1:3] = b"XYZ"
del a[0]
a.reverse()
print(a, a.copy() is a, bytes(a), a * 2, a[::2], a.find(b"Z"), a == bytes(a), a.upper(), bytearray(2), bytearray("é", "latin-1"), bytearray([1]) + b"\x02")
a.clear()
print(a, bool(a), bytearray(b"x").hex(), type(b"a" + bytearray(b"b")), type(bytearray(b"b") + b"a"), bytearray(b"z").decode(), sorted(bytearray(b"cab")))
