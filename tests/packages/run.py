"""Runs packages' own tests under CPython and TensorCell with the environment's pytest, and reports those that pass only under CPython.

`python3.13 tests/packages/run.py --tensorcell target/release/tensorcell einops sympy` installs the packages named (all, if none is) in the
user's cache folder, unpacks their sources, and runs their tests. Differences that `failing.txt` does not list end it with status 1.
"""

import argparse
import os
import pathlib
import signal
import subprocess
import sys
import tarfile
import time
from typing import NamedTuple

HERE = pathlib.Path(__file__).parent
CACHE = pathlib.Path(os.environ.get("XDG_CACHE_HOME", pathlib.Path.home() / ".cache")) / "tensorcell"


class Package(NamedTuple):
    """A package of the index: `tests` are patterns of files in its source, `needs` what its tests import.

    `without` has words in paths of files that need a C extension or a server, or that pytest itself refuses; `names` is the environment."""

    name: str
    version: str
    tests: str = "tests/**/test_*.py"
    needs: str = ""
    options: str = ""
    without: str = ""
    names: str = ""


PACKAGES = [
    Package("attrs", "26.1.0"),
    Package("bidict", "0.24.1"),
    Package("boltons", "26.2.0"),
    Package("cachetools", "8.0.2"),
    Package("click", "8.5.1"),
    Package("docutils", "0.23", "test/test_parsers/**/test_*.py test/test_transforms/test_*.py test/test_utils/**/test_*.py"),
    Package(
        "einops",
        "0.8.2",
        "einops/tests/test_*.py",
        needs="numpy==2.4.6",
        names="EINOPS_TEST_BACKENDS=numpy",
    ),
    Package("hypothesis", "6.151.0", "tests/cover/test_*.py"),
    Package("jinja2", "3.1.6", without="async"),
    Package(
        "markdown",
        "3.11.3",
        "tests/test_*.py tests/test_syntax/**/test_*.py",
        needs="pyyaml==6.0.4",
        without="test_md_in_html",
    ),
    Package("more-itertools", "11.2.1"),
    Package(
        "mpmath",
        "1.3.0",
        "mpmath/tests/test_*.py",
    ),
    Package("networkx", "3.7", "networkx/algorithms/**/test_*.py"),
    Package("packaging", "26.4", needs="pretend==1.0.9 tomli-w==1.2.0"),
    Package("pygments", "2.21.0", "tests/test_*.py"),
    Package("pyparsing", "3.3.3", "tests/test_*.py", without="diagram"),
    Package("pyyaml", "6.0.4", "tests/**/test_*.py", without="_ext libyaml"),
    # Its tests against a server want one that needs a C extension.
    Package("requests", "2.34.2", needs="pytest-mock==3.15.1", options="-p pytest_mock"),
    Package("rich", "15.0.0", needs="attrs"),
    Package(
        "sympy",
        "1.14.0",
        "sympy/core/tests/test_*.py sympy/simplify/tests/test_*.py",
    ),
    Package("tabulate", "0.10.0", "test/test_*.py"),
    Package("tomlkit", "0.15.2"),
    Package("toolz", "1.2.0", "**/tests/test_*.py"),
    Package("tqdm", "4.70.1", "tests/tests_*.py", options="-o addopts=", without="asyncio"),
    Package("typing-extensions", "4.16.0", "src/test_*.py"),
]


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--tensorcell", default="target/release/tensorcell")
    options.add_argument("--limit", type=int, default=300, help="seconds for each test")
    options.add_argument("--folder", type=pathlib.Path, default=CACHE / "packages-tested")
    options.add_argument("packages", nargs="*")
    asked = options.parse_args()
    chosen = [package for package in PACKAGES if package.name in asked.packages or not asked.packages]
    python = environment(asked.folder, chosen)
    sources = {package: source(asked.folder, python, package) for package in chosen}
    known = listed()
    new = []
    for package in chosen:
        run = Run(package, sources[package], python, asked)
        new += [test for test in run.compared() if test not in known]
    print("\n".join(["", f"{len(new)} tests that failing.txt does not list fail:", *new]))
    sys.exit(bool(new))


def environment(folder, packages):
    """Installs the packages into an environment of `folder`; returns its Python."""
    python = folder / "environment/bin/python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", folder / "environment"], check=True)
    wanted = ["pytest==9.2.0", "hypothesis==6.151.0"]
    wanted += [
        requirement for package in packages for requirement in (f"{package.name}=={package.version}", *package.needs.split())
    ]
    done = folder / "installed.txt"
    had = set(done.read_text().split()) if done.exists() else set()
    if missing := sorted(set(wanted) - had):
        subprocess.run([python, "-m", "pip", "install", "-q", "--disable-pip-version-check", *missing], check=True)
        done.write_text("\n".join(sorted(had | set(wanted))))
    return python


def source(folder, python, package):
    """Returns the folder of the package's unpacked source distribution."""
    sources = folder / "sources" / f"{package.name}-{package.version}"
    if not sources.exists():
        loaded = folder / "loaded" / package.name
        pip = [
            python,
            "-m",
            "pip",
            "download",
            "-q",
            "--disable-pip-version-check",
            "--no-deps",
            "--no-binary",
            ":all:",
            "-d",
            loaded,
        ]
        if not list(loaded.glob("*.tar.gz")):
            subprocess.run([*pip, f"{package.name}=={package.version}"], check=True)
        with tarfile.open(next(loaded.glob("*.tar.gz"))) as archive:
            archive.extractall(sources, filter="data")
    return next(path for path in sources.iterdir() if path.is_dir())


def listed():
    """The tests of failing.txt: lines `test  # reason`."""
    lines = (HERE / "failing.txt").read_text().splitlines()
    return {line.split("  # ")[0] for line in lines if line and not line.startswith("#")}


class Run:
    """One package's tests under both programs."""

    def __init__(self, package, folder, python, asked):
        self.package, self.folder, self.python, self.asked = package, folder, python, asked
        self.results = asked.folder / "results"
        self.results.mkdir(exist_ok=True)

    def compared(self):
        """Prints what passes under each program; returns what passes under CPython only."""
        files = self.files(self.package.tests)
        there = passed(self.under_cpython(files))
        if not there:
            sys.exit(f"{self.package.name}: no test passes under CPython, see {self.results}")
        failing = sorted(there - passed(self.under_tensorcell(files)))
        here = len(there) - len(failing)
        print(
            f"{self.package.name} {self.package.version}: {len(there)} passed there, {here} here, {100 * here / len(there):.1f} %"
        )
        print(*(f"    {test}" for test in failing), sep="\n", flush=True)
        return failing

    def files(self, patterns):
        found = {path for pattern in patterns.split() for path in self.folder.glob(pattern)}
        paths = sorted(str(path.relative_to(self.folder)) for path in found)
        return [path for path in paths if not any(word in path for word in self.package.without.split())]

    def under_cpython(self, files):
        """The outcomes of files' tests, kept for the next run."""
        kept = self.results / f"{self.package.name}-{self.package.version}.there.txt"
        if not kept.exists():
            partial = kept.with_suffix(".partial")
            self.pytest([self.python], files, partial)
            partial.rename(kept)
        return outcomes(kept)

    def under_tensorcell(self, files):
        written = self.results / f"{self.package.name}-{self.package.version}.here.txt"
        self.pytest([pathlib.Path(self.asked.tensorcell).absolute(), "run"], files, written)
        return outcomes(written)

    def pytest(self, runner, files, written):
        """Runs files' tests; goes on with the next file after one that crashed or stood still. The reports stay beside the outcomes."""
        written.write_text("")
        with open(written.with_suffix(".report"), "w") as report:
            while not self.to_end(runner, files, written, report):
                last = [line.split()[1] for line in written.read_text().split("\n") if line.startswith("started")]
                stuck = last[-1].split("::")[0] if last else files[-1]
                files = files[files.index(stuck) + 1 :] if stuck in files else []
                if not files:
                    break

    def to_end(self, runner, files, written, report):
        """Whether a run of pytest came to its end: no test took longer than the limit."""
        arguments = [
            "-q",
            "-p",
            "record_outcomes",
            "-p",
            "no:cacheprovider",
            "-p",
            "no:xdist",
            "--tb=short",
            *self.package.options.split(),
            *files,
        ]
        paths = [str(HERE), str(self.folder), str(self.folder / "src")]
        names = {
            "OUTCOMES": str(written),
            "VIRTUAL_ENV": str(self.python.parent.parent),
            "PYTHONPATH": ":".join(paths),
            "PYTHONHASHSEED": "0",
            # The packages share an environment: one's plugins are not for the others.
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        }
        names |= dict(name.split("=") for name in self.package.names.split())
        command = [*runner, HERE / "run_pytest.py", *arguments]
        streams = {"stdin": subprocess.DEVNULL, "stdout": report, "stderr": report}
        process = subprocess.Popen(command, cwd=self.folder, env=os.environ | names, start_new_session=True, **streams)
        progress, size = time.monotonic(), 0
        while process.poll() is None:
            time.sleep(0.2)
            if written.stat().st_size != size:
                progress, size = time.monotonic(), written.stat().st_size
            if time.monotonic() - progress > self.asked.limit:
                os.killpg(process.pid, signal.SIGKILL)
                report.write(f"\nended: nothing for {self.asked.limit} s\n")
                process.wait()
        return process.returncode >= 0


def outcomes(written):
    """The last line of each test."""
    lines = written.read_text().splitlines()
    return {test: outcome for outcome, _, test in (line.partition(" ") for line in lines)}


def passed(found):
    return {test for test, outcome in found.items() if outcome == "passed"}


if __name__ == "__main__":
    main()
