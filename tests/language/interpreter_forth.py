"""A stack language with words of its own."""
import operator
import re


class Forth:
    def __init__(self):
        self.stack, self.words, self.out = [], {}, []
        self.primitive = {
            "+": self.binary(operator.add), "-": self.binary(operator.sub), "*": self.binary(operator.mul), "/": self.binary(operator.floordiv),
            "dup": lambda: self.stack.append(self.stack[-1]), "drop": lambda: self.stack.pop(), "swap": self.swap,
            "over": lambda: self.stack.append(self.stack[-2]), ".": lambda: self.out.append(str(self.stack.pop())), "=": self.binary(lambda a, b: -(a == b)),
        }

    def binary(self, op):
        def run():
            b, a = self.stack.pop(), self.stack.pop()
            self.stack.append(op(a, b))
        return run

    def swap(self):
        self.stack[-2:] = self.stack[:-3:-1]

    def run(self, source):
        tokens = iter(source.lower().split())
        for token in tokens:
            if token == ":":
                name, *body = iter(lambda: next(tokens), ";")
                self.words[name] = " ".join(body)
            else:
                self.step(token)
        return self

    def step(self, token):
        if token in self.words:
            self.run(self.words[token])
        elif token in self.primitive:
            self.primitive[token]()
        else:
            try:
                self.stack.append(int(token))
            except ValueError:
                raise NameError(f"{token} ?") from None


f = Forth().run(": square dup * ; : cube dup square * ; 3 square . 2 cube . 10 4 swap - . 1 2 over")
print(f.out, f.stack)
for bad in ("foo", "+", "1 0 /"):
    try:
        Forth().run(bad)
    except (NameError, IndexError, ZeroDivisionError) as error:
        print(type(error).__name__, error)
