"""`numpy.random.Generator`: NumPy's newer way of drawing; the same seed gives NumPy's numbers."""

import numpy

from numpy.random import PCG64, _bounded, _copy_into, _doubles, _normals, _order, _singles, _some_of


class Generator(_Draws):
    """Draws from the bits of a PCG64: `rng = np.random.default_rng(seed)`."""

    def __init__(self, bit_generator):
        self.bit_generator = self._bits = bit_generator

    def __repr__(self):
        return f"Generator(PCG64) at {hex(id(self)).upper().replace('X', 'x')}"

    __str__ = lambda self: "Generator(PCG64)"

    def permuted(self, x, *, axis=None, out=None):
        """A copy, all of it in random order."""
        x = numpy.array(x)
        if axis is None:
            shuffled = x.reshape(-1)[_order(self.bit_generator, x.size)].reshape(x.shape)
        else:
            rows = numpy.moveaxis(x, axis, -1)
            flat = [row[_order(self.bit_generator, x.shape[axis])] for row in rows.reshape(-1, x.shape[axis])]
            shuffled = numpy.moveaxis(numpy.stack(flat).reshape(rows.shape), -1, axis)
        if out is None:
            return shuffled
        out[...] = shuffled
        return out

    def standard_exponential(self, size=None, dtype=numpy.float64, method="zig", out=None):
        """Waiting times of rate 1, by the ziggurat, or by the inverse of their distribution (method "inv")."""
        size = numpy.shape(out) if size is None and out is not None else size
        single = numpy.dtype(dtype) == numpy.float32
        if method == "zig" and single:
            raise NotImplementedError('the ziggurat draws float64 here: ask for method="inv", or convert with astype')
        found = self._numbers("exponential", size) if method == "zig" else -numpy.log1p(-self.random(size, dtype=dtype))
        if out is None:
            return found
        out[...] = found
        return out

    def bytes(self, length):
        """Random bytes."""
        words = _bounded(self.bit_generator, 0, (1 << 32) - 1, -(-length // 4)).tolist()
        return b"".join([int(word).to_bytes(4, "little") for word in words])[:length]

    def multivariate_hypergeometric(self, colors, nsample, size=None, method="marginals"):
        """How many of each colour are among those drawn from an urn."""
        if method != "marginals":
            raise NotImplementedError(f"multivariate_hypergeometric draws by method='marginals' here, not {method!r}")
        colors, (count, shape) = [int(n) for n in numpy.asarray(colors).tolist()], _count(size)
        total = sum(colors)
        if nsample > total:
            raise ValueError("nsample > sum(colors)")
        rows = numpy.array([self._urn(colors, total, nsample) for _ in range(count)])
        return rows[0] if shape is None else rows.reshape(shape + (len(colors),))

    def _urn(self, colors, total, nsample):
        most = nsample > total // 2
        left, rest, row = total - nsample if most else nsample, total, [0] * len(colors)
        for i, n in enumerate(colors[:-1]):
            if left <= 0:
                break
            rest -= n
            row[i] = self.hypergeometric(n, rest, left)
            left -= row[i]
        if left > 0:
            row[-1] = left
        return [n - drawn for n, drawn in zip(colors, row)] if most else row

    def _draw(self, function, size, place=0.0, width=1.0):
        """`place + width * draw`, where both may be arrays that the size follows from."""
        if size is None and (isinstance(place, numpy.ndarray) or isinstance(width, numpy.ndarray)):
            size = numpy.broadcast_shapes(numpy.shape(place), numpy.shape(width))
        count, shape = _count(size)
        return place + width * _shaped(function(self.bit_generator, count), shape)

    def random(self, size=None, dtype="float64", out=None):
        """Numbers from 0 to 1, which is not included."""
        count, shape = _count(size if out is None else out.shape)
        if numpy.dtype(dtype) == numpy.dtype("float32"):
            drawn = _singles(self.bit_generator, count).astype("float32")
        else:
            drawn = _doubles(self.bit_generator, count)
        if out is not None:
            _copy_into(out, drawn.reshape(shape))
            return out
        return _shaped(drawn, shape)

    def uniform(self, low=0.0, high=1.0, size=None):
        """Numbers from low to high."""
        low, high = (numpy.asarray(x) if isinstance(x, (list, tuple)) else x for x in (low, high))
        return self._draw(_doubles, size, low, high - low)

    def standard_normal(self, size=None, dtype="float64", out=None):
        """Normal numbers with mean 0 and deviation 1."""
        if numpy.dtype(dtype) != numpy.float64:
            raise NotImplementedError("normal numbers are drawn as float64 here: convert them with astype")
        if out is None:
            return self._draw(_normals, size)
        out[...] = self._draw(_normals, numpy.shape(out) if size is None else size)
        return out

    def normal(self, loc=0.0, scale=1.0, size=None):
        """Normal numbers."""
        loc, scale = (numpy.asarray(x) if isinstance(x, (list, tuple)) else x for x in (loc, scale))
        if numpy.any(numpy.asarray(scale) < 0):
            raise ValueError("scale < 0")
        return self._draw(_normals, size, loc, scale)

    def multivariate_normal(self, mean, cov, size=None, check_valid="warn", tol=1e-8, *, method="svd"):
        """Vectors of normal numbers that vary together."""
        mean, cov = numpy.asarray(mean, dtype="float64"), numpy.asarray(cov, dtype="float64")
        if mean.ndim != 1:
            raise ValueError("mean must be 1 dimensional")
        if cov.ndim != 2 or cov.shape[0] != cov.shape[1]:
            raise ValueError("cov must be 2 dimensional and square")
        if mean.shape[0] != cov.shape[0]:
            raise ValueError("mean and cov must have same length")
        _, shape = _count(size)
        shape = (shape or ()) + (len(mean),)
        drawn = self.standard_normal(shape).reshape(-1, len(mean))
        if method == "cholesky":
            factor = numpy.linalg.cholesky(cov)
        elif method == "eigh":
            values, vectors = numpy.linalg.eigh(cov)
            factor = vectors * numpy.sqrt(values)
        else:
            u, s, _ = numpy.linalg.svd(cov)
            factor = u * numpy.sqrt(s)
        return (mean + drawn @ factor.T).reshape(shape)

    def integers(self, low, high=None, size=None, dtype="int64", endpoint=False):
        """Whole numbers from low up to high, which is not included; from 0 where only one is given."""
        low, high = (0, low) if high is None else (low, high)
        last = int(high) if endpoint else int(high) - 1
        low = int(low)
        if low > last:
            raise ValueError("low > high" if endpoint else "high <= 0" if low == 0 else "low >= high")
        kind = numpy.dtype(dtype)
        if str(kind) not in ("int64", "int32"):
            raise NotImplementedError(f"Generator.integers draws int64 and int32, not {kind}: take these and .astype({kind})")
        count, shape = _count(size)
        drawn = _bounded(self.bit_generator, low, last, count).astype(kind)
        return drawn[0] if shape is None else drawn.reshape(shape)

    def shuffle(self, x, axis=0):
        """Shuffles along an axis, in place."""
        order = _order(self.bit_generator, x.shape[axis] if isinstance(x, numpy.ndarray) else len(x))
        if isinstance(x, list):
            x[:] = [x[i] for i in order.tolist()]
            return
        _copy_into(x, numpy.take(x, order, axis=axis))

    def permutation(self, x, axis=0):
        """A copy in random order; of 0..x for a number."""
        if isinstance(x, (int, numpy.integer)):
            return _order(self.bit_generator, x)
        x = numpy.asarray(x)
        return numpy.take(x, _order(self.bit_generator, x.shape[axis]), axis=axis)

    def choice(self, a, size=None, replace=True, p=None, axis=0, shuffle=True):
        """Some of these at random, or of 0..a; `p` are their probabilities."""
        values = None if isinstance(a, (int, numpy.integer)) else numpy.asarray(a)
        if values is not None and values.ndim == 0:
            a, values = _whole_number(a, values.item()), None
        n = a if values is None else values.shape[axis]
        count, shape = _count(size)
        if n <= 0 and count:
            kind = "must be a positive integer" if values is None else "cannot be empty"
            raise ValueError(f"a {kind} unless no samples are taken")
        if p is not None:
            p = numpy.array(p, dtype="float64")
            if p.ndim != 1:
                raise ValueError("p must be 1-dimensional")
            if len(p) != n:
                raise ValueError("a and p must have same size")
            if numpy.isnan(p).any():
                raise ValueError("Probabilities contain NaN")
            if p.min() < 0:
                raise ValueError("Probabilities are not non-negative")
            if abs(p.sum() - 1) > 1e-8:
                raise ValueError("Probabilities do not sum to 1. See Notes section of docstring for more information.")
        if not replace and count > n:
            raise ValueError("Cannot take a larger sample than population when replace is False")
        if not replace and p is not None and (p > 0).sum() < count:
            raise ValueError("Fewer non-zero entries in p than size")
        if not count:
            index = numpy.zeros(0, dtype="int64")
        elif p is None:
            index = _bounded(self.bit_generator, 0, n - 1, count) if replace else _some_of(self.bit_generator, n, count, shuffle)
        elif replace:
            index = self._by_weight(p, count)
        else:
            index = []
            while len(index) < count:
                if index:
                    p[index] = 0
                found = self._by_weight(p, count - len(index))
                index += [i for at, i in enumerate(found.tolist()) if i not in found[:at].tolist()]
            index = numpy.array(index)
        if values is None and shape is None:
            return int(index[0])
        drawn = index if values is None else numpy.take(values, index, axis=axis)
        if shape is None:
            return drawn[0]
        if values is None or values.ndim == 1:
            return drawn.reshape(shape)
        return drawn if len(shape) == 1 else drawn.reshape(values.shape[:axis] + shape + values.shape[axis + 1 :])

    def _by_weight(self, p, count):
        sums = numpy.cumsum(p)
        sums = sums / sums[-1]
        return numpy.searchsorted(sums, _doubles(self.bit_generator, count), side="right")


def _whole_number(given, number):
    try:
        return operator.index(number)
    except TypeError:
        raise ValueError(f"a must be a sequence or an integer, not {type(given)}") from None


def default_rng(seed=None):
    """A Generator of PCG64's bits, from a seed.

    np.random.default_rng(0).integers(10, size=3)  # array([8, 6, 5])
    """
    if isinstance(seed, Generator):
        return seed
    return Generator(seed if isinstance(seed, PCG64) else PCG64(seed))
