# Statistics at their edges: weights with gradients, layouts and nodes of quantiles, results without dimensions, refusals.
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
x = torch.tensor([[1.0, 4.0, 2.0, 8.0], [3.0, -1.0, 5.0, 0.5], [2.0, 2.0, 7.0, -3.0]], dtype=torch.float64, device=device)


def numbers(x):
    return [round(n, 4) + 0.0 for n in x.detach().reshape(-1).tolist()]


def show(name, result, *leaves):
    results = result if isinstance(result, tuple) else (result,)
    for r in results:
        node = r.grad_fn.name() if r.grad_fn is not None else None
        print(name, numbers(r), tuple(r.shape), r.stride(), str(r.dtype), node)
    if leaves:
        total = sum((r * torch.cos(torch.arange(r.numel(), device=device)).reshape(r.shape)).sum() for r in results if r.requires_grad)
        for g in torch.autograd.grad(total, leaves):
            print("   ", numbers(g))


def refused(function):
    try:
        print("no error", function())
    except (RuntimeError, IndexError, TypeError, NotImplementedError) as error:
        print(type(error).__name__, str(error).split("\n")[0])


leaf = x.clone().requires_grad_()
counts = torch.tensor([1, 2, 1, 3], device=device)
weights = torch.tensor([0.5, 1.0, 2.0, 0.25], dtype=torch.float64, device=device, requires_grad=True)
show("cov", torch.cov(leaf, fweights=counts, aweights=weights), leaf, weights)
show("cov 0", torch.cov(leaf, correction=0, aweights=weights), leaf, weights)
show("half", torch.cov(torch.ones(2, 2, dtype=torch.float16, device=device), aweights=torch.ones(2, device=device)))
for keepdim in (False, True):
    show("quantile", torch.quantile(leaf, 0.4, dim=0, keepdim=keepdim), leaf)
    show("quantiles", torch.quantile(x, torch.tensor([0.25, 0.5], dtype=torch.float64, device=device), dim=0, keepdim=keepdim))
    show("nanquantile", torch.nanquantile(x, 0.3, dim=1, keepdim=keepdim))
show("scalar", torch.quantile(torch.tensor(2.0, device=device), 0.5, dim=0, keepdim=True))
for function in (torch.var, torch.std, torch.var_mean, torch.std_mean):
    show(function.__name__, function(leaf, dim=1, correction=None), leaf)
    show("all", function(leaf, dim=None, correction=0), leaf)
show("trapezoid", torch.trapezoid(leaf, dx=0.5), leaf)
show("over x", torch.trapezoid(leaf, x[1]), leaf)
show("cumulative", torch.cumulative_trapezoid(leaf, x[1]), leaf)
show("median", torch.median(leaf), leaf)
show("along", torch.median(leaf, 1).values, leaf)
show("nanmedian", torch.nanmedian(leaf, 0).values, leaf)
show("kthvalue", torch.kthvalue(leaf, 2, dim=0, keepdim=True).values, leaf)
show("mode", torch.mode(leaf, 1).values, leaf)
show("nansum", torch.nansum(leaf, 0), leaf)
show("logcumsumexp", torch.logcumsumexp(leaf, 1), leaf)
show("renorm", torch.renorm(leaf, 2, 0, 3.0), leaf)
show("max", (leaf.max(), leaf.amax(), leaf.amax(0), leaf.sum(()), leaf.mean(())), leaf)
show("sum_to_size", (leaf.sum_to_size(1, 4), leaf.sum_to_size(4)), leaf)
show("sum_to_size ()", torch.tensor([3], dtype=torch.int32, device=device).sum_to_size(()))
show("slices", torch.unique_consecutive(x, dim=1))
histogram = torch.histogram(torch.zeros(0, device="cpu"), 2)
show("histogram", (histogram.hist, histogram.bin_edges))

refused(lambda: torch.cov(x, fweights=counts[:2]))
refused(lambda: torch.cov(x, fweights=-counts))
refused(lambda: torch.cov(x, aweights=counts))
refused(lambda: torch.cov(x, aweights=x))
refused(lambda: torch.trapezoid(x > 0))
refused(lambda: torch.argmax(x > 0))
refused(lambda: torch.amax(torch.ones(2, 0, device=device)))
refused(lambda: torch.amin(torch.ones(2, 0, device=device), 1))
refused(lambda: torch.aminmax(torch.ones(2, 0, device=device), dim=1))
refused(lambda: torch.aminmax(x, dim=0, out=(torch.ones(4, device=device), torch.ones(4, device=device))))
refused(lambda: torch.var_mean(counts))
refused(lambda: x.mean(dtype=torch.int64))
refused(lambda: torch.dist(counts, counts))
refused(lambda: torch.cdist(x.long(), x.long()))
refused(lambda: torch.pdist(x.long()))
refused(lambda: torch.logdet(counts.reshape(2, 2)))
refused(lambda: torch.linalg.matrix_rank(counts.reshape(2, 2)))
refused(lambda: torch.linalg.lstsq(counts.reshape(2, 2), counts.reshape(2, 2)))
refused(lambda: torch.linalg.lu_solve(counts.reshape(2, 2), counts[:2].int(), counts.reshape(2, 2)))
refused(lambda: torch.addmm(x, x, x.T).addmm_(x, x))
refused(lambda: x[0].clone().addmv_(x, x[0]))
refused(lambda: torch.tensor(1.0, device=device).addr_(x[0].float(), x[0].float()))
