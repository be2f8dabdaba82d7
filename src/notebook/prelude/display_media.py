"""Pictures, sound, films, pages, files and bars of IPython.display. Files of the notebook's folder are embedded in the page; an address
is left for the reader's browser to open."""

from html import escape as _escape

from _tensorcell.display import _base64, _read
from IPython._display import DisplayObject, _new_id, display

__name__ = "IPython.display"


def _is_address(text):
    return isinstance(text, str) and text.startswith(("http://", "https://", "data:"))


def _attributes(**values):
    """Of an element: those that were given."""
    return "".join(f' {name}="{_escape(str(value))}"' for name, value in values.items() if value is not None)


def _quoted(text):
    """Encodes a value for a URL."""
    plain = lambda byte: byte < 128 and (chr(byte).isalnum() or chr(byte) in "-._~/")
    return "".join(chr(byte) if plain(byte) else f"%{byte:02X}" for byte in text.encode())


def _data_address(mime, data):
    return f"data:{mime};base64,{_base64(data)}"


_KINDS = {
    "png": "image/png",
    "jpg": "image/jpeg",
    "jpeg": "image/jpeg",
    "gif": "image/gif",
    "webp": "image/webp",
    "svg": "image/svg+xml",
    "wav": "audio/wav",
    "mp3": "audio/mpeg",
    "ogg": "audio/ogg",
    "flac": "audio/flac",
    "m4a": "audio/mp4",
    "mp4": "video/mp4",
    "webm": "video/webm",
    "ogv": "video/ogg",
    "mov": "video/quicktime",
}


def _kind(name, default):
    return _KINDS.get(str(name).rsplit(".", 1)[-1].lower(), default)


class Image(DisplayObject):
    """A picture: the bytes of a PNG, JPEG, GIF or WebP, the name of a file, or an address.

    width and height in pixels; retina=True halves both, for pictures drawn at twice their size.
    """

    def __init__(
        self,
        data=None,
        url=None,
        filename=None,
        format=None,
        embed=None,
        width=None,
        height=None,
        retina=False,
        unconfined=False,
        metadata=None,
        alt=None,
    ):
        if isinstance(data, str):
            if _is_address(data):
                data, url = None, data
            else:
                data, filename = None, data
        if url is not None and embed:
            raise ValueError(
                "TensorCell reads nothing from the network: an address is for the reader's browser, without embed=True"
            )
        if url is None:
            super().__init__(data, None, filename, metadata)
        else:
            self.data, self.filename, self.metadata = None, None, metadata or {}
        self.url, self.alt = url, alt
        self.width, self.height = width, height
        self._mime = None if url is not None else self._found()
        self.format = format or (self._mime or "image/png").split("/")[1].removesuffix("+xml")
        if retina and self._mime == "image/png" and width is None:
            self.width, self.height = (int.from_bytes(self.data[at : at + 4], "big") // 2 for at in (16, 20))

    def _found(self):
        data = self.data
        if not isinstance(data, (bytes, bytearray)):
            raise TypeError(f"Image() takes the bytes of a picture, a file's name or an address, not {type(data).__name__}")
        if data[:8] == b"\x89PNG\r\n\x1a\n":
            return "image/png"
        if data[:3] == b"\xff\xd8\xff":
            return "image/jpeg"
        if data[:4] == b"GIF8":
            return "image/gif"
        if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
            return "image/webp"
        if b"<svg" in data[:1000]:
            return "image/svg+xml"
        raise ValueError("Cannot embed the image: its bytes are not a PNG, JPEG, GIF, WebP or SVG")

    def _repr_mimebundle_(self, include=None, exclude=None):
        plain = {"text/plain": self.alt if self.alt else repr(self)}
        if self.url is not None:
            return {
                "text/html": f"<img{_attributes(src=self.url, width=self.width, height=self.height, alt=self.alt)}/>",
                **plain,
            }
        sizes = {
            name: value
            for name, value in (("width", self.width), ("height", self.height), ("alt", self.alt))
            if value is not None
        }
        data = self.data.decode() if self._mime == "image/svg+xml" else self.data
        sizes.update(self.metadata)
        return {self._mime: data, **plain}, ({self._mime: sizes} if sizes else {})


class _Media(DisplayObject):
    """Sound or film: bytes, a file of the notebook's folder, or an address."""

    def _source(self, data, filename, url, default):
        if isinstance(data, str):
            if _is_address(data):
                data, url = None, data
            else:
                data, filename = None, data
        self.url, self.filename, self.metadata = url, filename, {}
        self.mimetype = _kind(filename or url or "", default)
        if url is None:
            self.data = _read(filename) if data is None and filename is not None else data
            if self.data is None:
                raise ValueError("No data found. Expecting filename, url, or data.")

    def _address(self):
        return self.url if self.url is not None else _data_address(self.mimetype, self.data)


class Audio(_Media):
    """Sound with a player: the bytes of a file, its name, an address, or samples with their rate per second.

    Samples are numbers: one row, or two for left and right. normalize=True makes the loudest full; otherwise they must be in -1..1.
    """

    def __init__(
        self, data=None, filename=None, url=None, embed=None, rate=None, autoplay=False, normalize=True, *, element_id=None
    ):
        samples = data is not None and not isinstance(data, (str, bytes, bytearray))
        if samples:
            if rate is None:
                raise ValueError("rate must be specified when data is a numpy array or list of audio samples.")
            data = _wave(data, rate, normalize)
        self._source(data, filename, url, "audio/wav")
        self.autoplay = autoplay
        self.element_id = element_id

    def _repr_mimebundle_(self, include=None, exclude=None):
        autoplay = ' autoplay="autoplay"' if self.autoplay else ""
        source = f"<source{_attributes(src=self._address(), type=self.mimetype)}/>Your browser plays no sound."
        page = f'<audio{_attributes(id=self.element_id)} controls="controls"{autoplay}>{source}</audio>'
        return {"text/html": page, "text/plain": repr(self)}


def _wave(data, rate, normalize):
    """A WAV file of samples: 16 bits, little end first."""
    import torch

    samples = torch.as_tensor(data).detach().cpu().double()
    if samples.dim() not in (1, 2):
        raise ValueError("Array audio input must be a 1D or 2D array")
    loudest = samples.abs().max().item() if samples.numel() else 0.0
    if loudest != loudest or loudest == float("inf"):
        raise ValueError("Audio data must be finite")
    if not normalize and loudest > 1:
        raise ValueError("Audio data must be between -1 and 1 when normalize=False.")
    channels = 1 if samples.dim() == 1 else samples.shape[0]
    scale = 32767 / (loudest if normalize and loudest > 0 else 1.0)
    frames = (samples * scale).to(torch.int16)
    if channels > 1:
        frames = frames.t()
    body = bytes(frames.contiguous().view(torch.uint8).reshape(-1).tolist())
    number = lambda value, size: int(value).to_bytes(size, "little")
    head = b"fmt " + number(16, 4) + number(1, 2) + number(channels, 2) + number(rate, 4) + number(rate * channels * 2, 4)
    head += number(channels * 2, 2) + number(16, 2) + b"data" + number(len(body), 4)
    return b"RIFF" + number(4 + len(head) + len(body), 4) + b"WAVE" + head + body


class Video(_Media):
    """A film with a player: bytes, a file's name or an address."""

    def __init__(
        self,
        data=None,
        url=None,
        filename=None,
        embed=False,
        mimetype=None,
        width=None,
        height=None,
        html_attributes="controls",
    ):
        self._source(data, filename, url, "video/mp4")
        self.mimetype = mimetype or self.mimetype
        self.width, self.height = width, height
        self.html_attributes = html_attributes

    def _repr_mimebundle_(self, include=None, exclude=None):
        words = " ".join(word for word in self.html_attributes.split() if word.isalpha())
        sizes = _attributes(width=self.width, height=self.height)
        page = f"<video {words}{sizes}><source{_attributes(src=self._address(), type=self.mimetype)}/>Your browser shows no films.</video>"
        return {"text/html": page, "text/plain": repr(self)}


class IFrame:
    """Another page inside this one; further arguments go into its address."""

    def __init__(self, src, width, height, extras=None, **kwargs):
        self.src, self.width, self.height, self.extras, self.params = src, width, height, list(extras or []), kwargs

    def _repr_html_(self):
        address = self.src
        if self.params:
            address += "?" + "&".join(f"{_quoted(str(name))}={_quoted(str(value))}" for name, value in self.params.items())
        if address.split(":")[0].strip().lower() == "javascript":
            raise ValueError("an IFrame shows a page, not a script")
        return (
            f'<iframe{_attributes(width=self.width, height=self.height, src=address)} frameborder="0" allowfullscreen></iframe>'
        )

    def __repr__(self):
        return f"<IPython.lib.display.{type(self).__name__} object: {self.src}>"


class YouTubeVideo(IFrame):
    """A film of YouTube's, by its id."""

    def __init__(self, id, width=400, height=300, allow_autoplay=False, **kwargs):
        self.id = id
        super().__init__(f"https://www.youtube.com/embed/{id}", width, height, **kwargs)


class VimeoVideo(IFrame):
    """A film of Vimeo's, by its id."""

    def __init__(self, id, width=400, height=300, **kwargs):
        self.id = id
        super().__init__(f"https://player.vimeo.com/video/{id}", width, height, **kwargs)


class ScribdDocument(IFrame):
    """A document of Scribd's, by its id."""

    def __init__(self, id, width=400, height=300, **kwargs):
        self.id = id
        super().__init__(f"https://www.scribd.com/embeds/{id}/content", width, height, **kwargs)


class FileLink:
    """A link to a file of the notebook's folder."""

    def __init__(self, path, url_prefix="", result_html_prefix="", result_html_suffix="<br>"):
        import os

        if os.path.isdir(path):
            raise ValueError(f"Cannot display a directory using FileLink. Use FileLinks to display '{path}'.")
        self.path, self.url_prefix = str(path), url_prefix
        self.result_html_prefix, self.result_html_suffix = result_html_prefix, result_html_suffix

    def _link(self, path):
        return f'<a href="{_escape(self.url_prefix + _quoted(path))}" target="_blank">{_escape(path)}</a>'

    def _repr_html_(self):
        import os

        if not os.path.exists(self.path):
            wrong = "It may still be in the process of being generated, or you may have the incorrect path."
            return f"Path (<tt>{_escape(self.path)}</tt>) doesn't exist. {wrong}"
        return f"{self.result_html_prefix}{self._link(self.path)}{self.result_html_suffix}"

    def __repr__(self):
        return self.path


class FileLinks(FileLink):
    """Links to the files of a folder."""

    def __init__(
        self,
        path,
        url_prefix="",
        included_suffixes=None,
        result_html_prefix="",
        result_html_suffix="<br>",
        notebook_display_formatter=None,
        terminal_display_formatter=None,
        recursive=True,
    ):
        import os

        if os.path.isfile(path):
            raise ValueError(f"Cannot display a file using FileLinks. Use FileLink to display '{path}'.")
        self.path, self.url_prefix, self.included_suffixes, self.recursive = (
            str(path).rstrip("/"),
            url_prefix,
            included_suffixes,
            recursive,
        )
        self.result_html_prefix, self.result_html_suffix = result_html_prefix, result_html_suffix

    def _files(self, folder):
        import os

        for name in sorted(os.listdir(folder)):
            path = name if folder == "." else f"{folder}/{name}"
            if os.path.isdir(path):
                if self.recursive and not name.startswith("."):
                    yield from self._files(path)
            elif self.included_suffixes is None or any(name.endswith(suffix) for suffix in self.included_suffixes):
                yield path

    def _repr_html_(self):
        links = (f"{self.result_html_prefix}{self._link(path)}{self.result_html_suffix}" for path in self._files(self.path))
        return f"{_escape(self.path)}/<br>" + "".join(links)

    def __repr__(self):
        return "\n".join(self._files(self.path))


class ProgressBar:
    """A bar that is moved with `bar.progress = 3`, or by iterating over it. `tqdm` also shows the rate and the remaining time."""

    def __init__(self, total):
        if total <= 0:
            raise ValueError("a progress bar's total is a number above 0")
        self.total = total
        self._progress = -1
        self.html_width = "60ex"
        self.text_width = 60
        self._display_id = _new_id()

    def __repr__(self):
        done = max(0, min(1, self.progress / self.total))
        full = int(done * self.text_width)
        return f"[{'=' * full}{' ' * (self.text_width - full)}] {self.progress}/{self.total}"

    def _repr_html_(self):
        return f"<progress style='width:{self.html_width}' max='{self.total}' value='{max(0, self.progress)}'></progress>"

    def display(self):
        """Shows the bar."""
        display(self, display_id=self._display_id)

    def update(self):
        """Draws the current state."""
        display(self, display_id=self._display_id, update=True)

    @property
    def progress(self):
        """The progress."""
        return self._progress

    @progress.setter
    def progress(self, value):
        self._progress = value
        self.update()

    def __iter__(self):
        self.display()
        self._progress = -1
        return self

    def __next__(self):
        self.progress += 1
        if self.progress < self.total:
            return self.progress
        raise StopIteration()
