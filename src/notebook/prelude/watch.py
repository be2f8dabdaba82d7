"""`tensorcell.watch`: what the layers of a model do while it trains, by hooks on its modules, its parameters and the optimizers."""

import sys

_watches = {}

#: As many layers as the palette has colours are drawn.
_DRAWN = 8


def watch(model, layers=None, every=1):
    """Draws what the layers of a model do while it trains, and names the first NaN or infinity that appears in it.

    The picture is one display in each cell that trains, and grows with each step of an optimizer: the norm of each layer's gradient,
    the mean and the standard deviation of what it returns, and how far a step moves its weights, by their norm. NaN and infinities are
    looked for in the outputs and gradients of all layers; the first is reported with its layer, cell and line.

    layers: the names of those to draw, as model.named_modules() gives them; without it all, or 8 of them, evenly spread. every: draws
    each so many steps. Returns a handle: handle.remove() or tensorcell.unwatch(model) ends it, and as a cell's last value it shows the
    picture. Each step costs a copy of the weights that are drawn and, on a GPU, waits.
    """
    unwatch(model)
    _watches[id(model)] = watching = Watch(model, layers, every)
    return watching


def unwatch(model=None):
    """Ends `watch` of a model; without one, of all."""
    for known in list(_watches.values()) if model is None else [_watches.get(id(model))]:
        if known is not None:
            known.remove()


def _spread(names):
    """Some of many, the first and the last among them."""
    if len(names) <= _DRAWN:
        return names
    return [names[round(i * (len(names) - 1) / (_DRAWN - 1))] for i in range(_DRAWN)]


def _tensor(output):
    """The first tensor of floats in what a layer returns."""
    import torch

    if isinstance(output, torch.Tensor):
        return output.detach() if output.is_floating_point() and output.numel() else None
    items = output.values() if isinstance(output, dict) else output if isinstance(output, (tuple, list)) else ()
    return next((found for found in map(_tensor, items) if found is not None), None)


def _norm(tensors):
    return sum(float(t.detach().double().norm()) ** 2 for t in tensors) ** 0.5


def _is_finite(tensor):
    return bool(tensor.isfinite().all())


def _kind(tensor):
    return "NaN" if bool(tensor.isnan().any()) else "infinity"


def _place():
    """The cell and line of the notebook that run, innermost."""
    frame = sys._getframe(1)
    while frame is not None:
        module = frame.f_globals.get("__name__", "")
        if module.partition(".")[0] not in ("torch", "tensorcell"):
            return frame.f_code.co_filename, frame.f_lineno
        frame = frame.f_back
    return "", 0


class _AfterForward:
    """A layer's hook. A copy of the layer, as files and deepcopy make it, is not watched."""

    def __init__(self, watching, name):
        self.watching, self.name = watching, name

    def __call__(self, module, args, output):
        self.watching._see(self.name, output)

    def __reduce__(self):
        return _nothing, ()

    def __deepcopy__(self, memo):
        return _sees_nothing


def _sees_nothing(module, args, output):
    """The hook of a copy."""


def _nothing():
    return _sees_nothing


class Watch:
    """What `watch` returns. `problem` is the first NaN or infinity in words, or None."""

    def __init__(self, model, layers, every):
        import torch
        from _tensorcell.watch import Board

        if not isinstance(model, torch.nn.Module):
            raise TypeError(f"watch() takes a module, not {type(model).__name__}")
        if every < 1:
            raise ValueError(f"every must be at least 1, not {every}")
        self.model, self.every, self.steps, self.problem = model, every, 0, None
        own = {name: list(m.parameters(recurse=False)) for name, m in model.named_modules()}
        self.parameters = {name: found for name, found in own.items() if found}
        unknown = [name for name in layers or () if name not in self.parameters]
        if unknown:
            known = ", ".join(self.parameters)
            raise ValueError(f"watch(): no layer with parameters is called {unknown[0]!r}; there are: {known}")
        self.drawn = list(layers) if layers else _spread(list(self.parameters))
        self.outputs, self.before, self.handles = {}, {}, []
        title = type(model).__name__
        if len(self.drawn) < len(self.parameters):
            title += f": {len(self.drawn)} of {len(self.parameters)} layers"
        panels = [("Norm of gradients", True), ("Mean of outputs", False)]
        panels += [("Update, by the norm of weights", True), ("Deviation of outputs", False)]
        self.board = Board(title, panels, [self._called(name) for name in self.drawn])
        self._hook()

    def _called(self, name):
        return name or type(self.model).__name__

    def _hook(self):
        from torch.optim.optimizer import register_optimizer_step_post_hook, register_optimizer_step_pre_hook

        for name, module in self.model.named_modules():
            if name in self.parameters or next(module.children(), None) is None:
                self.handles.append(module.register_forward_hook(_AfterForward(self, name)))
        for name in self.parameters:
            for part, parameter in self.model.get_submodule(name).named_parameters(recurse=False):
                if parameter.requires_grad:
                    self.handles.append(parameter.register_hook(self._at_gradient(name, part)))
        self.handles.append(register_optimizer_step_pre_hook(self._before_step))
        self.handles.append(register_optimizer_step_post_hook(self._after_step))

    def _see(self, name, output):
        """What a layer has returned."""
        values = _tensor(output)
        if values is None:
            return
        if self.problem is None and not _is_finite(values):
            self._tell(_kind(values), "the output", name)
        if name in self.drawn and self.model.training:
            wide = values.double()
            self.outputs[name] = float(wide.mean()), float(wide.std(unbiased=False))

    def _at_gradient(self, name, part):
        def hook(gradient):
            if self.problem is None and not _is_finite(gradient):
                self._tell(_kind(gradient), f"the gradient of {part}", name)

        return hook

    def _tell(self, kind, what, name):
        module = self.model.get_submodule(name)
        cell, line = _place()
        self.problem = (
            f"{kind} in {what} of {self._called(name)} ({type(module).__name__}), step {self.steps + 1}: {cell}, line {line}"
        )
        print(self.problem, file=sys.stderr)
        self.board.alert(self.problem)

    def _is_mine(self, optimizer):
        mine = {id(p) for found in self.parameters.values() for p in found}
        return any(id(p) in mine for group in optimizer.param_groups for p in group["params"])

    def _before_step(self, optimizer, args, kwargs):
        if self._is_mine(optimizer) and self.steps % self.every == 0:
            self.before = {name: [p.detach().clone() for p in self.parameters[name]] for name in self.drawn}

    def _after_step(self, optimizer, args, kwargs):
        if not self._is_mine(optimizer):
            return
        self.steps += 1
        if not self.before:
            return
        gradients = [[p.grad for p in self.parameters[name] if p.grad is not None] for name in self.drawn]
        norms = [_norm(found) if found else None for found in gradients]
        updates = [self._update(name) for name in self.drawn]
        means, deviations = ([self.outputs.get(name, (None, None))[i] for name in self.drawn] for i in (0, 1))
        self.before = {}
        self.board.add(self.steps, [norms, means, updates, deviations])

    def _update(self, name):
        """How far a step has moved a layer's weights, by their norm; None where they were nothing."""
        before = self.before[name]
        size = _norm(before)
        return _norm([p.detach() - b for p, b in zip(self.parameters[name], before)]) / size if size else None

    def remove(self):
        """Ends it: the model is as it was."""
        for handle in self.handles:
            handle.remove()
        self.handles, self.before, self.outputs = [], {}, {}
        _watches.pop(id(self.model), None)

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.remove()

    def __repr__(self):
        return f"<watch of {type(self.model).__name__}: {self.steps} steps{', ' + self.problem if self.problem else ''}>"

    def _repr_mimebundle_(self, **kwargs):
        from IPython.core.formatters import DisplayFormatter

        return DisplayFormatter().format(self.board)[0]
