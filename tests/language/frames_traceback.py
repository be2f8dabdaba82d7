# traceback: stacks and exceptions as text.
import io
import sys
import traceback


def shorten(lines):
    return [line.replace(__file__, "FILE") if "__file__" in globals() else line for line in lines]


def inner():
    return traceback.extract_stack(), traceback.format_stack(), traceback.extract_stack(limit=1)


def outer():
    return inner()


stack, lines, limited = outer()
# Those of whoever runs this file are left out.
stack[:] = [call for call in stack if call.filename != "<string>"]
lines = [line for line in lines if 'File "<string>"' not in line]
print([(call.name, call.line) for call in stack])
print(len(lines), [line.splitlines()[1] for line in lines])
print([(call.name, call.line) for call in limited])
print(type(stack).__name__, type(stack[0]).__name__, len(stack[0]), list(stack[-1])[2:])


def walks():
    return [(frame.f_code.co_name, line - walks.__code__.co_firstlineno > 0) for frame, line in traceback.walk_stack(sys._getframe())]


print(walks()[:1])


def fails(n):
    if n:
        return fails(n - 1)
    raise ValueError("deep")


try:
    fails(1)
except ValueError as error:
    print([(frame.f_code.co_name, line > 0) for frame, line in traceback.walk_tb(error.__traceback__)])
    print([call.name for call in traceback.extract_tb(error.__traceback__)])
    print([call.name for call in traceback.extract_tb(error.__traceback__, limit=1)])
    print([call.name for call in traceback.extract_tb(error.__traceback__, limit=-1)])
    print(len(traceback.format_tb(error.__traceback__)))
    kept = traceback.TracebackException.from_exception(error)
    print(str(kept), kept.exc_type.__name__, len(kept.stack), list(kept.format_exception_only()))
    print(list(kept.format())[0], list(kept.format())[-1])

try:
    fails(20)
except ValueError as error:
    text = traceback.format_exc()
    print("repeated" in text, [line for line in text.splitlines() if "repeated" in line])

call = traceback.FrameSummary("made.py", 3, "name", line="  x = 1  ")
print(call, call.line, tuple(call), call == ("made.py", 3, "name", "x = 1"), call[0], call.locals)
print(traceback.format_list([call, ("other.py", 1, "f", None), ("third.py", 2, "g", "y = 2")]))
with_locals = traceback.FrameSummary("made.py", 3, "name", line="x", locals={"b": [1], "a": "text"})
print(traceback.StackSummary.from_list([with_locals]).format(), with_locals.locals)
print(traceback.StackSummary.from_list([("a.py", 1, "f", "x")] * 6).format()[-1])

print(traceback.format_exception(ValueError("never raised")))
print(traceback.format_exception_only(ValueError("only")), traceback.format_exception_only(KeyError("k")))
print(traceback.format_exception_only(ValueError()), traceback.format_exception_only(ValueError("a\nb")))


class Silent(Exception):
    def __str__(self):
        raise RuntimeError("no")


print(traceback.format_exception_only(Silent()))
out = io.StringIO()
try:
    try:
        raise KeyError("first")
    except KeyError as first:
        raise TypeError("second") from first
except TypeError:
    traceback.print_exc(file=out)
text = out.getvalue()
print([line for line in text.splitlines() if not line.startswith("  ")])
out = io.StringIO()
try:
    try:
        raise KeyError("first")
    except KeyError:
        raise TypeError("second")
except TypeError as error:
    traceback.print_exception(error, file=out)
    traceback.print_exception(error, chain=False, file=out)
    traceback.print_exception(type(error), error, None, file=out)
print([line for line in out.getvalue().splitlines() if not line.startswith("  ")])
try:
    compile("x = = 1\n", "given.py", "exec")
except SyntaxError as error:
    print(traceback.format_exception_only(error)[0])
for wrong in (5, "x"):
    try:
        traceback.format_exception(wrong)
    except TypeError as error:
        print(error)
