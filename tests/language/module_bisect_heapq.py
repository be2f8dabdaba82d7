import bisect, heapq
a = [1, 3, 3, 5]; print(bisect.bisect(a, 3), bisect.bisect_left(a, 3), bisect.bisect_right(a, 9), bisect.bisect(a, 0)); bisect.insort(a, 4); bisect.insort_left(a, 3); print(a, bisect.bisect([("a", 1), ("b", 5)], 3, key=lambda p: p[1]))
h = []
for x in [5, 1, 8, 3, 9, 2]: heapq.heappush(h, x)
print(h, h[0], [heapq.heappop(h) for _ in range(6)]); l = [9, 4, 7, 1, 8]; heapq.heapify(l); print(l, heapq.heappushpop(l, 0), heapq.heapreplace(l, 6), l, heapq.nlargest(2, l), heapq.nsmallest(2, l, key=lambda x: -x), list(heapq.merge([1, 4], [2, 3], [5])))
q = []; heapq.heappush(q, (2, "b")); heapq.heappush(q, (1, "a")); print(heapq.heappop(q))
try: heapq.heappop([])
except IndexError as e: print(e)
