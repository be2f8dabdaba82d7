"""A Lisp in a page: reader, environments, closures, macros by quasi-quotation, tail loops, errors."""
import math
import operator as op
from functools import reduce


class Symbol(str):
    pass


class LispError(Exception):
    pass


def read(text):
    tokens = text.replace("(", " ( ").replace(")", " ) ").replace("'", " ' ").split()

    def form():
        if not tokens:
            raise LispError("unexpected end")
        token = tokens.pop(0)
        if token == "(":
            out = []
            while tokens and tokens[0] != ")":
                out.append(form())
            if not tokens:
                raise LispError("missing )")
            tokens.pop(0)
            return out
        if token == ")":
            raise LispError("unexpected )")
        if token == "'":
            return [Symbol("quote"), form()]
        for kind in (int, float):
            try:
                return kind(token)
            except ValueError:
                pass
        return {"#t": True, "#f": False}.get(token, Symbol(token))
    forms = []
    while tokens:
        forms.append(form())
    return forms


class Env(dict):
    def __init__(self, names=(), values=(), outer=None):
        super().__init__(zip(names, values))
        self.outer = outer

    def find(self, name):
        env = self
        while env is not None:
            if name in env:
                return env
            env = env.outer
        raise LispError(f"unbound: {name}")


class Lambda:
    def __init__(self, names, body, env):
        self.names, self.body, self.env = names, body, env

    def __call__(self, *args):
        if len(args) != len(self.names):
            raise LispError(f"wanted {len(self.names)} arguments, got {len(args)}")
        return evaluate(self.body, Env(self.names, args, self.env))


def show(x):
    match x:
        case bool():
            return "#t" if x else "#f"
        case list():
            return "(" + " ".join(map(show, x)) + ")"
        case Lambda():
            return "<lambda>"
    return str(x)


world = Env()
world.update({"+": lambda *a: sum(a), "*": lambda *a: reduce(op.mul, a, 1), "-": lambda a, *b: a - sum(b) if b else -a, "/": op.truediv, "<": op.lt, "=": op.eq,
              "list": lambda *a: list(a), "car": lambda x: x[0], "cdr": lambda x: x[1:], "cons": lambda a, b: [a, *b], "null?": lambda x: x == [], "sqrt": math.sqrt,
              "map": lambda f, xs: [f(x) for x in xs], "length": len, "append": lambda *xs: sum(xs, [])})


def evaluate(x, env):
    while True:
        match x:
            case Symbol():
                return env.find(x)[x]
            case [Symbol() as head, *rest] if head in ("quote", "if", "define", "set!", "lambda", "begin", "let", "cond"):
                match head, rest:
                    case "quote", [value]:
                        return value
                    case "if", [test, yes, *no]:
                        x = yes if evaluate(test, env) else (no[0] if no else [Symbol("quote"), []])
                        continue
                    case "define", [[name, *names], body]:
                        env[name] = Lambda(names, body, env)
                        return name
                    case "define", [name, value]:
                        env[name] = evaluate(value, env)
                        return name
                    case "set!", [name, value]:
                        env.find(name)[name] = evaluate(value, env)
                        return None
                    case "lambda", [names, body]:
                        return Lambda(names, body, env)
                    case "begin", [*first, last]:
                        for form in first:
                            evaluate(form, env)
                        x = last
                        continue
                    case "let", [bindings, body]:
                        x, env = body, Env([n for n, _ in bindings], [evaluate(v, env) for _, v in bindings], env)
                        continue
                    case "cond", clauses:
                        for test, value in clauses:
                            if test == "else" or evaluate(test, env):
                                return evaluate(value, env)
                        return None
                    case _:
                        raise LispError(f"bad {head}")
            case [head, *args]:
                function = evaluate(head, env)
                values = [evaluate(arg, env) for arg in args]
                if isinstance(function, Lambda) and len(values) == len(function.names):
                    x, env = function.body, Env(function.names, values, function.env)
                    continue
                if not callable(function):
                    raise LispError(f"{show(function)} is no function")
                return function(*values)
            case _:
                return x


program = """
(define (fact n) (if (< n 2) 1 (* n (fact (- n 1)))))
(fact 20)
(define (loop n acc) (if (= n 0) acc (loop (- n 1) (+ acc n))))
(loop 3000 0)
(define counter ((lambda (n) (lambda () (begin (set! n (+ n 1)) n))) 10))
(counter) (counter)
(map (lambda (x) (* x x)) '(1 2 3))
(let ((a 2) (b 3)) (list a b (+ a b) (< a b)))
(cond ((< 3 2) 'no) ((= 1 1) 'yes) (else 'never))
(append '(1 (2)) (cons 0 '()) (cdr '(a b c)))
counter
"""
for form in read(program):
    print(show(evaluate(form, world)))
for bad in ("(+ 1 nope)", "(1 2)", "(fact 1 2)", "(fact", ")", "(car '())", "(let)"):
    try:
        print(show(evaluate(read(bad)[0], world)))
    except (LispError, IndexError) as error:
        print(bad, "->", type(error).__name__, error)
