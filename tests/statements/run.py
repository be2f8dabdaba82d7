#!/usr/bin/env python3
"""Runs any number of generated statements under PyTorch and under TensorCell, and prints the answers that differ.

    run.py [COUNT] [--tensorcell target/debug/tensorcell] [--device cuda] [--jobs 2]

Wants PyTorch 2.11. The statements are run in parts of 20,000, a seed each: 500,000 are the seeds 2 to 26.
"""

import argparse
import concurrent.futures
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent
PART = 20_000


def output(command, emulate):
    environment = {**os.environ, "TENSORCELL_EMULATE": emulate}
    return subprocess.run(command, capture_output=True, text=True, env=environment, check=True).stdout


def compared(options, seed, count):
    """The differences of one part, without the line that counts them."""
    statements, numbers = str(HERE / "statements.py"), [str(seed), str(count)]
    emulate = "0" if options.device == "cpu" else "1"
    with tempfile.TemporaryDirectory() as folder:
        recorded, ours = pathlib.Path(folder, "recorded.txt"), pathlib.Path(folder, "ours.txt")
        recorded.write_text(output([sys.executable, statements, *numbers], "0"))
        ours.write_text(output([options.tensorcell, "run", statements, "--", *numbers, options.device], emulate))
        compare = [sys.executable, str(HERE / "compare.py"), str(recorded), str(ours), str(HERE / "known.txt")]
        return output(compare, "0").splitlines()[:-1]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("count", nargs="?", type=int, default=500_000)
    parser.add_argument("--tensorcell", default="target/debug/tensorcell")
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    parts = [(2 + first // PART, min(PART, options.count - first)) for first in range(0, options.count, PART)]
    differ = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for lines in pool.map(lambda part: compared(options, *part), parts):
            differ += len(lines)
            print(*lines, sep="\n", end="\n" if lines else "", flush=True)
    print(f"{differ} of {options.count} answers differ")
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
