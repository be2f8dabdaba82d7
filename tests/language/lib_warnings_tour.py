# Recorded from CPython 3.13: until 3.11 an unknown action is an AssertionError, since then a ValueError.
"""warnings: categories, filters, catch_warnings with record, errors from warnings, once and always, formatting."""
import warnings


def old(x):
    warnings.warn("old() is deprecated", DeprecationWarning, stacklevel=2)
    return x


with warnings.catch_warnings(record=True) as seen:
    warnings.simplefilter("always")
    old(1)
    old(2)
    warnings.warn("plain")
    warnings.warn(UserWarning("object"))
    warnings.warn("future", FutureWarning)
print([(w.category.__name__, str(w.message)) for w in seen], len(seen), seen[0].category is DeprecationWarning)
with warnings.catch_warnings():
    warnings.simplefilter("error")
    try:
        old(3)
    except DeprecationWarning as error:
        print("raised", error)
    try:
        warnings.warn("x", RuntimeWarning)
    except RuntimeWarning as error:
        print("raised", repr(error))
with warnings.catch_warnings(record=True) as seen:
    warnings.simplefilter("once")
    for _ in range(3):
        warnings.warn("repeated")
print(len(seen))
with warnings.catch_warnings(record=True) as seen:
    warnings.simplefilter("ignore")
    warnings.warn("never")
    warnings.filterwarnings("always", message="keep.*")
    warnings.warn("keep this")
    warnings.warn("drop this")
    warnings.filterwarnings("error", category=SyntaxWarning)
    try:
        warnings.warn("syntax", SyntaxWarning)
    except SyntaxWarning as error:
        print("error:", error)
print([str(w.message) for w in seen])


class MyWarning(UserWarning):
    pass


with warnings.catch_warnings(record=True) as seen:
    warnings.simplefilter("always", MyWarning)
    warnings.warn("mine", MyWarning)
    warnings.warn(MyWarning("made", 2))
print([(w.category.__name__, w.message.args) for w in seen], issubclass(MyWarning, Warning))
for bad in (lambda: warnings.warn("x", int), lambda: warnings.warn("x", "UserWarning"), lambda: warnings.simplefilter("sometimes"), lambda: warnings.filterwarnings("nope")):
    try:
        bad()
        print("fine")
    except (TypeError, AssertionError, ValueError) as error:
        print(type(error).__name__, error)
print(warnings.formatwarning("msg", UserWarning, "file.py", 3, "the line"), [c.__name__ for c in UserWarning.__mro__])


def deprecated(replacement):
    def wrap(function):
        def inner(*args):
            warnings.warn(f"use {replacement} instead of {function.__name__}", DeprecationWarning, stacklevel=2)
            return function(*args)
        return inner
    return wrap


@deprecated("new_api")
def api(n):
    return n + 1


with warnings.catch_warnings(record=True) as seen:
    warnings.resetwarnings()
    warnings.simplefilter("always")
    print(api(1))
print(seen[0].message)
