# Constants of trees computed before they run, as compile() does it where an optimized tree is asked for: part of ast.

import ast
import operator

# Larger results are left to the program.
_MOST_BITS = 128
_MOST_ITEMS = 256
_MOST_LETTERS = 4096

_UNARY = {ast.UAdd: operator.pos, ast.USub: operator.neg, ast.Invert: operator.invert, ast.Not: operator.not_}
_NEGATED = {ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In}
_CONVERSIONS = {"s": 115, "r": 114, "a": 97}


def _product(left, right):
    if isinstance(left, int) and isinstance(right, int):
        too_large = left.bit_length() + right.bit_length() > _MOST_BITS
    elif isinstance(left, int) and isinstance(right, (tuple, frozenset, str, bytes)):
        return _product(right, left)
    elif isinstance(right, int) and isinstance(left, (tuple, str, bytes)):
        most = _MOST_ITEMS if isinstance(left, tuple) else _MOST_LETTERS
        too_large = right < 0 or len(left) * right > most
    else:
        too_large = False
    return NotImplemented if too_large else left * right


def _power(left, right):
    if isinstance(left, int) and isinstance(right, int) and right > 0 and left.bit_length() * right > _MOST_BITS:
        return NotImplemented
    return left**right


def _shifted(left, right):
    if isinstance(left, int) and isinstance(right, int) and left and (right < 0 or left.bit_length() + right > _MOST_BITS):
        return NotImplemented
    return left << right


def _remainder(left, right):
    return NotImplemented if isinstance(left, (str, bytes)) else left % right


_BINARY = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: _product,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: _remainder,
    ast.Pow: _power,
    ast.LShift: _shifted,
    ast.RShift: operator.rshift,
    ast.BitOr: operator.or_,
    ast.BitXor: operator.xor,
    ast.BitAnd: operator.and_,
}


def _in_place(node, made):
    return ast.copy_location(made, node)


def _computed(node, compute, *operands):
    """A constant in a node's place; the node where an operand is none, or the program shall see the error."""
    if not all(isinstance(operand, ast.Constant) for operand in operands):
        return node
    try:
        value = compute(*(operand.value for operand in operands))
    except Exception:
        return node
    return node if value is NotImplemented else _in_place(node, ast.Constant(value=value))


def _constants(nodes):
    """The values of nodes; None where one is no constant."""
    if all(isinstance(node, ast.Constant) for node in nodes):
        return tuple(node.value for node in nodes)
    return None


def _pieces(text):
    """Text and letters of conversions of a simple % format: ("a", "s", "b"); None of another."""
    pieces, place = [], 0
    while (at := text.find("%", place)) >= 0:
        letter = text[at + 1 : at + 2]
        if letter == "%" or letter not in _CONVERSIONS or not letter:
            return None
        pieces += [text[place:at], letter]
        place = at + 2
    return [*pieces, text[place:]]


def _formatted(node):
    """An f-string for `"%s" % (a,)`."""
    pieces = _pieces(node.left.value)
    items = node.right.elts
    if pieces is None or len(pieces) // 2 != len(items) or any(isinstance(item, ast.Starred) for item in items):
        return node
    values = []
    for at, piece in enumerate(pieces):
        if at % 2:
            item = items[at // 2]
            values.append(_in_place(item, ast.FormattedValue(value=item, conversion=_CONVERSIONS[piece])))
        elif piece:
            values.append(_in_place(node.left, ast.Constant(value=piece)))
    return _in_place(node, ast.JoinedStr(values=values))


def _unchanging(node):
    """What a loop or `in` goes through, as something that needs not be made each time."""
    if not isinstance(node, (ast.List, ast.Set)):
        return node
    values = _constants(node.elts)
    if values is not None:
        return _in_place(node, ast.Constant(value=values if isinstance(node, ast.List) else frozenset(values)))
    if isinstance(node, ast.List) and not any(isinstance(item, ast.Starred) for item in node.elts):
        return _in_place(node, ast.Tuple(elts=node.elts, ctx=node.ctx))
    return node


class _Folder(ast.NodeTransformer):
    def __init__(self, level):
        self.level = level

    def visit_Name(self, node):
        if node.id == "__debug__" and isinstance(node.ctx, ast.Load):
            return _in_place(node, ast.Constant(value=self.level == 0))
        return node

    def visit_UnaryOp(self, node):
        self.generic_visit(node)
        inner = node.operand
        if isinstance(node.op, ast.Not) and isinstance(inner, ast.Compare) and len(inner.ops) == 1:
            negated = _NEGATED.get(type(inner.ops[0]))
            if negated is not None:
                return _in_place(node, ast.Compare(left=inner.left, ops=[negated()], comparators=inner.comparators))
        return _computed(node, _UNARY[type(node.op)], inner)

    def visit_BinOp(self, node):
        self.generic_visit(node)
        left, right = node.left, node.right
        is_format = isinstance(node.op, ast.Mod) and isinstance(left, ast.Constant) and isinstance(left.value, str)
        if is_format and isinstance(right, ast.Tuple):
            return _formatted(node)
        compute = _BINARY.get(type(node.op))
        return node if compute is None else _computed(node, compute, left, right)

    def visit_Tuple(self, node):
        self.generic_visit(node)
        values = _constants(node.elts)
        if values is None or not isinstance(node.ctx, ast.Load):
            return node
        return _in_place(node, ast.Constant(value=values))

    def visit_Subscript(self, node):
        self.generic_visit(node)
        if not isinstance(node.ctx, ast.Load):
            return node
        return _computed(node, operator.getitem, node.value, node.slice)

    def visit_Compare(self, node):
        self.generic_visit(node)
        if isinstance(node.ops[-1], (ast.In, ast.NotIn)):
            node.comparators[-1] = _unchanging(node.comparators[-1])
        return node

    def visit_For(self, node):
        self.generic_visit(node)
        node.iter = _unchanging(node.iter)
        return node

    visit_AsyncFor = visit_comprehension = visit_For


class _Stripped(ast.NodeTransformer):
    """Takes out what a level leaves away: assertions, and documentation."""

    def __init__(self, level):
        self.level = level

    def visit_Assert(self, node):
        return _in_place(node, ast.Pass())

    def visit_Name(self, node):
        if node.id == "__debug__" and isinstance(node.ctx, ast.Load):
            return _in_place(node, ast.Constant(value=False))
        return node

    def visit_documented(self, node):
        self.generic_visit(node)
        if self.level >= 2 and ast.get_docstring(node, clean=False) is not None:
            rest = node.body[1:]
            node.body = rest or [_in_place(node.body[0], ast.Pass())]
        return node

    visit_Module = visit_FunctionDef = visit_AsyncFunctionDef = visit_ClassDef = visit_documented


def optimized(tree, level):
    """A tree with its constants computed."""
    return _Folder(level).visit(_copied(tree))


def for_code(tree, level):
    """A tree as code of a level runs it: without assertions, from level 2 on without documentation."""
    return _Stripped(level).visit(_copied(tree))


def _copied(node):
    """The tree anew; what is no node is shared."""
    if isinstance(node, list):
        return [_copied(item) for item in node]
    if not isinstance(node, ast.AST):
        return node
    made = type(node).__new__(type(node))
    made.__dict__.update((name, _copied(value)) for name, value in node.__dict__.items())
    return made
