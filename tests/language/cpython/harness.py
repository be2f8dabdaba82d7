# Runs the tests of some modules and prints how each ended: "ok ID", "skip ID", "fail ID | reason".
import importlib
import sys
import unittest

import setting


class Told(unittest.TestResult):
    """Prints a line at the start and at the end of each test."""

    def startTest(self, test):
        super().startTest(test)
        self.ended, self.bad = None, []
        print("start", test.id(), flush=True)

    def stopTest(self, test):
        super().stopTest(test)
        if self.bad:
            print("fail", test.id(), "|", self.bad[0], flush=True)
        else:
            print(self.ended or "ok", test.id(), flush=True)

    def note(self, err):
        words = str(err[1]).strip().split("\n")[0][:200]
        self.bad.append(f"{err[0].__name__}: {words}")

    def addError(self, test, err):
        if not hasattr(test, "_testMethodName"):
            print("fail", test.id(), "|", f"{err[0].__name__}: {err[1]}", flush=True)
        else:
            self.note(err)

    def addFailure(self, test, err):
        self.note(err)

    def addSubTest(self, test, subtest, err):
        if err is not None:
            self.note(err)

    def addSkip(self, test, reason):
        self.ended = "skip"

    def addExpectedFailure(self, test, err):
        self.ended = "ok"

    def addUnexpectedSuccess(self, test):
        self.bad.append("unexpected success")


def chosen(suite, skipped):
    for test in suite:
        if isinstance(test, unittest.TestSuite):
            yield from chosen(test, skipped)
        elif test.id() not in skipped:
            yield test


def imported(name):
    try:
        return importlib.import_module(name)
    except unittest.SkipTest:
        return None
    except Exception as error:
        print("fail", name, "| import:", type(error).__name__, str(error).splitlines()[:1], flush=True)
        return None


def run(names, skipped):
    """Run what modules have, without the tests that are skipped by name."""
    setting.prepare()
    for name in names:
        module = imported(name)
        if module is not None:
            suite = unittest.defaultTestLoader.loadTestsFromModule(module)
            unittest.TestSuite(chosen(suite, skipped)).run(Told())
    print("end", flush=True)
    sys.stdout.flush()
