"""Tensors that become views of themselves, resize and set, and what those share."""
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def show(label, *values):
    """Numbers to four decimals, without a sign on zero, with shape and dtype."""
    for x in values:
        if not torch.is_tensor(x):
            print(label, x)
            continue
        flat = x.detach().cpu().reshape(-1).tolist()
        flat = [round(v, 4) + 0.0 if isinstance(v, float) else v for v in flat]
        print(label, flat, tuple(x.shape), str(x.dtype)[6:])


def fails(label, function):
    try:
        print(label, "gave", function())
    except Exception as error:
        print(label, type(error).__name__, error)


x = torch.arange(6.0, device=device).reshape(2, 3)
y = x
print(x.t_().shape, y.shape, x.stride(), x.transpose_(0, 1).shape, x.unsqueeze_(0).shape, x.squeeze_().shape, x.squeeze_(0).shape, x.swapaxes_(0, 1).stride(), x.swapdims_(0, 1).shape)
x.as_strided_((2, 2), (3, 1))
show("strided", x, y)
z = torch.arange(4.0, device=device)
z.resize_(2, 2)
show("resized", z, z.resize_(3))
z.resize_((2, 2)).fill_(1)
show("filled", z)
w = torch.zeros(2, device=device)
w.set_(y)
print(w.is_set_to(y), w.shape, w.data_ptr() == y.data_ptr(), y.is_set_to(y.clone()))
v = torch.zeros(0, device=device)
v.resize_as_(y)
print(v.shape, v.set_().shape)
a = torch.arange(6.0, device=device).requires_grad_()
b = a * 2
b.unsqueeze_(0).t_()
(b * torch.arange(6.0, device=device).reshape(6, 1)).sum().backward()
show("grad", a.grad)
fails("leaf", lambda: a.unsqueeze_(0))
fails("resize", lambda: a.resize_(2))
