# cpu only: hooks are called in the same order on every device
# In which order hooks are called, and what those on functions see and replace.
import torch
from torch.autograd import graph

log = []


def note(name):
    return lambda *given: log.append(
        (
            name,
            *[
                tuple(None if g is None else g.double().round(decimals=2).tolist() for g in one)
                for one in given
                if isinstance(one, tuple)
            ],
        )
    )


def told(title):
    print(title)
    for line in log:
        print("   ", *line)
    log.clear()


def build():
    x = torch.tensor([1.0, 2.0], requires_grad=True)
    y = x * 2
    z = (y.exp() + x).sum()
    end = y.grad_fn.next_functions[0][0]
    end.register_hook(note("end, after"))
    end.register_prehook(note("end, before"))
    y.grad_fn.register_hook(note("y, after"))
    y.grad_fn.register_prehook(note("y, before"))
    y.register_hook(note("y"))
    y.retain_grad()
    y.register_hook(lambda grad: log.append(("y again", y.grad is None)))
    x.register_hook(note("x"))
    x.register_post_accumulate_grad_hook(lambda p: log.append(("x has", p.grad.double().round(decimals=2).tolist())))
    z.grad_fn.register_hook(note("z, after"))
    z.grad_fn.next_functions[0][0].register_hook(note("sum, after"))
    return x, y, z, end


x, y, z, end = build()
z.backward(retain_graph=True)
told("backward")
torch.autograd.grad(z, x, retain_graph=True)
told("grad by x")
torch.autograd.grad(z, y, retain_graph=True)
told("grad by y")
torch.autograd.grad(z, (y, x), retain_graph=True)
told("grad by both")

x = torch.ones(2, requires_grad=True)
y = x * 3
first = y.register_hook(lambda grad: grad * 10)
print([g.tolist() for g in torch.autograd.grad(y.sum(), (y,), retain_graph=True)])
print([g.tolist() for g in torch.autograd.grad(y.sum(), (y, x), retain_graph=True)])
first.remove()
with y.grad_fn.register_hook(lambda inputs, outputs: (inputs[0] * 2, None)):
    print(torch.autograd.grad(y.sum(), x, retain_graph=True))
with y.grad_fn.register_prehook(lambda outputs: (outputs[0] * 5,)):
    print(torch.autograd.grad(y.sum(), x, retain_graph=True))
print(torch.autograd.grad(y.sum(), x, retain_graph=True))


def wrong(inputs, outputs):
    return inputs + inputs


with y.grad_fn.register_hook(wrong):
    try:
        y.sum().backward(retain_graph=True)
    except RuntimeError as error:
        print(error)
end = y.grad_fn.next_functions[0][0]
with end.register_prehook(lambda outputs: (outputs[0] + 1,)):
    y.sum().backward(retain_graph=True)
print(x.grad)

a, b = torch.ones(2, requires_grad=True), torch.ones(2, requires_grad=True)
c, d = a * b, a + b
handle = graph.register_multi_grad_hook((a, b, c, d), lambda grads: print("all", [g is not None for g in grads]))
other = graph.register_multi_grad_hook((a, b, c), lambda grad: print("any", grad.tolist()), mode="any")
c.sum().backward(retain_graph=True)
c.sum().backward(inputs=(a,), retain_graph=True)
(c + d).sum().backward(retain_graph=True)
handle.remove()
other.remove()
c.sum().backward()
for wrong_mode in (
    lambda: graph.register_multi_grad_hook((a,), print, mode="some"),
    lambda: graph.get_gradient_edge(a.detach()),
):
    try:
        wrong_mode()
    except (ValueError, RuntimeError) as error:
        print(type(error).__name__, error)

a = torch.tensor([1.0, 2.0], requires_grad=True)
b = a * 3
middle, leaf = graph.get_gradient_edge(b), graph.get_gradient_edge(a)
print(middle.node is b.grad_fn, middle.output_nr, leaf.node.variable is a, isinstance(middle, tuple), leaf._fields)
loss = (b**2).sum()
print([g.tolist() for g in torch.autograd.grad(loss, (middle, leaf, b), retain_graph=True)])
torch.autograd.backward(graph.get_gradient_edge(loss), torch.ones(()))
print(a.grad)

with graph.disable_saved_tensors_hooks("none here"):
    try:
        with graph.save_on_cpu():
            pass
    except RuntimeError as error:
        print(error)
with graph.allow_mutation_on_saved_tensors():
    a = torch.tensor([1.0, 2.0], requires_grad=True)
    b = a.clone()
    out = (b**2).sum()
    b.sin_()
    out.backward()
print(a.grad)
a = torch.ones(2, requires_grad=True).clone()
kept = a.exp() * a
graph.increment_version(a)
try:
    kept.sum().backward()
except RuntimeError as error:
    print(str(error)[:92])

layer = torch.nn.Sequential(torch.nn.Linear(2, 2), torch.nn.ReLU())
for p in layer.parameters():
    torch.nn.init.ones_(p)
layer[0].register_full_backward_hook(lambda module, inputs, outputs: print("linear", inputs[0].tolist(), outputs[0].tolist()))
layer[0].register_full_backward_pre_hook(lambda module, outputs: print("before linear", outputs[0].tolist()))
layer[1].register_full_backward_hook(lambda module, inputs, outputs: print("relu", inputs[0].tolist(), outputs[0].tolist()))
given = torch.ones(1, 2, requires_grad=True)
given.register_hook(lambda grad: print("given", grad.tolist()))
layer(given).sum().backward()
