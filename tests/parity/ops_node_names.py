"""What the nodes behind results are called, and what functions made up of several operations show as their inputs."""
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
x = torch.tensor([0.25, 0.5, 0.75], device=device, requires_grad=True)
y = torch.tensor([0.5, 0.5, 0.5], device=device, requires_grad=True)
m = torch.tensor([True, False, True], device=device)
i = torch.tensor([0, 2], device=device)
w = x * 1


def names(**results):
    for name, result in results.items():
        several = result if isinstance(result, tuple) else (result,)
        print(name, [part.grad_fn.name() for part in several])


names(div=x / 2, floor=torch.div(x, 2, rounding_mode="floor"), trunc=torch.div(x, y, rounding_mode="trunc"), reciprocal=2 / x)
names(floor_divide=x // 2, remainder=x % 2, remainder_of=x % y, fmod=torch.fmod(x, 2), fmod_of=torch.fmod(x, y))
names(pow=x**2, power=2**x, power_of=x**y, square=x.square(), float_power=torch.float_power(x, 2))
names(lerp=torch.lerp(x, y, 0.5), lerp_of=torch.lerp(x, y, y), round=x.round(), decimals=x.round(decimals=2), none=x.round(decimals=0))
names(clamp=x.clamp(0, 1), clamp_of=x.clamp(y, y), clamp_one=x.clamp(min=0), clamp_one_of=x.clamp(min=y))
names(clamp_min=x.clamp_min(0), clamp_min_of=x.clamp_min(y), clamp_max=x.clamp_max(1), clamp_max_of=x.clamp_max(y))
names(sub=torch.sub(x, y, alpha=2), add=torch.add(x, y, alpha=2), rsub=torch.rsub(x, 2), rsub_of=torch.rsub(x, y), less=2 - x)
names(rdiv=x.__rdiv__(2), xlogy=x.xlogy(y), xlogy_by=x.xlogy(2), xlogy_of=torch.xlogy(2, x), copysign=torch.copysign(x, 2))
names(fmax=torch.fmax(x, y), fmin=torch.fmin(x, y), sinc=torch.sinc(x), logit=torch.logit(x), angle=torch.angle(x), sgn=torch.sgn(x))
names(deg2rad=x.deg2rad(), rad2deg=x.rad2deg(), logaddexp2=torch.logaddexp2(x, y), ldexp=torch.ldexp(x, i[:1]), frexp=torch.frexp(x)[0])
names(log1p=x.log1p(), expm1=x.expm1(), exp2=x.exp2(), atan2=torch.atan2(x, y), selu=torch.selu(x), i0=torch.i0(x))
names(squeeze=x[None].squeeze(), squeeze_dim=x[None].squeeze(0), squeeze_dims=x[None].squeeze((0,)), unsqueeze=x[None])
names(sort=x.sort()[0], stable=x.sort(stable=True)[0], msort=torch.msort(x), topk=x.topk(2)[0], to=x.to(torch.float32, copy=True))
names(masked_fill=x.masked_fill(m, 0.0), masked_fill_by=x.masked_fill(m, y[0]), take=x.take(i), repeat=x.repeat(2), tile=x.tile(2))
names(roll=x.roll(1), where=torch.where(m, x, y), index_fill=x.index_fill(0, i, 1.0), index_fill_by=x.index_fill(0, i, y[0]))
names(fill=torch.fill(x, 2.0), fill_by=torch.fill(x, y[0]), scatter=x.scatter(0, i, 1.0), scatter_of=x.scatter(0, i, y))
names(index=x[i], masked=x[m], masked_select=x.masked_select(m), whole=x[...], index_put=x.index_put((i,), y[:2]), put=x.put(i, y[:2]))
names(scatter_reduce=x.scatter_reduce(0, i, y, "sum"), index_reduce=x.index_reduce(0, i, y[:2], "mean"), flip=x.flip(0))
names(split=x.split(2), sizes=x.split([1, 2]), chunk=x.chunk(2), tensor_split=torch.tensor_split(x, 2), unbind=x.unbind())
names(block_diag=torch.block_diag(x, y), diag=torch.diag(x), diagonal=torch.diag(torch.outer(x, y)), rot90=torch.rot90(x[None]))
names(gradient=torch.gradient(x), diff=torch.diff(x), same=torch.diff(x, 0), trapezoid=torch.trapezoid(x, y), H=x[None].H, T=x[None].T)
names(bernoulli=torch.bernoulli(x), normal=torch.normal(x, 1.0), normal_of=torch.normal(x, y), normal_by=torch.normal(0.0, y))

# In place.
z = x * 1
print(z.sinc_().grad_fn.name(), z.sub_(y, alpha=2).grad_fn.name(), z.masked_fill_(m, 0.0).grad_fn.name())
print(z.copy_(x).grad_fn.name(), z.fill_(1.0).grad_fn.name(), z[1:].sinc_().grad_fn.name(), z.grad_fn.name())
for change in ("zero_", "uniform_", "normal_", "bernoulli_", "random_", "cauchy_", "log_normal_", "t_", "squeeze_", "sgn_"):
    print(change, getattr(x * 1, change)().grad_fn.name())
print((x * 1).fill_(y[0]).grad_fn.name(), (x * 1).unsqueeze_(0).grad_fn.name(), (x * 1).transpose_(0, 0).grad_fn.name())
print((x * 1).cumsum_(0).grad_fn.name(), (x * 1).geometric_(0.5).grad_fn.name(), (x * 1).squeeze_(0).grad_fn.name())
for key in (0, slice(0, 2), i, m, x > 0.3, ...):
    z = x * 1
    z[key] = 5.0
    print(z.grad_fn.name())
z = x * 1
z.deg2rad_()
print(str(z.grad_fn).split(" object")[0])

# The names show in the text of a tensor, behind others, and in errors.
print(torch.fmax(w, y).sum().grad_fn.next_functions[0][0].name())
chain = torch.fmin(torch.sinc(w), y)
print([function.name() for function, _ in chain.grad_fn.next_functions])
print([function and function.name() for function, _ in torch.fmax(x, y.detach()).grad_fn.next_functions])
print([function.name() for function, _ in chain.grad_fn.next_functions[0][0].next_functions])
late = torch.sinc(w)
product = late * late
late.mul_(2)
try:
    product.sum().backward()
except RuntimeError as error:
    print(str(error).split(";")[0].replace("torch.cuda.", "torch."))
same = torch.positive(w)
print(same is w, same.grad_fn.name())
with torch.no_grad():
    print(torch.fmax(x, y).grad_fn)
