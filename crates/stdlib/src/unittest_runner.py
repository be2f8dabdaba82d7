# unittest.runner: tests run with their outcomes shown as text, and the command line.

import sys
import time
import warnings
from unittest import loader, result
from unittest.case import _SubTest

__unittest = True


class _WritelnDecorator:
    """A stream that can end lines."""

    def __init__(self, stream):
        self.stream = stream

    def __getattr__(self, name):
        if name in ("stream", "__getstate__"):
            raise AttributeError(name)
        return getattr(self.stream, name)

    def writeln(self, arg=None):
        if arg:
            self.write(arg)
        self.write("\n")


class TextTestResult(result.TestResult):
    separator1 = "=" * 70
    separator2 = "-" * 70

    def __init__(self, stream, descriptions, verbosity, *, durations=None):
        super().__init__(stream, descriptions, verbosity)
        self.stream = stream
        self.showAll = verbosity > 1
        self.dots = verbosity == 1
        self.descriptions = descriptions
        self.durations = durations
        self._newline = True

    def getDescription(self, test):
        first = test.shortDescription()
        return "\n".join((str(test), first)) if self.descriptions and first else str(test)

    def startTest(self, test):
        super().startTest(test)
        if self.showAll:
            self.stream.write(self.getDescription(test))
            self.stream.write(" ... ")
            self.stream.flush()
            self._newline = False

    def _write_status(self, test, status):
        is_subtest = isinstance(test, _SubTest)
        if is_subtest or self._newline:
            if not self._newline:
                self.stream.writeln()
            self.stream.write("  " if is_subtest else "")
            self.stream.write(self.getDescription(test))
            self.stream.write(" ... ")
        self.stream.writeln(status)
        self.stream.flush()
        self._newline = True

    def _show(self, test, word, dot):
        if self.showAll:
            self._write_status(test, word)
        elif self.dots:
            self.stream.write(dot)
            self.stream.flush()

    def addSubTest(self, test, subtest, err):
        if err is not None:
            if issubclass(err[0], subtest.failureException):
                self._show(subtest, "FAIL", "F")
            else:
                self._show(subtest, "ERROR", "E")
        super().addSubTest(test, subtest, err)

    def addSuccess(self, test):
        super().addSuccess(test)
        self._show(test, "ok", ".")

    def addError(self, test, err):
        super().addError(test, err)
        self._show(test, "ERROR", "E")

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self._show(test, "FAIL", "F")

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self._show(test, f"skipped {reason!r}", "s")

    def addExpectedFailure(self, test, err):
        super().addExpectedFailure(test, err)
        self._show(test, "expected failure", "x")

    def addUnexpectedSuccess(self, test):
        super().addUnexpectedSuccess(test)
        self._show(test, "unexpected success", "u")

    def printErrors(self):
        if self.dots or self.showAll:
            self.stream.writeln()
            self.stream.flush()
        self.printErrorList("ERROR", self.errors)
        self.printErrorList("FAIL", self.failures)
        if self.unexpectedSuccesses:
            self.stream.writeln(self.separator1)
            for test in self.unexpectedSuccesses:
                self.stream.writeln(f"UNEXPECTED SUCCESS: {self.getDescription(test)}")
            self.stream.flush()

    def printErrorList(self, flavour, errors):
        for test, error in errors:
            self.stream.writeln(self.separator1)
            self.stream.writeln(f"{flavour}: {self.getDescription(test)}")
            self.stream.writeln(self.separator2)
            self.stream.writeln(error)
            self.stream.flush()


class TextTestRunner:
    resultclass = TextTestResult

    def __init__(
        self,
        stream=None,
        descriptions=True,
        verbosity=1,
        failfast=False,
        buffer=False,
        resultclass=None,
        warnings=None,
        *,
        tb_locals=False,
        durations=None,
    ):
        self.stream = _WritelnDecorator(sys.stderr if stream is None else stream)
        self.descriptions, self.verbosity, self.failfast, self.buffer = descriptions, verbosity, failfast, buffer
        self.tb_locals, self.durations, self.warnings = tb_locals, durations, warnings
        if resultclass is not None:
            self.resultclass = resultclass

    def _makeResult(self):
        try:
            return self.resultclass(self.stream, self.descriptions, self.verbosity, durations=self.durations)
        except TypeError:
            return self.resultclass(self.stream, self.descriptions, self.verbosity)

    def run(self, test):
        told = self._makeResult()
        told.failfast, told.buffer, told.tb_locals = self.failfast, self.buffer, self.tb_locals
        with warnings.catch_warnings():
            if self.warnings:
                warnings.simplefilter(self.warnings)
            start = time.perf_counter()
            getattr(told, "startTestRun", lambda: None)()
            try:
                test(told)
            finally:
                getattr(told, "stopTestRun", lambda: None)()
            taken = time.perf_counter() - start
        told.printErrors()
        self._summary(told, taken)
        return told

    def _summary(self, told, taken):
        write = self.stream.writeln
        if hasattr(told, "separator2"):
            write(told.separator2)
        write(f"Ran {told.testsRun} test{'' if told.testsRun == 1 else 's'} in {taken:.3f}s")
        write()
        counts = {
            "failures": len(told.failures),
            "errors": len(told.errors),
            "skipped": len(told.skipped),
            "expected failures": len(told.expectedFailures),
            "unexpected successes": len(told.unexpectedSuccesses),
        }
        infos = [f"{name}={count}" for name, count in counts.items() if count]
        if not told.wasSuccessful():
            word = "FAILED"
        elif told.testsRun == 0 and not told.skipped:
            word = "NO TESTS RAN"
        else:
            word = "OK"
        write(f"{word} ({', '.join(infos)})" if infos else word)
        self.stream.flush()


class TestProgram:
    """Finds and runs the tests of a module, as its arguments say."""

    def __init__(
        self,
        module="__main__",
        defaultTest=None,
        argv=None,
        testRunner=None,
        testLoader=loader.defaultTestLoader,
        exit=True,
        verbosity=1,
        failfast=None,
        catchbreak=None,
        buffer=None,
        warnings=None,
        *,
        tb_locals=False,
        durations=None,
    ):
        self.module = sys.modules[module] if isinstance(module, str) and module in sys.modules else module
        if isinstance(self.module, str):
            self.module = __import__(self.module)
        self.exit, self.failfast, self.verbosity, self.buffer = exit, failfast, verbosity, buffer
        self.tb_locals, self.durations, self.warnings = tb_locals, durations, warnings
        self.defaultTest, self.testRunner, self.testLoader = defaultTest, testRunner, testLoader
        self.testNamePatterns = None
        self.parseArgs(sys.argv if argv is None else argv)
        self.runTests()

    def parseArgs(self, argv):
        import argparse

        parser = argparse.ArgumentParser(prog=argv[0] if argv else None)
        parser.add_argument("-v", "--verbose", dest="verbosity", action="store_const", const=2)
        parser.add_argument("-q", "--quiet", dest="verbosity", action="store_const", const=0)
        for short, name in (("-f", "failfast"), ("-b", "buffer"), ("-c", "catchbreak")):
            parser.add_argument(short, f"--{name}", action="store_true")
        parser.add_argument("--locals", dest="tb_locals", action="store_true")
        parser.add_argument("-k", dest="patterns", action="append")
        parser.add_argument("tests", nargs="*")
        given = parser.parse_args(argv[1:])
        if given.verbosity is not None:
            self.verbosity = given.verbosity
        self.failfast, self.buffer = self.failfast or given.failfast, self.buffer or given.buffer
        if given.patterns:
            self.testLoader.testNamePatterns = [one if "*" in one else f"*{one}*" for one in given.patterns]
        default = [self.defaultTest] if isinstance(self.defaultTest, str) else self.defaultTest
        self.testNames = given.tests or (list(default) if default else None)
        self.createTests()

    def createTests(self, from_discovery=False, Loader=None):
        if self.testNames is None:
            self.test = self.testLoader.loadTestsFromModule(self.module)
        else:
            self.test = self.testLoader.loadTestsFromNames(self.testNames, self.module)

    def runTests(self):
        runner = TextTestRunner if self.testRunner is None else self.testRunner
        if isinstance(runner, type):
            runner = runner(
                verbosity=self.verbosity, failfast=bool(self.failfast), buffer=bool(self.buffer), warnings=self.warnings
            )
        self.result = runner.run(self.test)
        if self.exit:
            if self.result.testsRun == 0 and not self.result.skipped:
                sys.exit(5)
            sys.exit(not self.result.wasSuccessful())


main = TestProgram
