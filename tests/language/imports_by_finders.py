# What finds modules: sys.meta_path, sys.path_hooks, archives on sys.path, namespace packages that grow, metadata beside packages.
import importlib
import importlib.machinery
import importlib.util
import os
import pkgutil
import shutil
import sys
import tempfile
import traceback
import zipfile
import zipimport

folder = tempfile.mkdtemp()
sys.dont_write_bytecode = True


def write(name, text):
    path = os.path.join(folder, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as file:
        file.write(text)


def shown(value):
    return str(value).replace(folder, "")


def raised(call, *args):
    try:
        return call(*args)
    except Exception as error:
        return f"{type(error).__name__}: {shown(error)}"


# Archives.
archive = os.path.join(folder, "lib.zip")
with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as file:
    file.writestr("alone.py", '"""Doc."""\nx = 1\n\n\ndef fail():\n    raise ValueError("in the archive")\n')
    file.writestr("pack/__init__.py", "from . import part\n")
    file.writestr("pack/part.py", "y = 2\n")
    file.writestr("pack/data.txt", "data")
    file.writestr("broken.py", "x = (\n")
sys.path.insert(0, archive)
import alone
import pack

print(alone.x, alone.__doc__, pack.part.y, type(alone.__loader__).__name__)
print(shown(alone.__file__), shown(pack.__path__), shown(alone), pack.__spec__.parent)
try:
    alone.fail()
except ValueError as error:
    print(shown(traceback.extract_tb(error.__traceback__)[-1].filename), traceback.extract_tb(error.__traceback__)[-1].line)
print(raised(importlib.import_module, "broken").partition(" (")[0], raised(importlib.import_module, "pack.nothing"))
importer = zipimport.zipimporter(archive)
print(shown(importer), importer.is_package("pack"), importer.is_package("alone"), shown(importer.get_filename("pack")))
print(importer.get_data("pack/data.txt"), pkgutil.get_data("pack", "data.txt"), importer.get_source("alone")[:10])
print(shown(zipimport.zipimporter(archive + "/pack").prefix), raised(importer.get_source, "nothing"))
for path in ("", os.path.join(folder, "none.zip"), folder):
    print(raised(zipimport.zipimporter, path))
write("text.zip", "no archive")
print(raised(zipimport.zipimporter, os.path.join(folder, "text.zip")))
print(sorted(found.name for found in pkgutil.iter_modules([archive])))
print(sorted(found.name for found in pkgutil.walk_packages([archive], onerror=print)))
sys.path.remove(archive)

# Finders and hooks of the program's own.
print([getattr(finder, "__name__", None) for finder in sys.meta_path][-2:], [hook.__name__ for hook in sys.path_hooks])


class Finder:
    """Finds by a prefix, and notes what it is asked."""

    asked = []

    def find_spec(self, name, path=None, target=None):
        self.asked.append((name, path is None))
        return importlib.machinery.ModuleSpec(name, self, is_package=True) if name.startswith("made") else None

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        module.name = module.__name__.upper()


write("plain.py", "x = 'plain'\n")
sys.path.insert(0, folder)
sys.meta_path.insert(0, Finder())
import made.up
import plain

print(made.name, made.up.name, made.__path__, Finder.asked, plain.x)
sys.meta_path.pop(0)


class Entry:
    def __init__(self, path):
        if not path.startswith("memory:"):
            raise ImportError(path)
        self.path = path

    def find_spec(self, name, target=None):
        return importlib.util.spec_from_loader(name, self) if name == "remembered" else None

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        module.path = self.path


sys.path_hooks.insert(0, Entry)
sys.path.append("memory:one")
import remembered

print(remembered.path, type(sys.path_importer_cache["memory:one"]).__name__, raised(importlib.import_module, "forgotten"))
sys.path.remove("memory:one")
sys.path_hooks.remove(Entry)
del sys.path_importer_cache["memory:one"]
saved = sys.meta_path[:]
sys.meta_path[:] = [finder for finder in saved if finder is not importlib.machinery.PathFinder]
write("unseen.py", "")
print(raised(importlib.import_module, "unseen"))
sys.meta_path[:] = saved
import unseen

print(shown(unseen))

# Endings of the program's own.
write("words.text", "hello")


class WordsLoader:
    def __init__(self, name, path):
        self.path = path

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        with open(self.path) as file:
            module.text = file.read()


finder = importlib.machinery.FileFinder(folder, (WordsLoader, [".text"]))
spec = finder.find_spec("words")
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
print(module.text, shown(spec.origin), shown(finder), finder.find_spec("plain"))

# A namespace package grows with the path.
write("one/space/a.py", "x = 1\n")
write("two/space/b.py", "x = 2\n")
sys.path.insert(0, os.path.join(folder, "one"))
import space.a

print(shown(space.__path__), raised(importlib.import_module, "space.b"), space.__file__ if hasattr(space, "__file__") else None)
sys.path.insert(0, os.path.join(folder, "two"))
import space.b

print(space.b.x, len(space.__path__), os.path.join(folder, "two", "space") in space.__path__, type(space.__loader__).__name__)
spec = importlib.util.find_spec("space.c")
print(spec, importlib.util.find_spec("space.a").name, raised(importlib.util.find_spec, "plain.x"))

# Metadata, and the data of packages.
write("thing-1.5.dist-info/METADATA", "Metadata-Version: 2.1\nName: thing\nVersion: 1.5\nSummary: A thing.\nRequires-Dist: other>2\n")
write("thing-1.5.dist-info/entry_points.txt", "[console_scripts]\nthing = plain:x\n")
write("thing-1.5.dist-info/RECORD", "plain.py,,\n")
write("holder/__init__.py", "")
write("holder/data/words.txt", "some words")
from importlib import metadata, resources

importlib.invalidate_caches()
print(metadata.version("thing"), metadata.metadata("thing")["Summary"], metadata.requires("thing"))
points = metadata.entry_points(group="console_scripts", name="thing")
print([(point.name, point.value, point.load()) for point in points])
print([str(file) for file in metadata.files("thing")], raised(metadata.version, "no-such-thing"))
print(resources.files("holder").joinpath("data", "words.txt").read_text())
shutil.rmtree(folder)
