# Each assertion, passed and failed, with what it says.
import logging
import unittest
import warnings


class Case(unittest.TestCase):
    maxDiff = None

    def runTest(self):
        pass


case = Case()


def fails(method, *args, **kwargs):
    try:
        getattr(case, method)(*args, **kwargs)
    except AssertionError as error:
        print(f"{method}: {error}")
    else:
        print(f"{method}: passed")


fails("assertEqual", 1, 1)
fails("assertEqual", 1, 2)
fails("assertEqual", 1, 2, "why")
fails("assertEqual", "a", "b")
fails("assertEqual", "line\nsame\n", "line\nother\n")
fails("assertEqual", [1, 2, 3], [1, 5, 3])
fails("assertEqual", [1], [1, 2])
fails("assertEqual", (1, "a"), (1, "b"))
fails("assertEqual", {1, 2}, {2, 3})
fails("assertEqual", {"a": 1, "b": 2}, {"a": 1, "b": 3})
fails("assertEqual", [1], (1,))
fails("assertEqual", "x" * 100, "x" * 99 + "y")
fails("assertNotEqual", 1, 1)
fails("assertTrue", 0)
fails("assertTrue", [], "empty")
fails("assertFalse", 1)
fails("assertIs", 1, 2)
fails("assertIsNot", None, None)
fails("assertIsNone", 5)
fails("assertIsNotNone", None)
fails("assertIn", 1, [2, 3])
fails("assertNotIn", 2, [2, 3])
fails("assertIsInstance", 1, str)
fails("assertNotIsInstance", 1, int)
fails("assertLess", 2, 1)
fails("assertLessEqual", 2, 1)
fails("assertGreater", 1, 2)
fails("assertGreaterEqual", 1, 2)
fails("assertAlmostEqual", 1.0, 1.00000001)
fails("assertAlmostEqual", 1.0, 1.1)
fails("assertAlmostEqual", 1.0, 1.5, delta=0.1)
fails("assertAlmostEqual", 1.0, 1.01, places=1)
fails("assertNotAlmostEqual", 1.0, 1.00000001)
fails("assertCountEqual", [1, 2, 2], [2, 1, 1])
fails("assertCountEqual", [3, 1, 2], [1, 2, 3])
fails("assertCountEqual", [{}, []], [[], {}, {}])
fails("assertRegex", "hello", "h.l+o")
fails("assertRegex", "hello", "x+")
fails("assertNotRegex", "hello", "l+")
fails("assertSequenceEqual", [1, 2], (1, 2))
fails("assertSequenceEqual", [1, 2], (1, 3))
fails("assertDictEqual", {}, [])
fails("assertSetEqual", {1}, {1})
fails("assertMultiLineEqual", "a\n", "a\n")
fails("fail", "said")
fails("assertRaises", ValueError, int, "x")
fails("assertRaises", ValueError, int, "1")
fails("assertRaisesRegex", ValueError, "invalid .*", int, "x")
fails("assertRaisesRegex", ValueError, "nothing", int, "x")
with case.assertRaises(KeyError) as caught:
    {}["missing"]
print(type(caught.exception).__name__, caught.exception)
try:
    with case.assertRaises(KeyError, msg="extra"):
        pass
except AssertionError as error:
    print(error)
try:
    with case.assertRaises(KeyError):
        1 / 0
except ZeroDivisionError as error:
    print("through:", error)
with case.assertWarns(UserWarning) as caught:
    warnings.warn("careful")
print(caught.warning)
try:
    with case.assertWarns(DeprecationWarning):
        pass
except AssertionError as error:
    print(error)
with case.assertLogs("some", level="INFO") as logs:
    logging.getLogger("some").info("first %d", 1)
    logging.getLogger("some.inner").error("second")
print(logs.output, [record.levelname for record in logs.records])
try:
    with case.assertLogs("quiet"):
        pass
except AssertionError as error:
    print(error)
try:
    case.assertRaises(5, int)
except TypeError as error:
    print(error)


class Point:
    def __init__(self, x):
        self.x = x

    def __repr__(self):
        return f"Point({self.x})"


def points_equal(first, second, msg=None):
    if first.x != second.x:
        raise case.failureException(msg or f"{first} is not at {second}")


case.addTypeEqualityFunc(Point, points_equal)
fails("assertEqual", Point(1), Point(1))
fails("assertEqual", Point(1), Point(2))
case.longMessage = False
fails("assertEqual", 1, 2, "only this")
