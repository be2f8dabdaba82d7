"""`torchvision.models._utils`: channels in steps, first values of layers, and the layers of a network up to some of them."""

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


def _initialize(network, draw_linear):
    """Gives convolutions, norms and linear layers their first values, in the order of the layers.

    draw_linear: draws the weight of a linear layer in place.
    """
    for m in network.modules():
        if isinstance(m, nn.Conv2d):
            nn.init.kaiming_normal_(m.weight, mode="fan_out")
            if m.bias is not None:
                nn.init.zeros_(m.bias)
        elif isinstance(m, (nn.BatchNorm2d, nn.GroupNorm)):
            nn.init.ones_(m.weight)
            nn.init.zeros_(m.bias)
        elif isinstance(m, nn.Linear):
            draw_linear(m.weight)
            nn.init.zeros_(m.bias)


def _draw_small(weight):
    nn.init.normal_(weight, 0, 0.01)


def _make_divisible(v, divisor, min_value=None):
    """The nearest multiple of `divisor`, not less than nine tenths."""
    new = max(divisor if min_value is None else min_value, int(v + divisor / 2) // divisor * divisor)
    return new + divisor if new < 0.9 * v else new
