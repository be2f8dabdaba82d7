# torch.compile as tutorials use it: the same numbers, whatever mode and options.
import torch

torch._dynamo.config.suppress_errors = True
BACKEND = {"backend": "eager"}
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
x = torch.arange(6.0, device=device).view(2, 3)


@torch.compile(**BACKEND)
def first(a, b=2):
    return (a * b).sin().sum()


@torch.compile(fullgraph=True, dynamic=True, **BACKEND)
def second(a):
    return a.relu() + 1


model = torch.nn.Sequential(torch.nn.Linear(3, 4), torch.nn.ReLU(), torch.nn.Linear(4, 1)).to(device)
for p in model.parameters():
    torch.nn.init.constant_(p, 0.5)
compiled = torch.compile(model, **BACKEND)
loss = compiled(x).sum()
loss.backward()
print(round(first(x).item(), 4), second(x).tolist(), loss.item())
print(model[0].weight.grad.tolist(), compiled._orig_mod is model, len(list(compiled.parameters())))


@torch.compiler.disable
def third(a):
    return a + 1


print(third(x).tolist(), torch.compiler.is_compiling())
torch._dynamo.reset()
torch.compiler.reset()
for wrong in ({"mode": "fast"}, {"mode": "default", "options": {"max_autotune": True}}):
    try:
        torch.compile(model, **wrong)
    except RuntimeError as error:
        print(error)
