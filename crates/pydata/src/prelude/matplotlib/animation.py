"""`matplotlib.animation`: figures that move, as players in HTML and as GIFs."""

import base64
import io
import itertools
import warnings

from matplotlib import rcParams
from matplotlib._draw import small
from matplotlib.colors import _parse

_MEGABYTE = 1024 * 1024


def _pixels(fig, facecolor=None):
    """The figure now, as a PNG of its logical size."""
    spec = fig._spec()
    if facecolor is not None:
        spec["ground"] = _parse(facecolor)[0]
    spec["scheme"] = "light" if spec["scheme"] == "auto" else spec["scheme"]
    return small(spec)


class AbstractMovieWriter:
    """Takes the frames of a figure; see PillowWriter and HTMLWriter."""

    def __init__(self, fps=5, codec=None, bitrate=None, extra_args=None, metadata=None):
        self.fps, self.metadata = fps, metadata

    @classmethod
    def isAvailable(cls):
        """Whether it can write here."""
        return True

    def setup(self, fig, outfile, dpi=None):
        """Begins a film of a figure."""
        self.fig, self.outfile, self._frames = fig, outfile, []

    def grab_frame(self, **savefig_kwargs):
        """Takes the figure as it is now."""
        self._frames.append(_pixels(self.fig, savefig_kwargs.get("facecolor")))

    def saving(self, fig, outfile, dpi=None, *args, **kwargs):
        """For `with`: begins, and finishes at the end."""
        self.setup(fig, outfile, dpi)
        return self

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        if kind is None:
            self.finish()
        return False


class PillowWriter(AbstractMovieWriter):
    """Writes a GIF."""

    def finish(self):
        """Writes the file."""
        from PIL import Image

        frames = [Image.open(io.BytesIO(frame)).convert("RGB") for frame in self._frames]
        frames[0].save(self.outfile, save_all=True, append_images=frames[1:], duration=int(1000 / self.fps), loop=0)


class HTMLWriter(AbstractMovieWriter):
    """Writes a page with a player, its pictures within."""

    supported_formats = ["png"]

    def __init__(self, fps=30, codec=None, bitrate=None, extra_args=None, metadata=None, embed_frames=True, default_mode="loop", embed_limit=None):
        super().__init__(fps, codec, bitrate, extra_args, metadata)
        if default_mode not in ("loop", "once", "reflect"):
            raise ValueError(f"{default_mode!r} is not a valid value for default_mode; supported values are 'loop', 'once', 'reflect'")
        self.default_mode = default_mode
        self._limit = _MEGABYTE * (rcParams["animation.embed_limit"] if embed_limit is None else embed_limit)

    def page(self):
        """The player as text."""
        kept, size = [], 0
        for frame in self._frames:
            text = base64.b64encode(frame).decode()
            size += len(text)
            if size > self._limit:
                warnings.warn(f"Animation size has reached {size} bytes, exceeding the limit of {self._limit}. If you're sure you want a larger animation embedded, set the animation.embed_limit rc parameter to a larger value (in MB). This and further frames will be dropped.")
                break
            kept.append(text)
        return _player(kept, 1000.0 / self.fps, self.default_mode)

    def finish(self):
        """Writes the file."""
        with open(self.outfile, "w") as out:
            out.write(self.page())


class _Writers:
    """The writers by name: 'pillow' and 'html'."""

    _all = {"pillow": PillowWriter, "html": HTMLWriter}

    def list(self):
        """Their names."""
        return list(self._all)

    def is_available(self, name):
        """Whether there is a writer of this name."""
        return name in self._all

    def __getitem__(self, name):
        if name not in self._all:
            raise RuntimeError(f"Requested MovieWriter ({name}) not available")
        return self._all[name]

    def __iter__(self):
        return iter(self._all)


writers = _Writers()


class Animation:
    """What animations share: frames in turn, saved or shown."""

    def __init__(self, fig, interval=200, repeat_delay=0, repeat=True, event_source=None, blit=False):
        self._fig, self._interval, self._repeat, self._repeat_delay, self._blit = fig, interval, repeat, repeat_delay or 0, blit
        self._drawn_artists = []
        self._html = None

    def _frames(self):
        """Draws frame after frame, and yields after each."""
        self._init_draw()
        for data in self.new_saved_frame_seq():
            self._draw_frame(data)
            yield data

    def save(self, filename, writer=None, fps=None, dpi=None, codec=None, bitrate=None, extra_args=None, metadata=None, extra_anim=None,
             savefig_kwargs=None, *, progress_callback=None):
        """Writes a GIF, or a page with a player for writer='html'."""
        fps = 1000.0 / self._interval if fps is None else fps
        if writer is None or isinstance(writer, str):
            name = writer or "ffmpeg"
            if not writers.is_available(name):
                warnings.warn(f"MovieWriter {name} unavailable; using Pillow instead.")
                name = "pillow"
            writer = writers[name](fps)
        writer.setup(self._fig, filename, dpi)
        total = getattr(self, "_save_count", None)
        for i, _ in enumerate(self._frames()):
            if progress_callback is not None:
                progress_callback(i, total)
            writer.grab_frame(**(savefig_kwargs or {}))
        if not writer._frames:
            raise IndexError("list index out of range")
        writer.finish()

    def to_jshtml(self, fps=None, embed_frames=True, default_mode=None):
        """A player in HTML, with the frames as PNGs in it."""
        if self._html is None:
            mode = default_mode or ("loop" if self._repeat else "once")
            writer = HTMLWriter(1000.0 / self._interval if fps is None else fps, default_mode=mode)
            writer.setup(self._fig, None)
            for _ in self._frames():
                writer.grab_frame()
            self._html = writer.page()
        return self._html

    def to_html5_video(self, embed_limit=None):
        """Not here: no film is encoded."""
        raise RuntimeError("Requested MovieWriter (ffmpeg) not available")

    def _repr_html_(self):
        kind = rcParams["animation.html"]
        return self.to_html5_video() if kind == "html5" else self.to_jshtml() if kind == "jshtml" else None

    def pause(self):
        """Nothing: the player has a button."""

    def resume(self):
        """Nothing: the player has a button."""


TimedAnimation = Animation


class ArtistAnimation(Animation):
    """Frames that are lists of artists, of which one list at a time is visible."""

    def __init__(self, fig, artists, *args, **kwargs):
        super().__init__(fig, *args, **kwargs)
        self._framedata = [list(frame) for frame in artists]
        self._save_count = len(self._framedata)

    def new_frame_seq(self):
        """The frames."""
        return iter(self._framedata)

    new_saved_frame_seq = new_frame_seq

    def _init_draw(self):
        self._drawn_artists = [artist for frame in self._framedata for artist in frame]
        self._hide()

    def _hide(self):
        for artist in self._drawn_artists:
            artist.set_visible(False)

    def _draw_frame(self, artists):
        self._hide()
        self._drawn_artists = artists
        for artist in artists:
            artist.set_visible(True)


class FuncAnimation(Animation):
    """Frames that func(frame, *fargs) draws. frames: how many, what to go through, or a generator function."""

    def __init__(self, fig, func, frames=None, init_func=None, fargs=None, save_count=None, *, cache_frame_data=True, **kwargs):
        super().__init__(fig, **kwargs)
        self._func, self._args, self._init_func, self._cache = func, tuple(fargs or ()), init_func, cache_frame_data
        self._save_count, self._saved = save_count, []
        self._frames_of = self._source(frames)
        if self._save_count is None and cache_frame_data and not self._known:
            warnings.warn(f"frames={frames!r} which we can infer the length of, did not pass an explicit *save_count* and passed cache_frame_data=True.  To avoid a possibly unbounded cache, frame data caching has been disabled. To suppress this warning either pass `cache_frame_data=False` or `save_count=MAX_FRAMES`.")
            self._cache = False

    def _source(self, frames):
        """A function that begins the frames, and how many there are where that is known."""
        self._known = True
        if frames is None:
            self._known = self._save_count is not None
            return itertools.count
        if callable(frames):
            self._known = self._save_count is not None
            return frames
        if isinstance(frames, int) or not hasattr(frames, "__iter__"):
            self._save_count = int(frames)
            return lambda: iter(range(int(frames)))
        if hasattr(frames, "__len__"):
            self._save_count = len(frames)
            return lambda: iter(frames)
        # An iterator runs once, and what it gave is kept for the next time.
        self._known = self._save_count is not None
        given, rest = [], iter(frames)

        def again():
            yield from list(given)
            for each in rest:
                given.append(each)
                yield each

        return again

    def new_frame_seq(self):
        """The frames from the beginning."""
        return iter(self._frames_of())

    def new_saved_frame_seq(self):
        """The frames that are saved: no more than save_count."""
        if self._saved:
            return iter(list(self._saved))
        return itertools.islice(self.new_frame_seq(), self._save_count if self._save_count is not None else 100)

    def _init_draw(self):
        if self._init_func is None:
            first = next(self.new_frame_seq(), None)
            if first is None:
                warnings.warn("Can not start iterating the frames for the initial draw. This can be caused by passing in a 0 length sequence for *frames*.")
                return
            saved = self._saved
            self._draw_frame(first)
            self._saved = saved
            return
        self._drawn_artists = self._init_func()
        self._check_artists("init_func")

    def _draw_frame(self, framedata):
        self._saved = (self._saved + [framedata])[-(self._save_count or 100) :] if self._cache else []
        self._drawn_artists = self._func(framedata, *self._args)
        self._check_artists("animation function")

    def _check_artists(self, what):
        """With blit, functions return what they have changed."""
        if not self._blit:
            return
        artists = self._drawn_artists
        if artists is None or any(not hasattr(artist, "set_visible") for artist in artists):
            raise RuntimeError(f"When blit=True, the {what} must return a sequence of Artist objects.")


_count = itertools.count(1)

_PAGE = """<div class="animation" id="ID" style="display:inline-block;text-align:center;font-family:sans-serif">
<img alt="frame" style="max-width:100%;display:block"><input type="range" min="0" max="LAST" value="0" step="1" aria-label="frame" style="width:100%;box-sizing:border-box">
<div role="group" aria-label="player">
<button data-do="slower" title="slower">&minus;</button><button data-do="first" title="first frame">&#9198;</button><button data-do="before" title="one back">&#9666;&#9474;</button>
<button data-do="back" title="play backwards">&#9664;</button><button data-do="pause" title="pause">&#9208;</button><button data-do="play" title="play">&#9654;</button>
<button data-do="after" title="one on">&#9474;&#9656;</button><button data-do="last" title="last frame">&#9197;</button><button data-do="faster" title="faster">+</button>
</div><div role="radiogroup" aria-label="at the end">
<label><input type="radio" name="ID-mode" value="once">once</label> <label><input type="radio" name="ID-mode" value="loop">loop</label> <label><input type="radio" name="ID-mode" value="reflect">reflect</label>
</div></div>
<script>
(function () {
  const frames = FRAMES, root = document.getElementById("ID");
  const image = root.querySelector("img"), slider = root.querySelector("input[type=range]");
  let at = 0, step = 0, interval = INTERVAL, mode = "MODE", timer = null;
  const show = (i) => { at = i; slider.value = i; image.src = "data:image/png;base64," + frames[i]; image.alt = "frame " + (i + 1) + " of " + frames.length; };
  const stop = () => { clearInterval(timer); timer = null; };
  const turn = () => {
    const next = at + step;
    if (next >= 0 && next < frames.length) return show(next);
    if (mode === "loop") return show(step > 0 ? 0 : frames.length - 1);
    if (mode === "reflect" && frames.length > 1) { step = -step; return show(at + step); }
    stop();
  };
  const play = (way) => {
    stop();
    step = way;
    if (mode === "once" && way > 0 && at === frames.length - 1) show(0);
    timer = setInterval(turn, interval);
  };
  const go = (i) => { stop(); show(Math.max(0, Math.min(frames.length - 1, i))); };
  const pace = (by) => { interval *= by; if (timer !== null) play(step); };
  const actions = {
    slower: () => pace(1 / 0.7), faster: () => pace(0.7), first: () => go(0), last: () => go(frames.length - 1), before: () => go(at - 1), after: () => go(at + 1),
    back: () => play(-1), play: () => play(1), pause: stop,
  };
  root.querySelectorAll("button").forEach((button) => button.addEventListener("click", actions[button.dataset.do]));
  root.querySelectorAll("input[type=radio]").forEach((radio) => {
    radio.checked = radio.value === mode;
    radio.addEventListener("change", () => { mode = radio.value; });
  });
  slider.addEventListener("input", () => go(Number(slider.value)));
  if (frames.length) { show(0); play(1); }
})();
</script>
"""


def _player(frames, interval, mode):
    """A page that shows frames, given in base64, in turn."""
    name = f"animation-{next(_count)}"
    listed = "[" + ",\n".join(f'"{frame}"' for frame in frames) + "]"
    page = _PAGE.replace("ID", name).replace("LAST", str(max(0, len(frames) - 1))).replace("INTERVAL", f"{interval:g}").replace("MODE", mode)
    return page.replace("FRAMES", listed)
