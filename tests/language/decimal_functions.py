# decimal: functions and comparisons
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
Decimal('inf').quantize(Decimal('0.01'))
Decimal('inf').quantize(Decimal('inf'))
Decimal('nan').quantize(Decimal('1'))
Decimal('1.5').to_integral_value()
Decimal('2.5').to_integral_value()
Decimal('2.5').to_integral_value(rounding=ROUND_UP)
Decimal('2.5').to_integral()
Decimal('2.5').to_integral_exact()
Decimal('1e5').to_integral_value()
round(Decimal('2.5'))
round(Decimal('3.5'))
round(Decimal('2.675'),2)
round(Decimal('1234'),-2)
round(Decimal('nan'))
round(Decimal('inf'))
int(Decimal('-2.7'))
int(Decimal('nan'))
int(Decimal('inf'))
float(Decimal('0.1'))
float(Decimal('nan'))
float(Decimal('snan'))
complex(Decimal('1.5'))
math.floor(Decimal('-2.5'))
math.ceil(Decimal('-2.5'))
math.trunc(Decimal('-2.5'))
bool(Decimal('0.0'))
abs(Decimal('-1.5'))
-Decimal('0')
+Decimal('-0')
-Decimal('1.5')
hash(Decimal('1.5'))==hash(1.5)
hash(Decimal(10**20))==hash(10**20)
hash(Decimal('1e-20'))
hash(Decimal('inf'))==hash(float('inf'))
hash(Decimal('snan'))
Decimal('1.0')==1
Decimal('1.0')==1.0
Decimal('0.1')==0.1
Decimal('0.1')<0.1
Decimal('1')<2
Decimal('nan')==Decimal('nan')
Decimal('nan')<1
Decimal('snan')==1
Decimal(1)=='1'
Decimal(1)<'1'
1<Decimal('1.5')<2
max(Decimal(1),Decimal('2.5'))
sorted([Decimal('3'),Decimal('1'),2])
sum([Decimal('0.1')]*10)
Decimal('1').compare(Decimal('2'))
Decimal('nan').compare(2)
Decimal('1').compare_signal(Decimal('nan'))
Decimal('1.0').compare_total(Decimal('1'))
Decimal('-1.0').compare_total(Decimal('-1'))
Decimal('-2').compare_total_mag(Decimal('1'))
Decimal('1').max(Decimal('nan'))
Decimal('1').max(2)
Decimal('-3').max_mag(2)
Decimal('1').min(2)
Decimal('-3').min_mag(2)
Decimal('1').next_plus()
Decimal('1').next_minus()
Decimal('1').next_toward(2)
Decimal('1').next_toward(1)
Decimal('0').next_plus()
Decimal('inf').next_minus()
Decimal('1.5').as_tuple()
Decimal('-inf').as_tuple()
Decimal('nan123').as_tuple()
Decimal('1.5').as_integer_ratio()
Decimal('1e3').as_integer_ratio()
Decimal('inf').as_integer_ratio()
Decimal('nan').as_integer_ratio()
Decimal('123.45').adjusted()
Decimal('0').adjusted()
Decimal('inf').adjusted()
Decimal('123').logb()
Decimal('0').logb()
Decimal('1.5').copy_sign(Decimal(-1))
Decimal('-1.5').copy_abs()
Decimal('1.5').copy_negate()
Decimal('1.5').is_signed()
Decimal('1.5').is_finite()
Decimal('inf').is_infinite()
Decimal('nan').is_nan()
Decimal('nan').is_qnan()
Decimal('snan').is_snan()
Decimal('0').is_zero()
Decimal('1e-999999').is_normal()
Decimal('1e-1000000').is_subnormal()
Decimal('1').is_canonical()
Decimal('1').number_class()
Decimal('-0').number_class()
Decimal('nan').number_class()
Decimal('-inf').number_class()
Decimal('1e-1000010').number_class()
""".strip().splitlines():
    show(line)
