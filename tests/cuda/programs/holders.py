"""An out-of-memory error names the variables that hold memory, however they hold it; a fault names the lost ones."""

import torch
from torch import nn

MIB = 1 << 20
torch.cuda.set_per_process_memory_fraction(256 * MIB / torch.cuda.get_device_properties(0).total_memory)


def report(function):
    try:
        function()
    except (torch.OutOfMemoryError, torch.AcceleratorError) as error:
        return str(error)
    raise AssertionError("no error")


def too_much():
    return torch.empty(1 << 28, device="cuda", dtype=torch.uint8)


def piece(mib):
    return torch.empty(mib * MIB, dtype=torch.uint8, device="cuda")


def holds(text, *rows):
    for row in rows:
        assert row in text, f"{row}\n{text}"


# A list, a dict, attributes, tuples: what each holds is summed under its name, and goes with it.
keep = [piece(4) for _ in range(5)]
cache = {i: piece(2) for i in range(3)}


class Run:
    pass


run = Run()
run.losses = [piece(3), (piece(3), {"x": piece(3)})]
run.best = Run()
run.best.weights = piece(1)
text = report(too_much)
holds(text, "The 12 tensors on cuda:0, by the variables that hold them:", "20.00 MiB  keep: 5 tensors  (", "9.00 MiB  run.losses: 3 tensors  (",
      "6.00 MiB  cache: 3 tensors  (", "1024.00 KiB  run.best.weights  (")
del cache, run

# Two names for the same tensor: deleting one frees nothing. A view keeps all of its base's memory; the view is named.
same, view = keep, keep[0][:7]
text = report(too_much)
holds(text, "16.00 MiB  keep: 4 tensors  (", "4.00 MiB  view  (")
assert "`del" not in text, text
del same, view, keep

# Tensors saved for backward are attributed to the holder of the graph.
layer = nn.Linear(512, 512, device="cuda")
history = []


def step():
    batch = torch.randn(4096, 512, device="cuda")
    history.append(torch.relu(layer(batch)).mean())


def train():
    while True:
        step()


text = report(train)
[row] = [line for line in text.splitlines() if "  history: " in line]
assert "kept for backward" in row and float(row.split()[0]) > 150, text
holds(text, "batch in step()", "`history` holds graphs for backward: keep loss.item() or loss.detach() in it", "`del history` when it is no longer needed: ")
assert "del batch" not in text, text
history.clear()

# Locals of running functions are holders too, and closures.
def fill():
    rows = []

    def more():
        rows.append(piece(16))

    while True:
        more()


text = report(fill)
[row] = [line for line in text.splitlines() if "  rows in " in line]
count = int(row.split(": ")[1].split()[0])
assert count > 10 and row.startswith(f"{16 * count:8.2f} MiB") and "rows in fill()" in row, text

# Gradients are listed.
(layer(torch.ones(1, 512, device="cuda")).sum()).backward()
text = report(too_much)
holds(text, "layer: 4 tensors, 1.00 MiB of gradients  (")

# After a fault: lists what could not be restored, by name and by the line that made it.
a = torch.zeros(4, device="cuda")
out = nn.Linear(100, 10).to("cuda")
with torch.no_grad():
    [parameter.mul_(2) for parameter in out.parameters()]  # copies of host data would be restored
torch._assert_async(torch.tensor(0, device="cuda"))
text = report(torch.cuda.synchronize)
holds(text, "Lost: 4 tensors. Each use of one says so:", f"  out: 2 tensors  (")
[row] = [line for line in text.splitlines() if "  out: " in line]
assert row.endswith("line 101)"), row
assert a.sum().item() == 0
print("ok")
