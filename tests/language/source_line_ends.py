# Source with the line ends of other systems: literals of several lines have line feeds alone. Recorded from CPython 3.13.
import ast
import importlib.util
import os
import tempfile

TEXT = "X = '''a\r\nb\rc'''\r\nY = 'c\\\r\nd'\r\nZ = 'kept\\r\\n'\r\ndef f():\r\n    '''one\r\n    two\r\n    '''\r\n    return X\r\n"

for source in (TEXT, TEXT.encode()):
    names = {}
    exec(compile(source, "<text>", "exec"), names)
    print(repr(names["X"]), repr(names["Y"]), repr(names["Z"]), repr(names["f"].__doc__))
print(repr(eval("'''a\r\nb'''")), repr(ast.literal_eval("'''a\r\nb'''")), ast.parse(TEXT).body[-1].lineno)
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "other_system.py")
    with open(path, "wb") as file:
        file.write(TEXT.encode())
    spec = importlib.util.spec_from_file_location("other_system", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    print(repr(module.X), repr(module.f.__doc__), module.f.__code__.co_firstlineno)
