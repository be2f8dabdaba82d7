# unittest.suite: several tests as one, with the fixtures of their classes and modules.

import sys
from unittest import case
from unittest.util import strclass


class BaseTestSuite:
    _cleanup = True

    def __init__(self, tests=()):
        self._tests = []
        self._removed_tests = 0
        self.addTests(tests)

    def __repr__(self):
        return f"<{strclass(self.__class__)} tests={list(self)}>"

    def __eq__(self, other):
        return list(self) == list(other) if isinstance(other, self.__class__) else NotImplemented

    def __iter__(self):
        return iter(self._tests)

    def countTestCases(self):
        return self._removed_tests + sum(test.countTestCases() for test in self if test)

    def addTest(self, test):
        if not callable(test):
            raise TypeError(f"{test!r} is not callable")
        if isinstance(test, type) and issubclass(test, (case.TestCase, TestSuite)):
            raise TypeError("TestCases and TestSuites must be instantiated before passing them to addTest()")
        self._tests.append(test)

    def addTests(self, tests):
        if isinstance(tests, str):
            raise TypeError("tests must be an iterable of tests, not a string")
        for test in tests:
            self.addTest(test)

    def run(self, result):
        for i, test in enumerate(self):
            if result.shouldStop:
                break
            test(result)
            if self._cleanup:
                self._removeTestAtIndex(i)
        return result

    def _removeTestAtIndex(self, index):
        test = self._tests[index]
        if hasattr(test, "countTestCases"):
            self._removed_tests += test.countTestCases()
        self._tests[index] = None

    def __call__(self, *args, **kwds):
        return self.run(*args, **kwds)

    def debug(self):
        for test in self:
            test.debug()


def _is_suite(test):
    try:
        iter(test)
    except TypeError:
        return False
    return True


class TestSuite(BaseTestSuite):
    def run(self, result, debug=False):
        outermost = not getattr(result, "_testRunEntered", False)
        if outermost:
            result._testRunEntered = True
        for i, test in enumerate(self):
            if result.shouldStop:
                break
            if not _is_suite(test):
                self._tearDownPreviousClass(test, result)
                self._handleModuleFixture(test, result)
                self._handleClassSetUp(test, result)
                result._previousTestClass = test.__class__
                if getattr(test.__class__, "_classSetupFailed", False) or getattr(result, "_moduleSetUpFailed", False):
                    continue
            if debug:
                test.debug()
            else:
                test(result)
            if self._cleanup:
                self._removeTestAtIndex(i)
        if outermost:
            self._tearDownPreviousClass(None, result)
            self._handleModuleTearDown(result)
            result._testRunEntered = False
        return result

    def debug(self):
        self.run(_DebugResult(), True)

    def _handleClassSetUp(self, test, result):
        current = test.__class__
        if current == getattr(result, "_previousTestClass", None):
            return
        if result._moduleSetUpFailed or getattr(current, "__unittest_skip__", False):
            return
        try:
            current._classSetupFailed = False
        except TypeError:
            pass
        set_up = getattr(current, "setUpClass", None)
        if set_up is None:
            return
        failed = self._guarded(result, set_up, "setUpClass", strclass(current))
        if failed:
            current._classSetupFailed = True
            self._clean_class(current, result, "setUpClass")

    def _clean_class(self, kind, result, method):
        clean = getattr(kind, "doClassCleanups", None)
        if clean is not None:
            clean()
            for told in kind.tearDown_exceptions:
                self._tell(result, told[1], method, strclass(kind), told)

    def _guarded(self, result, function, method, parent):
        """Whether a fixture failed."""
        try:
            function()
        except Exception as error:
            if isinstance(result, _DebugResult):
                raise
            self._tell(result, error, method, parent)
            return True
        return False

    def _tell(self, result, error, method, parent, told=None):
        holder = _ErrorHolder(f"{method} ({parent})")
        if isinstance(error, case.SkipTest) and getattr(result, "addSkip", None) is not None:
            result.addSkip(holder, str(error))
        else:
            result.addError(holder, told or (type(error), error, error.__traceback__))

    def _handleModuleFixture(self, test, result):
        previous = getattr(getattr(result, "_previousTestClass", None), "__module__", None)
        current = test.__class__.__module__
        if current == previous:
            return
        self._handleModuleTearDown(result)
        result._moduleSetUpFailed = False
        set_up = getattr(sys.modules.get(current), "setUpModule", None)
        if set_up is not None and self._guarded(result, set_up, "setUpModule", current):
            result._moduleSetUpFailed = True
            self._guarded(result, case.doModuleCleanups, "setUpModule", current)

    def _handleModuleTearDown(self, result):
        previous = getattr(getattr(result, "_previousTestClass", None), "__module__", None)
        if previous is None or result._moduleSetUpFailed or previous not in sys.modules:
            return
        tear_down = getattr(sys.modules[previous], "tearDownModule", None)
        if tear_down is not None:
            self._guarded(result, tear_down, "tearDownModule", previous)
        self._guarded(result, case.doModuleCleanups, "tearDownModule", previous)

    def _tearDownPreviousClass(self, test, result):
        previous = getattr(result, "_previousTestClass", None)
        if previous is None or test.__class__ == previous:
            return
        if getattr(previous, "_classSetupFailed", False) or getattr(result, "_moduleSetUpFailed", False):
            return
        if getattr(previous, "__unittest_skip__", False):
            return
        tear_down = getattr(previous, "tearDownClass", None)
        if tear_down is not None:
            self._guarded(result, tear_down, "tearDownClass", strclass(previous))
        self._clean_class(previous, result, "tearDownClass")


class _ErrorHolder:
    """Stands for a test where a fixture failed."""

    failureException = None

    def __init__(self, description):
        self.description = description

    def id(self):
        return self.description

    def shortDescription(self):
        return None

    def __repr__(self):
        return f"<ErrorHolder description={self.description!r}>"

    def __str__(self):
        return self.id()

    def run(self, result):
        pass

    def __call__(self, result):
        return self.run(result)

    def countTestCases(self):
        return 0


class _DebugResult:
    """Tells nobody: errors are raised."""

    _previousTestClass = None
    _moduleSetUpFailed = False
    shouldStop = False
