"""Classic sorts, each against sorted()."""
import random


def bubble(items):
    items = list(items)
    for end in range(len(items) - 1, 0, -1):
        swapped = False
        for i in range(end):
            if items[i] > items[i + 1]:
                items[i], items[i + 1] = items[i + 1], items[i]
                swapped = True
        if not swapped:
            break
    return items


def insertion(items):
    items = items[:]
    for i in range(1, len(items)):
        key, j = items[i], i - 1
        while j >= 0 and items[j] > key:
            items[j + 1] = items[j]
            j -= 1
        items[j + 1] = key
    return items


def merge(items):
    if len(items) <= 1:
        return items
    middle = len(items) // 2
    left, right = merge(items[:middle]), merge(items[middle:])
    out = []
    while left and right:
        out.append((left if left[0] <= right[0] else right).pop(0))
    return out + left + right


def quick(items):
    if not items:
        return []
    pivot, *rest = items
    return quick([x for x in rest if x < pivot]) + [pivot] + quick([x for x in rest if x >= pivot])


def heap(items):
    items = list(items)

    def sift(root, end):
        while (child := 2 * root + 1) < end:
            if child + 1 < end and items[child] < items[child + 1]:
                child += 1
            if items[root] >= items[child]:
                return
            items[root], items[child] = items[child], items[root]
            root = child

    for start in range(len(items) // 2 - 1, -1, -1):
        sift(start, len(items))
    for end in range(len(items) - 1, 0, -1):
        items[0], items[end] = items[end], items[0]
        sift(0, end)
    return items


random.seed(3)
data = [random.randrange(-50, 50) for _ in range(25)]
print(data)
for sort in (bubble, insertion, merge, quick, heap):
    result = sort(data)
    print(f"{sort.__name__:>10}", result == sorted(data), result[:5], result[-3:])
print(sorted("The quick brown fox".split(), key=str.lower, reverse=True))
print(sorted([(2, 'b'), (1, 'z'), (2, 'a')], key=lambda pair: (-pair[0], pair[1])))
