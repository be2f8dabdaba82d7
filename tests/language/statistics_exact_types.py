# statistics: decimals and fractions keep their type
import statistics
from decimal import Decimal
from fractions import Fraction as F

def show(text):
    try:
        print(text, "->", repr(eval(text)))
    except Exception as error:
        print(text, "!", type(error).__name__, error)


for line in r"""
statistics.mean([1,2,3,4])
statistics.mean([1,2])
statistics.mean([Decimal('0.5'),Decimal('0.75'),Decimal('0.625'),Decimal('0.375')])
statistics.mean([F(3,7),F(1,21),F(5,3),F(1,3)])
statistics.mean([1.5,F(1,2)])
statistics.mean([1,F(1,2)])
statistics.mean([1,Decimal('1.5')])
statistics.mean(['a'])
statistics.mean([True,False,True])
statistics.variance([2.75,1.75,1.25,0.25,0.5,1.25,3.5])
statistics.variance([1,2,3,4])
statistics.variance([Decimal('27.5'),Decimal('30.25'),Decimal('30.25'),Decimal('34.5'),Decimal('41.75')])
statistics.variance([F(1,6),F(1,2),F(5,3)])
statistics.pvariance([0.0,0.25,0.25,1.25,1.5,1.75,2.75,3.25])
statistics.pvariance([1,2,3,4],2.5)
statistics.pvariance([F(1,4),F(5,4),F(1,2)])
statistics.stdev([1.5,2.5,2.5,2.75,3.25,4.75])
statistics.stdev([Decimal('1.5'),Decimal('2.5'),Decimal('3.75')])
statistics.stdev([F(1,2),F(3,4)])
statistics.pstdev([1.5,2.5,2.5,2.75,3.25,4.75])
statistics.stdev([1,2,3])
statistics.stdev([10**20,10**20+2])
statistics.stdev([1e-300,2e-300])
statistics.stdev([0.1]*5)
statistics.stdev([1,2],1.5)
statistics.variance([1])
statistics.median([F(1,2),F(1,3)])
statistics.median([Decimal(1),Decimal(2)])
statistics.harmonic_mean([40,60])
statistics.mean([float('inf'),1])
statistics.fmean([Decimal('1.5'),F(1,2)])
statistics.multimode('aabbc')
""".strip().splitlines():
    show(line)
