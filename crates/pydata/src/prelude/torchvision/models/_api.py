"""Names of trained weights, which programs pass to models. Files are not downloaded; an error says what to do instead."""


class WeightsEnum:
    """One set of trained weights, by name."""

    def __init__(self, owner, name):
        self.owner = owner
        self.name = name

    def __str__(self):
        return f"{self.owner}.{self.name}"

    def __repr__(self):
        return f"{self.owner}.{self.name}"

    def __eq__(self, other):
        return isinstance(other, WeightsEnum) and str(self) == str(other)

    def __hash__(self):
        return hash(str(self))

    def transforms(self, **options):
        """The preprocessing of images for a model with these weights."""
        from torchvision.transforms import CenterCrop, Compose, Normalize, Resize, ToTensor

        crop, resize = options.get("crop_size", 224), options.get("resize_size", 256 if self.name.endswith("V1") else 232)
        return Compose([
            Resize(resize), CenterCrop(crop), ToTensor(), Normalize(mean=[0.485, 0.456, 0.406], std=[0.229, 0.224, 0.225])
        ])


class _Names:
    """The names of a model's weights, as attributes: `DEFAULT` is the newest."""

    def __init__(self, owner, *names):
        self._names = names
        for name in names:
            setattr(self, name, WeightsEnum(owner, name))
        self.DEFAULT = getattr(self, names[-1])

    def __iter__(self):
        return iter([getattr(self, name) for name in self._names])

    def __getitem__(self, name):
        return getattr(self, name)


def refuse(model, weights, options):
    """Raises an error if trained weights are requested. Removes their legacy option."""
    if not isinstance(weights, WeightsEnum) and not isinstance(weights, (str, bool)) and weights is not None:
        raise TypeError(f"Invalid Weight class provided; expected WeightsEnum but received {type(weights).__name__}.")
    if options.pop("pretrained", False) or weights:
        raise RuntimeError(
            f"Weights are not downloaded here: put a file of {model}'s trained weights into the notebook's folder, then\n"
            f"    model = {model}()\n"
            f"    model.load_state_dict(torch.load('{model}.pth'))"
        )


AlexNet_Weights = _Names("AlexNet_Weights", "IMAGENET1K_V1")
DenseNet121_Weights = _Names("DenseNet121_Weights", "IMAGENET1K_V1")
DenseNet161_Weights = _Names("DenseNet161_Weights", "IMAGENET1K_V1")
DenseNet169_Weights = _Names("DenseNet169_Weights", "IMAGENET1K_V1")
DenseNet201_Weights = _Names("DenseNet201_Weights", "IMAGENET1K_V1")
MobileNet_V2_Weights = _Names("MobileNet_V2_Weights", "IMAGENET1K_V1", "IMAGENET1K_V2")
ResNet18_Weights = _Names("ResNet18_Weights", "IMAGENET1K_V1")
ResNet34_Weights = _Names("ResNet34_Weights", "IMAGENET1K_V1")
ResNet50_Weights = _Names("ResNet50_Weights", "IMAGENET1K_V1", "IMAGENET1K_V2")
ResNet101_Weights = _Names("ResNet101_Weights", "IMAGENET1K_V1", "IMAGENET1K_V2")
ResNet152_Weights = _Names("ResNet152_Weights", "IMAGENET1K_V1", "IMAGENET1K_V2")
ResNeXt50_32X4D_Weights = _Names("ResNeXt50_32X4D_Weights", "IMAGENET1K_V1", "IMAGENET1K_V2")
SqueezeNet1_0_Weights = _Names("SqueezeNet1_0_Weights", "IMAGENET1K_V1")
SqueezeNet1_1_Weights = _Names("SqueezeNet1_1_Weights", "IMAGENET1K_V1")
VGG11_Weights = _Names("VGG11_Weights", "IMAGENET1K_V1")
VGG11_BN_Weights = _Names("VGG11_BN_Weights", "IMAGENET1K_V1")
VGG13_Weights = _Names("VGG13_Weights", "IMAGENET1K_V1")
VGG13_BN_Weights = _Names("VGG13_BN_Weights", "IMAGENET1K_V1")
VGG16_Weights = _Names("VGG16_Weights", "IMAGENET1K_V1", "IMAGENET1K_FEATURES")
VGG16_BN_Weights = _Names("VGG16_BN_Weights", "IMAGENET1K_V1")
VGG19_Weights = _Names("VGG19_Weights", "IMAGENET1K_V1")
VGG19_BN_Weights = _Names("VGG19_BN_Weights", "IMAGENET1K_V1")
Wide_ResNet50_2_Weights = _Names("Wide_ResNet50_2_Weights", "IMAGENET1K_V1", "IMAGENET1K_V2")
