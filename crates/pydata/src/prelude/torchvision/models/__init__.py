"""`torchvision.models`: networks for pictures, with PyTorch's names of their parameters and its initial values."""

from torchvision.models import densenet, mobilenetv2, resnet, vgg
from torchvision.models.alexnet import AlexNet, alexnet
from torchvision.models.densenet import DenseNet, densenet121, densenet161, densenet169, densenet201
from torchvision.models.mobilenetv2 import MobileNetV2, mobilenet_v2
from torchvision.models.resnet import ResNet, resnet101, resnet152, resnet18, resnet34, resnet50, resnext50_32x4d, wide_resnet50_2
from torchvision.models.squeezenet import SqueezeNet, squeezenet1_0, squeezenet1_1
from torchvision.models.vgg import VGG, vgg11, vgg11_bn, vgg13, vgg13_bn, vgg16, vgg16_bn, vgg19, vgg19_bn
from torchvision.models._api import DenseNet121_Weights, DenseNet161_Weights, DenseNet169_Weights, DenseNet201_Weights
from torchvision.models._api import AlexNet_Weights, MobileNet_V2_Weights, WeightsEnum
from torchvision.models._api import ResNet101_Weights, ResNet152_Weights, ResNet18_Weights, ResNet34_Weights, ResNet50_Weights
from torchvision.models._api import ResNeXt50_32X4D_Weights, SqueezeNet1_0_Weights, SqueezeNet1_1_Weights, Wide_ResNet50_2_Weights
from torchvision.models._api import VGG11_BN_Weights, VGG11_Weights, VGG13_BN_Weights, VGG13_Weights
from torchvision.models._api import VGG16_BN_Weights, VGG16_Weights, VGG19_BN_Weights, VGG19_Weights

_NAMES = (
    "alexnet", "densenet121", "densenet161", "densenet169", "densenet201", "mobilenet_v2", "resnet101", "resnet152", "resnet18", "resnet34", "resnet50", "resnext50_32x4d",
    "squeezenet1_0", "squeezenet1_1", "vgg11", "vgg11_bn", "vgg13", "vgg13_bn", "vgg16", "vgg16_bn", "vgg19", "vgg19_bn",
    "wide_resnet50_2",
)


def list_models():
    """The names of all models that are here."""
    return list(_NAMES)


def get_model_builder(name):
    """The function that makes a model, by its name."""
    if name.lower() not in _NAMES:
        raise ValueError(f"Unknown model {name}")
    return globals()[name.lower()]


def get_model(name, **config):
    """A model by its name."""
    return get_model_builder(name)(**config)
