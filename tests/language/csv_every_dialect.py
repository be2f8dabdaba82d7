"""csv: what every option of a dialect does to hard rows, read and written."""
import csv
import io
import itertools

TEXTS = [
    'a,b,c\n1,2,3\n',
    '"x, y","say ""hi""",z\r\n\r\n,,\n',
    'one "two" three,"four"five,six"\n',
    '"line\nbreak",2\n"open',
    "a b;c\td,'e f'\n'g''h',i\n",
    'x\\,y,"p\\"q",z\\\n',
    " lead, 'in' ,\" out\"\n",
    '1,2.5,"3"\nnan,-4e3,""\n',
    "Grüße,日本\n\n\n",
    "a\rb,c\n",
    "",
]
OPTIONS = {
    "delimiter": [",", ";", "\t", " "],
    "quotechar": ['"', "'", None],
    "escapechar": [None, "\\"],
    "doublequote": [True, False],
    "skipinitialspace": [False, True],
    "quoting": [csv.QUOTE_MINIMAL, csv.QUOTE_ALL, csv.QUOTE_NONNUMERIC, csv.QUOTE_NONE],
    "strict": [False, True],
}
ROWS = [
    ["a", 1, 2.5, True],
    ["x, y", 'say "hi"', "it's", "pipe|inside"],
    [],
    ["back\\slash", "tab\there", " lead"],
    ("tuple", 10**30, -0.0, 1e-7),
]


def told(action):
    try:
        return action()
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def read(text, options):
    rows = []
    reader = csv.reader(io.StringIO(text, newline=""), **options)
    try:
        for row in reader:
            rows.append(row)
    except Exception as error:
        # The advice at the end of the text differs between versions of CPython.
        rows.append(f"{type(error).__name__}: {str(error).split(' - ')[0]}")
    return rows, reader.line_num


def written(row, options):
    out = io.StringIO(newline="")
    csv.writer(out, **options).writerow(row)
    return out.getvalue()


for values in itertools.product(*OPTIONS.values()):
    options = dict(zip(OPTIONS, values))
    if options["quotechar"] is None and options["quoting"] != csv.QUOTE_NONE:
        continue
    for text in TEXTS:
        print(told(lambda: read(text, options)))
    for row in ROWS:
        for end in "\r\n", "|":
            print(repr(told(lambda: written(row, dict(options, lineterminator=end)))))

for wrong in (
    {"delimiter": ""}, {"delimiter": ",,"}, {"delimiter": None}, {"delimiter": 1}, {"quotechar": "''"}, {"quotechar": 5},
    {"quotechar": None}, {"quotechar": None, "quoting": 1}, {"quoting": 9}, {"quoting": "x"}, {"escapechar": "ab"},
    {"escapechar": 3}, {"dialect": "none"},
):
    print(wrong, told(lambda: list(csv.reader(["a,b"], **wrong))), told(lambda: written(["a"], wrong)))

reader = csv.reader(iter(["a,b", "c"]))
print(iter(reader) is reader, next(reader), reader.line_num, type(reader).__name__, reader.dialect.delimiter)
print(next(reader), told(lambda: next(reader)), list(reader))
print(told(lambda: list(csv.reader([b"a,b"]))), told(lambda: list(csv.reader([1]))), told(lambda: csv.reader(5)))
print(told(lambda: written(5, {})), csv.field_size_limit(10), csv.field_size_limit())
print(told(lambda: list(csv.reader(["short,row", "12345678901,x"]))), csv.field_size_limit(1 << 17))
out = io.StringIO()
print(csv.writer(out).writerow(["a", "b"]), csv.writer(out).writerows([[1, 2], (3, "4,5")]), repr(out.getvalue()))
