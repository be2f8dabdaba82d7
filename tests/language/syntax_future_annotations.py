"""from __future__ import annotations: hints stay text, for functions, classes and dataclasses; get_type_hints reads them."""
from __future__ import annotations

from dataclasses import dataclass, fields
from typing import List, NamedTuple, Optional, get_type_hints


@dataclass
class Node:
    value: int
    children: list[Node]
    parent: Optional[Node] = None
    tags: List[str] | None = None


def walk(node: Node, depth: int = 0, *rest: Undefined, key: Missing.part = None) -> list[tuple[int, int]]:
    return [(depth, node.value)] + [pair for child in node.children for pair in walk(child, depth + 1)]


class Point(NamedTuple):
    x: int
    y: float = 0.5


class Plain:
    a: int = 1
    b: List[Plain]

    def method(self, other: Plain) -> Plain:
        return self


tree = Node(1, [Node(2, []), Node(3, [Node(4, [])])])
print(walk(tree), walk.__annotations__, Node.__annotations__, [f.type for f in fields(Node)], sep="\n")
print(Plain.__annotations__, Plain.method.__annotations__, Point(1), Point._fields)
print(get_type_hints(Plain), get_type_hints(Plain.method), get_type_hints(Node)["children"])
count: int = 3
print(__annotations__)
