# struct: values packed in every format
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
pack('P',-1)
pack('i','a')
pack('i',1.5)
pack('<i',1.5)
pack('f','a')
pack('f',1e40)
pack('<f',1e40)
pack('d','a')
pack('e',1e6)
pack('>e',65504)
pack('e',1e-8)
pack('e',float('inf'))
pack('e',float('nan'))
pack('e',0.1)
pack('?',[])
pack('?','a')
pack('3?',1,0,2)
pack('s','a')
pack('5s',b'abc')
pack('2s',b'abc')
pack('0s',b'abc')
pack('5p',b'abc')
pack('3p',b'abcdef')
pack('p',b'abc')
pack('0p',b'abc')
pack('300p',b'a'*400)[:3]
pack('s',bytearray(b'x'))
pack('p',1)
pack('ii',1)
pack('i',1,2)
pack('z',1)
pack('<n',1)
pack('3',1)
pack('i3',1)
pack('99999999999999999999i')
pack('9223372036854775807i')
pack(1)
pack()
pack(b'i',1)
pack('i i',1,2)
pack(' < i',1)
pack('<i ',1)
pack('bi',1,2)
pack('ib',1,2)
pack('ibi0i',1,2,3)
pack('b0i',1)
pack('b0q',1)
pack('<bi',1,2)
pack('=bi',1,2)
pack('!bi',1,2)
pack('bxi',1,2)
pack('3xb',1)
pack('<i',True)
pack('d',10)
pack('d',10**400)
pack('f',True)
pack('<3H',1,2,3)
pack('>3h',*range(-1,2))
pack('<q',-2**63)
pack('<Q',2**64-1)
pack('P',0)
pack('n',-5)
pack('N',5)
pack('ccc',b'a',b'b',b'c')
pack('<2i3s',1,2,b'abc')
pack('<f',3.4028235677973366e+38)
pack('<f',3.4028234e38)
pack('<f',1e-46)
pack('2x')
pack('<0i')
pack('i\0',1)
pack('<i',Index())
pack('<d',Real())
pack('<i',Real())
""".strip().splitlines():
    show(line)
