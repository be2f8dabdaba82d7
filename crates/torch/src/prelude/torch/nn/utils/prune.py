"""`torch.nn.utils.prune`: parameters multiplied by masks. A pruned parameter `name` becomes `name_orig` and a buffer
`name_mask`; before each forward pass `name` is their product."""

import torch


class BasePruningMethod:
    """A method to choose a mask, which is applied before each forward pass."""

    def __call__(self, module, inputs):
        setattr(module, self._tensor_name, self.apply_mask(module))

    def compute_mask(self, t, default_mask):
        """The mask for scores `t`, within the mask so far."""
        raise NotImplementedError

    def apply_mask(self, module):
        """The pruned parameter."""
        mask = getattr(module, self._tensor_name + "_mask")
        original = getattr(module, self._tensor_name + "_orig")
        return mask.to(dtype=original.dtype) * original

    @classmethod
    def apply(cls, module, name, *args, importance_scores=None, **kwargs):
        """Prunes a parameter of a module."""
        method = cls(*args, **kwargs)
        method._tensor_name = name
        key, earlier = _method_of(module, name)
        if earlier is None:
            original = getattr(module, name)
            default = torch.ones_like(original)
        else:
            original, default = getattr(module, name + "_orig"), getattr(module, name + "_mask").detach().clone()
            del module._forward_pre_hooks[key]
            container = earlier if isinstance(earlier, PruningContainer) else PruningContainer(earlier)
            container.add_pruning_method(method)
            method = container
        scores = original if importance_scores is None else importance_scores
        if scores.shape != original.shape:
            raise AssertionError(
                f"importance_scores should have the same shape as parameter {name} of {module}, got {scores.shape} vs "
                f"{original.shape}"
            )
        mask = method.compute_mask(scores.detach(), default_mask=default)
        if earlier is None:
            module.register_parameter(name + "_orig", original)
            del module._parameters[name]
            module.register_buffer(name + "_mask", mask)
        else:
            module._buffers[name + "_mask"] = mask
        setattr(module, name, method.apply_mask(module))
        module.register_forward_pre_hook(method)
        return method

    def prune(self, t, default_mask=None, importance_scores=None):
        """A pruned copy of a tensor."""
        mask = torch.ones_like(t) if default_mask is None else default_mask
        return t * self.compute_mask(t if importance_scores is None else importance_scores, default_mask=mask)

    def remove(self, module):
        """The pruned parameter for good: mask and original go."""
        value = self.apply_mask(module)
        del module._buffers[self._tensor_name + "_mask"]
        original = module._parameters.pop(self._tensor_name + "_orig")
        module.__dict__.pop(self._tensor_name, None)
        original.data = value.data
        setattr(module, self._tensor_name, original)


class PruningContainer(BasePruningMethod):
    """Methods that prune one parameter in sequence, each within the remainder of the earlier ones."""

    def __init__(self, *args):
        self._pruning_methods = ()
        for method in args:
            if len(args) == 1:
                self._tensor_name = method._tensor_name
            self.add_pruning_method(method)

    def add_pruning_method(self, method):
        """Adds a method of the same parameter at the end."""
        if not isinstance(method, BasePruningMethod) and method is not None:
            raise TypeError(f"{type(method)} is not a BasePruningMethod subclass")
        if method is not None and self._tensor_name != method._tensor_name:
            raise ValueError(
                "Can only add pruning methods acting on the parameter named "
                f"'{self._tensor_name}' to PruningContainer {self}. Found '{method._tensor_name}'"
            )
        self._pruning_methods += (method,)

    def __len__(self):
        return len(self._pruning_methods)

    def __iter__(self):
        return iter(self._pruning_methods)

    def __getitem__(self, idx):
        return self._pruning_methods[idx]

    def compute_mask(self, t, default_mask):
        """Applies the last method to the remainder of the current mask."""
        return _combined(self._pruning_methods[-1], t, default_mask.to(dtype=t.dtype))


def _method_of(module, name):
    """The key and the hook that prune a parameter."""
    for key, hook in module._forward_pre_hooks.items():
        if isinstance(hook, BasePruningMethod) and hook._tensor_name == name:
            return key, hook
    return None, None


def _combined(method, scores, mask):
    """Applies a method to the elements, or slices, that the current mask keeps."""
    if method.PRUNING_TYPE == "unstructured":
        place = mask == 1
        result = mask.clone()
        result[place] = method.compute_mask(scores[place], mask[place])
        return result
    if method.PRUNING_TYPE == "structured":
        others = [d for d in range(scores.dim()) if d != method.dim % scores.dim()]
        kept = mask.sum(dim=others) != 0
        index = kept.nonzero().squeeze(1)
        result = mask.clone()
        part = method.compute_mask(scores.index_select(method.dim, index), mask.index_select(method.dim, index))
        return result.index_copy_(method.dim, index, part.to(mask.dtype))
    return method.compute_mask(scores, mask)


def _number_to_prune(amount, count):
    if not isinstance(amount, (int, float)):
        raise TypeError(f"Invalid type for amount: {amount}. Must be int or float.")
    whole = isinstance(amount, int)
    if (whole and amount < 0) or (not whole and (float(amount) > 1.0 or float(amount) < 0.0)):
        raise ValueError(f"amount={amount} should either be a float in the range [0, 1] or a non-negative integer")
    if whole and amount > count:
        raise ValueError(f"amount={amount} should be smaller than the number of parameters to prune={count}")
    return amount if whole else round(amount * count)


class Identity(BasePruningMethod):
    """Prunes nothing, but as if."""

    PRUNING_TYPE = "unstructured"

    def compute_mask(self, t, default_mask):
        return default_mask


class _Amount(BasePruningMethod):
    PRUNING_TYPE = "unstructured"

    def __init__(self, amount):
        _number_to_prune(amount, float("inf") if isinstance(amount, int) else 1)
        self.amount = amount


class RandomUnstructured(_Amount):
    """Elements at random."""

    def compute_mask(self, t, default_mask):
        mask = default_mask.clone()
        count = _number_to_prune(self.amount, t.nelement())
        if count:
            mask.view(-1)[torch.topk(torch.rand_like(t).view(-1), k=count).indices] = 0
        return mask


class L1Unstructured(_Amount):
    """The smallest elements."""

    def compute_mask(self, t, default_mask):
        mask = default_mask.clone()
        count = _number_to_prune(self.amount, t.nelement())
        if count:
            mask.view(-1)[torch.topk(t.abs().view(-1), k=count, largest=False).indices] = 0
        return mask


class _Structured(_Amount):
    PRUNING_TYPE = "structured"

    def __init__(self, amount, dim=-1):
        super().__init__(amount)
        self.dim = dim

    def compute_mask(self, t, default_mask):
        if t.dim() <= 1:
            raise ValueError(
                "Structured pruning can only be applied to multidimensional tensors. Found tensor of shape "
                f"{t.shape} with {t.dim()} dims"
            )
        if self.dim >= t.dim():
            raise IndexError(f"Invalid index {self.dim} for tensor of size {t.shape}")
        size = t.shape[self.dim]
        kept = size - _number_to_prune(self.amount, size)
        if kept == size:
            return default_mask
        mask = torch.zeros_like(t)
        mask.index_fill_(self.dim, self._chosen(t, kept), 1)
        return mask * default_mask.to(dtype=mask.dtype)


class RandomStructured(_Structured):
    """Slices along a dimension at random."""

    def compute_mask(self, t, default_mask):
        self._draws = torch.rand(t.shape[self.dim], device=t.device)
        return super().compute_mask(t, default_mask)

    def _chosen(self, t, kept):
        count = t.shape[self.dim] - kept
        threshold = torch.kthvalue(self._draws, k=count).values
        return (self._draws > threshold).nonzero().squeeze(1)


class LnStructured(_Structured):
    """Slices along a dimension with the smallest n-norm."""

    def __init__(self, amount, n, dim=-1):
        super().__init__(amount, dim)
        self.n = n

    def _chosen(self, t, kept):
        others = [d for d in range(t.dim()) if d != self.dim % t.dim()]
        return torch.topk(torch.norm(t, p=self.n, dim=others), k=kept, largest=True).indices


class CustomFromMask(BasePruningMethod):
    """A mask of one's own."""

    PRUNING_TYPE = "global"

    def __init__(self, mask):
        self.mask = mask

    def compute_mask(self, t, default_mask):
        return default_mask * self.mask.to(dtype=default_mask.dtype)


def identity(module, name):
    """A mask of ones."""
    Identity.apply(module, name)
    return module


def random_unstructured(module, name, amount):
    """Prunes elements at random: a number of them, or a share."""
    RandomUnstructured.apply(module, name, amount)
    return module


def l1_unstructured(module, name, amount, importance_scores=None):
    """Prunes the smallest elements: a number of them, or a share."""
    L1Unstructured.apply(module, name, amount, importance_scores=importance_scores)
    return module


def random_structured(module, name, amount, dim):
    """Prunes slices along a dimension at random."""
    RandomStructured.apply(module, name, amount, dim)
    return module


def ln_structured(module, name, amount, n, dim, importance_scores=None):
    """Prunes the slices along a dimension with the smallest n-norm."""
    LnStructured.apply(module, name, amount, n, dim, importance_scores=importance_scores)
    return module


def custom_from_mask(module, name, mask):
    """Prunes by a mask of one's own."""
    CustomFromMask.apply(module, name, mask)
    return module


def global_unstructured(parameters, pruning_method, importance_scores=None, **kwargs):
    """Prunes over several parameters at once, given as pairs of module and name."""
    parameters = list(parameters)
    importance_scores = {} if importance_scores is None else importance_scores
    if not isinstance(importance_scores, dict):
        raise TypeError("global_unstructured(): importance_scores must be of type dict")
    scores = [importance_scores.get(pair, getattr(*pair)).detach().reshape(-1) for pair in parameters]
    masks = [getattr(module, name + "_mask", torch.ones_like(getattr(module, name))).reshape(-1) for module, name in parameters]
    method = pruning_method(**kwargs)
    if method.PRUNING_TYPE != "unstructured":
        raise TypeError(
            'Only "unstructured" PRUNING_TYPE supported for the `pruning_method`. Found method '
            f"{pruning_method} of type {method.PRUNING_TYPE}"
        )
    mask = _combined(method, torch.cat(scores), torch.cat(masks))
    start = 0
    for module, name in parameters:
        value = getattr(module, name)
        custom_from_mask(module, name, mask[start : start + value.numel()].view_as(value))
        start += value.numel()


def is_pruned(module):
    """True when a parameter of the module, or of one below, is pruned."""
    return any(
        isinstance(hook, BasePruningMethod) for _, part in module.named_modules() for hook in part._forward_pre_hooks.values()
    )


def remove(module, name):
    """The pruned parameter for good: mask and original go."""
    for key, hook in list(module._forward_pre_hooks.items()):
        if isinstance(hook, BasePruningMethod) and hook._tensor_name == name:
            hook.remove(module)
            del module._forward_pre_hooks[key]
            return module
    raise ValueError(f"Parameter '{name}' of module {module} has to be pruned before pruning can be removed")
