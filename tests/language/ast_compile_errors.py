# Invalid trees: the errors of compile.
import ast
import warnings

warnings.simplefilter("ignore")


def attempt(tree, mode="exec"):
    try:
        code = compile(tree, "<tree>", mode)
        print("compiled", type(code).__name__)
    except Exception as error:
        print(f"{type(error).__name__}: {error}")


def expression(node):
    return ast.fix_missing_locations(ast.Expression(node))


def module(*body):
    return ast.fix_missing_locations(ast.Module(list(body), []))


load, store = ast.Load(), ast.Store()
name = ast.Name("x", load)
attempt(ast.Expression(ast.Name("x", load)), "eval")
attempt(ast.Module([ast.Pass()], []))
attempt(ast.parse("1", mode="eval"))
attempt(ast.parse("1"), "eval")
attempt(ast.parse("1", mode="single"), "exec")
attempt(ast.Name("x", load), "eval")
attempt(expression(ast.Name("x", store)), "eval")
attempt(module(ast.Assign([ast.Name("x", load)], name)))
attempt(module(ast.Assign([], name)))
attempt(module(ast.Assign([ast.Constant(1)], name)))
attempt(module(ast.Delete([])))
attempt(module(ast.Delete([name])))
attempt(module(ast.If(name, [], [])))
attempt(module(ast.While(name, [], [])))
attempt(module(ast.For(ast.Name("i", store), name, [], [])))
attempt(module(ast.Try([ast.Pass()], [], [], [])))
attempt(module(ast.Try([ast.Pass()], [], [ast.Pass()], [])))
attempt(module(ast.Import([])))
attempt(module(ast.Global([])))
attempt(module(ast.Raise(None, name)))
attempt(module(ast.With([], [ast.Pass()])))
attempt(expression(ast.BoolOp(ast.And(), [name])), "eval")
attempt(expression(ast.Compare(name, [], [])), "eval")
attempt(expression(ast.Compare(name, [ast.Lt()], [name, name])), "eval")
attempt(expression(ast.Dict([name], [])), "eval")
attempt(expression(ast.ListComp(name, [])), "eval")
attempt(expression(ast.Constant([1])), "eval")
attempt(expression(ast.Constant({})), "eval")
attempt(expression(ast.Call(name, [None], [])), "eval")
attempt(expression(ast.List([ast.Constant(1), None], load)), "eval")
attempt(expression(ast.Name("True", load)), "eval")
attempt(expression(ast.Name(3, load)), "eval")
attempt(module(ast.Expr(None)))
attempt(module(ast.Return(name)))
attempt(module(ast.Break()))
attempt(module(ast.ImportFrom("m", [ast.alias("a")], -1)))

tree = ast.parse("x = 1")
tree.body[0].value = 5
try:
    compile(tree, "f", "exec")
except TypeError as error:
    print("TypeError:", error)
tree = ast.parse("x = 1")
tree.body = "not a list"
attempt(tree)
tree = ast.parse("x = y")
del tree.body[0].value
attempt(tree)
tree = ast.parse("x = y")
tree.body[0].lineno = 9
attempt(tree)
tree = ast.parse("f(1)")
tree.body[0].value.func.lineno = "one"
attempt(tree)

deep = name
for _ in range(100_000):
    deep = ast.UnaryOp(ast.Not(), deep, lineno=1, col_offset=0)
try:
    compile(ast.Expression(deep), "f", "eval")
except RecursionError as error:
    print("RecursionError")
circle = ast.UnaryOp(ast.Not(), lineno=1, col_offset=0)
circle.operand = circle
try:
    compile(ast.Expression(circle), "f", "eval")
except RecursionError:
    print("RecursionError")
