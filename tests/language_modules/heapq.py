# Heaps, the largest and smallest, merging.
heap = [9, 4, 7, 1, 8, 2]
heapify(heap)
print(heap, heappushpop(heap, 3), heapreplace(heap, 6), [heappop(heap) for _ in range(len(heap))])
print(nlargest(3, "tensor"), nsmallest(2, [(2, "b"), (1, "z"), (2, "a")], key=lambda pair: pair[1]), list(merge([1, 4], [2, 3], [0])))
