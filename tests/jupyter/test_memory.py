"""Device memory in a notebook: failed cells keep nothing, unreachable memory is reused."""

ALLOCATED = "import torch; print(torch.cuda.memory_allocated())"


def error_of(messages):
    return next(message["content"] for message in messages if message["msg_type"] == "error")


def test_an_allocation_that_cannot_be_met_leaks_nothing(kernel):
    before = kernel.text(ALLOCATED)
    reply, messages = kernel.execute("kept = torch.ones(1000, 1000, device='cuda')\nbig = torch.empty(10**15, device='cuda')")
    assert (reply["status"], reply["ename"]) == ("error", "OutOfMemoryError")
    assert "CUDA out of memory. Tried to allocate" in error_of(messages)["evalue"]
    assert kernel.text("del kept") == ""
    assert kernel.text(ALLOCATED) == before
    assert kernel.text("print(torch.ones(3, device='cuda').sum().item())") == "3.0\n"


def test_out_of_memory_can_be_caught_and_tried_again(kernel):
    code = """
try:
    x = torch.empty(10**15, device="cuda")
except torch.cuda.OutOfMemoryError as error:
    print(type(error).__name__, isinstance(error, RuntimeError))
    x = torch.ones(10, device="cuda")
print(x.sum().item())
del x
"""
    assert kernel.text(code) == "OutOfMemoryError True\n10.0\n"


def test_a_failed_cell_keeps_no_tensor(kernel):
    before = kernel.text(ALLOCATED)
    code = """
def step():
    hidden = torch.ones(1000, 1000, device="cuda")
    return hidden @ torch.ones(3, device="cuda")
step()
"""
    for _ in range(3):
        reply, _ = kernel.execute(code)
        assert reply["ename"] == "RuntimeError"
        assert kernel.text(ALLOCATED) == before


def test_memory_that_only_a_cycle_holds_is_freed_before_the_device_is_full(kernel):
    code = """
free, total = torch.cuda.mem_get_info()
class Node:
    pass
def hold():
    node = Node()
    node.itself = node
    node.data = torch.empty(int(total * 0.6), dtype=torch.uint8, device="cuda")
for _ in range(4):
    hold()
print("held")
"""
    before = kernel.text(ALLOCATED)
    assert kernel.text(code) == "held\n"
    assert kernel.text(ALLOCATED) == before


def test_operands_of_different_shapes_and_devices_are_pointed_at(kernel):
    kernel.execute("import torch\nx, y = torch.ones(2, 3, device='cuda'), torch.ones(4, 3)")
    _, messages = kernel.execute("z = x.cpu() + y")
    error = error_of(messages)
    assert error["evalue"].startswith("The size of tensor a (2) must match the size of tensor b (4)")
    assert "shape [2, 3], float32, cpu" in "".join(error["traceback"])
    assert "shape [4, 3], float32, cpu" in "".join(error["traceback"])
    _, messages = kernel.execute("z = x + y")
    error = error_of(messages)
    assert error["evalue"].startswith("Expected all tensors to be on the same device")
    assert "shape [2, 3], float32, cuda:0" in "".join(error["traceback"])
    kernel.execute("del x, y")


def test_an_exception_that_is_kept_keeps_no_model(kernel):
    """A name bound to the exception must not hold the frames, and with them the model."""
    before = kernel.text(ALLOCATED)
    code = """
def train():
    model = torch.nn.Linear(500, 500).cuda()
    return model(torch.ones(3, device="cuda"))
try:
    train()
except RuntimeError as error:
    saved = error
print(saved.__traceback__ is not None)
"""
    assert kernel.text(code) == "True\n"
    assert kernel.text(ALLOCATED) == before
    assert kernel.text("del saved") == ""


def test_a_cell_can_be_run_twenty_times(kernel):
    """Each run puts a new model and optimizer in place of the old ones."""
    before = kernel.text(ALLOCATED)
    code = """
model = torch.nn.Sequential(torch.nn.Linear(64, 64), torch.nn.ReLU(), torch.nn.Linear(64, 1)).cuda()
optimizer = torch.optim.Adam(model.parameters())
for _ in range(2):
    loss = model(torch.ones(8, 64, device="cuda")).sum()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
"""
    after = []
    for _ in range(20):
        kernel.text(code)
        after.append(kernel.text(ALLOCATED))
    assert len(set(after)) == 1
    kernel.text("del model, optimizer, loss")
    assert kernel.text(ALLOCATED) == before


def test_a_smaller_batch_fits_after_out_of_memory(kernel):
    """What the failed attempt took is free again inside the handler's retry."""
    before = kernel.text(ALLOCATED)
    code = """
free, total = torch.cuda.mem_get_info()
def attempt(n):
    return [torch.empty(int(total * 0.3), dtype=torch.uint8, device="cuda") for _ in range(n)]
size = 6
while True:
    try:
        kept = attempt(size)
        break
    except torch.cuda.OutOfMemoryError:
        size //= 2
print(size, len(kept))
del kept
"""
    assert kernel.text(code) == "3 3\n"
    assert kernel.text(ALLOCATED) == before
