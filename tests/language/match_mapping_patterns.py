"""match on dictionaries: keys, rest, nesting, guards; what counts as a mapping."""
from collections import OrderedDict, defaultdict


def route(event):
    match event:
        case {}  if not event:
            return "empty"
        case {"type": "key", "key": str(key), "mods": [*mods]}:
            return f"key {key} with {mods}"
        case {"type": "click", "pos": (x, y)} if x == y:
            return f"diagonal click {x}"
        case {"type": "click", "pos": (x, y), **rest}:
            return f"click {x},{y} and {rest}"
        case {"type": "group", "items": [{"id": first}, *_, {"id": last}]}:
            return f"group from {first} to {last}"
        case {"type": "group", "items": []}:
            return "empty group"
        case {"value": int() | float() as number}:
            return f"number {number}"
        case {"value": None}:
            return "null"
        case {1: one, 2.5: two}:
            return f"unreached {one} {two}"
        case {1: one}:
            return f"one is {one}"
        case {"a": {"b": {"c": deep}}}:
            return f"deep {deep!r}"
        case {**rest}:
            return f"other {sorted(map(str, rest))}"
        case _:
            return "not a mapping"


events = [
    {},
    {"type": "key", "key": "q", "mods": ["ctrl", "alt"]},
    {"type": "key", "key": 5, "mods": []},
    {"type": "click", "pos": (3, 3)},
    {"type": "click", "pos": [3, 4], "button": "left", "time": 12},
    {"type": "group", "items": [{"id": 1}, {"id": 2}, {"id": 9, "x": 0}]},
    {"type": "group", "items": []},
    {"type": "group", "items": [{"id": 1}]},
    {"value": 3},
    {"value": 2.5},
    {"value": True},
    {"value": None},
    {"value": "text"},
    {1: "uno"},
    {"a": {"b": {"c": [1]}}},
    OrderedDict(type="click", pos=(0, 1)),
    defaultdict(list, value=7),
    [("type", "key")],
    "type",
]
for event in events:
    print(route(event))

# Missing keys are not made by a defaultdict while matching.
d = defaultdict(list)
match d:
    case {"missing": value}:
        print("made", value)
    case _:
        print("untouched", dict(d))


class Config(dict):
    pass


match Config(host="h", port=80):
    case {"host": host, "port": int(port)}:
        print(host, port)

from types import SimpleNamespace

K = SimpleNamespace(NAME="name", AGE="age")
match {"name": "Ann", "age": 30, "city": "Rome"}:
    case {K.NAME: n, K.AGE: a, **others}:
        print(n, a, others)


def check(command):
    match command.split():
        case ["go", ("north" | "south" | "east" | "west") as where]:
            return where
        case ["pick", "up", *words] if words:
            return " ".join(words)
        case ["drop", obj] | ["discard", obj]:
            return "-" + obj
        case [single]:
            return f"<{single}>"
        case []:
            return "?"
        case [first, *_, last]:
            return f"{first}...{last}"


for c in ["go west", "go up", "pick up the red key", "pick up", "drop it", "discard all", "look", "", "a b c d"]:
    print(repr(c), check(c))
