"""Causal biases for attention: masks that are made when they are needed."""

from enum import IntEnum, auto
from warnings import warn

import torch

__all__ = ["causal_upper_left", "causal_lower_right", "CausalVariant", "CausalBias"]


class CausalVariant(IntEnum):
    """In which corner of the mask the triangle begins."""

    UPPER_LEFT = auto()
    LOWER_RIGHT = auto()


class CausalBias:
    """A triangular mask for `scaled_dot_product_attention`, made where it is used."""

    def __init__(self, variant, seq_len_q, seq_len_kv):
        if not isinstance(variant, CausalVariant):
            raise AssertionError(f"variant must be a CausalVariant, got {type(variant).__name__}")
        self.variant, self.seq_len_q, self.seq_len_kv = variant, seq_len_q, seq_len_kv
        if seq_len_q > seq_len_kv and variant == CausalVariant.LOWER_RIGHT:
            warn("Lower right causal bias will produce NaNs in the output when seq_len_q > seq_len_kv!", stacklevel=2)

    def _materialize(self, device=None):
        offset = self.seq_len_kv - self.seq_len_q if self.variant == CausalVariant.LOWER_RIGHT else 0
        ones = torch.ones(self.seq_len_q, self.seq_len_kv, device=device or torch.device("cpu"), dtype=torch.bool)
        return torch.tril(ones, diagonal=offset)

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        if func is not torch.nn.functional.scaled_dot_product_attention:
            return NotImplemented
        return cls._dispatch(*args, **(kwargs or {}))

    @staticmethod
    def _dispatch(query, key, value, attn_mask, dropout_p=0.0, is_causal=False, scale=None, enable_gqa=False):
        if is_causal:
            raise ValueError("CausalBias should not be used with causal=True")
        attend = torch.nn.functional.scaled_dot_product_attention
        options = dict(dropout_p=dropout_p, scale=scale, enable_gqa=enable_gqa)
        if attn_mask.seq_len_q == attn_mask.seq_len_kv or attn_mask.variant == CausalVariant.UPPER_LEFT:
            return attend(query, key, value, is_causal=True, **options)
        return attend(query, key, value, attn_mask=attn_mask._materialize(query.device), **options)

    def __repr__(self):
        return repr(self._materialize())


def causal_upper_left(*size):
    """A causal bias whose triangle begins in the upper left corner."""
    if len(size) != 2:
        raise AssertionError("causal_upper_left only supports 2D tensors")
    return CausalBias(CausalVariant.UPPER_LEFT, *size)


def causal_lower_right(*size):
    """A causal bias whose triangle ends in the lower right corner."""
    if len(size) != 2:
        raise AssertionError("causal_lower_right only supports 2D tensors")
    return CausalBias(CausalVariant.LOWER_RIGHT, *size)
