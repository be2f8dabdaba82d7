"""`matplotlib.tri`: triangles between points."""

import numpy as np
from matplotlib._areas import delaunay
from matplotlib._data import column


class Triangulation:
    """Points and triangles: those given, or Delaunay's."""

    def __init__(self, x, y, triangles=None, mask=None):
        self.x, self.y = np.asarray(x, dtype=float).ravel(), np.asarray(y, dtype=float).ravel()
        if self.x.shape != self.y.shape:
            raise ValueError(f"x and y must be equal-length 1D arrays, but found shapes {self.x.shape!r} and {self.y.shape!r}")
        self.is_delaunay = triangles is None
        if triangles is None:
            self.triangles = np.array(delaunay(column(self.x), column(self.y)), dtype=np.int32).reshape(-1, 3)
        else:
            self.triangles = np.asarray(triangles, dtype=np.int32)
            if self.triangles.ndim != 2 or self.triangles.shape[1] != 3:
                raise ValueError(f"triangles must be a (N, 3) int array, but found shape {self.triangles.shape!r}")
            if self.triangles.size and not (0 <= int(self.triangles.min()) and int(self.triangles.max()) < len(self.x)):
                raise ValueError(f"triangles are indices into the points and must be in the range 0 <= i < {len(self.x)}")
        self.set_mask(mask)

    def set_mask(self, mask):
        """Leaves out the triangles where it is true."""
        if mask is not None:
            mask = np.asarray(mask, dtype=bool)
            if mask.shape != (len(self.triangles),):
                raise ValueError("mask array must have same length as triangles array")
        self.mask = mask

    def get_masked_triangles(self):
        """The triangles that are not left out."""
        return self.triangles if self.mask is None else self.triangles[~self.mask]

    @property
    def edges(self):
        """Pairs of points that are joined."""
        found = set()
        for a, b, c in self.get_masked_triangles().tolist():
            found |= {(max(pair), min(pair)) for pair in ((a, b), (b, c), (c, a))}
        return np.array(sorted(found), dtype=np.int32).reshape(-1, 2)

    @staticmethod
    def get_from_args_and_kwargs(*args, **kwargs):
        """The triangulation that the first arguments give, and what is left."""
        if args and isinstance(args[0], Triangulation):
            return args[0], list(args[1:]), kwargs
        x, y, *rest = args
        triangles, mask = kwargs.pop("triangles", None), kwargs.pop("mask", None)
        if triangles is None and rest:
            given = np.asarray(rest[0])
            if given.ndim == 2 and given.shape[1] == 3 and "int" in str(given.dtype):
                triangles, rest = given, rest[1:]
        return Triangulation(x, y, triangles, mask), rest, kwargs
