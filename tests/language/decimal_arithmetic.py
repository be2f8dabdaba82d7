# decimal: arithmetic and powers
import math
from decimal import *

class Sub(Decimal):
    pass


def show(text):
    try:
        print(text, "->", repr(eval(text)))
    except Exception as error:
        print(text, "!", type(error).__name__, error)


for line in r"""
Decimal('1.10')+Decimal('2.20')
Decimal(1)/3
Decimal('abc')
Decimal(1)/0
Decimal(0)/0
Decimal(-1)/0
Decimal('1e400000')*Decimal('1e700000')
Decimal(None)
Decimal([])
Decimal((0,(1,2),-1))
Decimal((0,(1,2),'F'))
Decimal((1,(1,2),'n'))
Decimal((0,(1,12),1))
Decimal((2,(1,),1))
Decimal((0,(),1))
Decimal(0.1)
Decimal('0.1')+0.1
Decimal(1)+'a'
Decimal(1)+1
1+Decimal(1)
1-Decimal('0.5')
2/Decimal(3)
7//Decimal(2)
-7//Decimal(2)
Decimal(-7)//2
Decimal(-7)%2
Decimal('7.5')%Decimal('-2')
divmod(Decimal(-7),2)
divmod(7,Decimal(2))
Decimal(7)//0
Decimal(7)%0
Decimal(0)//0
Decimal(10)**3
Decimal(2)**-1
Decimal(2)**0.5
Decimal(2)**Decimal('0.5')
Decimal(4)**Decimal('0.5')
2**Decimal(10)
Decimal(0)**0
Decimal(0)**-1
Decimal(0)**Decimal('0.5')
Decimal(-8)**Decimal('0.5')
Decimal(-2)**3
Decimal(-2)**-3
Decimal(1)**Decimal('0.5')
Decimal(10)**Decimal('-2')
Decimal('1.1')**100
Decimal('1.1')**1000
Decimal('inf')**2
Decimal('inf')**-2
Decimal('-inf')**3
Decimal('0.5')**Decimal('inf')
Decimal('2')**Decimal('inf')
Decimal('1')**Decimal('inf')
Decimal('nan')**2
pow(Decimal(3),4,5)
pow(Decimal(3),Decimal(4),Decimal(5))
pow(Decimal('3.5'),4,5)
pow(Decimal(3),4,0)
Decimal(2).sqrt()
Decimal(4).sqrt()
Decimal('0.0004').sqrt()
Decimal(-1).sqrt()
Decimal(0).sqrt()
Decimal('-0').sqrt()
Decimal('inf').sqrt()
Decimal(1).exp()
Decimal(-1).exp()
Decimal(0).exp()
Decimal(100).exp()
Decimal('1e10').exp()
Decimal('-1e10').exp()
Decimal('1e-30').exp()
Decimal('-inf').exp()
Decimal(2).ln()
Decimal(10).ln()
Decimal(1).ln()
Decimal(0).ln()
Decimal(-1).ln()
Decimal('1.0000000001').ln()
Decimal('0.9999999999').ln()
Decimal('1e100').ln()
Decimal(2).log10()
Decimal(1000).log10()
Decimal('0.001').log10()
Decimal('1.0000001').log10()
Decimal(0).log10()
Decimal('1.50').normalize()
Decimal('100').normalize()
Decimal('0.00').normalize()
Decimal('1.2345').quantize(Decimal('0.01'))
Decimal('1.235').quantize(Decimal('0.01'))
Decimal('1.225').quantize(Decimal('0.01'))
Decimal('1.225').quantize(Decimal('0.01'),rounding=ROUND_HALF_UP)
Decimal('1.225').quantize(Decimal('0.01'),ROUND_UP)
Decimal('1e30').quantize(Decimal('0.01'))
""".strip().splitlines():
    show(line)
