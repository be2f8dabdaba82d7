# Examples of files and modules as tests of unittest, and as programs.
import io
import os
import sys
import tempfile
import unittest

import doctest

folder = tempfile.mkdtemp()
good, bad = os.path.join(folder, "good.txt"), os.path.join(folder, "bad.txt")
open(good, "w").write("Sums.\n\n>>> 1 + 1\n2\n>>> x\n5\n")
open(bad, "w").write(">>> 1 + 1\n3\n>>> 1/0\n4\n")


def failing(call, *args, **keywords):
    try:
        return call(*args, **keywords)
    except Exception as error:
        return f"{type(error).__name__}: {error}".replace(folder, "FOLDER")


suite = doctest.DocFileSuite(good, bad, module_relative=False, globs={"x": 5})
for case in suite:
    result = unittest.TestResult()
    case.run(result)
    print(case.id(), repr(case).replace(folder, "FOLDER"), case.shortDescription(), result.testsRun, len(result.failures))
    for _, text in result.failures:
        lines = text.replace(folder, "FOLDER").splitlines()
        # Without the frames of the modules themselves.
        own = ("~~~~", "^^^^", "compileflags", "runTest", "failureException", "in __run", "in _run_one", "xec(")
        print("\n".join([line for line in lines if not any(one in line for one in own)]))
print(failing(case.debug), failing(doctest.DocFileTest, bad, module_relative=False, package="os"), failing(doctest.DocFileTest, "/abs"))
print(case == case, case == doctest.DocFileTest(bad, module_relative=False), failing(doctest.DocFileSuite, "none.txt", package=5))
print(doctest.set_unittest_reportflags(doctest.REPORT_NDIFF), failing(doctest.set_unittest_reportflags, doctest.ELLIPSIS))
print(doctest.set_unittest_reportflags(0) == doctest.REPORT_NDIFF)


def documented():
    """
    Words.

    >>> documented()
    7
    """
    return 7


print(doctest.testsource("__main__", "__main__.documented"), failing(doctest.testsource, sys.modules["__main__"], "none"))
sys.stdin = io.StringIO("p 6 * 7\nc\n")
print(failing(doctest.debug_src, ">>> a = 1\n>>> print(a)\n1\n", globs={"b": 2}))
case = doctest.DocTestCase(doctest.DocTestParser().get_doctest(">>> 1 # doctest: +SKIP\n2\n", {}, "n", None, None))
result = unittest.TestResult()
case.run(result)
print(len(result.skipped), result.wasSuccessful(), case)
case = doctest.DocTestCase(doctest.DocTestParser().get_doctest(">>> 1\n2\n", {}, "m.n", "f.py", None))
print(failing(case.runTest))
