"""`PIL.ImageStat`: sums and means of a picture's bands."""

import math


class Stat:
    """Numbers of each band of a picture (or of its histogram): mean, median, stddev, extrema, ..."""

    def __init__(self, image_or_list, mask=None):
        if isinstance(image_or_list, list):
            self.h = image_or_list
        elif hasattr(image_or_list, "histogram"):
            self.h = image_or_list.histogram(mask)
        else:
            raise TypeError("first argument must be image or list")
        self.bands = list(range(len(self.h) // 256))

    def _each(self, work):
        return [work(self.h[256 * band : 256 * (band + 1)]) for band in self.bands]

    @property
    def extrema(self):
        """The smallest and largest value of each band."""

        def ends(counts):
            there = [value for value, count in enumerate(counts) if count]
            return (there[0], there[-1]) if there else (255, 0)

        return self._each(ends)

    @property
    def count(self):
        """The number of pixels."""
        return self._each(sum)

    @property
    def sum(self):
        """The sum of values."""
        return self._each(lambda counts: float(sum([value * count for value, count in enumerate(counts)])))

    @property
    def sum2(self):
        """The sum of squares."""
        return self._each(lambda counts: float(sum([value**2 * float(count) for value, count in enumerate(counts)])))

    @property
    def mean(self):
        """The mean value."""
        return [total / count if count else 0 for total, count in zip(self.sum, self.count)]

    @property
    def median(self):
        """The value in the middle."""

        def middle(counts):
            half, seen = sum(counts) // 2, 0
            for value, count in enumerate(counts):
                seen += count
                if seen > half:
                    break
            return value

        return self._each(middle)

    @property
    def rms(self):
        """The root of the mean square."""
        return [math.sqrt(squares / count) if count else 0 for squares, count in zip(self.sum2, self.count)]

    @property
    def var(self):
        """The variance."""
        return [(squares - total**2.0 / count) / count if count else 0 for squares, total, count in zip(self.sum2, self.sum, self.count)]

    @property
    def stddev(self):
        """The standard deviation."""
        return [math.sqrt(variance) for variance in self.var]


Global = Stat
