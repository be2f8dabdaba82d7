#!/usr/bin/env python3
"""Records what PyTorch prints: runs each program of this folder and writes its output beside it, as NAME.out.

    python record.py [NAME ...]

Wants PyTorch 2.11 and NumPy; the recordings are made on the CPU. A program whose first line is `# also on: cuda` picks a
CUDA device where there is one and prints the same there, so that the test runs it on an emulated device as well.
"""
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).parent


def main():
    names = sys.argv[1:] or sorted(path.stem for path in HERE.glob("*.py") if path.name != "record.py")
    for name in names:
        run = subprocess.run([sys.executable, "-W", "ignore", HERE / f"{name}.py"], capture_output=True, text=True)
        if run.returncode != 0:
            sys.exit(f"{name}: {run.stderr}")
        (HERE / f"{name}.out").write_text(run.stdout)


if __name__ == "__main__":
    main()
