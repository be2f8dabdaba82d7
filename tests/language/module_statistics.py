import statistics as st
a = [1, 2, 3, 4, 5, 9]; f = [1.5, 2.25, 3.0, 4.75]
print(st.mean(a), st.mean([1, 2, 3]), st.mean(f), st.fmean(a), st.median(a), st.median([3, 1, 2]), st.median_low(a), st.median_high(a), st.mode([1, 1, 2]), st.multimode("aabb"), st.stdev(a), st.pstdev(a), st.variance(a), st.pvariance(f), st.variance([1, 2, 3]), st.quantiles(range(1, 11)), st.quantiles([1, 2, 3, 4], n=4, method="inclusive"), st.geometric_mean([1, 2, 4]), st.harmonic_mean([40, 60]), st.mean([0.1] * 3), st.correlation([1, 2, 3], [1, 2, 4]), st.linear_regression([1, 2, 3], [2, 4, 6]), st.covariance([1, 2, 3], [1, 5, 7]))
for g in [lambda: st.mean([]), lambda: st.stdev([1]), lambda: st.median([]), lambda: st.mode([]), lambda: st.variance([1])]:
    try: print(g())
    except st.StatisticsError as e: print(e)
