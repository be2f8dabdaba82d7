"""Vision transformers (Dosovitskiy et al., 2020): pictures as sequences of square patches."""

import math
from collections import OrderedDict
from functools import partial

import torch
from torch import nn
from torchvision.models._api import knows_weights, register_model, weights_of
from torchvision.ops.misc import MLP, Conv2dNormActivation

ViT_B_16_Weights, ViT_B_32_Weights, ViT_L_16_Weights, ViT_L_32_Weights, ViT_H_14_Weights = weights_of(
    "ViT_B_16_Weights", "ViT_B_32_Weights", "ViT_L_16_Weights", "ViT_L_32_Weights", "ViT_H_14_Weights"
)


class ConvStemConfig:
    """One convolution of those that may take the place of the patches' projection."""

    def __init__(self, out_channels, kernel_size, stride, norm_layer=nn.BatchNorm2d, activation_layer=nn.ReLU):
        self.out_channels, self.kernel_size, self.stride = out_channels, kernel_size, stride
        self.norm_layer, self.activation_layer = norm_layer, activation_layer


class MLPBlock(MLP):
    """Two linear layers."""

    def __init__(self, in_dim, mlp_dim, dropout):
        super().__init__(in_dim, [mlp_dim, in_dim], activation_layer=nn.GELU, inplace=None, dropout=dropout)
        for m in self.modules():
            if isinstance(m, nn.Linear):
                nn.init.xavier_uniform_(m.weight)
                nn.init.normal_(m.bias, std=1e-6)


class EncoderBlock(nn.Module):
    """Attention, then two linear layers, each after a norm and added to its input."""

    def __init__(
        self, num_heads, hidden_dim, mlp_dim, dropout, attention_dropout, norm_layer=partial(nn.LayerNorm, eps=1e-6)
    ):
        super().__init__()
        self.num_heads = num_heads
        self.ln_1 = norm_layer(hidden_dim)
        self.self_attention = nn.MultiheadAttention(hidden_dim, num_heads, dropout=attention_dropout, batch_first=True)
        self.dropout = nn.Dropout(dropout)
        self.ln_2 = norm_layer(hidden_dim)
        self.mlp = MLPBlock(hidden_dim, mlp_dim, dropout)

    def forward(self, input):
        torch._assert(input.dim() == 3, f"Expected (batch_size, seq_length, hidden_dim) got {input.shape}")
        x = self.ln_1(input)
        x, _ = self.self_attention(x, x, x, need_weights=False)
        x = self.dropout(x) + input
        return x + self.mlp(self.ln_2(x))


class Encoder(nn.Module):
    """Positions added, then blocks, then a norm."""

    def __init__(
        self, seq_length, num_layers, num_heads, hidden_dim, mlp_dim, dropout, attention_dropout,
        norm_layer=partial(nn.LayerNorm, eps=1e-6),
    ):
        super().__init__()
        self.pos_embedding = nn.Parameter(torch.empty(1, seq_length, hidden_dim).normal_(std=0.02))
        self.dropout = nn.Dropout(dropout)
        layers = OrderedDict()
        for i in range(num_layers):
            block = EncoderBlock(num_heads, hidden_dim, mlp_dim, dropout, attention_dropout, norm_layer)
            layers[f"encoder_layer_{i}"] = block
        self.layers = nn.Sequential(layers)
        self.ln = norm_layer(hidden_dim)

    def forward(self, input):
        torch._assert(input.dim() == 3, f"Expected (batch_size, seq_length, hidden_dim) got {input.shape}")
        return self.ln(self.layers(self.dropout(input + self.pos_embedding)))


def _narrow(layer, spread):
    nn.init.trunc_normal_(layer.weight, std=spread)
    if layer.bias is not None:
        nn.init.zeros_(layer.bias)


class VisionTransformer(nn.Module):
    """Patches and a token for the class through an encoder; the token is classified."""

    def __init__(
        self, image_size, patch_size, num_layers, num_heads, hidden_dim, mlp_dim, dropout=0.0, attention_dropout=0.0,
        num_classes=1000, representation_size=None, norm_layer=partial(nn.LayerNorm, eps=1e-6), conv_stem_configs=None,
    ):
        super().__init__()
        torch._assert(image_size % patch_size == 0, "Input shape indivisible by patch size!")
        self.image_size, self.patch_size = image_size, patch_size
        self.hidden_dim, self.mlp_dim = hidden_dim, mlp_dim
        self.attention_dropout, self.dropout = attention_dropout, dropout
        self.num_classes, self.representation_size = num_classes, representation_size
        self.norm_layer = norm_layer
        if conv_stem_configs is not None:
            self.conv_proj = self._stem(conv_stem_configs)
        else:
            self.conv_proj = nn.Conv2d(3, hidden_dim, kernel_size=patch_size, stride=patch_size)
        length = (image_size // patch_size) ** 2
        self.class_token = nn.Parameter(torch.zeros(1, 1, hidden_dim))
        length += 1
        self.encoder = Encoder(
            length, num_layers, num_heads, hidden_dim, mlp_dim, dropout, attention_dropout, norm_layer
        )
        self.seq_length = length
        heads = OrderedDict()
        if representation_size is None:
            heads["head"] = nn.Linear(hidden_dim, num_classes)
        else:
            heads["pre_logits"] = nn.Linear(hidden_dim, representation_size)
            heads["act"] = nn.Tanh()
            heads["head"] = nn.Linear(representation_size, num_classes)
        self.heads = nn.Sequential(heads)
        self._begin()

    def _stem(self, configs):
        layers, channels = nn.Sequential(), 3
        for i, config in enumerate(configs):
            layers.add_module(
                f"conv_bn_relu_{i}",
                Conv2dNormActivation(
                    channels, config.out_channels, kernel_size=config.kernel_size, stride=config.stride,
                    norm_layer=config.norm_layer, activation_layer=config.activation_layer,
                ),
            )
            channels = config.out_channels
        layers.add_module("conv_last", nn.Conv2d(channels, self.hidden_dim, kernel_size=1))
        return layers

    def _begin(self):
        if isinstance(self.conv_proj, nn.Conv2d):
            fan_in = self.conv_proj.in_channels * self.conv_proj.kernel_size[0] * self.conv_proj.kernel_size[1]
            _narrow(self.conv_proj, math.sqrt(1 / fan_in))
        elif self.conv_proj.conv_last is not None:
            last = self.conv_proj.conv_last
            nn.init.normal_(last.weight, mean=0.0, std=math.sqrt(2.0 / last.out_channels))
            if last.bias is not None:
                nn.init.zeros_(last.bias)
        if hasattr(self.heads, "pre_logits"):
            _narrow(self.heads.pre_logits, math.sqrt(1 / self.heads.pre_logits.in_features))
        nn.init.zeros_(self.heads.head.weight)
        nn.init.zeros_(self.heads.head.bias)

    def _process_input(self, x):
        n, c, h, w = x.shape
        size = self.image_size
        torch._assert(h == size, f"Wrong image height! Expected {size} but got {h}!")
        torch._assert(w == size, f"Wrong image width! Expected {size} but got {w}!")
        patches = self.conv_proj(x)
        return patches.reshape(n, self.hidden_dim, (h // self.patch_size) * (w // self.patch_size)).permute(0, 2, 1)

    def forward(self, x):
        x = self._process_input(x)
        x = torch.cat([self.class_token.expand(x.shape[0], -1, -1), x], dim=1)
        return self.heads(self.encoder(x)[:, 0])


def _vit(patch_size, num_layers, num_heads, hidden_dim, mlp_dim, options, weights):
    size = 224
    if weights is not None:
        size = weights.meta["min_size"][0]
        if options.setdefault("image_size", size) != size:
            raise ValueError(f"The parameter 'image_size' expected value {size} but got {options['image_size']} instead.")
    return VisionTransformer(
        image_size=options.pop("image_size", size), patch_size=patch_size, num_layers=num_layers, num_heads=num_heads,
        hidden_dim=hidden_dim, mlp_dim=mlp_dim, **options,
    )


@register_model()
@knows_weights
def vit_b_16(weights=None, **kwargs):
    """A base transformer of patches of 16 pixels."""
    return _vit(16, 12, 12, 768, 3072, kwargs, weights)


@register_model()
@knows_weights
def vit_b_32(weights=None, **kwargs):
    """A base transformer of patches of 32 pixels."""
    return _vit(32, 12, 12, 768, 3072, kwargs, weights)


@register_model()
@knows_weights
def vit_l_16(weights=None, **kwargs):
    """A large transformer of patches of 16 pixels."""
    return _vit(16, 24, 16, 1024, 4096, kwargs, weights)


@register_model()
@knows_weights
def vit_l_32(weights=None, **kwargs):
    """A large transformer of patches of 32 pixels."""
    return _vit(32, 24, 16, 1024, 4096, kwargs, weights)


@register_model()
@knows_weights
def vit_h_14(weights=None, **kwargs):
    """A huge transformer of patches of 14 pixels."""
    return _vit(14, 32, 16, 1280, 5120, kwargs, weights)


def interpolate_embeddings(image_size, patch_size, model_state, interpolation_mode="bicubic", reset_heads=False):
    """The tensors of a transformer for pictures of another size: its positions are interpolated."""
    positions = model_state["encoder.pos_embedding"]
    n, length, hidden = positions.shape
    if n != 1:
        raise ValueError(f"Unexpected position embedding shape: {positions.shape}")
    wanted = (image_size // patch_size) ** 2 + 1
    if wanted == length:
        return model_state
    token, grid = positions[:, :1, :], positions[:, 1:, :].permute(0, 2, 1)
    side, new_side = int(math.sqrt(length - 1)), image_size // patch_size
    if side * side != length - 1:
        raise ValueError(f"seq_length is not a perfect square! Instead got seq_length_1d * seq_length_1d = {side * side }")
    grid = nn.functional.interpolate(
        grid.reshape(1, hidden, side, side), size=new_side, mode=interpolation_mode, align_corners=True
    )
    grid = grid.reshape(1, hidden, new_side * new_side).permute(0, 2, 1)
    model_state["encoder.pos_embedding"] = torch.cat([token, grid], dim=1)
    if not reset_heads:
        return model_state
    return OrderedDict((name, value) for name, value in model_state.items() if not name.startswith("heads"))
