# runpy: modules, packages, folders and archives that are run as programs.
import os
import runpy
import shutil
import sys
import tempfile
import zipfile

folder = tempfile.mkdtemp()
sys.dont_write_bytecode = True


def write(name, text):
    path = os.path.join(folder, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as file:
        file.write(text)
    return path


def shown(value):
    return str(value).replace(folder, "")


def raised(call, *args, **names):
    try:
        return call(*args, **names)
    except Exception as error:
        return f"{type(error).__name__}: {shown(error)}"


FACTS = '"""Facts."""\nimport sys\nfacts = __name__, __package__, __spec__ and __spec__.name, sys.argv[0], sys.modules.get(__name__) is not None\n'
script = write("script.py", FACTS + "given = globals().get('given', 'nothing')\n")
write("pack/__init__.py", "")
write("pack/__main__.py", FACTS + "from . import part\n")
write("pack/part.py", FACTS)
write("bare/__init__.py", "")
write("space/inner.py", FACTS)
write("program/__main__.py", FACTS)
write("empty/readme.txt", "")
write("failing.py", "1 / 0\n")
sys.argv = ["start"]
sys.path.insert(0, folder)

for name, options in [
    ("script", {}),
    ("script", {"run_name": "__main__", "alter_sys": True}),
    ("script", {"init_globals": {"given": 5}}),
    ("pack", {}),
    ("pack.part", {"run_name": "other"}),
    ("space.inner", {}),
]:
    names = runpy.run_module(name, **options)
    print(name, shown(names["facts"]), names["__doc__"], names.get("given"), shown(names["__file__"]), names["__name__"])
for name in ("none", "pack.none", "none.part", "bare", "space", ".part", "sys", "script.py", "failing"):
    print(name, raised(runpy.run_module, name))
for path in (script, os.path.join(folder, "program")):
    names = runpy.run_path(path, run_name="named.here")
    print(shown(names["facts"]), names["__name__"], names["__package__"], shown(names["__file__"]))
print(runpy.run_path(script, init_globals={"given": 1})["given"], sys.argv, "named.here" in sys.modules)
print(raised(runpy.run_path, os.path.join(folder, "empty")), sys.path[0] == folder)
archive = os.path.join(folder, "program.zip")
with zipfile.ZipFile(archive, "w") as file:
    file.writestr("__main__.py", FACTS + "import beside\nx = beside.x\n")
    file.writestr("beside.py", "x = 'beside'\n")
names = runpy.run_path(archive)
print(shown(names["facts"]), names["x"], sys.path[0] == folder)
print(type(raised(runpy.run_path, os.path.join(folder, "nowhere.py"))).__name__)
shutil.rmtree(folder)
