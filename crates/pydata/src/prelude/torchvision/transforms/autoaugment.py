"""`torchvision.transforms.autoaugment`: random chains of changes, as searches and their simpler successors chose them."""

import enum
import math

import torch
from torchvision.transforms import functional as F
from torchvision.transforms._pictures import InterpolationMode


class AutoAugmentPolicy(enum.Enum):
    """The data for which changes were searched."""

    IMAGENET = "imagenet"
    CIFAR10 = "cifar10"
    SVHN = "svhn"


def _sheared(img, x, y, interpolation, fill):
    shear = [math.degrees(math.atan(x)), math.degrees(math.atan(y))]
    return F.affine(img, 0.0, [0, 0], 1.0, shear, interpolation=interpolation, fill=fill, center=[0, 0])


def _moved(img, x, y, interpolation, fill):
    return F.affine(img, 0.0, [int(x), int(y)], 1.0, [0.0, 0.0], interpolation=interpolation, fill=fill)


_OPERATIONS = {
    "ShearX": lambda img, m, how, fill: _sheared(img, m, 0.0, how, fill),
    "ShearY": lambda img, m, how, fill: _sheared(img, 0.0, m, how, fill),
    "TranslateX": lambda img, m, how, fill: _moved(img, m, 0, how, fill),
    "TranslateY": lambda img, m, how, fill: _moved(img, 0, m, how, fill),
    "Rotate": lambda img, m, how, fill: F.rotate(img, m, interpolation=how, fill=fill),
    "Brightness": lambda img, m, how, fill: F.adjust_brightness(img, 1.0 + m),
    "Color": lambda img, m, how, fill: F.adjust_saturation(img, 1.0 + m),
    "Contrast": lambda img, m, how, fill: F.adjust_contrast(img, 1.0 + m),
    "Sharpness": lambda img, m, how, fill: F.adjust_sharpness(img, 1.0 + m),
    "Posterize": lambda img, m, how, fill: F.posterize(img, int(m)),
    "Solarize": lambda img, m, how, fill: F.solarize(img, m),
    "AutoContrast": lambda img, m, how, fill: F.autocontrast(img),
    "Equalize": lambda img, m, how, fill: F.equalize(img),
    "Invert": lambda img, m, how, fill: F.invert(img),
    "Identity": lambda img, m, how, fill: img,
}


def _apply_op(img, op_name, magnitude, interpolation, fill):
    if op_name not in _OPERATIONS:
        raise ValueError(f"The provided operator {op_name} is not recognized.")
    return _OPERATIONS[op_name](img, magnitude, interpolation, fill)


def _bits(most, fewer, bins):
    return most - (torch.arange(bins) / ((bins - 1) / fewer)).round().int()


def _places(shear, across, down, turn, bins):
    """The magnitudes of changes of place."""
    return {
        "ShearX": (torch.linspace(0.0, shear, bins), True), "ShearY": (torch.linspace(0.0, shear, bins), True),
        "TranslateX": (torch.linspace(0.0, across, bins), True), "TranslateY": (torch.linspace(0.0, down, bins), True),
        "Rotate": (torch.linspace(0.0, turn, bins), True),
    }


def _colors(most, bins):
    """The magnitudes of changes of colour."""
    return {name: (torch.linspace(0.0, most, bins), True) for name in ("Brightness", "Color", "Contrast", "Sharpness")}


def _levels(posterize, bins):
    """The magnitudes of changes of levels."""
    none = torch.tensor(0.0)
    return {
        "Posterize": (posterize, False), "Solarize": (torch.linspace(255.0, 0.0, bins), False),
        "AutoContrast": (none, False), "Equalize": (none, False),
    }


class _Changes(torch.nn.Module):
    _told = ()

    def _signed(self, magnitude, signed):
        return -magnitude if signed and torch.randint(2, (1,)) else magnitude

    def _fill(self, img):
        fill = self.fill
        if not isinstance(img, torch.Tensor) or fill is None:
            return fill
        return [float(fill)] * F.get_dimensions(img)[0] if isinstance(fill, (int, float)) else [float(f) for f in fill]

    def __repr__(self):
        return f"{type(self).__name__}(" + ", ".join([f"{name}={getattr(self, name)}" for name in self._told]) + ")"


# Two changes a row: name, probability, magnitude.
_POLICIES = {
    "IMAGENET": """
Posterize 0.4 8, Rotate 0.6 9
Solarize 0.6 5, AutoContrast 0.6 -
Equalize 0.8 -, Equalize 0.6 -
Posterize 0.6 7, Posterize 0.6 6
Equalize 0.4 -, Solarize 0.2 4
Equalize 0.4 -, Rotate 0.8 8
Solarize 0.6 3, Equalize 0.6 -
Posterize 0.8 5, Equalize 1 -
Rotate 0.2 3, Solarize 0.6 8
Equalize 0.6 -, Posterize 0.4 6
Rotate 0.8 8, Color 0.4 0
Rotate 0.4 9, Equalize 0.6 -
Equalize 0 -, Equalize 0.8 -
Invert 0.6 -, Equalize 1 -
Color 0.6 4, Contrast 1 8
Rotate 0.8 8, Color 1 2
Color 0.8 8, Solarize 0.8 7
Sharpness 0.4 7, Invert 0.6 -
ShearX 0.6 5, Equalize 1 -
Color 0.4 0, Equalize 0.6 -
Equalize 0.4 -, Solarize 0.2 4
Solarize 0.6 5, AutoContrast 0.6 -
Invert 0.6 -, Equalize 1 -
Color 0.6 4, Contrast 1 8
Equalize 0.8 -, Equalize 0.6 -
""",
    "CIFAR10": """
Invert 0.1 -, Contrast 0.2 6
Rotate 0.7 2, TranslateX 0.3 9
Sharpness 0.8 1, Sharpness 0.9 3
ShearY 0.5 8, TranslateY 0.7 9
AutoContrast 0.5 -, Equalize 0.9 -
ShearY 0.2 7, Posterize 0.3 7
Color 0.4 3, Brightness 0.6 7
Sharpness 0.3 9, Brightness 0.7 9
Equalize 0.6 -, Equalize 0.5 -
Contrast 0.6 7, Sharpness 0.6 5
Color 0.7 7, TranslateX 0.5 8
Equalize 0.3 -, AutoContrast 0.4 -
TranslateY 0.4 3, Sharpness 0.2 6
Brightness 0.9 6, Color 0.2 8
Solarize 0.5 2, Invert 0 -
Equalize 0.2 -, AutoContrast 0.6 -
Equalize 0.2 -, Equalize 0.6 -
Color 0.9 9, Equalize 0.6 -
AutoContrast 0.8 -, Solarize 0.2 8
Brightness 0.1 3, Color 0.7 0
Solarize 0.4 5, AutoContrast 0.9 -
TranslateY 0.9 9, TranslateY 0.7 9
AutoContrast 0.9 -, Solarize 0.8 3
Equalize 0.8 -, Invert 0.1 -
TranslateY 0.7 9, AutoContrast 0.9 -
""",
    "SVHN": """
ShearX 0.9 4, Invert 0.2 -
ShearY 0.9 8, Invert 0.7 -
Equalize 0.6 -, Solarize 0.6 6
Invert 0.9 -, Equalize 0.6 -
Equalize 0.6 -, Rotate 0.9 3
ShearX 0.9 4, AutoContrast 0.8 -
ShearY 0.9 8, Invert 0.4 -
ShearY 0.9 5, Solarize 0.2 6
Invert 0.9 -, AutoContrast 0.8 -
Equalize 0.6 -, Rotate 0.9 3
ShearX 0.9 4, Solarize 0.3 3
ShearY 0.8 8, Invert 0.7 -
Equalize 0.9 -, TranslateY 0.6 6
Invert 0.9 -, Equalize 0.6 -
Contrast 0.3 3, Rotate 0.8 4
Invert 0.8 -, TranslateY 0 2
ShearY 0.7 6, Solarize 0.4 8
Invert 0.6 -, Rotate 0.8 4
ShearY 0.3 7, TranslateX 0.9 3
ShearX 0.1 6, Invert 0.6 -
Solarize 0.7 2, TranslateY 0.6 7
ShearY 0.8 4, Invert 0.8 -
ShearX 0.7 9, TranslateY 0.8 3
ShearY 0.8 5, AutoContrast 0.7 -
ShearX 0.7 2, Invert 0.1 -
""",
}


class AutoAugment(_Changes):
    """Two changes, in a combination that a search found (Cubuk et al., 2018)."""

    _told = ("policy", "fill")

    def __init__(self, policy=AutoAugmentPolicy.IMAGENET, interpolation=InterpolationMode.NEAREST, fill=None):
        super().__init__()
        self.policy, self.interpolation, self.fill = policy, interpolation, fill
        self.policies = self._get_policies(policy)

    def _get_policies(self, policy):
        if policy not in list(AutoAugmentPolicy):
            raise ValueError(f"The provided policy {policy} is not recognized.")
        rows = []
        for row in _POLICIES[policy.name].strip().split("\n"):
            changes = [change.split() for change in row.split(",")]
            rows.append(tuple((name, float(p), None if m == "-" else int(m)) for name, p, m in changes))
        return rows

    def _augmentation_space(self, num_bins, image_size):
        height, width = image_size
        places = _places(0.3, 150.0 / 331.0 * width, 150.0 / 331.0 * height, 30.0, num_bins)
        levels = _levels(_bits(8, 4, num_bins), num_bins)
        return {**places, **_colors(0.9, num_bins), **levels, "Invert": (torch.tensor(0.0), False)}

    @staticmethod
    def get_params(transform_num):
        """A row, two chances, two signs."""
        return int(torch.randint(transform_num, (1,)).item()), torch.rand((2,)), torch.randint(2, (2,))

    def forward(self, img):
        fill = self._fill(img)
        _, height, width = F.get_dimensions(img)
        row, chances, signs = self.get_params(len(self.policies))
        space = self._augmentation_space(10, (height, width))
        for i, (name, p, level) in enumerate(self.policies[row]):
            if chances[i] > p:
                continue
            magnitudes, signed = space[name]
            magnitude = float(magnitudes[level].item()) if level is not None else 0.0
            img = _apply_op(img, name, -magnitude if signed and signs[i] == 0 else magnitude, self.interpolation, fill)
        return img


class RandAugment(_Changes):
    """Some changes, all of one magnitude (Cubuk et al., 2019)."""

    _told = ("num_ops", "magnitude", "num_magnitude_bins", "interpolation", "fill")

    def __init__(
        self, num_ops=2, magnitude=9, num_magnitude_bins=31, interpolation=InterpolationMode.NEAREST, fill=None
    ):
        super().__init__()
        self.num_ops, self.magnitude, self.num_magnitude_bins = num_ops, magnitude, num_magnitude_bins
        self.interpolation, self.fill = interpolation, fill

    def _augmentation_space(self, num_bins, image_size):
        height, width = image_size
        places = _places(0.3, 150.0 / 331.0 * width, 150.0 / 331.0 * height, 30.0, num_bins)
        levels = _levels(_bits(8, 4, num_bins), num_bins)
        return {"Identity": (torch.tensor(0.0), False), **places, **_colors(0.9, num_bins), **levels}

    def forward(self, img):
        fill = self._fill(img)
        _, height, width = F.get_dimensions(img)
        space = self._augmentation_space(self.num_magnitude_bins, (height, width))
        for _ in range(self.num_ops):
            name = list(space)[int(torch.randint(len(space), (1,)).item())]
            magnitudes, signed = space[name]
            magnitude = float(magnitudes[self.magnitude].item()) if magnitudes.ndim > 0 else 0.0
            img = _apply_op(img, name, self._signed(magnitude, signed), self.interpolation, fill)
        return img


class TrivialAugmentWide(_Changes):
    """One change of any magnitude (Müller and Hutter, 2021)."""

    _told = ("num_magnitude_bins", "interpolation", "fill")

    def __init__(self, num_magnitude_bins=31, interpolation=InterpolationMode.NEAREST, fill=None):
        super().__init__()
        self.num_magnitude_bins, self.interpolation, self.fill = num_magnitude_bins, interpolation, fill

    def _augmentation_space(self, num_bins):
        places, levels = _places(0.99, 32.0, 32.0, 135.0, num_bins), _levels(_bits(8, 6, num_bins), num_bins)
        return {"Identity": (torch.tensor(0.0), False), **places, **_colors(0.99, num_bins), **levels}

    def forward(self, img):
        fill = self._fill(img)
        space = self._augmentation_space(self.num_magnitude_bins)
        name = list(space)[int(torch.randint(len(space), (1,)).item())]
        magnitudes, signed = space[name]
        magnitude = 0.0
        if magnitudes.ndim > 0:
            magnitude = float(magnitudes[torch.randint(len(magnitudes), (1,), dtype=torch.long)].item())
        return _apply_op(img, name, self._signed(magnitude, signed), self.interpolation, fill)


class AugMix(_Changes):
    """Chains of changes, mixed with the image (Hendrycks et al., 2019)."""

    _told = ("severity", "mixture_width", "chain_depth", "alpha", "all_ops", "interpolation", "fill")

    def __init__(
        self, severity=3, mixture_width=3, chain_depth=-1, alpha=1.0, all_ops=True,
        interpolation=InterpolationMode.BILINEAR, fill=None,
    ):
        super().__init__()
        if not 1 <= severity <= 10:
            raise ValueError(f"The severity must be between [1, 10]. Got {severity} instead.")
        self.severity, self.mixture_width, self.chain_depth, self.alpha = severity, mixture_width, chain_depth, alpha
        self.all_ops, self.interpolation, self.fill = all_ops, interpolation, fill

    def _augmentation_space(self, num_bins, image_size):
        height, width = image_size
        space = {**_places(0.3, width / 3.0, height / 3.0, 30.0, num_bins), **_levels(_bits(4, 4, num_bins), num_bins)}
        return {**space, **_colors(0.9, num_bins)} if self.all_ops else space

    def _sample_dirichlet(self, params):
        return torch.distributions.Dirichlet(params).sample()

    def _chain(self, img, space, fill):
        depth = self.chain_depth if self.chain_depth > 0 else int(torch.randint(low=1, high=4, size=(1,)).item())
        for _ in range(depth):
            name = list(space)[int(torch.randint(len(space), (1,)).item())]
            magnitudes, signed = space[name]
            magnitude = 0.0
            if magnitudes.ndim > 0:
                magnitude = float(magnitudes[torch.randint(self.severity, (1,), dtype=torch.long)].item())
            img = _apply_op(img, name, self._signed(magnitude, signed), self.interpolation, fill)
        return img

    def forward(self, orig_img):
        fill = self._fill(orig_img)
        _, height, width = F.get_dimensions(orig_img)
        img = orig_img if isinstance(orig_img, torch.Tensor) else F.pil_to_tensor(orig_img)
        space = self._augmentation_space(10, (height, width))
        batch = img.view([1] * max(4 - img.ndim, 0) + list(img.shape))
        shape = [batch.size(0)] + [1] * (batch.ndim - 1)
        alphas = torch.tensor([self.alpha, self.alpha])
        shares = self._sample_dirichlet(alphas.expand(shape[0], -1))
        weights = torch.tensor([self.alpha] * self.mixture_width).expand(shape[0], -1)
        weights = self._sample_dirichlet(weights) * shares[:, 1].view([shape[0], -1])
        mix = shares[:, 0].view(shape) * batch
        for i in range(self.mixture_width):
            mix.add_(weights[:, i].view(shape) * self._chain(batch, space, fill))
        mix = mix.view(list(img.shape)).to(dtype=img.dtype)
        return mix if isinstance(orig_img, torch.Tensor) else F.to_pil_image(mix)
