"""heapq: push, pop, replace, merge, largest and smallest."""
import heapq
from operator import attrgetter, itemgetter, methodcaller
heap = []
for n in (5, 1, 8, 3):
    heapq.heappush(heap, n)
print(heap, heapq.heappop(heap), heapq.heappushpop(heap, 0), heapq.heapreplace(heap, 9), heap, list(heapq.merge([1, 4], [2, 3], [0])), list(heapq.merge("ca", "db", reverse=True)) if False else "", heapq.nlargest(3, [1, 5, 2]), heapq.nsmallest(0, [1]))
h = [9, 7, 5, 3, 1]
heapq.heapify(h)
print(h, [heapq.heappop(h) for _ in range(5)], list(reversed(sorted("abc"))), list(enumerate(sorted("cab"), start=1)), [i for i, _ in sorted(enumerate([30, 10, 20]), key=itemgetter(1))])
try:
    heapq.heappop([])
except IndexError as error:
    print(error)
