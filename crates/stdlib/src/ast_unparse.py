# ast.unparse: text from nodes, as CPython writes it.

# How tightly what stands around an expression binds.
(
    _NAMED,
    _TUPLE,
    _YIELD,
    _TEST,
    _OR,
    _AND,
    _NOT,
    _CMP,
    _BOR,
    _BXOR,
    _BAND,
    _SHIFT,
    _ARITH,
    _TERM,
    _FACTOR,
    _POWER,
    _AWAIT,
    _ATOM,
) = range(18)

_BINARY = {
    "Add": ("+", _ARITH),
    "Sub": ("-", _ARITH),
    "Mult": ("*", _TERM),
    "MatMult": ("@", _TERM),
    "Div": ("/", _TERM),
    "Mod": ("%", _TERM),
    "LShift": ("<<", _SHIFT),
    "RShift": (">>", _SHIFT),
    "BitOr": ("|", _BOR),
    "BitXor": ("^", _BXOR),
    "BitAnd": ("&", _BAND),
    "FloorDiv": ("//", _TERM),
    "Pow": ("**", _POWER),
}
_UNARY = {"Invert": ("~", _FACTOR), "Not": ("not", _NOT), "UAdd": ("+", _FACTOR), "USub": ("-", _FACTOR)}
_COMPARISONS = {
    "Eq": "==",
    "NotEq": "!=",
    "Lt": "<",
    "LtE": "<=",
    "Gt": ">",
    "GtE": ">=",
    "Is": "is",
    "IsNot": "is not",
    "In": "in",
    "NotIn": "not in",
}
_LONG_QUOTES = ('"""', "'''")
_QUOTES = ("'", '"', *_LONG_QUOTES)
_INFINITY = "1e309"


def unparse(ast_obj):
    """Text whose tree is the given one."""
    writer = _Writer()
    writer.write(ast_obj)
    text = "".join(writer.parts)
    return text[1:] if text.startswith("\n") else text


def _text(node, around=_TEST):
    """The text of an expression."""
    writer = _Writer()
    writer.write(node, around)
    return "".join(writer.parts)


def _kind(node):
    return node.__class__.__name__


class _Writer:
    def __init__(self):
        self.parts = []
        self.indent = 0
        self.in_star_try = False

    # --- pieces
    def put(self, *texts):
        self.parts.extend(texts)

    def write(self, node, around=_TEST):
        """Write a node, or nodes one after the other, in what binds as tightly as `around`."""
        if isinstance(node, list):
            for item in node:
                self.write(item, around)
        else:
            getattr(self, f"write_{_kind(node)}", self.write_other)(node, around)

    def write_other(self, node, around):
        for name in node._fields:
            value = getattr(node, name, None)
            if isinstance(value, list) or hasattr(value, "_fields"):
                self.write(value)

    def newline(self):
        if self.parts:
            self.put("\n")

    def line(self, text=""):
        """Begin a line."""
        self.newline()
        self.put("    " * self.indent + text)

    def joined(self, separator, items, around=_TEST):
        for i, item in enumerate(items):
            if i:
                self.put(separator)
            self.write(item, around)

    def items(self, items):
        """Items of a tuple: one alone has its comma."""
        self.joined(", ", items)
        if len(items) == 1:
            self.put(",")

    def grouped(self, inside, around, write):
        """Write in parentheses what binds less tightly than what is around it."""
        if around > inside:
            self.put("(")
            write()
            self.put(")")
        else:
            write()

    def block(self, body, comment=None):
        self.put(":")
        if comment:
            self.put(f" # type: {comment}")
        self.indent += 1
        self.write(body)
        self.indent -= 1

    def otherwise(self, word, body):
        if body:
            self.line(word)
            self.block(body)

    # --- roots
    def write_Module(self, node, around):
        self.documented(node.body)

    def write_Interactive(self, node, around):
        self.write(node.body)

    def write_Expression(self, node, around):
        self.write(node.body)

    def write_FunctionType(self, node, around):
        self.put("(")
        self.joined(", ", node.argtypes)
        self.put(") -> ")
        self.write(node.returns)

    def documented(self, body):
        """Statements, the first of which may be documentation."""
        first = body[0] if body else None
        value = first.value if _kind(first) == "Expr" else None
        if _kind(value) == "Constant" and isinstance(value.value, str):
            self.line()
            if value.kind == "u":
                self.put("u")
            text, quotes = _quoted(value.value, _LONG_QUOTES)
            self.put(quotes[0] + text + quotes[0])
            body = body[1:]
        self.write(body)

    def block_documented(self, body, comment=None):
        self.put(":")
        if comment:
            self.put(f" # type: {comment}")
        self.indent += 1
        self.documented(body)
        self.indent -= 1

    # --- statements
    def write_Expr(self, node, around):
        self.line()
        self.write(node.value, _YIELD)

    def write_Assign(self, node, around):
        self.line()
        for target in node.targets:
            self.write(target, _TUPLE)
            self.put(" = ")
        self.write(node.value)
        if getattr(node, "type_comment", None):
            self.put(f" # type: {node.type_comment}")

    def write_AugAssign(self, node, around):
        self.line()
        self.write(node.target)
        self.put(f" {_BINARY[_kind(node.op)][0]}= ")
        self.write(node.value)

    def write_AnnAssign(self, node, around):
        self.line()
        bracketed = not node.simple and _kind(node.target) == "Name"
        self.put("(" if bracketed else "")
        self.write(node.target)
        self.put(")" if bracketed else "", ": ")
        self.write(node.annotation)
        if node.value:
            self.put(" = ")
            self.write(node.value)

    def write_Import(self, node, around):
        self.line("import ")
        self.joined(", ", node.names)

    def write_ImportFrom(self, node, around):
        self.line("from " + "." * (node.level or 0) + (node.module or "") + " import ")
        self.joined(", ", node.names)

    def write_alias(self, node, around):
        self.put(node.name)
        if node.asname:
            self.put(f" as {node.asname}")

    def write_Pass(self, node, around):
        self.line("pass")

    def write_Break(self, node, around):
        self.line("break")

    def write_Continue(self, node, around):
        self.line("continue")

    def write_Delete(self, node, around):
        self.line("del ")
        self.joined(", ", node.targets)

    def write_Assert(self, node, around):
        self.line("assert ")
        self.write(node.test)
        if node.msg:
            self.put(", ")
            self.write(node.msg)

    def write_Global(self, node, around):
        self.line("global " + ", ".join(node.names))

    def write_Nonlocal(self, node, around):
        self.line("nonlocal " + ", ".join(node.names))

    def write_Return(self, node, around):
        self.line("return")
        if node.value:
            self.put(" ")
            self.write(node.value)

    def write_Raise(self, node, around):
        self.line("raise")
        if not node.exc:
            if node.cause:
                raise ValueError("Node can't be used without a value attribute.")
            return
        self.put(" ")
        self.write(node.exc)
        if node.cause:
            self.put(" from ")
            self.write(node.cause)

    def attempt(self, node, star):
        outside, self.in_star_try = self.in_star_try, star
        self.line("try")
        self.block(node.body)
        self.write(node.handlers)
        self.otherwise("else", node.orelse)
        self.otherwise("finally", node.finalbody)
        self.in_star_try = outside

    def write_Try(self, node, around):
        self.attempt(node, False)

    def write_TryStar(self, node, around):
        self.attempt(node, True)

    def write_ExceptHandler(self, node, around):
        self.line("except*" if self.in_star_try else "except")
        if node.type:
            self.put(" ")
            self.write(node.type)
        if node.name:
            self.put(f" as {node.name}")
        self.block(node.body)

    def decorators(self, node):
        self.newline()
        for decorator in node.decorator_list:
            self.line("@")
            self.write(decorator)

    def type_parameters(self, node):
        if getattr(node, "type_params", None):
            self.put("[")
            self.joined(", ", node.type_params)
            self.put("]")

    def write_ClassDef(self, node, around):
        self.decorators(node)
        self.line(f"class {node.name}")
        self.type_parameters(node)
        if node.bases or node.keywords:
            self.put("(")
            self.joined(", ", node.bases + node.keywords)
            self.put(")")
        self.block_documented(node.body)

    def function(self, node, word):
        self.decorators(node)
        self.line(f"{word} {node.name}")
        self.type_parameters(node)
        self.put("(")
        self.write(node.args)
        self.put(")")
        if node.returns:
            self.put(" -> ")
            self.write(node.returns)
        self.block_documented(node.body, getattr(node, "type_comment", None))

    def write_FunctionDef(self, node, around):
        self.function(node, "def")

    def write_AsyncFunctionDef(self, node, around):
        self.function(node, "async def")

    def type_parameter(self, name, node):
        self.put(name)
        if getattr(node, "bound", None):
            self.put(": ")
            self.write(node.bound)
        if node.default_value:
            self.put(" = ")
            self.write(node.default_value)

    def write_TypeVar(self, node, around):
        self.type_parameter(node.name, node)

    def write_TypeVarTuple(self, node, around):
        self.type_parameter(f"*{node.name}", node)

    def write_ParamSpec(self, node, around):
        self.type_parameter(f"**{node.name}", node)

    def write_TypeAlias(self, node, around):
        self.line("type ")
        self.write(node.name)
        self.type_parameters(node)
        self.put(" = ")
        self.write(node.value)

    def loop(self, node, word):
        self.line(f"{word} ")
        self.write(node.target, _TUPLE)
        self.put(" in ")
        self.write(node.iter)
        self.block(node.body, getattr(node, "type_comment", None))
        self.otherwise("else", node.orelse)

    def write_For(self, node, around):
        self.loop(node, "for")

    def write_AsyncFor(self, node, around):
        self.loop(node, "async for")

    def write_While(self, node, around):
        self.line("while ")
        self.write(node.test)
        self.block(node.body)
        self.otherwise("else", node.orelse)

    def write_If(self, node, around):
        word = "if "
        while True:
            self.line(word)
            self.write(node.test)
            self.block(node.body)
            if len(node.orelse) != 1 or _kind(node.orelse[0]) != "If":
                break
            word, node = "elif ", node.orelse[0]
        self.otherwise("else", node.orelse)

    def with_block(self, node, word):
        self.line(f"{word} ")
        self.joined(", ", node.items)
        self.block(node.body, getattr(node, "type_comment", None))

    def write_With(self, node, around):
        self.with_block(node, "with")

    def write_AsyncWith(self, node, around):
        self.with_block(node, "async with")

    def write_withitem(self, node, around):
        self.write(node.context_expr)
        if node.optional_vars:
            self.put(" as ")
            self.write(node.optional_vars)

    def write_Match(self, node, around):
        self.line("match ")
        self.write(node.subject)
        self.block(node.cases)

    def write_match_case(self, node, around):
        self.line("case ")
        self.write(node.pattern)
        if node.guard:
            self.put(" if ")
            self.write(node.guard)
        self.block(node.body)

    # --- parameters and arguments
    def write_arguments(self, node, around):
        written = []
        positional = node.posonlyargs + node.args
        plain = len(positional) - len(node.defaults)
        for i, arg in enumerate(positional):
            written.append(self.parameter("", arg, node.defaults[i - plain] if i >= plain else None))
            if i + 1 == len(node.posonlyargs):
                written.append("/")
        if node.vararg:
            written.append(self.parameter("*", node.vararg))
        elif node.kwonlyargs:
            written.append("*")
        for arg, default in zip(node.kwonlyargs, node.kw_defaults):
            written.append(self.parameter("", arg, default))
        if node.kwarg:
            written.append(self.parameter("**", node.kwarg))
        self.put(", ".join(written))

    def parameter(self, star, arg, default=None):
        text = star + _text(arg)
        return f"{text}={_text(default)}" if default else text

    def write_arg(self, node, around):
        self.put(node.arg)
        if node.annotation:
            self.put(": ")
            self.write(node.annotation)

    def write_keyword(self, node, around):
        self.put("**" if node.arg is None else f"{node.arg}=")
        self.write(node.value)

    # --- expressions
    def write_Name(self, node, around):
        self.put(node.id)

    def write_Constant(self, node, around):
        if isinstance(node.value, tuple):
            self.put("(")
            for i, item in enumerate(node.value):
                self.put(", " if i else "", _constant(item))
            self.put(",)" if len(node.value) == 1 else ")")
        elif node.value is ...:
            self.put("...")
        else:
            self.put("u" if node.kind == "u" else "", _constant(node.value))

    def write_NamedExpr(self, node, around):
        def inside():
            self.write(node.target, _ATOM)
            self.put(" := ")
            self.write(node.value, _ATOM)

        self.grouped(_NAMED, around, inside)

    def write_Await(self, node, around):
        def inside():
            self.put("await ")
            self.write(node.value, _ATOM)

        self.grouped(_AWAIT, around, inside)

    def write_Yield(self, node, around):
        def inside():
            self.put("yield")
            if node.value:
                self.put(" ")
                self.write(node.value, _ATOM)

        self.grouped(_YIELD, around, inside)

    def write_YieldFrom(self, node, around):
        def inside():
            if not node.value:
                raise ValueError("Node can't be used without a value attribute.")
            self.put("yield from ")
            self.write(node.value, _ATOM)

        self.grouped(_YIELD, around, inside)

    def write_Lambda(self, node, around):
        def inside():
            arguments = _text(node.args)
            self.put("lambda " + arguments if arguments else "lambda", ": ")
            self.write(node.body, _TEST)

        self.grouped(_TEST, around, inside)

    def write_IfExp(self, node, around):
        def inside():
            self.write(node.body, _TEST + 1)
            self.put(" if ")
            self.write(node.test, _TEST + 1)
            self.put(" else ")
            self.write(node.orelse, _TEST)

        self.grouped(_TEST, around, inside)

    def write_BoolOp(self, node, around):
        word, inside = ("and", _AND) if _kind(node.op) == "And" else ("or", _OR)

        def write():
            for i, value in enumerate(node.values):
                self.put(f" {word} " if i else "")
                # CPython asks more of each value than of the one before.
                self.write(value, min(inside + 1 + i, _ATOM))

        self.grouped(inside, around, write)

    def write_BinOp(self, node, around):
        sign, inside = _BINARY[_kind(node.op)]
        left, right = (inside + 1, inside) if sign == "**" else (inside, inside + 1)

        def write():
            self.write(node.left, left)
            self.put(f" {sign} ")
            self.write(node.right, right)

        self.grouped(inside, around, write)

    def write_UnaryOp(self, node, around):
        sign, inside = _UNARY[_kind(node.op)]

        def write():
            self.put(sign if inside == _FACTOR else f"{sign} ")
            self.write(node.operand, inside)

        self.grouped(inside, around, write)

    def write_Compare(self, node, around):
        def inside():
            self.write(node.left, _CMP + 1)
            for op, value in zip(node.ops, node.comparators):
                self.put(f" {_COMPARISONS[_kind(op)]} ")
                self.write(value, _CMP + 1)

        self.grouped(_CMP, around, inside)

    def write_Call(self, node, around):
        self.write(node.func, _ATOM)
        self.put("(")
        self.joined(", ", node.args + node.keywords)
        self.put(")")

    def write_Attribute(self, node, around):
        self.write(node.value, _ATOM)
        # `3 .real`: without the blank the dot is the number's.
        if _kind(node.value) == "Constant" and isinstance(node.value.value, int):
            self.put(" ")
        self.put(f".{node.attr}")

    def write_Subscript(self, node, around):
        self.write(node.value, _ATOM)
        self.put("[")
        if _kind(node.slice) == "Tuple" and node.slice.elts:
            self.items(node.slice.elts)
        else:
            self.write(node.slice)
        self.put("]")

    def write_Slice(self, node, around):
        if node.lower:
            self.write(node.lower)
        self.put(":")
        if node.upper:
            self.write(node.upper)
        if node.step:
            self.put(":")
            self.write(node.step)

    def write_Starred(self, node, around):
        self.put("*")
        self.write(node.value, _BOR)

    def write_Tuple(self, node, around):
        bracketed = not node.elts or around > _TUPLE
        self.put("(" if bracketed else "")
        self.items(node.elts)
        self.put(")" if bracketed else "")

    def write_List(self, node, around):
        self.put("[")
        self.joined(", ", node.elts)
        self.put("]")

    def write_Set(self, node, around):
        if not node.elts:
            # `{}` is a dict.
            self.put("{*()}")
            return
        self.put("{")
        self.joined(", ", node.elts)
        self.put("}")

    def write_Dict(self, node, around):
        self.put("{")
        for i, (key, value) in enumerate(zip(node.keys, node.values)):
            self.put(", " if i else "")
            if key is None:
                self.put("**")
                self.write(value, _BOR)
            else:
                self.write(key)
                self.put(": ")
                self.write(value)
        self.put("}")

    def comprehension(self, brackets, node):
        self.put(brackets[0])
        self.write(node.elt)
        self.write(node.generators)
        self.put(brackets[1])

    def write_ListComp(self, node, around):
        self.comprehension("[]", node)

    def write_SetComp(self, node, around):
        self.comprehension("{}", node)

    def write_GeneratorExp(self, node, around):
        self.comprehension("()", node)

    def write_DictComp(self, node, around):
        self.put("{")
        self.write(node.key)
        self.put(": ")
        self.write(node.value)
        self.write(node.generators)
        self.put("}")

    def write_comprehension(self, node, around):
        self.put(" async for " if node.is_async else " for ")
        self.write(node.target, _TUPLE)
        self.put(" in ")
        self.write(node.iter, _TEST + 1)
        for condition in node.ifs:
            self.put(" if ")
            self.write(condition, _TEST + 1)

    # --- f-strings
    def write_FormattedValue(self, node, around):
        self.f_string([node])

    def write_JoinedStr(self, node, around):
        self.f_string(node.values)

    def f_string(self, values):
        parts = [(_f_string_part(value, False), _kind(value) == "Constant") for value in values]
        texts, quotes = _with_common_quote(parts)
        self.put("f" + quotes + "".join(texts) + quotes)

    # --- patterns
    def write_MatchValue(self, node, around):
        self.write(node.value)

    def write_MatchSingleton(self, node, around):
        self.put(_constant(node.value))

    def write_MatchSequence(self, node, around):
        self.put("[")
        self.joined(", ", node.patterns)
        self.put("]")

    def write_MatchStar(self, node, around):
        self.put(f"*{node.name or '_'}")

    def write_MatchMapping(self, node, around):
        self.put("{")
        for i, (key, pattern) in enumerate(zip(node.keys, node.patterns)):
            self.put(", " if i else "")
            self.write(key)
            self.put(": ")
            self.write(pattern)
        if node.rest is not None:
            self.put(", " if node.keys else "", f"**{node.rest}")
        self.put("}")

    def write_MatchClass(self, node, around):
        self.write(node.cls, _ATOM)
        self.put("(")
        self.joined(", ", node.patterns)
        for i, (name, pattern) in enumerate(zip(node.kwd_attrs, node.kwd_patterns)):
            self.put(", " if i or node.patterns else "", f"{name}=")
            self.write(pattern)
        self.put(")")

    def write_MatchAs(self, node, around):
        if node.name is None or node.pattern is None:
            self.put(node.name or "_")
            return

        def inside():
            self.write(node.pattern, _BOR)
            self.put(f" as {node.name}")

        self.grouped(_TEST, around, inside)

    def write_MatchOr(self, node, around):
        self.grouped(_BOR, around, lambda: self.joined(" | ", node.patterns, _BOR + 1))


def _constant(value):
    text = repr(value)
    if isinstance(value, float) or type(value).__name__ == "complex":
        # Infinity has no literal, nor has what is no number.
        return text.replace("inf", _INFINITY).replace("nan", f"({_INFINITY}-{_INFINITY})")
    return text


def _escaped(letter, keep):
    if letter in keep:
        return letter
    if letter == "\\" or not letter.isprintable():
        return letter.encode("unicode_escape").decode("ascii")
    return letter


def _quoted(text, quotes, keep="\n\t"):
    """The inside of a literal, and the quotes that it can stand in, the best first."""
    inside = "".join(_escaped(letter, keep) for letter in text)
    possible = [quote for quote in quotes if quote not in inside and ("\n" not in inside or quote in _LONG_QUOTES)]
    if not possible:
        shown = repr(text)
        return shown[1:-1], [next((quote for quote in quotes if shown[0] in quote), shown[0])]
    if inside:
        possible.sort(key=lambda quote: quote[0] == inside[-1])
        if possible[0][0] == inside[-1]:
            inside = inside[:-1] + "\\" + inside[-1]
    return inside, possible


def _f_string_part(node, in_spec):
    kind = _kind(node)
    if kind == "JoinedStr":
        return "".join(_f_string_part(value, in_spec) for value in node.values)
    if kind == "Constant" and isinstance(node.value, str):
        text = node.value.replace("{", "{{").replace("}", "}}")
        if in_spec:
            text = text.replace("\\", "\\\\").replace("'", "\\'").replace('"', '\\"').replace("\n", "\\n")
        return text
    if kind != "FormattedValue":
        raise ValueError(f"Unexpected node inside JoinedStr, {node!r}")
    inside = _text(node.value, _TEST + 1)
    text = "{ " + inside if inside.startswith("{") else "{" + inside
    if node.conversion != -1:
        text += f"!{chr(node.conversion)}"
    if node.format_spec:
        text += ":" + _f_string_part(node.format_spec, True)
    return text + "}"


def _with_common_quote(parts):
    """The parts of an f-string as they are written between the quotes that suit them all, and these."""
    quotes, texts = list(_QUOTES), []
    for text, is_constant in parts:
        if is_constant:
            text, possible = _quoted(text, quotes, "")
            if not set(possible) & set(quotes):
                return [_in_single_quotes(text) if constant else text for text, constant in parts], "'''"
            quotes = possible
        elif "\n" in text:
            quotes = [quote for quote in quotes if quote in _LONG_QUOTES]
        texts.append(text)
    return texts, quotes[0]


def _in_single_quotes(text):
    return repr('"' + text)[2:-1]
