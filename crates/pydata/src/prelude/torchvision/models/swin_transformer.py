"""Swin transformers (Liu et al., 2021 and 2022): attention within windows, which are shifted in every other block."""

from functools import partial

import torch
from torch import nn
from torch.nn import functional as F
from torchvision.models._api import register_model, weights_of
from torchvision.ops.misc import MLP, Permute, StochasticDepth

Swin_T_Weights, Swin_S_Weights, Swin_B_Weights, Swin_V2_T_Weights, Swin_V2_S_Weights, Swin_V2_B_Weights = weights_of(
    "Swin_T_Weights", "Swin_S_Weights", "Swin_B_Weights", "Swin_V2_T_Weights", "Swin_V2_S_Weights", "Swin_V2_B_Weights"
)


def _quarters(x):
    """Four neighbours as one, with four times the channels; sides become even before."""
    height, width = x.shape[-3:-1]
    x = F.pad(x, (0, 0, 0, width % 2, 0, height % 2))
    return torch.cat([x[..., i::2, j::2, :] for j in (0, 1) for i in (0, 1)], -1)


class PatchMerging(nn.Module):
    """Half the size, twice the channels: a norm before the projection."""

    def __init__(self, dim, norm_layer=nn.LayerNorm):
        super().__init__()
        self.dim = dim
        self.reduction = nn.Linear(4 * dim, 2 * dim, bias=False)
        self.norm = norm_layer(4 * dim)

    def forward(self, x):
        return self.reduction(self.norm(_quarters(x)))


class PatchMergingV2(nn.Module):
    """Half the size, twice the channels: a norm after the projection."""

    def __init__(self, dim, norm_layer=nn.LayerNorm):
        super().__init__()
        self.dim = dim
        self.reduction = nn.Linear(4 * dim, 2 * dim, bias=False)
        self.norm = norm_layer(2 * dim)

    def forward(self, x):
        return self.norm(self.reduction(_quarters(x)))


def _windows(x, size):
    """(batch, height, width, channels) as (windows, places, channels)."""
    batch, height, width, channels = x.shape
    x = x.view(batch, height // size[0], size[0], width // size[1], size[1], channels)
    return x.permute(0, 1, 3, 2, 4, 5).reshape(-1, size[0] * size[1], channels)


def _kept_apart(x, size, shift, height, width):
    """-100 between places of a window that were not neighbours before the shift, else 0."""
    regions = x.new_zeros((1, height, width, 1))
    count = 0
    for rows in ((0, -size[0]), (-size[0], -shift[0]), (-shift[0], None)):
        for columns in ((0, -size[1]), (-size[1], -shift[1]), (-shift[1], None)):
            regions[:, rows[0] : rows[1], columns[0] : columns[1]] = count
            count += 1
    regions = _windows(regions, size).squeeze(-1)
    apart = regions.unsqueeze(1) - regions.unsqueeze(2)
    return apart.masked_fill(apart != 0, -100.0).masked_fill(apart == 0, 0.0)


def shifted_window_attention(
    input, qkv_weight, proj_weight, relative_position_bias, window_size, num_heads, shift_size, attention_dropout=0.0,
    dropout=0.0, qkv_bias=None, proj_bias=None, logit_scale=None, training=True,
):
    """Attention within windows of a picture (batch, height, width, channels) that is rolled by `shift_size` before."""
    batch, height, width, channels = input.shape
    x = F.pad(input, (0, 0, 0, (-width) % window_size[1], 0, (-height) % window_size[0]))
    high, wide = x.shape[1:3]
    shift = [0 if window_size[i] >= side else shift_size[i] for i, side in enumerate((high, wide))]
    moved = sum(shift) > 0
    if moved:
        x = torch.roll(x, shifts=(-shift[0], -shift[1]), dims=(1, 2))
    x = _windows(x, window_size)
    if logit_scale is not None and qkv_bias is not None:
        # Keys have no bias where their directions alone count.
        qkv_bias = qkv_bias.clone()
        part = qkv_bias.numel() // 3
        qkv_bias[part : 2 * part].zero_()
    qkv = F.linear(x, qkv_weight, qkv_bias).reshape(x.size(0), x.size(1), 3, num_heads, channels // num_heads)
    q, k, v = qkv.permute(2, 0, 3, 1, 4)
    if logit_scale is not None:
        attention = F.normalize(q, dim=-1) @ F.normalize(k, dim=-1).transpose(-2, -1)
        attention = attention * torch.clamp(logit_scale, max=4.605170185988092).exp()
    else:
        attention = (q * (channels // num_heads) ** -0.5).matmul(k.transpose(-2, -1))
    attention = attention + relative_position_bias
    if moved:
        mask = _kept_apart(x, window_size, shift, high, wide)
        attention = attention.view(x.size(0) // mask.size(0), mask.size(0), num_heads, x.size(1), x.size(1))
        attention = (attention + mask.unsqueeze(1).unsqueeze(0)).view(-1, num_heads, x.size(1), x.size(1))
    attention = F.dropout(F.softmax(attention, dim=-1), p=attention_dropout, training=training)
    x = attention.matmul(v).transpose(1, 2).reshape(x.size(0), x.size(1), channels)
    x = F.dropout(F.linear(x, proj_weight, proj_bias), p=dropout, training=training)
    x = x.view(batch, high // window_size[0], wide // window_size[1], window_size[0], window_size[1], channels)
    x = x.permute(0, 1, 3, 2, 4, 5).reshape(batch, high, wide, channels)
    if moved:
        x = torch.roll(x, shifts=(shift[0], shift[1]), dims=(1, 2))
    return x[:, :height, :width, :].contiguous()


class ShiftedWindowAttention(nn.Module):
    """Attention with a bias for each distance."""

    def __init__(
        self, dim, window_size, shift_size, num_heads, qkv_bias=True, proj_bias=True, attention_dropout=0.0, dropout=0.0
    ):
        super().__init__()
        if len(window_size) != 2 or len(shift_size) != 2:
            raise ValueError("window_size and shift_size must be of length 2")
        self.window_size, self.shift_size, self.num_heads = window_size, shift_size, num_heads
        self.attention_dropout, self.dropout = attention_dropout, dropout
        self.qkv = nn.Linear(dim, dim * 3, bias=qkv_bias)
        self.proj = nn.Linear(dim, dim, bias=proj_bias)
        self.define_relative_position_bias_table()
        self.define_relative_position_index()

    def define_relative_position_bias_table(self):
        height, width = self.window_size
        self.relative_position_bias_table = nn.Parameter(
            torch.zeros((2 * height - 1) * (2 * width - 1), self.num_heads)
        )
        nn.init.trunc_normal_(self.relative_position_bias_table, std=0.02)

    def define_relative_position_index(self):
        height, width = self.window_size
        places = torch.stack(torch.meshgrid(torch.arange(height), torch.arange(width), indexing="ij")).flatten(1)
        apart = (places[:, :, None] - places[:, None, :]).permute(1, 2, 0).contiguous()
        apart[:, :, 0] += height - 1
        apart[:, :, 1] += width - 1
        apart[:, :, 0] *= 2 * width - 1
        self.register_buffer("relative_position_index", apart.sum(-1).flatten())

    def _by_pair(self, table):
        count = self.window_size[0] * self.window_size[1]
        bias = table[self.relative_position_index].view(count, count, -1)
        return bias.permute(2, 0, 1).contiguous().unsqueeze(0)

    def get_relative_position_bias(self):
        return self._by_pair(self.relative_position_bias_table)

    def _scale(self):
        return None

    def forward(self, x):
        return shifted_window_attention(
            x, self.qkv.weight, self.proj.weight, self.get_relative_position_bias(), self.window_size, self.num_heads,
            shift_size=self.shift_size, attention_dropout=self.attention_dropout, dropout=self.dropout,
            qkv_bias=self.qkv.bias, proj_bias=self.proj.bias, logit_scale=self._scale(), training=self.training,
        )


class ShiftedWindowAttentionV2(ShiftedWindowAttention):
    """Attention by directions, whose biases two linear layers compute from the logarithms of distances."""

    def __init__(
        self, dim, window_size, shift_size, num_heads, qkv_bias=True, proj_bias=True, attention_dropout=0.0, dropout=0.0
    ):
        super().__init__(
            dim, window_size, shift_size, num_heads, qkv_bias=qkv_bias, proj_bias=proj_bias,
            attention_dropout=attention_dropout, dropout=dropout,
        )
        self.logit_scale = nn.Parameter(torch.log(10 * torch.ones((num_heads, 1, 1))))
        self.cpb_mlp = nn.Sequential(
            nn.Linear(2, 512, bias=True), nn.ReLU(inplace=True), nn.Linear(512, num_heads, bias=False)
        )
        if qkv_bias:
            length = self.qkv.bias.numel() // 3
            self.qkv.bias[length : 2 * length].data.zero_()

    def define_relative_position_bias_table(self):
        sides = [torch.arange(-(side - 1), side, dtype=torch.float32) for side in self.window_size]
        table = torch.stack(torch.meshgrid(sides, indexing="ij")).permute(1, 2, 0).contiguous().unsqueeze(0)
        table[:, :, :, 0] /= self.window_size[0] - 1
        table[:, :, :, 1] /= self.window_size[1] - 1
        table *= 8
        table = torch.sign(table) * torch.log2(torch.abs(table) + 1.0) / 3.0
        self.register_buffer("relative_coords_table", table)

    def get_relative_position_bias(self):
        return 16 * torch.sigmoid(self._by_pair(self.cpb_mlp(self.relative_coords_table).view(-1, self.num_heads)))

    def _scale(self):
        return self.logit_scale


class SwinTransformerBlock(nn.Module):
    """Attention, then two linear layers, each after a norm and added to its input."""

    def __init__(
        self, dim, num_heads, window_size, shift_size, mlp_ratio=4.0, dropout=0.0, attention_dropout=0.0,
        stochastic_depth_prob=0.0, norm_layer=nn.LayerNorm, attn_layer=ShiftedWindowAttention,
    ):
        super().__init__()
        self.norm1 = norm_layer(dim)
        self.attn = attn_layer(
            dim, window_size, shift_size, num_heads, attention_dropout=attention_dropout, dropout=dropout
        )
        self.stochastic_depth = StochasticDepth(stochastic_depth_prob, "row")
        self.norm2 = norm_layer(dim)
        self.mlp = MLP(dim, [int(dim * mlp_ratio), dim], activation_layer=nn.GELU, inplace=None, dropout=dropout)
        for m in self.mlp.modules():
            if isinstance(m, nn.Linear):
                nn.init.xavier_uniform_(m.weight)
                if m.bias is not None:
                    nn.init.normal_(m.bias, std=1e-6)

    def forward(self, x):
        x = x + self.stochastic_depth(self.attn(self.norm1(x)))
        return x + self.stochastic_depth(self.mlp(self.norm2(x)))


class SwinTransformerBlockV2(SwinTransformerBlock):
    """The same with the norms after."""

    def __init__(
        self, dim, num_heads, window_size, shift_size, mlp_ratio=4.0, dropout=0.0, attention_dropout=0.0,
        stochastic_depth_prob=0.0, norm_layer=nn.LayerNorm, attn_layer=ShiftedWindowAttentionV2,
    ):
        super().__init__(
            dim, num_heads, window_size, shift_size, mlp_ratio=mlp_ratio, dropout=dropout,
            attention_dropout=attention_dropout, stochastic_depth_prob=stochastic_depth_prob, norm_layer=norm_layer,
            attn_layer=attn_layer,
        )

    def forward(self, x):
        x = x + self.stochastic_depth(self.norm1(self.attn(x)))
        return x + self.stochastic_depth(self.norm2(self.mlp(x)))


class SwinTransformer(nn.Module):
    """Patches through stages of blocks, merged between them; then a norm and one linear layer."""

    def __init__(
        self, patch_size, embed_dim, depths, num_heads, window_size, mlp_ratio=4.0, dropout=0.0, attention_dropout=0.0,
        stochastic_depth_prob=0.1, num_classes=1000, norm_layer=None, block=None, downsample_layer=PatchMerging,
    ):
        super().__init__()
        self.num_classes = num_classes
        block, norm_layer = block or SwinTransformerBlock, norm_layer or partial(nn.LayerNorm, eps=1e-5)
        projection = nn.Conv2d(3, embed_dim, kernel_size=tuple(patch_size), stride=tuple(patch_size))
        layers = [nn.Sequential(projection, Permute([0, 2, 3, 1]), norm_layer(embed_dim))]
        total, done = sum(depths), 0
        for stage, depth in enumerate(depths):
            dim, blocks = embed_dim * 2**stage, []
            for i in range(depth):
                blocks.append(
                    block(
                        dim, num_heads[stage], window_size=window_size,
                        shift_size=[0 if i % 2 == 0 else w // 2 for w in window_size], mlp_ratio=mlp_ratio,
                        dropout=dropout, attention_dropout=attention_dropout,
                        stochastic_depth_prob=stochastic_depth_prob * float(done) / (total - 1), norm_layer=norm_layer,
                    )
                )
                done += 1
            layers.append(nn.Sequential(*blocks))
            if stage < len(depths) - 1:
                layers.append(downsample_layer(dim, norm_layer))
        self.features = nn.Sequential(*layers)
        width = embed_dim * 2 ** (len(depths) - 1)
        self.norm = norm_layer(width)
        self.permute = Permute([0, 3, 1, 2])
        self.avgpool = nn.AdaptiveAvgPool2d(1)
        self.flatten = nn.Flatten(1)
        self.head = nn.Linear(width, num_classes)
        for m in self.modules():
            if isinstance(m, nn.Linear):
                nn.init.trunc_normal_(m.weight, std=0.02)
                if m.bias is not None:
                    nn.init.zeros_(m.bias)

    def forward(self, x):
        x = self.permute(self.norm(self.features(x)))
        return self.head(self.flatten(self.avgpool(x)))


def _swin(embed_dim, depths, num_heads, window, drop, options, second=False):
    kinds = {"block": SwinTransformerBlockV2, "downsample_layer": PatchMergingV2} if second else {}
    drop = options.pop("stochastic_depth_prob", drop)
    return SwinTransformer(
        patch_size=[4, 4], embed_dim=embed_dim, depths=depths, num_heads=num_heads, window_size=[window, window],
        stochastic_depth_prob=drop, **{**kinds, **options},
    )


@register_model()
def swin_t(**kwargs):
    """Swin, tiny."""
    return _swin(96, [2, 2, 6, 2], [3, 6, 12, 24], 7, 0.2, kwargs)


@register_model()
def swin_s(**kwargs):
    """Swin, small."""
    return _swin(96, [2, 2, 18, 2], [3, 6, 12, 24], 7, 0.3, kwargs)


@register_model()
def swin_b(**kwargs):
    """Swin, base."""
    return _swin(128, [2, 2, 18, 2], [4, 8, 16, 32], 7, 0.5, kwargs)


@register_model()
def swin_v2_t(**kwargs):
    """Swin, second version, tiny."""
    return _swin(96, [2, 2, 6, 2], [3, 6, 12, 24], 8, 0.2, kwargs, second=True)


@register_model()
def swin_v2_s(**kwargs):
    """Swin, second version, small."""
    return _swin(96, [2, 2, 18, 2], [3, 6, 12, 24], 8, 0.3, kwargs, second=True)


@register_model()
def swin_v2_b(**kwargs):
    """Swin, second version, base."""
    return _swin(128, [2, 2, 18, 2], [4, 8, 16, 32], 8, 0.5, kwargs, second=True)
