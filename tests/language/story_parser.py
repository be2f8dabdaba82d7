# A tokenizer, a recursive-descent parser and an evaluator of arithmetic.
import re
from dataclasses import dataclass
from typing import Iterator, NamedTuple


class Token(NamedTuple):
    kind: str
    text: str
    at: int


TOKENS = re.compile(r"(?P<number>\d+(\.\d*)?)|(?P<name>[a-z]\w*)|(?P<op>\*\*|[-+*/()=])|(?P<space>\s+)|(?P<bad>.)")


def tokens(text: str) -> Iterator[Token]:
    for match in TOKENS.finditer(text):
        if match.lastgroup == "bad":
            raise SyntaxError(f"unexpected {match.group()!r} at {match.start()}")
        if match.lastgroup != "space":
            yield Token(match.lastgroup, match.group(), match.start())
    yield Token("end", "", len(text))


@dataclass
class Binary:
    op: str
    left: object
    right: object


class Parser:
    LEVELS = [("+", "-"), ("*", "/")]

    def __init__(self, text):
        self.tokens = list(tokens(text))
        self.at = 0

    def peek(self):
        return self.tokens[self.at]

    def take(self, *texts):
        if self.peek().text in texts and self.peek().kind != "end":
            self.at += 1
            return self.tokens[self.at - 1]
        return None

    def parse(self):
        tree = self.level(0)
        if self.peek().kind != "end":
            raise SyntaxError(f"expected end, found {self.peek().text!r}")
        return tree

    def level(self, n):
        if n == len(self.LEVELS):
            return self.unary()
        left = self.level(n + 1)
        while op := self.take(*self.LEVELS[n]):
            left = Binary(op.text, left, self.level(n + 1))
        return left

    def unary(self):
        if self.take("-"):
            return Binary("*", -1.0, self.unary())
        base = self.atom()
        return Binary("**", base, self.unary()) if self.take("**") else base

    def atom(self):
        if self.take("("):
            inner = self.level(0)
            if not self.take(")"):
                raise SyntaxError("missing )")
            return inner
        token = self.peek()
        self.at += 1
        match token.kind:
            case "number":
                return float(token.text)
            case "name":
                return token.text
            case _:
                raise SyntaxError(f"unexpected {token.text or 'end'!r}")


def run(tree, names):
    match tree:
        case float():
            return tree
        case str(name):
            return names[name]
        case Binary("+", a, b):
            return run(a, names) + run(b, names)
        case Binary("-", a, b):
            return run(a, names) - run(b, names)
        case Binary("*", a, b):
            return run(a, names) * run(b, names)
        case Binary("/", a, b):
            return run(a, names) / run(b, names)
        case Binary(op="**", left=a, right=b):
            return run(a, names) ** run(b, names)


for text in ["1 + 2 * 3", "(1 + 2) * 3", "2 ** 3 ** 2", "-x ** 2 + y", "10 / 4 - 1", "1 / (x - x)", "1 +", "(1", "a $ b", "z", "1 2"]:
    try:
        print(f"{text:<15} = {run(Parser(text).parse(), {'x': 3.0, 'y': 0.5}):g}")
    except (SyntaxError, ZeroDivisionError, KeyError) as error:
        print(f"{text:<15} {type(error).__name__}: {error}")
print(Parser("1+x").parse(), list(tokens("a1*2"))[1])
