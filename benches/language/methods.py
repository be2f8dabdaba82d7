"""Method calls, inherited ones and super() among them."""


class Shape:
    def __init__(self, size):
        self.size = size

    def area(self):
        return self.size

    def scaled(self, factor):
        return self.area() * factor


class Square(Shape):
    def area(self):
        return self.size * self.size


class Named(Square):
    def area(self):
        return super().area() + 1


def main():
    shapes = [Shape(2), Square(3), Named(4)]
    total = 0
    for _ in range(10_000):
        for shape in shapes:
            total += shape.scaled(2)
    return total
