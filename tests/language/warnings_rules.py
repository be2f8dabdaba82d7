"""warnings: rules by text, category, module and line; what is shown once; registries; catching."""
import sys
import types
import warnings


def attempt(act):
    try:
        print(act())
    except Exception as error:
        print(type(error).__name__, error)


def shown(*rules, act):
    """What a program's warnings come to under rules, the last first."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.resetwarnings()
        for rule in rules:
            warnings.filterwarnings(**rule)
        try:
            act()
        except Warning as error:
            print("raised", repr(error))
    print([f"{one.category.__name__} {one.message}" for one in caught])


def twice():
    for _ in range(2):
        warnings.warn("same text")
        warnings.warn("other text", FutureWarning)


for action in ("default", "always", "ignore", "module", "once", "error"):
    print(action, end=" ")
    shown({"action": action}, act=twice)
shown({"action": "ignore"}, {"action": "always", "category": FutureWarning}, act=twice)
shown({"action": "always"}, {"action": "ignore", "message": "SAME"}, act=twice)
shown({"action": "always"}, {"action": "ignore", "message": "text"}, act=twice)
shown({"action": "always"}, {"action": "ignore", "message": ".*text$"}, act=twice)
shown({"action": "always"}, {"action": "ignore", "module": "no.such"}, act=twice)
shown({"action": "always"}, {"action": "ignore", "module": "__main__"}, act=twice)
shown({"action": "ignore"}, {"action": "always", "append": True}, act=twice)


def placed():
    for line in (1, 2, 2):
        warnings.warn_explicit("placed", UserWarning, "file.py", line)
    warnings.warn_explicit(UserWarning("instance"), None, "file.py", 3, module="own.module")


shown({"action": "always"}, {"action": "ignore", "lineno": 2}, act=placed)
shown({"action": "always"}, {"action": "error", "module": "own"}, act=placed)
registry = {}
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("default")
    for line in (1, 1, 2):
        warnings.warn_explicit("known", UserWarning, "file.py", line, registry=registry)
    print(len(caught), sorted(key[2] for key in registry if isinstance(key, tuple)))
    warnings.simplefilter("always")
    warnings.warn_explicit("known", UserWarning, "file.py", 1, registry=registry)
    print(len(caught))

module = types.ModuleType("some.module")
exec("import warnings\ndef speak(): warnings.warn('spoken')\ndef above(): warnings.warn('above', stacklevel=2)", module.__dict__)
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("default")
    module.speak(), module.speak(), module.above(), module.above()
    print([str(one.message) for one in caught], "__warningregistry__" in module.__dict__)

for act in (
    lambda: warnings.warn("x", 5),
    lambda: warnings.warn("x", int),
    lambda: warnings.warn_explicit("x", UserWarning, "f", "line"),
):
    attempt(act)

message = warnings.WarningMessage(UserWarning("text"), UserWarning, "file.py", 3, line="a line")
print(message, message.source, message.file)
print(warnings.formatwarning("text", UserWarning, "no such file", 3), end="")
print(warnings.formatwarning("text", UserWarning, "no such file", 3, "  the line\n"), end="")
manager = warnings.catch_warnings(record=True)
print(manager, warnings.catch_warnings())
with manager:
    attempt(manager.__enter__)
attempt(lambda: warnings.catch_warnings().__exit__(None, None, None))

told = []
with warnings.catch_warnings():
    warnings.simplefilter("always")
    warnings.showwarning = lambda message, category, *place, **more: told.append((str(message), category.__name__))
    warnings.warn("to a function of the program's")
print(told, warnings.showwarning is warnings._showwarning_orig)
for option in ("error", "ignore::DeprecationWarning", "error:a text:UserWarning:mod:3", "e", "x", "a:b:c:d:e:f", "a::No", "a:::m:x"):
    before = list(warnings.filters)
    try:
        warnings._setoption(option)
        action, text, category, place, line = warnings.filters[0]
        print(option, action, text and text.pattern, category.__name__, place and place.pattern, line)
    except warnings._OptionError as error:
        print(option, error)
    warnings.filters[:] = before
    warnings._filters_mutated()
