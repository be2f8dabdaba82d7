"""`torch.quasirandom`: points that fill a cube more evenly than random ones do."""

import torch


class SobolEngine:
    """Points of a Sobol sequence in up to 1111 dimensions, with Joe and Kuo's direction numbers; scrambled they are random, and still even.

    Shapes: draw(n): (n, dimension), each number from 0 to 1
    Errors: ValueError for a dimension out of range: `torch.quasirandom.SobolEngine(0)`

    >>> engine = torch.quasirandom.SobolEngine(2)
    >>> engine.draw(3)
    tensor([[0.0000, 0.0000],
            [0.5000, 0.5000],
            [0.7500, 0.2500]])
    """

    MAXBIT = 30
    MAXDIM = 1111

    def __init__(self, dimension, scramble=False, seed=None):
        self.dimension = dimension
        self.scramble = scramble
        self.seed = seed
        self.sobolstate = torch._sobol_state(dimension)
        self.shift = torch.zeros(dimension, dtype=torch.int64, device="cpu")
        if scramble:
            self._scramble()
        self.quasi = self.shift.clone()
        self.num_generated = 0

    def _scramble(self):
        generator = None
        if self.seed is not None:
            generator = torch.Generator()
            generator.manual_seed(self.seed)
        weights = 2 ** torch.arange(self.MAXBIT, device="cpu")
        bits = torch.randint(2, (self.dimension, self.MAXBIT), device="cpu", generator=generator)
        self.shift = (bits * weights).sum(-1)
        mixing = torch.randint(2, (self.dimension, self.MAXBIT, self.MAXBIT), device="cpu", generator=generator).tril()
        mixing.diagonal(0, -2, -1).fill_(1)
        # Highest bits first. Sums of products modulo 2 mix them.
        places = torch.arange(self.MAXBIT - 1, -1, -1, device="cpu")
        bits = (self.sobolstate[..., None] >> places) & 1
        mixed = torch.matmul(bits.double(), mixing.double().transpose(1, 2)).long() % 2
        self.sobolstate = (mixed << places).sum(-1)

    def _points(self, start, n):
        """The points number `start`, `start + 1`, ... as integers."""
        number = torch.arange(start, start + n, device="cpu")
        gray = number ^ (number >> 1)
        points = self.shift.expand(n, self.dimension)
        for bit in range(max(start + n - 1, 0).bit_length()):
            points = points ^ (((gray >> bit) & 1)[:, None] * self.sobolstate[:, bit])
        return points

    def draw(self, n=1, out=None, dtype=None):
        """The next n points."""
        dtype = torch.get_default_dtype() if dtype is None else dtype
        points = self._points(self.num_generated, n)
        result = points.to(dtype) * 2.0**-self.MAXBIT
        if self.num_generated == 0 and n > 0:
            # The first point is rounded to the default dtype, as in PyTorch.
            result[0] = points[0] / 2**self.MAXBIT
        self._forward(n)
        if out is not None:
            out.resize_as_(result).copy_(result)
            return out
        return result

    def draw_base2(self, m, out=None, dtype=None):
        """The next 2**m points; ValueError where that leaves the sequence out of balance."""
        n = 2**m
        total = self.num_generated + n
        if total & (total - 1) != 0:
            raise ValueError(
                f"The balance properties of Sobol' points require n to be a power of 2. {self.num_generated} points have "
                f"been previously generated, then: n={self.num_generated}+2**{m}={total}. If you still want to do this, "
                "please use 'SobolEngine.draw()' instead."
            )
        return self.draw(n, out, dtype)

    def _forward(self, n):
        self.num_generated += n
        if self.num_generated > 0:
            self.quasi = self._points(self.num_generated - 1, 1)[0]

    def fast_forward(self, n):
        """Skips n points."""
        self._forward(n)
        return self

    def reset(self):
        """Starts over."""
        self.quasi = self.shift.clone()
        self.num_generated = 0
        return self

    def __repr__(self):
        said = [f"dimension={self.dimension}"] + ["scramble=True"] * bool(self.scramble)
        said += [f"seed={self.seed}"] if self.seed is not None else []
        return f"{type(self).__name__}({', '.join(said)})"
