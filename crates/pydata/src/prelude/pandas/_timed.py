"""What columns and tables whose labels are moments have: `resample`, `asfreq`, `shift(freq=)`."""

import math


class Timed:
    """Methods of rows in time."""

    def resample(self, rule, closed=None, label=None, on=None, level=None, origin="start_day", offset=None):
        """Rows in spans of time: .resample("ME").sum()."""
        from pandas._resample import resampled

        return resampled(self, rule, on, level, closed, label, origin, offset)

    def asfreq(self, freq, method=None, fill_value=math.nan):
        """The rows at moments a step apart, from the first to the last."""
        from pandas._resample import asfreq

        return asfreq(self, freq, method, fill_value)

    def tz_localize(self, tz, ambiguous="raise", nonexistent="raise"):
        """The rows with the same clocks in a zone as labels."""
        made = self.copy()
        made.index = self.index.tz_localize(tz, ambiguous=ambiguous, nonexistent=nonexistent)
        return made

    def tz_convert(self, tz):
        """The rows with the same moments in another zone as labels."""
        made = self.copy()
        made.index = self.index.tz_convert(tz)
        return made

    def at_time(self, time):
        """The rows at a time of day."""
        from pandas._resample import at_time

        return at_time(self, time)

    def between_time(self, start_time, end_time):
        """The rows between two times of day."""
        from pandas._resample import between_time

        return between_time(self, start_time, end_time)

    def first_valid_index(self):
        """The label of the first row with a value."""
        return self._valid_label(0)

    def last_valid_index(self):
        """The label of the last row with a value."""
        return self._valid_label(-1)

    def _valid_label(self, at):
        left = self.dropna(how="all") if self.ndim == 2 else self.dropna()
        return left.index[at] if len(left) else None

    def to_timestamp(self, freq=None, how="start"):
        """The rows with the first moments of their periods as labels."""
        made = self.copy()
        made.index = self.index.to_timestamp(freq, how)
        return made

    def to_period(self, freq=None):
        """The rows with periods as labels."""
        made = self.copy()
        made.index = self.index.to_period(freq)
        return made
