"""A regular-expression matcher written in the language itself, checked against re: parsing, Thompson's automaton, sets of states."""
import re
from itertools import product


class Parser:
    def __init__(self, text):
        self.text, self.at = text, 0

    def peek(self):
        return self.text[self.at] if self.at < len(self.text) else None

    def take(self, expected=None):
        c = self.peek()
        if c is None or (expected and c != expected):
            raise SyntaxError(f"expected {expected or 'a letter'} at {self.at} of {self.text!r}")
        self.at += 1
        return c

    def parse(self):
        tree = self.alternatives()
        if self.peek() is not None:
            raise SyntaxError(f"unbalanced {self.peek()!r} at {self.at}")
        return tree

    def alternatives(self):
        branch = self.sequence()
        while self.peek() == "|":
            self.take()
            branch = ("or", branch, self.sequence())
        return branch

    def sequence(self):
        parts = ("empty",)
        while self.peek() not in (None, "|", ")"):
            part = self.repeated()
            parts = part if parts == ("empty",) else ("then", parts, part)
        return parts

    def repeated(self):
        item = self.atom()
        while (mark := self.peek()) in ("*", "+", "?"):
            self.take()
            item = {"*": ("star", item), "+": ("then", item, ("star", item)), "?": ("or", item, ("empty",))}[mark]
        return item

    def atom(self):
        match self.take():
            case "(":
                inner = self.alternatives()
                self.take(")")
                return inner
            case ".":
                return ("any",)
            case "[":
                chosen = set()
                negate = self.peek() == "^" and bool(self.take())
                while self.peek() != "]":
                    first = self.take()
                    if self.peek() == "-":
                        self.take()
                        chosen |= {chr(c) for c in range(ord(first), ord(self.take()) + 1)}
                    else:
                        chosen.add(first)
                self.take("]")
                return ("set", frozenset(chosen), negate)
            case "\\":
                return ("letter", self.take())
            case "*" | "+" | "?" as mark:
                raise SyntaxError(f"nothing to repeat before {mark!r}")
            case c:
                return ("letter", c)


class Machine:
    def __init__(self, pattern):
        self.edges, self.silent = {}, {}
        self.size = 0
        self.start, self.end = self.build(Parser(pattern).parse())

    def state(self):
        self.size += 1
        return self.size - 1

    def link(self, a, *others):
        self.silent.setdefault(a, []).extend(others)

    def build(self, tree):
        start, end = self.state(), self.state()
        match tree:
            case ("empty",):
                self.link(start, end)
            case ("letter", c):
                self.edges[start] = (lambda x, c=c: x == c, end)
            case ("any",):
                self.edges[start] = (lambda x: x != "\n", end)
            case ("set", chosen, negate):
                self.edges[start] = (lambda x: (x in chosen) != negate, end)
            case ("then", a, b):
                (s1, e1), (s2, e2) = self.build(a), self.build(b)
                self.link(start, s1), self.link(e1, s2), self.link(e2, end)
            case ("or", a, b):
                for s, e in (self.build(a), self.build(b)):
                    self.link(start, s)
                    self.link(e, end)
            case ("star", a):
                s, e = self.build(a)
                self.link(start, s, end)
                self.link(e, s, end)
        return start, end

    def closure(self, states):
        found, todo = set(states), list(states)
        while todo:
            for other in self.silent.get(todo.pop(), ()):
                if other not in found:
                    found.add(other)
                    todo.append(other)
        return found

    def fullmatch(self, text):
        states = self.closure({self.start})
        for c in text:
            states = self.closure({to for s in states if s in self.edges for test, to in [self.edges[s]] if test(c)})
            if not states:
                return False
        return self.end in states


patterns = ["a*b", "(a|b)*abb", "a+b?c", "[a-c]+", "[^a]b*", "a.c", "(ab|ba)+", "", "((a*)*)*", r"\*a|c\.", "a?a?a?aaa"]
for pattern in patterns:
    machine = Machine(pattern)
    words = ["".join(letters) for n in range(5) for letters in product("abc", repeat=n)] + ["*a", "c.", "cx", "aaaaaa", "\n"]
    wrong = [word for word in words if machine.fullmatch(word) != bool(re.fullmatch(pattern, word))]
    print(f"{pattern!r:<14} {machine.size:>3} states, {sum(map(machine.fullmatch, words)):>3} of {len(words)} match, differing: {wrong}")
slow = "a?" * 18 + "a" * 18
print(Machine(slow).fullmatch("a" * 18), Machine("(a*)*b").fullmatch("a" * 40))
for bad in ("(a", "a)", "*a", "[a", "a\\", "a|*"):
    try:
        Machine(bad)
    except SyntaxError as error:
        print(f"{bad!r:>6}: {error.msg}")
print(Parser("a|b*").parse(), Parser("").parse(), Parser("[a-c]x").parse()[2])
