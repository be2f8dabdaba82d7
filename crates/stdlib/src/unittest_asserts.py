# unittest.asserts: what a test can assert.

import difflib
import logging
import pprint
import re
from collections import Counter
from unittest.util import _common_shorten_repr, count_diff, safe_repr

# Test runners leave these calls out of what they show.
__unittest = True

_DIFF_OMITTED = "\nDiff is {} characters long. Set self.maxDiff to None to see it."


class Assertions:
    """The assert methods of a test case."""

    # --- messages
    def fail(self, msg=None):
        raise self.failureException(msg)

    def _formatMessage(self, msg, standardMsg):
        if not self.longMessage:
            return msg or standardMsg
        if msg is None:
            return standardMsg
        try:
            return f"{standardMsg} : {msg}"
        except UnicodeDecodeError:
            return f"{safe_repr(standardMsg)} : {safe_repr(msg)}"

    def _fail_unless(self, passed, msg, standard):
        if not passed:
            raise self.failureException(self._formatMessage(msg, standard()))

    def _truncateMessage(self, message, diff):
        if self.maxDiff is None or len(diff) <= self.maxDiff:
            return message + diff
        return message + _DIFF_OMITTED.format(len(diff))

    # --- truth and identity
    def assertTrue(self, expr, msg=None):
        self._fail_unless(expr, msg, lambda: f"{safe_repr(expr)} is not true")

    def assertFalse(self, expr, msg=None):
        self._fail_unless(not expr, msg, lambda: f"{safe_repr(expr)} is not false")

    def assertIs(self, expr1, expr2, msg=None):
        self._fail_unless(expr1 is expr2, msg, lambda: f"{safe_repr(expr1)} is not {safe_repr(expr2)}")

    def assertIsNot(self, expr1, expr2, msg=None):
        self._fail_unless(expr1 is not expr2, msg, lambda: f"unexpectedly identical: {safe_repr(expr1)}")

    def assertIsNone(self, obj, msg=None):
        self._fail_unless(obj is None, msg, lambda: f"{safe_repr(obj)} is not None")

    def assertIsNotNone(self, obj, msg=None):
        self._fail_unless(obj is not None, msg, lambda: "unexpectedly None")

    def assertIsInstance(self, obj, cls, msg=None):
        self._fail_unless(isinstance(obj, cls), msg, lambda: f"{safe_repr(obj)} is not an instance of {cls!r}")

    def assertNotIsInstance(self, obj, cls, msg=None):
        self._fail_unless(not isinstance(obj, cls), msg, lambda: f"{safe_repr(obj)} is an instance of {cls!r}")

    # --- order and membership
    def assertIn(self, member, container, msg=None):
        self._fail_unless(member in container, msg, lambda: f"{safe_repr(member)} not found in {safe_repr(container)}")

    def assertNotIn(self, member, container, msg=None):
        self._fail_unless(
            member not in container, msg, lambda: f"{safe_repr(member)} unexpectedly found in {safe_repr(container)}"
        )

    def assertLess(self, a, b, msg=None):
        self._fail_unless(a < b, msg, lambda: f"{safe_repr(a)} not less than {safe_repr(b)}")

    def assertLessEqual(self, a, b, msg=None):
        self._fail_unless(a <= b, msg, lambda: f"{safe_repr(a)} not less than or equal to {safe_repr(b)}")

    def assertGreater(self, a, b, msg=None):
        self._fail_unless(a > b, msg, lambda: f"{safe_repr(a)} not greater than {safe_repr(b)}")

    def assertGreaterEqual(self, a, b, msg=None):
        self._fail_unless(a >= b, msg, lambda: f"{safe_repr(a)} not greater than or equal to {safe_repr(b)}")

    # --- equality
    def _getAssertEqualityFunc(self, first, second):
        if type(first) is type(second):
            function = self._type_equality_funcs.get(type(first))
            if function is not None:
                return getattr(self, function) if isinstance(function, str) else function
        return self._baseAssertEqual

    def _baseAssertEqual(self, first, second, msg=None):
        if not first == second:
            standard = "%s != %s" % _common_shorten_repr(first, second)
            raise self.failureException(self._formatMessage(msg, standard))

    def assertEqual(self, first, second, msg=None):
        self._getAssertEqualityFunc(first, second)(first, second, msg=msg)

    def assertNotEqual(self, first, second, msg=None):
        self._fail_unless(first != second, msg, lambda: f"{safe_repr(first)} == {safe_repr(second)}")

    def _within(self, first, second, places, delta):
        """Whether two numbers are near each other, how far they are apart, and the limit in words."""
        difference = abs(first - second)
        if delta is not None:
            return difference <= delta, difference, f"{safe_repr(delta)} delta"
        places = 7 if places is None else places
        return round(difference, places) == 0, difference, f"{places!r} places"

    def assertAlmostEqual(self, first, second, places=None, msg=None, delta=None):
        if first == second:
            return
        if delta is not None and places is not None:
            raise TypeError("specify delta or places not both")
        near, difference, limit = self._within(first, second, places, delta)
        self._fail_unless(
            near,
            msg,
            lambda: f"{safe_repr(first)} != {safe_repr(second)} within {limit} ({safe_repr(difference)} difference)",
        )

    def assertNotAlmostEqual(self, first, second, places=None, msg=None, delta=None):
        if delta is not None and places is not None:
            raise TypeError("specify delta or places not both")
        near, difference, limit = self._within(first, second, places, delta)
        apart = f" ({safe_repr(difference)} difference)" if delta is not None else ""
        self._fail_unless(
            first != second and not near,
            msg,
            lambda: f"{safe_repr(first)} == {safe_repr(second)} within {limit}{apart}",
        )

    def assertSequenceEqual(self, seq1, seq2, msg=None, seq_type=None):
        name = "sequence" if seq_type is None else seq_type.__name__
        if seq_type is not None:
            if not isinstance(seq1, seq_type):
                raise self.failureException(f"First sequence is not a {name}: {safe_repr(seq1)}")
            if not isinstance(seq2, seq_type):
                raise self.failureException(f"Second sequence is not a {name}: {safe_repr(seq2)}")
        differing = self._how_sequences_differ(seq1, seq2, name)
        if differing is None:
            return
        lines = difflib.ndiff(pprint.pformat(seq1).splitlines(), pprint.pformat(seq2).splitlines())
        standard = self._truncateMessage(differing, "\n" + "\n".join(lines))
        self.fail(self._formatMessage(msg, standard))

    def _how_sequences_differ(self, seq1, seq2, name):
        lengths = []
        for which, sequence in (("First", seq1), ("Second", seq2)):
            try:
                lengths.append(len(sequence))
            except (TypeError, NotImplementedError):
                return f"{which} {name} has no length.    Non-sequence?"
        if seq1 == seq2:
            return None
        told = "%ss differ: %s != %s\n" % (name.capitalize(), *_common_shorten_repr(seq1, seq2))
        for i in range(min(lengths)):
            items = []
            for which, sequence in (("first", seq1), ("second", seq2)):
                try:
                    items.append(sequence[i])
                except (TypeError, IndexError, NotImplementedError):
                    return told + f"\nUnable to index element {i} of {which} {name}\n"
            if items[0] != items[1]:
                told += "\nFirst differing element %d:\n%s\n%s\n" % (i, *_common_shorten_repr(*items))
                break
        else:
            if lengths[0] == lengths[1] and type(seq1) is not type(seq2):
                return None
        if lengths[0] == lengths[1]:
            return told
        which, longer, more = ("First", seq1, 0) if lengths[0] > lengths[1] else ("Second", seq2, 1)
        told += f"\n{which} {name} contains {abs(lengths[0] - lengths[1])} additional elements.\n"
        at = min(lengths)
        try:
            told += f"First extra element {at}:\n{safe_repr(longer[at])}\n"
        except (TypeError, IndexError, NotImplementedError):
            told += f"Unable to index element {at} of {which.lower()} {name}\n"
        return told

    def assertListEqual(self, list1, list2, msg=None):
        self.assertSequenceEqual(list1, list2, msg, seq_type=list)

    def assertTupleEqual(self, tuple1, tuple2, msg=None):
        self.assertSequenceEqual(tuple1, tuple2, msg, seq_type=tuple)

    def assertSetEqual(self, set1, set2, msg=None):
        differences = []
        for which, one, other in (("first", set1, set2), ("second", set2, set1)):
            try:
                differences.append(one.difference(other))
            except TypeError as error:
                self.fail(f"invalid type when attempting set difference: {error}")
            except AttributeError as error:
                self.fail(f"{which} argument does not support set difference: {error}")
        if not any(differences):
            return
        lines = []
        for which, items in zip(("first", "second"), differences):
            if items:
                lines.append(f"Items in the {which} set but not the {'second' if which == 'first' else 'first'}:")
                lines.extend(repr(item) for item in items)
        self.fail(self._formatMessage(msg, "\n".join(lines)))

    def assertDictEqual(self, d1, d2, msg=None):
        self.assertIsInstance(d1, dict, "First argument is not a dictionary")
        self.assertIsInstance(d2, dict, "Second argument is not a dictionary")
        if d1 != d2:
            standard = "%s != %s" % _common_shorten_repr(d1, d2)
            lines = difflib.ndiff(pprint.pformat(d1).splitlines(), pprint.pformat(d2).splitlines())
            standard = self._truncateMessage(standard, "\n" + "\n".join(lines))
            self.fail(self._formatMessage(msg, standard))

    def assertCountEqual(self, first, second, msg=None):
        first, second = list(first), list(second)
        try:
            if Counter(first) == Counter(second):
                return
        except TypeError:
            pass
        differences = count_diff(first, second)
        if differences:
            lines = [f"First has {one}, Second has {two}:  {item!r}" for one, two, item in differences]
            standard = self._truncateMessage("Element counts were not equal:\n", "\n".join(lines))
            self.fail(self._formatMessage(msg, standard))

    def assertMultiLineEqual(self, first, second, msg=None):
        self.assertIsInstance(first, str, "First argument is not a string")
        self.assertIsInstance(second, str, "Second argument is not a string")
        if first == second:
            return
        if len(first) > self._diffThreshold or len(second) > self._diffThreshold:
            self._baseAssertEqual(first, second, msg)
        texts = []
        for text in (first, second):
            lines = text.splitlines(keepends=True)
            if len(lines) == 1 and text.strip("\r\n") == text:
                lines = [text + "\n"]
            elif lines and not lines[-1].endswith(("\n", "\r")):
                lines[-1] += "\n"
            texts.append(lines)
        standard = "%s != %s" % _common_shorten_repr(first, second)
        diff = "\n" + "".join(difflib.ndiff(*texts))
        self.fail(self._formatMessage(msg, self._truncateMessage(standard, diff)))

    # --- text
    def assertRegex(self, text, expected_regex, msg=None):
        pattern = re.compile(expected_regex) if isinstance(expected_regex, (str, bytes)) else expected_regex
        if isinstance(expected_regex, (str, bytes)):
            assert expected_regex, "expected_regex must not be empty."
        self._fail_unless(pattern.search(text), msg, lambda: f"Regex didn't match: {pattern.pattern!r} not found in {text!r}")

    def assertNotRegex(self, text, unexpected_regex, msg=None):
        pattern = re.compile(unexpected_regex) if isinstance(unexpected_regex, (str, bytes)) else unexpected_regex
        found = pattern.search(text)
        self._fail_unless(
            not found,
            msg,
            lambda: f"Regex matched: {text[found.start() : found.end()]!r} matches {pattern.pattern!r} in {text!r}",
        )

    # --- exceptions, warnings, logs
    def assertRaises(self, expected_exception, *args, **kwargs):
        from unittest.case import _AssertRaisesContext

        return _AssertRaisesContext(expected_exception, self).handle("assertRaises", args, kwargs)

    def assertRaisesRegex(self, expected_exception, expected_regex, *args, **kwargs):
        from unittest.case import _AssertRaisesContext

        context = _AssertRaisesContext(expected_exception, self, expected_regex)
        return context.handle("assertRaisesRegex", args, kwargs)

    def assertWarns(self, expected_warning, *args, **kwargs):
        from unittest.case import _AssertWarnsContext

        return _AssertWarnsContext(expected_warning, self).handle("assertWarns", args, kwargs)

    def assertWarnsRegex(self, expected_warning, expected_regex, *args, **kwargs):
        from unittest.case import _AssertWarnsContext

        context = _AssertWarnsContext(expected_warning, self, expected_regex)
        return context.handle("assertWarnsRegex", args, kwargs)

    def _assertNotWarns(self, expected_warning, *args, **kwargs):
        from unittest.case import _AssertNotWarnsContext

        return _AssertNotWarnsContext(expected_warning, self).handle("_assertNotWarns", args, kwargs)

    def assertLogs(self, logger=None, level=None):
        return _Logs(self, logger, level, no_logs=False)

    def assertNoLogs(self, logger=None, level=None):
        return _Logs(self, logger, level, no_logs=True)


class _Watcher:
    """What was logged."""

    def __init__(self):
        self.records, self.output = [], []


class _Capture(logging.Handler):
    def __init__(self):
        super().__init__()
        self.watcher = _Watcher()

    def emit(self, record):
        self.watcher.records.append(record)
        self.watcher.output.append(self.format(record))


class _Logs:
    """The context of assertLogs and assertNoLogs."""

    LOGGING_FORMAT = "%(levelname)s:%(name)s:%(message)s"

    def __init__(self, test_case, logger_name, level, no_logs):
        self.test_case, self.logger_name, self.no_logs, self.msg = test_case, logger_name, no_logs, None
        self.level = logging.getLevelName(level) if isinstance(level, str) else level or logging.INFO

    def __enter__(self):
        named = isinstance(self.logger_name, logging.Logger)
        self.logger = logger = self.logger_name if named else logging.getLogger(self.logger_name)
        handler = _Capture()
        handler.setLevel(self.level)
        handler.setFormatter(logging.Formatter(self.LOGGING_FORMAT))
        self.watcher = handler.watcher
        self.old = logger.handlers[:], logger.level, logger.propagate
        logger.handlers = [handler]
        logger.setLevel(self.level)
        logger.propagate = False
        return None if self.no_logs else handler.watcher

    def __exit__(self, exc_type, exc_value, tb):
        self.logger.handlers, level, self.logger.propagate = self.old
        self.logger.setLevel(level)
        if exc_type is not None:
            return False
        logged = bool(self.watcher.records)
        if self.no_logs and logged:
            self.fail(f"Unexpected logs found: {self.watcher.output!r}")
        elif not self.no_logs and not logged:
            self.fail(f"no logs of level {logging.getLevelName(self.level)} or higher triggered on {self.logger.name}")

    def fail(self, standard):
        raise self.test_case.failureException(self.test_case._formatMessage(self.msg, standard))
