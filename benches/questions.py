"""Measures completion and inspection, between cells and while one trains, and what a progress bar costs.

    python benches/questions.py target/release/tensorcell kernel {connection_file}

with a Python that has jupyter_client (`tensorcell lab` makes one in ~/.cache/tensorcell/jupyter). Prints one JSON object,
milliseconds: medians, and the worst of all questions. Asked for are 10 ms between cells and 60 ms while one runs.
"""

import json
import statistics
import sys
import time

from kernel import answer, round_trip, start

SETUP = """
import torch, torch.nn as nn, time
from tqdm import tqdm
model = nn.Sequential(nn.Linear(64, 256), nn.ReLU(), nn.Linear(256, 256), nn.ReLU(), nn.Linear(256, 10))
optimizer = torch.optim.Adam(model.parameters())
x, y = torch.randn(128, 64), torch.randint(10, (128,))
settings = {f"key_{i}": i for i in range(500)}
def step():
    optimizer.zero_grad()
    loss = nn.functional.cross_entropy(model(x), y)
    loss.backward()
    optimizer.step()
    return loss
"""
TRAIN = """
end = time.time() + %d
steps = 0
while time.time() < end:
    step()
    steps += 1
print(steps)
"""
BAR = """
def plain(n):
    total = 0
    for i in range(n): total += i
def barred(n):
    total = 0
    for i in tqdm(range(n)): total += i
def best(f, n, times=5):
    took = []
    for _ in range(times):
        start = time.perf_counter()
        f(n)
        took.append(time.perf_counter() - start)
    return min(took)
n = 1_000_000
print((best(barred, n) - best(plain, n)) / n * 1e9)
"""
COMPLETIONS = [
    "torch.",
    "model.",
    "model[0].wei",
    "nn.Linear(",
    "torch.randn(3).",
    "settings['",
    "x.sum(kee",
    "tor",
    "%time",
    "open('",
    "class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
    "        self.layer = nn.Linear(3, 2)\n    def forward(self, x):\n        return self.",
]
INSPECTIONS = ["torch.randn", "model", "nn.Linear", "x", "torch", "settings", "nn.functional.cross_entropy("]


def ask(client, rounds):
    """Milliseconds of each question, completions and inspections."""
    took = {"complete": [], "inspect": []}
    for _ in range(rounds):
        for kind, codes, request in [("complete", COMPLETIONS, client.complete), ("inspect", INSPECTIONS, client.inspect)]:
            for code in codes:
                began = time.perf_counter()
                answer(client, request(code, len(code)))
                took[kind].append((time.perf_counter() - began) * 1e3)
    return took


def told(took):
    return {kind: {"median": round(statistics.median(times), 2), "worst": round(max(times), 2)} for kind, times in took.items()}


def number(client, code):
    """What a cell prints, as a number."""
    message = client.execute(code)
    answer(client, message)
    while True:
        output = client.get_iopub_msg(timeout=60)
        if (
            output["parent_header"].get("msg_id") == message
            and output["msg_type"] == "stream"
            and output["content"]["name"] == "stdout"
        ):
            return float(output["content"]["text"])


def main(command):
    process, client, _ = start(command)
    round_trip(client, SETUP)
    ask(client, 2)
    idle = ask(client, 20)
    running = client.execute(TRAIN % 8)
    time.sleep(0.5)
    busy = ask(client, 8)
    while client.get_shell_msg(timeout=60)["parent_header"].get("msg_id") != running:
        pass
    bar = number(client, BAR)
    client.stop_channels()
    process.kill()
    process.wait()
    print(
        json.dumps(
            {"between cells": told(idle), "while a cell trains": told(busy), "progress bar, ns per step": round(bar)}, indent=1
        )
    )


if __name__ == "__main__":
    main(sys.argv[1:])
