# unittest: tests as methods of classes.

from unittest.case import (
    FunctionTestCase,
    SkipTest,
    TestCase,
    addModuleCleanup,
    doModuleCleanups,
    enterModuleContext,
    expectedFailure,
    skip,
    skipIf,
    skipUnless,
)
from unittest.loader import TestLoader, defaultTestLoader
from unittest.result import TestResult
from unittest.runner import TestProgram, TextTestResult, TextTestRunner, main
from unittest.suite import BaseTestSuite, TestSuite


def installHandler():
    """Accepted: an interrupt ends the cell."""


registerResult = removeResult = removeHandler = lambda *given: None


def __getattr__(name):
    if name == "IsolatedAsyncioTestCase":
        from unittest.async_case import IsolatedAsyncioTestCase

        return IsolatedAsyncioTestCase
    raise AttributeError(f"module 'unittest' has no attribute {name!r}")
