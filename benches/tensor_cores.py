"""Counts the instructions of attention's kernels on tensor cores, from NVIDIA's disassembly, and derives shares of an A100's peak.

python benches/tensor_cores.py        needs pip's nvidia-cuda-nvrtc, nvidia-cuda-nvcc and nvidia-cuda-nvdisasm, and no GPU

Cycles of one of a multiprocessor's four schedulers, for one warp's iteration over a tile that needs no mask:
  a product (HMMA) occupies the tensor core for 8; ldmatrix of four matrices occupies shared memory, which four schedulers
  share, for 16; any other instruction takes one slot, an exponential occupies its unit for 8.
`least` assumes that products overlap with loads of their operands only, `most` that everything overlaps.
"""

import collections
import ctypes
import pathlib
import re
import subprocess
import sys
import sysconfig
import tempfile

KERNELS = pathlib.Path(__file__).parent.parent / "kernels"
FILES = ["scalar", "layout", "number", "random", "attention", "tensor_core", "flash", "flash_backward"]
PACKAGE = pathlib.Path(sysconfig.get_path("purelib")) / "nvidia" / "cu13"
ROWS = [("bf16", 64), ("bf16", 128), ("bf16", 256), ("float", 64), ("float", 128)]
CALLS = {"forward": "flash<{}, {}, false>", "backward": "flash_backward<{}, {}, false>"}


def compiled(text):
    """The PTX of a program, by NVRTC."""
    for name in ("libnvrtc-builtins.so", "libnvrtc.so"):
        file = next(file for file in sorted((PACKAGE / "lib").glob(name + "*")) if ".alt." not in file.name)
        nvrtc = ctypes.CDLL(str(file), mode=ctypes.RTLD_GLOBAL)
    program, size = ctypes.c_void_p(), ctypes.c_size_t()
    nvrtc.nvrtcCreateProgram(ctypes.byref(program), text.encode(), b"attention.cu", 0, None, None)
    options = (ctypes.c_char_p * 2)(b"--gpu-architecture=compute_80", b"--std=c++17")
    if nvrtc.nvrtcCompileProgram(program, 2, options):
        sys.exit("the kernels do not compile")
    nvrtc.nvrtcGetPTXSize(program, ctypes.byref(size))
    ptx = ctypes.create_string_buffer(size.value)
    nvrtc.nvrtcGetPTX(program, ptx)
    return ptx.value


def instructions(ptx):
    """Instructions of the machine code, and the place of each label among them."""
    with tempfile.TemporaryDirectory() as folder:
        source, image = pathlib.Path(folder, "x.ptx"), pathlib.Path(folder, "x.cubin")
        source.write_bytes(ptx)
        subprocess.run([PACKAGE / "bin/ptxas", "-arch=sm_80", source, "-o", image], check=True)
        lines = subprocess.run([PACKAGE / "bin/nvdisasm", "-c", image], check=True, capture_output=True, text=True)
    found, labels = [], {}
    for line in lines.stdout.splitlines():
        if label := re.match(r"\s*(\.L_x_\d+):", line):
            labels[label[1]] = len(found)
        elif code := re.match(r"\s*/\*[0-9a-f]{4,}\*/\s+([^;]*?\S)\s*;", line):
            found.append(code[1])
    return found, labels


def loop(found, labels):
    """The innermost loop that has all products of any loop."""
    loops = []
    for at, code in enumerate(found):
        target = re.search(r"\bBRA.*(\.L_x_\d+)", code)
        if target and labels[target[1]] <= at:
            body = found[labels[target[1]] : at + 1]
            loops.append((-sum("HMMA" in code for code in body), len(body), body))
    return min(loops)[2]


def counts(kind, dtype, width):
    text = "\n".join((KERNELS / f"{name}.cuh").read_text() for name in FILES)
    # Tiles that masks cut are few.
    assert text.count("if (!whole) mask_scores") == 2, "the kernels mask scores elsewhere"
    text = text.replace("if (!whole) mask_scores", "if (!whole && false) mask_scores")
    call = CALLS[kind].format(dtype, width)
    text += f'\nextern "C" __global__ void k(const __grid_constant__ Attention s) {{ {call}(s); }}\n'
    names = (re.sub(r"^@!?U?P\w+\s+", "", code).split()[0].split(".")[0] for code in loop(*instructions(compiled(text))))
    return collections.Counter(names)


def shares(count):
    tensor, shared = 8 * count["HMMA"], 16 * count["LDSM"] + 4 * (count["LDS"] + count["STS"])
    rest = count.total() - count["HMMA"] - count["LDSM"]
    least = tensor / (max(tensor, shared) + max(rest, 8 * count["MUFU"]))
    return least, tensor / max(tensor, shared, count.total(), 8 * count["MUFU"])


def main():
    print("| kernel | products | loads of operands | exponentials | other instructions | share, least | share, most |")
    print("|---|---|---|---|---|---|---|")
    for kind in CALLS:
        for dtype, width in ROWS:
            count = counts(kind, dtype, width)
            least, most = shares(count)
            other = count.total() - count["HMMA"] - count["LDSM"] - count["MUFU"]
            print(
                f"| {kind}, {dtype}, heads of {width} | {count['HMMA']} | {count['LDSM']} | {count['MUFU']} | {other} "
                f"| {least:.2f} | {most:.2f} |"
            )


main()
