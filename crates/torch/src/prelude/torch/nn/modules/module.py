"""The module that holds parameters, submodules and hooks."""

import warnings
from collections import OrderedDict

import torch
from torch.nn.modules._backward_hooks import _through
from torch.nn.parameter import Parameter
from torch.utils.hooks import RemovableHandle

_COMPLEX = (
    "Complex modules are a new feature under active development whose design may change, "
    "and some modules might not work as expected when using complex tensors as parameters or buffers. "
    "Please file an issue at https://github.com/pytorch/pytorch/issues/new?template=bug-report.yml "
    "if a complex module does not work as expected."
)


def _loaded(key, target, source, assign):
    """What a parameter or buffer is once `source` is loaded: itself, or with `assign` the loaded tensor."""
    if target.is_meta and not source.is_meta and not assign:
        warnings.warn(
            f"for {key}: copying from a non-meta parameter in the checkpoint to a meta "
            "parameter in the current model, which is a no-op. (Did you mean to "
            "pass `assign=True` to assign items in the state dictionary to their "
            "corresponding key in the module instead of copying them in place?)",
            stacklevel=2,
        )
    with torch.no_grad():
        swaps = torch.__future__.get_swap_module_params_on_conversion()
        if swaps:
            source = target.module_load(source, assign=assign)
        if (swaps or assign) and isinstance(target, Parameter) and not isinstance(source, Parameter):
            source = Parameter(source, requires_grad=target.requires_grad)
        if swaps:
            torch.utils.swap_tensors(target, source)
        elif assign:
            return source
        else:
            target.copy_(source)
    return target


def _add_hook(hooks, hook, first=False, **flags):
    """Keeps a hook, first or last, and its key in each dict of `flags` that is wanted."""
    handle = RemovableHandle(hooks, extra_dict=[keys for keys, _ in flags.values()])
    hooks[handle.id] = hook
    if first:
        hooks.move_to_end(handle.id, last=False)
    for keys, wanted in flags.values():
        if wanted:
            keys[handle.id] = True
    return handle


# Hooks of all modules, called before a module's own: register_module_forward_hook and others.
_global_forward_hooks = OrderedDict()
_global_forward_pre_hooks = OrderedDict()
_global_backward_hooks = OrderedDict()
_global_backward_pre_hooks = OrderedDict()
_global_with_kwargs = {}
_global_always_called = {}


def register_module_forward_hook(hook, *, with_kwargs=False, always_call=False):
    """`hook(module, args, output)` runs after the forward of every module."""
    flags = {"with_kwargs": (_global_with_kwargs, with_kwargs), "always_call": (_global_always_called, always_call)}
    return _add_hook(_global_forward_hooks, hook, **flags)


def register_module_forward_pre_hook(hook):
    """`hook(module, args)` runs before the forward of every module."""
    return _add_hook(_global_forward_pre_hooks, hook)


def register_module_full_backward_hook(hook):
    """`hook(module, grad_input, grad_output)` runs when gradients have come through any module."""
    return _add_hook(_global_backward_hooks, hook)


def register_module_backward_hook(hook):
    """register_module_full_backward_hook, by its old name."""
    return register_module_full_backward_hook(hook)


def register_module_full_backward_pre_hook(hook):
    """`hook(module, grad_output)` runs before gradients go through any module."""
    return _add_hook(_global_backward_pre_hooks, hook)


def _all_of(shared, own):
    return list(shared.items()) + list(own.items())


class _IncompatibleKeys:
    """The result of load_state_dict."""

    def __init__(self, missing_keys, unexpected_keys):
        self.missing_keys = missing_keys
        self.unexpected_keys = unexpected_keys

    def __iter__(self):
        return iter((self.missing_keys, self.unexpected_keys))

    def __repr__(self):
        if not self.missing_keys and not self.unexpected_keys:
            return "<All keys matched successfully>"
        return f"_IncompatibleKeys(missing_keys={self.missing_keys}, unexpected_keys={self.unexpected_keys})"


def _indented(text, spaces):
    lines = text.split("\n")
    return "\n".join([lines[0]] + [" " * spaces + line for line in lines[1:]])


class Module:
    """Base of layers and models. Subclasses define `__init__` and `forward`.

    Parameters, buffers and modules that are assigned as attributes are registered: `parameters()`, `state_dict()`,
    `to()` and the like find them.

    >>> class Double(nn.Module): forward = lambda self, x: 2 * x
    >>> Double()(torch.ones(2))
    tensor([2., 2.])
    """

    training = True
    _version = 1

    def __init__(self):
        put = object.__setattr__
        put(self, "training", True)
        put(self, "_parameters", {})
        put(self, "_buffers", {})
        put(self, "_non_persistent_buffers_set", set())
        put(self, "_modules", {})
        put(self, "_forward_hooks", OrderedDict())
        put(self, "_forward_hooks_with_kwargs", {})
        put(self, "_forward_hooks_always_called", {})
        put(self, "_forward_pre_hooks", OrderedDict())
        put(self, "_forward_pre_hooks_with_kwargs", {})
        put(self, "_backward_hooks", OrderedDict())
        put(self, "_backward_pre_hooks", OrderedDict())
        put(self, "_state_dict_hooks", {})
        put(self, "_state_dict_pre_hooks", {})
        put(self, "_load_state_dict_pre_hooks", {})
        put(self, "_load_state_dict_post_hooks", {})
        put(self, "_load_state_dict_bare_hooks", set())
        put(self, "_state_dict_post_hooks", set())

    def __setstate__(self, state):
        # Attributes missing in an older pickle get the values of a new module.
        Module.__init__(self)
        self.__dict__.update(state)

    def forward(self, *input):
        """Computes the module's output. Every subclass defines it."""
        raise NotImplementedError(f'Module [{type(self).__name__}] is missing the required "forward" function')

    def __call__(self, *args, **kwargs):
        if not (
            self._forward_hooks
            or self._forward_pre_hooks
            or self._backward_hooks
            or self._backward_pre_hooks
            or _global_forward_hooks
            or _global_forward_pre_hooks
            or _global_backward_hooks
            or _global_backward_pre_hooks
        ):
            return self.forward(*args, **kwargs)
        return self._call_with_hooks(args, kwargs)

    def _call_with_hooks(self, args, kwargs):
        for key, hook in _all_of(_global_forward_pre_hooks, self._forward_pre_hooks):
            if key in self._forward_pre_hooks_with_kwargs:
                changed = hook(self, args, kwargs)
                if changed is not None:
                    if not (isinstance(changed, tuple) and len(changed) == 2):
                        raise RuntimeError(
                            f"forward pre-hook must return None or a tuple of (new_args, new_kwargs), but got {changed}."
                        )
                    args, kwargs = changed
            else:
                changed = hook(self, args)
                if changed is not None:
                    args = changed if isinstance(changed, tuple) else (changed,)
        coming = {}
        backward_hooks = _all_of(_global_backward_hooks, self._backward_hooks)
        backward_pre_hooks = _all_of(_global_backward_pre_hooks, self._backward_pre_hooks)
        watches = backward_hooks or backward_pre_hooks
        reaches = False
        if watches:

            def at_input(grads):
                for _, hook in backward_hooks:
                    changed = hook(self, grads, coming["output"])
                    if changed is not None:
                        grads = changed if isinstance(changed, tuple) else (changed,)
                return grads

            args, reaches = _through(at_input, args)
        result = None
        forward_hooks = _all_of(_global_forward_hooks, self._forward_hooks)
        called = set()

        def show(key, hook):
            called.add(key)
            with_kwargs = key in self._forward_hooks_with_kwargs or key in _global_with_kwargs
            return hook(self, args, kwargs, result) if with_kwargs else hook(self, args, result)

        try:
            result = self.forward(*args, **kwargs)
            for key, hook in forward_hooks:
                changed = show(key, hook)
                if changed is not None:
                    result = changed
        except Exception:
            for key, hook in forward_hooks:
                if key not in called and (key in self._forward_hooks_always_called or key in _global_always_called):
                    show(key, hook)
            raise
        if watches:

            def at_output(grads):
                for _, hook in backward_pre_hooks:
                    changed = hook(self, grads)
                    if changed is not None:
                        grads = changed if isinstance(changed, tuple) else (changed,)
                coming["output"] = grads
                if not reaches:
                    for _, hook in backward_hooks:
                        hook(self, (None,) * len(args), grads)
                return grads

            several = isinstance(result, tuple)
            results, _ = _through(at_output, result if several else (result,))
            result = results if several else results[0]
        return result

    # --- registration

    def __setattr__(self, name, value):
        holds = self.__dict__
        if isinstance(value, Parameter):
            kind = "_parameters"
        elif isinstance(value, Module):
            kind = "_modules"
        elif isinstance(value, torch.Tensor) and getattr(value, "_is_buffer", False):
            self.register_buffer(name, value, value.persistent)
            return
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

    def _check_name(self, name, kind, holder):
        """Raises where `name` cannot become a parameter, a buffer or a module."""
        if "_parameters" not in self.__dict__:
            raise AttributeError(f"cannot assign {kind} before Module.__init__() call")
        if not isinstance(name, str):
            raise TypeError(f"{kind} name should be a string. Got {type(name).__name__}")
        if hasattr(self, name) and name not in holder:
            raise KeyError(f"attribute '{name}' already exists")
        if "." in name:
            raise KeyError(f'{kind} name can\'t contain "."' + (f", got: {name}" if kind == "module" else ""))
        if name == "":
            raise KeyError(f'{kind} name can\'t be empty string ""')

    def register_parameter(self, name, param):
        """Adds a parameter (or None) under a name."""
        self._check_name(name, "parameter", self.__dict__.get("_parameters"))
        if param is not None and not isinstance(param, Parameter):
            found = param.type() if isinstance(param, torch.Tensor) else type(param).__name__
            raise TypeError(f"cannot assign '{found}' object to parameter '{name}' (torch.nn.Parameter or None required)")
        if param is not None and param.grad_fn is not None:
            raise ValueError(
                f"Cannot assign non-leaf Tensor to parameter '{name}'. Model parameters must be created explicitly. To "
                f"express '{name}' as a function of another Tensor, compute the value in the forward() method."
            )
        self._parameters[name] = param

    def register_buffer(self, name, tensor, persistent=True):
        """Adds a tensor that is state but not trained. Not persistent: left out of state_dict."""
        self._check_name(name, "buffer", self.__dict__.get("_buffers"))
        if tensor is not None and not isinstance(tensor, torch.Tensor):
            raise TypeError(
                f"cannot assign '{type(tensor).__name__}' object to buffer '{name}' (torch Tensor or None required)"
            )
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
            raise TypeError(f"{torch.typename(module)} is not a Module subclass")
        self._check_name(name, "module", self.__dict__.get("_modules"))
        self._modules[name] = module

    def register_forward_hook(self, hook, *, prepend=False, with_kwargs=False, always_call=False):
        """`hook(module, args, output)` runs after forward and may replace the output."""
        flags = {
            "with_kwargs": (self._forward_hooks_with_kwargs, with_kwargs),
            "always_call": (self._forward_hooks_always_called, always_call),
        }
        return _add_hook(self._forward_hooks, hook, prepend, **flags)

    def register_forward_pre_hook(self, hook, *, prepend=False, with_kwargs=False):
        """`hook(module, args)` runs before forward and may replace the arguments."""
        flags = {"with_kwargs": (self._forward_pre_hooks_with_kwargs, with_kwargs)}
        return _add_hook(self._forward_pre_hooks, hook, prepend, **flags)

    def register_full_backward_hook(self, hook, prepend=False):
        """`hook(module, grad_input, grad_output)` runs when gradients have come through, and may replace grad_input."""
        return _add_hook(self._backward_hooks, hook, prepend)

    def register_backward_hook(self, hook):
        """register_full_backward_hook, by its old name."""
        return self.register_full_backward_hook(hook)

    def register_full_backward_pre_hook(self, hook, prepend=False):
        """`hook(module, grad_output)` runs before gradients go through, and may replace them."""
        return _add_hook(self._backward_pre_hooks, hook, prepend)

    def register_state_dict_post_hook(self, hook):
        """`hook(module, state_dict, prefix, local_metadata)` runs after state_dict."""
        handle = _add_hook(self._state_dict_hooks, hook)
        self._state_dict_post_hooks.add(handle.id)
        return handle

    def _register_state_dict_hook(self, hook):
        """Like register_state_dict_post_hook, for hooks that give another state_dict."""
        return _add_hook(self._state_dict_hooks, hook)

    def register_state_dict_pre_hook(self, hook):
        """`hook(module, prefix, keep_vars)` runs before state_dict."""
        return _add_hook(self._state_dict_pre_hooks, hook)

    def register_load_state_dict_pre_hook(self, hook):
        """`hook(module, state_dict, prefix, local_metadata, strict, missing, unexpected, errors)` runs before loading."""
        return _add_hook(self._load_state_dict_pre_hooks, hook)

    def _register_load_state_dict_pre_hook(self, hook, with_module=False):
        """register_load_state_dict_pre_hook, by its old name: without with_module the hook is not given the module."""
        handle = _add_hook(self._load_state_dict_pre_hooks, hook)
        if not with_module:
            self._load_state_dict_bare_hooks.add(handle.id)
        return handle

    def register_load_state_dict_post_hook(self, hook):
        """`hook(module, incompatible_keys)` runs after loading."""
        return _add_hook(self._load_state_dict_post_hooks, hook)

    def get_submodule(self, target):
        """The module at a dotted path."""
        module = self
        for name in target.split(".") if target else []:
            if not hasattr(module, name):
                raise AttributeError(f"{module._get_name()} has no attribute `{name}`")
            module = getattr(module, name)
            if not isinstance(module, Module):
                raise AttributeError(f"`{name}` is not an nn.Module")
        return module

    def set_submodule(self, target, module, strict=False):
        """Puts a module at a dotted path."""
        if target == "":
            raise ValueError("Cannot set the submodule without a target name!")
        path, _, name = target.rpartition(".")
        setattr(self.get_submodule(path), name, module)

    def get_parameter(self, target):
        """The parameter at a dotted path."""
        path, _, name = target.rpartition(".")
        module = self.get_submodule(path)
        if not hasattr(module, name):
            raise AttributeError(f"{module._get_name()} has no attribute `{name}`")
        if name not in module._parameters:
            raise AttributeError(f"`{name}` is not an nn.Parameter")
        return module._parameters[name]

    def get_buffer(self, target):
        """The buffer at a dotted path."""
        path, _, name = target.rpartition(".")
        module = self.get_submodule(path)
        if not hasattr(module, name):
            raise AttributeError(f"{module._get_name()} has no attribute `{name}`")
        if name not in module._buffers:
            raise AttributeError(f"`{name}` is not a buffer")
        return module._buffers[name]

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

    def modules(self, remove_duplicate=True):
        """Itself and all modules below it."""
        for _name, module in self.named_modules(remove_duplicate=remove_duplicate):
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
        for _name, module in self.named_children():
            yield module

    def _named_members(self, kind, prefix, recurse, remove_duplicate=True):
        seen = set()
        modules = [(prefix, self)]
        if recurse:
            modules = self.named_modules(prefix=prefix, remove_duplicate=remove_duplicate)
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
        for _name, param in self.named_parameters(recurse=recurse):
            yield param

    def named_buffers(self, prefix="", recurse=True, remove_duplicate=True):
        """All buffers with dotted names."""
        return self._named_members("_buffers", prefix, recurse, remove_duplicate)

    def buffers(self, recurse=True):
        """All buffers."""
        for _name, buffer in self.named_buffers(recurse=recurse):
            yield buffer

    def apply(self, fn):
        """Calls fn on every module below it, then on itself."""
        for module in self.children():
            module.apply(fn)
        fn(self)
        return self

    # --- state

    def _save_to_state_dict(self, destination, prefix, keep_vars):
        """Its own entries of a state_dict: a subclass may add to them."""
        for name, param in self._parameters.items():
            if param is not None:
                destination[prefix + name] = param if keep_vars else param.detach()
        for name, buffer in self._buffers.items():
            if buffer is not None and name not in self._non_persistent_buffers_set:
                destination[prefix + name] = buffer if keep_vars else buffer.detach()
        if type(self).get_extra_state is not Module.get_extra_state:
            destination[prefix + "_extra_state"] = self.get_extra_state()

    def state_dict(self, destination=None, prefix="", keep_vars=False):
        """Parameters and persistent buffers by dotted name; its `_metadata` holds the version of each module's entries."""
        state = destination
        if state is None:
            state = OrderedDict()
            state._metadata = OrderedDict()
        metadata = {"version": self._version}
        if hasattr(state, "_metadata"):
            state._metadata[prefix[:-1]] = metadata
        for hook in self._state_dict_pre_hooks.values():
            hook(self, prefix, keep_vars)
        self._save_to_state_dict(state, prefix, keep_vars)
        for name, module in self._modules.items():
            if module is not None:
                module.state_dict(destination=state, prefix=prefix + name + ".", keep_vars=keep_vars)
        for key, hook in self._state_dict_hooks.items():
            changed = hook(self, state, prefix, metadata)
            if changed is not None:
                if key in self._state_dict_post_hooks:
                    raise RuntimeError("state_dict post-hook must return None")
                state = changed
        return state

    def get_extra_state(self):
        """Returns additional state for state_dict. A subclass that has some defines this and set_extra_state."""
        raise RuntimeError("Reached a code path in Module.get_extra_state() that should never be called.")

    def set_extra_state(self, state):
        """Restores the state of get_extra_state."""
        raise RuntimeError("Reached a code path in Module.set_extra_state() that should never be called.")

    def load_state_dict(self, state_dict, strict=True, assign=False):
        """Copies parameters and buffers from a state_dict; strict: names must match. assign: takes the tensors themselves."""
        if not hasattr(state_dict, "keys"):
            raise TypeError(f"Expected state_dict to be dict-like, got {type(state_dict)}.")
        metadata = getattr(state_dict, "_metadata", {})
        state_dict = OrderedDict(state_dict)
        state_dict._metadata = metadata
        missing, unexpected, errors = [], [], []

        def load(module, state_dict, prefix):
            """Returns one module's entries, then its children's."""
            module_metadata = dict(metadata.get(prefix[:-1], {}))
            if assign:
                module_metadata["assign_to_params_buffers"] = True
            module._load_from_state_dict(state_dict, prefix, module_metadata, True, missing, unexpected, errors)
            for name, child in module._modules.items():
                if child is not None:
                    below = prefix + name + "."
                    part = OrderedDict((key, value) for key, value in state_dict.items() if key.startswith(below))
                    load(child, part, below)

        load(self, state_dict, "")
        result = _IncompatibleKeys(missing, unexpected)
        for module in self.modules():
            for hook in module._load_state_dict_post_hooks.values():
                hook(module, result)
        if strict:
            listed = lambda names: ", ".join(f'"{name}"' for name in names)
            if unexpected:
                errors.insert(0, f"Unexpected key(s) in state_dict: {listed(unexpected)}. ")
            if missing:
                errors.insert(0, f"Missing key(s) in state_dict: {listed(missing)}. ")
        if errors:
            lines = "\n\t".join(errors)
            raise RuntimeError(f"Error(s) in loading state_dict for {type(self).__name__}:\n\t{lines}")
        return result

    def _load_from_state_dict(self, state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs):
        """Its own entries of a state_dict: a subclass may read them otherwise, by `local_metadata["version"]`."""
        missing, unexpected, errors = missing_keys, unexpected_keys, error_msgs
        for key, hook in self._load_state_dict_pre_hooks.items():
            module = () if key in self._load_state_dict_bare_hooks else (self,)
            hook(*module, state_dict, prefix, local_metadata, strict, missing, unexpected, errors)
        assign = local_metadata.get("assign_to_params_buffers", False)
        own = [(self._parameters, name) for name in self._parameters]
        own += [(self._buffers, name) for name in self._buffers if name not in self._non_persistent_buffers_set]
        for holder, name in own:
            key, target = prefix + name, holder[name]
            if target is None:
                continue
            if key not in state_dict:
                missing.append(key)
                continue
            source = state_dict[key]
            if not isinstance(source, torch.Tensor):
                errors.append(
                    f'While copying the parameter named "{key}", expected torch.Tensor or Tensor-like object from '
                    f"checkpoint but received {type(source)}"
                )
                continue
            if target.dim() == 0 and tuple(source.shape) == (1,):
                source = source[0]
            if source.shape != target.shape:
                errors.append(
                    f"size mismatch for {key}: copying a param with shape {source.shape} from checkpoint, "
                    f"the shape in current model is {target.shape}."
                )
            else:
                holder[name] = _loaded(key, target, source, assign)
        extra = prefix + "_extra_state"
        if type(self).set_extra_state is not Module.set_extra_state:
            if extra in state_dict:
                self.set_extra_state(state_dict[extra])
            else:
                missing.append(extra)
        known = [name for _, name in own]
        for key in state_dict:
            if key.startswith(prefix) and key != extra:
                name = key[len(prefix) :].split(".", 1)
                if len(name) > 1:
                    if name[0] not in self._modules:
                        unexpected.append(key)
                elif name[0] not in known:
                    unexpected.append(key)

    def _apply(self, fn, recurse=True):
        """Replaces every parameter, gradient and buffer by fn of it, in place: optimizers keep the same objects."""
        if recurse:
            for module in self.children():
                module._apply(fn)
        for name, param in self._parameters.items():
            if param is not None:
                with torch.no_grad():
                    moved = fn(param)
                grad, param.grad = param.grad, None
                param = self._with_data(name, param, moved)
                if grad is not None:
                    param.grad = fn(grad)
        for name, buffer in self._buffers.items():
            if buffer is not None:
                self._buffers[name] = fn(buffer)
        return self

    def _with_data(self, name, param, moved):
        """Gives a parameter new data: the same object, unless `torch.__future__` or a meta device says otherwise."""
        if torch.__future__.get_swap_module_params_on_conversion():
            try:
                torch.utils.swap_tensors(param, Parameter(moved, requires_grad=param.requires_grad))
            except Exception as error:
                raise RuntimeError(f"_apply(): Couldn't swap {self._get_name()}.{name}") from error
        elif torch.__future__.get_overwrite_module_params_on_conversion() or param.is_meta != moved.is_meta:
            self._parameters[name] = param = Parameter(moved, param.requires_grad)
        elif moved is not param:
            torch._set_data(param, moved)
        return param

    def to(self, *args, **kwargs):
        """Moves parameters and buffers to a device, or converts the floating ones to a dtype."""
        dtype = kwargs.get("dtype")
        for value in args:
            if isinstance(value, torch.dtype):
                dtype = value
            elif isinstance(value, torch.Tensor):
                dtype = value.dtype
        if dtype is not None and not (dtype.is_floating_point or dtype.is_complex):
            raise TypeError(f"nn.Module.to only accepts floating point or complex dtypes, but got desired dtype={dtype}")
        if dtype is not None and dtype.is_complex:
            warnings.warn(_COMPLEX, stacklevel=2)
        devices = [value for value in args if isinstance(value, (torch.device, str, int)) and not isinstance(value, bool)]
        devices += [value.device for value in args if isinstance(value, torch.Tensor)]
        device = kwargs.get("device", devices[0] if devices else None)

        non_blocking = kwargs.get("non_blocking", any(value is True for value in args))
        memory_format = kwargs.get("memory_format")

        def move(x):
            own = dtype if dtype is not None and (x.is_floating_point() or x.is_complex()) else None
            layout = memory_format if x.dim() in (4, 5) else None
            try:
                return x.to(device=device, dtype=own, non_blocking=non_blocking, memory_format=layout)
            except NotImplementedError as error:
                if str(error) != "Cannot copy out of meta tensor; no data!":
                    raise
                raise NotImplementedError(
                    f"{error} Please use torch.nn.Module.to_empty() instead of torch.nn.Module.to() "
                    "when moving module from meta to a different device."
                ) from None

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
        """Turns gradients of all parameters on or off."""
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

    def to_empty(self, *, device=None, recurse=True):
        """Parameters and buffers on a device, without values."""
        return self._apply(lambda x: torch.empty_like(x, device=device), recurse=recurse)

    def share_memory(self):
        """Does nothing: there is only one process."""
        return self

    def compile(self, *args, **kwargs):
        """Nothing to do: pointwise operations are compiled anyway."""

    # --- looks

    def _get_name(self):
        return type(self).__name__

    def extra_repr(self):
        """Returns the text between the brackets of its repr."""
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
        from html import escape

        rows = ""
        total = size = 0
        for name, module in self.named_modules():
            tensors = [(key, p) for key, p in module._parameters.items() if p is not None]
            count = sum(p.numel() for _, p in tensors)
            held = sum(t.numel() * t.element_size() for _, t in tensors)
            held += sum(b.numel() * b.element_size() for b in module._buffers.values() if b is not None)
            total, size = total + count, size + held
            shapes = ", ".join(f"{key} {list(p.shape)}{'' if p.requires_grad else ' (frozen)'}" for key, p in tensors)
            kinds = ", ".join(sorted({f"{str(p.dtype)[6:]} on {p.device}" for _, p in tensors}))
            label = "&emsp;" * name.count(".") + escape(name.rsplit(".", 1)[-1] if name else "(whole)")
            cells = [
                label,
                escape(module._get_name()),
                escape(shapes),
                f"{count:,}" if count else "",
                escape(kinds),
                f"{held:,}" if held else "",
            ]
            rows += (
                "<tr>"
                + "".join(
                    f'<td style="text-align:{"right" if i in (3, 5) else "left"}">{cell}</td>' for i, cell in enumerate(cells)
                )
                + "</tr>"
            )
        names = ("layer", "kind", "parameters", "elements", "dtype and device", "bytes")
        head = "<tr>" + "".join(f'<th style="text-align:left">{name}</th>' for name in names) + "</tr>"
        table = f'<table style="border-collapse:collapse"><thead>{head}</thead><tbody>{rows}</tbody></table>'
        return f"<pre>{escape(repr(self))}</pre>{table}<p>{total:,} parameters, {size:,} bytes</p>"
