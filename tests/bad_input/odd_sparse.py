"""Makes sparse tensors of parts that do not fit, and does everything with those that are made."""

import copy
import io

import torch

made = {
    "negative": lambda: torch.sparse_coo_tensor([[0, -1], [0, 1]], [1.0, 2.0], (2, 2)),
    "beyond": lambda: torch.sparse_coo_tensor([[0, 9], [0, 1]], [1.0, 2.0], (2, 2)),
    "twice": lambda: torch.sparse_coo_tensor([[1, 0, 0], [1, 0, 0]], [1.0, 2.0, 3.0], (2, 2), is_coalesced=True),
    "too large": lambda: torch.sparse_coo_tensor([[0, 1], [0, 1]], [1.0, 2.0], (2**40, 2**40)),
    "tall": lambda: torch.sparse_coo_tensor([[0, 1], [0, 1]], [1.0, 2.0], (2**40, 2)),
    "sizes": lambda: torch.sparse_coo_tensor([[0, 1], [0, 1]], [1.0, 2.0], (-2, 2)),
    "no dimension": lambda: torch.sparse_coo_tensor(torch.zeros(0, 3, dtype=torch.int64), torch.ones(3), ()),
    "nothing": lambda: torch.sparse_coo_tensor(torch.zeros(0, 0, dtype=torch.int64), torch.ones(0), ()),
    "no rows": lambda: torch.sparse_coo_tensor(torch.zeros(2, 0, dtype=torch.int64), torch.ones(0), (0, 3)),
    "no rows, compressed": lambda: torch.zeros(0, 3).to_sparse_csr(),
    "number": lambda: torch.tensor(2.0).to_sparse(),
    "starts": lambda: torch.sparse_csr_tensor([0, 5, 2], [0, 1], [1.0, 2.0], (2, 2)),
    "negative start": lambda: torch.sparse_csr_tensor([0, -1, 2], [0, 1], [1.0, 2.0], (2, 2)),
    "columns": lambda: torch.sparse_csr_tensor([0, 1, 2], [0, 7], [1.0, 2.0], (2, 2)),
    "few starts": lambda: torch.sparse_csr_tensor([0, 1], [0, 1], [1.0, 2.0], (2, 2)),
    "few values": lambda: torch.sparse_csr_tensor([0, 1, 2], [0, 1], [1.0], (2, 2)),
    "batch": lambda: torch.sparse_csr_tensor([[0, 1, 2]], [[0, 1]], [[1.0, 2.0]], (1, 2, 2)),
    "numbers": lambda: torch.sparse_csr_tensor(0, 1, 2.0, (2, 2)),
    "floats": lambda: torch.sparse_csr_tensor([0.0, 1.0, 2.0], [0.0, 1.0], [1.0, 2.0], (2, 2)),
    "one size": lambda: torch.sparse_csr_tensor([0, 1, 2], [0, 1], [1.0, 2.0], (2,)),
    "blocks": lambda: torch.sparse_bsr_tensor([0, 1], [0], [[[1.0, 2.0]]], (3, 5)),
    "flat blocks": lambda: torch.sparse_bsr_tensor([0, 1], [0], [1.0], (1, 1)),
    "empty blocks": lambda: torch.sparse_bsr_tensor([0, 1], [0], torch.ones(1, 0, 2), (0, 2)),
    "no indices": lambda: torch._sparse_assemble(torch.sparse_coo, [], torch.ones(2), (2, 2), True),
    "strided": lambda: torch._sparse_assemble(torch.strided, [torch.ones(2)], torch.ones(2), (2, 2), True),
    "many dimensions": lambda: torch._sparse_assemble(
        torch.sparse_coo, [torch.zeros(3, 2, dtype=torch.int64)], torch.ones(2), (2, 2), True
    ),
    "without data": lambda: torch.sparse_csr_tensor([0, 1, 2], [0, 1], [1.0, 2.0], (2, 2), device="meta"),
}
ones = torch.ones(2, 2)
done = [
    repr, hash, len, copy.deepcopy, lambda x: x.to_dense(), lambda x: x.coalesce(), lambda x: x + x, lambda x: x * 2, lambda x: x * x,
    lambda x: x / x, lambda x: x**2, lambda x: x > 0, lambda x: x @ ones, lambda x: x @ x, lambda x: ones + x, lambda x: x.sum(),
    lambda x: x.sum(0), lambda x: torch.sparse.sum(x, 0), lambda x: x.norm(), lambda x: x.t(), lambda x: x.permute(1, 0),
    lambda x: x.to_sparse_csr(), lambda x: x.to_sparse_csc(), lambda x: x.to_sparse_coo(), lambda x: x.to_sparse_bsr((1, 1)),
    lambda x: x[0], lambda x: x.unsqueeze(0), lambda x: x.squeeze(), lambda x: x.view(-1), lambda x: x.expand(2, 2, 2),
    lambda x: x.narrow(0, 0, 1), lambda x: x.split(1), lambda x: torch.softmax(x, 1), lambda x: x.log_softmax(0),
    lambda x: torch.cat([x, x]), lambda x: torch.stack([x, x]), lambda x: x.index_select(0, torch.tensor([1])),
    lambda x: x.sparse_mask(x), lambda x: ones.sparse_mask(x), lambda x: x.clone(), lambda x: x.double(), lambda x: x.sin(),
    lambda x: x.tolist(), lambda x: x.item(), lambda x: x.values(), lambda x: x.indices(), lambda x: x.to("meta"),
    lambda x: x.zero_(), lambda x: x.mul_(2), lambda x: x.add_(x), lambda x: x.copy_(x), lambda x: torch.ones(2, 2).add_(x),
    lambda x: x.requires_grad_().sum().backward(), torch.zeros_like, torch.ones_like, lambda x: x.resize_(3),
    lambda x: x.sparse_resize_((5, 5), 2, 0), lambda x: x.storage(), lambda x: x.new([1]), lambda x: torch.equal(x, x),
    lambda x: torch.save(x, io.BytesIO()), torch.linalg.inv, lambda x: torch.nn.functional.linear(ones, x),
    lambda x: torch.bmm(x.unsqueeze(0), ones[None]), lambda x: torch.mv(x, torch.ones(2)), lambda x: torch.addmm(ones, x, ones),
    lambda x: torch.where(x > 0, x, x), lambda x: torch.hspmm(x, ones), lambda x: torch.smm(x, ones), lambda x: x.half().sum(),
]  # fmt: skip
kept = refused = 0
for label, make in made.items():
    for act in done:
        try:
            act(make())
            kept += 1
        except Exception:
            refused += 1
print(kept > 500, refused > 500)
