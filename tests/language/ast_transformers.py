# Trees that a program changes and runs.
import ast


class Fold(ast.NodeTransformer):
    """Constants computed beforehand."""

    def visit_BinOp(self, node):
        self.generic_visit(node)
        if isinstance(node.left, ast.Constant) and isinstance(node.right, ast.Constant):
            value = eval(compile(ast.fix_missing_locations(ast.Expression(node)), "<fold>", "eval"))
            return ast.copy_location(ast.Constant(value), node)
        return node


tree = Fold().visit(ast.parse("x = 2 * 3 + y * (4 - 1)\nz = 'a' * 3"))
print(ast.unparse(tree))


class Rename(ast.NodeTransformer):
    def __init__(self, **names):
        self.names = names

    def visit_Name(self, node):
        return ast.copy_location(ast.Name(self.names.get(node.id, node.id), node.ctx), node)

    def visit_arg(self, node):
        node.arg = self.names.get(node.arg, node.arg)
        return node


source = "def area(w, h):\n    return w * h\nresult = area(3, 4)\n"
tree = Rename(w="width", h="height").visit(ast.parse(source))
print(ast.unparse(tree))
names = {}
exec(compile(tree, "<renamed>", "exec"), names)
print(names["result"], names["area"].__code__.co_varnames, names["area"].__code__.co_filename)


class Strip(ast.NodeTransformer):
    """Statements removed and multiplied."""

    def visit_Assert(self, node):
        return None

    def visit_Expr(self, node):
        if isinstance(node.value, ast.Call) and getattr(node.value.func, "id", "") == "twice":
            call = ast.Expr(node.value.args[0])
            return [ast.copy_location(call, node), ast.copy_location(call, node)]
        return node


tree = Strip().visit(ast.parse("assert x\ntwice(log.append(1))\nassert y, 'z'\nlog.append(2)\n"))
log = []
exec(compile(ast.fix_missing_locations(tree), "<stripped>", "exec"), {"log": log})
print(log, ast.unparse(tree).splitlines())


class Count(ast.NodeVisitor):
    def __init__(self):
        self.calls, self.depth, self.deepest = [], 0, 0

    def visit_Call(self, node):
        self.calls.append(ast.unparse(node.func))
        self.generic_visit(node)

    def generic_visit(self, node):
        self.depth += 1
        self.deepest = max(self.deepest, self.depth)
        super().generic_visit(node)
        self.depth -= 1


count = Count()
count.visit(ast.parse("f(g(h(1)), k.m(2))"))
print(count.calls, count.deepest)


class Trace(ast.NodeTransformer):
    """Each function prints its name when called."""

    def visit_FunctionDef(self, node):
        self.generic_visit(node)
        shout = ast.parse(f"print('enter', {node.name!r})").body
        node.body = shout + node.body
        return node


tree = ast.fix_missing_locations(Trace().visit(ast.parse("def f(n):\n  def g(): return n\n  return g() + 1\nprint(f(1))")))
exec(compile(tree, "<traced>", "exec"))


class Gone(ast.NodeTransformer):
    def visit_Return(self, node):
        return ast.Pass()

    def visit_Constant(self, node):
        return None


tree = ast.parse("return 1")
print([type(node).__name__ for node in ast.walk(Gone().visit(tree))])
holder = ast.parse("x = 5").body[0]
Gone().visit(holder)
print(hasattr(holder, "value"))

made = ast.Module(
    body=[
        ast.FunctionDef(
            name="add",
            args=ast.arguments(posonlyargs=[], args=[ast.arg("a"), ast.arg("b")], kwonlyargs=[], kw_defaults=[], defaults=[ast.Constant(10)]),
            body=[ast.Return(ast.BinOp(ast.Name("a", ast.Load()), ast.Add(), ast.Name("b", ast.Load())))],
            decorator_list=[],
        )
    ],
    type_ignores=[],
)
ast.fix_missing_locations(made)
names = {}
exec(compile(made, "<made>", "exec"), names)
print(names["add"](1), names["add"](1, 2))
