# complex: operators, comparison, hash
import math

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
1j/0
0j**-1
0j**1j
1j<2
1j//2
divmod(1j,2)
int(1j)
float(1j)
round(1j)
pow(1j,2,3)
(1e300+1j)**10
1e300j*1e300j
1j @ 2
~1j
sum([1j,2])
-1**0.5
(-8)**(1/3)
range(1j)
math.sqrt(1j)
1j.real.foo
f'{1j:.3}'
1j+'a'
'a'+1j
[1]*1j
(0j).__complex__()
1j.__foo__
complex.__add__(1,2)
complex.__add__(1j,'a')
Sub(1,2)
type(Sub(1,2)+1)
Sub(1,2)==1+2j
hash(Sub(1,2))==hash(1+2j)
Sub(1j).real
isinstance(Sub(),complex)
1j.conjugate()
(1+2j)*10**30
10**400*1j
1j==10**400
1j!=1j
True+1j
1j in [1j]
{1j:1}[1j]
{1:2}[1+0j]
hash(1+0j)
hash(1j)
hash(1.5+2.5j)
bool(0j)
not 0j
-1j
-(0+1j)
-0j
+1j
1j-0
1j .__class__
(2+3j)**0
(2+3j)**2
(2+3j)**-2
(2+3j)**0.5
(2+3j)**(1+2j)
2**(1+2j)
0j**0
0j**2
(1+1j)**101
(1+1j)**100
1.5**1j
1_0j
0.5j
1e3j
07j
(1+2j).imag.hex()
sorted([1j,2])
max(1j,2)
abs(3+4j)
1j.__abs__()
(1j).__pow__(2)
(1j).__rpow__(2)
(1j).__pow__(2,None)
(1j).__eq__(1)
(1j).__eq__('a')
(1j).__lt__(1)
(1j).__bool__()
(1j).__hash__()
(1j).__getnewargs__()
round(1j,2)
math.floor(1j)
sum([1j,2.5,True])
sum([0.1,1j]*3)
isinstance(1j,(int,float))
type(1j).__mro__
type(1j).__name__
1j.__str__()
1j.__sub__(1)
1j.__rsub__(1)
1j.__rtruediv__(2)
Sub(3).conjugate()
type(Sub(3).conjugate())
type(+Sub(3))
[1,2][Sub(1)]
chr(1j)
math.isnan(1j)
1j//1
1.0//1j
1j<1j
1<1j
(1+2j)*(3-4j)
(1+2j)/(3-4j)
(1+2j)-1
5-(1+2j)
2.5*(1+2j)
(1+2j)/2
7/(1+2j)
(3+4j)**3
(3+4j)**-1
1j**2
1j**1j
abs(-3-4j)
(1+2j)==(1+2j)
(1+0j)==1
1==(1+0j)
1.0==(1+0j)
(1+1j)!=1
hash(2+0j)==hash(2)
hash(2.5+0j)==hash(2.5)
{1+0j,1,True,1.0}
complex(1,2) in {1+2j}
sum([1j]*4)
sum([1,2,3],0j)
[z.real for z in (1+2j,3-4j)]
sorted([3+0j,1+0j],key=abs)
all([1j,0j])
any([0j,1j])
bool(1j)
-(-1j)
+(1+2j)
(1+2j).conjugate()*(1+2j)
(0.1+0.2j)+(0.2+0.1j)
1e308j*10
(1e200+1e200j)*(1e200+1e200j)
pow(2,1j)
pow(1j,3)
2j**3
10**2j
(-1)**0.5
(-8)**(1/3)
(-2.0)**1.5
True*1j
1j/1j
(1+1j)**50
""".strip().splitlines():
    show(line)
