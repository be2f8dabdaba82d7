# struct: sizes, unpacking, buffers and Struct
import struct
from struct import *

class Index:
    def __index__(self):
        return 7


class Real:
    def __float__(self):
        return 2.5


def show(text):
    try:
        print(text, "->", repr(eval(text)))
    except Exception as error:
        print(text, "!", type(error).__name__, error)


for line in r"""
calcsize('bi')
calcsize('ib')
calcsize('bhilq')
calcsize('=bhilq')
calcsize('bd')
calcsize('3s2p4x')
calcsize('P')
calcsize('nN')
calcsize('')
calcsize('z')
unpack('i',b'abc')
unpack('<i',b'\x01\0\0\0')
unpack('>i',b'\x01\0\0\0')
unpack('2s3p',b'ab\x02xyz'[:5])
unpack('3p',b'\x09xy')
unpack('c?b',b'a\x02\xff')
unpack('e',b'\x00\x3c')
unpack('>f',b'\x3f\x80\0\0')
unpack('<d',pack('<d',3.14))
unpack('',b'')
unpack('i','abcd')
unpack('i',5)
unpack('4s',memoryview(b'abcd'))
unpack('4s',bytearray(b'abcd'))
unpack('<Qq',b'\xff'*16)
unpack('>Qq',b'\xfe'*16)
unpack_from('<h',b'abcdef',2)
unpack_from('<h',b'abcdef',-2)
unpack_from('<h',b'abcdef',5)
unpack_from('<h',b'abcdef',-1)
unpack_from('<h',b'abcdef',-10)
unpack_from('<h',buffer=b'abcdef',offset=1)
list(iter_unpack('<h',b'abcdef'))
iter_unpack('<h',b'abc')
iter_unpack('',b'abc')
len(list(iter_unpack('<h',b'abcd')))
Struct('<hi').size
Struct('<hi').format
Struct(b'<hi').format
Struct('<hi').pack(1,2)
Struct('<hi').unpack(b'\1\0\2\0\0\0')
Struct(1)
Struct('z')
Struct('i').pack('a')
Struct('i').pack()
Struct('ii').pack(1,2,3)
Struct('i').unpack(b'a')
Struct('i').unpack_from(b'abcdefgh',3)
Struct('i').unpack_from(b'abcdefgh',5)
list(Struct('<h').iter_unpack(b'abcd'))
pack_into('i',bytearray(2),0,1)
pack_into('<i',bytearray(8),-4,1)
pack_into('<i',bytearray(8),-2,1)
pack_into('<i',bytearray(8),-9,1)
pack_into('<i',bytearray(8),5,1)
pack_into('<i',b'12345678',0,1)
pack_into('<i','12345678',0,1)
pack_into('<i',bytearray(8),0)
pack_into('<i',bytearray(8),0,1,2)
pack_into('<i',bytearray(8))
pack_into('<i')
pack_into('<i',bytearray(8),'a',1)
Struct('<i').pack_into(bytearray(8),5,1)
struct.error
struct.error.__mro__
issubclass(struct.error,ValueError)
isinstance(error('x'),Exception)
""".strip().splitlines():
    show(line)
