# decimal: contexts and special values
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
Context(prec=3).divmod(7,2)
Context(prec=3).to_sci_string(Decimal('1e5'))
Context(prec=3).quantize(Decimal('1.2345'),Decimal('0.01'))
Context(prec=3).quantize(Decimal('123.45'),Decimal('0.01'))
Context(Emax=3).multiply(1000,100)
Context(Emax=3,traps=[]).multiply(1000,100)
Context(Emin=-3,prec=3,traps=[]).divide(1,Decimal('123456'))
Context(prec=3,clamp=1,Emax=5).create_decimal('1e5')
Context(prec=3,traps=[]).divide(1,0)
Context(prec=3,traps=[]).divide(0,0)
Context(capitals=0).to_sci_string(Decimal('1e50'))
Context(prec=3).Etiny()
Context(prec=3).Etop()
Context().flags
list(Context().traps)
Context(prec=3)==Context(prec=3)
Context().copy()
Context().foo
setcontext(1)
DecimalTuple(0,(1,),2)
Decimal(DecimalTuple(0,(1,),2))
MAX_PREC
HAVE_THREADS
Decimal('1.5').__reduce__()
Decimal('1.5').__ceil__()
Decimal('1.5').__round__()
Decimal('1.5').__hash__()==hash(1.5)
isinstance(Decimal(1),float)
Decimal.__mro__
type(Decimal(1)+Sub(1))
Sub('1.5')
type(Sub('1.5'))
str(Sub('1.5'))
Decimal('1.5').foo
Decimal(1)[0]
Decimal('1e-7')+Decimal('1e7')
Decimal('9.99e999999')*10
Decimal('1e-1000020')/10
Decimal('1E-1000026')
Decimal('1E-1000026')+0
Decimal('0.1')*3
Decimal('1.3')*Decimal('0.7')
Decimal(2)**200
Decimal('123456789012345678901234567890')+0
+Decimal('123456789012345678901234567890')
Decimal('123456789012345678901234567890')//7
Decimal('1e50')//7
Decimal('1e50')%7
Decimal('5')/Decimal('1.25')
Decimal('1')/Decimal('8')
Decimal('1000')/Decimal('10')
Decimal('inf')-Decimal('inf')
Decimal('inf')+1
Decimal('inf')*0
Decimal('inf')/Decimal('inf')
1/Decimal('inf')
Decimal('inf')//1
Decimal('inf')%1
1%Decimal('inf')
-1%Decimal('inf')
Decimal('snan')+1
Decimal('nan1')+Decimal('nan2')
Decimal('1')-Decimal('1')
Decimal('-1')+Decimal('1')
Decimal('-0')+Decimal('-0')
Decimal('0')-Decimal('0')
Decimal('1.00')*0
Decimal('-1.00')*0
""".strip().splitlines():
    show(line)
