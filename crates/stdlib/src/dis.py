# dis: the instructions of code, as this interpreter has them.

import io
import sys
import types
from collections import namedtuple

from _tensorcell.dis import _instructions

__all__ = [
    "code_info",
    "dis",
    "disassemble",
    "distb",
    "disco",
    "findlinestarts",
    "findlabels",
    "show_code",
    "get_instructions",
    "Instruction",
    "Bytecode",
    "opmap",
    "opname",
    "stack_effect",
    "COMPILER_FLAG_NAMES",
    "cmp_op",
    "hasarg",
    "hasconst",
    "hasname",
    "hasjump",
    "hasjrel",
    "hasjabs",
    "haslocal",
    "hascompare",
    "hasfree",
    "hasexc",
    "EXTENDED_ARG",
    "HAVE_ARGUMENT",
]
Positions = namedtuple("Positions", "lineno end_lineno col_offset end_col_offset", defaults=(None,) * 4)
COMPILER_FLAG_NAMES = {
    1: "OPTIMIZED",
    2: "NEWLOCALS",
    4: "VARARGS",
    8: "VARKEYWORDS",
    16: "NESTED",
    32: "GENERATOR",
    64: "NOFREE",
    128: "COROUTINE",
    256: "ITERABLE_COROUTINE",
    512: "ASYNC_GENERATOR",
}
_LEAST_WIDTH = 20
_WITH_CODE = (types.FunctionType, types.MethodType, types.CodeType, type)


class Instruction(namedtuple("Instruction", "opname opcode arg argval argrepr offset starts_line line_number is_jump_target")):
    """One instruction: offsets are indices of instructions."""

    @property
    def is_jump(self):
        return self.opname.startswith(("Jump", "PopJump", "ForIter", "Try"))

    @property
    def jump_target(self):
        return self.arg if self.is_jump else None


class _Names(dict):
    """Numbers of names of instructions, in the order in which they are met."""

    def of(self, name):
        if name not in self:
            self[name] = len(self)
            opname.append(name)
        return self[name]


opmap, opname = _Names(), []
hasarg, hasconst, hasname, haslocal, hasfree, hascompare, hasjrel, hasjabs, hasexc = ([] for _ in range(9))
hasjump = hasjrel
cmp_op = ("<", "<=", "==", "!=", ">", ">=")
# Every instruction can have an argument, of any size.
HAVE_ARGUMENT, EXTENDED_ARG = 0, -1


def _code_of(x):
    """The code of whatever has some; a text is compiled."""
    if isinstance(x, types.MethodType):
        x = x.__func__
    for name in ("__code__", "gi_code", "ag_code", "cr_code"):
        found = getattr(x, name, None)
        if found is not None:
            x = found
            break
    if isinstance(x, str):
        try:
            x = compile(x, "<disassembly>", "eval")
        except SyntaxError:
            x = compile(x, "<disassembly>", "exec")
    if isinstance(x, types.CodeType):
        return x
    raise TypeError(f"don't know how to disassemble {type(x).__name__} objects")


def get_instructions(x, *, first_line=None, show_caches=None, adaptive=False):
    """The instructions of a function, method, text or code."""
    code = _code_of(x)
    shift = 0 if first_line is None else first_line - code.co_firstlineno
    rows, before = _instructions(code), None
    targets = {arg for name, arg, *_ in rows if name.startswith(("Jump", "PopJump", "ForIter", "Try")) and arg is not None}
    for offset, (name, arg, value, shown, line) in enumerate(rows):
        starts = line != before
        before = line
        yield Instruction(name, opmap.of(name), arg, value, shown, offset, starts, line + shift, offset in targets)


def findlinestarts(code):
    """(offset, line) where the line changes."""
    for one in get_instructions(code):
        if one.starts_line:
            yield one.offset, one.line_number


def findlabels(code):
    """The offsets that something jumps to."""
    return [one.offset for one in get_instructions(code) if one.is_jump_target]


def _line(one, width, mark):
    start = str(one.line_number) if one.starts_line else ""
    text = f"{start:>{width}} {'>>' if one.is_jump_target else '  '} {one.offset:>4} {one.opname:<{_LEAST_WIDTH}}"
    if one.arg is not None:
        text += f" {one.arg:>5}"
    if one.argrepr:
        text += f" ({one.argrepr})"
    return ("--> " if mark else "    ") + text.rstrip() if mark is not None else text.rstrip()


def disassemble(co, lasti=-1, *, file=None, show_caches=False, adaptive=False, show_offsets=False, first_line=None):
    """Print the instructions of code."""
    rows = list(get_instructions(co, first_line=first_line))
    width = max([3, *(len(str(one.line_number)) for one in rows)])
    for one in rows:
        if one.starts_line and one.offset:
            print(file=file)
        print(_line(one, width, one.offset == lasti if lasti >= 0 else None), file=file)


disco = disassemble


def dis(x=None, *, file=None, depth=None, show_caches=False, adaptive=False, show_offsets=False):
    """Print the instructions of a class's methods, of a module's functions, of a function with those inside it."""
    if x is None:
        distb(file=file)
        return
    if hasattr(x, "__dict__") and not hasattr(x, "__code__") and isinstance(x, (type, types.ModuleType)):
        for name, inner in sorted(x.__dict__.items()):
            if isinstance(inner, (staticmethod, classmethod)):
                inner = inner.__func__
            if isinstance(inner, _WITH_CODE):
                print(f"Disassembly of {name}:", file=file)
                try:
                    dis(inner, file=file, depth=depth)
                except TypeError as error:
                    print("Sorry:", error, file=file)
                print(file=file)
        return
    _with_inner(_code_of(x), file, depth)


def _with_inner(code, file, depth):
    disassemble(code, file=file)
    if depth is None or depth > 0:
        for constant in code.co_consts:
            if isinstance(constant, types.CodeType):
                print(file=file)
                print(f"Disassembly of {constant!r}:", file=file)
                _with_inner(constant, file, None if depth is None else depth - 1)


def distb(tb=None, *, file=None, show_caches=False, adaptive=False, show_offsets=False):
    """Print the instructions of the function where the last error was raised."""
    if tb is None:
        error = getattr(sys, "last_exc", None)
        if error is None:
            raise RuntimeError("no last traceback to disassemble")
        tb = error.__traceback__
    while tb.tb_next:
        tb = tb.tb_next
    disassemble(tb.tb_frame.f_code, tb.tb_lasti - 2, file=file)


def pretty_flags(flags):
    names = [name for bit, name in COMPILER_FLAG_NAMES.items() if flags & bit]
    return ", ".join(names) or hex(flags)


def code_info(x):
    """What code says of itself."""
    code = _code_of(x)
    lines = [
        f"Name:              {code.co_name}",
        f"Filename:          {code.co_filename}",
        f"Argument count:    {code.co_argcount}",
        f"Positional-only arguments: {code.co_posonlyargcount}",
        f"Kw-only arguments: {code.co_kwonlyargcount}",
        f"Number of locals:  {code.co_nlocals}",
        f"Stack size:        {code.co_stacksize}",
        f"Flags:             {pretty_flags(code.co_flags)}",
    ]
    for title, values in (
        ("Constants", map(repr, code.co_consts)),
        ("Names", code.co_names),
        ("Variable names", code.co_varnames),
        ("Free variables", code.co_freevars),
        ("Cell variables", code.co_cellvars),
    ):
        values = list(values)
        if values:
            lines.append(f"{title}:")
            lines += [f"{at:4}: {value}" for at, value in enumerate(values)]
    return "\n".join(lines)


_format_code_info = code_info


def show_code(co, *, file=None):
    print(code_info(co), file=file)


def stack_effect(opcode, oparg=None, /, *, jump=None):
    raise NotImplementedError("instructions here are not CPython's: their effect on the stack is not told")


class Bytecode:
    """The instructions of something, to be gone through and shown."""

    def __init__(self, x, *, first_line=None, current_offset=None, show_caches=False, adaptive=False, show_offsets=False):
        self.codeobj, self._original = _code_of(x), x
        self.first_line = self.codeobj.co_firstlineno if first_line is None else first_line
        self._given, self.current_offset = first_line, current_offset

    def __iter__(self):
        return get_instructions(self.codeobj, first_line=self._given)

    def __repr__(self):
        return f"{self.__class__.__name__}({self._original!r})"

    @classmethod
    def from_traceback(cls, tb, *, show_caches=False, adaptive=False):
        while tb.tb_next:
            tb = tb.tb_next
        return cls(tb.tb_frame.f_code, current_offset=tb.tb_lasti - 2)

    def info(self):
        return code_info(self.codeobj)

    def dis(self):
        """The instructions as text."""
        out = io.StringIO()
        offset = -1 if self.current_offset is None else self.current_offset
        disassemble(self.codeobj, offset, file=out, first_line=self._given)
        return out.getvalue()
