# Compares CPython's own tests as CPython and this interpreter run them.
#   python3 compare.py --runner "PROGRAM run" --python PYTHON [--expected LIST] [--failures FILE] [MODULE...]
# The runner runs a file of the language; PYTHON is a CPython with its package `test`; LIST names the tests that fail
# here, with a reason each: it is an error when others fail, and when one of them passes.
import argparse
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent
MODULES = [
    "test_builtin", "test_generators", "test_coroutines", "test_descr", "test_metaclass", "test_exceptions", "test_except_star",
    "test_contextlib", "test_asyncio", "test_threading", "test_queue", "test_weakref", "test_pickle", "test_struct",
    "test_complex", "test_ast", "test_inspect", "test_dataclasses", "test_enum", "test_functools", "test_itertools", "test_re",
    "test_json",
]
HELPERS = ("import_helper", "os_helper", "warnings_helper", "threading_helper", "script_helper", "socket_helper", "ast_helper", "testcase", "hypothesis_helper", "pty_helper", "interpreters")


def folder_of(python):
    said = subprocess.run([python, "-c", "import test; print(test.__path__[0])"], capture_output=True, text=True)
    if said.returncode:
        sys.exit(f"{python} has no package test: {said.stderr.strip().splitlines()[-1]}")
    return pathlib.Path(said.stdout.strip())


def files_of(folder, name):
    """The files of a test module or of a package of them, and those of the package test that they import."""
    path = folder / f"{name}.py"
    if path.exists():
        return {f"test.{name}": path}
    found = {f"test.{name}": folder / name / "__init__.py"}
    for file in sorted((folder / name).glob("*.py")):
        if file.stem not in ("__init__", "__main__"):
            found[f"test.{name}.{file.stem}"] = file
    return found


def ours(folder, name, skipped):
    """A program that makes the modules of the tests and runs them."""
    texts = {"test.support": (HERE / "support.py").read_text(), "harness": (HERE / "harness.py").read_text()}
    for helper in HELPERS:
        texts[f"test.support.{helper}"] = (HERE / "helpers.py").read_text()
    tested = {full: path.read_text() for full, path in files_of(folder, name).items()}
    for text in list(tested.values()):
        add_imported(folder, text, texts)
    return PROGRAM.format(texts=texts, tested=tested, skipped=sorted(skipped))


IMPORTED = re.compile(r"^\s*(?:from test\.(\w+) import|import test\.(\w+)|from test import (.+))", re.MULTILINE)


def add_imported(folder, text, texts):
    """Add the modules of the package test that a text imports, and what they import."""
    for found in IMPORTED.finditer(text):
        names = [found[1] or found[2]] if not found[3] else re.findall(r"\w+(?= as |,|$)|\w+", found[3].split("#")[0])
        for name in names:
            file = folder / f"{name}.py"
            if f"test.{name}" not in texts and file.exists():
                texts[f"test.{name}"] = ""
                inner = file.read_text()
                add_imported(folder, inner, texts)
                # Behind what it imports.
                del texts[f"test.{name}"]
                texts[f"test.{name}"] = inner


PROGRAM = """
import importlib, sys, types
TEXTS = {texts!r}
TESTED = {tested!r}
def made(name, text):
    module = types.ModuleType(name)
    module.__file__ = name + ".py"
    sys.modules[name] = module
    parent, _, leaf = name.rpartition(".")
    if parent in sys.modules:
        setattr(sys.modules[parent], leaf, module)
    module.__package__ = parent
    exec(compile(text, name + ".py", "exec"), module.__dict__)
    return module
made("test", "")
def imported(name):
    # After those of the tests' modules that it imports.
    while name not in sys.modules:
        try:
            return made(name, TESTED.get(name) or TEXTS[name])
        except ModuleNotFoundError as error:
            sys.modules.pop(name, None)
            if error.name not in (TESTED | TEXTS) or error.name == name:
                raise
            imported(error.name)
    return sys.modules[name]
for name in TEXTS:
    try:
        if name not in TESTED:
            imported(name)
    except Exception as error:
        if name in ("harness", "test.support"):
            raise
        sys.modules.pop(name, None)
for name in TESTED:
    print("module", name, flush=True)
    try:
        module = imported(name)
    except Exception as error:
        print("fail", name, "| import:", type(error).__name__, str(error).splitlines()[:1], flush=True)
        continue
    sys.modules["harness"].run(module, {skipped!r})
"""


def theirs(folder, name, skipped):
    names = [full for full in files_of(folder, name)]
    return (
        f"import sys, importlib\nsys.path.insert(0, {str(HERE)!r})\nimport harness\n"
        f"for name in {names!r}:\n    print('module', name, flush=True)\n"
        f"    try: module = importlib.import_module(name)\n"
        f"    except BaseException as error: print('fail', name, '| import:', error); continue\n"
        f"    harness.run(module, {sorted(skipped)!r})\n"
    )


def outcomes(command, write, budget):
    """How each test ends; one that does not end, or ends the process, is left out of the next try."""
    told, stuck = {}, set()
    for _ in range(12):
        with tempfile.NamedTemporaryFile("w", suffix=".py") as file:
            file.write(write(stuck))
            file.flush()
            try:
                done = subprocess.run([*shlex.split(command), file.name], capture_output=True, timeout=budget)
                output, code = done.stdout, done.returncode
            except subprocess.TimeoutExpired as error:
                output, code = error.stdout or b"", "timeout"
        running, finished = None, False
        for line in output.decode(errors="replace").splitlines():
            word, _, rest = line.partition(" ")
            if word == "start":
                running = rest
            elif word in ("ok", "skip", "fail"):
                test, _, reason = rest.partition(" | ")
                if test not in told or told[test][0] != "fail":
                    told[test] = (word, reason)
                running = None
            finished = word == "end"
        if running is None or finished:
            if not told:
                told["?"] = ("fail", output.decode(errors="replace")[-300:])
            return told
        told[running] = ("fail", f"ends the process: {code}")
        stuck.add(running)
    return told


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--runner", required=True)
    parser.add_argument("--python", default="python3")
    parser.add_argument("--budget", type=float, default=120)
    parser.add_argument("--failures", help="a file for what fails")
    parser.add_argument("--expected", help="the list of what fails")
    parser.add_argument("modules", nargs="*", default=MODULES)
    given = parser.parse_args()
    folder, lines = folder_of(given.python), []
    for name in given.modules:
        reference = outcomes(given.python, lambda stuck: theirs(folder, name, stuck), given.budget)
        passing = {test for test, (word, _) in reference.items() if word == "ok"}
        here = outcomes(given.runner, lambda stuck: ours(folder, name, stuck), given.budget)
        good = {test for test in passing if here.get(test, ("fail", ""))[0] in ("ok", "skip")}
        share = 100 * len(good) / len(passing) if passing else 100
        print(f"{name}: {len(good)} of {len(passing)} ({share:.1f} %)", flush=True)
        for test in sorted(passing - good):
            lines.append(f"{test}: {here.get(test, ('', 'not run'))[1]}")
    if given.failures:
        pathlib.Path(given.failures).write_text("\n".join(lines) + "\n")
    if given.expected:
        judge({line.split(": ")[0] for line in lines}, pathlib.Path(given.expected).read_text())


def judge(failing, listed):
    """Hold what fails against the list."""
    known = {line.split(": ")[0] for line in listed.splitlines() if line and not line.startswith("#")}
    for test in sorted(failing - known):
        print(f"fails, and is not listed: {test}")
    for test in sorted(known - failing):
        print(f"passes, and is listed: {test}")
    sys.exit(failing != known)


main()
