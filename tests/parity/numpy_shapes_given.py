# Arrays of arrays without dimensions, and shapes and axes that arrays and NumPy's integers give.
import numpy as np
import torch


def tell(name, run):
    try:
        found = run()
    except Exception as refusal:
        print(name, type(refusal).__name__, refusal)
        return
    found = found if isinstance(found, (tuple, list)) else [found]
    print(name, [(one.dtype.name, one.shape, one.tolist()) if isinstance(one, np.ndarray) else repr(one) for one in found])


zero = np.array(3)
half = np.array(0.5, dtype="float32")
small = np.array(7, dtype="uint8")
row = np.arange(3)
MADE = {
    "zeros": [np.array(1), np.array(2)],
    "kinds": [np.array(1), half],
    "narrow": [half, half],
    "small": [small, np.array(1, dtype="int8")],
    "with numbers": [zero, 4, 2.5],
    "with flags": [np.array(True), False],
    "with scalars": [np.float32(1), half, np.int64(2)],
    "nested": [[zero, 1], [2, np.array(9)]],
    "rows": [row, [zero, zero, 7]],
    "tuples": ((zero, half), (1, 2)),
    "deep": [[[zero], [1]], [[2], [half]]],
    "complex": [np.array(1j), zero],
    "texts": [np.array("a"), "bcd"],
    "text rows": [[np.array("a"), "b"], ["cc", np.array("d")]],
    "of tensors": [torch.tensor(2).numpy(), torch.tensor(5).numpy()],
    "tensor rows": [torch.arange(2).numpy(), [np.array(8), 9]],
    "tensor kinds": [torch.tensor(1.5).numpy(), 2],
    "moments": [np.array("2024-01-02", dtype="M8[D]"), np.datetime64("2025-03-04")],
    "ragged": [zero, [1, 2]],
    "ragged rows": [row, [zero, zero]],
    "objects": [np.array(None, dtype=object), 3],
}
for name, given in MADE.items():
    tell(f"array {name}:", lambda: np.array(given))
    tell(f"asarray {name}:", lambda: np.asarray(given))
for kind in ("float64", "int32", "complex64", "bool", "U3", object):
    tell(f"as {kind}:", lambda: np.array([zero, [0], half][::2], dtype=kind))
tell("stack", lambda: np.stack([zero, half]))
tell("hstack", lambda: np.hstack([zero, row]))
tell("max of", lambda: np.max([zero, small]))
tell("mean of", lambda: np.mean([half, half]))

box = np.arange(24).reshape(2, 3, 4)
SHAPES = {
    "array": np.array([4, 6]),
    "unknown": np.array([-1, 8]),
    "small": np.array([12, 2], dtype="uint8"),
    "tuple of integers": (np.int64(3), np.int32(8)),
    "list of integers": [np.int64(3), 8],
    "list of arrays": [np.array(6), np.array(4)],
    "integer": np.int64(24),
    "array without dimensions": np.array(24),
    "one": np.array([24]),
    "wrong": np.array([5, 5]),
    "float": np.array([4.0, 6.0]),
}
for name, shape in SHAPES.items():
    tell(f"reshape {name}:", lambda: box.reshape(shape))
    tell(f"np.reshape {name}:", lambda: np.reshape(box, shape))
    tell(f"zeros {name}:", lambda: np.zeros(shape).shape)
    tell(f"ones {name}:", lambda: np.ones(shape, dtype="int8").shape)
    tell(f"empty {name}:", lambda: np.empty(shape).shape)
    tell(f"full {name}:", lambda: np.full(shape, 2).shape)
    tell(f"broadcast_to {name}:", lambda: np.broadcast_to(np.array(1), shape).shape)
tell("reshape arguments", lambda: box.reshape(np.array(4), np.int64(6)))
tell("tile", lambda: np.tile(row, np.array([2, 2])))
tell("tile once", lambda: np.tile(row, np.array(2)))
tell("repeat", lambda: np.repeat(row, np.array([1, 0, 2])))
tell("resize", lambda: np.resize(row, np.array([2, 2])))
tell("unravel", lambda: np.unravel_index(7, np.array([3, 4])))
tell("ravel", lambda: np.ravel_multi_index((1, 2), np.array([3, 4])))
tell("indices", lambda: np.indices(np.array([2, 2])))
tell("random", lambda: np.random.default_rng(0).random(np.array([2, 3])).shape)
tell("normal", lambda: np.random.default_rng(0).normal(size=np.array([2, 3])).shape)
tell("old random", lambda: np.random.normal(size=np.array([2, 3])).shape)
tell("eye", lambda: np.eye(np.int64(2), np.int32(3)))
tell("linspace", lambda: np.linspace(0, 1, np.int64(3)))
tell("zeros_like", lambda: np.zeros_like(row, shape=np.array([2, 1])))
tell("full_like", lambda: np.full_like(row, 4, shape=np.array([2, 1])))

for axis in (np.int64(1), np.int8(-1), np.int32(0)):
    for name in ("sum", "max", "mean", "argmax", "cumsum", "argsort", "sort", "any", "flip", "prod", "std", "squeeze"):
        tell(f"{name} {axis!r}", lambda: getattr(np, name)(box[:, :1] if name == "squeeze" else box, axis=axis))
    tell(f"method {axis!r}", lambda: box.sum(axis=axis))
    tell(f"expand {axis!r}", lambda: np.expand_dims(row, axis).shape if abs(int(axis)) < 2 else None)
    tell(f"concatenate {axis!r}", lambda: np.concatenate([box, box], axis=axis).shape)
    tell(f"stack {axis!r}", lambda: np.stack([row, row], axis=axis))
    tell(f"take {axis!r}", lambda: np.take(box, [0], axis=axis))
    tell(f"roll {axis!r}", lambda: np.roll(box, np.int64(1), axis=axis).tolist())
    tell(f"swapaxes {axis!r}", lambda: np.swapaxes(box, axis, 0).shape)
    tell(f"moveaxis {axis!r}", lambda: np.moveaxis(box, axis, 0).shape)
    tell(f"split {axis!r}", lambda: np.array_split(box, 2, axis=axis))
for axes in (np.array([2, 0, 1]), [np.int64(1), 0, np.array(2)], tuple(np.array([1, 2, 0]))):
    tell(f"transpose {axes!r}", lambda: np.transpose(box, axes).shape)
    tell(f"method transpose {axes!r}", lambda: box.transpose(axes).shape)
    tell(f"moveaxis {axes!r}", lambda: np.moveaxis(box, axes, [0, 1, 2]).shape)
for axes in ((np.int64(0), np.int64(2)), tuple(np.array([1, 2]))):
    for name in ("sum", "max", "mean", "expand_dims", "flip"):
        tell(f"{name} of {axes!r}", lambda: getattr(np, name)(box, axis=axes))
alone = np.array(3.5)
for name, work in (
    ("T", lambda: alone.T),
    ("transpose()", lambda: alone.transpose()),
    ("transpose(())", lambda: alone.transpose(())),
    ("np.transpose", lambda: np.transpose(alone)),
    ("np.transpose of no axes", lambda: np.transpose(alone, ())),
    ("median", lambda: np.median(alone)),
    ("percentile", lambda: np.percentile(alone, 30)),
    ("squeeze", lambda: np.squeeze(alone)),
    ("squeeze of one", lambda: np.squeeze(np.ones((1, 1)))),
    ("squeeze of an axis", lambda: np.squeeze(np.ones((1,)), 0)),
    ("method squeeze", lambda: np.ones((1, 1)).squeeze()),
    ("ravel", lambda: alone.ravel()),
):
    tell(f"alone {name}", work)
