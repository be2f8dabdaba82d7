"""`torch.nn.attention.flex_attention`: attention whose scores and masks are functions of positions."""

import itertools
import math
import warnings
from typing import NamedTuple

import torch
from torch import Tensor

__all__ = [
    "AuxOutput",
    "AuxRequest",
    "BlockMask",
    "and_masks",
    "create_block_mask",
    "create_mask",
    "flex_attention",
    "noop_mask",
    "or_masks",
]

_warned = set()


class AuxRequest(NamedTuple):
    """What `flex_attention` returns besides its output."""

    lse: bool = False
    max_scores: bool = False


class AuxOutput(NamedTuple):
    """The logarithms of the sums of exponentials, and the largest scores, of each row."""

    lse: Tensor | None = None
    max_scores: Tensor | None = None


def noop_mask(batch, head, token_q, token_kv):
    """A mask that keeps everything."""
    return batch.new_ones(size=(), dtype=torch.bool)


def _joined(mask_mods, first, join):
    if not all([callable(mod) for mod in mask_mods]):
        raise RuntimeError(f"All inputs should be callable mask_mods: {mask_mods}")

    def joined(b, h, q_idx, kv_idx):
        kept = torch.full((), first, dtype=torch.bool, device=b.device)
        for mod in mask_mods:
            kept = join(kept, mod(b, h, q_idx, kv_idx))
        return kept

    return joined


def or_masks(*mask_mods):
    """A mask that keeps what any of some masks keeps."""
    mask = _joined(mask_mods, False, torch.logical_or)
    mask.__name__ = "or_mask"
    return mask


def and_masks(*mask_mods):
    """A mask that keeps what all of some masks keep."""
    mask = _joined(mask_mods, True, torch.logical_and)
    mask.__name__ = "and_mask"
    return mask


def _places(sizes, device):
    """Indices of batches, heads, queries and keys, each along a dimension of its own."""
    shapes = [[-1 if i == j else 1 for j in range(4)] for i in range(4)]
    return [torch.arange(n, device=device).view(shape) for n, shape in zip(sizes, shapes)]


def _takes_scores(function):
    """Whether a function changes scores; the others are masks."""
    from inspect import Parameter, signature

    needed = [p for p in signature(function).parameters.values() if p.default is Parameter.empty and p.kind != p.VAR_KEYWORD]
    if len(needed) not in (4, 5):
        raise AssertionError(f"a score_mod has 5 parameters and a mask_mod 4, not {len(needed)}")
    return len(needed) == 5


def create_mask(mod_fn, B, H, Q_LEN, KV_LEN, device=None):
    """The mask (B, H, Q_LEN, KV_LEN) of a function of (batch, head, query, key); or, of a function that changes scores,
    what it makes of zeros."""
    sizes = (1 if B is None else B, 1 if H is None else H, Q_LEN, KV_LEN)
    if device is None:
        device = "cuda" if torch.cuda.is_available() else "cpu"
    places = _places(sizes, device)
    if not _takes_scores(mod_fn):
        return mod_fn(*places).expand(sizes).contiguous()
    out = mod_fn(torch.zeros(sizes, device=device), *places)
    return torch.where(torch.isneginf(out), False, True)


def _ordered(dense):
    """How many columns of each row are true, and all columns, those that are true first."""
    dense = dense.to(torch.int32)
    return dense.sum(-1).to(torch.int32), torch.argsort(dense, dim=-1, descending=True, stable=True).to(torch.int32)


def _dense(counts, columns):
    among = torch.arange(columns.shape[-1], device=columns.device) < counts[..., None]
    return torch.zeros(columns.shape, dtype=torch.int32, device=columns.device).scatter(-1, columns.long(), among.int())


def _unsliced(b, h, q_idx, kv_idx):
    raise RuntimeError(
        "Cannot use mask_mod from a sliced BlockMask. When you slice a BlockMask using [], the mask_mod attribute is reset. "
        "You must set it from the original BlockMask's mask_mod."
    )


class BlockMask:
    """Which blocks of a mask are needed: those that are true in part (`kv_*`), and those that are true (`full_kv_*`)."""

    def __init__(
        self, seq_lengths, kv_num_blocks, kv_indices, full_kv_num_blocks, full_kv_indices, q_num_blocks, q_indices,
        full_q_num_blocks, full_q_indices, BLOCK_SIZE, mask_mod,
    ):  # fmt: skip
        if kv_indices.dim() < 2:
            raise RuntimeError("BlockMask must have at least 2 dimensions")
        self.seq_lengths = seq_lengths
        self.kv_num_blocks, self.kv_indices = kv_num_blocks, kv_indices
        self.full_kv_num_blocks, self.full_kv_indices = full_kv_num_blocks, full_kv_indices
        self.q_num_blocks, self.q_indices = q_num_blocks, q_indices
        self.full_q_num_blocks, self.full_q_indices = full_q_num_blocks, full_q_indices
        self.BLOCK_SIZE, self.mask_mod = BLOCK_SIZE, mask_mod

    @classmethod
    def from_kv_blocks(
        cls, kv_num_blocks, kv_indices, full_kv_num_blocks=None, full_kv_indices=None, BLOCK_SIZE=128, mask_mod=None,
        seq_lengths=None, compute_q_blocks=True,
    ):  # fmt: skip
        """A mask of the blocks of keys that each block of queries needs."""
        if kv_indices.dim() < 2:
            raise RuntimeError("BlockMask must have at least 2 dimensions")
        if (full_kv_num_blocks is None) != (full_kv_indices is None):
            raise AssertionError("full_kv_num_blocks and full_kv_indices must be both provided or omitted")
        size = (BLOCK_SIZE, BLOCK_SIZE) if isinstance(BLOCK_SIZE, int) else tuple(BLOCK_SIZE)
        if seq_lengths is None:
            seq_lengths = (kv_indices.shape[-2] * size[0], kv_indices.shape[-1] * size[1])
        turned = [None] * 4
        if compute_q_blocks:
            turned[:2] = _ordered(_dense(kv_num_blocks, kv_indices).transpose(-2, -1))
            if full_kv_num_blocks is not None:
                turned[2:] = _ordered(_dense(full_kv_num_blocks, full_kv_indices).transpose(-2, -1))
        return cls(
            seq_lengths, kv_num_blocks, kv_indices, full_kv_num_blocks, full_kv_indices, *turned, size,
            noop_mask if mask_mod is None else mask_mod,
        )  # fmt: skip

    def _tensors(self):
        names = ("num_blocks", "indices")
        return [f"{full}{side}_{name}" for side in ("kv", "q") for full in ("", "full_") for name in names]

    def as_tuple(self, flatten=True):
        """Its parts."""
        sizes = self.BLOCK_SIZE if flatten else (self.BLOCK_SIZE,)
        lengths = self.seq_lengths if flatten else (self.seq_lengths,)
        return (*lengths, *[getattr(self, name) for name in self._tensors()], *sizes, self.mask_mod)

    @property
    def shape(self):
        """(*batch, queries, keys)"""
        return (*self.kv_indices.shape[:-2], *self.seq_lengths)

    def numel(self):
        """The number of elements of the mask."""
        return math.prod(self.shape)

    def sparsity(self):
        """The percentage of elements in blocks that are not needed; below 0 where blocks reach beyond the mask."""
        blocks = self.kv_num_blocks.sum()
        if self.full_kv_num_blocks is not None:
            blocks = blocks + self.full_kv_num_blocks.sum()
        return 100 * (1 - blocks.item() * self.BLOCK_SIZE[0] * self.BLOCK_SIZE[1] / self.numel())

    def to_dense(self):
        """The needed blocks as ones."""
        blocks = _dense(self.kv_num_blocks, self.kv_indices)
        if self.full_kv_num_blocks is not None:
            blocks = blocks | _dense(self.full_kv_num_blocks, self.full_kv_indices)
        return blocks

    def to_string(self, grid_size=(20, 20), limit=4):
        """A drawing of the needed blocks."""
        dense, parts = self.to_dense(), []
        most = (grid_size, grid_size) if isinstance(grid_size, int) else grid_size
        for i, at in enumerate(itertools.product(*[range(n) for n in dense.shape[:-2]])):
            if i == limit:
                parts.append("...")
                parts.append("To print out more, set BlockMask.to_string(limit=N)")
                parts.append("You can also index (BlockMask[batch, head]) to choose a specific batch or head")
                break
            parts.append(f"{at}\n{_drawing(dense[at], most)}")
        return "\n".join(parts)

    def __getitem__(self, index):
        index = index if isinstance(index, tuple) else (index,)
        index = tuple([slice(i, i + 1 or None) if isinstance(i, int) else i for i in index])
        parts = [getattr(self, name) for name in self._tensors()]
        return BlockMask(
            self.seq_lengths, *[None if part is None else part[index] for part in parts], self.BLOCK_SIZE, _unsliced
        )

    def to(self, device):
        """Moves it to a device."""
        parts = [getattr(self, name) for name in self._tensors()]
        return BlockMask(
            self.seq_lengths, *[None if part is None else part.to(device) for part in parts], self.BLOCK_SIZE, self.mask_mod
        )

    def __str__(self):
        return f"BlockMask(shape={self.shape}, sparsity={self.sparsity():.2f}%, \n{self.to_string().strip()}\n)"

    def __repr__(self):
        lines = []
        for name in self._tensors():
            part = getattr(self, name)
            lines.append(f"{name}={None if part is None else part.shape}")
        lines += [f"BLOCK_SIZE={self.BLOCK_SIZE}", f"shape={self.shape}", f"sparsity={self.sparsity():.2f}%"]
        lines.append(f"mask_mod={getattr(self.mask_mod, '__name__', self.mask_mod)}")
        return "BlockMask(\n    " + ",\n    ".join(lines) + "\n)"


def _drawing(dense, most):
    rows, columns = dense.shape
    down, across = [max(1, -(-n // limit)) for n, limit in zip((rows, columns), most)]
    lines = []
    for r in range(0, rows, down):
        shares = [dense[r : r + down, c : c + across].float().mean().item() for c in range(0, columns, across)]
        lines.append("".join(["██" if share == 1 else "  " if share == 0 else "░░" for share in shares]) + "\n")
    return "".join(lines)


def create_block_mask(mask_mod, B, H, Q_LEN, KV_LEN, device=None, BLOCK_SIZE=128, _compile=False):
    """The blocks that a mask of (batch, head, query, key) needs. B and H are None where the mask is the same for all."""
    if _takes_scores(mask_mod):
        raise AssertionError(f"create-block_mask requires a mask_mod function! Got {mask_mod}")
    size = (BLOCK_SIZE, BLOCK_SIZE) if isinstance(BLOCK_SIZE, int) else tuple(BLOCK_SIZE)
    mask = create_mask(mask_mod, B, H, Q_LEN, KV_LEN, device)
    edges = [-n % block for n, block in zip((Q_LEN, KV_LEN), size)]
    mask = torch.nn.functional.pad(mask, (0, edges[1], 0, edges[0]))
    rows, columns = mask.shape[-2] // size[0], mask.shape[-1] // size[1]
    counts = mask.view(*mask.shape[:2], rows, size[0], columns, size[1]).sum((-3, -1))
    full = counts == size[0] * size[1]
    return BlockMask.from_kv_blocks(
        *_ordered((counts > 0) & ~full), *_ordered(full), BLOCK_SIZE=size, mask_mod=mask_mod, seq_lengths=(Q_LEN, KV_LEN)
    )


def _warn_once(name, text, category=UserWarning):
    if name not in _warned:
        _warned.add(name)
        warnings.warn(text, category, stacklevel=1)


def _checked(query, key, value, block_mask, enable_gqa):
    if query.dim() != 4 or key.dim() != 4 or value.dim() != 4:
        raise NotImplementedError("NYI: query, key, and value must be 4D tensors")
    if query.size(-1) != key.size(-1):
        raise ValueError(
            f"Expect query and key/value to have the same embedding dimension but got E={query.size(-1)} and E={key.size(-1)}."
        )
    heads, kv_heads = query.size(-3), key.size(-3)
    if not enable_gqa and heads != kv_heads:
        raise ValueError(
            f"Expect query and key/value to have the same number of heads but got Hq={heads} and Hkv={kv_heads}. "
            "Try setting enable_gqa=True for GQA."
        )
    if heads % kv_heads != 0:
        raise ValueError(
            f"Expect number of query heads to be a multiple of kv heads for GQA but got Hq={heads} and Hkv={kv_heads}."
        )
    if query.size(0) != key.size(0) and block_mask is None:
        raise ValueError(
            "Expect query and key/value to have the same batch size, or non-none block_mask, "
            f"but got block_mask=None, Bq={query.size(0)}, and Bkv={key.size(0)}."
        )
    if block_mask is None:
        return
    if block_mask.mask_mod is _unsliced:
        raise RuntimeError("Cannot use mask_mod from a sliced BlockMask")
    q_len, kv_len = block_mask.seq_lengths
    given = f"block_mask was created for block_mask.shape={block_mask.shape} but got q_len={query.size(-2)} and kv_len={key.size(-2)}. "
    if query.size(-2) > q_len or key.size(-2) > kv_len:
        raise ValueError(
            given + "As the block mask was created for a smaller length than you're using it for, you likely need to create a "
            "new block mask."
        )
    if query.size(-2) < q_len or key.size(-2) < kv_len:
        raise ValueError(given + "As the block mask was created for a larger length, create one of the correct length.")


def flex_attention(
    query, key, value, score_mod=None, block_mask=None, scale=None, enable_gqa=False, return_lse=False, kernel_options=None,
    *, return_aux=None,
):  # fmt: skip
    """Attention over (batch, heads, length, width). `score_mod(score, batch, head, query, key)` changes the scores, and
    `block_mask` (of `create_block_mask`) says which keys each query sees. A query that sees none gets zeros.

    The functions are given the indices of all positions at once, and broadcast: they are made of tensor operations.
    """
    _checked(query, key, value, block_mask, enable_gqa)
    if return_lse and return_aux is not None:
        raise ValueError(
            "Cannot specify both return_lse and return_aux. "
            "return_lse is deprecated, please use return_aux=AuxRequest(lse=True) instead."
        )
    if return_lse:
        _warn_once(
            "return_lse",
            "return_lse is deprecated and will be removed in v2.10. Please use return_aux=AuxRequest(lse=True) instead.",
            FutureWarning,
        )
    groups = query.size(1) // key.size(1)
    key, value = [x.repeat_interleave(groups, 1).expand(query.size(0), -1, -1, -1) for x in (key, value)]
    scores = _scores(query, key, score_mod, block_mask, query.size(-1) ** -0.5 if scale is None else scale)
    none = torch.isneginf(scores).all(-1)
    weights = torch.where(none[..., None], 0.0, torch.softmax(scores, -1))
    out = (weights.to(query.dtype) @ value).to(query.dtype)
    if not return_lse and return_aux is None:
        return out
    lse = torch.where(none, -torch.inf, torch.logsumexp(scores, -1))
    if return_lse:
        return out, lse
    return out, AuxOutput(lse if return_aux.lse else None, scores.amax(-1) if return_aux.max_scores else None)


def _scores(query, key, score_mod, block_mask, scale):
    wide = torch.float64 if query.dtype == torch.float64 else torch.float32
    scores = (query @ key.transpose(-2, -1)).to(wide) * scale
    places = _places(scores.shape, query.device)
    if score_mod is not None:
        scores = score_mod(scores, *places).to(wide).expand(scores.shape)
    if block_mask is not None:
        scores = torch.where(block_mask.mask_mod(*places), scores, -torch.inf)
    return scores
