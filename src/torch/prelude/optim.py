"""`torch.optim`: optimizers.

Each optimizer says what it remembers of a parameter (`_begin`) and how it moves one (`_move`): the numbers of its formulas,
computed once for a step. The formulas over elements are rows of one table in the engine (`tensor/optimizer_rows.rs`), so a
step is one operation over all parameters of a group.
"""

import functools
from collections import OrderedDict, defaultdict
from copy import deepcopy
from itertools import chain

import torch


class _RemovableHandle:
    """Takes a hook away again."""

    _next = 0

    def __init__(self, hooks):
        self.hooks = hooks
        self.id = _RemovableHandle._next
        _RemovableHandle._next += 1

    def remove(self):
        self.hooks.pop(self.id, None)


def _with_hooks(step):
    """A step between its hooks; schedulers ask whether it was called."""

    @functools.wraps(step)
    def hooked(self, *args, **kwargs):
        if "_opt_called" in self.__dict__:
            self._opt_called = True
        for hook in self._optimizer_step_pre_hooks.values():
            result = hook(self, (self,) + args, kwargs)
            if result is not None:
                if not (isinstance(result, tuple) and len(result) == 2):
                    raise RuntimeError(f"{step} must return None or a tuple of (new_args, new_kwargs), but got {result}.")
                args, kwargs = result[0][1:], result[1]
        result = step(self, *args, **kwargs)
        for hook in self._optimizer_step_post_hooks.values():
            hook(self, (self,) + args, kwargs)
        return result

    hooked.hooked = True
    return hooked


class Optimizer:
    """Base of optimizers: parameter groups with options, and state for each parameter."""

    def __init__(self, params, defaults):
        self.defaults = defaults
        self._optimizer_step_pre_hooks = OrderedDict()
        self._optimizer_step_post_hooks = OrderedDict()
        self._optimizer_state_dict_pre_hooks = OrderedDict()
        self._optimizer_state_dict_post_hooks = OrderedDict()
        self._optimizer_load_state_dict_pre_hooks = OrderedDict()
        self._optimizer_load_state_dict_post_hooks = OrderedDict()
        if not getattr(type(self).step, "hooked", False):
            type(self).step = _with_hooks(type(self).step)
        if isinstance(params, torch.Tensor):
            raise TypeError(
                "params argument given to the optimizer should be an iterable of Tensors or dicts, but got "
                + torch.typename(params)
            )
        self.state = defaultdict(dict)
        self.param_groups = []
        groups = list(params)
        if len(groups) == 0:
            raise ValueError("optimizer got an empty parameter list")
        if not isinstance(groups[0], dict):
            groups = [{"params": groups}]
        for group in groups:
            self.add_param_group(group)

    def add_param_group(self, param_group):
        """Adds parameters with options of their own."""
        if not isinstance(param_group, dict):
            raise TypeError(f"param_group must be a dict, but got {type(param_group)}")
        params = param_group["params"]
        if isinstance(params, set):
            raise TypeError(
                "optimizer parameters need to be organized in ordered collections, but "
                "the ordering of tensors in sets will change between runs. Please use a list instead."
            )
        params = [params] if isinstance(params, torch.Tensor) else list(params)
        names = [p[0] for p in params if isinstance(p, tuple)]
        params = [p[1] if isinstance(p, tuple) else p for p in params]
        param_group["params"] = params
        if names:
            if len(names) != len(params):
                raise ValueError("all optimizer params should be with/without names. Some param names are missing")
            param_group["param_names"] = names
        for p in params:
            if not isinstance(p, torch.Tensor):
                raise TypeError(
                    "optimizer can only optimize Tensors, but one of the params is " + torch.typename(p)
                )
            if not self.defaults.get("differentiable") and not (p.is_leaf or p.retains_grad):
                raise ValueError("can't optimize a non-leaf Tensor")
        for name, value in self.defaults.items():
            param_group.setdefault(name, value)
        for group in self.param_groups:
            if ("param_names" in param_group) != ("param_names" in group):
                which = "with names" if names else "without names"
                raise ValueError(
                    "all optimizer param groups should be with/without names. "
                    f"cannot add param group {which} to the optimizer"
                )
        known = {id(p) for group in self.param_groups for p in group["params"]}
        if any(id(p) in known for p in params):
            raise ValueError("some parameters appear in more than one parameter group")
        self.param_groups.append(param_group)

    def zero_grad(self, set_to_none=True):
        """Forgets the gradients."""
        for group in self.param_groups:
            for p in group["params"]:
                if set_to_none:
                    p.grad = None
                elif p.grad is not None:
                    p.grad = torch.zeros_like(p.grad)

    def step(self, closure=None):
        """One step; a closure computes the loss anew and returns it."""
        loss = None
        if closure is not None:
            with torch.enable_grad():
                loss = closure()
        for group in self.param_groups:
            params = [p for p in group["params"] if p.grad is not None]
            if params:
                self._step(group, params)
        return loss

    def _step(self, group, params):
        # Parameters whose numbers agree move together: all, unless one had no gradient in some step. Where the numbers are
        # on the device (`capturable`), those that share them do.
        together = {}
        shared = {}
        for p in params:
            state = self.state.get(p)
            if not state:
                state = self._begin(group, p)
                if group.get("capturable"):
                    self._to_device(state, p, shared)
                if state:
                    self.state[p] = state
            numbers = [x for x in state.values() if not isinstance(x, torch.Tensor)]
            on_device = [id(state[name]) for name in self._counters if isinstance(state.get(name), torch.Tensor)]
            together.setdefault(tuple(numbers + on_device), []).append((p, state))
        for members in together.values():
            first = members[0][1]
            numbers = {name: x for name, x in first.items() if not isinstance(x, torch.Tensor)}
            on_device = {name: first[name] for name in self._counters if isinstance(first.get(name), torch.Tensor)}
            numbers.update({name: x.double() for name, x in on_device.items()})
            rule, names, constants = self._move(group, numbers)
            decay = group.get("weight_decay", 0)
            shrink = 1.0
            if group.get("decoupled_weight_decay"):
                decay, shrink = 0, 1 - _rate(group) * decay
            shrink = numbers.pop("shrink", shrink)
            for name, x in on_device.items():
                x.copy_(numbers.pop(name))
            torch._optimizer_step(
                rule,
                [p for p, _ in members],
                [p.grad for p, _ in members],
                [[state[name] for _, state in members] for name in names],
                constants,
                group["maximize"],
                decay,
                shrink,
            )
            if numbers:
                for _, state in members:
                    state.update(numbers)

    def _to_device(self, state, p, shared):
        """Makes a state's numbers tensors beside the parameter, which those that begin together share: a graph of the step
        finds them advanced at each replay."""
        if not p.is_cuda:
            raise AssertionError(
                "If capturable=True, params and state_steps must be on supported devices: "
                "['cuda', 'xpu', 'hpu', 'privateuseone', 'xla']."
            )
        for name in self._counters:
            if isinstance(state.get(name), (int, float)):
                key = (name, state[name], p.device)
                if key not in shared:
                    shared[key] = torch.full((), float(state[name]), dtype=torch.float32, device=p.device)
                state[name] = shared[key]

    def _begin(self, group, p):
        """What is remembered of a parameter, before its first step: tensors of its shape, and numbers."""
        return {}

    def _move(self, group, now):
        """The engine's rule, the tensors that it changes and its constants; `now` holds the numbers and is advanced."""
        raise NotImplementedError(f"{type(self).__name__} does not define its step")

    def state_dict(self):
        """Options and state, with parameters by number."""
        for hook in self._optimizer_state_dict_pre_hooks.values():
            hook(self)
        numbers = {}
        groups = []
        for group in self.param_groups:
            for p in group["params"]:
                numbers.setdefault(id(p), len(numbers))
            packed = {name: value for name, value in group.items() if name != "params"}
            packed["params"] = [numbers[id(p)] for p in group["params"]]
            groups.append(packed)
        state = {
            numbers[id(p)] if isinstance(p, torch.Tensor) else p: self._shown(values) for p, values in self.state.items()
        }
        state_dict = {"state": state, "param_groups": groups}
        for hook in self._optimizer_state_dict_post_hooks.values():
            state_dict = hook(self, state_dict) or state_dict
        return state_dict

    # What a state holds as a number, and PyTorch as a tensor with one element.
    _counters = ("step", "mu_product", "eta", "mu")

    def _shown(self, values):
        counters = self._counters
        as_shown = lambda x: x if isinstance(x, torch.Tensor) else torch.tensor(float(x))
        return {name: as_shown(x) if name in counters else x for name, x in values.items()}

    def load_state_dict(self, state_dict):
        """Returns to options and state of a state_dict."""
        state_dict = state_dict.copy()
        for hook in self._optimizer_load_state_dict_pre_hooks.values():
            state_dict = hook(self, state_dict) or state_dict
        groups = deepcopy(state_dict["param_groups"])
        if len(groups) != len(self.param_groups):
            raise ValueError("loaded state dict has a different number of parameter groups")
        params, capturable, shared = {}, set(), {}
        for own, loaded in zip(self.param_groups, groups):
            if len(own["params"]) != len(loaded["params"]):
                raise ValueError(
                    "loaded state dict contains a parameter group that doesn't match the size of optimizer's group"
                )
            params.update(zip(loaded["params"], own["params"]))
            if loaded.get("capturable"):
                capturable.update(loaded["params"])
            loaded["params"] = own["params"]
            if "param_names" in own:
                loaded.setdefault("param_names", own["param_names"])
        self.state = defaultdict(dict)
        for key, values in state_dict["state"].items():
            if key in params:
                state = {name: self._taken(params[key], name, x) for name, x in values.items()}
                if key in capturable:
                    self._to_device(state, params[key], shared)
                self.state[params[key]] = state
            else:
                self.state[key] = values
        self.param_groups = groups
        for hook in self._optimizer_load_state_dict_post_hooks.values():
            hook(self)

    def _taken(self, p, name, value):
        if name in self._counters and value is not None:
            number = float(value)
            return int(number) if name == "step" else number
        if isinstance(value, torch.Tensor):
            return value.to(device=p.device, dtype=p.dtype if p.is_floating_point() else value.dtype)
        if isinstance(value, (list, tuple)):
            return type(value)([self._taken(p, None, x) for x in value])
        return value

    def _register(self, hooks, hook, prepend=False):
        handle = _RemovableHandle(hooks)
        hooks[handle.id] = hook
        if prepend:
            hooks.move_to_end(handle.id, last=False)
        return handle

    def register_step_pre_hook(self, hook):
        """`hook(optimizer, args, kwargs)` runs before each step; it may return new ones."""
        return self._register(self._optimizer_step_pre_hooks, hook)

    def register_step_post_hook(self, hook):
        """`hook(optimizer, args, kwargs)` runs after each step."""
        return self._register(self._optimizer_step_post_hooks, hook)

    def register_state_dict_pre_hook(self, hook, prepend=False):
        """`hook(optimizer)` runs before a state_dict is made."""
        return self._register(self._optimizer_state_dict_pre_hooks, hook, prepend)

    def register_state_dict_post_hook(self, hook, prepend=False):
        """`hook(optimizer, state_dict)` may return another state_dict."""
        return self._register(self._optimizer_state_dict_post_hooks, hook, prepend)

    def register_load_state_dict_pre_hook(self, hook, prepend=False):
        """`hook(optimizer, state_dict)` may return another state_dict to load."""
        return self._register(self._optimizer_load_state_dict_pre_hooks, hook, prepend)

    def register_load_state_dict_post_hook(self, hook, prepend=False):
        """`hook(optimizer)` runs after loading."""
        return self._register(self._optimizer_load_state_dict_post_hooks, hook, prepend)

    def __repr__(self):
        text = type(self).__name__ + " ("
        for i, group in enumerate(self.param_groups):
            text += f"\nParameter Group {i}\n"
            for name in sorted(group):
                if name != "params":
                    text += f"    {name}: {group[name]}\n"
        return text + ")"

    def _repr_html_(self):
        from html import escape

        groups = self.param_groups
        names = sorted({name for group in groups for name in group if name != "params"})
        rows = [("parameters", [f"{len(g['params'])} tensors, {sum(p.numel() for p in g['params']):,} elements" for g in groups])]
        rows += [(name, [str(group.get(name, "")) for group in groups]) for name in names]
        held = sum(x.numel() * x.element_size() for s in self.state.values() for x in s.values() if isinstance(x, torch.Tensor))
        head = "".join(f"<th style=\"text-align:left\">group {i}</th>" for i in range(len(groups)))
        body = "".join(
            f"<tr><th style=\"text-align:left\">{escape(name)}</th>"
            + "".join(f"<td style=\"text-align:left\">{escape(value)}</td>" for value in values) + "</tr>"
            for name, values in rows
        )
        return (
            f"<b>{escape(type(self).__name__)}</b><table style=\"border-collapse:collapse\"><thead><tr><th></th>{head}</tr></thead>"
            f"<tbody>{body}</tbody></table><p>{len(self.state)} parameters have state: {held:,} bytes</p>"
        )


def _check(name, value, ok):
    if not ok:
        raise ValueError(f"Invalid {name}: {value}")


def _check_rates(lr, betas=None, **not_negative):
    """What all optimizers ask of their options, in PyTorch's order and words."""
    if isinstance(lr, torch.Tensor) and lr.numel() != 1:
        raise ValueError("Tensor lr must be 1-element")
    _check("learning rate", lr, 0.0 <= lr)
    if "eps" in not_negative:
        _check("epsilon value", not_negative["eps"], 0.0 <= not_negative.pop("eps"))
    if betas is not None:
        for i in (0, 1):
            _check(f"beta parameter at index {i}", betas[i], 0.0 <= betas[i] < 1.0)
    for name, value in not_negative.items():
        _check(f"{name} value", value, 0.0 <= value)


def _rate(group):
    """The learning rate as a number; one that lies on a CUDA device stays there, where a graph finds it changed."""
    lr = group["lr"]
    return lr.double().reshape(()) if isinstance(lr, torch.Tensor) and lr.is_cuda else float(lr)


def _check_fused(fused, foreach=None, differentiable=False):
    if fused and differentiable:
        raise RuntimeError("`fused` does not support `differentiable`")
    if fused and foreach:
        raise RuntimeError("`fused` and `foreach` cannot be `True` together.")


class SGD(Optimizer):
    """Stochastic gradient descent, with momentum, Nesterov momentum and weight decay.

    Errors: ValueError where there are no parameters: `torch.optim.SGD([], lr=0.1)`
            ValueError for a negative rate: `torch.optim.SGD([torch.zeros(1)], lr=-0.1)`

    >>> w = torch.tensor([1.], requires_grad=True)
    >>> optimizer = torch.optim.SGD([w], lr=0.1)
    >>> (w * w).sum().backward()
    >>> optimizer.step()
    >>> w
    tensor([0.8000], requires_grad=True)
    """

    def __init__(
        self,
        params,
        lr=1e-3,
        momentum=0,
        dampening=0,
        weight_decay=0,
        nesterov=False,
        *,
        maximize=False,
        foreach=None,
        differentiable=False,
        fused=None,
    ):
        _check_rates(lr)
        _check("momentum value", momentum, momentum >= 0.0)
        _check("weight_decay value", weight_decay, weight_decay >= 0.0)
        defaults = dict(
            lr=lr,
            momentum=momentum,
            dampening=dampening,
            weight_decay=weight_decay,
            nesterov=nesterov,
            maximize=maximize,
            foreach=foreach,
            differentiable=differentiable,
            fused=fused,
        )
        if nesterov and (momentum <= 0 or dampening != 0):
            raise ValueError("Nesterov momentum requires a momentum and zero dampening")
        super().__init__(params, defaults)
        _check_fused(fused, foreach, differentiable)

    def _step(self, group, params):
        # The first step fills a buffer with the gradient itself.
        fresh = []
        if group["momentum"] != 0:
            fresh = [p for p in params if self.state[p].get("momentum_buffer") is None]
        for p in fresh:
            self.state[p] = {"momentum_buffer": torch.zeros_like(p), "fresh": True}
        super()._step(group, params)
        for p in fresh:
            del self.state[p]["fresh"]

    def _move(self, group, now):
        lr, momentum = _rate(group), group["momentum"]
        if momentum == 0:
            return "sgd", [], [lr]
        keep, add = (0, 1) if now.get("fresh") else (momentum, 1 - group["dampening"])
        return "sgd_momentum", ["momentum_buffer"], [lr, momentum, keep, add, float(group["nesterov"])]


class Adam(Optimizer):
    """Adam: steps scaled by running means of gradients and of their squares.

    Errors: ValueError where there are no parameters: `torch.optim.Adam([])`
            ValueError for betas outside of [0, 1):
            `torch.optim.Adam([torch.zeros(1)], betas=(1.0, 0.9))`

    >>> w = torch.tensor([1.], requires_grad=True)
    >>> optimizer = torch.optim.Adam([w], lr=0.1)
    >>> (w * w).sum().backward()
    >>> optimizer.step()
    >>> w
    tensor([0.9000], requires_grad=True)
    """

    def __init__(
        self,
        params,
        lr=1e-3,
        betas=(0.9, 0.999),
        eps=1e-8,
        weight_decay=0,
        amsgrad=False,
        *,
        foreach=None,
        maximize=False,
        capturable=False,
        differentiable=False,
        fused=None,
        decoupled_weight_decay=False,
    ):
        if isinstance(lr, torch.Tensor) and foreach and not capturable:
            raise ValueError("lr as a Tensor is not supported for capturable=False and foreach=True")
        _check_rates(lr, betas, eps=eps, weight_decay=weight_decay)
        if not isinstance(betas[0], float) or not isinstance(betas[1], float):
            if not isinstance(betas[0], torch.Tensor) or not isinstance(betas[1], torch.Tensor):
                raise ValueError("betas must be either both floats or both Tensors")
        defaults = dict(
            lr=lr,
            betas=tuple([float(beta) for beta in betas]),
            eps=eps,
            weight_decay=weight_decay,
            amsgrad=amsgrad,
            maximize=maximize,
            foreach=foreach,
            capturable=capturable,
            differentiable=differentiable,
            fused=fused,
            decoupled_weight_decay=decoupled_weight_decay,
        )
        super().__init__(params, defaults)
        _check_fused(fused, foreach, differentiable)

    def _begin(self, group, p):
        state = {"step": 0, "exp_avg": torch.zeros_like(p), "exp_avg_sq": torch.zeros_like(p)}
        if group["amsgrad"]:
            state["max_exp_avg_sq"] = torch.zeros_like(p)
        return state

    def _move(self, group, now):
        now["step"] = now["step"] + 1
        beta1, beta2 = group["betas"]
        step_size = _rate(group) / (1 - beta1 ** now["step"])
        correction = (1 - beta2 ** now["step"]) ** 0.5
        constants = [step_size, 1 - beta1, beta2, 1 - beta2, correction, group["eps"]]
        if group["amsgrad"]:
            return "adam_amsgrad", ["exp_avg", "exp_avg_sq", "max_exp_avg_sq"], constants
        return "adam", ["exp_avg", "exp_avg_sq"], constants


class AdamW(Adam):
    """Adam with weight decay apart from the gradient.

    Errors: ValueError where there are no parameters: `torch.optim.AdamW([])`

    >>> w = torch.tensor([1.], requires_grad=True)
    >>> optimizer = torch.optim.AdamW([w], lr=0.1)
    >>> (w * w).sum().backward()
    >>> optimizer.step()
    >>> w
    tensor([0.8990], requires_grad=True)
    """

    def __init__(
        self,
        params,
        lr=1e-3,
        betas=(0.9, 0.999),
        eps=1e-8,
        weight_decay=1e-2,
        amsgrad=False,
        *,
        maximize=False,
        foreach=None,
        capturable=False,
        differentiable=False,
        fused=None,
    ):
        super().__init__(
            params,
            lr,
            betas,
            eps,
            weight_decay,
            amsgrad,
            foreach=foreach,
            maximize=maximize,
            capturable=capturable,
            differentiable=differentiable,
            fused=fused,
            decoupled_weight_decay=True,
        )


class NAdam(Optimizer):
    """Adam with Nesterov momentum, whose momentum warms up."""

    def __init__(
        self,
        params,
        lr=2e-3,
        betas=(0.9, 0.999),
        eps=1e-8,
        weight_decay=0,
        momentum_decay=4e-3,
        decoupled_weight_decay=False,
        *,
        foreach=None,
        maximize=False,
        capturable=False,
        differentiable=False,
    ):
        _check_rates(lr, betas, eps=eps, weight_decay=weight_decay, momentum_decay=momentum_decay)
        defaults = dict(
            lr=lr,
            betas=betas,
            eps=eps,
            weight_decay=weight_decay,
            momentum_decay=momentum_decay,
            decoupled_weight_decay=decoupled_weight_decay,
            maximize=maximize,
            foreach=foreach,
            capturable=capturable,
            differentiable=differentiable,
        )
        super().__init__(params, defaults)

    def _begin(self, group, p):
        return {"step": 0, "mu_product": 1.0, "exp_avg": torch.zeros_like(p), "exp_avg_sq": torch.zeros_like(p)}

    def _move(self, group, now):
        now["step"] = now["step"] + 1
        lr, step, decay = _rate(group), now["step"], group["momentum_decay"]
        beta1, beta2 = group["betas"]
        mu = beta1 * (1.0 - 0.5 * 0.96 ** (step * decay))
        mu_next = beta1 * (1.0 - 0.5 * 0.96 ** ((step + 1) * decay))
        now["mu_product"] = now["mu_product"] * mu
        of_gradient = lr * (1.0 - mu) / (1.0 - now["mu_product"])
        of_average = lr * mu_next / (1.0 - now["mu_product"] * mu_next)
        correction = 1 - beta2**step
        constants = [of_gradient, of_average, 1 - beta1, beta2, 1 - beta2, correction, group["eps"]]
        return "nadam", ["exp_avg", "exp_avg_sq"], constants


class RAdam(Optimizer):
    """Adam that adapts once enough gradients were seen for it (rectified)."""

    def __init__(
        self,
        params,
        lr=1e-3,
        betas=(0.9, 0.999),
        eps=1e-8,
        weight_decay=0,
        decoupled_weight_decay=False,
        *,
        foreach=None,
        maximize=False,
        capturable=False,
        differentiable=False,
    ):
        _check_rates(lr, betas, eps=eps, weight_decay=weight_decay)
        defaults = dict(
            lr=lr,
            betas=betas,
            eps=eps,
            weight_decay=weight_decay,
            maximize=maximize,
            foreach=foreach,
            capturable=capturable,
            decoupled_weight_decay=decoupled_weight_decay,
            differentiable=differentiable,
        )
        super().__init__(params, defaults)

    def _begin(self, group, p):
        return {"step": 0, "exp_avg": torch.zeros_like(p), "exp_avg_sq": torch.zeros_like(p)}

    def _move(self, group, now):
        now["step"] = now["step"] + 1
        step = now["step"]
        beta1, beta2 = group["betas"]
        correction1, correction2 = 1 - beta1**step, 1 - beta2**step
        # How many gradients the running mean of squares is worth.
        rho_inf = 2 / (1 - beta2) - 1
        rho = rho_inf - 2 * step * beta2**step / correction2
        rectified = 0.0
        if isinstance(rho, torch.Tensor) or rho > 5.0:
            rectified = ((rho - 4) * (rho - 2) * rho_inf / ((rho_inf - 4) * (rho_inf - 2) * rho)) ** 0.5
        if isinstance(rho, torch.Tensor):
            rectified = torch.where(rho > 5.0, rectified, 0.0)
        lr, eps = _rate(group), group["eps"]
        constants = [correction1, lr, 1 - beta1, beta2, 1 - beta2, eps, correction2**0.5, rectified]
        return "radam", ["exp_avg", "exp_avg_sq"], constants


class Adamax(Optimizer):
    """Adam with the largest gradient, slowly forgotten, in place of the root of the mean square."""

    def __init__(
        self,
        params,
        lr=2e-3,
        betas=(0.9, 0.999),
        eps=1e-8,
        weight_decay=0,
        foreach=None,
        *,
        maximize=False,
        differentiable=False,
        capturable=False,
    ):
        _check_rates(lr, betas, eps=eps, weight_decay=weight_decay)
        defaults = dict(
            lr=lr,
            betas=betas,
            eps=eps,
            weight_decay=weight_decay,
            foreach=foreach,
            maximize=maximize,
            differentiable=differentiable,
            capturable=capturable,
        )
        super().__init__(params, defaults)

    def _begin(self, group, p):
        return {"step": 0, "exp_avg": torch.zeros_like(p), "exp_inf": torch.zeros_like(p)}

    def _move(self, group, now):
        now["step"] = now["step"] + 1
        beta1, beta2 = group["betas"]
        step_size = _rate(group) / (1 - beta1 ** now["step"])
        return "adamax", ["exp_avg", "exp_inf"], [step_size, 1 - beta1, beta2, group["eps"]]


class Adagrad(Optimizer):
    """Steps divided by the root of the sum of squared gradients."""

    def __init__(
        self,
        params,
        lr=1e-2,
        lr_decay=0,
        weight_decay=0,
        initial_accumulator_value=0,
        eps=1e-10,
        foreach=None,
        *,
        maximize=False,
        differentiable=False,
        fused=None,
    ):
        _check_rates(lr, lr_decay=lr_decay, weight_decay=weight_decay)
        _check("initial_accumulator_value value", initial_accumulator_value, 0.0 <= initial_accumulator_value)
        _check("epsilon value", eps, 0.0 <= eps)
        defaults = dict(
            lr=lr,
            lr_decay=lr_decay,
            eps=eps,
            weight_decay=weight_decay,
            initial_accumulator_value=initial_accumulator_value,
            foreach=foreach,
            maximize=maximize,
            differentiable=differentiable,
            fused=fused,
        )
        super().__init__(params, defaults)
        _check_fused(fused, foreach, differentiable)
        for group in self.param_groups:
            for p in group["params"]:
                self.state[p] = self._begin(group, p)

    def _begin(self, group, p):
        return {"step": 0, "sum": torch.full_like(p, group["initial_accumulator_value"])}

    def _move(self, group, now):
        now["step"] = now["step"] + 1
        step_size = _rate(group) / (1 + (now["step"] - 1) * group["lr_decay"])
        return "adagrad", ["sum"], [step_size, group["eps"]]


class Adadelta(Optimizer):
    """Steps as large as the last ones were, over the root of the mean square of gradients."""

    def __init__(
        self,
        params,
        lr=1.0,
        rho=0.9,
        eps=1e-6,
        weight_decay=0,
        foreach=None,
        *,
        capturable=False,
        maximize=False,
        differentiable=False,
    ):
        _check_rates(lr)
        _check("rho value", rho, 0.0 <= rho <= 1.0)
        _check("epsilon value", eps, 0.0 <= eps)
        _check("weight_decay value", weight_decay, 0.0 <= weight_decay)
        defaults = dict(
            lr=lr,
            rho=rho,
            eps=eps,
            weight_decay=weight_decay,
            maximize=maximize,
            capturable=capturable,
            foreach=foreach,
            differentiable=differentiable,
        )
        super().__init__(params, defaults)

    def _begin(self, group, p):
        return {"step": 0, "square_avg": torch.zeros_like(p), "acc_delta": torch.zeros_like(p)}

    def _move(self, group, now):
        now["step"] = now["step"] + 1
        rho = group["rho"]
        return "adadelta", ["square_avg", "acc_delta"], [_rate(group), rho, 1 - rho, group["eps"]]


class RMSprop(Optimizer):
    """Steps divided by the root of a running mean of squared gradients.

    >>> w = torch.tensor([1.], requires_grad=True)
    >>> optimizer = torch.optim.RMSprop([w], lr=0.1)
    >>> (w * w).sum().backward()
    >>> optimizer.step()
    >>> w
    tensor([5.9605e-08], requires_grad=True)
    """

    def __init__(
        self,
        params,
        lr=1e-2,
        alpha=0.99,
        eps=1e-8,
        weight_decay=0,
        momentum=0,
        centered=False,
        capturable=False,
        foreach=None,
        maximize=False,
        differentiable=False,
    ):
        _check_rates(lr, eps=eps, momentum=momentum, weight_decay=weight_decay, alpha=alpha)
        defaults = dict(
            lr=lr,
            momentum=momentum,
            alpha=alpha,
            eps=eps,
            centered=centered,
            weight_decay=weight_decay,
            capturable=capturable,
            foreach=foreach,
            maximize=maximize,
            differentiable=differentiable,
        )
        super().__init__(params, defaults)

    def _begin(self, group, p):
        state = {"step": 0, "square_avg": torch.zeros_like(p)}
        if group["momentum"] > 0:
            state["momentum_buffer"] = torch.zeros_like(p)
        if group["centered"]:
            state["grad_avg"] = torch.zeros_like(p)
        return state

    def _move(self, group, now):
        now["step"] = now["step"] + 1
        alpha = group["alpha"]
        rule, names, constants = "rmsprop", ["square_avg"], [_rate(group), alpha, 1 - alpha, group["eps"]]
        if group["momentum"] > 0:
            names.append("momentum_buffer")
            constants.append(group["momentum"])
        if group["centered"]:
            rule += "_centered"
            names.append("grad_avg")
        if group["momentum"] > 0:
            rule += "_momentum"
        return rule, names, constants


class Rprop(Optimizer):
    """Only the gradient's sign counts; each element has a step size of its own, which grows while the sign stays."""

    def __init__(
        self,
        params,
        lr=1e-2,
        etas=(0.5, 1.2),
        step_sizes=(1e-6, 50),
        *,
        capturable=False,
        foreach=None,
        maximize=False,
        differentiable=False,
    ):
        _check_rates(lr)
        _check("eta values", f"{etas[0]}, {etas[1]}", 0.0 < etas[0] < 1.0 < etas[1])
        defaults = dict(
            lr=lr,
            etas=etas,
            step_sizes=step_sizes,
            foreach=foreach,
            maximize=maximize,
            differentiable=differentiable,
            capturable=capturable,
        )
        super().__init__(params, defaults)

    def _begin(self, group, p):
        return {"step": 0, "prev": torch.zeros_like(p), "step_size": torch.full_like(p, float(group["lr"]))}

    def _move(self, group, now):
        now["step"] = now["step"] + 1
        return "rprop", ["prev", "step_size"], [*group["etas"], *group["step_sizes"]]


class ASGD(Optimizer):
    """Averaged SGD: `state[p]["ax"]` is the mean of the parameter from step t0 on."""

    def __init__(
        self,
        params,
        lr=1e-2,
        lambd=1e-4,
        alpha=0.75,
        t0=1e6,
        weight_decay=0,
        foreach=None,
        maximize=False,
        differentiable=False,
        capturable=False,
    ):
        _check_rates(lr, weight_decay=weight_decay)
        defaults = dict(
            lr=lr,
            lambd=lambd,
            alpha=alpha,
            t0=t0,
            weight_decay=weight_decay,
            foreach=foreach,
            maximize=maximize,
            differentiable=differentiable,
            capturable=capturable,
        )
        super().__init__(params, defaults)

    def _begin(self, group, p):
        return {"step": 0, "eta": float(group["lr"]), "mu": 1.0, "ax": torch.zeros_like(p)}

    def _move(self, group, now):
        now["step"] = now["step"] + 1
        lr, lambd, step = _rate(group), group["lambd"], now["step"]
        constants = [now["eta"], now["mu"]]
        now["shrink"] = 1 - lambd * now["eta"]
        now["eta"] = lr / (1 + lambd * lr * step) ** group["alpha"]
        past = step - group["t0"]
        now["mu"] = 1 / (past.clamp(min=1) if isinstance(past, torch.Tensor) else max(1, past))
        return "asgd", ["ax"], constants
