"""Expressions of columns, given as text: table.query("price > @limit and kind in ['a', 'b']")."""

import ast
import operator
import re

import numpy

# The functions that expressions may call by their names.
_FUNCTIONS = (
    "sin", "cos", "exp", "log", "expm1", "log1p", "sqrt", "sinh", "cosh", "tanh", "arcsin", "arccos", "arctan", "arccosh",
    "arcsinh", "arctanh", "abs", "log10", "floor", "ceil", "arctan2",
)  # fmt: skip
_OPERATORS = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv, ast.Mod: operator.mod, ast.Pow: operator.pow,
    ast.BitAnd: operator.and_, ast.BitOr: operator.or_, ast.BitXor: operator.xor,
    ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt, ast.LtE: operator.le,
    ast.Gt: operator.gt, ast.GtE: operator.ge, ast.In: lambda a, b: _among(a, b), ast.NotIn: lambda a, b: ~_among(a, b),
    ast.USub: operator.neg, ast.UAdd: operator.pos, ast.Not: operator.invert, ast.Invert: operator.invert,
    ast.And: operator.and_, ast.Or: operator.or_,
}  # fmt: skip
_LOCAL, _QUOTED = "__variable_", "__column_"


def _among(values, known):
    return values.isin(known if isinstance(known, (list, tuple, set)) else list(known))


def evaluate(table, text, variables):
    """The value of an expression; an assignment gives the table with one column more."""
    quoted = []

    def hidden(match):
        quoted.append(match.group(1))
        return f"{_QUOTED}{len(quoted) - 1}"

    plain = re.sub(r"@(?=[A-Za-z_])", _LOCAL, re.sub(r"`([^`]*)`", hidden, text.strip()))
    plain = " ".join(_as_words(plain).split("\n"))
    names = _Names(table, variables, quoted)
    (statement,) = ast.parse(plain).body
    if isinstance(statement, ast.Assign):
        return table.assign(**{names.column(statement.targets[0].id): names.value(statement.value)})
    return names.value(statement.value)


def _as_words(text):
    # `&` and `|` bind as `and` and `or` do, apart from those in texts.
    parts = re.split(r"(\"[^\"]*\"|'[^']*')", text)
    for at in range(0, len(parts), 2):
        parts[at] = parts[at].replace("&", " and ").replace("|", " or ")
    return "".join(parts)


class _Names:
    def __init__(self, table, variables, quoted):
        self._table, self._variables, self._quoted = table, variables, quoted

    def column(self, name):
        """The name of a column, which may have been quoted."""
        return self._quoted[int(name.removeprefix(_QUOTED))] if name.startswith(_QUOTED) else name

    def _named(self, name):
        if name.startswith(_LOCAL):
            name = name.removeprefix(_LOCAL)
            if name not in self._variables:
                raise NameError(f"local variable '{name}' is not defined")
            return self._variables[name]
        name = self.column(name)
        if self._table is None:
            return self._variable(name)
        if name in self._table:
            return self._table[name]
        if name == "index" or name in [level for level, _ in self._table.index.levels_of()]:
            labels = self._table.index if name == "index" else self._table.index.get_level_values(name)
            return labels.to_series(index=self._table.index)
        if name in _FUNCTIONS:
            return getattr(numpy, name)
        raise NameError(f"name '{name}' is not defined")

    def _variable(self, name):
        # A variable of the program, in an expression without a table.
        if name in self._variables:
            return self._variables[name]
        if name in _FUNCTIONS:
            return getattr(numpy, name)
        raise NameError(f"name '{name}' is not defined")

    def value(self, node):
        """The value of a part of the expression."""
        if isinstance(node, ast.Constant):
            return node.value
        if isinstance(node, ast.Name):
            return self._named(node.id)
        if isinstance(node, (ast.List, ast.Tuple)):
            return [self.value(one) for one in node.elts]
        if isinstance(node, ast.UnaryOp):
            return _OPERATORS[type(node.op)](self.value(node.operand))
        if isinstance(node, ast.BinOp):
            return _OPERATORS[type(node.op)](self.value(node.left), self.value(node.right))
        if isinstance(node, ast.BoolOp):
            return self._chained([self.value(one) for one in node.values], _OPERATORS[type(node.op)])
        if isinstance(node, ast.Compare):
            return self._compared(node)
        if isinstance(node, ast.Attribute):
            return getattr(self.value(node.value), node.attr)
        if isinstance(node, ast.Subscript):
            return self.value(node.value)[self.value(node.slice)]
        if isinstance(node, ast.Call):
            named = {one.arg: self.value(one.value) for one in node.keywords}
            return self.value(node.func)(*[self.value(one) for one in node.args], **named)
        raise NotImplementedError(f"'{type(node).__name__}' nodes are not implemented")

    def _compared(self, node):
        sides = [self.value(one) for one in (node.left, *node.comparators)]
        pairs = [_compare(type(op), a, b) for op, a, b in zip(node.ops, sides, sides[1:])]
        return self._chained(pairs, operator.and_)

    def _chained(self, values, combine):
        total = values[0]
        for value in values[1:]:
            total = combine(total, value)
        return total


def _compare(op, a, b):
    # A comparison with a list asks for membership, as in pandas.
    if isinstance(b, list) and op in (ast.Eq, ast.NotEq):
        op = ast.In if op is ast.Eq else ast.NotIn
    return _OPERATORS[op](a, b)
