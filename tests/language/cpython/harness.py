# Runs the tests of one module and prints how each ended: "ok ID", "skip ID", "fail ID reason".
import sys
import unittest


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


def run(module, skipped):
    """Run what a module has, without the tests that are skipped by name."""
    suite = unittest.defaultTestLoader.loadTestsFromModule(module)
    tests = unittest.TestSuite()
    for test in chosen(suite, skipped):
        tests.addTest(test)
    tests.run(Told())
    print("end", flush=True)
