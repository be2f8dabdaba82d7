# The scopes of a source and what its names are there. Recorded from CPython 3.13: before 3.12 comprehensions had scopes.
import symtable

SOURCE = '''
import os
from sys import path as found
limit: int = 3

def outer(a, /, b=1, *args, c, **named):
    x = a + limit
    def inner():
        nonlocal x
        x = b
        return lambda y: y + x
    return inner, [item for item in args], (item for item in named)

class Shape[T](Base):
    sides: int = 0
    def area(self):
        return self.__sides * os.name

    @property
    def name(self): ...

type Alias[K] = dict[K, Shape]
'''


def show(table, depth=0):
    margin = "  " * depth
    print(margin, table, table.get_type(), table.get_name(), table.get_lineno(), table.is_nested(), table.is_optimized())
    for symbol in sorted(table.get_symbols(), key=lambda symbol: symbol.get_name()):
        # What CPython keeps type parameters in are no names of the program.
        if symbol.get_name() in (".generic_base", ".type_params", "__type_params__"):
            continue
        asked = (
            symbol.is_referenced(),
            symbol.is_parameter(),
            symbol.is_global(),
            symbol.is_local(),
            symbol.is_free(),
            symbol.is_imported(),
            symbol.is_assigned(),
            symbol.is_annotated(),
            symbol.is_nonlocal(),
            symbol.is_namespace(),
        )
        print(margin, " ", symbol.get_name(), "".join("ny"[answer] for answer in asked))
    if isinstance(table, symtable.Function):
        print(margin, " ", table.get_parameters(), sorted(table.get_frees()), sorted(table.get_globals()))
    if isinstance(table, symtable.Class):
        print(margin, " ", table.get_methods())
    for child in table.get_children():
        show(child, depth + 1)


show(symtable.symtable(SOURCE, "shapes.py", "exec"))
print(symtable.symtable("a + b", "?", "eval").get_identifiers())
for mode, source in (("eval", "a ="), ("exec", "def f(x): global x"), ("other", "x")):
    try:
        symtable.symtable(source, "wrong.py", mode)
    except (SyntaxError, ValueError) as error:
        print(type(error).__name__, error)
