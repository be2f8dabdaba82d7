# cpu only: the meta device is a device of its own
"""Tensors and modules of the meta device: shapes without data."""

import torch
import torch.nn as nn
import torch.nn.functional as F


def attempt(label, action):
    try:
        print(label, action())
    except Exception as error:
        print(label, type(error).__name__, str(error).split("\n")[0][:160])


x = torch.empty(3, 4, device="meta")
print(x, x.shape, x.device, x.is_meta, x.dtype, x.stride(), x.numel(), x.element_size(), x.is_cpu, x.is_cuda, x.layout)
print(torch.zeros(2, dtype=torch.int64, device="meta"), torch.ones((), device="meta"), torch.rand(2, 0, device="meta"))
print(torch.empty(3, device="meta", requires_grad=True), torch.device("meta"), repr(torch.device("meta")))
print(torch.empty(10**6, 10**6, device="meta").shape)
with torch.device("meta"):
    print(torch.arange(5), torch.tensor([1.0, 2.0]), torch.eye(3).shape, torch.full((2,), 7).dtype, torch.randn(2, 3))
    linear = nn.Linear(3, 2)
print(linear.weight, linear.bias.device)
torch.set_default_device("meta")
print(torch.ones(2), torch.get_default_device())
torch.set_default_device(None)
print(torch.ones(2).device)
y = torch.ones(4, 5, device="meta")
results = {
    "mm": x @ y,
    "add": x + 1,
    "compare": x > 0,
    "sum": x.sum(0),
    "mean": x.mean(),
    "max": x.max(1).values,
    "argmax": x.argmax(1),
    "softmax": x.softmax(-1),
    "cat": torch.cat([x, x], 1),
    "stack": torch.stack([x, x]),
    "view": x.view(2, 6),
    "transpose": x.t(),
    "index": x[:, 1],
    "slice": x[1:, ::2],
    "gather": x.gather(1, torch.zeros(3, 2, dtype=torch.int64, device="meta")),
    "sort": x.sort()[0],
    "topk": x.topk(2)[1],
    "where": torch.where(x > 0, x, -x),
    "cumsum": x.cumsum(0),
    "half": x.half(),
    "promote": x.double() + x,
    "conv": F.conv2d(torch.empty(2, 3, 8, 8, device="meta"), torch.empty(4, 3, 3, 3, device="meta"), padding=1),
    "pool": F.max_pool2d(torch.empty(2, 3, 8, 8, device="meta"), 2),
    "layer_norm": F.layer_norm(x, (4,)),
    "dropout": F.dropout(x, 0.5),
    "embedding": F.embedding(torch.zeros(2, 3, dtype=torch.int64, device="meta"), x),
    "cross_entropy": F.cross_entropy(x, torch.zeros(3, dtype=torch.int64, device="meta")),
    "attention": F.scaled_dot_product_attention(*[torch.empty(2, 4, 5, 8, device="meta")] * 3),
    "einsum": torch.einsum("ij,jk->ik", x, y),
    "inverse": torch.linalg.inv(torch.empty(2, 3, 3, device="meta")),
    "fft": torch.fft.rfft(x),
    "complex": torch.complex(x, x),
    "broadcast": x + torch.empty(2, 1, 4, device="meta"),
    "expand": torch.empty(1, 4, device="meta").expand(3, 4),
    "bincast": x.to(torch.int8),
    "var": x.var(1, keepdim=True),
}
for name, result in results.items():
    print(name, result)
attempt("item", lambda: torch.empty((), device="meta").item())
attempt("bool", lambda: bool(torch.ones((), device="meta")))
attempt("tolist", lambda: x.tolist())
attempt("cpu", lambda: x.cpu())
attempt("to", lambda: x.to("cpu"))
attempt("numpy", lambda: x.numpy())
attempt("mixed", lambda: x + torch.ones(3, 4))
attempt("shapes", lambda: x @ x)
print(torch.ones(2).to("meta"), torch.empty_like(x, device="cpu").shape, torch.zeros_like(x))
z = torch.ones(2, 2, device="meta")
z.add_(1)
z[0] = 3
z.copy_(torch.ones(2, 2))
z.normal_()
print(z, z._version)
w = torch.empty(3, 2, device="meta", requires_grad=True)
loss = (torch.empty(5, 3, device="meta") @ w).relu().sum()
print(loss)
loss.backward()
print(w.grad)

model = nn.Sequential(nn.Linear(3, 4, device="meta"), nn.ReLU(), nn.BatchNorm1d(4, device="meta"), nn.Linear(4, 2, device="meta"))
print(sum(p.numel() for p in model.parameters()), {p.device for p in model.parameters()})
print(model(torch.empty(7, 3, device="meta")).shape)
attempt("module to", lambda: model.to("cpu"))
real = model.to_empty(device="cpu")
print(real is model, model[0].weight.device, model[0].weight.shape, model[0].weight.requires_grad)
lstm = nn.LSTM(3, 4, 2, batch_first=True, device="meta")
print([tuple(t.shape) for t in (lambda r: (r[0], *r[1]))(lstm(torch.empty(2, 5, 3, device="meta")))])
layer = nn.TransformerEncoderLayer(8, 2, 16, batch_first=True, device="meta")
print(layer(torch.empty(2, 5, 8, device="meta")).shape)
cpu = nn.Linear(3, 2)
before = cpu.weight
moved = cpu.to("meta")
print(moved.weight.device, before is moved.weight)

source = nn.Linear(2, 2)
with torch.no_grad():
    source.weight.copy_(torch.arange(4.0).reshape(2, 2))
    source.bias.zero_()
target = nn.Linear(2, 2, device="meta")
print(target.load_state_dict(source.state_dict(), assign=True), target.weight, target.weight is source.weight)
print(target(torch.ones(1, 2)))
skipped = nn.utils.skip_init(nn.Linear, 3, 5)
print(skipped.weight.shape, skipped.weight.device, skipped)
attempt("skip_init", lambda: nn.utils.skip_init(nn.ReLU))

a, b = torch.ones(2, requires_grad=True), torch.zeros(3)
torch.utils.swap_tensors(a, b)
print(a, b)
print(torch.__future__.get_swap_module_params_on_conversion(), torch.__future__.get_overwrite_module_params_on_conversion())
torch.__future__.set_swap_module_params_on_conversion(True)
swapped = nn.Linear(2, 1)
kept = swapped.weight
swapped.double()
print(kept is swapped.weight, kept.dtype)
del kept
meta = nn.Linear(2, 2, device="meta")
weight = meta.weight
meta.load_state_dict(source.state_dict(), assign=True)
print(meta.weight is weight, meta.weight)
torch.__future__.set_swap_module_params_on_conversion(False)
torch.__future__.set_overwrite_module_params_on_conversion(True)
swapped = nn.Linear(2, 1)
kept = swapped.weight
swapped.double()
print(kept is swapped.weight, kept.dtype, swapped.weight.dtype)

host, indices = torch.ones(3, 4), torch.empty(3, 2, dtype=torch.int64, device="meta")
attempt("host first", lambda: host + x)
attempt("meta first", lambda: x + host)
attempt("joined", lambda: torch.cat([host, x]))
attempt("selected", lambda: torch.where(host > 0, x, host))
for label, made in {
    "put": lambda: x.put(indices, x[:, :2]),
    "multinomial": lambda: torch.multinomial(x, 2),
    "histc": lambda: torch.histc(x, 7),
    "exponential": lambda: torch.linalg.matrix_exp(x[:, :3]),
    "lower": lambda: torch.tril_indices(3, 3, device="meta"),
    "upper": lambda: torch.triu_indices(3, 4, 1, device="meta"),
    "bags": lambda: F.embedding_bag(indices, x),
    "lstm": lambda: nn.LSTM(4, 5, device="meta")(x[None])[0].shape,
    "attention layer": lambda: nn.MultiheadAttention(4, 2, device="meta")(x, x, x)[0].shape,
    "mapped": lambda: torch.vmap(lambda row: row.sum())(x),
    "accumulated": lambda: x.index_add(0, indices[:, 0], x),
    "sorted": lambda: torch.searchsorted(x[0], x),
    "windows": lambda: torch.stft(x.reshape(-1).repeat(20), 16, return_complex=True),
}.items():
    attempt(label, made)
