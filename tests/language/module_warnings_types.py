import warnings, types
with warnings.catch_warnings(record=True) as w:
    warnings.simplefilter("always")
    warnings.warn("careful"); warnings.warn("old", DeprecationWarning)
print(len(w), w[0].category.__name__, w[0].message, w[1].category is DeprecationWarning)
warnings.filterwarnings("ignore"); warnings.warn("unseen"); warnings.resetwarnings()
with warnings.catch_warnings():
    warnings.simplefilter("error")
    try: warnings.warn("now an error", RuntimeWarning)
    except RuntimeWarning as e: print("raised", e)
n = types.SimpleNamespace(a=1, b="x"); n.c = 3; print(n, n.a, n == types.SimpleNamespace(a=1, b="x", c=3), isinstance(len, types.BuiltinFunctionType), isinstance(lambda: 1, types.FunctionType), isinstance((x for x in []), types.GeneratorType), isinstance(warnings, types.ModuleType), types.MappingProxyType({"a": 1})["a"])
import gc, platform, __future__
from collections.abc import Iterable, Callable, Mapping, Sequence, Iterator
print(gc.collect() >= 0, isinstance([1], Iterable), isinstance(5, Iterable), isinstance(len, Callable), isinstance({}, Mapping), isinstance((1,), Sequence), isinstance({1}, Sequence), isinstance(iter([]), Iterator))
