# The text of expressions: where parentheses are needed, and how literals are written.
import ast

TEXTS = """
a + b * c
(a + b) * c
a - (b - c)
a - b - c
a ** b ** c
(a ** b) ** c
-a ** b
(-a) ** b
2 ** -1
-(-a)
not (not a)
not a == b
(not a) == b
a and b or c
a and (b or c)
a or b and not c
(a or b) or c
a and b and c and d
a and not b
not a or not b
a < b < c
(a < b) < c
a in b
(a in b) in c
a if b else c if d else e
(a if b else c) if d else e
lambda: x
lambda x: lambda y: x
(lambda x: x)(1)
lambda *a, k, **b: (a, k, b)
lambda a, b=1, /, c=2: a
f(x for x in y)
f((x for x in y), z)
[x for x in y]
{x: y for x, y in z if x if y}
{*a, *b}
{**a, 'x': 1}
(a,)
()
a, b
[a, (b, c)]
x[1]
x[1:2]
x[::]
x[a:b:c, ..., None]
x[1,]
x[()]
x[*a]
x[a:b, c]
x.y.z
1 .real
1.5.real
(1).bit_length()
(a + b).c
(a or b)[c]
a @ b // c % d
a | b ^ c & d << e >> f
(a | b) & c
~a + +b
f(*a, **b)
f(a, *b, c=1, **d)
(x := 1)
f(x := 1)
[y := 1, y ** 2]
'single' "double"
'it\\'s'
"say \\"hi\\""
'both \\' and \\"'
'new\\nline'
'tab\\tand \\\\ slash'
b'bytes\\x00'
u'kind'
r'\\d+'
1_000_000
0xff
1e10
1e400
1.0
True, False, None, ...
'é ü \\u2028'
x is not y
x not in y
await_ + yield_
a.b(c)[d](e).f
(yield)
-1 .real
(-1).real
not a.b
a if (yield) else b
""".strip().splitlines()
for text in TEXTS:
    try:
        tree = ast.parse(text)
    except SyntaxError as error:
        print(f"{text:40} SyntaxError")
        continue
    out = ast.unparse(tree)
    stable = ast.unparse(ast.parse(out)) == out
    print(f"{text:40} {out:40} {stable}")

print(ast.unparse(ast.Constant(1.5)), ast.unparse(ast.Name("x", ast.Load())))
print(ast.unparse(ast.BinOp(ast.Constant(1), ast.Add(), ast.Constant(2))))
print(ast.unparse(ast.Constant((1, 2, (3,)))), ast.unparse(ast.Constant(())))
print(ast.unparse(ast.Constant(float("inf"))), ast.unparse(ast.Constant(float("nan"))))
print(ast.unparse([ast.parse("a = 1").body[0], ast.parse("b = 2").body[0]]))
