# complex: what numbers are made of
import math
import cmath

class Text:
    def __complex__(self):
        return "x"


class Whole:
    def __complex__(self):
        return 3


class Number:
    def __complex__(self):
        return 3 + 4j


class Real:
    def __float__(self):
        return 2.5


class Index:
    def __index__(self):
        return 7


class Sub(complex):
    pass


def show(text):
    try:
        print(text, "->", repr(eval(text)))
    except Exception as error:
        print(text, "!", type(error).__name__, error)


for line in r"""
complex('1+')
complex('a')
complex('1',2)
complex(1,'2')
complex([])
complex(1,[])
abs(complex(1e308,1e308))
complex(1,2,3)
1/complex('inf+infj')
complex('1'*5000)
complex(b'1')
complex(None)
complex('(1+2j')
complex('1_0+2_0j')
complex(1e400)
complex(10**400)
complex(Text())
complex(Whole())
complex(Number())
complex(Real())
complex(Index())
complex(Number(),Real())
complex(1,Number())
complex(Sub(1,2))
complex(-0.0,-0.0)
complex('-nan-infj')
complex(' ( 1+2J ) ')
complex('+j')
complex('1e5j')
complex('1 + 2j')
complex('')
complex('()')
complex('j')
complex('--j')
complex('infinityj')
complex('1e')
complex('.5+.5j')
complex('1.')
complex()
complex(1)
complex(real=1,imag=2)
complex(imag=1j)
complex(1j,1j)
complex(1j,2)
abs(complex('inf+nanj'))
abs(complex('nan'))
complex('1'*10,)
complex(1,2).__ne__(1)
""".strip().splitlines():
    show(line)
