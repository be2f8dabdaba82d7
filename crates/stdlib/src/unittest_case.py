# unittest.case: one test, and what it can assert.

import collections
import contextlib
import functools
import re
import sys
import types
import warnings
from unittest.asserts import Assertions
from unittest.util import strclass

__unittest = True

_subtest_msg_sentinel = object()


class SkipTest(Exception):
    """Raised to skip a test."""


class _ShouldStop(Exception):
    pass


class _UnexpectedSuccess(Exception):
    pass


# --- what decorators say of a test
def _id(obj):
    return obj


def skip(reason):
    """Skip a test always."""

    def decorator(test):
        if not isinstance(test, type):

            @functools.wraps(test)
            def skipped(*args, **kwargs):
                raise SkipTest(reason)

            test = skipped
        test.__unittest_skip__ = True
        test.__unittest_skip_why__ = reason
        return test

    if isinstance(reason, types.FunctionType):
        test, reason = reason, ""
        return decorator(test)
    return decorator


def skipIf(condition, reason):
    return skip(reason) if condition else _id


def skipUnless(condition, reason):
    return _id if condition else skip(reason)


def expectedFailure(test):
    test.__unittest_expecting_failure__ = True
    return test


def _is_skipped(test):
    return getattr(test, "__unittest_skip__", False)


# --- fixtures of modules and classes
_module_cleanups = []


def addModuleCleanup(function, /, *args, **kwargs):
    _module_cleanups.append((function, args, kwargs))


def doModuleCleanups():
    _run_cleanups(_module_cleanups)


def _run_cleanups(cleanups):
    errors = []
    while cleanups:
        function, args, kwargs = cleanups.pop()
        try:
            function(*args, **kwargs)
        except Exception as error:
            errors.append(error)
    if errors:
        raise errors[0]


def _enter(manager, add_cleanup):
    kind = type(manager)
    try:
        enter, leave = kind.__enter__, kind.__exit__
    except AttributeError:
        raise TypeError(
            f"'{kind.__module__}.{kind.__qualname__}' object does not support the context manager protocol"
        ) from None
    result = enter(manager)
    add_cleanup(leave, manager, None, None, None)
    return result


def enterModuleContext(cm):
    return _enter(cm, addModuleCleanup)


class _Outcome:
    """How the parts of one test end."""

    def __init__(self, result=None):
        self.expecting_failure = False
        self.result = result
        self.result_supports_subtests = hasattr(result, "addSubTest")
        self.success = True
        self.expectedFailure = None

    @contextlib.contextmanager
    def testPartExecutor(self, test_case, subTest=False):
        before, self.success = self.success, True
        try:
            yield
        except KeyboardInterrupt:
            raise
        except SkipTest as error:
            self.success = False
            _add_skip(self.result, test_case, str(error))
        except _ShouldStop:
            pass
        except BaseException as error:
            told = (type(error), error, error.__traceback__)
            if self.expecting_failure:
                self.expectedFailure = told
            else:
                self.success = False
                self.tell(test_case, subTest, told)
        else:
            if subTest and self.success:
                self.result.addSubTest(test_case.test_case, test_case, None)
        finally:
            self.success = self.success and before

    def tell(self, test_case, is_subtest, told):
        if is_subtest:
            self.result.addSubTest(test_case.test_case, test_case, told)
        elif issubclass(told[0], test_case.failureException):
            self.result.addFailure(test_case, told)
        else:
            self.result.addError(test_case, told)


def _add_skip(result, test_case, reason):
    if hasattr(result, "addSkip"):
        result.addSkip(test_case, reason)
    else:
        warnings.warn("TestResult has no addSkip method, skips not reported", RuntimeWarning, 2)
        result.addSuccess(test_case)


# --- contexts of assertRaises and its kin
class _BaseTestCaseContext:
    def __init__(self, test_case):
        self.test_case = test_case

    def _raiseFailure(self, standardMsg):
        raise self.test_case.failureException(self.test_case._formatMessage(self.msg, standardMsg))


class _AssertRaisesBaseContext(_BaseTestCaseContext):
    def __init__(self, expected, test_case, expected_regex=None):
        super().__init__(test_case)
        self.expected = expected
        self.expected_regex = re.compile(expected_regex) if isinstance(expected_regex, (str, bytes)) else expected_regex
        self.obj_name = None
        self.msg = None

    def handle(self, name, args, kwargs):
        """The context, or the outcome of calling what was given."""
        kinds = self.expected if isinstance(self.expected, tuple) else (self.expected,)
        if not all(isinstance(kind, type) and issubclass(kind, self._base_type) for kind in kinds):
            raise TypeError(f"{name}() arg 1 must be {self._base_type_str}")
        if not args:
            self.msg = kwargs.pop("msg", None)
            if kwargs:
                raise TypeError(f"{next(iter(kwargs))!r} is an invalid keyword argument for this function")
            return self
        function, *args = args
        self.obj_name = getattr(function, "__name__", str(function))
        with self:
            function(*args, **kwargs)

    def expected_name(self):
        return getattr(self.expected, "__name__", str(self.expected))


class _AssertRaisesContext(_AssertRaisesBaseContext):
    _base_type = BaseException
    _base_type_str = "an exception type or tuple of exception types"

    def __enter__(self):
        return self

    def __exit__(self, exc_type, exc_value, tb):
        if exc_type is None:
            by = f" by {self.obj_name}" if self.obj_name else ""
            self._raiseFailure(f"{self.expected_name()} not raised{by}")
        if not issubclass(exc_type, self.expected):
            return False
        self.exception = exc_value.with_traceback(None)
        pattern = self.expected_regex
        if pattern is not None and not pattern.search(str(exc_value)):
            self._raiseFailure(f'"{pattern.pattern}" does not match "{exc_value}"')
        return True

    __class_getitem__ = classmethod(types.GenericAlias)


class _AssertWarnsContext(_AssertRaisesBaseContext):
    _base_type = Warning
    _base_type_str = "a warning type or tuple of warning types"

    def __enter__(self):
        for module in list(sys.modules.values()):
            if getattr(module, "__warningregistry__", None):
                module.__warningregistry__ = {}
        self.warnings_manager = warnings.catch_warnings(record=True)
        self.warnings = self.warnings_manager.__enter__()
        warnings.simplefilter("always", self.expected)
        return self

    def __exit__(self, exc_type, exc_value, tb):
        self.warnings_manager.__exit__(exc_type, exc_value, tb)
        if exc_type is not None:
            return
        first = None
        for caught in self.warnings:
            warning = caught.message
            if not isinstance(warning, self.expected):
                continue
            first = first or warning
            if self.expected_regex is not None and not self.expected_regex.search(str(warning)):
                continue
            self.warning, self.filename, self.lineno = warning, caught.filename, caught.lineno
            return
        if first is not None:
            self._raiseFailure(f'"{self.expected_regex.pattern}" does not match "{first}"')
        by = f" by {self.obj_name}" if self.obj_name else ""
        self._raiseFailure(f"{self.expected_name()} not triggered{by}")


class _AssertNotWarnsContext(_AssertWarnsContext):
    def __exit__(self, exc_type, exc_value, tb):
        self.warnings_manager.__exit__(exc_type, exc_value, tb)
        if exc_type is None:
            for caught in self.warnings:
                if isinstance(caught.message, self.expected):
                    by = f" by {self.obj_name}" if self.obj_name else ""
                    self._raiseFailure(f"{self.expected_name()} triggered{by}")


class _OrderedChainMap(collections.ChainMap):
    def __iter__(self):
        seen = set()
        for mapping in self.maps:
            for key in mapping:
                if key not in seen:
                    seen.add(key)
                    yield key


class TestCase(Assertions):
    """One test: its methods whose names begin with test."""

    failureException = AssertionError
    longMessage = True
    maxDiff = 80 * 8
    _diffThreshold = 2**16

    def __init_subclass__(cls, *args, **kwargs):
        cls._classSetupFailed = False
        cls._class_cleanups = []
        super().__init_subclass__(*args, **kwargs)

    def __init__(self, methodName="runTest"):
        self._testMethodName = methodName
        self._outcome = None
        self._testMethodDoc = "No test"
        method = getattr(self, methodName, None)
        if method is not None:
            self._testMethodDoc = method.__doc__
        elif methodName != "runTest":
            raise ValueError(f"no such test method in {self.__class__}: {methodName}")
        self._cleanups = []
        self._subtest = None
        self._type_equality_funcs = {}
        for kind, name in (
            (dict, "assertDictEqual"),
            (list, "assertListEqual"),
            (tuple, "assertTupleEqual"),
            (set, "assertSetEqual"),
            (frozenset, "assertSetEqual"),
            (str, "assertMultiLineEqual"),
        ):
            self.addTypeEqualityFunc(kind, name)

    def addTypeEqualityFunc(self, typeobj, function):
        self._type_equality_funcs[typeobj] = function

    # --- fixtures
    def setUp(self):
        pass

    def tearDown(self):
        pass

    @classmethod
    def setUpClass(cls):
        pass

    @classmethod
    def tearDownClass(cls):
        pass

    def addCleanup(self, function, /, *args, **kwargs):
        self._cleanups.append((function, args, kwargs))

    def enterContext(self, cm):
        return _enter(cm, self.addCleanup)

    @classmethod
    def addClassCleanup(cls, function, /, *args, **kwargs):
        cls._class_cleanups.append((function, args, kwargs))

    @classmethod
    def enterClassContext(cls, cm):
        return _enter(cm, cls.addClassCleanup)

    @classmethod
    def doClassCleanups(cls):
        cls.tearDown_exceptions = []
        while cls._class_cleanups:
            function, args, kwargs = cls._class_cleanups.pop()
            try:
                function(*args, **kwargs)
            except Exception as error:
                cls.tearDown_exceptions.append((type(error), error, error.__traceback__))

    # --- what a test is called
    def countTestCases(self):
        return 1

    def defaultTestResult(self):
        from unittest.result import TestResult

        return TestResult()

    def shortDescription(self):
        return self._testMethodDoc.strip().split("\n")[0].strip() if self._testMethodDoc else None

    def id(self):
        return f"{strclass(self.__class__)}.{self._testMethodName}"

    def __eq__(self, other):
        if type(self) is not type(other):
            return NotImplemented
        return self._testMethodName == other._testMethodName

    def __hash__(self):
        return hash((type(self), self._testMethodName))

    def __str__(self):
        return f"{self._testMethodName} ({strclass(self.__class__)}.{self._testMethodName})"

    def __repr__(self):
        return f"<{strclass(self.__class__)} testMethod={self._testMethodName}>"

    # --- running
    @contextlib.contextmanager
    def subTest(self, msg=_subtest_msg_sentinel, **params):
        """Go on after a failure inside, and tell what it was of."""
        if self._outcome is None or not self._outcome.result_supports_subtests:
            yield
            return
        parent = self._subtest
        known = params if parent is None else parent.params.new_child(params)
        self._subtest = _SubTest(self, msg, _OrderedChainMap(known) if parent is None else known)
        try:
            with self._outcome.testPartExecutor(self._subtest, subTest=True):
                yield
            if not self._outcome.success:
                result = self._outcome.result
                if result is not None and result.failfast:
                    raise _ShouldStop
            elif self._outcome.expectedFailure:
                raise _ShouldStop
        finally:
            self._subtest = parent

    def _addExpectedFailure(self, result, exc_info):
        if hasattr(result, "addExpectedFailure"):
            result.addExpectedFailure(self, exc_info)
        else:
            warnings.warn("TestResult has no addExpectedFailure method, reporting as passes", RuntimeWarning)
            result.addSuccess(self)

    def _addUnexpectedSuccess(self, result):
        if hasattr(result, "addUnexpectedSuccess"):
            result.addUnexpectedSuccess(self)
        else:
            warnings.warn("TestResult has no addUnexpectedSuccess method, reporting as failure", RuntimeWarning)
            try:
                raise _UnexpectedSuccess from None
            except _UnexpectedSuccess as error:
                result.addFailure(self, (type(error), error, None))

    def _addDuration(self, result, elapsed):
        if hasattr(result, "addDuration"):
            result.addDuration(self, elapsed)

    def _callSetUp(self):
        self.setUp()

    def _callTestMethod(self, method):
        if method() is not None:
            warnings.warn(
                f"It is deprecated to return a value that is not None from a test case ({method})",
                DeprecationWarning,
                stacklevel=3,
            )

    def _callTearDown(self):
        self.tearDown()

    def _callCleanup(self, function, /, *args, **kwargs):
        function(*args, **kwargs)

    def run(self, result=None):
        stop = None
        if result is None:
            result = self.defaultTestResult()
            start, stop = getattr(result, "startTestRun", None), getattr(result, "stopTestRun", None)
            if start is not None:
                start()
        result.startTest(self)
        try:
            method = getattr(self, self._testMethodName)
            if _is_skipped(self.__class__) or _is_skipped(method):
                reason = getattr(self.__class__, "__unittest_skip_why__", "") or getattr(method, "__unittest_skip_why__", "")
                _add_skip(result, self, reason)
                return result
            return self._run_method(method, result)
        finally:
            result.stopTest(self)
            if stop is not None:
                stop()

    def _run_method(self, method, result):
        outcome = _Outcome(result)
        expects = getattr(self, "__unittest_expecting_failure__", False)
        expects = expects or getattr(method, "__unittest_expecting_failure__", False)
        try:
            self._outcome = outcome
            with outcome.testPartExecutor(self):
                self._callSetUp()
            if outcome.success:
                outcome.expecting_failure = expects
                with outcome.testPartExecutor(self):
                    self._callTestMethod(method)
                outcome.expecting_failure = False
                with outcome.testPartExecutor(self):
                    self._callTearDown()
            self.doCleanups()
            self._addDuration(result, 0.0)
            if outcome.success:
                if not expects:
                    result.addSuccess(self)
                elif outcome.expectedFailure:
                    self._addExpectedFailure(result, outcome.expectedFailure)
                else:
                    self._addUnexpectedSuccess(result)
            return result
        finally:
            outcome.expectedFailure = None
            self._outcome = None

    def doCleanups(self):
        outcome = self._outcome or _Outcome()
        while self._cleanups:
            function, args, kwargs = self._cleanups.pop()
            with outcome.testPartExecutor(self):
                self._callCleanup(function, *args, **kwargs)
        return outcome.success

    def __call__(self, *args, **kwds):
        return self.run(*args, **kwds)

    def debug(self):
        """Run the test; its errors are raised."""
        method = getattr(self, self._testMethodName)
        if _is_skipped(self.__class__) or _is_skipped(method):
            raise SkipTest(getattr(self.__class__, "__unittest_skip_why__", "") or getattr(method, "__unittest_skip_why__", ""))
        self._callSetUp()
        self._callTestMethod(method)
        self._callTearDown()
        while self._cleanups:
            function, args, kwargs = self._cleanups.pop()
            self._callCleanup(function, *args, **kwargs)

    def skipTest(self, reason):
        raise SkipTest(reason)


class FunctionTestCase(TestCase):
    """A test made of functions."""

    def __init__(self, testFunc, setUp=None, tearDown=None, description=None):
        super().__init__()
        self._setUpFunc, self._tearDownFunc = setUp, tearDown
        self._testFunc, self._description = testFunc, description

    def setUp(self):
        if self._setUpFunc is not None:
            self._setUpFunc()

    def tearDown(self):
        if self._tearDownFunc is not None:
            self._tearDownFunc()

    def runTest(self):
        self._testFunc()

    def id(self):
        return self._testFunc.__name__

    def _parts(self):
        return self._setUpFunc, self._tearDownFunc, self._testFunc, self._description

    def __eq__(self, other):
        return self._parts() == other._parts() if isinstance(other, self.__class__) else NotImplemented

    def __hash__(self):
        return hash((type(self), *self._parts()))

    def __str__(self):
        return f"{strclass(self.__class__)} ({self._testFunc.__name__})"

    def __repr__(self):
        return f"<{strclass(self.__class__)} tec={self._testFunc}>"

    def shortDescription(self):
        if self._description is not None:
            return self._description
        doc = self._testFunc.__doc__
        return doc and doc.split("\n")[0].strip() or None


class _SubTest(TestCase):
    """A part of a test, as results are told of it."""

    def __init__(self, test_case, message, params):
        super().__init__()
        self._message = message
        self.test_case = test_case
        self.params = params
        self.failureException = test_case.failureException

    def runTest(self):
        raise NotImplementedError("subtests cannot be run directly")

    def _subDescription(self):
        parts = []
        if self._message is not _subtest_msg_sentinel:
            parts.append(f"[{self._message}]")
        if self.params:
            parts.append(f"({', '.join([f'{name}={value!r}' for name, value in self.params.items()])})")
        return " ".join(parts) or "(<subtest>)"

    def id(self):
        return f"{self.test_case.id()} {self._subDescription()}"

    def shortDescription(self):
        return self.test_case.shortDescription()

    def __str__(self):
        return f"{self.test_case} {self._subDescription()}"
