# GradScaler: infinities forced into gradients, growth and backoff, several optimizers, its state and its complaints.
import torch

device = "cuda" if torch.cuda.is_available() else "cpu"


def scaler_of(**options):
    return torch.amp.GradScaler(device, **options)


def parts(scaler):
    return scaler.get_scale(), scaler._get_growth_tracker()


def complaint(work):
    try:
        work()
        print("nothing wrong")
    except (RuntimeError, ValueError, AssertionError) as error:
        print(type(error).__name__ + ":", error)


def problem(rate=0.5):
    w = torch.nn.Parameter(torch.tensor([1.0, -2.0, 3.0], device=device))
    return w, torch.optim.SGD([w], lr=rate)


# A sequence of good and bad steps.
scaler = scaler_of(init_scale=8.0, growth_factor=4.0, backoff_factor=0.25, growth_interval=3)
w, optimizer = problem()
print(parts(scaler), scaler.is_enabled())
for step, poison in enumerate([None, None, None, float("inf"), None, float("nan"), None, None, None, -float("inf")]):
    optimizer.zero_grad()
    loss = (w * torch.tensor([1.0, 2.0, 4.0], device=device)).sum()
    scaled = scaler.scale(loss)
    scaled.backward()
    if poison is not None:
        w.grad[1] = poison
    scaler.step(optimizer)
    scaler.update()
    print(step, scaled.dtype, parts(scaler), w.tolist())
print(scaler.state_dict())

# unscale_ for clipping.
w, optimizer = problem(1.0)
scaler = scaler_of(init_scale=1024.0)
scaler.scale((w * 3).sum()).backward()
print(w.grad.tolist())
scaler.unscale_(optimizer)
print(w.grad.tolist(), [found.item() for found in scaler._found_inf_per_device(optimizer).values()])
print(torch.nn.utils.clip_grad_norm_([w], 1.0).item() > 5)
complaint(lambda: scaler.unscale_(optimizer))
print(scaler.step(optimizer))
complaint(lambda: scaler.unscale_(optimizer))
complaint(lambda: scaler.step(optimizer))
scaler.update()
print([round(v, 4) for v in w.tolist()])

# Two optimizers, one with an infinity: it alone is left out, and the factor backs off.
(a, first), (b, second) = problem(), problem()
scaler = scaler_of(init_scale=4.0)
for x in scaler.scale([a.sum(), (b * b).sum()]):
    x.backward()
b.grad[0] = float("inf")
scaler.step(first)
scaler.step(second)
scaler.update()
print(a.tolist(), b.tolist(), parts(scaler))
print([x.tolist() for x in scaler.scale((a.detach(), [b.detach()])[:1])], type(scaler.scale((a, b))))
complaint(lambda: scaler.scale([1.0]))

# A model with many parameters in several dtypes.
parameters = [torch.nn.Parameter(torch.full((n % 7 + 1,), 0.5, device=device)) for n in range(200)]
parameters += [torch.nn.Parameter(torch.full((3,), 0.5, device=device, dtype=torch.float64))]
parameters += [torch.nn.Parameter(torch.full((3,), 0.5, device=device, dtype=torch.bfloat16))]
many = torch.optim.SGD(parameters, lr=0.1)
scaler = scaler_of(init_scale=2.0)
scaler.scale(sum(p.double().sum() for p in parameters)).backward()
scaler.unscale_(many)
print({(p.grad.dtype, p.grad.min().item(), p.grad.max().item()) for p in parameters} == {
    (torch.float32, 1.0, 1.0), (torch.float64, 1.0, 1.0), (torch.bfloat16, 1.0, 1.0)})
scaler.step(many)
scaler.update()
many.zero_grad()
scaler.scale(sum(p.double().sum() for p in parameters)).backward()
parameters[199].grad[-1] = float("nan")
scaler.step(many)
print([round(parameters[i].flatten()[0].item(), 2) for i in (0, 199, 200, 201)])
scaler.update()
print(parts(scaler))

# State taken over, before and after the first loss; the factor set by hand.
state = scaler.state_dict()
other = scaler_of()
other.load_state_dict(state)
print(parts(other), other.get_growth_factor(), other.get_backoff_factor(), other.get_growth_interval())
other.scale(torch.ones(1, device=device))
other.load_state_dict({**state, "scale": 32.0, "_growth_tracker": 5})
print(parts(other))
other.update(16.0)
print(parts(other))
other.update(torch.tensor(2.0, device=device))
print(parts(other))
complaint(lambda: other.update(torch.ones(2, device=device)))
other.set_growth_factor(3.0), other.set_backoff_factor(0.1), other.set_growth_interval(1)
print(other.state_dict())
complaint(lambda: other.load_state_dict({}))

# The factor does not grow to infinity.
scaler = scaler_of(init_scale=2.0**127, growth_interval=1)
w, optimizer = problem(0.0)
scaler.scale((w * 0).sum()).backward()
scaler.step(optimizer)
scaler.update()
print(parts(scaler))

# Disabled, it does nothing.
off = scaler_of(enabled=False)
w, optimizer = problem()
loss = w.sum()
print(off.scale(loss) is loss, off.get_scale(), off.state_dict(), off.is_enabled())
loss.backward()
off.unscale_(optimizer)
off.step(optimizer)
off.update()
off.load_state_dict({})
print(w.tolist())

# What it complains about.
fresh = scaler_of()
complaint(lambda: fresh.step(optimizer))
complaint(lambda: fresh.update())
complaint(lambda: fresh.unscale_(optimizer))
fresh.scale(torch.ones(1, device=device))
complaint(lambda: fresh.update())
optimizer.zero_grad()
complaint(lambda: fresh.step(optimizer))
complaint(lambda: fresh.step(optimizer, closure=lambda: None))
complaint(lambda: scaler_of(growth_factor=1.0))
complaint(lambda: scaler_of(backoff_factor=1.0))
h = torch.nn.Parameter(torch.ones(2, device=device, dtype=torch.float16))
h.grad = torch.ones_like(h)
complaint(lambda: fresh.unscale_(torch.optim.SGD([h], lr=0.1)))
