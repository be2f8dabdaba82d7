"""Parser combinators: small functions put together, for arithmetic and for a configuration format."""
import operator
from functools import reduce
from typing import Any, Callable, NamedTuple


class Success(NamedTuple):
    value: Any
    rest: int


class Failure(NamedTuple):
    expected: tuple
    at: int


class Parser:
    def __init__(self, run: Callable[[str, int], Success | Failure], name="parser"):
        self.run, self.name = run, name

    def __call__(self, text, at=0):
        return self.run(text, at)

    def parse(self, text):
        match (self << end)(text):
            case Success(value, _):
                return value
            case Failure(expected, at):
                line = text.count("\n", 0, at) + 1
                column = at - (text.rfind("\n", 0, at) + 1) + 1
                raise ValueError(f"line {line}, column {column}: expected {' or '.join(sorted(set(expected)))}")

    def __or__(self, other):
        def run(text, at):
            first = self(text, at)
            if isinstance(first, Success):
                return first
            second = other(text, at)
            if isinstance(second, Success) or second.at > first.at:
                return second
            return first if first.at > second.at else Failure(first.expected + second.expected, at)
        return Parser(run)

    def __add__(self, other):
        def run(text, at):
            first = self(text, at)
            if isinstance(first, Failure):
                return first
            second = other(text, first.rest)
            return second if isinstance(second, Failure) else Success((first.value, second.value), second.rest)
        return Parser(run)

    def __lshift__(self, other):
        return (self + other).map(lambda pair: pair[0])

    def __rshift__(self, other):
        return (self + other).map(lambda pair: pair[1])

    def map(self, f):
        def run(text, at):
            found = self(text, at)
            return found._replace(value=f(found.value)) if isinstance(found, Success) else found
        return Parser(run)

    def many(self, least=0):
        def run(text, at):
            values, start = [], at
            while isinstance(found := self(text, at), Success):
                values.append(found.value)
                at = found.rest
            return Success(values, at) if len(values) >= least and (values or found.at == start or True) and len(values) >= least else found
        return Parser(run)

    def separated(self, by):
        return (self + (by >> self).many()).map(lambda p: [p[0], *p[1]]) | succeed([])


def succeed(value):
    return Parser(lambda text, at: Success(value, at))


def one(test, name):
    return Parser(lambda text, at: Success(text[at], at + 1) if at < len(text) and test(text[at]) else Failure((name,), at))


def lazy(make):
    return Parser(lambda text, at: make()(text, at))


end = Parser(lambda text, at: Success(None, at) if at == len(text) else Failure(("the end",), at))
space = one(str.isspace, "space").many()


def token(parser):
    return parser << space


def symbol(c):
    return token(one(lambda x: x == c, repr(c)))


digits = one(str.isdigit, "a digit").many(1).map("".join)
number = token((digits + (one(".".__eq__, "'.'") >> digits | succeed(""))).map(lambda p: float(".".join(p)) if p[1] else int(p[0])))
OPERATORS = {"+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv}


def left(operand, symbols):
    ops = reduce(operator.or_, (symbol(c) for c in symbols))
    return (operand + (ops + operand).many()).map(lambda p: reduce(lambda a, step: OPERATORS[step[0]](a, step[1]), p[1], p[0]))


factor = number | (symbol("(") >> lazy(lambda: expression) << symbol(")")) | (symbol("-") >> lazy(lambda: factor)).map(operator.neg)
term = left(factor, "*/")
expression = left(term, "+-")
for text in ("1 + 2 * 3", "(1+2)*3", "-4 - -2.5", "2*(3+(4-1))/6", "10/4/5", "1 +", "1 + * 2", "(1", "", "2 $ 3"):
    try:
        print(f"{text!r:<18} = {(space >> expression).parse(text)!r}")
    except ValueError as error:
        print(f"{text!r:<18} {error}")
    except ZeroDivisionError as error:
        print(error)
quoted = token(one('"'.__eq__, "'\"'") >> one(lambda c: c not in '"\n', "text").many().map("".join) << one('"'.__eq__, "'\"'"))
word = token(one(lambda c: c.isalnum() or c == "_", "a name").many(1).map("".join))
value = lazy(lambda: number | quoted | listing | block | word)
listing = symbol("[") >> value.separated(symbol(",")) << symbol("]")
entry = (word << symbol("=")) + value
block = (symbol("{") >> entry.many() << symbol("}")).map(dict)
config = (space >> entry.many()).map(dict)
print(config.parse("""
name = "a run"
steps = 100
lr = 0.001
model = { layers = [64, 32, 10] act = relu
          extra = { dropout = 0.5 tags = [] } }
"""))
for text in ("a = ", "a = [1, 2", "a = {b = 1", 'x = 1\ny = "open'):
    try:
        print(config.parse(text))
    except ValueError as error:
        print(error)
