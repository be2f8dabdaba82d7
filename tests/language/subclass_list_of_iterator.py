# Subclasses of list, set and dict made of iterators, which give their items once.


class Items(list):
    pass


class Shown(list):
    def __repr__(self):
        return f"Shown{list(self)}"


class Unique(set):
    pass


class Table(dict):
    pass


class Own(list):
    def __init__(self, items):
        super().__init__(item * 2 for item in items)


class Made(list):
    def __new__(cls, *args):
        made = super().__new__(cls, *args)
        made.before = len(made)
        return made


print(Items(x for x in range(3)), Shown(iter([1, 2])), Shown(reversed([1, 2])), len(Items(map(str, [1, 2]))))
print(sorted(Unique(x % 3 for x in range(9))), Table((k, 1) for k in "ab"), Table([("x", 1)], y=2))
print(Own(iter([1, 2])), Own([3]), Made(iter([1, 2])), Made([1]).before)
again = Items([1, 2])
again.__init__(x for x in "ab")
print(again, Items(), Items([1]), Items("ab") == ["a", "b"])
print([x for x in Items(zip([1], [2]))], type(Items(iter([]))).__name__)
