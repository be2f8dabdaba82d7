# doctest: examples in documentation, run and compared.

import __future__

import difflib
import functools
import inspect
import io
import linecache
import operator
import re
import sys
import traceback
import unittest
from collections import namedtuple

OPTIONFLAGS_BY_NAME = {}


def register_optionflag(name):
    return OPTIONFLAGS_BY_NAME.setdefault(name, 1 << len(OPTIONFLAGS_BY_NAME))


DONT_ACCEPT_TRUE_FOR_1 = register_optionflag("DONT_ACCEPT_TRUE_FOR_1")
DONT_ACCEPT_BLANKLINE = register_optionflag("DONT_ACCEPT_BLANKLINE")
NORMALIZE_WHITESPACE = register_optionflag("NORMALIZE_WHITESPACE")
ELLIPSIS = register_optionflag("ELLIPSIS")
SKIP = register_optionflag("SKIP")
IGNORE_EXCEPTION_DETAIL = register_optionflag("IGNORE_EXCEPTION_DETAIL")
COMPARISON_FLAGS = (
    DONT_ACCEPT_TRUE_FOR_1 | DONT_ACCEPT_BLANKLINE | NORMALIZE_WHITESPACE | ELLIPSIS | SKIP | IGNORE_EXCEPTION_DETAIL
)
REPORT_UDIFF = register_optionflag("REPORT_UDIFF")
REPORT_CDIFF = register_optionflag("REPORT_CDIFF")
REPORT_NDIFF = register_optionflag("REPORT_NDIFF")
REPORT_ONLY_FIRST_FAILURE = register_optionflag("REPORT_ONLY_FIRST_FAILURE")
FAIL_FAST = register_optionflag("FAIL_FAST")
REPORTING_FLAGS = REPORT_UDIFF | REPORT_CDIFF | REPORT_NDIFF | REPORT_ONLY_FIRST_FAILURE | FAIL_FAST
BLANKLINE_MARKER = "<BLANKLINE>"
ELLIPSIS_MARKER = "..."
_DIVIDER = "*" * 70


class TestResults(namedtuple("TestResults", "failed attempted")):
    def __new__(cls, failed, attempted, *, skipped=0):
        made = super().__new__(cls, failed, attempted)
        made.skipped = skipped
        return made

    def __repr__(self):
        skipped = f", skipped={self.skipped}" if self.skipped else ""
        return f"TestResults(failed={self.failed}, attempted={self.attempted}{skipped})"


def _with_newline(text):
    return text if not text or text.endswith("\n") else text + "\n"


class Example:
    """One example: its source, what it is to print, its place and its options."""

    def __init__(self, source, want, exc_msg=None, lineno=0, indent=0, options=None):
        self.source = source if source.endswith("\n") else source + "\n"
        self.want = _with_newline(want)
        self.exc_msg = exc_msg if exc_msg is None or exc_msg.endswith("\n") else exc_msg + "\n"
        self.lineno, self.indent, self.options = lineno, indent, {} if options is None else options

    def _all(self):
        return self.source, self.want, self.lineno, self.indent, self.options, self.exc_msg

    def __eq__(self, other):
        return self._all() == other._all() if type(self) is type(other) else NotImplemented

    def __hash__(self):
        return hash((self.source, self.want, self.lineno, self.indent, self.exc_msg))


class DocTest:
    """The examples of one text, and the names that they see."""

    def __init__(self, examples, globs, name, filename, lineno, docstring):
        self.examples, self.globs, self.name = examples, globs.copy(), name
        self.filename, self.lineno, self.docstring = filename, lineno, docstring

    def __repr__(self):
        count = len(self.examples)
        shown = "no examples" if not count else "1 example" if count == 1 else f"{count} examples"
        return f"<{self.__class__.__name__} {self.name} from {self.filename}:{self.lineno} ({shown})>"

    def __lt__(self, other):
        key = lambda one: (one.name, one.filename or "", one.lineno or 0, id(one))
        return key(self) < key(other) if isinstance(other, DocTest) else NotImplemented


_EXAMPLE = re.compile(
    r"""
    (?P<source>(?:^(?P<indent>[ ]*)>>>[ ]?.*)(?:\n[ ]*\.\.\.(?:[ ].*|$))*)\n?
    (?P<want>(?:(?![ ]*$)(?![ ]*>>>).+$\n?)*)
    """,
    re.MULTILINE | re.VERBOSE,
)
_EXCEPTION = re.compile(
    r"^(?:Traceback\ \((?:most\ recent\ call\ last|innermost\ last)\):)[ \t]*$\n?(?P<stack>.*?)^(?P<msg>\w+.*)",
    re.VERBOSE | re.MULTILINE | re.DOTALL,
)
_OPTIONS = re.compile(r"#\s*doctest:\s*([^\n\'\"]*)$", re.MULTILINE)


class DocTestParser:
    def parse(self, string, name="<string>"):
        """Texts and examples in turn."""
        string = string.expandtabs()
        margin = min((len(line) - len(line.lstrip(" ")) for line in string.split("\n") if line.strip(" ")), default=0)
        if margin:
            string = "\n".join(line[margin:] for line in string.split("\n"))
        found, at, lineno = [], 0, 0
        for match in _EXAMPLE.finditer(string):
            found.append(string[at : match.start()])
            lineno += string.count("\n", at, match.start())
            source, options, want, exc_msg = self._example(match, name, lineno)
            if source.strip() and not all(line.strip().startswith("#") or not line.strip() for line in source.split("\n")):
                found.append(Example(source, want, exc_msg, lineno, margin + len(match["indent"]), options))
            lineno += string.count("\n", match.start(), match.end())
            at = match.end()
        found.append(string[at:])
        return found

    def get_doctest(self, string, globs, name, filename, lineno):
        return DocTest(self.get_examples(string, name), globs, name, filename, lineno, string)

    def get_examples(self, string, name="<string>"):
        return [one for one in self.parse(string, name) if isinstance(one, Example)]

    def _example(self, match, name, lineno):
        indent = len(match["indent"])
        lines = match["source"].split("\n")
        for i, line in enumerate(lines):
            if len(line) >= indent + 4 and line[indent + 3] != " ":
                raise ValueError(
                    f"line {lineno + i + 1} of the docstring for {name} lacks blank after {line[indent : indent + 3]}: {line!r}"
                )
            if i and not line.startswith(" " * indent + "."):
                raise ValueError(
                    f"line {lineno + i + 1} of the docstring for {name} has inconsistent leading whitespace: {line!r}"
                )
        source = "\n".join(line[indent + 4 :] for line in lines)
        wanted = match["want"].split("\n")
        if len(wanted) > 1 and not wanted[-1].strip():
            wanted.pop()
        for i, line in enumerate(wanted):
            if line and not line.startswith(" " * indent):
                number = lineno + len(lines) + i + 1
                raise ValueError(f"line {number} of the docstring for {name} has inconsistent leading whitespace: {line!r}")
        want = "\n".join(line[indent:] for line in wanted)
        error = _EXCEPTION.match(want)
        return source, self._options(source, name, lineno), want, error["msg"] if error else None

    def _options(self, source, name, lineno):
        options = {}
        for match in _OPTIONS.finditer(source):
            for option in match.group(1).replace(",", " ").split():
                if option[0] not in "+-" or option[1:] not in OPTIONFLAGS_BY_NAME:
                    raise ValueError(f"line {lineno + 1} of the doctest for {name} has an invalid option: {option!r}")
                options[OPTIONFLAGS_BY_NAME[option[1:]]] = option[0] == "+"
        return options


class DocTestFinder:
    """The examples of a module, of its classes and of their functions."""

    def __init__(self, verbose=False, parser=DocTestParser(), recurse=True, exclude_empty=True):
        self._parser, self._recurse, self._exclude_empty = parser, recurse, exclude_empty

    def find(self, obj, name=None, module=None, globs=None, extraglobs=None):
        if name is None:
            name = getattr(obj, "__name__", None)
            if name is None:
                raise ValueError(f"DocTestFinder.find: name must be given when obj.__name__ doesn't exist: {type(obj)!r}")
        if module is None:
            module = obj if isinstance(obj, type(sys)) else sys.modules.get(getattr(obj, "__module__", None))
        if globs is None:
            globs = {} if module in (None, False) else module.__dict__.copy()
        else:
            globs = globs.copy()
        globs.update(extraglobs or {})
        globs.setdefault("__name__", "__main__")
        tests = []
        self._find(tests, obj, name, module, globs, {})
        tests.sort()
        return tests

    def _find(self, tests, obj, name, module, globs, seen):
        if id(obj) in seen:
            return
        seen[id(obj)] = 1
        test = self._get_test(obj, name, module, globs)
        if test is not None:
            tests.append(test)
        if not self._recurse:
            return
        for inner, value in list(getattr(obj, "__dict__", {}).items()):
            if isinstance(value, (staticmethod, classmethod)):
                value = value.__func__
            is_code = callable(value) and hasattr(value, "__dict__") and hasattr(value, "__module__")
            is_code = is_code or inspect.isroutine(value)
            if isinstance(obj, type(sys)):
                if is_code and getattr(value, "__module__", None) == obj.__name__:
                    self._find(tests, value, f"{name}.{inner}", module, globs, seen)
            elif isinstance(obj, type) and (isinstance(value, property) or is_code):
                self._find(tests, value, f"{name}.{inner}", module, globs, seen)
        if isinstance(obj, type(sys)):
            for inner, value in getattr(obj, "__test__", {}).items():
                if isinstance(value, str):
                    test = self._get_test(value, f"{name}.__test__.{inner}", module, globs)
                    if test is not None:
                        tests.append(test)
                else:
                    self._find(tests, value, f"{name}.__test__.{inner}", module, globs, seen)

    def _get_test(self, obj, name, module, globs):
        doc = obj if isinstance(obj, str) else getattr(obj, "__doc__", None) or ""
        if not isinstance(doc, str):
            doc = str(doc)
        if self._exclude_empty and not doc:
            return None
        test = self._parser.get_doctest(doc, globs, name, getattr(module, "__file__", None), None)
        return test if test.examples or not self._exclude_empty else None


class OutputChecker:
    """Compares what was printed with what was wanted."""

    def check_output(self, want, got, optionflags):
        if got == want:
            return True
        if not optionflags & DONT_ACCEPT_TRUE_FOR_1 and (got, want) in (("True\n", "1\n"), ("False\n", "0\n")):
            return True
        if not optionflags & DONT_ACCEPT_BLANKLINE:
            want = re.sub(rf"(?m)^{re.escape(BLANKLINE_MARKER)}\s*?$", "", want)
            got = re.sub(r"(?m)^[^\S\n]+$", "", got)
            if got == want:
                return True
        if optionflags & NORMALIZE_WHITESPACE:
            got, want = " ".join(got.split()), " ".join(want.split())
            if got == want:
                return True
        return bool(optionflags & ELLIPSIS) and _matches(want, got)

    def output_difference(self, example, got, optionflags):
        want = example.want
        if not optionflags & DONT_ACCEPT_BLANKLINE:
            got = re.sub("(?m)^[ ]*(?=\n)", BLANKLINE_MARKER, got)
        if self._wants_diff(want, got, optionflags):
            old, new = want.splitlines(True), got.splitlines(True)
            if optionflags & REPORT_UDIFF:
                lines, kind = list(difflib.unified_diff(old, new, n=2))[2:], "unified diff with -expected +actual"
            elif optionflags & REPORT_CDIFF:
                lines, kind = list(difflib.context_diff(old, new, n=2))[2:], "context diff with expected followed by actual"
            else:
                lines = difflib.Differ(charjunk=difflib.IS_CHARACTER_JUNK).compare(old, new)
                kind = "ndiff with -expected +actual"
            return f"Differences ({kind}):\n" + _indented("".join(lines))
        expected = f"Expected:\n{_indented(want)}" if want else "Expected nothing\n"
        return expected + (f"Got:\n{_indented(got)}" if got else "Got nothing\n")

    def _wants_diff(self, want, got, optionflags):
        if not optionflags & (REPORT_UDIFF | REPORT_CDIFF | REPORT_NDIFF):
            return False
        return bool(optionflags & REPORT_NDIFF) or want.count("\n") > 2 and got.count("\n") > 2


def _indented(text, indent=4):
    return re.sub("(?m)^(?!$)", " " * indent, text)


def _matches(want, got):
    """Whether a text is the wanted one, of which `...` is anything."""
    if ELLIPSIS_MARKER not in want:
        return want == got
    parts = want.split(ELLIPSIS_MARKER)
    start, end = 0, len(got)
    if parts[0]:
        if not got.startswith(parts[0]):
            return False
        start = len(parts.pop(0))
    if parts and parts[-1]:
        if not got.endswith(parts[-1]):
            return False
        end -= len(parts.pop())
    if start > end:
        return False
    for part in parts:
        start = got.find(part, start, end)
        if start < 0:
            return False
        start += len(part)
    return True


def _without_detail(text):
    """The name of an exception, without its module and its message."""
    first = text.split("\n", 1)[0]
    return first.split(":", 1)[0].rsplit(".", 1)[-1].rstrip()


class _SpoofOut(io.StringIO):
    """What an example prints, with a line end after it: what is wanted ends in one."""

    def getvalue(self):
        return _with_newline(super().getvalue())

    def truncate(self, size=None):
        self.seek(size)
        super().truncate()


_FILE_OF_EXAMPLE = re.compile(r"<doctest (?P<name>.+)\[(?P<number>\d+)\]>$")


def _extract_future_flags(globs):
    """The compiler's flags of the `__future__` features that a namespace has imported."""
    features = {name: getattr(__future__, name) for name in __future__.all_feature_names}
    imported = [feature.compiler_flag for name, feature in features.items() if globs.get(name) is feature]
    return functools.reduce(operator.or_, imported, 0)


class DocTestRunner:
    DIVIDER = _DIVIDER

    def __init__(self, checker=None, verbose=None, optionflags=0):
        self._checker = checker or OutputChecker()
        self._verbose = "-v" in sys.argv if verbose is None else verbose
        self.optionflags = self.original_optionflags = optionflags
        self.tries = self.failures = self.skips = 0
        self._stats = {}
        self._fakeout = _SpoofOut()

    def report_start(self, out, test, example):
        if self._verbose:
            wanted = f"Expecting:\n{_indented(example.want)}" if example.want else "Expecting nothing\n"
            out(f"Trying:\n{_indented(example.source)}{wanted}")

    def report_success(self, out, test, example, got):
        if self._verbose:
            out("ok\n")

    def report_failure(self, out, test, example, got):
        out(self._header(test, example) + self._checker.output_difference(example, got, self.optionflags))

    def report_unexpected_exception(self, out, test, example, exc_info):
        told = "".join(traceback.format_exception(*exc_info))
        out(self._header(test, example) + "Exception raised:\n" + _indented(told))

    def _header(self, test, example):
        if test.filename:
            line = "?" if test.lineno is None else test.lineno + example.lineno + 1
            place = f'File "{test.filename}", line {line}, in {test.name}'
        else:
            place = f"Line {example.lineno + 1}, in {test.name}"
        return f"{self.DIVIDER}\n{place}\nFailed example:\n{_indented(example.source)}"

    def run(self, test, compileflags=None, out=None, clear_globs=True):
        self.test = test
        flags = _extract_future_flags(test.globs) if compileflags is None else compileflags
        before, hook, self.save_linecache_getlines = sys.stdout, sys.displayhook, linecache.getlines
        sys.stdout, sys.displayhook = self._fakeout, _display
        linecache.getlines = self.__patched_linecache_getlines
        try:
            return self.__run(test, flags, out or before.write)
        finally:
            sys.stdout, sys.displayhook, linecache.getlines = before, hook, self.save_linecache_getlines
            if clear_globs:
                test.globs.clear()

    # Subclasses of other packages call these three by their mangled names.
    def __patched_linecache_getlines(self, filename, module_globals=None):
        """The lines of a file, or of an example of the running test: debuggers show them."""
        found = _FILE_OF_EXAMPLE.match(filename)
        if found and found["name"] == self.test.name:
            return self.test.examples[int(found["number"])].source.splitlines(True)
        return self.save_linecache_getlines(filename, module_globals)

    def __run(self, test, compileflags, out):
        failures = tries = skips = 0
        for number, example in enumerate(test.examples):
            quiet = self.optionflags & REPORT_ONLY_FIRST_FAILURE and failures
            self.optionflags = self.original_optionflags
            for flag, on in example.options.items():
                self.optionflags = self.optionflags | flag if on else self.optionflags & ~flag
            tries += 1
            if self.optionflags & SKIP:
                skips += 1
                continue
            if not quiet:
                self.report_start(out, test, example)
            passed = self._run_one(test, example, number, compileflags, out, quiet)
            failures += not passed
            if not passed and self.optionflags & FAIL_FAST:
                break
        self.optionflags = self.original_optionflags
        self.__record_outcome(test, failures, tries, skips)
        return TestResults(failures, tries, skipped=skips)

    def __record_outcome(self, test, failures, tries, skips):
        """Adds the counts of a test's examples to those of its name and of all."""
        counts = failures, tries, skips
        known = self._stats.get(test.name, (0, 0, 0))
        self._stats[test.name] = tuple([old + new for old, new in zip(known, counts)])
        self.failures, self.tries, self.skips = self.failures + failures, self.tries + tries, self.skips + skips

    def _run_one(self, test, example, number, compileflags, out, quiet):
        """Whether one example does what it says."""
        error = None
        try:
            file = f"<doctest {test.name}[{number}]>"
            exec(compile(example.source, file, "single", compileflags, True), test.globs)
        except KeyboardInterrupt:
            raise
        except BaseException as raised:
            error = raised
        got = self._fakeout.getvalue()
        self._fakeout.truncate(0)
        check = self._checker.check_output
        if error is None:
            if example.exc_msg is None and check(example.want, got, self.optionflags):
                if not quiet:
                    self.report_success(out, test, example, got)
                return True
            if not quiet:
                self.report_failure(out, test, example, got)
            return False
        told = "".join(traceback.format_exception_only(type(error), error))
        if isinstance(error, SyntaxError):
            told = told[told.rfind("\n", 0, -1) + 1 :]
        if not quiet:
            got += "".join(traceback.format_exception(type(error), error, error.__traceback__))
        if example.exc_msg is None:
            if not quiet:
                self.report_unexpected_exception(out, test, example, (type(error), error, error.__traceback__))
            return False
        passed = check(example.exc_msg, told, self.optionflags)
        if not passed and self.optionflags & IGNORE_EXCEPTION_DETAIL:
            passed = check(_without_detail(example.exc_msg), _without_detail(told), self.optionflags)
        if not quiet:
            (self.report_success if passed else self.report_failure)(out, test, example, got)
        return passed

    def summarize(self, verbose=None):
        verbose = self._verbose if verbose is None else verbose
        failed = [(name, stats) for name, stats in sorted(self._stats.items()) if stats[0]]
        if verbose:
            empty = [name for name, stats in sorted(self._stats.items()) if not stats[1]]
            passed = [(name, stats[1]) for name, stats in sorted(self._stats.items()) if stats[1] and not stats[0]]
            if empty:
                print(f"{len(empty)} item{'' if len(empty) == 1 else 's'} had no tests:")
                for name in empty:
                    print(f"    {name}")
            if passed:
                print(f"{len(passed)} item{'' if len(passed) == 1 else 's'} passed all tests:")
                for name, count in passed:
                    print(f" {count:3d} test{'' if count == 1 else 's'} in {name}")
        if failed:
            print(self.DIVIDER)
            print(f"{len(failed)} item{'' if len(failed) == 1 else 's'} had failures:")
            for name, (failures, tries, _) in failed:
                print(f" {failures:3d} of {tries:3d} in {name}")
        if verbose:
            count = len(self._stats)
            print(f"{self.tries} test{'' if self.tries == 1 else 's'} in {count} item{'' if count == 1 else 's'}.")
            print(f"{self.tries - self.failures} passed and {self.failures} failed.")
            if not self.failures:
                print("Test passed.")
        if self.failures:
            print(f"***Test Failed*** {self.failures} failure{'' if self.failures == 1 else 's'}.")
        return TestResults(self.failures, self.tries, skipped=self.skips)


def _display(value):
    if value is not None:
        print(repr(value))


class DocTestFailure(Exception):
    def __init__(self, test, example, got):
        self.test, self.example, self.got = test, example, got

    def __str__(self):
        return str(self.test)


class UnexpectedException(Exception):
    def __init__(self, test, example, exc_info):
        self.test, self.example, self.exc_info = test, example, exc_info

    def __str__(self):
        return str(self.test)


class DebugRunner(DocTestRunner):
    """Raises what fails."""

    def report_unexpected_exception(self, out, test, example, exc_info):
        raise UnexpectedException(test, example, exc_info)

    def report_failure(self, out, test, example, got):
        raise DocTestFailure(test, example, got)


master = None


def testmod(
    m=None,
    name=None,
    globs=None,
    verbose=None,
    report=True,
    optionflags=0,
    extraglobs=None,
    raise_on_error=False,
    exclude_empty=False,
):
    """Run the examples of a module."""
    if m is None:
        m = sys.modules["__main__"]
    if not isinstance(m, type(sys)):
        raise TypeError(f"testmod: module required; {m!r}")
    finder = DocTestFinder(exclude_empty=exclude_empty)
    runner = (DebugRunner if raise_on_error else DocTestRunner)(verbose=verbose, optionflags=optionflags)
    for test in finder.find(m, m.__name__ if name is None else name, globs=globs, extraglobs=extraglobs):
        runner.run(test)
    if report:
        runner.summarize()
    return TestResults(runner.failures, runner.tries, skipped=runner.skips)


def testfile(
    filename,
    module_relative=True,
    name=None,
    package=None,
    globs=None,
    verbose=None,
    report=True,
    optionflags=0,
    extraglobs=None,
    raise_on_error=False,
    parser=DocTestParser(),
    encoding=None,
):
    """Run the examples of a text file."""
    if package and not module_relative:
        raise ValueError("Package may only be specified for module-relative paths.")
    text, filename = _load_testfile(filename, package, module_relative, encoding or "utf-8")
    names = {**(globs or {}), **(extraglobs or {})}
    names.setdefault("__name__", "__main__")
    runner = (DebugRunner if raise_on_error else DocTestRunner)(verbose=verbose, optionflags=optionflags)
    runner.run(parser.get_doctest(text, names, name or filename.rsplit("/", 1)[-1], filename, 0))
    if report:
        runner.summarize()
    return TestResults(runner.failures, runner.tries, skipped=runner.skips)


def run_docstring_examples(f, globs, verbose=False, name="NoName", compileflags=None, optionflags=0):
    """Run the examples of one object."""
    runner = DocTestRunner(verbose=verbose, optionflags=optionflags)
    for test in DocTestFinder(verbose=verbose, recurse=False).find(f, name, globs=globs):
        runner.run(test)


# How failures are reported by tests that do not say so themselves.
_unittest_reportflags = 0


def set_unittest_reportflags(flags):
    """Sets how failures are reported by tests of unittest; the flags before."""
    global _unittest_reportflags
    if flags & REPORTING_FLAGS != flags:
        raise ValueError("Only reporting flags allowed", flags)
    old, _unittest_reportflags = _unittest_reportflags, flags
    return old


class DocTestCase(unittest.TestCase):
    """Examples as a test."""

    def __init__(self, test, optionflags=0, setUp=None, tearDown=None, checker=None):
        super().__init__()
        self._dt_optionflags, self._dt_checker, self._dt_test = optionflags, checker, test
        self._dt_setUp, self._dt_tearDown = setUp, tearDown
        self._dt_globs = test.globs.copy()

    def setUp(self):
        if self._dt_setUp is not None:
            self._dt_setUp(self._dt_test)

    def tearDown(self):
        if self._dt_tearDown is not None:
            self._dt_tearDown(self._dt_test)
        self._dt_test.globs.clear()
        self._dt_test.globs.update(self._dt_globs)

    def runTest(self):
        report = io.StringIO()
        flags = self._dt_optionflags
        if not flags & REPORTING_FLAGS:
            flags |= _unittest_reportflags
        runner = DocTestRunner(optionflags=flags, checker=self._dt_checker, verbose=False)
        runner.DIVIDER = "-" * 70
        result = runner.run(self._dt_test, out=report.write, clear_globs=False)
        if result.skipped == result.attempted:
            raise unittest.SkipTest("all examples were skipped")
        if result.failed:
            raise self.failureException(self.format_failure(report.getvalue()))

    def format_failure(self, err):
        """The words of a failure."""
        test = self._dt_test
        line = "unknown line number" if test.lineno is None else test.lineno
        name = test.name.split(".")[-1]
        return f'Failed doctest test for {test.name}\n  File "{test.filename}", line {line}, in {name}\n\n{err}'

    def debug(self):
        """Run the examples; what they raise is not caught."""
        self.setUp()
        runner = DebugRunner(optionflags=self._dt_optionflags, checker=self._dt_checker, verbose=False)
        runner.run(self._dt_test, clear_globs=False)
        self.tearDown()

    def _all(self):
        return self._dt_optionflags, self._dt_setUp, self._dt_tearDown, self._dt_checker

    def __eq__(self, other):
        if type(self) is not type(other):
            return NotImplemented
        return self._dt_test == other._dt_test and self._all() == other._all()

    def __hash__(self):
        return hash(self._all())

    def id(self):
        return self._dt_test.name

    def __repr__(self):
        name = self._dt_test.name.split(".")
        return f"{name[-1]} ({'.'.join(name[:-1])})"

    __str__ = object.__str__

    def shortDescription(self):
        return "Doctest: " + self._dt_test.name


def DocTestSuite(module=None, globs=None, extraglobs=None, test_finder=None, **options):
    """The examples of a module as tests."""
    finder = test_finder or DocTestFinder()
    if module is None:
        module = getattr(sys, "_getframemodulename", lambda depth: "__main__")(1)
    module = sys.modules[module] if isinstance(module, str) else module
    tests = finder.find(module, globs=globs, extraglobs=extraglobs)
    return unittest.TestSuite(DocTestCase(test, **options) for test in tests if test.examples)


def script_from_examples(s):
    """A program of the examples of a text; the rest becomes comments."""
    lines = []
    for piece in DocTestParser().parse(s):
        if isinstance(piece, Example):
            lines.append(piece.source[:-1])
            if piece.want:
                lines.append("# Expected:")
                lines += [f"## {line}" for line in piece.want.split("\n")[:-1]]
        else:
            lines += [f"# {line}" if line.strip() else "#" for line in piece.split("\n")[:-1]]
    while lines and lines[-1] == "#":
        lines.pop()
    while lines and lines[0] == "#":
        lines.pop(0)
    return "\n".join(lines) + "\n"


from _doctest_files import (  # noqa: E402
    DocFileCase,
    DocFileSuite,
    DocFileTest,
    _load_testfile,
    _module_relative_path,
    _normalize_module,
    debug,
    debug_script,
    debug_src,
    testsource,
)
