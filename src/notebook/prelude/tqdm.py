"""Progress bars under tqdm's names: HTML in notebooks, a line of text in terminals, the last state in exported pages."""

import sys
from time import perf_counter as _now

_BETWEEN = 0.1


def _number(value):
    """A value beside a bar, in three digits."""
    if type(value).__name__ in ("Tensor", "Parameter") and value.numel() == 1:
        value = value.item()
    if isinstance(value, float):
        short = f"{value:.3g}".replace("e+0", "e+").replace("e-0", "e-")
        return short if len(short) < len(str(value)) else str(value)
    return str(value).strip()


class tqdm:
    """A progress bar around an iterable, or one that `update` moves.

    for x, y in tqdm(loader, desc="training"):
        ...

    The bar is drawn at most ten times a second and once more at its end. `disable=True` draws nothing, `leave=False` takes
    the bar away at its end. `initial` is where it begins, `total` where it ends if the iterable does not say.
    """

    monitor_interval = 0

    def __init__(self, iterable=None, desc=None, total=None, leave=True, file=None, ncols=None, mininterval=_BETWEEN,
                 maxinterval=10.0, miniters=None, ascii=None, disable=False, unit="it", unit_scale=False,
                 dynamic_ncols=False, smoothing=0.3, bar_format=None, initial=0, position=None, postfix=None,
                 unit_divisor=1000, write_bytes=False, lock_args=None, nrows=None, colour=None, delay=0, gui=False,
                 **kwargs):
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
        self.leave = leave
        self.disable = bool(disable)
        self.unit = unit
        self.unit_scale = unit_scale
        self.smoothing = smoothing
        self.mininterval = max(mininterval, _BETWEEN)
        self.ncols = ncols
        self.delay = delay
        self.n = self.initial = initial
        self.postfix = None
        self._notes = {}
        self._bar = None
        self._closed = self.disable
        self.start_t = self.last_print_t = _now()
        self.last_print_n = initial
        self._steps = 0.0
        self._seconds = 0.0
        self._weight = 1.0
        if postfix is not None and not self.disable:
            self.set_postfix(postfix, refresh=False) if isinstance(postfix, dict) else self.set_postfix_str(postfix, False)
        if not self.disable and delay <= 0:
            self.refresh()

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
            # A mean whose older terms fade, and which counts the terms that there are.
            self._steps = self.smoothing * steps + (1 - self.smoothing) * self._steps
            self._seconds = self.smoothing * seconds + (1 - self.smoothing) * self._seconds
            self.last_print_n = self.n
        self.last_print_t = now
        if now - self.start_t < self.delay:
            return
        rate = self._steps / self._seconds if self._seconds > 0 and state == "running" else None
        parts = [f"{key}={_number(value)}" for key, value in self._notes.items()]
        if self.postfix:
            parts.append(str(self.postfix))
        self._bar = _show(
            self._bar, self.desc.removesuffix(": "), self.n, self.total, now - self.start_t, rate, self.unit,
            bool(self.unit_scale), ", ".join(parts), self.ncols, state,
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
        # The history of a loss would be held as long as the bar shows it.
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
        """Draws the bar as it is now."""
        if not self._closed:
            self._draw("running")

    display = refresh

    def reset(self, total=None):
        """Back to the beginning; perhaps with another end."""
        if total is not None:
            self.total = total
        self.n = self.last_print_n = self.initial
        self._steps = self._seconds = 0.0
        self._closed = self.disable
        self.start_t = self.last_print_t = _now()
        self.refresh()

    def unpause(self):
        """Starts the clock again where it was stopped."""
        now = _now()
        self.start_t += now - self.last_print_t
        self.last_print_t = now

    def clear(self, nolock=False):
        """Accepted: a bar has a place of its own."""

    def close(self):
        """Draws the bar for the last time; takes it away where it is not to be left."""
        if self._closed:
            return
        self._closed = True
        self._draw("done" if self.leave or self.leave is None else "gone")

    @property
    def format_dict(self):
        """What the bar knows: n, total, elapsed, rate and the like."""
        elapsed = _now() - self.start_t
        rate = self._steps / self._seconds if self._seconds > 0 else None
        return {"n": self.n, "total": self.total, "elapsed": elapsed, "initial": self.initial, "rate": rate,
                "prefix": self.desc, "unit": self.unit, "unit_scale": self.unit_scale, "postfix": self.postfix}

    @classmethod
    def write(cls, s, file=None, end="\n", nolock=False):
        """Prints a line without disturbing the bars."""
        print(s, file=sys.stdout if file is None else file, end=end)

    @staticmethod
    def format_interval(t):
        """Seconds as 01:40 or 1:06:40."""
        minutes, seconds = divmod(int(t), 60)
        hours, minutes = divmod(minutes, 60)
        return f"{hours:d}:{minutes:02d}:{seconds:02d}" if hours else f"{minutes:02d}:{seconds:02d}"

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
        return _text(self.desc.removesuffix(": "), self.n, self.total, _now() - self.start_t, None, self.unit, bool(self.unit_scale), "")

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
