# Examples in documentation: parsed, run, compared. Recorded from CPython 3.13.
import doctest


def square(x):
    """The square.

    >>> square(3)
    9
    >>> square(2.5)
    6.25
    >>> for i in range(3):
    ...     print(square(i))
    ...
    0
    1
    4
    >>> square("x")
    Traceback (most recent call last):
        ...
    TypeError: can't multiply sequence by non-int of type 'str'
    """
    return x * x


def wrong():
    """
    >>> 1 + 1
    3
    >>> print("a")
    a
    >>> undefined
    1
    """


class Kind:
    """A class.

    >>> Kind().method()
    'm'
    """

    def method(self):
        """
        >>> Kind().method().upper()
        'M'
        """
        return "m"


names = {"square": square, "Kind": Kind}
runner = doctest.DocTestRunner(verbose=False)
finder = doctest.DocTestFinder()
for obj in (square, Kind):
    for test in finder.find(obj, globs=names):
        print(test.name, len(test.examples), runner.run(test))
print(runner.tries, runner.failures)
out = []
for test in finder.find(wrong, globs={}):
    print(doctest.DocTestRunner(verbose=False).run(test, out=out.append))
told = "".join(out).split("Exception raised")[0].splitlines()
print("\n".join(line for line in told if ", in wrong" not in line))

parser = doctest.DocTestParser()
TEXT = """Text before.

    >>> x = 1  # doctest: +SKIP
    >>> print('''a
    ... b''')
    a
    b

    More text.
    >>> {1: 2}
    {1: 2}
"""
for piece in parser.parse(TEXT):
    if isinstance(piece, doctest.Example):
        print(repr(piece.source), repr(piece.want), piece.lineno, piece.indent, piece.options, piece.exc_msg)
    else:
        print("text", repr(piece))
print(doctest.script_from_examples(TEXT))
check = doctest.OutputChecker().check_output
for want, got, flags in (
    ("1\n", "1\n", 0), ("1\n", "True\n", 0), ("1\n", "True\n", doctest.DONT_ACCEPT_TRUE_FOR_1), ("a  b\n", "a b\n", 0),
    ("a  b\n", "a b\n", doctest.NORMALIZE_WHITESPACE), ("a...z\n", "abcz\n", doctest.ELLIPSIS), ("a...z\n", "abc\n", doctest.ELLIPSIS),
    ("...\n", "anything\nat all\n", doctest.ELLIPSIS), ("a\n<BLANKLINE>\nb\n", "a\n\nb\n", 0),
    ("a\n<BLANKLINE>\nb\n", "a\n\nb\n", doctest.DONT_ACCEPT_BLANKLINE),
):
    print(repr(want), repr(got), check(want, got, flags))


def options():
    """
    >>> print(list(range(20)))  # doctest: +ELLIPSIS
    [0, 1, ..., 18, 19]
    >>> print("a   b")  # doctest: +NORMALIZE_WHITESPACE
    a b
    >>> 1 / 0  # doctest: +IGNORE_EXCEPTION_DETAIL
    Traceback (most recent call last):
    ZeroDivisionError: whatever
    >>> nothing_here  # doctest: +SKIP
    1
    """


for test in finder.find(options, globs={}):
    results = doctest.DocTestRunner(verbose=False).run(test)
    print(results.failed)
try:
    parser.parse(">>>x = 1\n")
except ValueError as error:
    print(error)
try:
    parser.parse(">>> x  # doctest: +NOTHING\n")
except ValueError as error:
    print(str(error)[:40])
doctest.run_docstring_examples(square, names)
difference = doctest.OutputChecker().output_difference
example = doctest.Example("f()", "a\nb\nc\n")
print(difference(example, "a\nx\nc\n", 0))
print(difference(example, "a\nx\nc\n", doctest.REPORT_NDIFF))
print(difference(example, "a\nx\nc\nd\n", doctest.REPORT_UDIFF))
print(difference(doctest.Example("f()", ""), "", 0))


# What subclasses of other packages reach for.
class Counting(doctest.DocTestRunner):
    pass


for method in "patched_linecache_getlines", "run", "record_outcome":
    setattr(Counting, "_Counting__" + method, getattr(doctest.DocTestRunner, "_DocTestRunner__" + method))
runner = Counting(verbose=False)
test = doctest.DocTestParser().get_doctest(">>> 1 + 1\n2\n>>> import linecache\n>>> linecache.getlines('<doctest n[0]>')\n['1 + 1\\n']\n", {}, "n", "f", 0)
print(runner.run(test), runner._stats, runner.tries)
import __future__

print(doctest._extract_future_flags({"division": __future__.division, "annotations": 1}) == __future__.division.compiler_flag)
