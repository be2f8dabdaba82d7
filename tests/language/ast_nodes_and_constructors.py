# The classes of nodes: fields, constructors, attributes, patterns and copies.
import ast
import copy
import warnings

warnings.simplefilter("ignore")
for name in ("Module", "FunctionDef", "Name", "Constant", "BinOp", "arguments", "arg", "keyword", "alias", "withitem"):
    kind = getattr(ast, name)
    print(name, kind._attributes, kind.__mro__[1].__name__, kind.__module__, kind.__name__)
for name in ("Name", "Attribute", "Subscript", "Call", "IfExp", "Compare", "comprehension", "ExceptHandler"):
    print(name, getattr(ast, name)._fields, getattr(ast, name).__match_args__)
for base in ("mod", "stmt", "expr", "expr_context", "boolop", "operator", "unaryop", "cmpop", "pattern", "excepthandler"):
    kinds = [sub.__name__ for sub in getattr(ast, base).__subclasses__()]
    print(base, len(kinds) > 0, kinds[:3])

name = ast.Name("x", ast.Load())
print(name.id, type(name.ctx).__name__, isinstance(name, ast.expr), isinstance(name, ast.AST), isinstance(name, ast.stmt))
print(ast.Name(id="y", ctx=ast.Store(), lineno=3, col_offset=4).lineno)
print(ast.Constant(1).kind, ast.Constant(value=2).value)
print(ast.Return().value, ast.arg("a").annotation, ast.ImportFrom("m", []).level)
print(ast.expr.end_lineno, hasattr(ast.Name("q"), "lineno"))


def attempt(make):
    try:
        print("made", type(make()).__name__)
    except TypeError as error:
        print("TypeError:", error)


attempt(lambda: ast.Name("x", ast.Load(), 3))
attempt(lambda: ast.Pass(1))
attempt(lambda: ast.Name("x", id="y"))
attempt(lambda: ast.BinOp(1, 2, 3, 4))
attempt(lambda: ast.Constant(1, kind="u"))

match ast.parse("a.b + 1", mode="eval").body:
    case ast.BinOp(ast.Attribute(ast.Name(base), attr), ast.Add(), ast.Constant(int(value))):
        print("matched", base, attr, value)
match ast.parse("f(x, key=1)").body[0]:
    case ast.Expr(ast.Call(func=ast.Name(id=name), args=[ast.Name()], keywords=[ast.keyword(arg=key)])):
        print("matched", name, key)


class Marked(ast.Name):
    def shout(self):
        return self.id.upper()


marked = Marked("quiet", ast.Load())
print(marked.shout(), marked._fields, isinstance(marked, ast.Name), ast.unparse(ast.Name("plain", ast.Load())))

tree = ast.parse("x = [1, 2, {'a': b}]")
twin = copy.deepcopy(tree)
twin.body[0].targets[0].id = "changed"
print(ast.unparse(tree), "|", ast.unparse(twin))
shallow = copy.copy(tree.body[0])
print(shallow.targets is tree.body[0].targets, shallow is tree.body[0], shallow.lineno)

node = ast.parse("x").body[0].value
node.extra = "anything"
print(node.extra, "extra" in vars(node))
del node.id
print(hasattr(node, "id"), list(name for name, _ in ast.iter_fields(node)))
print([field for field, _ in ast.iter_fields(ast.parse("a + b", mode="eval").body)])
print([type(child).__name__ for child in ast.iter_child_nodes(ast.parse("f(a, b)[c]", mode="eval").body)])
print([type(node).__name__ for node in ast.walk(ast.parse("a if b else c", mode="eval"))])
