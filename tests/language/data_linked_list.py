"""A doubly linked list with the container protocol."""
# Recorded from CPython 3.13: 3.13 says more of an attribute that cannot be set.


class Node:
    __slots__ = ("value", "before", "after")

    def __init__(self, value, before=None, after=None):
        self.value, self.before, self.after = value, before, after


class LinkedList:
    def __init__(self, values=()):
        self.head = self.tail = None
        self.length = 0
        for value in values:
            self.append(value)

    def append(self, value):
        node = Node(value, before=self.tail)
        if self.tail is None:
            self.head = node
        else:
            self.tail.after = node
        self.tail = node
        self.length += 1
        return self

    def __len__(self):
        return self.length

    def __iter__(self):
        node = self.head
        while node is not None:
            yield node.value
            node = node.after

    def __reversed__(self):
        node = self.tail
        while node is not None:
            yield node.value
            node = node.before

    def __getitem__(self, index):
        if isinstance(index, slice):
            return LinkedList(list(self)[index])
        if not -len(self) <= index < len(self):
            raise IndexError(f"index {index} out of range for length {len(self)}")
        for i, value in enumerate(self):
            if i == index % len(self):
                return value

    def __delitem__(self, index):
        node = self.head
        for _ in range(index):
            node = node.after
        if node.before:
            node.before.after = node.after
        else:
            self.head = node.after
        if node.after:
            node.after.before = node.before
        else:
            self.tail = node.before
        self.length -= 1

    def __contains__(self, value):
        return any(v == value for v in self)

    def __eq__(self, other):
        return isinstance(other, LinkedList) and list(self) == list(other)

    def __add__(self, other):
        return LinkedList([*self, *other])

    def __repr__(self):
        return f"{type(self).__name__}({list(self)!r})"


values = LinkedList("abcde")
print(values, len(values), bool(LinkedList()), values[1], values[-1], values[1:4])
del values[0], values[3]
print(values, list(reversed(values)), "c" in values, "z" in values)
print(values + [1, 2], values == LinkedList("bcd"), values != LinkedList("bc"))
first, *rest = values
print(first, rest, max(values), sorted(values, reverse=True), ",".join(values))
try:
    values[7]
except IndexError as error:
    print(error)
try:
    hash(values)
except TypeError as error:
    print(error)
try:
    values.head.extra = 1
except AttributeError as error:
    print(error)
