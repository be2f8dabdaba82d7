# cpu only: numpy.testing and numpy.strings compute on the host
import inspect

import numpy as np
import numpy.testing as nt


def attempt(call):
    try:
        print("passes", call())
    except Exception as error:
        print(type(error).__name__, str(error))


nan, inf = np.nan, np.inf
PAIRS = [
    (1, 1), (1, 2), (1.0, 1.0 + 1e-9), (nan, nan), (0.0, -0.0), ([1, 2], [1, 2]), ([1, 2], [1, 3]), ([1, 2], [1, 2, 3]), ({"a": 1}, {"a": 1}),
    ({"a": 1}, {"b": 1}), ("a", "b"), ("a", "a"), (np.array([1, 2, 3]), np.array([1, 2, 4])), (np.array([1.0, nan]), np.array([1.0, nan])),
    (np.array([1.0, nan]), np.array([nan, 1.0])), (np.array([inf, 1.0]), np.array([inf, 2.0])), (np.array([inf, 1.0]), np.array([-inf, 1.0])),
    (np.arange(12.0).reshape(3, 4), np.zeros((3, 4))), (np.arange(3), np.arange(4)), (np.float32(1), np.array([1.0, 1.0])), (1 + 2j, 1 + 3j),
    (np.array([True, False]), np.array([True, True])), (np.array([1, 2], dtype=np.uint8), np.array([3, 2], dtype=np.uint8)), (None, None),
    (np.array(["a", "b"]), np.array(["a", "c"])), (np.array([0.0, 1.0]), np.array([0.0, 0.0])), (np.arange(5.0), np.arange(5.0) + 1e-6), (1, [1]),
    (np.array(["2020-01-01", "NaT"], dtype="M8[D]"), np.array(["2020-01-01", "NaT"], dtype="M8[D]")), (np.array([]), np.array([])), (nan, 1.0),
    (np.array([[1 + 1j]]), np.array([[1 + 2j]])), (1e300, 2e300), (np.float64(3), 3), (np.array(5), 5), (np.array(5), 6), ([np.array([1]), 2], [np.array([1]), 3]),
]  # fmt: skip
for name in ("assert_equal", "assert_array_equal", "assert_almost_equal", "assert_array_almost_equal", "assert_allclose", "assert_array_less"):
    for actual, desired in PAIRS:
        print(name, repr(actual).replace("\n", ""), repr(desired).replace("\n", ""))
        if not (name not in ("assert_equal", "assert_array_equal") and isinstance(actual, (str, dict, type(None), np.str_)) or getattr(actual, "dtype", None) is not None and actual.dtype.kind in "UM" and name not in ("assert_equal", "assert_array_equal")):
            attempt(lambda: getattr(nt, name)(actual, desired))
attempt(lambda: nt.assert_equal(1, 2, "the text"))
attempt(lambda: nt.assert_equal(1, 2, "a text\nof two lines"))
attempt(lambda: nt.assert_equal(1, 2, verbose=False))
attempt(lambda: nt.assert_array_equal(np.ones(2), np.ones(2, dtype=np.float32), strict=True))
attempt(lambda: nt.assert_array_equal(np.ones(2), 1, strict=True))
attempt(lambda: nt.assert_array_equal(np.ones(2), 1))
attempt(lambda: nt.assert_allclose([1.0, 2.0], [1.0, 2.1], rtol=0.1))
attempt(lambda: nt.assert_allclose([1.0, nan], [1.0, nan], equal_nan=False))
attempt(lambda: nt.assert_array_less([1.0, inf], [2.0, inf]))
attempt(lambda: nt.assert_approx_equal(0.12345677777777e-20, 0.1234567e-20))
attempt(lambda: nt.assert_approx_equal(0.12345670e-20, 0.12345671e-20, significant=8))
attempt(lambda: nt.assert_approx_equal(0.12345670e-20, 0.12345672e-20, significant=8))
attempt(lambda: nt.assert_array_almost_equal_nulp(np.array([1.0]), np.array([1.0 + 5e-16]), 1))
attempt(lambda: nt.assert_array_almost_equal_nulp(np.array([1.0]), np.array([1.0 + 5e-16]), 5))
attempt(lambda: nt.assert_array_max_ulp(np.array([1.0, -1.0]), np.array([1.0 + 5e-16, -1.0]), 1))
attempt(lambda: nt.assert_array_max_ulp(np.float32([1.0, -1.0]), np.float32([1.0, 1.0]), 10))
attempt(lambda: nt.assert_string_equal("abc", "abc"))
attempt(lambda: nt.assert_string_equal("abc\nd", "abx\nd"))
attempt(lambda: nt.assert_raises(ValueError, int, "x"))
attempt(lambda: nt.assert_raises_regex(ValueError, "invalid", int, "x"))
attempt(lambda: nt.assert_(1 == 2, "no"))
attempt(lambda: nt.assert_no_warnings(int, "3"))
attempt(lambda: nt.print_assert_equal("Test of", [0, 1], [0, 2]))
attempt(lambda: nt.build_err_msg([np.array([1.00001, 2.00002, 3.00003]), [1]], "text", precision=3))

words = np.array(["Hello wOrld", "  two  ", "a-b-c", "-", "tab\tx", "12"])
for module in (np.char, np.strings):
    calls = {
        "upper": (), "lower": (), "capitalize": (), "title": (), "swapcase": (), "isalpha": (), "isdigit": (), "isspace": (), "isnumeric": (), "str_len": (), "strip": (), "lstrip": (" H",),
        "rstrip": ("d",), "center": (12, "*"), "ljust": (4,), "rjust": ([3, 4, 5, 6, 7, 8],), "zfill": (5,), "expandtabs": (4,), "replace": ("o", "0"), "count": ("o",), "find": ("-", 2), "rfind": ("-",),
        "startswith": (["H", " ", "a", "x", "t", "2"],), "endswith": ("d", 0, 11), "partition": ("-",), "rpartition": ("-",), "multiply": (2,), "add": (["!"],), "translate": (str.maketrans("o-", "0_"),), "equal": ("12",),
        "not_equal": ("12",), "less": ("b",), "less_equal": ("12",), "greater": ("b",), "greater_equal": ("12",), "index": ("",),
    }  # fmt: skip
    if module is np.char:
        calls |= {"split": ("-",), "rsplit": ("-", 1), "splitlines": ()}
        print(np.char.join(["-", "."], ["ab", "cd"]), np.char.compare_chararrays(words, words, ">=", True))
    else:
        calls |= {"slice": (1, 4)}
        print(np.strings.slice(words, 3), np.strings.slice(words, None, None, -1))
    for name, args in calls.items():
        found = getattr(module, name)(words, *args)
        print(name, repr(found), list(inspect.signature(getattr(module, name)).parameters)[1:4] if name in ("center", "count", "split", "replace") else "")
attempt(lambda: np.strings.index(["abc"], "x"))
ALONE = [
    ("upper",), ("strip",), ("center", 5), ("zfill", 5), ("replace", "a", "b"), ("add", "b"), ("multiply", 3), ("partition", "b"), ("translate", {97: "x"}), ("find", "b"), ("str_len",), ("isalpha",),
    ("startswith", "a"), ("equal", "b"),
]  # fmt: skip
for module in (np.char, np.strings):
    for name, *args in ALONE:
        print(name, repr(getattr(module, name)("abc", *args)))
for value in (1.5, 3.0, 1e-9, 1 + 2j, 2, True, None, "a"):
    print(np.array2string(np.array(value)))
print(np.char.equal(["a  "], ["a"]), np.strings.equal(["a  "], ["a"]), repr(np.strings.upper("abc")), np.char.replace("aaa", old="a", new="b", count=2))
