"""`nn.Module`: what layers and models are made of."""

from collections import OrderedDict

import torch
import torch.nn.functional as F
from torch.nn.parameter import Parameter


class _IncompatibleKeys:
    """What load_state_dict reports."""

    def __init__(self, missing_keys, unexpected_keys):
        self.missing_keys = missing_keys
        self.unexpected_keys = unexpected_keys

    def __iter__(self):
        return iter((self.missing_keys, self.unexpected_keys))

    def __repr__(self):
        if not self.missing_keys and not self.unexpected_keys:
            return "<All keys matched successfully>"
        return f"_IncompatibleKeys(missing_keys={self.missing_keys}, unexpected_keys={self.unexpected_keys})"


class _Handle:
    """Takes a hook away again."""

    def __init__(self, hooks, key):
        self.hooks = hooks
        self.key = key

    def remove(self):
        self.hooks.pop(self.key, None)

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        self.remove()


def _add_hook(hooks, hook):
    key = max(hooks, default=-1) + 1
    hooks[key] = hook
    return _Handle(hooks, key)


def _indented(text, spaces):
    lines = text.split("\n")
    return "\n".join([lines[0]] + [" " * spaces + line for line in lines[1:]])


class Module:
    """Base of layers and models. Subclasses define `__init__` and `forward`.

    Parameters, buffers and modules that are assigned as attributes are registered: `parameters()`, `state_dict()`,
    `to()` and the like find them.
    """

    training = True

    def __init__(self):
        put = object.__setattr__
        put(self, "training", True)
        put(self, "_parameters", {})
        put(self, "_buffers", {})
        put(self, "_non_persistent_buffers_set", set())
        put(self, "_modules", {})
        put(self, "_forward_hooks", {})
        put(self, "_forward_pre_hooks", {})
        put(self, "_backward_hooks", {})

    def forward(self, *input):
        """What the module computes: every subclass defines it."""
        raise NotImplementedError(f'Module [{type(self).__name__}] is missing the required "forward" function')

    def __call__(self, *args, **kwargs):
        if not self._forward_hooks and not self._forward_pre_hooks:
            return self.forward(*args, **kwargs)
        for hook in list(self._forward_pre_hooks.values()):
            changed = hook(self, args)
            if changed is not None:
                args = changed if isinstance(changed, tuple) else (changed,)
        result = self.forward(*args, **kwargs)
        for hook in list(self._forward_hooks.values()):
            changed = hook(self, args, result)
            if changed is not None:
                result = changed
        return result

    # --- registration

    def __setattr__(self, name, value):
        holds = self.__dict__
        if isinstance(value, Parameter):
            kind = "_parameters"
        elif isinstance(value, Module):
            kind = "_modules"
        else:
            kind = None
        if kind is not None:
            if kind not in holds:
                what = "parameters" if kind == "_parameters" else "module"
                raise AttributeError(f"cannot assign {what} before Module.__init__() call")
            for other in ("_parameters", "_buffers", "_modules"):
                if other != kind:
                    holds[other].pop(name, None)
            holds.pop(name, None)
            holds[kind][name] = value
            return
        for other in ("_parameters", "_modules", "_buffers"):
            known = holds.get(other)
            if known is not None and name in known:
                if value is not None and not (other == "_buffers" and isinstance(value, torch.Tensor)):
                    wanted = {
                        "_parameters": "torch.nn.Parameter or None",
                        "_modules": "torch.nn.Module or None",
                        "_buffers": "torch.Tensor or None",
                    }[other]
                    what = {"_parameters": "parameter", "_modules": "child module", "_buffers": "buffer"}[other]
                    found = "torch.FloatTensor" if isinstance(value, torch.Tensor) else type(value).__name__
                    raise TypeError(f"cannot assign '{found}' as {what} '{name}' ({wanted} expected)")
                known[name] = value
                return
        object.__setattr__(self, name, value)

    def __getattr__(self, name):
        holds = self.__dict__
        for kind in ("_parameters", "_buffers", "_modules"):
            known = holds.get(kind)
            if known is not None and name in known:
                return known[name]
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")

    def __delattr__(self, name):
        for kind in ("_parameters", "_buffers", "_modules"):
            if name in self.__dict__[kind]:
                del self.__dict__[kind][name]
                return
        object.__delattr__(self, name)

    def __dir__(self):
        names = list(object.__dir__(self))
        return names + list(self._parameters) + list(self._buffers) + list(self._modules)

    def register_parameter(self, name, param):
        """Adds a parameter (or None) under a name."""
        if param is not None and not isinstance(param, Parameter):
            raise TypeError(
                f"cannot assign '{type(param).__name__}' object to parameter '{name}' (torch.nn.Parameter or None required)"
            )
        self._parameters[name] = param

    def register_buffer(self, name, tensor, persistent=True):
        """Adds a tensor that is state but not trained. Not persistent: left out of state_dict."""
        if name in self.__dict__ or name in self._parameters or name in self._modules:
            raise KeyError(f"attribute '{name}' already exists")
        self._buffers[name] = tensor
        if persistent:
            self._non_persistent_buffers_set.discard(name)
        else:
            self._non_persistent_buffers_set.add(name)

    def register_module(self, name, module):
        """Same as add_module."""
        self.add_module(name, module)

    def add_module(self, name, module):
        """Adds a child module under a name."""
        if module is not None and not isinstance(module, Module):
            raise TypeError(f"{type(module).__name__} is not a Module subclass")
        self._modules[name] = module

    def register_forward_hook(self, hook):
        """`hook(module, args, output)` runs after forward and may replace the output."""
        return _add_hook(self._forward_hooks, hook)

    def register_forward_pre_hook(self, hook):
        """`hook(module, args)` runs before forward and may replace the arguments."""
        return _add_hook(self._forward_pre_hooks, hook)

    def get_submodule(self, target):
        """The module at a dotted path."""
        module = self
        for name in target.split(".") if target else []:
            module = getattr(module, name)
        return module

    def get_parameter(self, target):
        """The parameter at a dotted path."""
        path, _, name = target.rpartition(".")
        return getattr(self.get_submodule(path), name)

    # --- walks

    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        """Itself and all modules below it, with dotted names."""
        memo = set() if memo is None else memo
        if id(self) in memo:
            return
        if remove_duplicate:
            memo.add(id(self))
        yield prefix, self
        for name, module in self._modules.items():
            if module is not None:
                yield from module.named_modules(memo, prefix + ("." if prefix else "") + name, remove_duplicate)

    def modules(self):
        """Itself and all modules below it."""
        for name, module in self.named_modules():
            yield module

    def named_children(self):
        """The modules directly below it, with their names."""
        seen = set()
        for name, module in self._modules.items():
            if module is not None and id(module) not in seen:
                seen.add(id(module))
                yield name, module

    def children(self):
        """The modules directly below it."""
        for name, module in self.named_children():
            yield module

    def _named_members(self, kind, prefix, recurse, remove_duplicate=True):
        seen = set()
        modules = self.named_modules(prefix=prefix) if recurse else [(prefix, self)]
        for path, module in modules:
            for name, value in module.__dict__[kind].items():
                if value is None or id(value) in seen:
                    continue
                if remove_duplicate:
                    seen.add(id(value))
                yield path + ("." if path else "") + name, value

    def named_parameters(self, prefix="", recurse=True, remove_duplicate=True):
        """All parameters with dotted names, each once."""
        return self._named_members("_parameters", prefix, recurse, remove_duplicate)

    def parameters(self, recurse=True):
        """All parameters, each once."""
        for name, param in self.named_parameters(recurse=recurse):
            yield param

    def named_buffers(self, prefix="", recurse=True, remove_duplicate=True):
        """All buffers with dotted names."""
        return self._named_members("_buffers", prefix, recurse, remove_duplicate)

    def buffers(self, recurse=True):
        """All buffers."""
        for name, buffer in self.named_buffers(recurse=recurse):
            yield buffer

    def apply(self, fn):
        """Calls fn on every module below it, then on itself."""
        for module in self.children():
            module.apply(fn)
        fn(self)
        return self

    # --- state

    def state_dict(self, destination=None, prefix="", keep_vars=False):
        """Parameters and persistent buffers by dotted name."""
        state = OrderedDict() if destination is None else destination
        for name, param in self._parameters.items():
            if param is not None:
                state[prefix + name] = param if keep_vars else param.detach()
        for name, buffer in self._buffers.items():
            if buffer is not None and name not in self._non_persistent_buffers_set:
                state[prefix + name] = buffer if keep_vars else buffer.detach()
        for name, module in self._modules.items():
            if module is not None:
                module.state_dict(destination=state, prefix=prefix + name + ".", keep_vars=keep_vars)
        return state

    def load_state_dict(self, state_dict, strict=True, assign=False):
        """Copies parameters and buffers from a state_dict; strict: names must match."""
        own = self.state_dict(keep_vars=True)
        missing = [name for name in own if name not in state_dict]
        unexpected = [name for name in state_dict if name not in own]
        errors = []
        for what, names in (("Missing", missing), ("Unexpected", unexpected)):
            if strict and names:
                listed = ", ".join(f'"{name}"' for name in names)
                errors.append(f"{what} key(s) in state_dict: {listed}. ")
        for name, target in own.items():
            if name not in state_dict:
                continue
            source = state_dict[name]
            if source.shape != target.shape:
                errors.append(
                    f"size mismatch for {name}: copying a param with shape {source.shape} from checkpoint, "
                    f"the shape in current model is {target.shape}."
                )
                continue
            with torch.no_grad():
                target.copy_(source)
        if errors:
            lines = "\n\t".join(errors)
            raise RuntimeError(f"Error(s) in loading state_dict for {type(self).__name__}:\n\t{lines}")
        return _IncompatibleKeys(missing, unexpected)

    def _apply(self, fn):
        """Every parameter, gradient and buffer becomes fn of it, in place: optimizers go on holding the same objects."""
        for module in self.children():
            module._apply(fn)
        for param in self._parameters.values():
            if param is not None:
                with torch.no_grad():
                    moved = fn(param)
                grad = param.grad
                if moved is not param:
                    torch._set_data(param, moved)
                if grad is not None:
                    param.grad = None
                    param.grad = fn(grad)
        for name, buffer in self._buffers.items():
            if buffer is not None:
                self._buffers[name] = fn(buffer)
        return self

    def to(self, *args, **kwargs):
        """Moves parameters and buffers to a device, or converts the floating ones to a dtype."""
        dtype = kwargs.get("dtype")
        for value in args:
            if isinstance(value, torch.dtype):
                dtype = value
            elif isinstance(value, torch.Tensor):
                dtype = value.dtype
        if dtype is not None and not dtype.is_floating_point:
            raise TypeError(f"nn.Module.to only accepts floating point or complex dtypes, but got desired dtype={dtype}")
        devices = [value for value in args if isinstance(value, (torch.device, str, int)) and not isinstance(value, bool)]
        devices += [value.device for value in args if isinstance(value, torch.Tensor)]
        device = kwargs.get("device", devices[0] if devices else None)

        def move(x):
            if dtype is not None and x.is_floating_point():
                return x.to(device=device, dtype=dtype)
            return x.to(device=device)

        return self._apply(move)

    def cuda(self, device=None):
        """Moves parameters and buffers to a CUDA device."""
        return self._apply(lambda x: x.cuda(device))

    def cpu(self):
        """Moves parameters and buffers to the host's memory."""
        return self._apply(lambda x: x.cpu())

    def type(self, dst_type):
        """Converts all parameters and buffers."""
        return self._apply(lambda x: x.type(dst_type))

    def float(self):
        """Converts floating parameters and buffers to float32."""
        return self._apply(lambda x: x.float() if x.is_floating_point() else x)

    def double(self):
        """Converts floating parameters and buffers to float64."""
        return self._apply(lambda x: x.double() if x.is_floating_point() else x)

    def half(self):
        """Converts floating parameters and buffers to float16."""
        return self._apply(lambda x: x.half() if x.is_floating_point() else x)

    def bfloat16(self):
        """Converts floating parameters and buffers to bfloat16."""
        return self._apply(lambda x: x.bfloat16() if x.is_floating_point() else x)

    def train(self, mode=True):
        """Sets training mode here and below: dropout and batch norm behave by it."""
        if not isinstance(mode, bool):
            raise ValueError("training mode is expected to be boolean")
        self.training = mode
        for module in self.children():
            module.train(mode)
        return self

    def eval(self):
        """Sets evaluation mode here and below."""
        return self.train(False)

    def requires_grad_(self, requires_grad=True):
        """Asks for gradients of all parameters, or no longer."""
        for param in self.parameters():
            param.requires_grad_(requires_grad)
        return self

    def zero_grad(self, set_to_none=True):
        """Forgets all gradients."""
        for param in self.parameters():
            if param.grad is not None:
                if set_to_none:
                    param.grad = None
                else:
                    param.grad = torch.zeros_like(param.grad)

    def share_memory(self):
        """There is one process: nothing to share."""
        return self

    def compile(self, *args, **kwargs):
        """Nothing to do: pointwise operations are compiled anyway."""

    # --- looks

    def _get_name(self):
        return type(self).__name__

    def extra_repr(self):
        """What stands between the brackets of its repr."""
        return ""

    def __repr__(self):
        extra = self.extra_repr()
        extra_lines = extra.split("\n") if extra else []
        child_lines = [f"({name}): {_indented(repr(module), 2)}" for name, module in self._modules.items()]
        lines = extra_lines + child_lines
        if not lines:
            return self._get_name() + "()"
        if len(extra_lines) == 1 and not child_lines:
            return f"{self._get_name()}({extra_lines[0]})"
        return self._get_name() + "(\n  " + "\n  ".join(lines) + "\n)"

    def _repr_html_(self):
        rows = ""
        total = 0
        for name, param in self.named_parameters():
            total += param.numel()
            shape = " × ".join(str(n) for n in param.shape)
            trained = "" if param.requires_grad else " (frozen)"
            rows += (
                f"<tr><td>{name}{trained}</td><td>{shape}</td><td>{param.numel():,}</td>"
                f"<td>{str(param.dtype)[6:]}</td><td>{param.device}</td></tr>"
            )
        text = repr(self).replace("&", "&amp;").replace("<", "&lt;")
        head = "<tr><th>parameter</th><th>shape</th><th>elements</th><th>dtype</th><th>device</th></tr>"
        table = f"<table><thead>{head}</thead><tbody>{rows}</tbody></table>" if rows else ""
        return f"<pre>{text}</pre>{table}<p>{total:,} parameters</p>"
