"""Progress bars under tqdm's names: HTML in notebooks, a line of text in terminals, the last state in exported pages."""

import sys
from time import perf_counter as _now

from _tensorcell.tqdm import _line, _show

_BETWEEN = 0.1


def _number(value):
    """A value beside a bar, in three digits."""
    if type(value).__name__ in ("Tensor", "Parameter") and value.numel() == 1:
        value = value.item()
    if isinstance(value, float):
        short = f"{value:.3g}".replace("e+0", "e+").replace("e-0", "e-")
        return short if len(short) < len(str(value)) else str(value)
    return str(value).strip()


_open = 0
_BLOCKS = " ▏▎▍▌▋▊▉█"
_SIGNS = " 123456789#"
_COLOURS = ("BLACK", "RED", "GREEN", "YELLOW", "BLUE", "MAGENTA", "CYAN", "WHITE")


def _known_colour(colour):
    """A colour's name or code; None with a warning where it is neither."""
    if colour is None:
        return None
    text = str(colour)
    if text.upper() in _COLOURS:
        return text.lower()
    if len(text) == 7 and text[0] == "#" and all(c in "0123456789abcdefABCDEF" for c in text[1:]):
        return text
    import warnings

    warnings.warn(f"Unknown colour ({text}); valid choices: [hex (#00ff00), {', '.join(_COLOURS)}]", stacklevel=2)
    return None


class _Bar:
    """The value of {bar} in a bar_format: it records the requested width."""

    mark = "\0"

    def __init__(self):
        self.spec = None

    def __format__(self, spec):
        self.spec = spec
        return self.mark

    def cells(self, room):
        """Returns the width and the characters that its format letter selects."""
        kind = self.spec[-1:] if self.spec[-1:] in ("a", "u", "b") else ""
        number = self.spec[: len(self.spec) - len(kind)]
        cells = int(number) if number else room
        return max(1, cells if cells > 0 else room + cells), {"a": _SIGNS, "u": _BLOCKS, "b": "  "}.get(kind)


def _meter(
    n,
    total,
    elapsed,
    ncols=None,
    prefix="",
    ascii=False,
    unit="it",
    unit_scale=False,
    rate=None,
    bar_format=None,
    postfix=None,
    unit_divisor=1000,
    initial=0,
    colour=None,
    **extra,
):
    """The parts of a bar: the texts to its left and right, its fraction of the total (None: unknown), its width and
    its signs (empty: no bar is wanted)."""
    if total and n >= total + 0.5:
        total = None
    if unit_scale and unit_scale is not True and unit_scale != 1:
        n *= unit_scale
        initial *= unit_scale
        total = total * unit_scale if total else total
        rate = rate * unit_scale if rate else rate
        unit_scale = False
    if rate is None and elapsed:
        rate = (n - initial) / elapsed
    size = lambda x: tqdm.format_sizeof(x, divisor=unit_divisor)
    amount = size if unit_scale else str
    speed = lambda x: tqdm.format_sizeof(x) if unit_scale else f"{x:5.2f}"
    each = 1 / rate if rate else None
    per_second = (speed(rate) if rate else "?") + unit + "/s"
    per_unit = (speed(each) if each else "?") + "s/" + unit
    rate_fmt = per_unit if each and each > 1 else per_second
    note = f", {postfix}" if postfix else ""
    left_time = (total - n) / rate if rate and total else 0
    remaining = tqdm.format_interval(left_time) if rate else "?"
    passed = tqdm.format_interval(elapsed)
    n_fmt, total_fmt = amount(n), amount(total) if total is not None else "?"
    desc = prefix if not prefix or prefix.endswith(": ") else prefix + ": "
    charset = _SIGNS if ascii is True else ascii or _BLOCKS
    right = f"| {n_fmt}/{total_fmt} [{passed}<{remaining}, {rate_fmt}{note}]"
    if not total and not bar_format:
        return f"{desc}{n_fmt}{unit} [{passed}, {rate_fmt}{note}]", None, None, 0, charset
    share = n / total if total else 0.0
    percentage = share * 100
    left = desc + (f"{percentage:3.0f}%|" if total else "|")
    if ncols == 0:
        return left[:-1] + right[1:], None, None, 0, ""
    bar = _Bar()
    if bar_format:
        from datetime import datetime, timedelta

        known = dict(
            extra,
            n=n,
            n_fmt=n_fmt,
            total=total,
            total_fmt=total_fmt,
            elapsed=passed,
            elapsed_s=elapsed,
            ncols=ncols,
            desc=prefix or "",
            unit=unit,
            rate=each if each and each > 1 else rate,
            rate_fmt=rate_fmt,
            rate_noinv=rate,
            rate_noinv_fmt=per_second,
            rate_inv=each,
            rate_inv_fmt=per_unit,
            postfix=note,
            unit_divisor=unit_divisor,
            colour=colour,
            remaining=remaining,
            remaining_s=left_time,
            l_bar=left,
            r_bar=right,
            percentage=percentage,
            eta=datetime.now() + timedelta(seconds=left_time) if "{eta" in bar_format else None,
            bar=bar,
        )
        text = bar_format.format(**known)
        if bar.spec is None:
            return text, None, None, 0, ""
        left, _, right = text.partition(bar.mark)
        if not total:
            charset = "  "
    else:
        bar.spec = ""
    cells, own = bar.cells(max(1, ncols - len(left) - len(right)) if ncols else 10)
    if ncols and not bar_format:
        right = right[: max(0, ncols - len(left) - cells)]
    return left, right, share, cells, own or charset


class tqdm:
    """A progress bar around an iterable, or one that `update` moves.

    for x, y in tqdm(loader, desc="training"):
        ...

    The bar is drawn at most ten times a second and once more at its end. `disable=True` draws nothing, `leave=False` takes
    the bar away at its end. `initial` is where it begins, `total` where it ends if the iterable does not say.
    """

    monitor_interval = 0

    def __init__(
        self,
        iterable=None,
        desc=None,
        total=None,
        leave=True,
        file=None,
        ncols=None,
        mininterval=_BETWEEN,
        maxinterval=10.0,
        miniters=None,
        ascii=None,
        disable=False,
        unit="it",
        unit_scale=False,
        dynamic_ncols=False,
        smoothing=0.3,
        bar_format=None,
        initial=0,
        position=None,
        postfix=None,
        unit_divisor=1000,
        write_bytes=False,
        lock_args=None,
        nrows=None,
        colour=None,
        delay=0,
        gui=False,
        **kwargs,
    ):
        if kwargs:
            raise TypeError(f"tqdm() got an unexpected keyword argument '{next(iter(kwargs))}'")
        if total is None and iterable is not None:
            try:
                total = len(iterable)
            except (TypeError, AttributeError, NotImplementedError):
                total = None
        if total == float("inf"):
            total = None
        self.iterable = iterable
        self.desc = desc or ""
        self.total = total
        self.disable = bool(disable)
        # By default nested bars disappear at their end.
        self.pos = _open if position is None else abs(position)
        self.leave = self.pos == 0 if leave is None else leave
        self.unit = unit
        self.unit_scale = unit_scale
        self.smoothing = smoothing
        self.mininterval = max(mininterval, _BETWEEN)
        self.ncols = ncols
        self.ascii = ascii
        self.unit_divisor = unit_divisor
        self.bar_format = bar_format
        self.colour = _known_colour(colour)
        self.delay = delay
        self.n = self.initial = initial
        self.postfix = None
        self._notes = {}
        self._bar = None
        self._closed = True
        self._begin()
        self.start_t = self.last_print_t = _now()
        self.last_print_n = initial
        self._steps = 0.0
        self._seconds = 0.0
        self._weight = 1.0
        if postfix is not None and not self.disable:
            self.set_postfix(postfix, refresh=False) if isinstance(postfix, dict) else self.set_postfix_str(postfix, False)
        if not self.disable and delay <= 0:
            self.refresh()

    def _begin(self):
        """Among the open bars, unless it is disabled."""
        global _open
        if self._closed and not self.disable:
            self._closed = False
            _open += 1

    # --- counting
    def __iter__(self):
        if self.disable:
            for item in self.iterable:
                yield item
            return
        n = due = self.n
        try:
            for item in self.iterable:
                yield item
                n += 1
                if n >= due:
                    self.n = n
                    due = n + self._tick()
        finally:
            self.n = max(n, self.n)
            self.close()

    def update(self, n=1):
        """Moves the bar by n steps; True when it was drawn."""
        if self.disable:
            return None
        self.n += n
        if _now() - self.last_print_t < self.mininterval:
            return None
        self._draw("running")
        return True

    def _tick(self):
        """Draws when it is time; gives the steps until it is worth looking at the clock again."""
        passed = _now() - self.last_print_t
        if passed >= self.mininterval:
            self._draw("running")
        elapsed = _now() - self.start_t
        done = self.n - self.initial
        return max(1, int(done / elapsed * self.mininterval / 4)) if elapsed > 0 and done > 0 else 1

    def _draw(self, state):
        now = _now()
        steps, seconds = self.n - self.last_print_n, now - self.last_print_t
        if steps > 0 and seconds > 0 and self.smoothing > 0 and state == "running":
            # An exponential mean with bias correction for the number of terms.
            self._steps = self.smoothing * steps + (1 - self.smoothing) * self._steps
            self._seconds = self.smoothing * seconds + (1 - self.smoothing) * self._seconds
            self.last_print_n = self.n
        self.last_print_t = now
        if now - self.start_t < self.delay:
            return
        rate = self._steps / self._seconds if self._seconds > 0 and state == "running" else None
        left, right, share, cells, charset = _meter(**{**self.format_dict, "rate": rate, "elapsed": now - self.start_t})
        whole = self.total is None or self.n >= self.total
        self._bar = _show(
            self._bar, left, right, share, cells, charset, self.colour, state if whole or state != "done" else "left"
        )

    # --- what it says
    def set_description(self, desc=None, refresh=True):
        """Changes the words before the bar."""
        self.desc = str(desc) if desc else ""
        if refresh:
            self._soon()

    set_description_str = set_description

    def set_postfix(self, ordered_dict=None, refresh=True, **kwargs):
        """Changes the values after the bar: set_postfix(loss=loss). A tensor with one element is read when the bar is drawn."""
        notes = dict(ordered_dict or {})
        notes.update(sorted(kwargs.items()))
        # Otherwise the bar would keep the loss's history alive.
        self._notes = {k: v.detach() if hasattr(v, "detach") else v for k, v in notes.items()}
        self.postfix = None
        if refresh:
            self._soon()

    def set_postfix_str(self, s="", refresh=True):
        """Changes the words after the bar."""
        self._notes = {}
        self.postfix = str(s)
        if refresh:
            self._soon()

    def _soon(self):
        if not self._closed and _now() - self.last_print_t >= self.mininterval:
            self._draw("running")

    def refresh(self, nolock=False, lock_args=None):
        """Draws the current state of the bar."""
        if not self._closed:
            self._draw("running")

    display = refresh

    def reset(self, total=None):
        """Back to the beginning; perhaps with another end."""
        if total is not None:
            self.total = total
        self.n = self.last_print_n = self.initial
        self._steps = self._seconds = 0.0
        self._begin()
        self.start_t = self.last_print_t = _now()
        self.refresh()

    def unpause(self):
        """Starts the clock again where it was stopped."""
        now = _now()
        self.start_t += now - self.last_print_t
        self.last_print_t = now

    def clear(self, nolock=False):
        """Accepted: each bar has its own display."""

    def close(self):
        """Draws the bar for the last time; takes it away where it is not to be left."""
        global _open
        if self._closed:
            return
        self._closed = True
        _open -= 1
        self._draw("done" if self.leave else "gone")

    @property
    def format_dict(self):
        """The bar's data: n, total, elapsed, rate and others."""
        parts = [f"{key}={_number(value)}" for key, value in self._notes.items()]
        if self.postfix:
            parts.append(str(self.postfix))
        rate = self._steps / self._seconds if self._seconds > 0 else None
        return {
            "n": self.n,
            "total": self.total,
            "elapsed": _now() - self.start_t,
            "initial": self.initial,
            "rate": rate,
            "ncols": self.ncols,
            "prefix": self.desc,
            "ascii": self.ascii,
            "unit": self.unit,
            "unit_scale": self.unit_scale,
            "unit_divisor": self.unit_divisor,
            "bar_format": self.bar_format,
            "postfix": ", ".join(parts),
            "colour": self.colour,
        }

    @classmethod
    def write(cls, s, file=None, end="\n", nolock=False):
        """Prints a line without disturbing the bars."""
        print(s, file=sys.stdout if file is None else file, end=end)

    @staticmethod
    def format_interval(t):
        """Seconds as 01:40 or 1:06:40."""
        sign = "-" if t < 0 else ""
        minutes, seconds = divmod(abs(int(t)), 60)
        hours, minutes = divmod(minutes, 60)
        return sign + (f"{hours:d}:{minutes:02d}:{seconds:02d}" if hours else f"{minutes:02d}:{seconds:02d}")

    @staticmethod
    def format_num(n):
        """A number in the shorter of two ways: 1234567 or 1.23e+6."""
        short = f"{n:.3g}".replace("e+0", "e+").replace("e-0", "e-")
        return short if len(short) < len(str(n)) else str(n)

    @staticmethod
    def format_sizeof(num, suffix="", divisor=1000):
        """Three digits and k, M, G: 1.50k, 13.7M."""
        for unit in ("", "k", "M", "G", "T", "P", "E", "Z"):
            if abs(num) < 999.5:
                digits = 2 if abs(num) < 9.995 else 1 if abs(num) < 99.95 else 0
                return f"{num:1.{digits}f}{unit}{suffix}"
            num /= divisor
        return f"{num:3.1f}Y{suffix}"

    @staticmethod
    def format_meter(
        n,
        total,
        elapsed,
        ncols=None,
        prefix="",
        ascii=False,
        unit="it",
        unit_scale=False,
        rate=None,
        bar_format=None,
        postfix=None,
        unit_divisor=1000,
        initial=0,
        colour=None,
        **extra,
    ):
        """A bar as a line of text.

        bar_format may name {l_bar}, {bar}, {r_bar}, {n}, {n_fmt}, {total}, {total_fmt}, {percentage}, {elapsed}, {remaining}, {eta},
        {rate}, {rate_fmt}, {rate_noinv}, {rate_inv}, {desc}, {postfix} and {unit}; {bar:20} is twenty signs wide.
        """
        left, right, share, cells, charset = _meter(
            n,
            total,
            elapsed,
            ncols,
            prefix,
            ascii,
            unit,
            unit_scale,
            rate,
            bar_format,
            postfix,
            unit_divisor,
            initial,
            colour,
            **extra,
        )
        return _line(left, right, share, cells, charset)

    @classmethod
    def pandas(cls, *args, **kwargs):
        """Accepted: frames have no progress_apply here."""

    def __len__(self):
        if self.total is not None:
            return self.total
        return len(self.iterable)

    def __bool__(self):
        if self.total is not None:
            return self.total > 0
        if self.iterable is None:
            raise TypeError("bool() undefined when iterable == total == None")
        return bool(self.iterable)

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        self.close()

    def __del__(self):
        self.close()

    def __str__(self):
        return tqdm.format_meter(**self.format_dict)

    def __repr__(self):
        return str(self)


tqdm_notebook = tqdm


def trange(*args, **kwargs):
    """tqdm(range(*args), **kwargs)"""
    return tqdm(range(*args), **kwargs)


tnrange = trange


def tenumerate(iterable, start=0, total=None, tqdm_class=tqdm, **kwargs):
    """enumerate(tqdm(iterable))"""
    return enumerate(tqdm_class(iterable, total=total, **kwargs), start)


def tzip(iter1, *iter2plus, **kwargs):
    """zip with a bar over its first iterable"""
    return zip(tqdm(iter1, **kwargs), *iter2plus)


def tmap(function, *sequences, **kwargs):
    """map with a bar over its first sequence"""
    for items in tzip(*sequences, **kwargs):
        yield function(*items)
