# memoryview: windows on bytes without a copy.
m = memoryview(b"hello")
print(len(m), m[0], m[-1], bytes(m[1:3]), m.tolist(), m.nbytes, m.format, m.readonly, m.itemsize, m.shape, m.ndim)
b = bytearray(b"hello")
v = memoryview(b)
v[0] = 72
v[1:3] = b"EL"
print(b, v == b, v.tobytes(), v.hex(), list(v), 72 in v, bytes(v), bytes(v[::-1]))
with memoryview(b"abc") as mv: print(mv[1])
try: memoryview("abc")
except TypeError as e: print(e)
try: memoryview(b"abc")[0] = 1
except TypeError as e: print(e)
try: m[10]
except IndexError as e: print(e)
v.release()
try: v[0]
except ValueError as e: print(e)
print(type(m).__name__, isinstance(m, memoryview))
