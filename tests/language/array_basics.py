# array: making, reading and the operators
import array
from array import array as A

class I:
    def __index__(self):
        return 7


def show(text):
    try:
        print(text, "->", repr(eval(text)))
    except Exception as error:
        print(text, "!", type(error).__name__, error)


for line in r"""
A('i',[1,2,3])
A('i')
A('d',[1.5,2])
A('u','hé')
A('u')
A('b',b'abc')
A('B',bytearray(b'abc'))
A('h',b'abc')
A('i',A('b',[1,2]))
A('i','abc')
A('u',['a','b'])
A('z')
A('ii')
A(1)
A()
A('b',[128])
A('b',[-129])
A('B',[256])
A('B',[-1])
A('h',[40000])
A('H',[70000])
A('H',[-1])
A('i',[2**31])
A('I',[2**32])
A('I',[-1])
A('l',[2**63])
A('L',[-1])
A('L',[2**64])
A('q',[2**63])
A('Q',[2**64])
A('Q',[-1])
A('i',['a'])
A('i',[1.5])
A('f',['a'])
A('f',[1e40])
A('u',['ab'])
A('u',[1])
A('i',5)
A('i',(1,2))
A('i',range(3))
A('i',iter([1,2]))
array.ArrayType is A
A('i',[1]).itemsize
A('q',[1]).typecode
A('i',[1,2,3])[1]
A('i',[1,2,3])[-1]
A('i',[1,2,3])[5]
A('i',[1,2,3])[1:]
A('i',[1,2,3])[::-1]
A('i',[1,2,3])['a']
A('i',[1,2,3])+A('i',[4])
A('i',[1,2,3])+A('d',[4])
A('i',[1,2,3])+[4]
A('i',[1,2])*2
2*A('i',[1,2])
A('i',[1,2])*'a'
A('i',[1,2])==A('i',[1,2])
A('i',[1,2])==A('d',[1,2])
A('i',[1,2])==[1,2]
A('i',[1,2])<A('i',[1,3])
A('i',[1,2])<A('i',[1])
A('i',[1,2])<[1]
hash(A('i'))
A('i',[1,2,3]).count(2)
A('i',[1,2,3]).index(2)
A('i',[1,2,3]).index(9)
A('i',[1,2,3,2]).index(2,2)
A('i',[1,2,3,2]).index(2,2,3)
A('i',[1,2,3]).tolist()
A('u','abc').tolist()
A('i',[1,2]).tobytes()
A('i',[1,2]).byteswap()
2 in A('i',[1,2])
'a' in A('i',[1,2])
len(A('i',[1,2]))
list(A('i',[1,2]))
bytes(A('B',[1,2]))
bytes(A('i',[1,2]))
bytearray(A('H',[1,2]))
memoryview(A('i',[1,2])).format
memoryview(A('i',[1,2])).tolist()
memoryview(A('d',[1,2])).nbytes
A('i',[1,2]).buffer_info()[1]
A('i',[3,1,2]).pop()
A('i',[3,1,2]).pop(0)
A('i',[3,1,2]).pop(5)
A('i').pop()
A('i',[1]).remove(2)
sorted(A('i',[3,1,2]))
sum(A('d',[3,1,2]))
max(A('i',[3,1]))
str(A('f',[0.1]))
A('f',[0.1])[0]
isinstance(A('i'),A)
A.__name__
type(A('i'))
A('i',[1,2]).frombytes(b'abc')
A('i',[1,2]).fromlist((1,))
A('i',[1,2]).append('a')
A('i',[1,2]).append(2**40)
A('i',[1,2]).extend(A('d',[1]))
A('i',[1,2]).extend('ab')
A('i',[1,2]).foo
A('i',[1,2]).typecode.upper()
A('b',[1,2]).__copy__()
b''.join([A('B',[65,66])])
A('u','ab')+A('u','c')
A('i',[1,2])*-1
A('i',[0])*3
A('i', b'\1\0\0\0')
repr(A('u','a"b'))
A('i',[True,False])
A('d',[True,2**70])
A('i',[I()])
""".strip().splitlines():
    show(line)
