# How often the hash of a key is asked for: tables keep it, and what is made from them does not ask again.
from itertools import combinations


class Key(str):
    asked = 0

    def __hash__(self):
        Key.asked += 1
        return super().__hash__()


def count(name, function):
    Key.asked = 0
    function()
    print(name, Key.asked)


keys = [Key("a"), Key("b"), Key("b"), Key("c")]
singles = [frozenset([Key(letter)]) for letter in "abbcd"]
few, many, table = frozenset(keys), set(keys), dict.fromkeys(keys)
for name, function in {
    "frozenset(list)": lambda: frozenset(keys),
    "set(list)": lambda: set(keys),
    "dict.fromkeys(list)": lambda: dict.fromkeys(keys),
    "dict.fromkeys(frozenset)": lambda: dict.fromkeys(few),
    "hash(frozenset)": lambda: hash(few),
    "{frozenset: 1}": lambda: {few: 1},
    "set of frozensets": lambda: set(singles),
    "fromkeys of frozensets": lambda: dict.fromkeys(singles),
    "map(frozenset, zip)": lambda: tuple(dict.fromkeys(map(frozenset, zip(keys)))),
    "s|f": lambda: many | few,
    "s&f": lambda: many & few,
    "s-f": lambda: many - few,
    "s^f": lambda: many ^ few,
    "set(s)": lambda: set(many),
    "frozenset(s)": lambda: frozenset(many),
    "s.copy": lambda: many.copy(),
    "union": lambda: set().union(few),
    "union of all": lambda: set().union(*singles),
    "dict(d)": lambda: dict(table),
    "d|d": lambda: table | table,
    "{**d}": lambda: {**table},
    "set(d)": lambda: set(table),
    "s==f": lambda: many == few,
    "s!=f": lambda: many != few,
    "s<=f": lambda: many <= few,
    "s<f": lambda: many < few,
    "s>f": lambda: many > few,
    "isdisjoint": lambda: many.isdisjoint(few),
    "fromkeys(d)": lambda: dict.fromkeys(table),
    "s.update(f)": lambda: set(many).update(few),
    "s.difference_update(f)": lambda: set(many).difference_update(few),
    "s.intersection_update(f)": lambda: set(many).intersection_update(few),
    "d.copy": lambda: table.copy(),
    "d.update(d)": lambda: dict(table).update(table),
    "d.update(copy)": lambda: dict(table).update(dict(table)),
    "list(d)": lambda: list(table),
    "d=={**d}": lambda: table == {**table},
    "d!={**d}": lambda: table != {**table},
    "d.keys()|f": lambda: table.keys() | few,
    "s.intersection(f)": lambda: many.intersection(few),
    "issuperset": lambda: many.issuperset(few),
    "issubset": lambda: few.issubset(many),
    "in set": lambda: keys[0] in many,
    "in dict": lambda: keys[0] in table,
    "d[key]": lambda: table[keys[0]],
    "setdefault": lambda: table.setdefault(keys[0]),
    "d.pop": lambda: table.pop(keys[0], None),
    "d[key]=": lambda: table.__setitem__(keys[0], 1),
    "popitem": lambda: table.popitem(),
    "comprehension": lambda: {key: 1 for key in keys},
    "set comprehension": lambda: {key for key in keys},
    "remove": lambda: many.remove(keys[1]),
    "add": lambda: many.add(keys[1]),
    "set.pop": lambda: many.pop(),
    "powerset": lambda: [set().union(*some) for count in range(6) for some in combinations(singles, count)],
}.items():
    count(name, function)
