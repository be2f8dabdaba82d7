# complex: texts and format specifications


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
1j%2
format(1j,'%')
format(1j,'=10')
format(1j,'010')
format(1j,'q')
'%d' % 1j
'%f' % 1j
'%s' % 1j
repr(Sub(1j))
str(1e16+1e-5j)
format(1+2j,'')
format(1+2j,'.2f')
format(1+2j,'>20')
format(1+2j,'*^20.2e')
format(12345.6+2j,',')
format(12345.6+99999j,',.1f')
format(-0.0+0j,'z.1f')
format(1+2j,'+')
format(1+2j,' ')
format(1+2j,'#.3g')
format(2j,'+.2')
format(1+2j,'n')
format(1+2j,'G')
1j.__repr__()
1j.__format__('.1f')
1j.__format__(3)
'{:.2f}'.format(1j)
'{0.real}'.format(1j)
'%r' % (1j,)
1%1j
'a'%1j
f'{1+2j:>{12}}'
f'{1+2j!r:*^12}'
'{:.3e}'.format(-1.5-2.5j)
format(1e10+1j,',')
format(complex('nan+infj'),'.2f')
format(complex('-inf-0j'),'')
format(1+2j,'<15')+'|'
format(1+2j,'^15')+'|'
str(complex(1e-7,-1e21))
repr(complex(-0.0,5))
'%s and %r' % (2j, -2j)
str([1j, 2+0j])
format(3+0j,'g')
format(3.14159+2.71828j,'.3g')
format(1j,'E')
format(1j,'F')
""".strip().splitlines():
    show(line)
