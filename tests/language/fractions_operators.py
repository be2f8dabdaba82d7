# fractions and numbers: making, operators, comparison
# Recorded from CPython 3.13, which words some errors otherwise than 3.11.
import copy
import math
import numbers
import statistics
from decimal import Decimal
from fractions import Fraction

class Sub(Fraction):
    pass


def show(text):
    try:
        print(text, "->", repr(eval(text)))
    except Exception as error:
        print(text, "!", type(error).__name__, error)


for line in r"""
Fraction(3,4)
Fraction(6,-8)
Fraction(0)
Fraction()
Fraction(1,0)
Fraction('3/4')
Fraction(' -3/4 ')
Fraction('1.25')
Fraction('-.5e-3')
Fraction('1e3')
Fraction('1_000/3')
Fraction('3/0')
Fraction('abc')
Fraction('1/-2')
Fraction('')
Fraction('.')
Fraction(0.5)
Fraction(0.1)
Fraction(float('nan'))
Fraction(float('inf'))
Fraction(Decimal('1.1'))
Fraction(Fraction(1,2),Fraction(3,4))
Fraction(1.5,2)
Fraction('1',2)
Fraction(True)
Fraction.from_float(0.25)
Fraction.from_float(3)
Fraction.from_float('a')
Fraction.from_decimal(Decimal('0.3'))
Fraction.from_decimal(3)
Fraction.from_decimal(0.3)
Fraction(1,3)+Fraction(1,6)
Fraction(1,3)-1
1-Fraction(1,3)
Fraction(2,3)*Fraction(3,2)
Fraction(2,3)/Fraction(4,3)
Fraction(2,3)/0
0/Fraction(2,3)
1/Fraction(-2,3)
Fraction(7,2)//1
Fraction(-7,2)//1
Fraction(7,2)%1
Fraction(-7,2)%Fraction(2,3)
divmod(Fraction(-7,2),Fraction(2,3))
divmod(7,Fraction(2,3))
7//Fraction(2,3)
7%Fraction(2,3)
Fraction(1,2)+0.5
0.5+Fraction(1,2)
Fraction(1,2)+1j
1j*Fraction(1,2)
Fraction(1,2)+'a'
'a'+Fraction(1,2)
Fraction(1,2)+Decimal('1')
Fraction(1,2)**2
Fraction(1,2)**-2
Fraction(-1,2)**-3
Fraction(0)**-1
Fraction(4)**Fraction(1,2)
Fraction(1,2)**0.5
2**Fraction(2)
2**Fraction(-2)
4**Fraction(1,2)
2.0**Fraction(1,2)
Fraction(-8)**Fraction(1,3)
pow(Fraction(1,2),3)
-Fraction(1,2)
+Fraction(1,2)
abs(Fraction(-1,2))
int(Fraction(-7,2))
float(Fraction(1,3))
complex(Fraction(1,2))
math.floor(Fraction(-7,2))
math.ceil(Fraction(-7,2))
math.trunc(Fraction(-7,2))
round(Fraction(5,2))
round(Fraction(7,2))
round(Fraction(-5,2))
round(Fraction(10,3),2)
round(Fraction(12345),-2)
bool(Fraction(0))
str(Fraction(3))
str(Fraction(3,4))
f"{Fraction(3,4)}"
Fraction(3,4).limit_denominator(2)
Fraction(math.pi).limit_denominator(1000)
Fraction('3.141592653589793').limit_denominator(10)
Fraction(4321,8765).limit_denominator(10000)
Fraction(1,3).limit_denominator(0)
Fraction(1,2)==0.5
Fraction(1,3)==1/3
Fraction(1,2)==Fraction(2,4)
Fraction(2)==2
Fraction(1,2)==Decimal('0.5')
Fraction(1,2)==(0.5+0j)
Fraction(1,2)=='a'
Fraction(1,2)<1
Fraction(1,2)<0.4
Fraction(1,2)<float('nan')
Fraction(1,2)<float('inf')
Fraction(1,2)<'a'
Fraction(1,2)<1j
1>Fraction(1,2)
hash(Fraction(1,2))==hash(0.5)
hash(Fraction(3))==hash(3)
hash(Fraction(1,2**61-1))
hash(Fraction(-1,3))
Fraction(1,2).numerator
Fraction(1,2).as_integer_ratio()
Fraction(1,2).real
Fraction(1,2).imag
Fraction(1,2).conjugate()
isinstance(Fraction(1),numbers.Rational)
isinstance(Fraction(1),numbers.Integral)
isinstance(1,numbers.Integral)
isinstance(1.5,numbers.Real)
isinstance(1j,numbers.Complex)
isinstance(1j,numbers.Real)
isinstance(True,numbers.Number)
isinstance(Decimal(1),numbers.Number)
isinstance(Decimal(1),numbers.Real)
isinstance('a',numbers.Number)
issubclass(int,numbers.Rational)
numbers.Real()
Fraction.__mro__
sum([Fraction(1,n) for n in range(1,10)])
max(Fraction(1,2),Fraction(2,3))
sorted([Fraction(1,2),0.3,1])
Fraction(1,2).foo
Sub(1,2)
type(Sub(1,2)+1)
Fraction(1,2).numerator.bit_length()
copy.copy(Fraction(1,2))
copy.deepcopy(Sub(1,2))
statistics.mean([Fraction(1,2),Fraction(1,3)])
math.prod([Fraction(1,2)]*3)
""".strip().splitlines():
    show(line)
