"""The v2 transforms of colours: masks and boxes go through."""

import torch
from torchvision import transforms as v1
from torchvision.transforms.v2 import functional as F
from torchvision.transforms.v2._transform import ByChance, OfPictures, query_chw


class Grayscale(OfPictures, v1.Grayscale):
    """Without colours."""

    def transform(self, inpt, params):
        return F.rgb_to_grayscale(inpt, num_output_channels=self.num_output_channels)


class RandomGrayscale(ByChance, OfPictures, v1.RandomGrayscale):
    """Without colours, by chance."""

    def make_params(self, flat_inputs):
        return {"channels": query_chw(flat_inputs)[0]}

    def transform(self, inpt, params):
        return F.rgb_to_grayscale(inpt, num_output_channels=params["channels"])


class RGB(OfPictures):
    """Grey pictures in three channels."""

    def transform(self, inpt, params):
        return F.grayscale_to_rgb(inpt)


class ColorJitter(OfPictures, v1.ColorJitter):
    """Brightness, contrast, saturation and hue, by chance."""

    def make_params(self, flat_inputs):
        order, *factors = self.get_params(self.brightness, self.contrast, self.saturation, self.hue)
        return {"order": order.tolist(), "factors": factors}

    def transform(self, inpt, params):
        changes = (F.adjust_brightness, F.adjust_contrast, F.adjust_saturation, F.adjust_hue)
        for i in params["order"]:
            if params["factors"][i] is not None:
                inpt = changes[i](inpt, params["factors"][i])
        return inpt


class RandomChannelPermutation(OfPictures):
    """The channels in any order."""

    def make_params(self, flat_inputs):
        return {"order": torch.randperm(query_chw(flat_inputs)[0])}

    def transform(self, inpt, params):
        return F.permute_channels(inpt, params["order"])


class RandomPhotometricDistort(OfPictures):
    """Brightness, contrast, saturation, hue and the order of the channels, each by chance, as SSD trains."""

    def __init__(
        self, brightness=(0.875, 1.125), contrast=(0.5, 1.5), saturation=(0.5, 1.5), hue=(-0.05, 0.05), p=0.5
    ):  # fmt: skip
        super().__init__()
        self.brightness, self.contrast, self.hue, self.saturation, self.p = brightness, contrast, hue, saturation, p

    def make_params(self, flat_inputs):
        channels, *_ = query_chw(flat_inputs)
        drawn = {}
        for name in ("brightness", "contrast", "saturation", "hue"):
            limits = getattr(self, name)
            drawn[name] = torch.empty(1).uniform_(*limits).item() if torch.rand(1) < self.p else None
        drawn["early"] = bool(torch.rand(()) < 0.5)
        drawn["order"] = torch.randperm(channels) if torch.rand(1) < self.p else None
        return drawn

    def transform(self, inpt, params):
        contrast = ("contrast", F.adjust_contrast)
        steps = [("brightness", F.adjust_brightness), ("saturation", F.adjust_saturation), ("hue", F.adjust_hue)]
        steps.insert(1 if params["early"] else 3, contrast)
        for name, change in steps:
            if params[name] is not None:
                inpt = change(inpt, params[name])
        return inpt if params["order"] is None else F.permute_channels(inpt, params["order"])


class RandomEqualize(ByChance, OfPictures, v1.RandomEqualize):
    """All levels equally often, by chance."""

    def transform(self, inpt, params):
        return F.equalize(inpt)


class RandomInvert(ByChance, OfPictures, v1.RandomInvert):
    """Light as dark, by chance."""

    def transform(self, inpt, params):
        return F.invert(inpt)


class RandomAutocontrast(ByChance, OfPictures, v1.RandomAutocontrast):
    """From black to white, by chance."""

    def transform(self, inpt, params):
        return F.autocontrast(inpt)


class RandomPosterize(ByChance, OfPictures, v1.RandomPosterize):
    """Fewer bits, by chance."""

    def transform(self, inpt, params):
        return F.posterize(inpt, self.bits)


class RandomSolarize(ByChance, OfPictures, v1.RandomSolarize):
    """Samples from a threshold on inverted, by chance."""

    def transform(self, inpt, params):
        return F.solarize(inpt, self.threshold)


class RandomAdjustSharpness(ByChance, OfPictures, v1.RandomAdjustSharpness):
    """Sharper or less sharp, by chance."""

    def transform(self, inpt, params):
        return F.adjust_sharpness(inpt, self.sharpness_factor)
