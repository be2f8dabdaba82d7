# Line breaks in fields, which CPython quotes since 3.13 whatever ends the lines; how Sniffer and dialects answer.
import csv
import io
import itertools


def told(action):
    try:
        return action()
    except Exception as error:
        return f"{type(error).__module__}.{type(error).__name__}: {error}"


for end in ("\r\n", "\n", "|"):
    for quoting in range(6):
        out = io.StringIO(newline="")
        writer = csv.writer(out, lineterminator=end, quoting=quoting, escapechar="\\")
        writer.writerow(["line\nbreak", "carriage\rreturn", None, "", 1])
        print(repr(end), quoting, repr(out.getvalue()))
        print(told(lambda: list(csv.reader(['a,,"",1.5'], quoting=quoting))))

for row in ([""], [None], ["", ""], [None, None], ["a", None, ""]):
    for delimiter, skip, quoting in itertools.product(", ", (False, True), range(6)):
        out = io.StringIO(newline="")
        writer = csv.writer(out, delimiter=delimiter, skipinitialspace=skip, quoting=quoting)
        print(row, delimiter, skip, quoting, told(lambda: writer.writerow(row)), repr(out.getvalue()))

for options in (
    {"delimiter": None},
    {"delimiter": ""},
    {"delimiter": "\n"},
    {"quotechar": " ", "skipinitialspace": True},
    {"delimiter": ",", "quotechar": ","},
    {"quotechar": "x", "escapechar": "x"},
    {"delimiter": "a", "lineterminator": "ba"},
    {"lineterminator": None},
    {"lineterminator": 3},
    {"quoting": None},
    {"quoting": 9},
    {"quotechar": None, "quoting": csv.QUOTE_MINIMAL},
    {"dialect": "unheard of"},
    {"nothing": 1},
):
    print(options, told(lambda: csv.reader([], **options)))
print(told(lambda: setattr(csv.get_dialect("excel"), "delimiter", ";")))
print(told(lambda: csv.DictWriter(io.StringIO(), ["a"], extrasaction="x")))
print(told(lambda: csv.writer(None)), told(lambda: csv.register_dialect(5)), told(csv.Dialect))

for sample in (
    "name;age\nann;3\nbob;40\n",
    "a,b,c\n1,2,3\n4,5,6\n",
    "x\ty\n1.5\t2\n",
    "'a':'b':'c'\n'1':'2':'3'\n",
    "first name, last name\nann, lee\n",
    "no delimiter here",
):
    dialect = told(lambda: csv.Sniffer().sniff(sample))
    if isinstance(dialect, str):
        print(dialect)
    else:
        print(repr(dialect.delimiter), dialect.quotechar, dialect.doublequote, bool(dialect.skipinitialspace))
        print(csv.Sniffer().has_header(sample), list(csv.reader(sample.splitlines(), dialect)))
