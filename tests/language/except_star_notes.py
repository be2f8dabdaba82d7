# Notes of exceptions.
# CPython 3.13 ends the last group otherwise than 3.11.
import traceback

error = ValueError("x")
print(hasattr(error, "__notes__"))
error.add_note("first")
error.add_note("second\nof two lines")
print(error.__notes__, error.__dict__)
for wrong in (1, None, b"bytes"):
    try:
        error.add_note(wrong)
    except TypeError as complaint:
        print(complaint)
try:
    error.add_note()
except TypeError as complaint:
    print(type(complaint).__name__)
print("".join(traceback.format_exception_only(error)))
error.__notes__ = "text"
try:
    error.add_note("more")
except TypeError as complaint:
    print(complaint)
error.__notes__ = ["a", 5, None]
error.add_note("b")
print("".join(traceback.format_exception_only(error)))
error.__notes__ = 5
print("".join(traceback.format_exception_only(error)))
error.__notes__ = ("in", "a tuple")
print("".join(traceback.format_exception_only(error)))
del error.__notes__
print(hasattr(error, "__notes__"))


class Bad:
    def __str__(self):
        raise ValueError("no text")

    def __repr__(self):
        raise ValueError("no form")


error.__notes__ = [Bad()]
print("".join(traceback.format_exception_only(error)))


class Own(Exception):
    __notes__ = ["of the class"]


own = Own("y")
print(own.__notes__)
own.add_note("of the object")
print(Own.__notes__, own.__notes__)
try:
    try:
        raise KeyError("k")
    except KeyError as inner:
        inner.add_note("inner note")
        raise
except KeyError as outer:
    print(outer.__notes__)
