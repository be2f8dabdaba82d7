"""Residual networks (He, Zhang, Ren and Sun, 2015; wider and grouped ones by Zagoruyko and Xie)."""

import torch
from torch import nn
from torchvision.models._api import register_model, weights_of

ResNet18_Weights, ResNet34_Weights, ResNet50_Weights, ResNet101_Weights, ResNet152_Weights = weights_of(
    "ResNet18_Weights", "ResNet34_Weights", "ResNet50_Weights", "ResNet101_Weights", "ResNet152_Weights"
)
ResNeXt50_32X4D_Weights, ResNeXt101_32X8D_Weights, ResNeXt101_64X4D_Weights = weights_of(
    "ResNeXt50_32X4D_Weights", "ResNeXt101_32X8D_Weights", "ResNeXt101_64X4D_Weights"
)
Wide_ResNet50_2_Weights, Wide_ResNet101_2_Weights = weights_of("Wide_ResNet50_2_Weights", "Wide_ResNet101_2_Weights")


def conv3x3(in_planes, out_planes, stride=1, groups=1, dilation=1):
    """A convolution of 3 by 3 that keeps the size at stride 1."""
    return nn.Conv2d(in_planes, out_planes, 3, stride, dilation, dilation, groups, bias=False)


def conv1x1(in_planes, out_planes, stride=1):
    """A convolution of single pixels."""
    return nn.Conv2d(in_planes, out_planes, 1, stride, bias=False)


class BasicBlock(nn.Module):
    """Two convolutions plus the input."""

    expansion = 1

    def __init__(self, inplanes, planes, stride=1, downsample=None, groups=1, base_width=64, dilation=1, norm_layer=None):
        super().__init__()
        norm_layer = norm_layer or nn.BatchNorm2d
        if groups != 1 or base_width != 64:
            raise ValueError("BasicBlock only supports groups=1 and base_width=64")
        if dilation > 1:
            raise NotImplementedError("Dilation > 1 not supported in BasicBlock")
        self.conv1 = conv3x3(inplanes, planes, stride)
        self.bn1 = norm_layer(planes)
        self.relu = nn.ReLU(inplace=True)
        self.conv2 = conv3x3(planes, planes)
        self.bn2 = norm_layer(planes)
        self.downsample = downsample
        self.stride = stride

    def forward(self, x):
        out = self.relu(self.bn1(self.conv1(x)))
        out = self.bn2(self.conv2(out))
        out += x if self.downsample is None else self.downsample(x)
        return self.relu(out)


class Bottleneck(nn.Module):
    """A convolution between two 1x1 convolutions, which reduce and expand the channels, plus the input."""

    expansion = 4

    def __init__(self, inplanes, planes, stride=1, downsample=None, groups=1, base_width=64, dilation=1, norm_layer=None):
        super().__init__()
        norm_layer = norm_layer or nn.BatchNorm2d
        width = int(planes * (base_width / 64.0)) * groups
        self.conv1 = conv1x1(inplanes, width)
        self.bn1 = norm_layer(width)
        self.conv2 = conv3x3(width, width, stride, groups, dilation)
        self.bn2 = norm_layer(width)
        self.conv3 = conv1x1(width, planes * self.expansion)
        self.bn3 = norm_layer(planes * self.expansion)
        self.relu = nn.ReLU(inplace=True)
        self.downsample = downsample
        self.stride = stride

    def forward(self, x):
        out = self.relu(self.bn1(self.conv1(x)))
        out = self.relu(self.bn2(self.conv2(out)))
        out = self.bn3(self.conv3(out))
        out += x if self.downsample is None else self.downsample(x)
        return self.relu(out)


class ResNet(nn.Module):
    """Four stages of blocks, each at half the size of the one before; then the mean of all places and one linear layer."""

    def __init__(
        self, block, layers, num_classes=1000, zero_init_residual=False, groups=1, width_per_group=64,
        replace_stride_with_dilation=None, norm_layer=None,
    ):
        super().__init__()
        self._norm_layer = norm_layer or nn.BatchNorm2d
        self.inplanes = 64
        self.dilation = 1
        dilated = [False, False, False] if replace_stride_with_dilation is None else replace_stride_with_dilation
        if len(dilated) != 3:
            raise ValueError(
                f"replace_stride_with_dilation should be None or a 3-element tuple, got {replace_stride_with_dilation}"
            )
        self.groups = groups
        self.base_width = width_per_group
        self.conv1 = nn.Conv2d(3, self.inplanes, kernel_size=7, stride=2, padding=3, bias=False)
        self.bn1 = self._norm_layer(self.inplanes)
        self.relu = nn.ReLU(inplace=True)
        self.maxpool = nn.MaxPool2d(kernel_size=3, stride=2, padding=1)
        self.layer1 = self._make_layer(block, 64, layers[0])
        self.layer2 = self._make_layer(block, 128, layers[1], 2, dilated[0])
        self.layer3 = self._make_layer(block, 256, layers[2], 2, dilated[1])
        self.layer4 = self._make_layer(block, 512, layers[3], 2, dilated[2])
        self.avgpool = nn.AdaptiveAvgPool2d((1, 1))
        self.fc = nn.Linear(512 * block.expansion, num_classes)
        for m in self.modules():
            if isinstance(m, nn.Conv2d):
                nn.init.kaiming_normal_(m.weight, mode="fan_out", nonlinearity="relu")
            elif isinstance(m, (nn.BatchNorm2d, nn.GroupNorm)):
                nn.init.constant_(m.weight, 1)
                nn.init.constant_(m.bias, 0)
        if zero_init_residual:
            for m in self.modules():
                last = m.bn3 if isinstance(m, Bottleneck) else m.bn2 if isinstance(m, BasicBlock) else None
                if last is not None and last.weight is not None:
                    nn.init.constant_(last.weight, 0)

    def _make_layer(self, block, planes, blocks, stride=1, dilate=False):
        before = self.dilation
        if dilate:
            self.dilation *= stride
            stride = 1
        downsample = None
        if stride != 1 or self.inplanes != planes * block.expansion:
            downsample = nn.Sequential(
                conv1x1(self.inplanes, planes * block.expansion, stride), self._norm_layer(planes * block.expansion)
            )
        options = (self.groups, self.base_width)
        layers = [block(self.inplanes, planes, stride, downsample, *options, before, self._norm_layer)]
        self.inplanes = planes * block.expansion
        for _ in range(1, blocks):
            layers.append(block(self.inplanes, planes, 1, None, *options, self.dilation, self._norm_layer))
        return nn.Sequential(*layers)

    def forward(self, x):
        x = self.maxpool(self.relu(self.bn1(self.conv1(x))))
        x = self.layer4(self.layer3(self.layer2(self.layer1(x))))
        return self.fc(torch.flatten(self.avgpool(x), 1))


@register_model()
def resnet18(**kwargs):
    """A residual network of 18 layers."""
    return ResNet(BasicBlock, [2, 2, 2, 2], **kwargs)


@register_model()
def resnet34(**kwargs):
    """A residual network of 34 layers."""
    return ResNet(BasicBlock, [3, 4, 6, 3], **kwargs)


@register_model()
def resnet50(**kwargs):
    """A residual network of 50 layers."""
    return ResNet(Bottleneck, [3, 4, 6, 3], **kwargs)


@register_model()
def resnet101(**kwargs):
    """A residual network of 101 layers."""
    return ResNet(Bottleneck, [3, 4, 23, 3], **kwargs)


@register_model()
def resnet152(**kwargs):
    """A residual network of 152 layers."""
    return ResNet(Bottleneck, [3, 8, 36, 3], **kwargs)


@register_model()
def resnext50_32x4d(**kwargs):
    """A residual network of 50 layers in 32 groups."""
    return ResNet(Bottleneck, [3, 4, 6, 3], **dict(kwargs, groups=32, width_per_group=4))


@register_model()
def resnext101_32x8d(**kwargs):
    """A residual network of 101 layers in 32 groups."""
    return ResNet(Bottleneck, [3, 4, 23, 3], **dict(kwargs, groups=32, width_per_group=8))


@register_model()
def resnext101_64x4d(**kwargs):
    """A residual network of 101 layers in 64 groups."""
    return ResNet(Bottleneck, [3, 4, 23, 3], **dict(kwargs, groups=64, width_per_group=4))


@register_model()
def wide_resnet50_2(**kwargs):
    """A residual network of 50 layers, twice as wide within its blocks."""
    return ResNet(Bottleneck, [3, 4, 6, 3], **dict(kwargs, width_per_group=128))


@register_model()
def wide_resnet101_2(**kwargs):
    """A residual network of 101 layers, twice as wide within its blocks."""
    return ResNet(Bottleneck, [3, 4, 23, 3], **dict(kwargs, width_per_group=128))
