# What tracebacks of groups look like.
import traceback


def show(error, **options):
    text = "".join(traceback.TracebackException.from_exception(error, **options).format())
    for line in text.splitlines():
        # Files and marks are another matter.
        if "File " in line:
            line = line[: line.index("File ")] + "File ..."
        if not set(line) <= set(" |~^"):
            print(line)
    print("=" * 20)


def raised(error):
    try:
        raise error
    except BaseException as caught:
        return caught


show(ExceptionGroup("plain", [ValueError(1), TypeError("two")]))
show(raised(ExceptionGroup("raised", [raised(ValueError(1)), TypeError("two")])))
nested = ExceptionGroup("outer", [ValueError(1), ExceptionGroup("inner", [KeyError("k"), OSError(5, "io")]), TypeError(2)])
show(nested)
show(raised(nested))
noted = ExceptionGroup("noted", [ValueError("v")])
noted.add_note("a note on the group\nof two lines")
noted.exceptions[0].add_note("a note inside")
show(noted)
show(ExceptionGroup("multi\nline", [ValueError("also\nmulti")]))
show(ExceptionGroup("wide", [ValueError(n) for n in range(20)]))
show(ExceptionGroup("wide", [ValueError(n) for n in range(5)]), max_group_width=2)
show(ExceptionGroup("wide", [ValueError(n) for n in range(3)]), max_group_width=2)
deep = ValueError("leaf")
for level in range(5):
    deep = ExceptionGroup(f"level {level}", [deep])
show(deep)
show(deep, max_group_depth=2)

try:
    try:
        raise ExceptionGroup("first", [ValueError(1)])
    except ExceptionGroup:
        raise ExceptionGroup("second", [TypeError(2)])
except ExceptionGroup as error:
    show(error)

try:
    try:
        raise KeyError("k")
    except KeyError as cause:
        raise ExceptionGroup("caused", [ValueError(1), TypeError(2)]) from cause
except ExceptionGroup as error:
    show(error)

try:
    try:
        raise ExceptionGroup("eg", [ValueError(1), TypeError(2)])
    except* ValueError:
        raise KeyError("new")
except ExceptionGroup as error:
    show(error)
inner = ValueError("with a cause")
inner.__cause__ = KeyError("the cause")
show(ExceptionGroup("cause inside", [inner, TypeError()]))
print(traceback.format_exception_only(nested))
