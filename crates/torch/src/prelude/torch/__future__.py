"""How `nn.Module` converts its parameters: in place, by new parameters, or by an exchange of contents."""

_overwrite_module_params_on_conversion = False
_swap_module_params_on_conversion = False


def set_overwrite_module_params_on_conversion(value):
    """Whether conversions such as `module.cuda()` make new parameters instead of changing the data of the present ones."""
    global _overwrite_module_params_on_conversion
    _overwrite_module_params_on_conversion = value


def get_overwrite_module_params_on_conversion():
    """Whether conversions make new parameters."""
    return _overwrite_module_params_on_conversion


def set_swap_module_params_on_conversion(value):
    """Whether conversions and `load_state_dict` exchange the contents of parameters by `torch.utils.swap_tensors`."""
    global _swap_module_params_on_conversion
    _swap_module_params_on_conversion = value


def get_swap_module_params_on_conversion():
    """Whether conversions exchange the contents of parameters."""
    return _swap_module_params_on_conversion
