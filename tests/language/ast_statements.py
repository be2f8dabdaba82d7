# Every kind of statement as a tree, and its text again.
import ast

TEXTS = [
    """
@decorate
@call(1)
def f(a, b: int = 2, /, c=3, *args: str, d, e=5, **kw) -> None:
    '''Documentation.'''
    global g, h
    return a, b
""",
    """
@d
class C(A, B, metaclass=M, **kw):
    x: int = 1
    def m(self):
        nonlocal_ = 1
        def inner():
            nonlocal nonlocal_
            yield
            y = yield nonlocal_
            yield from y
        return inner
""",
    """
if a:
    pass
elif b:
    x = 1
elif c:
    x = 2
else:
    if d:
        x = 3
    else:
        x = 4
""",
    """
for i, (j, k) in enumerate(x):
    if i: continue
    break
else:
    pass
while True:
    ...
else:
    x
""",
    """
try:
    pass
except A:
    pass
except (B, C) as e:
    raise D from e
except:
    raise
else:
    x
finally:
    y
try:
    a
finally:
    b
""",
    """
with a, b as c, d() as (e, f):
    pass
with open('x') as g.h, k as l[0]:
    pass
""",
    """
match command.split():
    case ['go', direction] if direction: pass
    case [1, -2, 3.5, 'x' | b'y', *rest]: pass
    case {'a': 1, b.c: [_, *_], **others}: pass
    case Point(x=0, y=var) | Line(Point(), end=None): pass
    case (a | b) as c: pass
    case True | None: pass
    case str() as text: pass
    case _: pass
""",
    """
async def f():
    async with a as b:
        await c
    async for d in e:
        pass
    return [x async for x in y]
""",
    "import a, b.c as d\nfrom e import *\nfrom .f import (g, h as i)\nfrom .. import j",
    "a = b = c, d = e\na @= b; a //= c; a >>= d; a **= e\nx: (int)\n(y): str = 'a'\nz.w: list[int] = []",
    "global q\nassert a\nassert b, c\ndel x, y[0], z.w\nraise\nraise A\nraise A from B\nreturn",
    "try:\n    pass\nexcept* A as e:\n    pass\nexcept* (B, C):\n    x",
]
for text in TEXTS:
    tree = ast.parse(text)
    print(ast.unparse(tree))
    print("=>", [type(node).__name__ for node in tree.body])
    again = ast.unparse(ast.parse(ast.unparse(tree)))
    print("=> same again:", again == ast.unparse(tree))
    names = sorted({type(node).__name__ for node in ast.walk(tree)})
    print("=>", ", ".join(names))
    print()
