# Modules and packages in files beside the program: what imports find, bind and raise.
import os
import shutil
import sys

FILES = {
    'helper.py': '"""A helper."""\nX = 42\n\n\ndef double(x):\n    return x * 2\n',
    'pkg/__init__.py': '"""Package."""\nfrom . import a\nfrom .a import value\nfrom .sub import deep\n__all__ = ["a", "value", "b"]\n',
    'pkg/a.py': "value = 'a'\n",
    'pkg/b.py': "name = 'b'\n",
    'pkg/sub/bad.py': 'from ..a import value as v\nfrom ... import q\n',
    'pkg/sub/__init__.py': 'from .deep import *\n',
    'pkg/sub/deep.py': 'from ..a import value\n_hidden = 1\nshown = __name__, __package__\n',
    'ns/inner/m.py': 'y = 1\n',
    'circ1.py': 'import circ2\n\n\ndef f(): pass\n',
    'circ2.py': 'from circ1 import f\n',
    'broken.py': 'x = (\n',
    'raising.py': '1/0\n',
    'latin.py': "# -*- coding: latin-1 -*-\nx = '\\xe9'\n",
    'lazy.py': "def __getattr__(name):\n    if name == 'late':\n        return 'made'\n    raise AttributeError(name)\n",
    'replaced.py': 'import sys\n\n\nclass Stand:\n    z = 1\n\n\nsys.modules[__name__] = Stand()\n',
    'endless.py': "import importlib\n\n\ndef __getattr__(name):\n    return importlib.import_module('endless.' + name)\n",
}
folder = os.path.join(os.getcwd(), "imports_of_files_modules")
for name, text in FILES.items():
    os.makedirs(os.path.dirname(os.path.join(folder, name)), exist_ok=True)
    with open(os.path.join("imports_of_files_modules", name), "w", encoding="latin-1") as file:
        file.write(text)
sys.path.insert(0, folder)
sys.dont_write_bytecode = True
import helper
print(helper.X, helper.double(4), helper.__doc__, helper.__name__, os.path.basename(helper.__file__), repr(helper).replace(folder, ''))
import pkg
print(pkg.value, pkg.sub.deep.shown, pkg.__path__ == [os.path.join(folder, 'pkg')], pkg.a is sys.modules['pkg.a'])
from pkg import *
print(b.name, value)
try:
    import pkg.sub.bad
except ImportError as e: print(type(e).__name__, e)
try:
    from pkg import nothing
except ImportError as e: print(type(e).__name__, str(e).replace(folder, ''), e.name)
try:
    import pkg.nothing
except ImportError as e: print(type(e).__name__, e, e.name)
try:
    import helper.x
except ImportError as e: print(type(e).__name__, e, e.name)
import ns.inner.m as m
print(m.y, m.__name__, sys.modules['ns'].__file__ if hasattr(sys.modules['ns'],'__file__') else None)
for name in ['circ1', 'raising', 'nope', 'pkg.sub.zzz']:
    try:
        __import__(name)
    except Exception as e: print(type(e).__name__, str(e).replace(folder, ''), name in sys.modules)
try:
    import broken
except SyntaxError as e: print(type(e).__name__, e.msg, os.path.basename(e.filename), e.lineno)
import importlib, importlib.util, types
print(importlib.reload(helper) is helper)
print(importlib.util.find_spec('helper').origin == helper.__file__, importlib.util.find_spec('nonex'), importlib.import_module('.a', 'pkg').value)
print(helper.__spec__.name, helper.__spec__.parent, pkg.__spec__.parent, helper.__loader__.__class__.__name__)
spec = importlib.util.spec_from_file_location('other', os.path.join(folder, 'helper.py'))
mod = importlib.util.module_from_spec(spec); spec.loader.exec_module(mod); print(mod.X, mod.__name__)
sys.modules['fake'] = types.ModuleType('fake'); sys.modules['fake'].z = 5
import fake; print(fake.z)
sys.modules['gone'] = None
try:
    import gone
except ImportError as e: print(e)
sys.path.insert(0, os.path.join(folder, 'ns', 'inner')); import m as m2; print(m2.y, m2 is m)
try:
    from . import helper
except ImportError as e: print(e)

import latin, lazy, replaced
print(latin.x, lazy.late, replaced.z)
try:
    lazy.never
except AttributeError as e: print(e)
try:
    from lazy import nothing
except ImportError as e: print(str(e).replace(folder, ''))
print(sorted(name for name in sys.modules if name.split('.')[0] in ('pkg', 'ns', 'helper', 'lazy', 'broken')))
del sys.modules['helper']
import helper as again
print(again is helper, again.X)
class Kept(types.ModuleType):
    extra = 7
kept = Kept('kept', 'doc')
sys.modules['kept'] = kept
import kept as found
print(found.extra, found.__name__, found.__doc__, isinstance(found, types.ModuleType))
class Finder:
    def find_spec(self, name, path, target=None):
        if name != 'made_up':
            return None
        return importlib.util.spec_from_loader(name, self)
    def create_module(self, spec): return None
    def exec_module(self, module): module.answer = 42
sys.meta_path.insert(0, Finder())
import made_up
print(made_up.answer, made_up.__spec__.name)
try:
    from endless import anything
except (ImportError, RecursionError):
    print('no end, and no crash')
shutil.rmtree('imports_of_files_modules')
# A path that the program rebinds, and one that it empties.
saved = sys.path
sys.path = []
try:
    import nowhere_at_all
except ImportError as error:
    print(error)
import math, bisect
print(math.pi > 3, bisect.bisect([1, 2, 3], 2))
sys.path = saved
print(type(sys.path).__name__, sys.path[0] == folder, "path" in dir(sys), sys.__dict__["path"] is sys.path)
