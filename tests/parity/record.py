#!/usr/bin/env python3
"""Records PyTorch's output: runs each program of this folder and writes its output to NAME.out.

    python record.py [NAME ...]

Wants PyTorch 2.11 and NumPy; the recordings are made on the CPU. Each program is run on the CPU and again on an emulated
CUDA device, and must print the same. There are two ways to write one:

    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")

and everything on `device`, printing numbers, `.tolist()` and `.cpu()`; or, where tensors themselves are printed,

    torch.set_default_tensor_type("torch.cuda.FloatTensor" if torch.cuda.is_available() else "torch.FloatTensor")

which puts new tensors on the device and prints them without it. Random numbers that show are drawn with `device="cpu"`,
and moved. A program that is about the CPU alone says so in its first line: `# cpu only: why`.

`# two devices: why` asks for two devices where there is any.

One that is about CUDA alone, and asks only for dtypes and shapes, begins with `# device only: why`. It is recorded over
PyTorch's fake CUDA tensors, which go through PyTorch's own dispatcher and need no device: inside `torch.autocast("cuda")`.
"""
import logging
import pathlib
import runpy
import subprocess
import sys

HERE = pathlib.Path(__file__).parent


def with_fake_cuda(program):
    import torch
    from torch._subclasses.fake_tensor import FakeTensorMode

    class Autocast(torch.autocast):
        def __enter__(self):
            self.fake = FakeTensorMode() if self.device == "cuda" else None
            if self.fake:
                self.fake.__enter__()
            return super().__enter__()

        def __exit__(self, *error):
            super().__exit__(*error)
            if self.fake:
                self.fake.__exit__(*error)

    logging.disable(logging.CRITICAL)
    torch.cuda.amp.common.amp_definitely_not_available = lambda: False
    torch.autocast = Autocast
    runpy.run_path(program)


def main():
    if sys.argv[1:2] == ["--fake-cuda"]:
        return with_fake_cuda(sys.argv[2])
    names = sys.argv[1:] or sorted(path.stem for path in HERE.glob("*.py") if path.name != "record.py")
    for name in names:
        program = HERE / f"{name}.py"
        how = [__file__, "--fake-cuda"] if program.read_text().startswith("# device only: ") else []
        run = subprocess.run([sys.executable, "-W", "ignore", *how, program], capture_output=True, text=True)
        if run.returncode != 0:
            sys.exit(f"{name}: {run.stderr}")
        (HERE / f"{name}.out").write_text(run.stdout)


if __name__ == "__main__":
    main()
