"""memoryview cast to numbers of other formats: reading, writing, slices, and what cannot be."""
data = bytearray(range(16))
m = memoryview(data)
for letter in "bBhHiIlLqQfd?c":
    view = m.cast(letter)
    shown = view.tolist()
    print(letter, view.format, view.itemsize, view.nbytes, len(view), view.shape, view.strides, shown[:3] if letter not in "fd" else [f"{x:.6e}" for x in shown[:2]])
words = m.cast("H")
words[0] = 0xBEEF
words[-1] = 1
print(data[:2].hex(), data[-2:].hex(), words[0], words[1:4].tolist(), words[::2].tolist(), words[::-1][0], list(words)[:2], 1 in words)
words[2:4] = memoryview(bytearray(4)).cast("H")
print(data.hex(" "), words[2:4].tobytes(), words[1:3].contiguous, words[::2].contiguous, words[::2].strides, words[::2].nbytes)
signed = memoryview(bytearray(8)).cast("i")
signed[0], signed[1] = -5, 2**31 - 1
print(signed.tolist(), signed.tobytes(), signed.cast("B")[:4].tolist(), signed.obj)
real = memoryview(bytearray(16)).cast("d")
real[0], real[1] = 1.5, -2
print(real.tolist(), real == memoryview(bytearray(real.tobytes())).cast("d"), real[0:1].tolist(), real.hex(), max(real))
letters = memoryview(b"abc").cast("c")
print(letters[0], letters.tolist(), letters == b"abc", hash(letters.cast("B")) == hash(b"abc"), letters.cast("b").readonly)
truth = memoryview(bytearray(2)).cast("?")
truth[0] = "yes"
print(truth.tolist(), memoryview(b"\x01\x02\x03\x04").cast("H") == memoryview(bytes([1, 2, 3, 4])), memoryview(b"\x01\x00").cast("H") == memoryview(b"\x01"))


def put(view, at, value):
    view[at] = value


def attempt(action):
    try:
        print(action())
    except (TypeError, ValueError, IndexError) as error:
        print(type(error).__name__, error)


attempt(lambda: memoryview(b"abc").cast("H"))
attempt(lambda: words.cast("i"))
attempt(lambda: m[::2].cast("b"))
attempt(lambda: m.cast("z"))
attempt(lambda: m.cast("hh"))
attempt(lambda: m.cast("@h").format[-1])
attempt(lambda: m.cast(3))
attempt(lambda: put(words, 0, 70000))
attempt(lambda: put(words, 0, "a"))
attempt(lambda: put(words, 0, 1.5))
attempt(lambda: put(words, 99, 1))
attempt(lambda: put(signed, 0, 2**31))
attempt(lambda: put(m.cast("b"), 0, 128))
attempt(lambda: put(m.cast("Q"), 0, -1))
attempt(lambda: put(real, 0, "x"))
attempt(lambda: put(m.cast("c"), 0, 5))
attempt(lambda: put(m.cast("c"), 0, b"ab"))
attempt(lambda: put(words, slice(0, 2), b"abcd"))
attempt(lambda: hash(memoryview(b"abcd").cast("i")))
attempt(lambda: put(memoryview(b"ab").cast("H"), 0, 1))
