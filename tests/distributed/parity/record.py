"""Records PyTorch's output for the programs here: two processes, connected by gloo. Lines are sorted by rank.

Usage: python record.py [NAME...], with a Python that has PyTorch 2.11.
"""

import os
import pathlib
import socket
import subprocess
import sys

here = pathlib.Path(__file__).parent
RANKS = 2


def run(program):
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        port = s.getsockname()[1]
    ranks = []
    for rank in range(RANKS):
        env = dict(os.environ, RANK=str(rank), WORLD_SIZE=str(RANKS), LOCAL_RANK=str(rank))
        env.update(MASTER_ADDR="127.0.0.1", MASTER_PORT=str(port), PYTHONWARNINGS="ignore")
        ranks.append(subprocess.Popen([sys.executable, program], env=env, stdout=subprocess.PIPE, text=True))
    outputs = [rank.communicate(timeout=120)[0] for rank in ranks]
    if any(rank.returncode for rank in ranks):
        sys.exit(f"{program.name} failed")
    return "".join(outputs)


names = sys.argv[1:] or sorted(p.stem for p in here.glob("*.py") if p.stem != "record")
for name in names:
    (here / f"{name}.out").write_text(run(here / f"{name}.py"))
    print(name)
