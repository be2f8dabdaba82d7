import torch

torch.set_default_tensor_type("torch.cuda.FloatTensor" if torch.cuda.is_available() else "torch.FloatTensor")
x = torch.tensor([1.0, 2.0], requires_grad=True)
def attempt(f):
    try:
        f()
        print("fine")
    except RuntimeError as e:
        print(str(e).replace("torch.cuda.", "torch."))
attempt(lambda: x.add_(1))
def assign():
    x[0] = 5.0
attempt(assign)
def leaf_view():
    x[0:1].mul_(2)
attempt(leaf_view)
def saved_output():
    y = x.exp()
    y.add_(1)
    y.sum().backward()
attempt(saved_output)
def saved_input():
    a = x * 1
    b = a ** 2
    a.add_(1)
    b.sum().backward()
attempt(saved_input)
def not_saved():
    a = x * 1
    b = a + 2
    a.mul_(3)
    (b.sum() + a.sum()).backward()
    print(x.grad)
attempt(not_saved)
def through_view():
    a = x * 1
    b = a.sigmoid()
    b[0].zero_()
    b.sum().backward()
attempt(through_view)
def detached():
    a = x * 1
    b = a.exp()
    b.detach().add_(1)
    b.sum().backward()
attempt(detached)
print(x._version)
with torch.no_grad():
    x.add_(1)
print(x, x._version)
x.requires_grad_(False)
x.add_(1)
print(x, x._version)
attempt(lambda: (x.requires_grad_() * 2).requires_grad_(False))
