# test.support.*: the helpers that tests import from there, as much of them as the tests use.
import contextlib
import os
import sys
import unittest
import warnings

TESTFN = "@test_tmp"
TESTFN_ASCII = TESTFN
TESTFN_UNICODE = TESTFN + "-àòɘŁğ"
TESTFN_NONASCII = TESTFN_UNENCODABLE = TESTFN_UNDECODABLE = None
FS_NONASCII = "é"
SAVEDCWD = "."
can_symlink = can_xattr = can_chmod = lambda: False
interpreter_requires_environment = lambda: True


class Absent:
    """A module of CPython's own tests, which there is none of here: a test that asks it for something is skipped."""

    def __getattr__(self, name):
        raise unittest.SkipTest("works on CPython's own structures")


def import_module(name, deprecated=False, *, required_on=()):
    if name.startswith("_test"):
        return Absent()
    try:
        __import__(name)
    except ImportError as error:
        raise unittest.SkipTest(str(error)) from None
    return sys.modules[name]


def import_fresh_module(module, fresh=(), blocked=(), deprecated=False):
    """The module as it is: there is one form of each, and none with a half in C."""
    if any(not name.startswith("_") for name in blocked) or any(name == f"_{module}" for name in fresh):
        return None
    try:
        __import__(module)
    except ImportError:
        return None
    return sys.modules[module]


class CleanImport:
    def __init__(self, *names, usefilters=False):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *given):
        pass


@contextlib.contextmanager
def ready_to_import(name=None, source=""):
    raise unittest.SkipTest("modules are not imported from files")
    yield


@contextlib.contextmanager
def frozen_modules(enabled=True):
    yield


@contextlib.contextmanager
def isolated_modules():
    yield


def modules_setup():
    return ({},)


def modules_cleanup(old):
    pass


def forget(name):
    pass


def make_legacy_pyc(source):
    raise unittest.SkipTest("no compiled files")


class _Warnings(list):
    @property
    def warnings(self):
        return self

    def __getattr__(self, name):
        if self:
            return getattr(self[-1], name)
        raise AttributeError(name)

    def reset(self):
        del self[:]


@contextlib.contextmanager
def check_warnings(*filters, **options):
    quiet = options.get("quiet", not filters)
    expected = filters or (("", Warning),)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        watched = _Warnings()
        yield type("Recorder", (), {"warnings": caught, "reset": lambda self: caught.clear()})()
    del watched
    if not quiet:
        for message, kind in expected:
            if not any(issubclass(one.category, kind) for one in caught):
                raise AssertionError(f"filter ({message!r}, {kind.__name__}) did not catch any warning")


def ignore_warnings(*, category=Warning):
    def decorator(test):
        def wrapped(*args, **kwargs):
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", category=category)
                return test(*args, **kwargs)

        wrapped.__name__ = test.__name__
        return wrapped

    return decorator


@contextlib.contextmanager
def check_no_warnings(testcase, message="", category=Warning, force_gc=False):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        yield
    testcase.assertEqual(caught, [])


check_no_resource_warning = check_no_warnings


@contextlib.contextmanager
def save_restore_warnings_filters():
    yield


def check_syntax_warning(testcase, statement, errtext="", *, lineno=1, offset=None):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", SyntaxWarning)
        compile(statement, "<testcase>", "exec")
    testcase.assertEqual(len(caught), 1)


@contextlib.contextmanager
def temp_dir(path=None, quiet=False):
    import tempfile

    with tempfile.TemporaryDirectory() as made:
        yield made


@contextlib.contextmanager
def temp_cwd(name="tempcwd", quiet=False):
    yield "."


@contextlib.contextmanager
def change_cwd(path, quiet=False):
    yield path


def unlink(filename):
    try:
        os.unlink(filename)
    except OSError:
        pass


def rmtree(path):
    import shutil

    shutil.rmtree(path, ignore_errors=True)


def create_empty_file(filename):
    with open(filename, "wb"):
        pass


class FakePath:
    def __init__(self, path):
        self.path = path

    def __repr__(self):
        return f"<FakePath {self.path!r}>"

    def __fspath__(self):
        if isinstance(self.path, BaseException) or isinstance(self.path, type) and issubclass(self.path, BaseException):
            raise self.path
        return self.path


class EnvironmentVarGuard:
    def __init__(self):
        self.changed = {}

    def __getitem__(self, name):
        return os.environ[name]

    def __setitem__(self, name, value):
        self.changed.setdefault(name, os.environ.get(name))
        os.environ[name] = value

    def __delitem__(self, name):
        self.unset(name)

    def set(self, name, value):
        self[name] = value

    def unset(self, *names):
        for name in names:
            self.changed.setdefault(name, os.environ.get(name))
            os.environ.pop(name, None)

    def __enter__(self):
        return self

    def __exit__(self, *given):
        for name, value in self.changed.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value


def skip_unless_symlink(test):
    return unittest.skip("needs links")(test)


skip_unless_xattr = skip_unless_working_chmod = skip_unless_hardlink = skip_unless_symlink
skip_if_dac_override = skip_unless_symlink
reap_threads = lambda test: test


def requires_working_threading(*, module=False):
    try:
        import threading
    except ImportError:
        if module:
            raise unittest.SkipTest("needs threads") from None
        return unittest.skip("needs threads")
    return (lambda test: test) if not module else None


def threading_setup():
    return ()


def threading_cleanup(*given):
    pass


def join_thread(thread, timeout=None):
    thread.join(timeout)


@contextlib.contextmanager
def wait_threads_exit(timeout=None):
    yield


@contextlib.contextmanager
def start_threads(threads, unlock=None):
    threads = list(threads)
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        if unlock:
            unlock()
        for thread in threads:
            thread.join()


@contextlib.contextmanager
def catch_threading_exception():
    import threading

    before, caught = threading.excepthook, type("Caught", (), {})()
    caught.exc_type = caught.exc_value = caught.exc_traceback = caught.thread = None

    def hook(args):
        caught.exc_type, caught.exc_value = args.exc_type, args.exc_value
        caught.exc_traceback, caught.thread = args.exc_traceback, args.thread

    threading.excepthook = hook
    try:
        yield caught
    finally:
        threading.excepthook = before


def assert_python_ok(*args, **env):
    raise unittest.SkipTest("needs a subprocess")


assert_python_failure = run_python_until_end = spawn_python = kill_python = make_script = run_test_script = assert_python_ok
make_pkg = make_zip_script = make_zip_pkg = assert_python_ok


class ASTTestMixin:
    """Compares trees."""

    def assertASTEqual(self, ast1, ast2):
        import ast

        self.assertEqual(ast.dump(ast1), ast.dump(ast2))


def skip_unless_bind_unix_socket(test):
    return unittest.skip("needs sockets")(test)


def tcp_blackhole(*given):
    raise unittest.SkipTest("needs sockets")


HOST, HOSTv4, HOSTv6, IPV6_ENABLED, has_gethostname = "localhost", "127.0.0.1", "::1", False, False


class ExtraAssertions:
    def assertHasAttr(self, obj, name, msg=None):
        self.assertTrue(hasattr(obj, name), msg)

    def assertStartsWith(self, text, prefix, msg=None):
        self.assertTrue(text.startswith(prefix), msg)


class ComplexesAreIdenticalMixin:
    """Compares floats and complex numbers, signs of zeros and what is no number too."""

    def assertFloatIdentical(self, x, y):
        import math

        if math.isnan(x) or math.isnan(y):
            if math.isnan(x) and math.isnan(y):
                return
        elif x == y and (x != 0 or math.copysign(1, x) == math.copysign(1, y)):
            return
        self.fail(f"floats {x!r} and {y!r} are not identical")

    def assertComplexesAreIdentical(self, a, b):
        self.assertFloatIdentical(a.real, b.real)
        self.assertFloatIdentical(a.imag, b.imag)


FloatsAreIdenticalMixin = ComplexesAreIdenticalMixin


class ExceptionIsLikeMixin:
    """Compares exceptions and groups of them by classes and messages."""

    def assertExceptionIsLike(self, exc, template):
        if exc is None and template is None:
            return
        if template is None:
            self.fail(f"unexpected exception: {exc}")
        if exc is None:
            self.fail(f"expected an exception like {template!r}, got None")
        if not isinstance(exc, ExceptionGroup):
            self.assertEqual(exc.__class__, template.__class__)
            self.assertEqual(exc.args[0], template.args[0])
        else:
            self.assertEqual(exc.message, template.message)
            self.assertEqual(len(exc.exceptions), len(template.exceptions))
            for one, other in zip(exc.exceptions, template.exceptions):
                self.assertExceptionIsLike(one, other)
