"""A device fault fails the cell and keeps the session. PyTorch's users restart their kernels in this case (its issues
2300, on asserts in kernels, and 44624, on illegal accesses)."""

from conftest import kinds_of, text_of


def error_of(messages):
    """The text of a cell's error, without colours."""
    [error] = [message["content"] for message in messages if message["msg_type"] == "error"]
    text = "\n".join(error["traceback"])
    while "\x1b[" in text:
        before, after = text.split("\x1b[", 1)
        text = before + after.split("m", 1)[1]
    return error["ename"], text


def fails(kernel, code, name, *texts):
    reply, messages = kernel.execute(code)
    assert reply["status"] == "error", text_of(messages)
    ename, text = error_of(messages)
    assert ename.endswith(name), ename
    for wanted in texts:
        assert wanted in text, f"{wanted}\n{text}"
    return text


def count(kernel):
    return kernel.execute("None", store_history=False)[0]["execution_count"] + 1


PREPARED = """
import torch
torch.cuda.manual_seed(7)
layer = torch.nn.Linear(3, 2, device="cuda")
steps = torch.arange(6.0, device="cuda")
product = steps * 2
weights = [p.cpu() for p in layer.parameters()]
"""

KERNELS = """%%cuda
__global__ void below(const float* x, float limit) {
    assert(x[threadIdx.x] < limit);
}
__global__ void stray(float** where) {
    **where = 1;
}
__global__ void twice(float* x) {
    x[threadIdx.x] *= 2;
}
"""

UNHARMED = """
restored = all(torch.equal(p.cpu(), q) for p, q in zip(layer.parameters(), weights))
print(restored, steps.tolist(), layer(torch.ones(1, 3, device="cuda")).shape[1])
"""


def prepared(kernel):
    """The number of the first cell."""
    first = count(kernel)
    for code in (PREPARED, KERNELS):
        reply, messages = kernel.execute(code)
        assert reply["status"] == "ok", messages
    return first


def test_an_assert_in_a_kernel_costs_its_cell_only(fresh):
    first = prepared(fresh)
    text = fails(
        fresh,
        "below[1, 6](steps, 3.0)\ntorch.cuda.synchronize()",
        "AcceleratorError",
        "CUDA error: device-side assert triggered",
        f"below, Cell [{first + 1}], line 3: assertion failed in thread (3,0,0) of block (0,0,0)",
        f"Cell [{first + 2}]:1:1",
        "The context of cuda:0 was rebuilt: the next cell can use it.",
        f"product  (Cell [{first}], line 6)",
    )
    assert "layer  (" not in text and "steps  (" not in text, text
    assert fresh.text(UNHARMED) == "True [0.0, 1.0, 2.0, 3.0, 4.0, 5.0] 2\n"
    fails(fresh, "product + 1", "RuntimeError", "was lost when the context of cuda:0 was rebuilt after a fault")
    # The same session, its kernels, training.
    assert fresh.text("twice[1, 6](steps)\nprint(steps.sum().item())") == "30.0\n"
    assert fresh.text("layer(steps.view(2, 3)).sum().backward()\nprint(layer.bias.grad.tolist())") == "[2.0, 2.0]\n"


def test_an_illegal_access_costs_its_cell_only(fresh):
    first = prepared(fresh)
    # A kernel's fault is reported where it is noticed, and names the place of the launch.
    reply, messages = fresh.execute("where = torch.tensor([8], device='cuda')\nstray[1, 1](where)\ntorch.cuda.synchronize()")
    assert reply["status"] == "error"
    ename, text = error_of(messages)
    assert ename.endswith("AcceleratorError")
    assert "CUDA error: an illegal memory access was encountered" in text, text
    assert f"stray, Cell [{first + 1}], line 6" in text and f"Cell [{first + 2}]:2:1" in text, text
    assert fresh.text(UNHARMED) == "True [0.0, 1.0, 2.0, 3.0, 4.0, 5.0] 2\n"
    # A kernel may have written to all of its arguments. A second fault counts only what it destroyed.
    fails(fresh, "where.tolist()", "RuntimeError", "was lost")
    again = "where = torch.tensor([8], device='cuda')\nstray[1, 1](where)\ntorch.cuda.synchronize()"
    text = fails(fresh, again, "AcceleratorError", "was rebuilt")
    assert "product" not in text, text
    assert fresh.text("print(torch.ones(1000, device='cuda').sum().item())") == "1000.0\n"


def test_a_fault_that_is_noticed_later_names_the_launch(fresh):
    first = prepared(fresh)
    reply, _ = fresh.execute("torch._assert_async(torch.tensor([0.0], device='cuda'))")
    if reply["status"] == "ok":
        fails(
            fresh,
            "steps.sum().item()",
            "AcceleratorError",
            "device-side assert triggered",
            f"assert_async  Cell [{first + 2}], line 1",
        )
    assert fresh.text("print(steps.sum().item())") == "15.0\n"


def test_an_index_of_our_own_kernels_is_no_fault(fresh):
    prepared(fresh)
    fresh.execute("embedding = torch.nn.Embedding(10, 4, device='cuda')\nlogits = torch.zeros(2, 5, device='cuda')")
    for code, index, size in (
        ("steps[torch.tensor([1, 12], device='cuda')].sum().item()", 12, 6),
        ("steps.gather(0, torch.tensor([7], device='cuda')).tolist()", 7, 6),
        ("steps.index_select(0, torch.tensor([6], device='cuda')).cpu()", 6, 6),
        ("embedding(torch.tensor([3, 10], device='cuda')).cpu()", 10, 10),
        ("torch.nn.functional.cross_entropy(logits, torch.tensor([1, 5], device='cuda')).item()", 5, 5),
        ("steps.scatter(0, torch.tensor([8], device='cuda'), 1.0).tolist()", 8, 6),
    ):
        dim = 1 if "cross_entropy" in code else 0
        fails(fresh, code, "IndexError", f"index {index} is out of bounds for dimension {dim} with size {size}")
    assert fresh.text("print(product.tolist(), embedding.weight.shape[0])") == "[0.0, 2.0, 4.0, 6.0, 8.0, 10.0] 10\n"
    # Noticed in a later cell; names the place of the launch.
    assert fresh.execute("late = steps[torch.tensor([9], device='cuda')]")[0]["status"] == "ok"
    number = count(fresh) - 1
    fails(fresh, "late.item()", "IndexError", "index 9 is out of bounds", f"launched in Cell [{number}], line 1")


def test_running_out_of_memory_is_no_fault(fresh):
    number = count(fresh)
    fresh.execute("import torch\nhog = torch.empty(64 << 20, dtype=torch.uint8, device='cuda')")
    text = fails(
        fresh,
        "torch.empty(1 << 40, dtype=torch.uint8, device='cuda')",
        "OutOfMemoryError",
        "CUDA out of memory. Tried to allocate 1024.00 GiB.",
        f"64.00 MiB  hog  (Cell [{number}], line 2)",
        "What would help:",
    )
    assert "was rebuilt" not in text
    _, messages = fresh.execute("hog.fill_(1).sum().item()")
    assert "execute_result" in kinds_of(messages)
