"""`torch.utils.benchmark`: how long a statement takes, measured over and over."""

import textwrap
import time

import torch
from torch import _benchmark

_UNITS = (("ns", 1e-9), ("us", 1e-6), ("ms", 1e-3), ("s", 1.0))


def select_unit(t):
    """Returns the unit for a time, and its length in seconds."""
    return next((unit for unit in reversed(_UNITS) if t >= unit[1]), _UNITS[0])


def _quantile(times, q):
    at = q * (len(times) - 1)
    low = int(at)
    high = min(low + 1, len(times) - 1)
    return times[low] + (times[high] - times[low]) * (at - low)


class TaskSpec:
    """The measured code."""

    def __init__(self, stmt, setup, global_setup="", label=None, sub_label=None, description=None, env=None, num_threads=1):
        self.stmt, self.setup, self.global_setup = stmt, setup, global_setup
        self.label, self.sub_label, self.description, self.env = label, sub_label, description, env
        self.num_threads = num_threads

    @property
    def title(self):
        """The label, or the statement."""
        sub = f": {self.sub_label}" if self.sub_label else ""
        if self.label is not None:
            return self.label + sub
        if "\n" not in self.stmt:
            return self.stmt + sub
        return f"stmt:{sub}\n{textwrap.indent(self.stmt, '  ')}"

    def setup_str(self):
        """The setup, as displayed."""
        if self.setup == "pass" or not self.setup:
            return ""
        return f"setup:\n{textwrap.indent(self.setup, '  ')}" if "\n" in self.setup else f"setup: {self.setup}"

    def summarize(self):
        """Title, description and set-up."""
        parts = [self.title, self.description or "", self.setup_str()]
        return "\n".join([f"{part}\n" if "\n" in part else part for part in parts if part])


class Measurement:
    """Times of a statement: `times` are seconds for one run."""

    def __init__(self, number_per_run, raw_times, task_spec, metadata=None):
        self.number_per_run, self.raw_times, self.task_spec, self.metadata = number_per_run, raw_times, task_spec, metadata

    @property
    def times(self):
        """Seconds for one run, of each measurement."""
        return [t / self.number_per_run for t in self.raw_times]

    @property
    def median(self):
        """The middle one, in seconds."""
        return _quantile(sorted(self.times), 0.5)

    @property
    def mean(self):
        """Their mean, in seconds."""
        return sum(self.times) / len(self.times)

    @property
    def iqr(self):
        """The interquartile range, in seconds."""
        times = sorted(self.times)
        return _quantile(times, 0.75) - _quantile(times, 0.25)

    @property
    def num_threads(self):
        return self.task_spec.num_threads

    @property
    def title(self):
        return self.task_spec.title

    def __repr__(self):
        times = sorted(self.times)
        unit, scale = select_unit(self.median)
        several = len(times) > 1
        lines = [object.__repr__(self), self.task_spec.summarize()]
        lines.append(f"  {'Median: ' if several else ''}{self.median / scale:.2f} {unit}")
        if len(times) >= 4:
            low, high = _quantile(times, 0.25), _quantile(times, 0.75)
            lines.append(f"  IQR:    {self.iqr / scale:.2f} {unit} ({low / scale:.2f} to {high / scale:.2f})")
        runs = f"{len(times)} measurement{'s' if several else ''}, {self.number_per_run} runs {'per measurement,' if several else ','}"
        lines.append(f"  {runs} {self.num_threads} thread{'s' if self.num_threads > 1 else ''}")
        return "\n".join(lines)


class Timer:
    """Measures a statement, given as text, with the names of `globals` (and torch); CUDA devices are waited for."""

    def __init__(
        self,
        stmt="pass",
        setup="pass",
        global_setup="",
        timer=time.perf_counter,
        globals=None,
        label=None,
        sub_label=None,
        description=None,
        env=None,
        num_threads=1,
        language="python",
    ):
        if not isinstance(stmt, str):
            raise ValueError("Currently only a `str` stmt is supported.")
        stmt, setup = textwrap.dedent(stmt).strip("\n"), textwrap.dedent(setup).strip("\n")
        self._timer = timer
        self._task_spec = TaskSpec(stmt, setup, global_setup, label, sub_label, description, env, num_threads)
        source = "\n".join(
            [
                "def timed(_count):",
                textwrap.indent(setup, "    "),
                "    _start = _timer()",
                "    for _ in range(_count):",
                textwrap.indent(stmt, "        "),
                "    _wait()",
                "    return _timer() - _start",
            ]
        )
        names = dict(globals or {}, _timer=timer, _wait=self._wait)
        names.setdefault("torch", torch)
        self._timed = _benchmark.function_of_text(source + "\n", names, "timed")

    @staticmethod
    def _wait():
        if torch.cuda.is_available():
            torch.cuda.synchronize()

    def _run(self, number):
        before = torch.get_num_threads()
        torch.set_num_threads(self._task_spec.num_threads)
        try:
            self._wait()
            return max(self._timed(number), 1e-9)
        finally:
            torch.set_num_threads(before)

    def timeit(self, number=1000000):
        """The time of `number` runs."""
        self._run(max(number // 100, 2))
        return Measurement(number, [self._run(number)], self._task_spec)

    def blocked_autorange(self, callback=None, min_run_time=0.2):
        """Blocks of as many runs as make the clock's cost small, for `min_run_time` seconds in all."""
        number = 1
        while True:
            taken = self._run(number)
            if taken >= 1e-4 and number * 1e-7 <= taken or taken > min_run_time / 1000 or number >= 10**9:
                break
            number *= 10
        times, total = [], 0.0
        while total < min_run_time:
            times.append(self._run(number))
            total += times[-1]
            if callback is not None:
                callback(number, times[-1])
        return Measurement(number, times, self._task_spec)

    def adaptive_autorange(self, threshold=0.1, *, min_run_time=0.01, max_run_time=10.0, callback=None):
        """As `blocked_autorange`, until the middle half of the times spreads little."""
        total, measured = 0.0, None
        while total < max_run_time:
            more = self.blocked_autorange(callback, min_run_time)
            times = more.raw_times if measured is None else measured.raw_times + more.raw_times
            measured = Measurement(more.number_per_run, times, self._task_spec)
            total += sum(more.raw_times)
            if len(times) >= 4 and measured.iqr / measured.median < threshold:
                break
        return measured


class Compare:
    """Measurements as a table: a row for each sub-label, a column for each description."""

    def __init__(self, results):
        self._results = list(results)

    def extend_results(self, results):
        """Adds more."""
        self._results.extend(results)

    def trim_significant_figures(self):
        """Accepted: two digits behind the point are shown at most."""

    def colorize(self, rowwise=False):
        """Accepted: tables are plain text here."""

    def highlight_warnings(self):
        """Accepted: tables are plain text here."""

    def __str__(self):
        unit, scale = select_unit(min(m.median for m in self._results))
        tables = []
        for label in dict.fromkeys(m.task_spec.label for m in self._results):
            of = [m for m in self._results if m.task_spec.label == label]
            columns = list(dict.fromkeys(m.task_spec.description or "" for m in of))
            heads, rows = [""] + columns, []
            for threads in dict.fromkeys(m.num_threads for m in of):
                rows.append([f"{threads} thread{'s' if threads > 1 else ''}:"])
                for sub in dict.fromkeys(m.task_spec.sub_label or m.task_spec.stmt for m in of if m.num_threads == threads):
                    cells = []
                    for column in columns:
                        fits = [
                            m
                            for m in of
                            if m.num_threads == threads
                            and (m.task_spec.sub_label or m.task_spec.stmt) == sub
                            and (m.task_spec.description or "") == column
                        ]
                        cells.append(f"{fits[-1].median / scale:.1f}" if fits else "")
                    rows.append(["      " + sub] + cells)
            widths = [max([len(heads[i])] + [len(row[i]) for row in rows if len(row) > i]) for i in range(len(heads))]
            line = lambda cells: "  |  ".join([cells[0].ljust(widths[0])] + [c.rjust(w) for c, w in zip(cells[1:], widths[1:])])
            width = len(line(heads))
            title = f" {label} " if label else " "
            body = [row[0].ljust(width, "-") if len(row) == 1 else line(row) for row in rows]
            tables.append("\n".join(["[" + title.center(width - 2, "-") + "]", line(heads)] + body))
        names = {"ns": "nanoseconds", "us": "microseconds", "ms": "milliseconds", "s": "seconds"}
        return "\n".join(tables) + f"\n\nTimes are in {names[unit]} ({unit}).\n"

    def print(self):
        """Shows the table."""
        print(str(self))
