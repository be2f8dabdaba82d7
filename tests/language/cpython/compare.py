# Runs CPython's own tests with CPython and with this interpreter, and compares each.
#   python3.13 compare.py --runner "PROGRAM run" [MODULE...]                  how many of those that pass in CPython pass here
#   python3.13 compare.py --runner "PROGRAM run" --known LIST [MODULE...]     what fails here and is not listed; what is and passes
#   python3.13 compare.py --runner "PROGRAM run" --known LIST --record        rewrite the list; known reasons are kept
# The runner runs a file of the language. The Python that runs this one is the CPython; it has the package `test`.
import argparse
import concurrent.futures
import os
import pathlib
import platform
import re
import shlex
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent
# Attempts per module: each leaves out one more test that ends the process or never ends.
TRIES = 12


class Outcomes(dict):
    """How the tests of a module ended: test -> (word, reason)."""

    def failing(self):
        return {test for test, (word, _) in self.items() if word == "fail"}

    def passing(self):
        return {test for test, (word, _) in self.items() if word == "ok"}


class Tests:
    """The tests of one CPython, in a folder without the rest of its library but the one module that they need from it."""

    def __init__(self, place):
        import test

        self.package, self.place = pathlib.Path(test.__path__[0]), pathlib.Path(place)
        for name in ("test", "_colorize.py"):
            (self.place / name).symlink_to(self.package.parent / name)

    def names(self, module):
        """The modules of a test module, which may be a package."""
        files = sorted((self.package / module).glob("test_*.py"))
        return [f"test.{module}.{file.stem}" for file in files] or [f"test.{module}"]

    def program(self, module, skipped):
        paths = [str(HERE), str(self.place)]
        return (
            f"import sys\nsys.path[:0] = {paths!r}\nimport harness\nharness.run({self.names(module)!r}, {sorted(skipped)!r})\n"
        )

    def outcomes(self, command, module, budget):
        """How each test ends; one that does not end, or ends the process, is left out of the next try."""
        told, stuck = Outcomes(), set(entries((HERE / "left_out.txt").read_text()))
        for _ in range(TRIES):
            output, code = ran(command, self.program(module, stuck), budget)
            running = read(output, told)
            if running is None:
                break
            told[running] = ("fail", f"ends the process: {code}")
            stuck.add(running)
        return told or Outcomes({f"test.{module}": ("fail", output[-300:])})


def ran(command, program, budget):
    """What a program prints, and how it ends."""
    # Modules that are read from an environment are of the version of the tests.
    environment = {**os.environ, "TENSORCELL_PYTHON": sys.executable}
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, "program.py")
        file.write_text(program)
        options = {"cwd": folder, "env": environment, "stdin": subprocess.DEVNULL}
        try:
            done = subprocess.run([*command, file], capture_output=True, timeout=budget, **options)
            output, code = done.stdout, done.returncode
        except subprocess.TimeoutExpired as error:
            output, code = error.stdout or b"", "timeout"
    return output.decode(errors="replace"), code


def read(output, told):
    """Note what the lines tell; gives the test that was running at their end."""
    running = None
    for line in output.splitlines():
        word, _, rest = line.partition(" ")
        if word == "start":
            running = rest
        elif word in ("ok", "skip", "fail"):
            test, _, reason = rest.partition(" | ")
            if test not in told or told[test][0] != "fail":
                told[test] = (word, reason)
            running = None
        elif word == "end":
            return None
    return running


def share(tests, module, runner, budget):
    """How many of the tests that pass in CPython pass here; gives those that do not."""
    passing = tests.outcomes([sys.executable], module, budget).passing()
    here = tests.outcomes(runner, module, budget)
    bad = {test for test in passing if here.get(test, ("fail",))[0] == "fail"}
    part = 100 * (len(passing) - len(bad)) / len(passing) if passing else 100
    print(f"{module}: {len(passing) - len(bad)} of {len(passing)} ({part:.1f} %)", flush=True)
    # If a module cannot be imported, only the module is reported.
    told = bad & set(here) | here.failing() & set(tests.names(module))
    return {test: here[test][1] for test in told}


def unexpected(tests, module, runner, budget, known):
    """What fails here and passes in CPython, beside what is known to; and what is known to and passes."""
    here, modules = tests.outcomes(runner, module, budget), set(tests.names(module))
    failing = here.failing() - set(known)
    if failing - modules:
        failing &= tests.outcomes([sys.executable], module, budget).passing() | modules
    wrong = {f"{test} fails, and is not listed: {here[test][1]}" for test in failing}
    good = here.passing() | modules - here.failing()
    return wrong | {f"{test} passes, and is listed" for test in good & set(known)}


ADDRESS = re.compile(r" at 0x[0-9a-f]+|/tmp/\S+")


def entries(text):
    """The lines of a list: test -> reason."""
    lines = (line.partition(": ") for line in text.splitlines() if line and not line.startswith("#"))
    return {test: reason for test, _, reason in lines}


def written(old, failing):
    """The list with what fails now; a reason that stands there stays."""
    head = [line for line in old.splitlines() if line.startswith("#")]
    known = entries(old)
    lines = [f"{test}: {known.get(test) or ADDRESS.sub('', reason)}" for test, reason in sorted(failing.items())]
    return "\n".join([*head, *lines]) + "\n"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--runner", required=True, type=shlex.split)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--budget", type=float, default=300, help="seconds for a module")
    parser.add_argument("--known", type=pathlib.Path, help="the list of what fails")
    parser.add_argument("--record", action="store_true", help="write the list anew")
    parser.add_argument("--failures", type=pathlib.Path, help="a file for what fails")
    parser.add_argument("modules", nargs="*")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as place, concurrent.futures.ThreadPoolExecutor(given.jobs) as pool:
        run(given, Tests(place), pool)


def run(given, tests, pool):
    listed = (HERE / "modules.txt").read_text().splitlines()
    modules = given.modules or [line for line in listed if not line.startswith("#")]
    if given.known and not given.record:
        known = entries(given.known.read_text())
        judged = [pool.submit(unexpected, tests, module, given.runner, given.budget, known) for module in modules]
        wrong = sorted(set().union(*(one.result() for one in judged)))
        print(*wrong, sep="\n")
        sys.exit(bool(wrong))
    shares = [pool.submit(share, tests, module, given.runner, given.budget) for module in modules]
    failing = {test: reason for one in shares for test, reason in one.result().items()}
    if given.failures:
        given.failures.write_text("".join(f"{test}: {reason}\n" for test, reason in sorted(failing.items())))
    if given.record:
        given.known.write_text(written(given.known.read_text(), failing))


if __name__ == "__main__":
    main()
