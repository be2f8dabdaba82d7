# Trees and code of optimization levels. Recorded from CPython 3.13, where ast.parse() takes optimize=.
import ast

EXPRESSIONS = [
    "1 + 2 * 3",
    "-(5) + ~1",
    "not (a in (1, 2))",
    "not a is b",
    "'ab' * 3 + 'c'",
    "(1, (2, 3), 'x')[1]",
    "a in [1, 2]",
    "a in {1, 2}",
    "'%s and %r' % (a, b)",
    "'%5d' % (a,)",
    "1 << 1000",
    "2 ** 1000",
    "'x' * 5000",
    "1 / 0",
    "__debug__",
    "(a, 1 + 1)",
    "[x for x in [1, 2]]",
    "f'{1 + 1}'",
]
for text in EXPRESSIONS:
    plain, folded = ast.parse(text, mode="eval"), ast.parse(text, mode="eval", optimize=1)
    print(text, "|", ast.dump(folded.body), ast.dump(plain) == ast.dump(folded))
SOURCE = '''"""A module."""
def f(x=1 + 1):
    """A function."""
    assert x, "no x"
    for _ in [1, 2]: pass
    return __debug__

class C:
    """A class."""
'''
for level in (-1, 0, 1, 2):
    tree = ast.parse(SOURCE, optimize=level)
    print(level, ast.get_docstring(tree), ast.get_docstring(tree.body[-1]), ast.dump(tree.body[-1]))
    names = {}
    exec(compile(SOURCE, "levels.py", "exec", optimize=level), names)
    try:
        print(names.get("__doc__"), names["f"].__doc__, names["C"].__doc__, names["f"](0))
    except AssertionError as error:
        print("AssertionError", error)
for version, text in [((3, 7), "(x := 1)"), ((3, 7), "def f(a, /): ..."), ((3, 9), "match a:\n case _: ..."), ((3, 11), "type X = int")]:
    try:
        ast.parse(text, feature_version=version)
    except SyntaxError as error:
        print(error.msg)
