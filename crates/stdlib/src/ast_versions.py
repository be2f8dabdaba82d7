# What syntax came with which version, for parse(feature_version=...): part of ast.

import ast


def _has_parameters(node):
    return bool(getattr(node, "type_params", None))


# (the first minor version of Python 3, what it is about, kinds of nodes, which of them)
_FEATURES = [
    (5, "Async functions are", ast.AsyncFunctionDef, None),
    (5, "Async for loops are", ast.AsyncFor, None),
    (5, "Async with statements are", ast.AsyncWith, None),
    (5, "Await expressions are", ast.Await, None),
    (5, "The '@' operator is", ast.MatMult, None),
    (6, "Async comprehensions are", ast.comprehension, lambda node: node.is_async),
    (6, "Variable annotation syntax is", ast.AnnAssign, None),
    (8, "Positional-only parameters are", ast.arguments, lambda node: node.posonlyargs),
    (8, "Assignment expressions are", ast.NamedExpr, None),
    (10, "Pattern matching is", ast.Match, None),
    (11, "Exception groups are", ast.TryStar, None),
    (12, "Type statement is", ast.TypeAlias, None),
    (12, "Type parameter lists are", (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef), _has_parameters),
    (
        13,
        "Type parameter defaults are",
        (ast.TypeVar, ast.ParamSpec, ast.TypeVarTuple),
        lambda node: node.default_value is not None,
    ),
]


def check(tree, minor):
    """SyntaxError where a tree has syntax that came after a version."""
    newer = [feature for feature in _FEATURES if feature[0] > minor]
    for node in ast.walk(tree) if newer else ():
        for version, what, kinds, has in newer:
            if isinstance(node, kinds) and (has is None or has(node)):
                raise SyntaxError(f"{what} only supported in Python 3.{version} and greater")
