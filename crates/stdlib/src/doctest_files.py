# Files of examples as tests, and examples under the debugger: part of doctest.

import doctest
import importlib
import os
import sys
import types
import unittest


def _normalize_module(module, depth=2):
    """A module by itself or by its name; without one that of the caller."""
    if module is None:
        return sys.modules[sys._getframemodulename(depth)]
    if isinstance(module, types.ModuleType):
        return module
    if isinstance(module, str):
        return importlib.import_module(module)
    raise TypeError("Expected a module, string, or None")


def _module_relative_path(module, test_path):
    """The path of a file that is given as seen from a module's folder."""
    if not isinstance(module, types.ModuleType):
        raise TypeError(f"Expected a module: {module!r}")
    if test_path.startswith("/"):
        raise ValueError("Module-relative files may not have absolute paths")
    file = getattr(module, "__file__", None)
    if file is not None:
        return os.path.join(os.path.split(file)[0], test_path)
    if module.__name__ == "__main__":
        return os.path.join(os.path.split(sys.argv[0])[0] if sys.argv and sys.argv[0] else os.curdir, test_path)
    places = [os.path.join(folder, test_path) for folder in getattr(module, "__path__", ())]
    for place in places:
        if os.path.exists(place):
            return place
    raise ValueError(f"Can't resolve paths relative to the module {module.__name__!r} (it has no __file__)")


def _load_testfile(filename, package, module_relative, encoding):
    """A file's text and its path."""
    if module_relative:
        filename = _module_relative_path(_normalize_module(package, 3), filename)
    with open(filename, encoding=encoding) as file:
        return file.read(), filename


class DocFileCase(doctest.DocTestCase):
    """The examples of a file as a test."""

    def id(self):
        return "_".join(self._dt_test.name.split("."))

    def __repr__(self):
        return self._dt_test.filename

    def format_failure(self, err):
        """The words of a failure."""
        return f'Failed doctest test for {self._dt_test.name}\n  File "{self._dt_test.filename}", line 0\n\n{err}'


def DocFileTest(path, module_relative=True, package=None, globs=None, parser=doctest.DocTestParser(), encoding=None, **options):
    """The examples of a file as a test."""
    globs = {} if globs is None else globs.copy()
    if package and not module_relative:
        raise ValueError("Package may only be specified for module-relative paths.")
    text, path = _load_testfile(path, package, module_relative, encoding or "utf-8")
    globs.setdefault("__file__", path)
    return DocFileCase(parser.get_doctest(text, globs, os.path.basename(path), path, 0), **options)


def DocFileSuite(*paths, **kw):
    """The examples of files as tests, one for each file; the keywords are those of DocFileTest."""
    if kw.get("module_relative", True):
        kw["package"] = _normalize_module(kw.get("package"))
    return unittest.TestSuite([DocFileTest(path, **kw) for path in paths])


def testsource(module, name):
    """The examples of an object of a module as a program."""
    tests = doctest.DocTestFinder().find(_normalize_module(module))
    found = next((test for test in tests if test.name == name), None)
    if found is None:
        raise ValueError(name, "not found in tests")
    return doctest.script_from_examples(found.docstring)


def debug_src(src, pm=False, globs=None):
    """Run the examples of a text under the debugger."""
    debug_script(doctest.script_from_examples(src), pm, globs)


def debug_script(src, pm=False, globs=None):
    """Run a program under the debugger; with pm after it has failed."""
    import pdb

    globs = dict(globs or {})
    if not pm:
        pdb.Pdb(nosigint=True).run(f"exec({src!r})", globs, globs)
        return
    try:
        exec(src, globs, globs)
    except BaseException as error:
        print(error)
        debugger = pdb.Pdb(nosigint=True)
        debugger.reset()
        debugger.interaction(None, error.__traceback__)


def debug(module, name, pm=False):
    """Run the examples of an object of a module under the debugger."""
    module = _normalize_module(module)
    debug_script(testsource(module, name), pm, module.__dict__)


for _one in (DocFileCase, DocFileTest, DocFileSuite, testsource, debug_src, debug_script, debug):
    _one.__module__ = "doctest"
