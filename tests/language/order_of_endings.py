# The order in which containers let go of their items.
class Noisy:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print(self.name, end=" ")


def several(n=4):
    return [Noisy(i) for i in range(n)]


def shown(title):
    print("|", title)


items = several()
del items
shown("a list ends")
items = tuple(several())
items = None
shown("a tuple ends")
items = several()
items.clear()
shown("clear")
items = several()
items[:] = []
shown("a slice is emptied")
items = several(6)
items[1:4] = several(1)
shown("a slice is replaced")
items = []
shown("and the rest ends")
items = several(6)
del items[1:4]
shown("a slice is deleted")
del items[::-1]
shown("backwards")
items = several(6)
items[::2] = [None] * 3
shown("every second is replaced")
del items[::2]
shown("and goes")
del items[:]
shown("all go")
items = several()
items.__init__()
shown("begun anew")
nested = [several(2), several(2)]
nested = None
shown("lists of a list")
table = {i: Noisy(i) for i in range(4)}
table.clear()
shown("a dict's")
table = {i: Noisy(i) for i in range(4)}
del table
shown("a dict ends")
items = several()
items *= 0
shown("times nothing")
items = several()
while items:
    items.pop()
shown("one by one")


def local():
    first, second = Noisy("first"), Noisy("second")
    third = Noisy("third")


local()
shown("locals")


class Holder:
    def __init__(self):
        self.one = Noisy("one")
        self.two = Noisy("two")


holder = Holder()
del holder
shown("attributes")
pair = (Noisy("a"), [Noisy("b"), (Noisy("c"), Noisy("d"))])
del pair
shown("mixed")


class Phoenix:
    kept = []

    def __del__(self):
        print("last words", end=" ")
        Phoenix.kept.append(self)


bird = Phoenix()
del bird
shown(f"{type(Phoenix.kept[0]).__name__} lives, {isinstance(Phoenix.kept[0], Phoenix)}")
Phoenix.kept.clear()
shown("and has said all")


class Chain:
    def __init__(self, n):
        self.n, self.next = n, Chain(n - 1) if n else None

    def __del__(self):
        print(self.n, end=" ")


chain = Chain(4)
del chain
shown("a chain")


class Opens:
    def __init__(self, items):
        self.items = items

    def __del__(self):
        self.items.clear()
        print("opened", end=" ")


opens = [Opens(several(2)), Noisy("next")]
del opens
shown("what ends within")
