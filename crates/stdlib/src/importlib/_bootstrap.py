# importlib._bootstrap: names that libraries take from CPython's own parts of importlib.

from importlib._loaders import BuiltinImporter, FrozenImporter, ModuleSpec
from importlib.util import _load, module_from_spec, spec_from_loader
