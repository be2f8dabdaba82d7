"""Huffman codes: a heap of trees, codes by walking, bits packed into bytes and read back."""
import heapq
import itertools
from collections import Counter
from dataclasses import dataclass, field


@dataclass(order=True)
class Node:
    weight: int
    order: int
    symbol: str | None = field(default=None, compare=False)
    left: "Node | None" = field(default=None, compare=False, repr=False)
    right: "Node | None" = field(default=None, compare=False, repr=False)

    @property
    def leaf(self):
        return self.symbol is not None


def tree(text):
    ticket = itertools.count()
    heap = [Node(n, next(ticket), c) for c, n in sorted(Counter(text).items())]
    heapq.heapify(heap)
    while len(heap) > 1:
        a, b = heapq.heappop(heap), heapq.heappop(heap)
        heapq.heappush(heap, Node(a.weight + b.weight, next(ticket), None, a, b))
    return heap[0] if heap else None


def codes(node, prefix=""):
    if node is None:
        return
    if node.leaf:
        yield node.symbol, prefix or "0"
    else:
        yield from codes(node.left, prefix + "0")
        yield from codes(node.right, prefix + "1")


def pack(bits):
    padding = -len(bits) % 8
    bits += "0" * padding
    return bytes([padding]) + int("1" + bits, 2).to_bytes(len(bits) // 8 + 1, "big")[1:]


def unpack(data):
    padding, body = data[0], data[1:]
    bits = "".join(f"{byte:08b}" for byte in body)
    return bits[: len(bits) - padding]


def decode(bits, root):
    if root.leaf:
        return root.symbol * len(bits)
    out, node = [], root
    for bit in bits:
        node = node.right if bit == "1" else node.left
        if node.leaf:
            out.append(node.symbol)
            node = root
    return "".join(out)


for text in ("abracadabra", "she sells sea shells by the sea shore", "aaaa", "äöü€ unicode ✓✓✓"):
    root = tree(text)
    table = dict(codes(root))
    bits = "".join(table[c] for c in text)
    data = pack(bits)
    assert decode(unpack(data), root) == text
    print(f"{text!r}: {len(text.encode()) * 8} -> {len(bits)} bits, {data.hex(' ', 4)}")
    for symbol, code in sorted(table.items(), key=lambda item: (len(item[1]), item[1]))[:4]:
        print(f"  {symbol!r:>6} {code:<8} {len(code)}")
    average = sum(len(table[c]) * n for c, n in Counter(text).items()) / len(text)
    print(f"  {average:.3f} bits a symbol; prefix-free: {not any(a != b and a.startswith(b) for a in table.values() for b in table.values())}")
print(tree(""), list(codes(None)), tree("ab"))
print(Node(1, 2) < Node(1, 3), Node(2, 0) > Node(1, 9), Node(1, 1, "x") == Node(1, 1, "y"))
