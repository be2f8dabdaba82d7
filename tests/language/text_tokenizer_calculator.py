"""A tokenizer by regular expression, a precedence-climbing parser and an evaluator."""
import math
import operator
import re
from dataclasses import dataclass

TOKEN = re.compile(r"\s*(?:(?P<number>\d+\.?\d*)|(?P<name>[a-z_]\w*)|(?P<op>\*\*|[-+*/%(),^]))")


@dataclass(frozen=True)
class Token:
    kind: str
    text: str
    at: int


def tokenize(source):
    at = 0
    while at < len(source.rstrip()):
        match = TOKEN.match(source, at)
        if not match:
            raise SyntaxError(f"unexpected {source[at]!r} at {at}")
        yield Token(match.lastgroup, match.group(match.lastgroup), match.start(match.lastgroup))
        at = match.end()
    yield Token("end", "", at)


class Calculator:
    BINARY = {"+": (1, operator.add), "-": (1, operator.sub), "*": (2, operator.mul), "/": (2, operator.truediv),
              "%": (2, operator.mod), "**": (4, operator.pow), "^": (4, operator.pow)}
    NAMES = {"pi": math.pi, "e": math.e, "sqrt": math.sqrt, "max": max, "hypot": math.hypot}

    def evaluate(self, source):
        self.tokens = list(tokenize(source))
        value = self.expression(0)
        if self.tokens[0].kind != "end":
            raise SyntaxError(f"trailing {self.tokens[0]}")
        return value

    def take(self, text=None):
        token = self.tokens.pop(0)
        if text is not None and token.text != text:
            raise SyntaxError(f"expected {text!r}, found {token.text!r} at {token.at}")
        return token

    def expression(self, level):
        left = self.atom()
        while (entry := self.BINARY.get(self.tokens[0].text)) and entry[0] >= level:
            self.take()
            strength, function = entry
            left = function(left, self.expression(strength if strength == 4 else strength + 1))
        return left

    def atom(self):
        token = self.take()
        match token:
            case Token("number", text):
                return float(text) if "." in text else int(text)
            case Token("op", "("):
                value = self.expression(0)
                self.take(")")
                return value
            case Token("op", "-"):
                return -self.expression(3)
            case Token("name", name) if self.tokens[0].text == "(":
                self.take("(")
                arguments = []
                while self.tokens[0].text != ")":
                    arguments.append(self.expression(0))
                    if self.tokens[0].text == ",":
                        self.take()
                self.take(")")
                return self.NAMES[name](*arguments)
            case Token("name", name):
                return self.NAMES[name]
        raise SyntaxError(f"unexpected {token.text!r} at {token.at}")


calculator = Calculator()
for source in ("1 + 2 * 3", "(1 + 2) * 3", "2 ** 3 ** 2", "-2 ^ 2", "10 - 4 - 3", "sqrt(16) + max(1, 7, 3)", "7 % 4 / 2",
               "hypot(3, 4) * pi", "1 +", "(2", "4 $ 4", "3 3", "foo", "1 / 0"):
    try:
        print(f"{source:25} = {calculator.evaluate(source)!r}")
    except (SyntaxError, KeyError, ZeroDivisionError) as error:
        print(f"{source:25} ! {type(error).__name__}: {error}")
print(list(tokenize("a+1"))[:2])
