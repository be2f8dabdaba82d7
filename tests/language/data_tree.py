"""A binary search tree with deletion, traversals, and a picture."""
from collections import deque


class Tree:
    class Node:
        def __init__(self, key):
            self.key = key
            self.left = self.right = None

    def __init__(self, *keys):
        self.root = None
        for key in keys:
            self.insert(key)

    def insert(self, key):
        def place(node):
            if node is None:
                return Tree.Node(key)
            if key < node.key:
                node.left = place(node.left)
            elif key > node.key:
                node.right = place(node.right)
            return node
        self.root = place(self.root)

    def remove(self, key):
        def cut(node, key):
            if node is None:
                raise KeyError(key)
            if key != node.key:
                side = "left" if key < node.key else "right"
                setattr(node, side, cut(getattr(node, side), key))
                return node
            if node.left is None or node.right is None:
                return node.left or node.right
            heir = node.right
            while heir.left:
                heir = heir.left
            node.key = heir.key
            node.right = cut(node.right, heir.key)
            return node
        self.root = cut(self.root, key)

    def __iter__(self):
        def walk(node):
            if node:
                yield from walk(node.left)
                yield node.key
                yield from walk(node.right)
        return walk(self.root)

    def levels(self):
        queue = deque([(self.root, 0)])
        rows = {}
        while queue:
            node, depth = queue.popleft()
            if node:
                rows.setdefault(depth, []).append(node.key)
                queue.extend([(node.left, depth + 1), (node.right, depth + 1)])
        return rows

    @property
    def height(self):
        measure = lambda n: 0 if n is None else 1 + max(measure(n.left), measure(n.right))
        return measure(self.root)

    def draw(self, node="root", depth=0):
        node = self.root if node == "root" else node
        if node:
            self.draw(node.right, depth + 1)
            print("    " * depth + str(node.key))
            self.draw(node.left, depth + 1)


tree = Tree(8, 3, 10, 1, 6, 14, 4, 7, 13)
print(list(tree), tree.height, tree.levels())
tree.draw()
for key in (3, 8, 1):
    tree.remove(key)
    print(key, list(tree), tree.root.key)
try:
    tree.remove(99)
except KeyError as error:
    print("KeyError", error, repr(error), error.args)
iterator = iter(tree)
print(next(iterator), next(iterator), list(iterator), next(iterator, "end"))
