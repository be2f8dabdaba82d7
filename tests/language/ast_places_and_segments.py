# Places of nodes: segments of the source, moving them, copying them, documentation.
import ast
import traceback

source = '''def greet(name, *, punctuation="!"):
    """Say hello.

        Indented.
    """
    text = f"hello {name}" + (
        punctuation * 2
    )
    return text


class Éclair:
    "Pâtisserie."
    prix = 3 if True else 4; goût = "sucré"
'''
tree = ast.parse(source)
for node in ast.walk(tree):
    if isinstance(node, (ast.BinOp, ast.Constant, ast.arg, ast.IfExp, ast.Assign, ast.Return)):
        if isinstance(node, ast.Constant) and not isinstance(node.value, int):
            continue
        print(type(node).__name__, repr(ast.get_source_segment(source, node)))
print(repr(ast.get_source_segment(source, tree.body[1].body[2])))
print(ast.get_source_segment(source, tree.body[0].body[1], padded=True))
print(ast.get_source_segment("x", ast.Name("x")), ast.get_source_segment("x + 1", ast.parse("x + 1").body[0].value.left))

print(repr(ast.get_docstring(tree.body[0])))
print(repr(ast.get_docstring(tree.body[0], clean=False)))
print(repr(ast.get_docstring(tree.body[1])), ast.get_docstring(tree), ast.get_docstring(ast.parse("'d'")))
try:
    ast.get_docstring(ast.parse("x").body[0])
except TypeError as error:
    print(error)

node = ast.parse("a + b\nc").body
ast.increment_lineno(node[1], 10)
print(node[0].lineno, node[1].lineno, node[1].end_lineno, node[1].value.lineno)
module = ast.increment_lineno(ast.parse("x\ny"), 5)
print([statement.lineno for statement in module.body])

old = ast.parse("  \nabc", mode="eval").body
new = ast.copy_location(ast.Constant(1), old)
print(new.lineno, new.col_offset, new.end_lineno, new.end_col_offset)

fixed = ast.fix_missing_locations(ast.Expression(ast.BinOp(ast.Constant(1), ast.Add(), ast.Name("x", ast.Load()))))
print([getattr(node, "lineno", None) for node in ast.walk(fixed)])
outer = ast.parse("\n\nf(1)")
outer.body[0].value.args.append(ast.Constant(2))
ast.fix_missing_locations(outer)
print([(node.value, node.lineno, node.col_offset) for node in ast.walk(outer) if isinstance(node, ast.Constant)])


def line_of_error(tree, name):
    try:
        exec(compile(tree, name, "exec"), {})
    except ZeroDivisionError as error:
        last = traceback.extract_tb(error.__traceback__)[-1]
        return last.filename, last.lineno, last.name


print(line_of_error(ast.parse("x = 1\n\n\ny = x / 0"), "a.py"))
moved = ast.increment_lineno(ast.parse("def f():\n    return 1 / 0\nf()"), 40)
print(line_of_error(moved, "b.py"))
try:
    ast.parse("x = = 1", "name.py")
except SyntaxError as error:
    print(error.filename, error.lineno)
try:
    ast.parse("x = 1\n  y = 2", filename="other.py")
except IndentationError as error:
    print(error.filename, error.lineno, type(error).__name__)
