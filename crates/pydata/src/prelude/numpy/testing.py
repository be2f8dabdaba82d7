"""`numpy.testing`: arrays that must be equal, or nearly; errors and warnings that must occur."""

import contextlib
import operator
import warnings
from unittest import SkipTest, TestCase

import numpy as np

verbose = 0
NUMPY_ROOT = None
IS_PYPY = IS_PYSTON = IS_WASM = IS_MUSL = False
IS_64BIT = HAS_REFCOUNT = IS_EDITABLE = True


def assert_(val, msg=""):
    """Raises AssertionError unless the value is true; `msg` is a text, or a function that makes one."""
    if not val:
        raise AssertionError(msg() if callable(msg) else msg)


def build_err_msg(arrays, err_msg, header="Items are not equal:", verbose=True, names=("ACTUAL", "DESIRED"), precision=8):
    """The text of an error about two values."""
    lines, err_msg = ["\n" + header], str(err_msg)
    if err_msg and "\n" not in err_msg and len(err_msg) < 79 - len(header):
        lines = [lines[0] + " " + err_msg]
    elif err_msg:
        lines.append(err_msg)
    for name, one in zip(names, arrays) if verbose else ():
        try:
            text = np.array_repr(one, precision=precision) if isinstance(one, np.ndarray) else repr(one)
        except Exception as error:
            text = f"[repr failed for <{type(one).__name__}>: {error}]"
        if text.count("\n") > 3:
            text = "\n".join(text.splitlines()[:3]) + "..."
        lines.append(f" {name}: {text}")
    return "\n".join(lines)


def _parts(value):
    return (np.real(value), np.imag(value)) if np.iscomplexobj(value) else (value, 0)


def assert_equal(actual, desired, err_msg="", verbose=True, *, strict=False):
    """Raises AssertionError unless values are equal: numbers, texts, arrays, and what lists and dicts hold."""
    if isinstance(desired, dict):
        if not isinstance(actual, dict):
            raise AssertionError(repr(type(actual)))
        assert_equal(len(actual), len(desired), err_msg, verbose)
        for key in desired:
            if key not in actual:
                raise AssertionError(repr(key))
            assert_equal(actual[key], desired[key], f"key={key!r}\n{err_msg}", verbose)
        return
    if isinstance(desired, (list, tuple)) and isinstance(actual, (list, tuple)):
        assert_equal(len(actual), len(desired), err_msg, verbose)
        for i, (one, other) in enumerate(zip(actual, desired)):
            assert_equal(one, other, f"item={i!r}\n{err_msg}", verbose)
        return
    if isinstance(actual, np.ndarray) or isinstance(desired, np.ndarray):
        return assert_array_equal(actual, desired, err_msg, verbose, strict=strict)
    if not _same(actual, desired):
        raise AssertionError(build_err_msg([actual, desired], err_msg, verbose=verbose))


def _same(actual, desired):
    """Returns whether two single values are equal: NaN is, zeros of two signs are not."""
    if isinstance(actual, (complex, np.complexfloating)) or isinstance(desired, (complex, np.complexfloating)):
        return all(_same(one, other) for one, other in zip(_parts(actual), _parts(desired)))
    if np.isscalar(actual) != np.isscalar(desired):
        return False
    with contextlib.suppress(TypeError, ValueError, NotImplementedError):
        if np.isnat(desired) and np.isnat(actual):
            return type(desired) is type(actual)
    with contextlib.suppress(TypeError, ValueError, NotImplementedError):
        if np.isnan(desired) and np.isnan(actual):
            return True
        if desired == 0 and actual == 0:
            return bool(np.signbit(desired) == np.signbit(actual))
    return bool(desired == actual)


def print_assert_equal(test_string, actual, desired):
    """Raises AssertionError, with both values, unless they are equal."""
    import pprint

    if not actual == desired:
        raise AssertionError(f"{test_string} failed\nACTUAL: \n{pprint.pformat(actual)}\nDESIRED: \n{pprint.pformat(desired)}\n")


def assert_almost_equal(actual, desired, decimal=7, err_msg="", verbose=True):
    """Raises AssertionError unless all differences are below 1.5 * 10**-decimal."""
    many = (np.ndarray, tuple, list)
    several = isinstance(actual, many) or isinstance(desired, many)
    if several and not (np.iscomplexobj(actual) or np.iscomplexobj(desired)):
        return assert_array_almost_equal(actual, desired, decimal, err_msg)
    pairs = zip(_parts(actual), _parts(desired))
    if not all(_near_parts(one, other, decimal) if several else _near(one, other, 1.5 * 10.0**-decimal) for one, other in pairs):
        header = f"Arrays are not almost equal to {decimal} decimals"
        raise AssertionError(build_err_msg([actual, desired], err_msg, verbose=verbose, header=header))


def _near_parts(actual, desired, decimal):
    try:
        assert_array_almost_equal(actual, desired, decimal)
    except AssertionError:
        return False
    return True


def _near(actual, desired, limit):
    with contextlib.suppress(TypeError, NotImplementedError):
        if not (np.isfinite(desired) and np.isfinite(actual)):
            return bool(np.isnan(desired) and np.isnan(actual)) or bool(desired == actual)
    return bool(abs(desired - actual) < limit)


def assert_approx_equal(actual, desired, significant=7, err_msg="", verbose=True):
    """Raises AssertionError unless two numbers agree in so many digits."""
    actual, desired = float(actual), float(desired)
    if desired == actual:
        return
    with np.errstate(invalid="ignore"):
        scale = float(np.power(10, np.floor(np.log10(0.5 * (np.abs(desired) + np.abs(actual))))))
    scaled = [value / scale if scale else 0.0 for value in (actual, desired)]
    finite = np.isfinite(desired) and np.isfinite(actual)
    near = abs(scaled[1] - scaled[0]) < 10.0 ** -(significant - 1) if finite else _near(actual, desired, 0)
    if not near:
        header = f"Items are not equal to {significant} significant digits:"
        raise AssertionError(build_err_msg([actual, desired], err_msg, header=header, verbose=verbose))


class _Comparison:
    """A comparison of two arrays, and what its errors say."""

    def __init__(self, x, y, err_msg, options):
        self.x, self.y, self.err_msg, self.options = x, y, str(err_msg), options

    def fail(self, what):
        """Raises the error with both arrays."""
        raise AssertionError(build_err_msg([self.x, self.y], self.err_msg + what, **self.options))

    def check_shapes(self, strict):
        """Shapes agree, or one array has no dimensions; strictly, the element types, too."""
        x, y = self.x, self.y
        if x.shape != y.shape and (strict or x.shape != () and y.shape != ()):
            self.fail(f"\n(shapes {x.shape}, {y.shape} mismatch)")
        if strict and x.dtype != y.dtype:
            self.fail(f"\n(dtypes {x.dtype}, {y.dtype} mismatch)")

    def same_places(self, function, name):
        """Where both arrays have such elements, which must be the same places."""
        in_x, in_y = function(self.x), function(self.y)
        if not np.all(in_x == in_y):
            self.fail(f"\n{name} location mismatch:")
        return in_x if np.ndim(in_x) == 0 or np.ndim(in_y) else in_y

    def special(self, equal_nan, equal_inf):
        """Where elements are equal because they are NaN, NaT or the same infinity."""
        kinds = {one.dtype.kind for one in (self.x, self.y)}
        flagged = np.bool_(False)
        if kinds <= set("biufc"):
            if equal_nan:
                flagged = self.same_places(np.isnan, "nan")
            if equal_inf:
                places = self.same_places(lambda one: np.logical_and(np.isinf(one), np.invert(flagged)), "inf")
                self.check_infinities(places)
                flagged = flagged | places
        elif kinds in ({"m"}, {"M"}) and equal_nan:
            flagged = self.same_places(np.isnat, "NaT")
        return flagged

    def check_infinities(self, places):
        """The infinities at those places have the same signs."""
        x, y = (self.x[places], self.y[places]) if self.x.ndim and self.y.ndim else (self.x, self.y)
        if np.any(places) and not np.all(x == y):
            _Comparison(x, y, self.err_msg, self.options).fail("\ninf values mismatch:")

    def remarks(self, wrong, flagged, x, y, names):
        """How many elements differ, which, and by how much."""
        count, total = int(np.sum(wrong)), flagged.size if flagged.ndim else np.size(wrong)
        yield f"Mismatched elements: {count} / {total} ({100 * count / total:.3g}%)"
        if np.ndim(wrong):
            places = np.argwhere(~flagged)[wrong] if flagged.ndim else np.argwhere(wrong)
            title = "Mismatch at index:" if len(places) == 1 else "Mismatch at indices:" if len(places) <= 5 else "First 5 mismatches are at indices:"
            yield "\n".join([title, *[self.mismatch(place.tolist(), names) for place in places[:5]]])
        with np.errstate(all="ignore"), contextlib.suppress(TypeError):
            yield from _violations(x, y, wrong)

    def mismatch(self, place, names):
        """The two elements of a place."""
        one, other = (array if array.ndim == 0 else array[tuple(place)] for array in (self.x, self.y))
        return f" {place}: {one} ({names[0]}), {other} ({names[1]})"


def _violations(x, y, wrong):
    if "b" in (x.dtype.kind, y.dtype.kind) and x.dtype.kind == y.dtype.kind:
        raise TypeError("truth values have no difference")
    error, wrong = np.asarray(abs(x - y)), np.asarray(wrong)
    if x.dtype.kind == "u":
        error = np.minimum(error, abs(y - x))
    yield f"Max absolute difference among violations: {_number(np.max(error[wrong]))}"
    known = np.logical_and(wrong, y != np.zeros_like(y))
    relative = np.max(error[known] / abs(np.broadcast_to(y, error.shape)[known])) if np.any(known) else np.inf
    yield f"Max relative difference among violations: {_number(relative)}"


def _number(value):
    return str(value) if np.asarray(value).dtype.kind == "O" else np.array2string(np.asarray(value))


def assert_array_compare(
    comparison,
    x,
    y,
    err_msg="",
    verbose=True,
    header="",
    precision=6,
    equal_nan=True,
    equal_inf=True,
    *,
    strict=False,
    names=("ACTUAL", "DESIRED"),
):
    """Raises AssertionError unless a comparison holds for all elements of two arrays."""
    x, y = np.asanyarray(x), np.asanyarray(y)
    run = _Comparison(x, y, err_msg, {"verbose": verbose, "header": header, "precision": precision, "names": names})
    run.check_shapes(strict)
    flagged = run.special(equal_nan, equal_inf)
    if flagged.ndim == 0 and flagged:
        return
    if flagged.ndim:
        x, y = (one[~flagged] if one.ndim else one for one in (x, y))
        if np.all(flagged):
            return
    wrong = np.logical_not(comparison(x, y))
    if np.any(wrong):
        run.fail("\n" + "\n".join(run.remarks(wrong, flagged, x, y, names)))


def assert_array_equal(actual, desired, err_msg="", verbose=True, *, strict=False):
    """Raises AssertionError unless shapes and all elements are equal."""
    assert_array_compare(operator.eq, actual, desired, err_msg, verbose, "Arrays are not equal", strict=strict)


def assert_array_almost_equal(actual, desired, decimal=6, err_msg="", verbose=True):
    """Raises AssertionError unless all differences are below 1.5 * 10**-decimal."""
    header = f"Arrays are not almost equal to {decimal} decimals"
    compare = lambda x, y: abs(x - np.asanyarray(y, np.result_type(y, 1.0))) < 1.5 * 10.0**-decimal  # noqa: E731
    assert_array_compare(compare, actual, desired, err_msg, verbose, header, precision=decimal)


def assert_array_less(x, y, err_msg="", verbose=True, *, strict=False):
    """Raises AssertionError unless x < y everywhere."""
    header = "Arrays are not strictly ordered `x < y`"
    assert_array_compare(operator.lt, x, y, err_msg, verbose, header, equal_inf=False, strict=strict, names=("x", "y"))


def assert_allclose(actual, desired, rtol=1e-07, atol=0, equal_nan=True, err_msg="", verbose=True, *, strict=False):
    """Raises AssertionError unless all |actual - desired| are at most atol + rtol * |desired|."""
    header = f"Not equal to tolerance rtol={rtol:g}, atol={atol if isinstance(atol, np.timedelta64) else format(atol, 'g')}"
    compare = lambda x, y: np.isclose(x, y, rtol=rtol, atol=atol, equal_nan=equal_nan)  # noqa: E731
    assert_array_compare(compare, actual, desired, err_msg, verbose, header, equal_nan=equal_nan, strict=strict)


def assert_array_almost_equal_nulp(x, y, nulp=1):
    """Raises AssertionError unless floats are at most so many units in the last place apart."""
    limit = nulp * np.spacing(np.maximum(np.abs(x), np.abs(y)))
    if not np.all(np.abs(x - y) <= limit):
        complex_ones = np.iscomplexobj(x) or np.iscomplexobj(y)
        known = "" if complex_ones else f" (max is {np.max(_steps_between(x, y)):g})"
        raise AssertionError(f"Arrays are not equal to {nulp} ULP{known}")


def assert_array_max_ulp(a, b, maxulp=1, dtype=None):
    """The numbers of floats between elements; raises AssertionError if there are more than `maxulp`."""
    found = _steps_between(a, b, dtype)
    if not np.all(found <= maxulp):
        raise AssertionError(f"Arrays are not almost equal up to {maxulp:g} ULP (max difference is {np.max(found):g} ULP)")
    return found


def _steps_between(x, y, dtype=None):
    x, y = np.asarray(x, dtype), np.asarray(y, dtype)
    kind = np.common_type(x, y)
    if np.iscomplexobj(x) or np.iscomplexobj(y):
        raise NotImplementedError("_nulp not implemented for complex array")
    x, y = np.array([x], dtype=kind), np.array([y], dtype=kind)
    if x.shape != y.shape:
        raise ValueError(f"Arrays do not have the same shape: {x.shape} - {y.shape}")
    return np.abs((_ranks(x) - _ranks(y)).astype(kind))


def _ranks(x):
    """Floats' places in their order: the bits, those of negative numbers counted down."""
    bits = x.view(f"int{8 * x.itemsize}")
    return np.where(bits < 0, np.iinfo(bits.dtype).min - bits, bits)


def assert_string_equal(actual, desired):
    """Raises AssertionError, with the lines that differ, unless texts are equal."""
    import difflib

    for text in (actual, desired):
        if not isinstance(text, str):
            raise AssertionError(repr(type(text)))
    if actual != desired:
        lines = difflib.Differ().compare(actual.splitlines(True), desired.splitlines(True))
        raise AssertionError("Differences in strings:\n" + "".join([line for line in lines if not line.startswith("  ")]).rstrip())


def assert_raises(exception_class, *args, **kwargs):
    """Raises AssertionError unless a call, or a `with` block, raises such an exception."""
    return TestCase().assertRaises(exception_class, *args, **kwargs)


def assert_raises_regex(exception_class, expected_regexp, *args, **kwargs):
    """Like `assert_raises`, with a pattern that the exception's text contains."""
    return TestCase().assertRaisesRegex(exception_class, expected_regexp, *args, **kwargs)


@contextlib.contextmanager
def _warned(warning_class, name):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        yield
    if not [one for one in caught if issubclass(one.category, warning_class)]:
        raise AssertionError("No warning raised" + name)


@contextlib.contextmanager
def _not_warned(name):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        yield
        if caught:
            raise AssertionError(f"Got warnings{name}: {caught}")


def assert_warns(warning_class, *args, **kwargs):
    """Raises AssertionError unless a call, or a `with` block, warns."""
    if not args:
        return _warned(warning_class, "")
    with _warned(warning_class, f" when calling {args[0].__name__}"):
        return args[0](*args[1:], **kwargs)


def assert_no_warnings(*args, **kwargs):
    """Raises AssertionError if a call, or a `with` block, warns."""
    if not args:
        return _not_warned("")
    with _not_warned(f" when calling {args[0].__name__}"):
        return args[0](*args[1:], **kwargs)


@contextlib.contextmanager
def tempdir(*args, **kwargs):
    """A folder for the block, which is deleted after it."""
    import tempfile

    with tempfile.TemporaryDirectory(*args, **kwargs) as folder:
        yield folder


@contextlib.contextmanager
def temppath(*args, **kwargs):
    """A file for the block, which is deleted after it."""
    import os
    import tempfile

    handle, path = tempfile.mkstemp(*args, **kwargs)
    os.close(handle)
    try:
        yield path
    finally:
        os.remove(path)


def break_cycles():
    """Collects garbage."""
    import gc

    gc.collect()


def measure(code_str, times=1, label=None):
    """The seconds that a statement takes, run so many times where it is called."""
    import sys
    import time

    frame = sys._getframe(1)
    code = compile(code_str, f"Test name: {label} ", "exec")
    start = time.perf_counter()
    for _ in range(times):
        exec(code, frame.f_globals, frame.f_locals)
    return 0.01 * int(100 * (time.perf_counter() - start))
