"""statistics: averages, spreads, quantiles, correlation, regression, NormalDist, and their errors."""
import statistics as st
from statistics import NormalDist, StatisticsError

data = [2, 4, 4, 4, 5, 5, 7, 9]
floats = [1.5, 2.25, 3.125, 10.0]
print(st.mean(data), st.mean(floats), st.fmean(data), st.median(data), st.median_low(data), st.median_high(data), st.median([3, 1, 2]), st.mode(data), st.multimode("aabbc"))
print(st.pstdev(data), st.pvariance(data), st.stdev(data), st.variance(data), st.stdev([1.5, 2.5, 2.5, 2.75, 3.25, 4.75]), st.variance([1, 2], 1.5))
print(st.geometric_mean([54, 24, 36]), st.harmonic_mean([40, 60]), st.harmonic_mean([40, 60], weights=[5, 30]), st.fmean([3, 4, 5], weights=[1, 1, 2]))
print(st.quantiles(data), st.quantiles(data, n=10), st.quantiles([1, 2, 3, 4, 5], n=4, method="inclusive"), st.median_grouped([1, 2, 2, 3, 4, 4, 4, 4, 4, 5]))
x, y = [1, 2, 3, 4, 5], [2.1, 3.9, 6.2, 8.1, 9.8]
print(st.correlation(x, y), st.covariance(x, y), st.linear_regression(x, y), st.linear_regression(x, y).slope)
for bad in (lambda: st.mean([]), lambda: st.median([]), lambda: st.mode([]), lambda: st.stdev([1]), lambda: st.variance([]), lambda: st.quantiles([1]), lambda: st.correlation([1], [2]), lambda: st.geometric_mean([0, 1]) if False else st.geometric_mean([]), lambda: st.harmonic_mean([-1]), lambda: st.correlation([1, 2], [1]), lambda: st.pvariance([]), lambda: st.correlation([1, 1], [1, 2]), lambda: st.quantiles([1, 2], n=0)):
    try:
        print(bad())
    except StatisticsError as error:
        print(error)
n = NormalDist(100, 15)
print(n, n.mean, n.stdev, n.variance, n.pdf(100), n.cdf(115), n.inv_cdf(0.975), n.zscore(130), n.quantiles(4), n.median, n.mode)
print(NormalDist.from_samples([1, 2, 3, 4]), n + 10, n * 2, n - 5, -n, n / 3, NormalDist(1, 2) + NormalDist(3, 4), NormalDist(0, 1).overlap(NormalDist(1, 1)), n == NormalDist(100, 15), NormalDist())
print(st.mean([True, False, True]), st.mean(iter([1, 2])), st.mode(["red", "blue", "red"]), st.median(["a", "b", "c"]), st.mean([10**20, 1]), st.fmean([0.1] * 3), sum([0.1] * 3))
