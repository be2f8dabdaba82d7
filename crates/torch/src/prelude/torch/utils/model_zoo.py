"""`torch.utils.model_zoo`: the older place of `torch.hub.load_state_dict_from_url`."""

from torch.hub import load_state_dict_from_url as load_url

__all__ = ["load_url"]
