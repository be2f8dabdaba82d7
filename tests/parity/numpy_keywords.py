import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
a = torch.tensor([[3.0, 1.0, 2.0], [6.0, 5.0, 4.0]], device=device)
first = torch.zeros(2, 1, dtype=torch.long, device=device)


def show(name, result):
    for part in result if isinstance(result, tuple) else [result]:
        print(name, part.cpu())


# NumPy's names for dim and keepdim.
show("cat", torch.cat([a, a], axis=0))
show("concat", torch.concat([a, a], axis=1))
show("stack", torch.stack([a, a], axis=2))
show("sum", a.sum(axis=1, keepdims=True))
show("sum", torch.sum(a, axis=(0, 1)))
show("mean", a.mean(axis=0))
show("std", a.std(axis=0, keepdims=True))
show("var", torch.var(a, axis=1))
show("prod", torch.prod(a, axis=1))
show("max", tuple(a.max(axis=1)))
show("min", tuple(torch.min(a, dim=0, keepdims=True)))
show("amax", torch.amax(a, axis=1))
show("argmax", a.argmax(axis=1))
show("argmin", torch.argmin(a, axis=0, keepdims=True))
show("median", tuple(torch.median(a, axis=1)))
show("sort", tuple(torch.sort(a, axis=1)))
show("argsort", a.argsort(axis=1))
show("topk", tuple(torch.topk(a, 2, axis=1)))
show("kthvalue", tuple(torch.kthvalue(a, 1, axis=1)))
show("cumsum", torch.cumsum(a, axis=1))
show("cummax", tuple(torch.cummax(a, axis=1)))
show("softmax", torch.softmax(a, axis=1))
show("log_softmax", torch.log_softmax(a, axis=0))
show("logsumexp", torch.logsumexp(a, axis=1))
show("all", torch.all(a > 2, axis=1))
show("any", (a > 2).any(axis=0))
show("count_nonzero", torch.count_nonzero(a, axis=1))
show("diff", torch.diff(a, axis=1))
show("gather", torch.gather(a, axis=1, index=first))
show("take_along_dim", torch.take_along_dim(a, first, axis=1))
show("index_select", torch.index_select(a, axis=1, index=torch.tensor([0, 2], device=device)))
show("unsqueeze", a.unsqueeze(axis=0))
show("squeeze", a.squeeze(axis=0))
show("chunk", torch.chunk(a, 2, axis=0))
show("unbind", torch.unbind(a, axis=0))
show("select", a.select(axis=0, index=1))
show("narrow", torch.narrow(a, axis=1, start=0, length=2))
show("repeat_interleave", a.repeat_interleave(2, axis=1))
show("vector_norm", torch.linalg.vector_norm(a, axis=1, keepdims=True))
show("nansum", torch.nansum(a, axis=1))
show("quantile", torch.quantile(a, 0.5, axis=1))

# And for operands.
show("neg", torch.neg(x=a))
show("add", torch.add(x1=a, x2=a))
show("maximum", torch.maximum(a=a, x2=a.flip(1)))

# What is written in Python takes its own names alone.
for f in (lambda: torch.split(a, 1, axis=0), lambda: torch.norm(a, axis=1), lambda: a.sum(ax=1)):
    try:
        f()
    except TypeError as e:
        print(str(e).split("\n")[0])
