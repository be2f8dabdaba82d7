"""`matplotlib.gridspec`: a figure's grid, from which axes take cells: fig.add_subplot(grid[0, :])."""


class SubplotSpec:
    """Cells of a grid."""

    def __init__(self, grid, row, column):
        self.grid, self.row, self.column = grid, row, column

    def get_gridspec(self):
        """The grid."""
        return self.grid


class GridSpec:
    """A grid of nrows by ncols: grid[0, 1], grid[1, :], grid[2]."""

    def __init__(self, nrows, ncols, figure=None, *, left=None, right=None, bottom=None, top=None, wspace=None, hspace=None,
                 width_ratios=None, height_ratios=None):
        self.nrows, self.ncols = int(nrows), int(ncols)
        if self.nrows < 1 or self.ncols < 1:
            raise ValueError(f"Number of rows and columns must be positive integers, not {nrows} and {ncols}")
        self.width_ratios = [float(r) for r in width_ratios] if width_ratios is not None else [1.0] * self.ncols
        self.height_ratios = [float(r) for r in height_ratios] if height_ratios is not None else [1.0] * self.nrows
        if len(self.width_ratios) != self.ncols:
            raise ValueError("Expected the given number of width ratios to match the number of columns of the grid")
        if len(self.height_ratios) != self.nrows:
            raise ValueError("Expected the given number of height ratios to match the number of rows of the grid")

    @staticmethod
    def _span(key, count):
        if isinstance(key, slice):
            start, stop, _ = key.indices(count)
            if stop <= start:
                raise IndexError("GridSpec slice would result in no space allocated for subplot")
            return start, stop
        at = key + count if key < 0 else key
        if not 0 <= at < count:
            raise IndexError(f"index {key} is out of bounds for axis with size {count}")
        return at, at + 1

    def __getitem__(self, key):
        if isinstance(key, tuple):
            return SubplotSpec(self, self._span(key[0], self.nrows), self._span(key[1], self.ncols))
        first, last = self._span(key, self.nrows * self.ncols)
        last -= 1
        rows = first // self.ncols, last // self.ncols + 1
        columns = first % self.ncols, last % self.ncols + 1
        return SubplotSpec(self, rows, (min(columns[0], columns[1] - 1), max(columns[0] + 1, columns[1])))

    def update(self, **kwargs):
        """Accepted: space between axes is computed from their contents."""

    def subplots(self, **kwargs):
        """Axes for all cells."""
        raise NotImplementedError("use plt.subplots(nrows, ncols), which takes width_ratios and height_ratios as well")
