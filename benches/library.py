"""Operations of the standard library, each timed here and by CPython in turns; prints those that are slowest beside CPython.

    python3 benches/library.py --ours "target/release/tensorcell run" --theirs python3.13 [--worst 30] [MODULE...]

Each row of library.txt names a module, what runs once, and what is timed. Times are the least of several runs, in processor time.
"""

import argparse
import json
import math
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

ROWS = Path(__file__).with_suffix(".txt")

# Runs in both interpreters: the least time of a statement, per run.
MEASURE = """
import json, sys, time
def _measure(number, name, setup, statement, budget=0.03):
    names = {"__name__": "row"}
    exec(setup, names)
    exec("def _run(_count):\\n    for _ in range(_count):\\n" + "\\n".join("        " + line for line in statement.split("\\n")), names)
    run, count = names["_run"], 1
    while True:
        start = time.process_time()
        run(count)
        spent = time.process_time() - start
        if spent > budget / 4 or count > 1 << 24:
            break
        count *= 4 if spent < budget / 16 else 2
    for _ in range(4):
        start = time.process_time()
        run(count)
        spent = min(spent, time.process_time() - start)
    print(json.dumps([number, spent / count]), flush=True)
for _row in ROWS:
    try:
        _measure(*_row)
    except Exception as _error:
        print(json.dumps([_row[0], f"{type(_error).__name__}: {_error}"]), flush=True)
"""


def unescaped(found):
    """The character of an escape in the rows."""
    return "\n" if found[1] == "n" else found[1] if found[1] == "\\" else found[0]


def rows(wanted):
    """The rows of the modules that are wanted: number, module, setup, statement."""
    made = []
    lines = [line for line in ROWS.read_text().splitlines() if not line.startswith("#")]
    for number, line in enumerate(lines):
        module, setup, statement = (re.sub(r"\\(.)", unescaped, part) for part in line.split(" | ", 2))
        if not wanted or module in wanted:
            made.append((number, module, setup, statement))
    return made


def measured(command, chosen, limit):
    """Seconds of each row by one interpreter, or its error."""
    with tempfile.NamedTemporaryFile("w", suffix=".py") as file:
        file.write(f"ROWS = {chosen!r}\n{MEASURE}")
        file.flush()
        done = subprocess.run([*shlex.split(command), file.name], capture_output=True, text=True, timeout=limit)
    if done.returncode:
        print(done.stderr[-2000:], file=sys.stderr)
    return dict(json.loads(line) for line in done.stdout.splitlines() if line.startswith("["))


def main():
    """Reads the options, and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ours", default="target/release/tensorcell run", help="the command that runs a program here")
    parser.add_argument("--theirs", default="python3.13", help="CPython's")
    parser.add_argument("--worst", type=int, default=30, help="how many rows to print")
    parser.add_argument("--turns", type=int, default=2, help="runs by each; the least time counts")
    parser.add_argument("modules", nargs="*", help="modules to time; all if none is named")
    options = parser.parse_args()
    chosen, best = rows(options.modules), {}
    for _ in range(options.turns):
        for command in (options.ours, options.theirs):
            for number, seconds in measured(command, chosen, 1800).items():
                known = best.setdefault((command, number), seconds)
                best[command, number] = (
                    min(known, seconds) if isinstance(seconds, float) and isinstance(known, float) else seconds
                )
    table = []
    for number, module, _, statement in chosen:
        ours, theirs = best.get((options.ours, number), "ends"), best.get((options.theirs, number), "ends")
        if isinstance(ours, float) and isinstance(theirs, float):
            table.append((ours / theirs, module, statement.replace("\n", "; "), ours, theirs))
        else:
            print(f"{module}: {statement!r}: ours {ours}, CPython's {theirs}", file=sys.stderr)
    table.sort(reverse=True)
    print("| module | statement | TensorCell, µs | CPython, µs | ratio |\n|---|---|---|---|---|")
    for ratio, module, statement, ours, theirs in table[: options.worst]:
        print(f"| {module} | `{statement.replace('|', '¦')}` | {ours * 1e6:.2f} | {theirs * 1e6:.2f} | {ratio:.2f} |")
    mean = math.exp(sum(math.log(row[0]) for row in table) / max(len(table), 1))
    print(f"| geometric mean of {len(table)} | | | | {mean:.2f} |")


if __name__ == "__main__":
    main()
