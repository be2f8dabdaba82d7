# unittest.result: what became of tests.

import io
import sys
import traceback
from functools import wraps
from unittest.util import strclass

STDOUT_LINE = "\nStdout:\n%s"
STDERR_LINE = "\nStderr:\n%s"


def failfast(method):
    @wraps(method)
    def inner(self, *args, **kwargs):
        if getattr(self, "failfast", False):
            self.stop()
        return method(self, *args, **kwargs)

    return inner


class TestResult:
    """Notes how each test ends."""

    _previousTestClass = None
    _testRunEntered = False
    _moduleSetUpFailed = False

    def __init__(self, stream=None, descriptions=None, verbosity=None):
        self.failfast = False
        self.failures = []
        self.errors = []
        self.testsRun = 0
        self.skipped = []
        self.expectedFailures = []
        self.unexpectedSuccesses = []
        self.collectedDurations = []
        self.shouldStop = False
        self.buffer = False
        self.tb_locals = False
        self._stdout_buffer = self._stderr_buffer = None
        self._original_stdout, self._original_stderr = sys.stdout, sys.stderr
        self._mirrorOutput = False

    def printErrors(self):
        pass

    def startTest(self, test):
        self.testsRun += 1
        self._mirrorOutput = False
        self._setupStdout()

    def _setupStdout(self):
        if self.buffer:
            if self._stderr_buffer is None:
                self._stderr_buffer, self._stdout_buffer = io.StringIO(), io.StringIO()
            sys.stdout, sys.stderr = self._stdout_buffer, self._stderr_buffer

    def startTestRun(self):
        pass

    def stopTest(self, test):
        self._restoreStdout()
        self._mirrorOutput = False

    def _restoreStdout(self):
        if not self.buffer:
            return
        if self._mirrorOutput:
            for buffer, stream, line in (
                (sys.stdout, self._original_stdout, STDOUT_LINE),
                (sys.stderr, self._original_stderr, STDERR_LINE),
            ):
                text = buffer.getvalue()
                if text:
                    stream.write(line % (text if text.endswith("\n") else text + "\n"))
        sys.stdout, sys.stderr = self._original_stdout, self._original_stderr
        for buffer in (self._stdout_buffer, self._stderr_buffer):
            buffer.seek(0)
            buffer.truncate()

    def stopTestRun(self):
        pass

    @failfast
    def addError(self, test, err):
        self.errors.append((test, self._exc_info_to_string(err, test)))
        self._mirrorOutput = True

    @failfast
    def addFailure(self, test, err):
        self.failures.append((test, self._exc_info_to_string(err, test)))
        self._mirrorOutput = True

    def addSubTest(self, test, subtest, err):
        if err is not None:
            if getattr(self, "failfast", False):
                self.stop()
            told = self.failures if issubclass(err[0], test.failureException) else self.errors
            told.append((subtest, self._exc_info_to_string(err, test)))
            self._mirrorOutput = True

    def addSuccess(self, test):
        pass

    def addSkip(self, test, reason):
        self.skipped.append((test, reason))

    def addExpectedFailure(self, test, err):
        self.expectedFailures.append((test, self._exc_info_to_string(err, test)))

    @failfast
    def addUnexpectedSuccess(self, test):
        self.unexpectedSuccesses.append(test)

    def addDuration(self, test, elapsed):
        self.collectedDurations.append((str(test), elapsed))

    def wasSuccessful(self):
        unexpected = getattr(self, "unexpectedSuccesses", ())
        return not self.failures and not self.errors and not unexpected

    def stop(self):
        self.shouldStop = True

    def _exc_info_to_string(self, err, test):
        kind, value, tb = err
        parts = traceback.format_exception(kind, value, tb)
        text = "".join(part for part in parts if not part.startswith('  File "unittest_'))
        if self.buffer:
            for stream, line in ((sys.stdout, STDOUT_LINE), (sys.stderr, STDERR_LINE)):
                output = stream.getvalue()
                if output:
                    text += line % (output if output.endswith("\n") else output + "\n")
        return text

    def __repr__(self):
        return f"<{strclass(self.__class__)} run={self.testsRun} errors={len(self.errors)} failures={len(self.failures)}>"
