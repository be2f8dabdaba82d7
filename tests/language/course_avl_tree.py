"""A balanced search tree as a sorted mapping: rotations, deletion, iteration from both ends, slices by keys."""
from collections.abc import MutableMapping
import random


class Node:
    __slots__ = "key", "value", "left", "right", "height", "size"

    def __init__(self, key, value):
        self.key, self.value = key, value
        self.left = self.right = None
        self.height = self.size = 1


def height(node):
    return node.height if node else 0


def size(node):
    return node.size if node else 0


def fix(node):
    node.height = 1 + max(height(node.left), height(node.right))
    node.size = 1 + size(node.left) + size(node.right)
    lean = height(node.left) - height(node.right)
    if lean > 1:
        if height(node.left.left) < height(node.left.right):
            node.left = rotate(node.left, "left", "right")
        return rotate(node, "right", "left")
    if lean < -1:
        if height(node.right.right) < height(node.right.left):
            node.right = rotate(node.right, "right", "left")
        return rotate(node, "left", "right")
    return node


def rotate(node, to, other):
    top = getattr(node, other)
    setattr(node, other, getattr(top, to))
    setattr(top, to, node)
    for part in (node, top):
        part.height = 1 + max(height(part.left), height(part.right))
        part.size = 1 + size(part.left) + size(part.right)
    return top


class SortedMap(MutableMapping):
    def __init__(self, items=(), /, **more):
        self._root = None
        self.update(items, **more)

    def __setitem__(self, key, value):
        def insert(node):
            if node is None:
                return Node(key, value)
            if key == node.key:
                node.value = value
                return node
            side = "left" if key < node.key else "right"
            setattr(node, side, insert(getattr(node, side)))
            return fix(node)
        self._root = insert(self._root)

    def __delitem__(self, key):
        def remove(node, key):
            if node is None:
                raise KeyError(key)
            if key < node.key:
                node.left = remove(node.left, key)
            elif node.key < key:
                node.right = remove(node.right, key)
            elif node.left is None or node.right is None:
                return node.left or node.right
            else:
                least = node.right
                while least.left:
                    least = least.left
                node.key, node.value = least.key, least.value
                node.right = remove(node.right, least.key)
            return fix(node)
        self._root = remove(self._root, key)

    def _find(self, key):
        node = self._root
        while node and node.key != key:
            node = node.left if key < node.key else node.right
        return node

    def __getitem__(self, key):
        if isinstance(key, slice):
            return {k: v for k, v in self.items() if (key.start is None or key.start <= k) and (key.stop is None or k < key.stop)}
        node = self._find(key)
        if node is None:
            return self.__missing__(key)
        return node.value

    def __missing__(self, key):
        raise KeyError(key)

    def __iter__(self, backwards=False):
        first, last = ("right", "left") if backwards else ("left", "right")
        stack, node = [], self._root
        while stack or node:
            while node:
                stack.append(node)
                node = getattr(node, first)
            node = stack.pop()
            yield node.key
            node = getattr(node, last)

    def __reversed__(self):
        return self.__iter__(backwards=True)

    def __len__(self):
        return size(self._root)

    def nth(self, n):
        node = self._root
        while True:
            left = size(node.left)
            if n == left:
                return node.key
            node, n = (node.left, n) if n < left else (node.right, n - left - 1)

    def __repr__(self):
        return f"{type(self).__name__}({{{', '.join(f'{k!r}: {v!r}' for k, v in self.items())}}})"

    def draw(self, node=None, depth=0):
        node = node or self._root
        if node.right: self.draw(node.right, depth + 1)
        print("    " * depth + f"{node.key}")
        if node.left: self.draw(node.left, depth + 1)


tree = SortedMap({k: k * k for k in (5, 2, 8, 1, 9, 3)}, x=0) if False else SortedMap((k, k * k) for k in (5, 2, 8, 1, 9, 3))
print(tree, len(tree), 8 in tree, 7 in tree, tree.get(7, "none"), list(reversed(tree)))
tree.draw()
print(tree[2:6], tree[:3], tree.nth(0), tree.nth(3), tree.pop(5), tree.pop(55, None), tree.popitem(), tree.setdefault(4, "four"))
try:
    del tree[77]
except KeyError as error:
    print("KeyError", error)
try:
    tree[77]
except KeyError as error:
    print("KeyError", error.args)
print(tree == {k: v for k, v in tree.items()}, tree.keys() & {1, 4, 100}, dict(tree))
big = SortedMap()
rng = random.Random(3)
keys = rng.sample(range(10_000), 500)
for k in keys:
    big[k] = str(k)
print(len(big), height(big._root), list(big) == sorted(keys), [big.nth(i) for i in (0, 250, 499)])
for k in keys[:400]:
    del big[k]
print(len(big), height(big._root), list(big) == sorted(keys[400:]), sum(map(int, big.values())))
big.clear()
print(big, bool(big), list(big), SortedMap(b=1, a=2), SortedMap({"k": 1}).items() == {"k": 1}.items())
try:
    SortedMap([(1, 2), ("a", 3)])
except TypeError as error:
    print(error)
