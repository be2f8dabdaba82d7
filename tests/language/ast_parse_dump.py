# The tree of a text: nodes, fields and places, shown by a walk of our own.
import ast


def shown(node, level=0):
    pad = "  " * level
    if isinstance(node, ast.AST):
        place = ""
        if "lineno" in node._attributes:
            place = f" @{node.lineno}:{node.col_offset}-{node.end_lineno}:{node.end_col_offset}"
        print(f"{pad}{type(node).__name__}{place}")
        for name, value in ast.iter_fields(node):
            if isinstance(value, (ast.AST, list)):
                print(f"{pad} .{name}")
                shown(value, level + 1)
            elif name not in ("type_comment", "kind"):
                print(f"{pad} .{name} = {value!r}")
    elif isinstance(node, list):
        for item in node:
            shown(item, level)
    else:
        print(f"{pad}{node!r}")


TEXTS = [
    "x = 1",
    "a, *b = c[1:2, ...]",
    "x += y ** -2",
    "n: int = 3\nm: str\n(k): float",
    "f(1, *a, k=2, **kw)",
    "lambda a, /, b=1, *c, d, e=2, **f: a",
    "[x for x in y if x if z for w in x]",
    "{**a, 'b': 1, 2: {3, 4}}",
    "not a < b <= c is not d not in e",
    "a if b else c or d and e",
    "print((yield_ := 3))",
    "x.y.z = w[i]",
    "é = 'ü'; ñ = é",
    "del a, b[0], c.d",
    "assert x, 'message'",
    "from . import a as b, c\nfrom ..d.e import f\nimport g.h as i, j",
]
for text in TEXTS:
    print("---", text)
    shown(ast.parse(text).body)

print("--- roots")
shown(ast.parse("1 + 2", mode="eval"))
shown(ast.parse("x = 1; y = 2", mode="single"))
shown(ast.parse(""))
print(ast.parse("x").type_ignores)
print(type(compile("a + b", "f", "eval", ast.PyCF_ONLY_AST).body.op).__name__)
print(type(compile(ast.parse("1", mode="eval"), "f", "eval")).__name__)
print(ast.parse("x").body[0].value.ctx is ast.parse("y").body[0].value.ctx)
print(sorted(vars(ast.parse("x").body[0].value)))
