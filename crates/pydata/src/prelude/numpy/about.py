"""What NumPy says of itself and of objects."""


def get_include():
    """Refused: there are no headers of C, because extensions in C do not load here."""
    raise NotImplementedError("there are no C headers of NumPy here: extensions in C do not load")


def show_config(mode="stdout"):
    """Prints what arrays are computed with, or returns it as a dictionary (mode "dicts")."""
    import json
    import platform
    import sys

    if mode not in ("stdout", "dicts"):
        raise AttributeError(f"Invalid `mode`, use one of: {', '.join(['stdout', 'dicts'])}")
    found = {
        "Build Dependencies": {"blas": {"name": "tensorcell", "found": True}, "lapack": {"name": "tensorcell", "found": True}},
        "Machine Information": {"host": {"cpu": platform.machine(), "endian": sys.byteorder, "system": platform.system().lower()}},
        "Python Information": {"version": platform.python_version()},
    }
    if mode == "dicts":
        return found
    print(json.dumps(found, indent=2))


def show_runtime():
    """Prints the versions of NumPy and of the language, and the machine."""
    import platform
    import sys
    from pprint import pprint

    pprint([{"numpy_version": __version__, "python": sys.version, "uname": platform.uname()}])


def info(object=None, maxwidth=76, output=None, toplevel="numpy"):
    """Prints an array's layout, the documentation of a function or class, or what NumPy's modules have by a name."""
    if isinstance(object, ndarray):
        _layout(object, output)
    elif isinstance(object, str):
        _by_name(object, maxwidth, output, toplevel)
    else:
        _documented(info if object is None else object, output)


def _layout(array, output):
    import sys

    rows = {"class": type(array).__name__, "shape": array.shape, "strides": array.strides, "itemsize": array.itemsize}
    rows |= {"aligned": array.flags.aligned, "contiguous": array.flags.contiguous, "fortran": array.flags.fortran}
    rows |= {"data pointer": hex(torch.as_tensor(array).data_ptr()), "byteorder": sys.byteorder, "byteswap": False}
    for name, value in rows.items():
        print(f"{name}: {' ' if name != 'data pointer' else ''}{value}", file=output)
    print(f"type: {array.dtype}", file=output)


def _documented(object, output):
    import inspect

    if hasattr(object, "__name__") and callable(object):
        try:
            arguments = str(inspect.signature(object))
        except (TypeError, ValueError):
            arguments = "()"
        print(f" {object.__name__}{arguments}\n", file=output)
    print(inspect.getdoc(object), file=output)


def _by_name(name, maxwidth, output, toplevel):
    import importlib

    found = []
    for module in (toplevel, *[f"{toplevel}.{part}" for part in ("fft", "linalg", "random", "ma", "polynomial")]):
        one = getattr(importlib.import_module(module), name, None)
        if one is None:
            continue
        if [0 for other in found if other is one]:
            print(f"\n     *** Repeat reference found in {module} *** ", file=output)
        else:
            print(f"     *** Found in {module} ***", file=output)
            info(one, maxwidth, output)
            print("-" * maxwidth, file=output)
        found.append(one)
    what = f"\n     *** Total of {len(found)} references found. ***" if found else f"Help for {name} not found."
    print(what, file=output)
