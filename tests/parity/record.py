#!/usr/bin/env python3
"""Records what PyTorch prints: runs each program of this folder and writes its output beside it, as NAME.out.

    python record.py [NAME ...]

Wants PyTorch 2.11 and NumPy; the recordings are made on the CPU. Each program is run on the CPU and again on an emulated
CUDA device, and must print the same. There are two ways to write one:

    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")

and everything on `device`, printing numbers, `.tolist()` and `.cpu()`; or, where tensors themselves are printed,

    torch.set_default_tensor_type("torch.cuda.FloatTensor" if torch.cuda.is_available() else "torch.FloatTensor")

which puts new tensors on the device and prints them without it. Random numbers that show are drawn with `device="cpu"`,
and moved. A program that is about the CPU alone says so in its first line: `# cpu only: why`.
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
