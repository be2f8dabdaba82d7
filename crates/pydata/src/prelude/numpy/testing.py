"""`numpy.testing`: arrays that must be equal, or nearly."""

import numpy


def _check(ok, text, err_msg):
    if not ok:
        raise AssertionError("\n" + text + (f"\n{err_msg}" if err_msg else ""))


def assert_allclose(actual, desired, rtol=1e-07, atol=0, equal_nan=True, err_msg="", verbose=True):
    """Raises AssertionError unless all |actual - desired| are at most atol + rtol * |desired|."""
    a, b = numpy.asarray(actual), numpy.asarray(desired)
    close = numpy.isclose(a, b, rtol=rtol, atol=atol, equal_nan=equal_nan)
    if not numpy.all(close):
        wrong, count = int(numpy.size(close) - numpy.sum(close)), numpy.size(close)
        difference = numpy.abs(a - b)
        _check(
            False,
            f"Not equal to tolerance rtol={rtol:g}, atol={atol:g}\n{err_msg}\nMismatched elements: {wrong} / {count} "
            f"({100 * wrong / count:.3g}%)\nMax absolute difference among violations: {numpy.max(difference):.8g}\n"
            f" ACTUAL: {a!r}\n DESIRED: {b!r}",
            "",
        )


def assert_array_equal(actual, desired, err_msg="", verbose=True):
    """Raises AssertionError unless shapes and all elements are equal."""
    a, b = numpy.asarray(actual), numpy.asarray(desired)
    ok = a.shape == b.shape and bool(numpy.all((a == b) | (numpy.isnan(a) & numpy.isnan(b))))
    _check(ok, f"Arrays are not equal\n ACTUAL: {a!r}\n DESIRED: {b!r}", err_msg)


assert_equal = assert_array_equal


def assert_almost_equal(actual, desired, decimal=7, err_msg="", verbose=True):
    """Raises AssertionError unless all differences are below 1.5 * 10**-decimal."""
    a, b = numpy.asarray(actual), numpy.asarray(desired)
    ok = bool(numpy.all(numpy.abs(a - b) < 1.5 * 10.0 ** (-decimal)))
    _check(ok, f"Arrays are not almost equal to {decimal} decimals\n ACTUAL: {a!r}\n DESIRED: {b!r}", err_msg)


assert_array_almost_equal = assert_almost_equal


def assert_array_less(x, y, err_msg="", verbose=True):
    """Raises AssertionError unless x < y everywhere."""
    _check(bool(numpy.all(numpy.asarray(x) < numpy.asarray(y))), f"Arrays are not strictly ordered `x < y`\n x: {x!r}\n y: {y!r}", err_msg)
