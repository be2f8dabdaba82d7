# cpu only: nothing in it depends on the device
# Views made without recording or among several, `.data` and NumPy's arrays: who sees a write, and who refuses it.
import torch


def attempt(name, run):
    try:
        print(name, run())
    except RuntimeError as error:
        print(name, "RuntimeError:", str(error)[:300].replace("\n", " "))


def leaf():
    return torch.ones(3, 2, requires_grad=True)


def made_without(write):
    def run():
        root = leaf()
        x = root * 1
        with torch.no_grad():
            view = x[0]
        write(view)
        (x * x).sum().backward()
        return root.grad

    return run


attempt("mul_ outside", made_without(lambda view: view.mul_(2)))
attempt("add_ outside", made_without(lambda view: view.add_(torch.ones(2))))
attempt("fill outside", made_without(lambda view: view.fill_(2)))
attempt("copy_ outside", made_without(lambda view: view.copy_(torch.zeros(2))))


def inside():
    root = leaf()
    x = root * 1
    with torch.no_grad():
        x[0].mul_(2)
    (x * x).sum().backward()
    return root.grad


attempt("inside", inside)


def other_requires():
    x = torch.ones(3, 2) * 1
    with torch.no_grad():
        view = x[0]
    view.mul_(torch.ones(2, requires_grad=True))


attempt("another operand requires", other_requires)


def of_a_constant():
    x = torch.ones(3, 2)
    with torch.no_grad():
        view = x[0]
    view.mul_(2)
    return x


attempt("of a constant", of_a_constant)
several = {
    "unbind": lambda x: x.unbind(),
    "split": lambda x: x.split(1),
    "split by sizes": lambda x: x.split([1, 2]),
    "chunk": lambda x: x.chunk(2),
    "iteration": lambda x: list(x),
    "diagonal": lambda x: [x.diagonal()],
    "narrow": lambda x: [x.narrow(0, 0, 1)],
}
for name, function in several.items():

    def run():
        x = leaf() * 1
        function(x)[0].mul_(2)
        return x

    attempt(name, run)


def through(alias):
    w = torch.ones(2, requires_grad=True)
    y = (w * w).sum()
    alias(w)
    y.backward()
    return w.grad, w._version


attempt("data", lambda: through(lambda w: w.data.mul_(2)))
attempt("view of data", lambda: through(lambda w: w.data.view(2, 1).mul_(2)))
attempt("detach", lambda: through(lambda w: w.detach().mul_(2)))
attempt("numpy", lambda: through(lambda w: w.detach().numpy().__setitem__(0, 3)))


def versions():
    w = torch.ones(2)
    w.add_(1)
    data, detached, view = w.data, w.detach(), w.view(-1)
    before = data._version, detached._version, view._version
    data.add_(1)
    view.add_(1)
    return before, w._version, data._version, data.view(2, 1)._version, detached._version


attempt("versions", versions)


def set_data():
    w = torch.ones(2, requires_grad=True)
    with torch.no_grad():
        w.add_(1)
    w.data = torch.zeros(2)
    return w._version, w


attempt("set data", set_data)
print([tuple(part.shape) for part in torch.empty(0).chunk(3)], [tuple(part.shape) for part in torch.empty(0, 2).chunk(2)])
