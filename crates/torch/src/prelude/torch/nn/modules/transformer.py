"""Attention and transformers."""

import copy

import torch
from torch.nn import functional as F
from torch.nn import init
from torch.nn.modules.activation import MultiheadAttention
from torch.nn.modules.container import ModuleList
from torch.nn.modules.dropout import Dropout
from torch.nn.modules.linear import Linear
from torch.nn.modules.module import Module
from torch.nn.modules.normalization import LayerNorm


def _get_activation_fn(activation):
    if activation == "relu":
        return F.relu
    if activation == "gelu":
        return F.gelu
    if isinstance(activation, str):
        raise RuntimeError(f"activation should be relu/gelu, not {activation}")
    return activation


def _clones(module, n):
    return ModuleList([copy.deepcopy(module) for i in range(n)])


def _is_causal(mask, is_causal, size):
    """Returns whether a mask is the causal one."""
    if is_causal is not None or mask is None:
        return bool(is_causal)
    later = Transformer.generate_square_subsequent_mask(size, device=mask.device, dtype=mask.dtype)
    return mask.shape == later.shape and bool(torch._whole(mask == later).all())


class TransformerEncoderLayer(Module):
    """Self-attention and a network of two layers, each with dropout, a shortcut and a norm.

    Shapes: (S, N, d_model) -> (S, N, d_model); N first with batch_first

    >>> nn.TransformerEncoderLayer(8, 2, batch_first=True)(torch.ones(1, 5, 8)).shape
    torch.Size([1, 5, 8])
    """

    def __init__(
        self,
        d_model,
        nhead,
        dim_feedforward=2048,
        dropout=0.1,
        activation=F.relu,
        layer_norm_eps=1e-5,
        batch_first=False,
        norm_first=False,
        bias=True,
        device=None,
        dtype=None,
    ):
        super().__init__()
        like = {"device": device, "dtype": dtype}
        self.self_attn = MultiheadAttention(d_model, nhead, dropout=dropout, bias=bias, batch_first=batch_first, **like)
        self.linear1 = Linear(d_model, dim_feedforward, bias=bias, **like)
        self.dropout = Dropout(dropout)
        self.linear2 = Linear(dim_feedforward, d_model, bias=bias, **like)
        self.norm_first = norm_first
        self.norm1 = LayerNorm(d_model, eps=layer_norm_eps, bias=bias, **like)
        self.norm2 = LayerNorm(d_model, eps=layer_norm_eps, bias=bias, **like)
        self.dropout1 = Dropout(dropout)
        self.dropout2 = Dropout(dropout)
        self.activation = _get_activation_fn(activation)

    def forward(self, src, src_mask=None, src_key_padding_mask=None, is_causal=False):
        x = src
        if self.norm_first:
            x = x + self._attend(self.norm1(x), src_mask, src_key_padding_mask, is_causal)
            return x + self._feed(self.norm2(x))
        x = self.norm1(x + self._attend(x, src_mask, src_key_padding_mask, is_causal))
        return self.norm2(x + self._feed(x))

    def _attend(self, x, mask, padding, is_causal):
        x, _ = self.self_attn(x, x, x, attn_mask=mask, key_padding_mask=padding, need_weights=False, is_causal=is_causal)
        return self.dropout1(x)

    def _feed(self, x):
        return self.dropout2(self.linear2(self.dropout(self.activation(self.linear1(x)))))


class TransformerDecoderLayer(Module):
    """Self-attention, attention to the encoder's result, and a network of two layers.

    Shapes: (T, N, d_model) and memory (S, N, d_model) -> (T, N, d_model); N first with batch_first

    >>> nn.TransformerDecoderLayer(8, 2)(torch.ones(4, 1, 8), torch.ones(5, 1, 8)).shape
    torch.Size([4, 1, 8])
    """

    def __init__(
        self,
        d_model,
        nhead,
        dim_feedforward=2048,
        dropout=0.1,
        activation=F.relu,
        layer_norm_eps=1e-5,
        batch_first=False,
        norm_first=False,
        bias=True,
        device=None,
        dtype=None,
    ):
        super().__init__()
        like = {"device": device, "dtype": dtype}
        self.self_attn = MultiheadAttention(d_model, nhead, dropout=dropout, batch_first=batch_first, bias=bias, **like)
        self.multihead_attn = MultiheadAttention(d_model, nhead, dropout=dropout, batch_first=batch_first, bias=bias, **like)
        self.linear1 = Linear(d_model, dim_feedforward, bias=bias, **like)
        self.dropout = Dropout(dropout)
        self.linear2 = Linear(dim_feedforward, d_model, bias=bias, **like)
        self.norm_first = norm_first
        self.norm1 = LayerNorm(d_model, eps=layer_norm_eps, bias=bias, **like)
        self.norm2 = LayerNorm(d_model, eps=layer_norm_eps, bias=bias, **like)
        self.norm3 = LayerNorm(d_model, eps=layer_norm_eps, bias=bias, **like)
        self.dropout1 = Dropout(dropout)
        self.dropout2 = Dropout(dropout)
        self.dropout3 = Dropout(dropout)
        self.activation = _get_activation_fn(activation)

    def forward(
        self,
        tgt,
        memory,
        tgt_mask=None,
        memory_mask=None,
        tgt_key_padding_mask=None,
        memory_key_padding_mask=None,
        tgt_is_causal=False,
        memory_is_causal=False,
    ):
        x = tgt
        own = (tgt_mask, tgt_key_padding_mask, tgt_is_causal)
        other = (memory_mask, memory_key_padding_mask, memory_is_causal)
        if self.norm_first:
            x = x + self._attend(self.norm1(x), *own)
            x = x + self._look(self.norm2(x), memory, *other)
            return x + self._feed(self.norm3(x))
        x = self.norm1(x + self._attend(x, *own))
        x = self.norm2(x + self._look(x, memory, *other))
        return self.norm3(x + self._feed(x))

    def _attend(self, x, mask, padding, is_causal):
        x, _ = self.self_attn(x, x, x, attn_mask=mask, key_padding_mask=padding, is_causal=is_causal, need_weights=False)
        return self.dropout1(x)

    def _look(self, x, memory, mask, padding, is_causal):
        x, _ = self.multihead_attn(
            x, memory, memory, attn_mask=mask, key_padding_mask=padding, is_causal=is_causal, need_weights=False
        )
        return self.dropout2(x)

    def _feed(self, x):
        return self.dropout3(self.linear2(self.dropout(self.activation(self.linear1(x)))))


class TransformerEncoder(Module):
    """num_layers copies of an encoder layer, and a last norm.

    >>> nn.TransformerEncoder(nn.TransformerEncoderLayer(8, 2, batch_first=True), 2)(torch.ones(1, 5, 8)).shape
    torch.Size([1, 5, 8])
    """

    def __init__(self, encoder_layer, num_layers, norm=None, enable_nested_tensor=True, mask_check=True):
        super().__init__()
        self.layers = _clones(encoder_layer, num_layers)
        self.num_layers = num_layers
        self.norm = norm

    def forward(self, src, mask=None, src_key_padding_mask=None, is_causal=None):
        batch_first = self.layers[0].self_attn.batch_first
        size = src.shape[0 if src.dim() == 2 or not batch_first else 1]
        is_causal = _is_causal(mask, is_causal, size)
        output = src
        for layer in self.layers:
            output = layer(output, src_mask=mask, is_causal=is_causal, src_key_padding_mask=src_key_padding_mask)
        return output if self.norm is None else self.norm(output)


class TransformerDecoder(Module):
    """num_layers copies of a decoder layer, and a last norm.

    >>> nn.TransformerDecoder(nn.TransformerDecoderLayer(8, 2), 2)(torch.ones(4, 1, 8), torch.ones(5, 1, 8)).shape
    torch.Size([4, 1, 8])
    """

    def __init__(self, decoder_layer, num_layers, norm=None):
        super().__init__()
        self.layers = _clones(decoder_layer, num_layers)
        self.num_layers = num_layers
        self.norm = norm

    def forward(
        self,
        tgt,
        memory,
        tgt_mask=None,
        memory_mask=None,
        tgt_key_padding_mask=None,
        memory_key_padding_mask=None,
        tgt_is_causal=None,
        memory_is_causal=False,
    ):
        batch_first = self.layers[0].self_attn.batch_first
        size = tgt.shape[0 if tgt.dim() == 2 or not batch_first else 1]
        tgt_is_causal = _is_causal(tgt_mask, tgt_is_causal, size)
        output = tgt
        for layer in self.layers:
            output = layer(
                output,
                memory,
                tgt_mask=tgt_mask,
                memory_mask=memory_mask,
                tgt_key_padding_mask=tgt_key_padding_mask,
                memory_key_padding_mask=memory_key_padding_mask,
                tgt_is_causal=tgt_is_causal,
                memory_is_causal=memory_is_causal,
            )
        return output if self.norm is None else self.norm(output)


class Transformer(Module):
    """An encoder and a decoder (Vaswani et al., Attention Is All You Need).

    >>> nn.Transformer(d_model=8, nhead=2, num_encoder_layers=1, num_decoder_layers=1)(torch.ones(5, 1, 8), torch.ones(4, 1, 8)).shape
    torch.Size([4, 1, 8])
    """

    def __init__(
        self,
        d_model=512,
        nhead=8,
        num_encoder_layers=6,
        num_decoder_layers=6,
        dim_feedforward=2048,
        dropout=0.1,
        activation=F.relu,
        custom_encoder=None,
        custom_decoder=None,
        layer_norm_eps=1e-5,
        batch_first=False,
        norm_first=False,
        bias=True,
        device=None,
        dtype=None,
    ):
        super().__init__()
        like = {"device": device, "dtype": dtype}
        options = (d_model, nhead, dim_feedforward, dropout, activation, layer_norm_eps, batch_first, norm_first, bias)
        if custom_encoder is not None:
            self.encoder = custom_encoder
        else:
            layer = TransformerEncoderLayer(*options, **like)
            norm = LayerNorm(d_model, eps=layer_norm_eps, bias=bias, **like)
            self.encoder = TransformerEncoder(layer, num_encoder_layers, norm)
        if custom_decoder is not None:
            self.decoder = custom_decoder
        else:
            layer = TransformerDecoderLayer(*options, **like)
            norm = LayerNorm(d_model, eps=layer_norm_eps, bias=bias, **like)
            self.decoder = TransformerDecoder(layer, num_decoder_layers, norm)
        self._reset_parameters()
        self.d_model = d_model
        self.nhead = nhead
        self.batch_first = batch_first

    def forward(
        self,
        src,
        tgt,
        src_mask=None,
        tgt_mask=None,
        memory_mask=None,
        src_key_padding_mask=None,
        tgt_key_padding_mask=None,
        memory_key_padding_mask=None,
        src_is_causal=None,
        tgt_is_causal=None,
        memory_is_causal=False,
    ):
        batched = src.dim() == 3
        if batched and src.shape[0 if self.batch_first else 1] != tgt.shape[0 if self.batch_first else 1]:
            raise RuntimeError("the batch number of src and tgt must be equal")
        if src.shape[-1] != self.d_model or tgt.shape[-1] != self.d_model:
            raise RuntimeError("the feature number of src and tgt must be equal to d_model")
        memory = self.encoder(src, mask=src_mask, src_key_padding_mask=src_key_padding_mask, is_causal=src_is_causal)
        return self.decoder(
            tgt,
            memory,
            tgt_mask=tgt_mask,
            memory_mask=memory_mask,
            tgt_key_padding_mask=tgt_key_padding_mask,
            memory_key_padding_mask=memory_key_padding_mask,
            tgt_is_causal=tgt_is_causal,
            memory_is_causal=memory_is_causal,
        )

    @staticmethod
    def generate_square_subsequent_mask(sz, device=None, dtype=None):
        """(sz, sz): -inf above the diagonal, 0 elsewhere: position i sees the first i + 1."""
        return torch.triu(torch.full((sz, sz), float("-inf"), dtype=dtype, device=device), diagonal=1)

    def _reset_parameters(self):
        for p in self.parameters():
            if p.dim() > 1:
                init.xavier_uniform_(p)
