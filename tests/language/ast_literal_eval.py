# ast.literal_eval: values of literals and nothing else.
import ast

GOOD = [
    "1", "-1", "+1", "1.5", "-1e3", "'text'", "b'bytes'", "'a' 'b'", "True", "False", "None", "...",
    "(1, 2)", "()", "(1,)", "[1, [2, 3]]", "{1, 2}", "set()", "{}", "{'a': 1, 'b': [2]}", "{1: {2: (3, {4})}}",
    " 1", "\t2", "[\n1,\n2\n]", "0x1f", "0b101", "1_000", "'\\n'", "r'\\n'", "'é'", "(1)",
]
for text in GOOD:
    value = ast.literal_eval(text)
    print(repr(text), "->", repr(value), type(value).__name__)

BAD = ["x", "f()", "1 + 1", "[x]", "{'a': b}", "a.b", "lambda: 1", "[1 for _ in ()]", "'a' + 'b'", "not True",
       "~1", "-'a'", "--1", "x[0]", "(1).real", "f'{1}'", "set(1)", "{**{}}", "*a,", "1 if 1 else 2"]
for text in BAD:
    try:
        print(text, "->", ast.literal_eval(text))
    except ValueError as error:
        print(repr(text), "ValueError:", str(error).split(":")[0])
    except SyntaxError as error:
        print(repr(text), "SyntaxError")

for text in ["", "1 2", "(", "'", "1;2", "x = 1"]:
    try:
        print(ast.literal_eval(text))
    except SyntaxError as error:
        print(repr(text), type(error).__name__)

print(ast.literal_eval(ast.parse("[1, 2]", mode="eval")))
print(ast.literal_eval(ast.parse("[1, 2]", mode="eval").body))
print(ast.literal_eval(ast.Constant(5)), ast.literal_eval(ast.Tuple([ast.Constant(1)], ast.Load())))
try:
    ast.literal_eval(5)
except ValueError as error:
    print(error)
try:
    ast.literal_eval("[1,\n x]")
except ValueError as error:
    print(str(error).split(":")[0])
round_trip = {"a": [1, 2.5, None], (1, 2): {True, False}, b"k": "v"}
print(ast.literal_eval(repr(round_trip)) == round_trip)
