"""Making objects, with and without slots, and special methods of operators."""


class Vector:
    def __init__(self, x, y):
        self.x = x
        self.y = y

    def __add__(self, other):
        return Vector(self.x + other.x, self.y + other.y)

    def __eq__(self, other):
        return self.x == other.x and self.y == other.y


class Empty:
    pass


def main():
    total = Vector(0, 0)
    step = Vector(1, 2)
    same = 0
    for _ in range(20_000):
        total = total + step
        same += total == step
        Empty()
    return total.x + total.y + same
