"""Design patterns of courses: command with undo, visitor, builder, strategy, chain of responsibility, memento, flyweight."""
from __future__ import annotations

import copy
from contextlib import suppress
from functools import singledispatchmethod
from typing import Callable, ClassVar, Protocol


# --- command: undo and redo
class Editor:
    def __init__(self):
        self.text, self.done, self.undone = "", [], []

    def run(self, command):
        command.apply(self)
        self.done.append(command)
        self.undone.clear()
        return self

    def undo(self):
        if not self.done:
            raise IndexError("nothing to undo")
        self.undone.append(command := self.done.pop())
        command.revert(self)

    def redo(self):
        self.done.append(command := self.undone.pop())
        command.apply(self)


class Insert:
    def __init__(self, at, text): self.at, self.text = at, text
    def apply(self, editor): editor.text = editor.text[: self.at] + self.text + editor.text[self.at :]
    def revert(self, editor): editor.text = editor.text[: self.at] + editor.text[self.at + len(self.text) :]


class Delete:
    def __init__(self, start, stop): self.span, self.cut = slice(start, stop), None

    def apply(self, editor):
        self.cut = editor.text[self.span]
        editor.text = editor.text[: self.span.start] + editor.text[self.span.stop :]

    def revert(self, editor): editor.text = editor.text[: self.span.start] + self.cut + editor.text[self.span.start :]


editor = Editor().run(Insert(0, "hello world")).run(Delete(0, 6)).run(Insert(5, "!"))
print(editor.text, end=" | ")
for step in ("undo", "undo", "redo", "undo", "undo", "undo"):
    try:
        getattr(editor, step)()
        print(step, repr(editor.text), end=" | ")
    except IndexError as error:
        print(error)


# --- visitor by the type of the node
class Num:
    def __init__(self, n): self.n = n
class Add:
    def __init__(self, *parts): self.parts = parts
class Mul(Add): pass


class Shower:
    @singledispatchmethod
    def visit(self, node): raise NotImplementedError(f"no way to show a {type(node).__name__}")
    @visit.register
    def _(self, node: Num): return str(node.n)
    @visit.register
    def _(self, node: Add): return "(" + " + ".join(map(self.visit, node.parts)) + ")"
    @visit.register
    def _(self, node: Mul): return " * ".join(map(self.visit, node.parts))


print(Shower().visit(Add(Num(1), Mul(Num(2), Add(Num(3), Num(4))))))
with suppress(NotImplementedError):
    Shower().visit(3)
    print("never")


# --- builder with a fluent face
class Query:
    def __init__(self, table): self.table, self.wheres, self.columns, self.most = table, [], ["*"], None
    def select(self, *columns): self.columns = list(columns); return self
    def where(self, **tests): self.wheres += [f"{k.replace('__', ' ')} {v!r}" if "__" in k else f"{k} = {v!r}" for k, v in tests.items()]; return self
    def limit(self, n): self.most = n; return self
    def __str__(self):
        parts = [f"SELECT {', '.join(self.columns)} FROM {self.table}"]
        if self.wheres: parts.append("WHERE " + " AND ".join(self.wheres))
        if self.most is not None: parts.append(f"LIMIT {self.most}")
        return " ".join(parts)


print(Query("users").select("id", "name").where(age__gt=30, city="Bern").limit(5))


# --- strategy: plain functions behind a protocol
class Pricing(Protocol):
    def __call__(self, amount: float) -> float: ...


def flat(amount: float) -> float: return amount
def bulk(least: int, off: float) -> Callable[[float], float]:
    def price(amount): return amount * (1 - off) if amount >= least else amount
    price.__name__ = f"bulk_{least}"
    return price


def best(amount: float, *ways: Pricing): return min(ways, key=lambda way: way(amount))
for amount in (50, 150, 1000): print(amount, (w := best(amount, flat, bulk(100, 0.1), bulk(500, 0.25))).__name__, w(amount))


# --- chain of responsibility
class Handler:
    def __init__(self, follower: Handler | None = None): self.follower = follower
    def handle(self, request):
        answer = self.answer(request)
        if answer is None and self.follower is not None: return self.follower.handle(request)
        return answer
    def answer(self, request): return None
class Cache(Handler):
    store: ClassVar[dict] = {}
    def answer(self, request): return self.store.get(request)
class Compute(Handler):
    def answer(self, request):
        if isinstance(request, int): Cache.store[request] = f"{request}² = {request**2}"; return "computed " + Cache.store[request]
class Refuse(Handler):
    def answer(self, request): return f"cannot do {request!r}"


chain = Cache(Compute(Refuse()))
print([chain.handle(r) for r in (3, 3, "x", 4, 4)], Handler().handle(1), Handler.__init__.__annotations__)


# --- memento and prototype
class Game:
    def __init__(self): self.board, self.saves = {"level": 1, "items": []}, []
    def save(self): self.saves.append(copy.deepcopy(self.board))
    def load(self): self.board = self.saves.pop()
game = Game(); game.save(); game.board["items"].append("key"); game.board["level"] += 1; game.save(); game.board["items"].clear()
print(game.board, end=" "); game.load(); print(game.board, end=" "); game.load(); print(game.board)


# --- flyweight: equal parameters, one object, made once
class Colour:
    _known: ClassVar[dict] = dict()
    def __new__(cls, *rgb):
        if (found := cls._known.get(rgb)) is None:
            found = cls._known[rgb] = super().__new__(cls)
            found.rgb = rgb
        return found
red, also = Colour(255, 0, 0), Colour(255, 0, 0)
print(red is also, len(Colour._known), Colour(0, 0, 0).rgb, len(Colour._known), [c.rgb for c in Colour._known.values()])
