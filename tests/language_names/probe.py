# Prints dir() of the built-in types, the built-in names, the modules and their classes: "owner: name name ...".
import builtins

TYPES = [
    str, bytes, bytearray, list, dict, set, frozenset, tuple, int, float, bool, range, slice, property, classmethod,
    staticmethod, super, type, object, enumerate, zip, map, filter, reversed,
    BaseException, Exception, KeyError, StopIteration, SystemExit, OSError, ImportError, NameError, AttributeError,
    SyntaxError, UnicodeDecodeError, UnicodeEncodeError,
]
for kind in TYPES:
    print(kind.__name__ + ":", *dir(kind))


def function(x):
    return x


def generator():
    yield


class Plain:
    def method(self):
        pass


THINGS = {
    "function": function,
    "method": Plain().method,
    "builtin function": len,
    "bound builtin": [].append,
    "generator": generator(),
    "class": Plain,
    "instance": Plain(),
    "dict_keys": {}.keys(),
    "dict_values": {}.values(),
    "dict_items": {}.items(),
    "list_iterator": iter([]),
    "None": None,
    "NotImplemented": NotImplemented,
    "Ellipsis": ...,
}
for name, thing in THINGS.items():
    print(name + ":", *dir(thing))
with open("Cargo.toml") as text, open("Cargo.toml", "rb") as binary:
    print("text file:", *[name for name in dir(text) if not name.startswith("_")])
    print("binary file:", *[name for name in dir(binary) if not name.startswith("_")])
print("builtins:", *[name for name in dir(builtins) if not name.startswith("_")])

MODULES = """abc argparse bisect collections collections.abc contextlib copy csv dataclasses datetime enum functools gc glob
heapq io itertools json logging math operator os.path pathlib pprint random re shutil statistics string sys tempfile
textwrap time traceback types typing warnings""".split()
CLASSES = """argparse.ArgumentParser collections.Counter collections.OrderedDict collections.defaultdict collections.deque
collections.ChainMap collections.UserDict collections.UserList collections.UserString contextlib.ExitStack datetime.date
datetime.datetime datetime.time datetime.timedelta datetime.timezone enum.Enum enum.Flag functools.partial io.StringIO io.BytesIO
itertools.chain json.JSONDecoder json.JSONEncoder logging.Logger pathlib.Path pathlib.PurePath random.Random re.Pattern
re.Match string.Template string.Formatter statistics.NormalDist types.SimpleNamespace types.MappingProxyType""".split()
loaded = {}
for name in MODULES:
    try:
        module = loaded[name] = __import__(name, fromlist=["x"])
    except ImportError:
        print(name + ": (none)")
        continue
    names = getattr(module, "__all__", None) or dir(module)
    print(name + ":", *sorted({n for n in names if not n.startswith("_") and type(getattr(module, n)) is not type(builtins)}))
for path in CLASSES:
    module, name = path.rsplit(".", 1)
    if module in loaded:
        thing = getattr(loaded[module], name, None)
        print(path + ":", *[n for n in dir(thing) if not n.startswith("_")])
