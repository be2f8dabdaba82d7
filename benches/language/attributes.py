"""Reading and writing attributes, a property and a class attribute among them."""


class Point:
    unit = 3

    def __init__(self):
        self.x = 0
        self.y = 1

    @property
    def sum(self):
        return self.x + self.y


def main():
    point = Point()
    for i in range(60_000):
        point.x += point.y
        point.y = i - point.x + point.unit
    total = 0
    for _ in range(10_000):
        total += point.sum
    return total
