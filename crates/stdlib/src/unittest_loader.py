# unittest.loader: tests found in classes, modules and names.

import functools
import sys
import types
from unittest import case, suite, util


class _FailedTest(case.TestCase):
    """Stands for tests that could not be found."""

    _testMethodName = None

    def __init__(self, method_name, exception):
        self._exception = exception
        super().__init__(method_name)

    def __getattr__(self, name):
        if name != self._testMethodName:
            return super().__getattribute__(name)

        def fail():
            raise self._exception

        return fail


class TestLoader:
    testMethodPrefix = "test"
    sortTestMethodsUsing = staticmethod(util.three_way_cmp)
    testNamePatterns = None
    suiteClass = suite.TestSuite
    _top_level_dir = None

    def __init__(self):
        self.errors = []

    def loadTestsFromTestCase(self, testCaseClass):
        if issubclass(testCaseClass, suite.TestSuite):
            raise TypeError("Test cases should not be derived from TestSuite. Maybe you meant to derive from TestCase?")
        if testCaseClass in (case.TestCase, case.FunctionTestCase):
            names = []
        else:
            names = self.getTestCaseNames(testCaseClass)
            if not names and hasattr(testCaseClass, "runTest"):
                names = ["runTest"]
        return self.suiteClass(map(testCaseClass, names))

    def loadTestsFromModule(self, module, *, pattern=None):
        found = []
        for name in dir(module):
            obj = getattr(module, name)
            if _is_test_class(obj):
                found.append(self.loadTestsFromTestCase(obj))
        load_tests = getattr(module, "load_tests", None)
        tests = self.suiteClass(found)
        if load_tests is not None:
            try:
                return load_tests(self, tests, pattern)
            except Exception as error:
                message = f"Failed to call load_tests:\n{error}"
                self.errors.append(message)
                return self.suiteClass([_FailedTest(module.__name__, ImportError(message))])
        return tests

    def loadTestsFromName(self, name, module=None):
        parts = name.split(".")
        error_case = None
        if module is None:
            names = parts[:]
            while names:
                try:
                    module = __import__(".".join(names))
                    break
                except ImportError as error:
                    failed = names.pop()
                    error_case = error_case or self._failed(
                        failed, ImportError(f"Failed to import test module: {failed}\n{error}")
                    )
            if module is None:
                return error_case
            parts = parts[1:]
        obj = module
        for part in parts:
            parent = obj
            try:
                obj = getattr(obj, part)
            except AttributeError as error:
                if error_case is not None and getattr(obj, "__path__", None) is not None:
                    return error_case
                return self._failed(part, error)
        if isinstance(obj, types.ModuleType):
            return self.loadTestsFromModule(obj)
        if isinstance(obj, type) and issubclass(obj, case.TestCase):
            return self.loadTestsFromTestCase(obj)
        if isinstance(obj, types.FunctionType) and isinstance(parent, type) and issubclass(parent, case.TestCase):
            made = parent(parts[-1])
            if not isinstance(getattr(made, parts[-1]), types.FunctionType):
                return self.suiteClass([made])
        elif isinstance(obj, suite.TestSuite):
            return obj
        if callable(obj):
            test = obj()
            if isinstance(test, suite.TestSuite):
                return test
            if isinstance(test, case.TestCase):
                return self.suiteClass([test])
            raise TypeError(f"calling {obj} returned {test}, not a test")
        raise TypeError(f"don't know how to make test from: {obj}")

    def _failed(self, name, error):
        self.errors.append(str(error))
        return self.suiteClass([_FailedTest(name, error)])

    def loadTestsFromNames(self, names, module=None):
        return self.suiteClass([self.loadTestsFromName(name, module) for name in names])

    def getTestCaseNames(self, testCaseClass):
        """The names of a class's tests, sorted."""

        def is_test(name):
            if not name.startswith(self.testMethodPrefix) or not callable(getattr(testCaseClass, name)):
                return False
            if self.testNamePatterns is None:
                return True
            from fnmatch import fnmatchcase

            full = f"{testCaseClass.__module__}.{testCaseClass.__qualname__}.{name}"
            return any(fnmatchcase(full, one) for one in self.testNamePatterns)

        names = list(filter(is_test, dir(testCaseClass)))
        if self.sortTestMethodsUsing:
            names.sort(key=functools.cmp_to_key(self.sortTestMethodsUsing))
        return names

    def discover(self, start_dir, pattern="test*.py", top_level_dir=None):
        raise NotImplementedError("tests are not looked for in folders: modules are not imported from files")


def _is_test_class(obj):
    return isinstance(obj, type) and issubclass(obj, case.TestCase) and obj not in (case.TestCase, case.FunctionTestCase)


defaultTestLoader = TestLoader()
