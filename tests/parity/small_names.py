# cpu only: names that do the same on every device
"""Old constructors, and causal biases of attention."""

import warnings

import torch
import torch.nn.functional as F
from torch.nn.attention.bias import CausalBias, CausalVariant, causal_lower_right, causal_upper_left

with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    print(torch.range(1, 4), torch.range(0, 1, 0.25), torch.range(5, 1, -2, dtype=torch.int64))
print(caught[0].category.__name__, str(caught[0].message)[:200])
x = torch.ones(2, dtype=torch.float64)
print(x.new([1, 2]), x.new(2, 3).shape, x.new().shape, x.new(torch.Size([4])).shape, x.new((1, 2)))
print(causal_upper_left(3, 4))
print(causal_lower_right(3, 4), causal_lower_right(2, 2).variant, CausalVariant.LOWER_RIGHT.value)
q, k = torch.arange(12.0).reshape(1, 1, 3, 4) / 10, torch.arange(16.0).reshape(1, 1, 4, 4) / 10
print(F.scaled_dot_product_attention(q, k, k, causal_upper_left(3, 4)))
print(F.scaled_dot_product_attention(q, k, k, attn_mask=causal_lower_right(3, 4)))
try:
    F.scaled_dot_product_attention(q, k, k, causal_upper_left(3, 4), is_causal=True)
except ValueError as error:
    print(error)
