# cpu only: PyTorch makes masks on the processor here
import warnings
import torch
from torch.nn.attention.flex_attention import AuxRequest, BlockMask, and_masks, create_block_mask, create_mask, flex_attention, noop_mask, or_masks

warnings.simplefilter("ignore")


def causal(b, h, q_idx, kv_idx):
    return q_idx >= kv_idx


def window(b, h, q_idx, kv_idx):
    return q_idx - kv_idx <= 3


def even(b, h, q_idx, kv_idx):
    return (kv_idx % 2 == 0) & (h == 0)


document = torch.tensor([0] * 5 + [1] * 3 + [2] * 8)


def same_document(b, h, q_idx, kv_idx):
    return document[q_idx] == document[kv_idx]


def show(name, x):
    print(name, tuple(x.shape), x.dtype, round(x.double().sum().item(), 4), [round(v, 4) for v in x.double().flatten().tolist()[:6]])


masks = {"causal": causal, "window": and_masks(causal, window), "document": and_masks(causal, same_document), "either": or_masks(even, window), "all": noop_mask, "none": lambda b, h, q, kv: q < 0}
for name, mask in masks.items():
    print(name, create_mask(mask, 1, 2, 16, 16, "cpu").int().sum((-1)).tolist())
    blocks = create_block_mask(mask, None, 2, 16, 16, device="cpu", BLOCK_SIZE=4)
    print(blocks.kv_num_blocks.tolist(), blocks.full_kv_num_blocks.tolist(), blocks.shape, blocks.numel(), round(blocks.sparsity(), 2), blocks.BLOCK_SIZE)
    print(blocks.to_dense().tolist())
    print(blocks)
blocks = create_block_mask(causal, 2, 3, 300, 260, device="cpu")
print(repr(blocks))
print(str(blocks), blocks[0].shape, blocks[:, 1].kv_indices.shape, blocks.to("cpu").shape)
print(create_block_mask(causal, 1, 1, 4096, 4096, device="cpu").to_string(grid_size=(8, 8)))
print(create_mask(lambda score, b, h, q, kv: torch.where(q > kv, score, -float("inf")), 1, 1, 3, 3, "cpu").tolist())
torch.manual_seed(0)
query, key, value = torch.randn(2, 2, 16, 8), torch.randn(2, 2, 16, 8), torch.randn(2, 2, 16, 4)
bias = torch.randn(2, 16, 16)
slopes = torch.tensor([0.5, 0.25])
changes = {
    "plain": None, "relative": lambda score, b, h, q, kv: score + (q - kv), "alibi": lambda score, b, h, q, kv: score + slopes[h] * (kv - q),
    "capped": lambda score, b, h, q, kv: 2.0 * torch.tanh(score / 2.0), "bias": lambda score, b, h, q, kv: score + bias[h, q, kv],
    "batch": lambda score, b, h, q, kv: torch.where(b == 0, score, -score), "causal": lambda score, b, h, q, kv: torch.where(q >= kv, score, -float("inf")),
}
for name, change in changes.items():
    show(name, flex_attention(query, key, value, score_mod=change))
for name, mask in masks.items():
    blocks = create_block_mask(mask, None, 2, 16, 16, device="cpu", BLOCK_SIZE=4)
    show("masked " + name, flex_attention(query, key, value, block_mask=blocks))
    show("both " + name, flex_attention(query, key, value, score_mod=changes["alibi"], block_mask=blocks, scale=0.3))
out, lse = flex_attention(query, key, value, return_lse=True)
show("lse", lse)
out, more = flex_attention(query, key, value, return_aux=AuxRequest(lse=True))
print(torch.equal(more.lse, lse), more.max_scores)
show("grouped", flex_attention(torch.randn(1, 4, 5, 8), torch.randn(1, 2, 7, 8), torch.randn(1, 2, 7, 8), enable_gqa=True))
show("doubles", flex_attention(query.double(), key.double(), value.double()))
print(torch.allclose(flex_attention(query, key, value), torch.nn.functional.scaled_dot_product_attention(query, key, value), atol=1e-6))
for wrong in (
    lambda: flex_attention(query[0], key[0], value[0]), lambda: flex_attention(query, key[:, :1], value[:, :1]), lambda: flex_attention(query, key[..., :4], value),
    lambda: flex_attention(query, key, value, block_mask=create_block_mask(causal, 1, 1, 8, 8, device="cpu")), lambda: and_masks(3), lambda: flex_attention(query, key, value, return_lse=True, return_aux=AuxRequest()),
    lambda: flex_attention(query, key, value, block_mask=create_block_mask(causal, None, 2, 16, 16, device="cpu")[0]),
):
    try:
        wrong()
    except (NotImplementedError, ValueError, RuntimeError) as error:
        print(type(error).__name__, str(error).replace("\n", " ")[:120])
