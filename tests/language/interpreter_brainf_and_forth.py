"""Small machines: a stack language, a tape language, a register machine with labels, a boolean evaluator."""
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


def tape(program, text=""):
    cells, at, ip, out, source = [0] * 30, 0, 0, [], iter(text)
    jumps, open_ = {}, []
    for i, c in enumerate(program):
        if c == "[":
            open_.append(i)
        elif c == "]":
            start = open_.pop()
            jumps[start], jumps[i] = i, start
    while ip < len(program):
        match program[ip]:
            case ">":
                at += 1
            case "<":
                at -= 1
            case "+" | "-" as sign:
                cells[at] = (cells[at] + (1 if sign == "+" else -1)) % 256
            case ".":
                out.append(chr(cells[at]))
            case ",":
                cells[at] = ord(next(source, "\0"))
            case "[" if not cells[at]:
                ip = jumps[ip]
            case "]" if cells[at]:
                ip = jumps[ip]
        ip += 1
    return "".join(out)


print(tape("++++++++[>++++[>++>+++>+++>+<<<<-]>+>+>->>+[<]<-]>>.>---.+++++++..+++.>>.<-.<.+++.------.--------.>>+."), tape(",[.,]", "echo"))


def machine(source):
    code, labels, registers, log = [], {}, dict.fromkeys("abcd", 0), []
    for line in source.strip().splitlines():
        line = line.split("#")[0].strip()
        if m := re.fullmatch(r"(\w+):", line):
            labels[m[1]] = len(code)
        elif line:
            name, _, rest = line.partition(" ")
            code.append((name, [arg.strip() for arg in rest.split(",")]))
    value = lambda arg: registers[arg] if arg in registers else int(arg)
    ip = steps = 0
    while ip < len(code):
        name, args = code[ip]
        ip += 1
        steps += 1
        if name == "mov":
            registers[args[0]] = value(args[1])
        elif name in ("add", "sub", "mul", "mod"):
            registers[args[0]] = getattr(operator, name)(registers[args[0]], value(args[1]))
        elif name == "jnz":
            if value(args[0]):
                ip = labels[args[1]]
        elif name == "out":
            log.append(value(args[0]))
    return log, registers, steps


print(machine("""
    mov a, 10   # factorial of ten
    mov b, 1
loop:
    mul b, a
    sub a, 1
    jnz a, loop
    out b
    mov c, 17
    mod c, 5
    out c
"""))


def truth_table(expression):
    names = sorted(set(re.findall(r"\b[a-z]\b", expression)))
    tokens = re.findall(r"[a-z]+|[()]", expression)

    def parse_or(env):
        left = parse_and(env)
        while tokens_left and tokens_left[0] == "or":
            tokens_left.pop(0)
            right = parse_and(env)
            left = left or right
        return left

    def parse_and(env):
        left = parse_not(env)
        while tokens_left and tokens_left[0] == "and":
            tokens_left.pop(0)
            right = parse_not(env)
            left = left and right
        return left

    def parse_not(env):
        token = tokens_left.pop(0)
        if token == "not":
            return not parse_not(env)
        if token == "(":
            inner = parse_or(env)
            tokens_left.pop(0)
            return inner
        return env[token]
    for bits in range(2 ** len(names)):
        env = {n: bool(bits >> i & 1) for i, n in enumerate(reversed(names))}
        tokens_left = list(tokens)
        yield "".join("01"[env[n]] for n in names), int(parse_or(env))


print(list(truth_table("a and not (b or c) or b and c")))
