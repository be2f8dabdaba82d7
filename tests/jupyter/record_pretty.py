"""Records in pretty.json how IPython writes values, for src/notebook/tests/pretty.rs. Needs an environment with IPython 9.

python tests/jupyter/record_pretty.py
"""

import json
import re
from pathlib import Path

from IPython.core.interactiveshell import InteractiveShell

SETUP = """
import collections, dataclasses, enum, re, types
from collections import ChainMap, Counter, OrderedDict, defaultdict, deque, namedtuple

class Plain: pass
class Shown:
    def __init__(self, name="s"): self.name = name
    def __repr__(self): return f"Shown(name={self.name!r})"
class Lines:
    def __repr__(self): return "first\\n  second"
class Own:
    def __init__(self, *parts): self.parts = parts
    def _repr_pretty_(self, p, cycle):
        if cycle:
            p.text("Own(...)")
            return
        with p.group(4, "Own(", ")"):
            for at, part in enumerate(self.parts):
                if at:
                    p.text(",")
                    p.breakable()
                p.pretty(part)
class Indented:
    def _repr_pretty_(self, p, cycle):
        p.text("begin")
        with p.indent(3):
            p.break_()
            p.text("within")
            p.breakable("-")
            p.text(f"{p.indentation} {p.max_width} {p.verbose}")
        p.break_()
        p.begin_group(1, "<")
        p.end_group(1, ">")
class Names(list): pass
class Pairs(dict): pass
class ReprList(list):
    def __repr__(self): return "ReprList"
class Meta(type):
    def __repr__(cls): return "a class of Meta"
class Made(metaclass=Meta): pass
class Inner:
    class Deep: pass
    def method(self, x, *, y=2): pass
class Colour(enum.Enum):
    RED = 1
    BLUE = 2
Point = namedtuple("Point", "x y")
@dataclasses.dataclass
class Data:
    a: int
    b: list
class Wrong(ValueError): pass
def plus(a, b: int = 2, *rest, c=None, **others) -> int: pass
loop = [1]; loop.append(loop)
loops = {"a": 1}; loops["self"] = loops
own_loop = Own(1); own_loop.parts = (own_loop, 2)
"""

CASES = [
    "1",
    "'text'",
    "b'bytes'",
    "None",
    "[True, None, ...]",
    "3.5",
    "10**30",
    "1j",
    "range(3)",
    "slice(1, 2)",
    "[]",
    "()",
    "{}",
    "set()",
    "frozenset()",
    "(1,)",
    "[1]",
    "[(1,), [], {}, set()]",
    "list(range(20))",
    "list(range(30))",
    "list(range(100))",
    "tuple(range(60))",
    "set(range(40))",
    "list(range(1001))",
    "[list(range(10)), list(range(30)), list(range(3))]",
    "[[[i, i + 1] for i in range(8)] for j in range(3)]",
    "{i: i * i for i in range(30)}",
    "{'key ' * 3: ['value'] * 3, 'other': {'nested': list(range(25))}}",
    "{'a': {'b': {'c': {'d': list(range(30))}}}}",
    "['word' * n for n in range(1, 12)]",
    "['x' * 78]",
    "['x' * 76, 'y']",
    "['x' * 77]",
    "('x' * 90, 'y' * 90)",
    "{3, 1, 2}",
    "{'b', 'a'}",
    "{(2, 1), (1, 2)}",
    "{1, 'a', None}",
    "frozenset({2, 1})",
    "frozenset(range(40))",
    "['ä' * 30, 'ö' * 30, 'ü' * 30]",
    "['\\n', '\\t']",
    "Shown()",
    "[Shown()]",
    "[Shown('n' * i) for i in range(10)]",
    "{Shown.__name__: Shown(), 'b': Shown()}",
    "Lines()",
    "[Lines(), Lines()]",
    "{'a': Lines(), 'b': 1}",
    "Plain()",
    "[Plain(), Plain()]",
    "Own()",
    "Own(1, [2], 'three')",
    "Own(*range(40))",
    "[Own(1, 2), Own(list(range(30)), Own('x' * 60))]",
    "own_loop",
    "Indented()",
    "[Indented()]",
    "Names([1, 2])",
    "Names(range(40))",
    "Pairs(a=1)",
    "[Pairs(a=Names([1]))]",
    "ReprList([1])",
    "[ReprList()]",
    "int",
    "str",
    "[int, list]",
    "type",
    "object",
    "Plain",
    "[Plain, Inner.Deep]",
    "Made",
    "[Made]",
    "Colour",
    "[Colour.RED]",
    "Colour.RED",
    "collections.OrderedDict",
    "enum.Enum",
    "ValueError",
    "(int, 'a')",
    "{int: float}",
    "types.SimpleNamespace",
    "plus",
    "[plus]",
    "lambda x: x",
    "Inner.method",
    "len",
    "[len]",
    "Inner().method",
    "[].append",
    "isinstance",
    "abs",
    "Point(1, 2)",
    "[Point(i, i) for i in range(8)]",
    "Data(1, [2])",
    "[Data(i, [i]) for i in range(6)]",
    "ValueError('x')",
    "ValueError()",
    "[KeyError('k'), OSError(2, 'no')]",
    "Wrong('a', 1)",
    "Exception('m' * 60, 'n' * 60)",
    "re.compile('a+')",
    "re.compile(r'\\\\d', re.I | re.M)",
    "[re.compile('x', re.S)]",
    "re.compile(b'b')",
    "re.match('a', 'a')",
    "types.SimpleNamespace(a=1, b='two')",
    "types.SimpleNamespace()",
    "types.SimpleNamespace(**{f'name{i}': i for i in range(12)})",
    "defaultdict(int, a=1)",
    "defaultdict(None)",
    "defaultdict(list, {i: [i] for i in range(20)})",
    "OrderedDict(a=1, b=2)",
    "OrderedDict()",
    "OrderedDict((i, str(i)) for i in range(12))",
    "deque([1, 2])",
    "deque([1], maxlen=3)",
    "deque(range(40))",
    "Counter('abracadabra')",
    "Counter()",
    "Counter({f'word{i}': i for i in range(12)})",
    "ChainMap({'a': 1}, {'b': 2})",
    "types.MappingProxyType({'a': 1})",
    "loop",
    "loops",
    "[loop]",
    "{'a': 1}.keys()",
    "{'a': 1}.values()",
    "{'a': 1}.items()",
    "dict(a=1).items",
    "iter([])",
    "map(int, [])",
    "zip()",
    "(i for i in [])",
    "enumerate([])",
    "reversed([])",
    "[iter('a')]",
    "memoryview(b'a')",
    "bytearray(b'x')",
    "property()",
    "staticmethod(len)",
    "object()",
    "super(Names, Names())",
    "[None] * 60",
    "NotImplemented",
]


def masked(text):
    return re.sub(r"0x[0-9a-f]+", "0xADDRESS", text)


def main():
    shell = InteractiveShell.instance()
    exec(SETUP, shell.user_ns)
    plain = shell.display_formatter.formatters["text/plain"]
    texts = {case: masked(plain(eval(case, shell.user_ns))) for case in CASES}
    file = Path(__file__).with_name("pretty.json")
    file.write_text(json.dumps({"setup": SETUP, "texts": texts}, indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
