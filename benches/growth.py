"""How cost grows with size, where it should grow in proportion: run by this interpreter and by CPython with PyTorch.

    python3 benches/growth.py target/release/tensorcell PYTHON_WITH_PYTORCH

Each row doubles its size five times. The last column is the exponent of the best line through the logarithms of the last
four times: 1 is proportional, 2 is quadratic. Times are processor time, the least of three.
"""

import math
import subprocess
import sys
import time


def elements(n):
    import torch

    x = torch.ones(n)
    return lambda: (x * 2 + 1).sum().item()


def parameters(n):
    import torch

    layers = [torch.nn.Linear(8, 8) for _ in range(n)]
    optimizer = torch.optim.Adam([p for layer in layers for p in layer.parameters()])
    for layer in layers:
        layer(torch.ones(1, 8)).sum().backward()
    return optimizer.step


def nodes(n):
    import torch

    x = torch.ones(3, requires_grad=True)

    def run():
        y = x
        for _ in range(n):
            y = y + 1
        y.sum().backward()

    return run


def wide_graph(n):
    import torch

    x = torch.ones(3, requires_grad=True)
    return lambda: sum([x * 2 for _ in range(n)]).sum().backward()


def modules(n):
    import torch

    model = torch.nn.Sequential(*[torch.nn.Linear(2, 2) for _ in range(n)])
    return lambda: (model.state_dict(), list(model.named_parameters()), model.train())


def names(n):
    space = {}
    source = "\n".join([f"name_{i} = {i}" for i in range(n)])
    code = compile(source, "names", "exec")
    return lambda: exec(code, space)


def constants(n):
    source = "x = [" + ", ".join([str(i * 1000 + 7) for i in range(n)]) + "]"
    return lambda: compile(source, "constants", "exec")


def statements(n):
    source = "".join([f"def f{i}(a, b={i}):\n    return a + b * {i}\n" for i in range(n)])
    return lambda: compile(source, "statements", "exec")


def nested_text(n):
    source = "x = " + "+".join(["'a'"] * n)
    return lambda: compile(source, "text", "exec")


def objects(n):
    def run():
        class Point:
            def __init__(self, x):
                self.x, self.own = x, self

        return [Point(i) for i in range(n)]

    return run


def dictionary(n):
    return lambda: {(i, str(i)): i for i in range(n)}


def text(n):
    def run():
        made = ""
        for _ in range(n):
            made += "line\n"
        return made.split("\n")

    return run


def drained(n):
    from collections import OrderedDict

    def run():
        made = OrderedDict.fromkeys(range(n))
        while made:
            made.popitem(last=False)

    return run


def frame(n):
    import numpy as np
    import pandas as pd

    table = pd.DataFrame({"key": np.arange(n) % 100, "value": np.arange(n, dtype=float)})
    return lambda: (table.groupby("key").value.mean(), table.sort_values("value"), table[table.value > 5])


def csv_rows(n):
    import io

    import pandas as pd

    source = "a,b,c\n" + "".join([f"{i},{i / 7},text{i % 50}\n" for i in range(n)])
    return lambda: pd.read_csv(io.StringIO(source))


def pickled(n):
    import pickle

    value = [{"number": i, "text": str(i)} for i in range(n)]
    return lambda: pickle.loads(pickle.dumps(value))


def json_text(n):
    import json

    value = [{"number": i, "text": str(i)} for i in range(n)]
    return lambda: json.loads(json.dumps(value))


def printed(n):
    value = list(range(n))
    return lambda: repr(value)


def points(n):
    import io

    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    def run():
        plt.plot(range(n))
        plt.savefig(io.BytesIO(), format="svg")
        plt.close()

    return run


#: What grows, and its first size.
ROWS = {
    elements: 200_000, parameters: 100, nodes: 500, wide_graph: 500, modules: 100, names: 2_000, constants: 5_000, statements: 300,
    nested_text: 500, objects: 5_000, dictionary: 10_000, text: 20_000, drained: 10_000, frame: 10_000, csv_rows: 2_000,
    pickled: 2_000, json_text: 2_000, printed: 20_000, points: 1_000,
}  # fmt: skip
DOUBLINGS = 5


def least(work):
    found = []
    for _ in range(3):
        start = time.process_time()
        work()
        found.append(time.process_time() - start)
    return max(min(found), 1e-7)


def exponent(times):
    ends = [math.log2(one) for one in times[-4:]]
    middle = sum(ends) / len(ends)
    return sum((at - 1.5) * (end - middle) for at, end in enumerate(ends)) / 5


def run():
    for make, start in ROWS.items():
        try:
            times = [least(make(start * 2**at)) for at in range(DOUBLINGS + 1)]
            print(make.__name__, start, *times, flush=True)
        except Exception as error:
            print(make.__name__, start, "failed:", type(error).__name__, error)


def measured(command):
    output = subprocess.run([*command, __file__, "run"], capture_output=True, text=True).stdout
    return {line.split()[0]: line.split()[1:] for line in output.splitlines()}


def main():
    ours, theirs = measured([sys.argv[1], "run"]), measured([sys.argv[2]])
    print(
        "| what | first size | TensorCell, first and last | exponent | CPython and PyTorch | exponent |\n|---|---|---|---|---|---|"
    )
    for name in ours:
        cells = [name, ours[name][0]]
        for found in (ours[name][1:], theirs.get(name, ["-"])[1:]):
            if not found or found[0] == "failed:":
                cells += [" ".join(found), "-"]
                continue
            times = [float(one) for one in found]
            cells += [f"{times[0] * 1e3:.2f} and {times[-1] * 1e3:.2f} ms", f"{exponent(times):.2f}"]
        print("|", " | ".join(cells), "|")


if __name__ == "__main__":
    run() if sys.argv[1:] == ["run"] else main()
