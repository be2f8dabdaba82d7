for x in [0.1, 1.0, -0.0, 1e16, 1e15, 123456789012345680.0, 1e-4, 1e-5, 1.5e-7, 1e100, 5e-324, float("inf"), float("-inf"), float("nan"), 2/3, 100.0, 1e22, 1.7976931348623157e308]:
    print(repr(x), str(x))
for s in ["a", "it's", '"', "'\"", "a\nb\t\\", "\0\x7f\xa0", "é😀", "\u200b\u2028", "tab\there"]:
    print(repr(s), ascii(s))
print([1, "a", 2.5, None, True], (1,), (), {}, {"a": [1]}, {1}, set(), frozenset(), frozenset([1]), range(3), range(1, 5, 2), slice(1, 2), ...)
a = [1]
a.append(a)
print(a)
d = {}
d["self"] = d
print(d)
print(b"a'\x00\xff", bytearray(b"xy"), bytes(3))
print(10**30, -(10**20), 2**64)
