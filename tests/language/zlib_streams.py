# zlib: compression at once and in pieces, checksums, errors
import zlib

def show(text):
    try:
        print(text, "->", repr(eval(text)))
    except Exception as error:
        print(text, "!", type(error).__name__, error)


for line in r"""
zlib.compress('a')
zlib.decompress(b'abc')
zlib.decompress(zlib.compress(b'abc')[:-3])
zlib.compress(b'a',10)
zlib.decompressobj().decompress(b'abc')
zlib.decompress(b'')
zlib.decompress(zlib.compress(b'a')[:-1]+b'x')
zlib.compressobj(level=99)
zlib.compressobj(wbits=99)
zlib.compressobj().flush(9)
zlib.decompressobj(99)
zlib.decompressobj().flush(0)
zlib.decompressobj().decompress(b'',-1)
sorted(n for n in dir(zlib) if n[0]!='_')
[(n,getattr(zlib,n)) for n in dir(zlib) if n.isupper() and 'VER' not in n]
zlib.crc32(b'hello'),zlib.adler32(b'hello')
zlib.crc32(b'hello',-1),zlib.adler32(b'hello',5)
zlib.crc32('a')
zlib.crc32(b'a',2**40)
zlib.error.__mro__
zlib.decompress(zlib.compress(b'hello'*1000))==b'hello'*1000
zlib.decompress(zlib.compress(bytes(range(256))*300,9,-15),-15)==bytes(range(256))*300
zlib.decompress(zlib.compress(b'x'*100000,wbits=31),wbits=47)==b'x'*100000
zlib.compress(b'')
zlib.compress(b'hello')
zlib.compress(b'hello world',0)
""".strip().splitlines():
    show(line)

c = zlib.compressobj(6)
first = c.compress(b"abc" * 1000) + c.flush(zlib.Z_SYNC_FLUSH)
second = c.compress(b"def") + c.flush()
d = zlib.decompressobj()
print(d.decompress(first) == b"abc" * 1000, d.eof, d.decompress(second + b"rest"), d.eof, d.unused_data, d.unconsumed_tail)
d = zlib.decompressobj()
out = d.decompress(zlib.compress(b"a" * 10000), 100)
print(len(out), len(d.unconsumed_tail) > 0)
while d.unconsumed_tail:
    out += d.decompress(d.unconsumed_tail, 100)
out += d.flush()
print(len(out), d.eof)
words = b"hello world"
c = zlib.compressobj(zdict=words)
packed = c.compress(b"hello world hello") + c.flush()
print(zlib.decompressobj(zdict=words).decompress(packed))
try:
    zlib.decompressobj().decompress(packed)
except zlib.error as error:
    print(error)
data = bytes(range(256)) * 50
for level in range(-1, 10):
    for wbits in (-15, 15, 31):
        c = zlib.compressobj(level, zlib.DEFLATED, wbits)
        packed = b"".join(c.compress(data[at : at + 1000]) for at in range(0, len(data), 1000)) + c.flush()
        print(level, wbits, zlib.decompress(packed, wbits) == data, len(packed) < len(data) + 200)
d = zlib.decompressobj(47)
print(b"".join(d.decompress(packed[at : at + 7]) for at in range(0, len(packed), 7)) == data, d.eof)
sum32, adler = 0, 1
for at in range(0, len(data), 100):
    sum32, adler = zlib.crc32(data[at : at + 100], sum32), zlib.adler32(data[at : at + 100], adler)
print(sum32 == zlib.crc32(data), adler == zlib.adler32(data), sum32, adler)
