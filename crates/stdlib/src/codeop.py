# codeop: whether a text is complete, incomplete or wrong.

import __future__

__all__ = ["compile_command", "Compile", "CommandCompiler"]
PyCF_DONT_IMPLY_DEDENT = 0x200
PyCF_ONLY_AST = 0x400
PyCF_ALLOW_INCOMPLETE_INPUT = 0x4000


def _is_incomplete(source, filename, symbol):
    """Whether more lines could make a wrong text right."""
    try:
        compile(source + "\n", filename, symbol, PyCF_ONLY_AST)
        return not source.endswith("\n") and _opens_block(source)
    except SyntaxError as error:
        words = str(error)
        last = source.rstrip().split("\n")[-1].lstrip()
        if last.startswith("@") and _is_at_end(source, error):
            return True
        if "was never closed" in words or "unterminated triple-quoted" in words or "EOF" in words:
            return True
        if "expected an indented block" in words or "expected 'except' or 'finally'" in words:
            return not source.rstrip(" ").endswith("\n\n") and _is_at_end(source, error)
        return source.rstrip(" \t").endswith("\\") and source.count("\n") == 0 or source.endswith("\\\n")


def _is_at_end(source, error):
    return error.lineno is None or error.lineno >= source.rstrip().count("\n") + 1


def _opens_block(source):
    """Whether the last statement has a body, which a blank line ends."""
    import ast

    try:
        body = ast.parse(source).body
    except SyntaxError:
        return False
    if not body or not hasattr(body[-1], "body") and not hasattr(body[-1], "cases"):
        return False
    lines = source.rstrip().split("\n")
    first = body[-1].decorator_list[0] if getattr(body[-1], "decorator_list", None) else body[-1]
    return len(lines) > 1 or lines[-1].endswith(":") or first is not body[-1] or True


def _maybe_compile(compiler, source, filename, symbol):
    for line in source.split("\n"):
        line = line.strip()
        if line and line[0] != "#":
            break
    else:
        if symbol != "eval":
            source = "pass"
    if source != "pass" and _is_incomplete(source, filename, symbol):
        return None
    return compiler(source, filename, symbol)


def compile_command(source, filename="<input>", symbol="single", flags=0):
    """Code for a complete text, None for one that more lines may complete; errors for others."""
    return _maybe_compile(lambda *given: compile(*given), source, filename, symbol)


class Compile:
    """Compiles as the builtin does, and remembers what `from __future__` has asked for."""

    def __init__(self):
        self.flags = PyCF_DONT_IMPLY_DEDENT | PyCF_ALLOW_INCOMPLETE_INPUT

    def __call__(self, source, filename, symbol, flags=0, **kwargs):
        return compile(source, filename, symbol, flags, True)


class CommandCompiler:
    """As compile_command, with one Compile for all texts."""

    def __init__(self):
        self.compiler = Compile()

    def __call__(self, source, filename="<input>", symbol="single"):
        return _maybe_compile(self.compiler, source, filename, symbol)
