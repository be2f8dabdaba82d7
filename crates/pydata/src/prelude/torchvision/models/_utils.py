"""`torchvision.models._utils`: channels in steps, and the layers of a network up to some of them."""

from collections import OrderedDict

from torch import nn


class IntermediateLayerGetter(nn.ModuleDict):
    """The children of a network as far as they are wanted: returns what those in `return_layers` computed, renamed."""

    def __init__(self, model, return_layers):
        children = dict(model.named_children())
        if not set(return_layers) <= set(children):
            raise ValueError("return_layers are not present in model")
        wanted = {str(name): str(renamed) for name, renamed in return_layers.items()}
        kept, left = OrderedDict(), set(wanted)
        for name, child in children.items():
            kept[name] = child
            left.discard(name)
            if not left:
                break
        super().__init__(kept)
        self.return_layers = wanted

    def forward(self, x):
        found = OrderedDict()
        for name, child in self.items():
            x = child(x)
            if name in self.return_layers:
                found[self.return_layers[name]] = x
        return found


def _make_divisible(v, divisor, min_value=None):
    """The nearest multiple of `divisor`, not less than nine tenths."""
    new = max(divisor if min_value is None else min_value, int(v + divisor / 2) // divisor * divisor)
    return new + divisor if new < 0.9 * v else new
