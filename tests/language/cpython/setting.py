# Describes this interpreter to the helpers of CPython's tests: they use modules that only CPython has, and look for
# file names that are not text. Changes nothing in CPython itself.
import ast
import importlib.machinery
import sys
import types


def depth():
    """How many frames there are above the one that asks."""
    frame, count = sys._getframe(1), 0
    while frame is not None:
        frame, count = frame.f_back, count + 1
    return count


PRIVATE = {
    "_ast": ast.__dict__,
    "_datetime": {},
    "test.test_import": {"no_rerun": lambda reason: lambda test: test},
    "_testinternalcapi": {
        "get_recursion_depth": depth,
        "has_inline_values": lambda given: True,
        # No object is immortal here.
        "suppress_immortalization": lambda given: None,
    },
    "_json": {},
    "_opcode": {"ENABLE_SPECIALIZATION": False, "ENABLE_SPECIALIZATION_FT": False},
    "_imp": {"_override_frozen_modules_for_tests": lambda given: 0, "_override_multi_interp_extensions_check": lambda given: 0},
    "sysconfig": {
        "get_config_var": lambda name: None,
        "get_config_vars": lambda *names: {},
        "get_path": lambda name: "",
        "is_python_build": lambda: False,
    },
}


class Private:
    """Finds the modules of PRIVATE, each time anew."""

    @classmethod
    def find_spec(cls, name, path=None, target=None):
        return importlib.machinery.ModuleSpec(name, cls) if name in PRIVATE else None

    @staticmethod
    def create_module(spec):
        return None

    @staticmethod
    def exec_module(module):
        module.__dict__.update(PRIVATE[module.__name__])


def name_private_modules():
    for name in PRIVATE:
        sys.modules.pop(name, None)
    sys.meta_path.insert(0, Private)


def leave_out_ctypes():
    """Whoever can import it asks it for the layout of CPython's objects."""
    sys.modules["ctypes"] = None


def name_no_odd_files():
    """Bytes that are no text name no file here; where every byte is a letter, the helpers look for none."""
    before, sys.getfilesystemencoding = sys.getfilesystemencoding, lambda: "latin-1"

    sys.getfilesystemencoding = before


def leave_out_programs():
    """A test that starts CPython with options starts nothing here."""
    import unittest

    from test import support
    from test.support import script_helper

    def skip(*given, **named):
        raise unittest.SkipTest("starts CPython itself")

    support.use_resources = {}
    support.has_no_debug_ranges = lambda: False
    support.has_subprocess_support = support.has_fork_support = False
    for name in ("run_python_until_end", "spawn_python", "interpreter_requires_environment"):
        setattr(script_helper, name, skip)


def prepare():
    if sys.implementation.name != "cpython":
        name_private_modules()
        leave_out_ctypes()
        name_no_odd_files()
        leave_out_programs()
