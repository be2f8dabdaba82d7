"""What networks that classify each pixel have in common."""

from collections import OrderedDict

from torch import nn
from torch.nn import functional as F


class _SimpleSegmentationModel(nn.Module):
    """Features of pictures, and classes of pixels at the pictures' size; `aux` while training with such a classifier."""

    __constants__ = ["aux_classifier"]

    def __init__(self, backbone, classifier, aux_classifier=None):
        super().__init__()
        self.backbone = backbone
        self.classifier = classifier
        self.aux_classifier = aux_classifier

    def forward(self, x):
        size, features, result = x.shape[-2:], self.backbone(x), OrderedDict()
        for name, layer in (("out", self.classifier), ("aux", self.aux_classifier)):
            if layer is not None:
                result[name] = F.interpolate(layer(features[name]), size=size, mode="bilinear", align_corners=False)
        return result
