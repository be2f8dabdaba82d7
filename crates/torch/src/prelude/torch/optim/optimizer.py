"""`torch.optim`: what all optimizers have: parameter groups, state, hooks, and a step that is one operation in the engine.

The formulas over elements are rows of one table there (`tensor/optimizer_rows.rs`); the numbers in them are computed once for a
step.
"""

import functools
import itertools
import typing
from collections import OrderedDict, defaultdict
from copy import deepcopy

import torch
from torch.optim._checks import _rate


class _RemovableHandle:
    """Takes a hook away again."""

    _next = 0

    def __init__(self, hooks):
        self.hooks = hooks
        self.id = _RemovableHandle._next
        _RemovableHandle._next += 1

    def remove(self):
        self.hooks.pop(self.id, None)


#: Hooks of all optimizers.
_global_optimizer_pre_hooks = OrderedDict()
_global_optimizer_post_hooks = OrderedDict()


def _hang(hooks, hook):
    handle = _RemovableHandle(hooks)
    hooks[handle.id] = hook
    return handle


def register_optimizer_step_pre_hook(hook):
    """Calls `hook(optimizer, args, kwargs)` before each step of any optimizer; returns a handle that takes it away."""
    return _hang(_global_optimizer_pre_hooks, hook)


def register_optimizer_step_post_hook(hook):
    """Calls `hook(optimizer, args, kwargs)` after each step of any optimizer; returns a handle that takes it away."""
    return _hang(_global_optimizer_post_hooks, hook)


def _with_hooks(step):
    """A step between its hooks; schedulers ask whether it was called."""

    @functools.wraps(step)
    def hooked(self, *args, **kwargs):
        if "_opt_called" in self.__dict__:
            self._opt_called = True
        for hook in itertools.chain(_global_optimizer_pre_hooks.values(), self._optimizer_step_pre_hooks.values()):
            result = hook(self, (self,) + args, kwargs)
            if result is not None:
                if not (isinstance(result, tuple) and len(result) == 2):
                    raise RuntimeError(f"{step} must return None or a tuple of (new_args, new_kwargs), but got {result}.")
                args, kwargs = result[0][1:], result[1]
        result = step(self, *args, **kwargs)
        for hook in itertools.chain(self._optimizer_step_post_hooks.values(), _global_optimizer_post_hooks.values()):
            hook(self, (self,) + args, kwargs)
        return result

    hooked.hooked = True
    return hooked


class _RequiredParameter:
    """Marks a parameter of an optimizer without a default."""

    def __repr__(self):
        return "<required parameter>"


required = _RequiredParameter()
ParamsT = typing.Union[typing.Iterable[torch.Tensor], typing.Iterable[dict], typing.Iterable[tuple]]


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
                raise TypeError("optimizer can only optimize Tensors, but one of the params is " + torch.typename(p))
            if not self.defaults.get("differentiable") and not (p.is_leaf or p.retains_grad):
                raise ValueError("can't optimize a non-leaf Tensor")
        for name, value in self.defaults.items():
            param_group.setdefault(name, value)
        for group in self.param_groups:
            if ("param_names" in param_group) != ("param_names" in group):
                which = "with names" if names else "without names"
                raise ValueError(
                    f"all optimizer param groups should be with/without names. cannot add param group {which} to the optimizer"
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
        """Performs one step; a closure recomputes the loss and returns it."""
        loss = None
        if closure is not None:
            with torch.enable_grad():
                loss = closure()
        for group in self.param_groups:
            params = [p for p in group["params"] if p.grad is not None]
            sparse = [p for p in params if p.grad.is_sparse]
            if sparse:
                params = [p for p in params if not p.grad.is_sparse]
            for p in sparse:
                self._step_sparsely(group, p)
            if params:
                self._step(group, params)
        return loss

    @torch.no_grad()
    def _step_sparsely(self, group, p):
        """A step of one parameter whose gradient is sparse."""
        name = "Adam" if type(self).__name__ == "AdamW" else type(self).__name__
        advice = ", please consider SparseAdam instead" if name == "Adam" else ""
        raise RuntimeError(f"{name} does not support sparse gradients{advice}")

    def _step(self, group, params):
        # Parameters whose counters agree move together: all, unless one had no gradient in some step. Where the counters are
        # on the device (`capturable`), those that share them do.
        together, shared = {}, {}
        for p in params:
            state = self.state.get(p)
            if not state:
                state = self._begin(group, p)
                self._hold_counters(state, p, group.get("capturable"), shared)
                if state:
                    self.state[p] = state
            together.setdefault(self._counted(state), []).append((p, state))
        for members in together.values():
            first = members[0][1]
            counters = {name: first[name] for name in self._counters if isinstance(first.get(name), torch.Tensor)}
            numbers = {name: x for name, x in first.items() if not isinstance(x, torch.Tensor)}
            numbers.update({name: x.double() if x.is_cuda else x.item() for name, x in counters.items()})
            rule, names, constants = self._move(group, numbers)
            decay = group.get("weight_decay", 0)
            shrink = 1.0
            if group.get("decoupled_weight_decay"):
                decay, shrink = 0, 1 - _rate(group) * decay
            shrink = numbers.pop("shrink", shrink)
            for name, x in counters.items():
                number = numbers.pop(name)
                if x.is_cuda:
                    x.copy_(number)
                else:
                    for _, state in members:
                        state[name].fill_(number)
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

    # What PyTorch holds as a tensor with one element.
    _counters = ("step", "mu_product", "eta", "mu")

    def _counted(self, state):
        """What parameters that move together have in common: numbers by value, counters on a device by which they are."""
        key = []
        for name, x in state.items():
            if not isinstance(x, torch.Tensor):
                key.append(x)
            elif name in self._counters:
                key.append(id(x) if x.is_cuda else x.item())
        return tuple(key)

    def _hold_counters(self, state, p, capturable, shared):
        """Makes a state's counters tensors: on the host, or with `capturable` beside the parameter, where those that begin
        together share them, and a graph of the step finds them advanced at each replay."""
        if capturable and not p.is_cuda:
            raise AssertionError(
                "If capturable=True, params and state_steps must be on supported devices: "
                "['cuda', 'xpu', 'hpu', 'privateuseone', 'xla']."
            )
        for name in self._counters:
            value = state.get(name)
            if not isinstance(value, (int, float)):
                continue
            if not capturable:
                state[name] = torch.tensor(float(value))
                continue
            key = (name, value, p.device)
            if key not in shared:
                shared[key] = torch.full((), float(value), dtype=torch.float32, device=p.device)
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
        state = {numbers[id(p)] if isinstance(p, torch.Tensor) else p: values for p, values in self.state.items()}
        state_dict = {"state": state, "param_groups": groups}
        for hook in self._optimizer_state_dict_post_hooks.values():
            state_dict = hook(self, state_dict) or state_dict
        return state_dict

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
                self._hold_counters(state, params[key], key in capturable, shared)
                self.state[params[key]] = state
            else:
                self.state[key] = values
        self.param_groups = groups
        for hook in self._optimizer_load_state_dict_post_hooks.values():
            hook(self)

    def _taken(self, p, name, value):
        if name in self._counters and value is not None:
            return float(value)
        if isinstance(value, torch.Tensor):
            return value.to(device=p.device, dtype=p.dtype if p.is_floating_point() else value.dtype)
        if isinstance(value, (list, tuple)):
            return type(value)([self._taken(p, None, x) for x in value])
        return value

    def _register(self, hooks, hook, prepend=False):
        handle = _hang(hooks, hook)
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
        rows = [
            ("parameters", [f"{len(g['params'])} tensors, {sum(p.numel() for p in g['params']):,} elements" for g in groups])
        ]
        rows += [(name, [str(group.get(name, "")) for group in groups]) for name in names]
        held = sum(x.numel() * x.element_size() for s in self.state.values() for x in s.values() if isinstance(x, torch.Tensor))
        head = "".join(f'<th style="text-align:left">group {i}</th>' for i in range(len(groups)))
        body = "".join(
            f'<tr><th style="text-align:left">{escape(name)}</th>'
            + "".join(f'<td style="text-align:left">{escape(value)}</td>' for value in values)
            + "</tr>"
            for name, values in rows
        )
        return (
            f'<b>{escape(type(self).__name__)}</b><table style="border-collapse:collapse"><thead><tr><th></th>{head}</tr></thead>'
            f"<tbody>{body}</tbody></table><p>{len(self.state)} parameters have state: {held:,} bytes</p>"
        )
