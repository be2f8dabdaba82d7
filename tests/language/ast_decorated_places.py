"""Where decorated definitions begin: at their first decorator in code, at def or class in trees."""

import ast
source = "import functools\n@functools.cache\n@staticmethod\ndef f():\n    pass\n\n@deco\nclass A:\n    @property\n    def x(self): pass\n"
def places(code):
    print(code.co_name, code.co_firstlineno)
    for one in code.co_consts:
        if hasattr(one, "co_name"): places(one)
places(compile(source, "f", "exec"))
places(compile(ast.parse(source), "f", "exec"))
print([(n.lineno, n.col_offset) for n in ast.walk(ast.parse(source)) if hasattr(n, "decorator_list")])
