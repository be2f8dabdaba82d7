# cpu only: NumPy's arrays lie in the host's memory
# Functions that make arrays, with each of their options, and what lies where in memory.
import numpy as np


def show(run):
    try:
        print(repr(run()))
    except Exception as error:
        print(type(error).__name__, error)


def laid(a):
    return a.flags["C_CONTIGUOUS"], a.flags.f_contiguous, a.strides, a.dtype, a.tolist()


F = np.asfortranarray(np.arange(6).reshape(2, 3))
for order in ("C", "F", "A", "K", None):
    for run in (
        lambda: np.array([[1, 2], [3, 4]], order=order),
        lambda: np.array(F, order=order),
        lambda: np.asarray(F, order=order),
        lambda: np.copy(F, order=order or "K"),
        lambda: F.copy(order=order or "C"),
        lambda: F.astype(float, order=order or "K"),
        lambda: np.empty_like(F, order=order or "K") * 0,
        lambda: np.zeros_like(F, order=order or "K"),
        lambda: np.ones_like(F, order=order or "K", dtype="float32"),
        lambda: np.full_like(F, 7, order=order or "K"),
    ):
        show(lambda: laid(run()))
for order in ("C", "F"):
    for run in (
        lambda: np.zeros((2, 3), order=order),
        lambda: np.ones((2, 3), dtype="int8", order=order),
        lambda: np.full((2, 3), 5, order=order),
        lambda: np.full((2, 3), [1.5, 2, 3], order=order),
        lambda: np.full((2, 2), 1, dtype="float32", order=order, like=None),
        lambda: np.eye(2, 3, k=1, order=order),
        lambda: F.reshape(3, 2, order=order),
        lambda: F.reshape((6,), order=order),
        lambda: np.reshape(F, (3, -1), order=order),
        lambda: F.ravel(order=order),
        lambda: np.ravel(F, order),
        lambda: F.flatten(order),
        lambda: np.require(F, requirements=order),
    ):
        show(lambda: laid(run()))
for run in (
    lambda: np.array([1, 2], ndmin=3),
    lambda: np.array(3, ndmin=1),
    lambda: np.array([1, 2], dtype="float32", copy=True, subok=True),
    lambda: np.asarray(F) is F,
    lambda: np.array(F, copy=None) is F,
    lambda: np.array([1], copy=False),
    lambda: np.asarray(F, dtype=float, copy=False),
    lambda: np.shares_memory(np.array(F, copy=False), F),
    lambda: np.shares_memory(np.array(F), F),
    lambda: np.zeros((2, 3), order="x"),
    lambda: np.zeros_like(F, shape=(2,)),
    lambda: np.ones_like(F, shape=3, dtype=bool),
    lambda: np.empty((0, 3)),
    lambda: np.identity(2, dtype=int),
    lambda: np.tri(2, 3, 1, dtype=int),
    lambda: np.diagflat([[1, 2], [3, 4]]),
    lambda: np.linspace(0, 1, 3, retstep=True),
    lambda: np.linspace([0, 10], [1, 20], 3),
    lambda: np.linspace([0, 10], [1, 20], 3, axis=1),
    lambda: np.linspace(0, 5, 4, dtype=int),
    lambda: np.linspace(0, 5, 5, endpoint=False),
    lambda: np.linspace(0, 1, -1),
    lambda: np.linspace(3, 4, 1),
    lambda: np.logspace(0, 2, 3, base=2),
    lambda: np.geomspace(1, 8, 4),
    lambda: np.geomspace(-1, -8, 4, endpoint=False),
    lambda: np.geomspace(0, 1),
    lambda: np.arange(3, dtype="float32", like=None),
    lambda: np.arange(start=1, stop=4),
    lambda: np.arange(5, 0, -2),
    lambda: np.arange(),
    lambda: np.arange(1, 2, 0),
    lambda: np.ascontiguousarray(5),
    lambda: np.asfortranarray(F.T).flags.c_contiguous,
    lambda: np.asarray_chkfinite([1.0, np.nan]),
    lambda: np.fromiter(range(3), float, count=2),
    lambda: np.fromiter(range(3), int, count=5),
    lambda: np.frombuffer(b"\x01\x02\x03\x04", dtype="uint8"),
    lambda: np.frombuffer(b"\x01\x02\x03\x04", dtype="int16", count=1, offset=2),
    lambda: np.frombuffer(b"\x01\x02\x03", dtype="int16"),
    lambda: np.frombuffer(b"\x01\x02", dtype="int16", count=2),
    lambda: np.fromstring("1, 2, 3", sep=","),
    lambda: np.fromstring("1 2 3", dtype=int, sep=" "),
    lambda: np.fromfunction(lambda i, j: i + j, (2, 2), dtype=int),
    lambda: np.indices((2, 2), sparse=True),
    lambda: np.meshgrid([1, 2], [3, 4, 5], sparse=True),
    lambda: np.meshgrid([1, 2], [3, 4, 5], indexing="ij"),
    lambda: np.meshgrid([1], [2], indexing="x"),
    lambda: np.zeros(3).flags,
    lambda: np.arange(6).reshape(2, 3).T.flags.fnc,
    lambda: np.arange(6).reshape(2, -1, order="F"),
    lambda: np.arange(6).reshape(4, -1),
    lambda: np.arange(6).reshape(-1, -1),
    lambda: np.arange(4).astype("int8", casting="safe"),
    lambda: np.arange(4).astype(float, copy=False).dtype,
    lambda: np.arange(4).item(2),
    lambda: np.arange(4).reshape(2, 2).item(1, 0),
    lambda: np.arange(4).reshape(2, 2).item(3),
    lambda: np.arange(4).item(),
    lambda: np.array([1, 256], dtype="int16").byteswap(),
    lambda: np.array([1.0, 2.0]).view("int64"),
    lambda: np.arange(4, dtype="uint8").view("int16"),
    lambda: np.block([[np.eye(2), np.zeros((2, 1))], [np.ones((1, 3))]]),
):
    show(run)
