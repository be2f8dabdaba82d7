"""A register machine with labels, and truth tables of expressions."""
import operator
import re


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
