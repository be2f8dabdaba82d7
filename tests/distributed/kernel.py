"""Drives the kernel of several ranks as Jupyter does, and the guide's cells with nbconvert. Arguments: kernel, guide or -.

Nothing is timed: a cell that should end at once would otherwise run longer than PATIENCE."""

import os
import pathlib
import signal
import sys

import nbformat
from jupyter_client.manager import KernelManager
from nbclient import NotebookClient

# Seconds after which a wait has failed.
PATIENCE = int(os.environ["PATIENCE"])
kernel, guide = sys.argv[1:3]
manager = KernelManager(kernel_name=kernel)
manager.start_kernel()
client = manager.client()
client.start_channels()
client.wait_for_ready(timeout=PATIENCE)


def run(code, meanwhile=None):
    """Returns a cell's output and its error. Calls `meanwhile` once the cell has printed."""
    request = client.execute(code)
    shown, error = [], None
    while True:
        message = client.get_iopub_msg(timeout=PATIENCE)
        if message["parent_header"].get("msg_id") != request:
            continue
        kind, content = message["msg_type"], message["content"]
        if kind == "stream":
            shown.append(content["text"])
            if meanwhile:
                meanwhile()
                meanwhile = None
        elif kind in ("display_data", "execute_result"):
            shown.append(content["data"])
        elif kind == "error":
            error = f"{content['ename']}: {content['evalue']}"
        elif kind == "status" and content["execution_state"] == "idle":
            # The progress of a killed run.
            print(f"done: {code.splitlines()[0][:60]!r}", flush=True)
            return shown, error


def check(condition, *what):
    if not condition:
        print("FAILED", *what)
        manager.shutdown_kernel(now=True)
        sys.exit(1)


shown, error = run("import os, time, torch, torch.distributed as dist\nprint('hello', os.environ['RANK'])")
check(shown[0].startswith("hello 0") and "<details><summary>rank 1: 1 line" in shown[1]["text/html"], shown, error)
shown, error = run(
    "dist.init_process_group('gloo')\nr = dist.get_rank()\nn = dist.get_world_size()\n"
    "x = torch.ones(2) * r\ndist.all_reduce(x)\nx.tolist() == [n * (n - 1) / 2] * 2"
)
check(error is None and any(isinstance(s, dict) and s["text/plain"] == "True" for s in shown), shown, error)
shown, error = run("%rank 1 r + 100")
check(shown[0]["text/plain"] == "101", shown, error)
shown, error = run("%%rank 1\nimport matplotlib.pyplot as plt\nplt.plot([1, 2])\nplt.show()")
check(error is None and any("image/png" in s or "image/svg+xml" in s for s in shown if isinstance(s, dict)), shown, error)
shown, error = run("%rank 9")
check("there is no rank" in error, error)
for failing in ("if r == 1: raise ValueError('bad')\ndist.barrier()", "if r == 0: raise ValueError('bad')\ndist.barrier()"):
    shown, error = run(failing)
    check(error.startswith("ValueError: [rank "), error)
    shown, error = run("y = torch.ones(1)\ndist.all_reduce(y)\ny.item() == n")
    check(error is None and shown[0]["text/plain"] == "True", shown, error)
waiting = "if r == 0:\n    print('waiting')\n    dist.barrier()\nwhile True: time.sleep(60)"
shown, error = run(waiting, manager.interrupt_kernel)
check(error.startswith("KeyboardInterrupt"), error)
shown, error = run("dist.all_reduce(y)\ny.item() == n * n")
check(error is None and shown[0]["text/plain"] == "True", shown, error)
pid = int(run("%rank 1 os.getpid()")[0][0]["text/plain"])
shown, error = run("print('going')\nwhile True: dist.barrier()", lambda: os.kill(pid, signal.SIGKILL))
check("rank 1" in error, error)
shown, error = run("1 + 1")
check("rank 1: its process has ended; restart the kernel" in error, error)
manager.shutdown_kernel()

if guide != "-":
    cells, code = [], []
    for line in pathlib.Path(guide).read_text().splitlines():
        if line.startswith("# %%"):
            cells.append("\n".join(code))
            code = []
        else:
            code.append(line)
    cells = [cell for cell in cells + ["\n".join(code)] if cell.strip()]
    print("the guide under nbclient", flush=True)
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    NotebookClient(notebook, timeout=PATIENCE, kernel_name=kernel).execute()
print("all went well")
