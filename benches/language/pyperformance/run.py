"""pyperformance's programs in the language alone, run by this interpreter and by CPython in turns.

    python3 benches/language/pyperformance/run.py --ours "target/release/tensorcell run" --theirs python3.13 [NAME...]

pip fetches pyperformance; programs that need packages, other processes or a network are left out. `pyperf.py` beside this
file stands in for pyperf.
"""

import argparse
import json
import math
import shlex
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
# What these measure is no program of the language: processes, sockets, halves of CPython's that are written in C, SQLite.
LEFT_OUT = {
    "2to3", "asyncio_tcp", "asyncio_websockets", "concurrent_imap", "coverage", "pickle", "python_startup", "sqlite_synth",
}  # fmt: skip
# Options without which a program runs only a part of what it has.
VARIANTS = {
    "argparse": [["many_optionals"], ["subparsers"]],
    "async_tree": [["none"], ["memoization"]],
}


def fetch(folder):
    """Has pip fetch pyperformance into a folder; gives the folder of its programs."""
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", folder, "pyperformance"]
    subprocess.run(command, check=True)
    with zipfile.ZipFile(next(Path(folder).glob("*.whl"))) as wheel:
        wheel.extractall(folder)
    return Path(folder) / "pyperformance" / "data-files" / "benchmarks"


def programs(folder, wanted):
    """The programs to run: names, files and options."""
    for path in sorted(folder.glob("bm_*")):
        name = path.name.removeprefix("bm_")
        needs_packages = (path / "requirements.txt").exists()
        if name in LEFT_OUT or needs_packages or (wanted and name not in wanted):
            continue
        for options in VARIANTS.get(name, [[]]):
            yield name, path / "run_benchmark.py", options


def seconds(command, file, options, limit):
    """Each benchmark's seconds in one program, or what went wrong."""
    shutil.copy(HERE / "pyperf.py", file.parent)
    run = [*command, str(file), *options]
    try:
        done = subprocess.run(run, capture_output=True, text=True, timeout=limit, cwd=file.parent)
    except subprocess.TimeoutExpired:
        return {}, f"longer than {limit} s"
    lines = [json.loads(line) for line in done.stdout.splitlines() if line.startswith('{"name"')]
    error = "" if done.returncode == 0 else (done.stderr.strip().splitlines() or ["?"])[-1]
    return {line["name"]: line["seconds"] for line in lines}, error


def compare(options):
    """Runs every program by turns and prints the table."""
    ours, theirs = {}, {}
    with tempfile.TemporaryDirectory() as folder:
        benchmarks = Path(options.benchmarks) if options.benchmarks else fetch(folder)
        for name, file, arguments in programs(benchmarks, options.names):
            for _ in range(options.turns):
                for command, known in ((options.ours, ours), (options.theirs, theirs)):
                    found, error = seconds(shlex.split(command), file, arguments, options.limit)
                    for key, value in found.items():
                        known[key] = min(value, known.get(key, math.inf))
                    if error:
                        print(f"{name}: {command}: {error}", file=sys.stderr)
    rows = sorted((ours[name] / theirs[name], name) for name in ours if name in theirs)
    print("| program | TensorCell, ms | CPython, ms | ratio |\n|---|---|---|---|")
    for ratio, name in rows:
        print(f"| {name} | {ours[name] * 1e3:.3f} | {theirs[name] * 1e3:.3f} | {ratio:.2f} |")
    mean = math.exp(sum(math.log(ratio) for ratio, _ in rows) / len(rows))
    print(f"| geometric mean of {len(rows)} | | | {mean:.2f} |")


def main():
    """Reads the options."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ours", default="target/release/tensorcell run", help="the command that runs a program here")
    parser.add_argument("--theirs", default="python3.13", help="CPython's")
    parser.add_argument("--benchmarks", help="a folder of pyperformance's programs, if they need not be fetched")
    parser.add_argument("--turns", type=int, default=2, help="runs of each program by each; the least time counts")
    parser.add_argument("--limit", type=int, default=300, help="seconds after which a program is given up")
    parser.add_argument("names", nargs="*", help="programs to run; all where none is named")
    compare(parser.parse_args())


if __name__ == "__main__":
    main()
