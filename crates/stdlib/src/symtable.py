# symtable: the names of a program and the scopes that they belong to, as the compiler finds them.

from enum import StrEnum

from _tensorcell.ast import _scopes

__all__ = ["symtable", "SymbolTableType", "SymbolTable", "Class", "Function", "Symbol"]

# What a name is, and above these bits where it lives.
_FLAGS = {
    "USE": 16,
    "DEF_GLOBAL": 1,
    "DEF_NONLOCAL": 8,
    "DEF_LOCAL": 2,
    "DEF_PARAM": 4,
    "DEF_IMPORT": 128,
    "DEF_BOUND": 2 | 4 | 128 | 1024,
    "DEF_ANNOT": 256,
}
_SCOPES = {1: "LOCAL", 2: "GLOBAL_EXPLICIT", 3: "GLOBAL_IMPLICIT", 4: "FREE", 5: "CELL"}
_SCOPE_OFFSET = 12


# Comprehensions that run in the scope around them.
_IN_PLACE = ("listcomp", "setcomp", "dictcomp")


class SymbolTableType(StrEnum):
    MODULE = "module"
    FUNCTION = "function"
    CLASS = "class"
    ANNOTATION = "annotation"
    TYPE_ALIAS = "type alias"
    TYPE_PARAMETERS = "type parameters"
    TYPE_VARIABLE = "type variable"


def symtable(code, filename, compile_type):
    """The outermost table of a source."""
    from os import fsdecode

    filename, tables = fsdecode(filename), []
    for parent, kind, name, line, names in _scopes(code, filename, compile_type):
        made = {"function": Function, "class": Class}.get(kind, SymbolTable)
        outer = None if parent is None else tables[parent]
        if outer is not None and name in _IN_PLACE and kind == "function" and names[0][0] == ".0":
            outer._take_in(names[1:])
            tables.append(outer)
            continue
        table = made(SymbolTableType(kind), name, line, dict(names), filename, outer)
        if outer is not None:
            outer._children.append(table)
        tables.append(table)
    return tables[0]


class SymbolTable:
    """A scope: its names, and the scopes in it."""

    def __init__(self, kind, name, lineno, flags, filename, outer):
        self._kind, self._name, self._lineno = kind, name, lineno
        self._flags, self._filename = flags, filename
        self._nested = outer is not None and (outer._nested or outer._kind != "module" and outer._kind != "class")
        self._children = []
        self._symbols = {}

    def _take_in(self, names):
        for name, flags in names:
            self._flags.setdefault(name, flags)

    def __repr__(self):
        kind = "" if type(self) is SymbolTable else f"{type(self).__name__} "
        if self._name == "top":
            return f"<{kind}SymbolTable for module {self._filename}>"
        return f"<{kind}SymbolTable for {self._name} in {self._filename}>"

    def get_type(self):
        """The kind of the scope."""
        return self._kind

    def get_id(self):
        """A number of the table's own."""
        return id(self)

    def get_name(self):
        """The name of the function or class; 'top' of a module."""
        return self._name

    def get_lineno(self):
        """The first line of the scope."""
        return self._lineno

    def is_optimized(self):
        """Whether the scope's variables have places of their own."""
        return self._kind == "function"

    def is_nested(self):
        """Whether the scope lies in a function."""
        return self._nested

    def has_children(self):
        """Whether there are scopes in it."""
        return bool(self._children)

    def get_identifiers(self):
        """The names in the scope."""
        return self._flags.keys()

    def lookup(self, name):
        """What is known of a name."""
        if name not in self._symbols:
            spaces = [child for child in self._children if child._name == name]
            self._symbols[name] = Symbol(name, self._flags[name], spaces, module_scope=self._name == "top")
        return self._symbols[name]

    def get_symbols(self):
        """What is known of each name."""
        return [self.lookup(name) for name in self._flags]

    def get_children(self):
        """The scopes in this one."""
        return list(self._children)


class Function(SymbolTable):
    """The scope of a function, lambda or comprehension."""

    def _names(self, wanted):
        return tuple(symbol._name for symbol in self.get_symbols() if wanted(symbol))

    def get_parameters(self):
        """The parameters' names."""
        return self._names(Symbol.is_parameter)

    def get_locals(self):
        """The names of local variables."""
        return self._names(Symbol.is_local)

    def get_globals(self):
        """The names of globals."""
        return self._names(Symbol.is_global)

    def get_nonlocals(self):
        """The names that are declared nonlocal."""
        return self._names(Symbol.is_nonlocal)

    def get_frees(self):
        """The names of variables of functions around."""
        return self._names(Symbol.is_free)


class Class(SymbolTable):
    """The scope of a class's body."""

    def get_methods(self):
        """The names of functions that the class defines."""
        methods = {}
        for child in self._children:
            if self._flags.get(child._name, 0) >> _SCOPE_OFFSET == 1 and _is_definition(child):
                methods[child._name] = None
        return tuple(methods)


def _is_definition(table):
    if table._kind == "type parameters":
        return any(child._name == table._name and _is_definition(child) for child in table._children)
    return table._kind == "function" and ".0" not in table._flags


class Symbol:
    """A name in a scope."""

    def __init__(self, name, flags, namespaces=None, *, module_scope=False):
        self._name = name
        self._flags = flags
        self._scope = _SCOPES.get(flags >> _SCOPE_OFFSET, "")
        self._namespaces = namespaces or ()
        self._module_scope = module_scope

    def __repr__(self):
        flags = "|".join(name for name, bits in _FLAGS.items() if self._flags & bits == bits)
        return f"<symbol {self._name!r}: {self._scope}, {flags}>"

    def _has(self, flag):
        return bool(self._flags & _FLAGS[flag])

    def get_name(self):
        """The name itself."""
        return self._name

    def is_referenced(self):
        """Whether the scope reads it."""
        return self._has("USE")

    def is_parameter(self):
        """Whether it is a parameter."""
        return self._has("DEF_PARAM")

    def is_global(self):
        """Whether it is a global."""
        return self._scope.startswith("GLOBAL") or self._module_scope and self._has("DEF_BOUND")

    def is_nonlocal(self):
        """Whether it is declared nonlocal."""
        return self._has("DEF_NONLOCAL")

    def is_declared_global(self):
        """Whether it is declared global."""
        return self._scope == "GLOBAL_EXPLICIT"

    def is_local(self):
        """Whether it is a variable of the scope itself."""
        return self._scope in ("LOCAL", "CELL") or self._module_scope and self._has("DEF_BOUND")

    def is_annotated(self):
        """Whether it is annotated."""
        return self._has("DEF_ANNOT")

    def is_free(self):
        """Whether it is a variable of a function around."""
        return self._scope == "FREE"

    def is_imported(self):
        """Whether an import binds it."""
        return self._has("DEF_IMPORT")

    def is_assigned(self):
        """Whether the scope binds it."""
        return self._has("DEF_LOCAL")

    def is_namespace(self):
        """Whether a function or class has this name."""
        return bool(self._namespaces)

    def get_namespaces(self):
        """The scopes of this name."""
        return self._namespaces

    def get_namespace(self):
        """The one scope of this name."""
        if not self._namespaces:
            raise ValueError("name is not bound to any namespaces")
        if len(self._namespaces) > 1:
            raise ValueError("name is bound to multiple namespaces")
        return self._namespaces[0]


def main(args):
    """Prints the tables of files, of stdin for "-" or without a name."""
    import sys

    def show(table, level):
        nested = "nested " if table.is_nested() else ""
        named = f"{table.get_name()!r}" if level else f"from file {table._filename!r}"
        print(f"{'    ' * level}symbol table for {nested}{table.get_type()} {named}:")
        for name in table.get_identifiers():
            symbol = table.lookup(name)
            flags = (flag.lower() for flag, bits in _FLAGS.items() if flag != "DEF_BOUND" and symbol._flags & bits)
            print(f"{'    ' * (level + 1)}{symbol._scope.lower()} symbol {name!r}: {', '.join(flags)}")
        print()
        for child in table.get_children():
            show(child, level + 1)

    for name in args or ["-"]:
        if name == "-":
            source, name = sys.stdin.read(), "<stdin>"
        else:
            with open(name, "rb") as file:
                source = file.read()
        show(symtable(source, name, "exec"), 0)
