"""Attention as functions."""

import math

import torch
from torch._nn import linear
from torch.nn._functional.dropout import dropout
from torch.nn._functional.padding import pad
from torch.nn._functional.rnn import _SPOKEN

__name__ = "torch.nn.functional"


def scaled_dot_product_attention(
    query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None, enable_gqa=False
):
    """softmax(query @ key.T * scale + mask) @ value: (..., L, E), (..., S, E), (..., S, V) to (..., L, V).
    A boolean mask says what may be seen. The scores never exist as a whole: on the CPU without dropout, on CUDA in heads up to
    256 wide (128 in float64).

    Shapes: query (..., L, E), key (..., S, E), value (..., S, V), mask (..., L, S) -> (..., L, V)
    Errors: RuntimeError where query and key differ in E:
            `F.scaled_dot_product_attention(torch.ones(1, 2, 3), torch.ones(1, 2, 4), torch.ones(1, 2, 3))`

    >>> F.scaled_dot_product_attention(torch.ones(1, 2, 4), torch.ones(1, 3, 4), torch.ones(1, 3, 5)).shape
    torch.Size([1, 2, 5])
    """
    if is_causal and attn_mask is not None:
        raise RuntimeError("_scaled_dot_product_attention: Explicit attn_mask should not be set when is_causal=True")
    if min(query.dim(), key.dim(), value.dim()) < 2:
        raise RuntimeError(
            f"Expected query, key, and value to all be  at least 2 dimensional, but got query.dim: {query.dim()} key.dim: "
            f"{key.dim()} and value.dim: {value.dim()} instead."
        )
    if not query.dtype == key.dtype == value.dtype:
        raise RuntimeError(
            f"Expected query, key, and value to have the same dtype, but got query.dtype: {_SPOKEN[query.dtype]} key.dtype: "
            f"{_SPOKEN[key.dtype]} and value.dtype: {_SPOKEN[value.dtype]} instead."
        )
    if enable_gqa:
        if query.shape[-3] % key.shape[-3] or query.shape[-3] % value.shape[-3]:
            raise RuntimeError("Number of heads in key and value must divide the number of heads in ")
        groups = query.shape[-3] // key.shape[-3]
        key, value = key.repeat_interleave(groups, -3), value.repeat_interleave(groups, -3)
    scale = 1 / math.sqrt(max(query.shape[-1], 1)) if scale is None else scale
    if attn_mask is not None and attn_mask.dtype not in (torch.bool, query.dtype):
        if attn_mask.dtype != torch.float32:
            raise RuntimeError(
                "Expected attn_mask dtype to be bool or float or to match query dtype, but got attn_mask.dtype: "
                f"{_SPOKEN[attn_mask.dtype]} and  query.dtype: {_SPOKEN[query.dtype]} instead."
            )
        attn_mask = attn_mask.to(query.dtype)
    flash = query.dim() == 4 and query.shape[-1] == value.shape[-1] and (attn_mask is None or attn_mask.dim() != 3)
    if query.dim() >= 2 and query.shape[:-2] == key.shape[:-2] == value.shape[:-2]:
        result = torch._nn.attention(query, key, value, attn_mask, is_causal, scale, dropout_p)
        if result is not None:
            product = "MmBackward0" if query.dim() == 2 else "UnsafeViewBackward0"
            return torch._named(result, "ScaledDotProductFlashAttentionForCpuBackward0" if flash else product)
    if attn_mask is not None and attn_mask.dtype == torch.bool:
        attn_mask = torch.zeros(attn_mask.shape, dtype=query.dtype, device=query.device).masked_fill(
            attn_mask.logical_not(), float("-inf")
        )
    root = math.sqrt(scale) if scale > 0 else 1.0
    scores = (query * root) @ (key * root).transpose(-2, -1) if scale > 0 else query @ key.transpose(-2, -1) * scale
    if is_causal:
        allowed = torch.ones(query.shape[-2], key.shape[-2], dtype=torch.bool, device=query.device).tril()
        scores = scores.masked_fill(~allowed, float("-inf"))
    if attn_mask is not None:
        scores = scores + attn_mask
    weights = scores.softmax(-1)
    if attn_mask is not None:
        # A query that may attend to nothing gets zeros.
        weights = weights.masked_fill((scores == float("-inf")).all(-1, keepdim=True), 0.0)
    return dropout(weights, dropout_p, dropout_p > 0) @ value


def multi_head_attention_forward(
    query,
    key,
    value,
    embed_dim_to_check,
    num_heads,
    in_proj_weight,
    in_proj_bias,
    bias_k,
    bias_v,
    add_zero_attn,
    dropout_p,
    out_proj_weight,
    out_proj_bias,
    training=True,
    key_padding_mask=None,
    need_weights=True,
    attn_mask=None,
    use_separate_proj_weight=False,
    q_proj_weight=None,
    k_proj_weight=None,
    v_proj_weight=None,
    static_k=None,
    static_v=None,
    average_attn_weights=True,
    is_causal=False,
):
    """Attention of several heads over (L, N, E), (S, N, E), (S, N, E): the result (L, N, E), and the weights."""
    alone = query.dim() == 2
    if query.dim() not in (2, 3):
        raise AssertionError(f"query should be unbatched 2D or batched 3D tensor but received {query.dim()}-D query tensor")
    if alone:
        query, key, value = query.unsqueeze(1), key.unsqueeze(1), value.unsqueeze(1)
        if key_padding_mask is not None:
            key_padding_mask = key_padding_mask.unsqueeze(0)
    length, batch, embed = query.shape
    source = key.shape[0]
    if is_causal and attn_mask is None:
        raise RuntimeError(
            "Need attn_mask if specifying the is_causal hint. You may use the Transformer module method "
            "`generate_square_subsequent_mask` to create this mask."
        )
    if is_causal and key_padding_mask is None and not need_weights:
        attn_mask = None
    else:
        is_causal = False
    if embed != embed_dim_to_check:
        raise AssertionError(f"was expecting embedding dimension of {embed_dim_to_check}, but got {embed}")
    head = embed // num_heads
    if head * num_heads != embed:
        raise AssertionError(f"embed_dim {embed} not divisible by num_heads {num_heads}")
    if use_separate_proj_weight and key.shape[:2] != value.shape[:2]:
        raise AssertionError(f"key's sequence and batch dims {key.shape[:2]} do not match value's {value.shape[:2]}")
    if not use_separate_proj_weight and key.shape != value.shape:
        raise AssertionError(f"key shape {key.shape} does not match value shape {value.shape}")
    if use_separate_proj_weight:
        biases = (None, None, None) if in_proj_bias is None else in_proj_bias.chunk(3)
        q = linear(query, q_proj_weight, biases[0])
        k = linear(key, k_proj_weight, biases[1])
        v = linear(value, v_proj_weight, biases[2])
    elif query is key and key is value:
        q, k, v = linear(query, in_proj_weight, in_proj_bias).chunk(3, -1)
    else:
        weights = in_proj_weight.chunk(3)
        biases = (None, None, None) if in_proj_bias is None else in_proj_bias.chunk(3)
        q, k, v = [linear(x, w, b) for x, w, b in zip((query, key, value), weights, biases)]
    attn_mask = _float_mask(attn_mask, "attn_mask", q)
    key_padding_mask = _float_mask(key_padding_mask, "key_padding_mask", q)
    if attn_mask is not None:
        expected = (length, source) if attn_mask.dim() == 2 else (batch * num_heads, length, source)
        if attn_mask.dim() not in (2, 3):
            raise RuntimeError(f"attn_mask's dimension {attn_mask.dim()} is not supported")
        if tuple(attn_mask.shape) != expected:
            shown = "2D" if attn_mask.dim() == 2 else "3D"
            raise RuntimeError(f"The shape of the {shown} attn_mask is {attn_mask.shape}, but should be {expected}.")
        if attn_mask.dim() == 2:
            attn_mask = attn_mask.unsqueeze(0)
    if bias_k is not None and bias_v is not None:
        k = torch.cat([k, bias_k.repeat(1, batch, 1)])
        v = torch.cat([v, bias_v.repeat(1, batch, 1)])
        attn_mask = None if attn_mask is None else pad(attn_mask, (0, 1))
        key_padding_mask = None if key_padding_mask is None else pad(key_padding_mask, (0, 1))
    q = q.reshape(length, batch * num_heads, head).transpose(0, 1)
    k = k.reshape(k.shape[0], batch * num_heads, head).transpose(0, 1)
    v = v.reshape(v.shape[0], batch * num_heads, head).transpose(0, 1)
    if add_zero_attn:
        zeros = torch.zeros(batch * num_heads, 1, head, dtype=k.dtype, device=k.device)
        k, v = torch.cat([k, zeros], 1), torch.cat([v, zeros], 1)
        attn_mask = None if attn_mask is None else pad(attn_mask, (0, 1))
        key_padding_mask = None if key_padding_mask is None else pad(key_padding_mask, (0, 1))
    source = k.shape[1]
    if key_padding_mask is not None:
        for dim, wanted in enumerate((batch, source)):
            if key_padding_mask.shape[dim] != wanted:
                raise AssertionError(
                    f"Expected key_padded_mask.shape[{dim}] to be {wanted}, but got {key_padding_mask.shape[dim]}"
                )
        hidden = key_padding_mask.view(batch, 1, 1, source).expand(-1, num_heads, -1, -1).reshape(batch * num_heads, 1, source)
        attn_mask = hidden if attn_mask is None else attn_mask + hidden
    dropout_p = dropout_p if training else 0.0
    if need_weights:
        scores = (q * math.sqrt(1.0 / head)) @ k.transpose(-2, -1)
        if attn_mask is not None:
            scores = scores + attn_mask
        weights = dropout(scores.softmax(-1), dropout_p, dropout_p > 0.0)
        result = weights @ v
    else:
        weights = None
        if attn_mask is not None:
            attn_mask = attn_mask.unsqueeze(0) if attn_mask.shape[0] == 1 else attn_mask.view(batch, num_heads, -1, source)
        four = [x.view(batch, num_heads, -1, head) for x in (q, k, v)]
        result = scaled_dot_product_attention(*four, attn_mask, dropout_p, is_causal).reshape(batch * num_heads, length, head)
    result = result.transpose(0, 1).reshape(length * batch, embed)
    result = linear(result, out_proj_weight, out_proj_bias).view(length, batch, embed)
    if weights is not None:
        weights = weights.view(batch, num_heads, length, source)
        if average_attn_weights:
            weights = weights.mean(1)
        if alone:
            weights = weights.squeeze(0)
    return (result.squeeze(1) if alone else result), weights


def _float_mask(mask, name, like):
    """Converts a mask to numbers to add. A boolean mask marks hidden positions."""
    if mask is None or mask.dtype.is_floating_point:
        return mask
    if mask.dtype != torch.bool:
        raise AssertionError(f"only bool and floating types of {name} are supported")
    return torch.zeros(mask.shape, dtype=like.dtype, device=like.device).masked_fill(mask, float("-inf"))
