"""Display objects and their updates: part of IPython.display."""

from html import escape as _escape

from _tensorcell.display import _read, _show, clear_output

__name__ = "IPython.display"


class DisplayObject:
    """Data with the way it is shown: given itself, or as the name of a file in the notebook's folder."""

    _mime = "text/plain"

    def __init__(self, data=None, url=None, filename=None, metadata=None):
        if url is not None:
            raise ValueError(
                "TensorCell reads nothing from the network: give data=, or filename= of a file in the notebook's folder"
            )
        if data is None and filename is not None:
            data = _read(filename)
        if data is None:
            raise TypeError(f"{type(self).__name__}() needs data")
        self.data = data
        self.filename = filename
        self.url = None
        self.metadata = metadata if metadata is not None else {}

    def _repr_mimebundle_(self, include=None, exclude=None):
        metadata = {self._mime: self.metadata} if self.metadata else {}
        return {self._mime: self.data, "text/plain": self._plain()}, metadata

    def _plain(self):
        return repr(self)

    def __repr__(self):
        return f"<IPython.core.display.{type(self).__name__} object>"


class TextDisplayObject(DisplayObject):
    """Data that is text."""

    def __init__(self, data=None, url=None, filename=None, metadata=None):
        super().__init__(data, url, filename, metadata)
        if isinstance(self.data, bytes):
            self.data = self.data.decode()
        if not isinstance(self.data, str):
            raise TypeError(f"{type(self).__name__} expects text, not {self.data!r}")


class Pretty(TextDisplayObject):
    """Plain text, shown unchanged."""

    def _plain(self):
        return self.data


class HTML(TextDisplayObject):
    """A piece of a page."""

    _mime = "text/html"

    def __html__(self):
        return self.data


class Markdown(TextDisplayObject):
    """Text in Markdown."""

    _mime = "text/markdown"

    def _plain(self):
        return self.data


class Latex(TextDisplayObject):
    """Text in LaTeX, with its own dollars."""

    _mime = "text/latex"

    def _plain(self):
        return self.data


class Math(Latex):
    """A formula in LaTeX."""

    def _repr_mimebundle_(self, include=None, exclude=None):
        return {"text/latex": "$\\displaystyle " + self.data.strip("$") + "$", "text/plain": self.data}


class SVG(TextDisplayObject):
    """A drawing: the svg element of a text or file."""

    _mime = "image/svg+xml"

    def __init__(self, data=None, url=None, filename=None, metadata=None):
        super().__init__(data, url, filename, metadata)
        start, end = self.data.find("<svg"), self.data.rfind("</svg>")
        if start >= 0 and end > start:
            self.data = self.data[start : end + len("</svg>")]


class JSON(DisplayObject):
    """A value that is shown as a tree; expanded=True opens it."""

    _mime = "application/json"

    def __init__(self, data=None, url=None, filename=None, expanded=False, metadata=None, root="root", **kwargs):
        import json

        super().__init__(data, url, filename, metadata)
        if isinstance(self.data, (str, bytes)):
            self.data = json.loads(self.data)
        if not isinstance(self.data, (dict, list, tuple)):
            raise TypeError(f"{type(self).__name__} expects a dict or a list, not {self.data!r}")
        self.metadata = {"expanded": expanded, "root": root, **self.metadata, **kwargs}


class GeoJSON(JSON):
    """A map, where the front end draws maps."""

    _mime = "application/geo+json"


class Javascript(TextDisplayObject):
    """A script for the reader's browser, which runs those of pages that are trusted. lib names scripts to load first, css style sheets."""

    _mime = "application/javascript"

    def __init__(self, data=None, url=None, filename=None, lib=None, css=None):
        super().__init__(data, url, filename)
        self.lib, self.css = ([part] if isinstance(part, str) else list(part or ()) for part in (lib, css))

    def _repr_mimebundle_(self, include=None, exclude=None):
        return {self._mime: self._script(), "text/plain": self._plain()}

    def _script(self):
        sheets = "".join(_SHEET % sheet for sheet in self.css)
        return sheets + "".join(_LOADED % script for script in self.lib) + self.data + "\n});" * len(self.lib)


# A style sheet, and a script that the others wait for.
_SHEET = """var link = document.createElement("link");
\tlink.rel = "stylesheet";
\tlink.type = "text/css";
\tlink.href = "%s";
\tdocument.head.appendChild(link);
"""
_LOADED = """new Promise(function(resolve, reject) {
\tvar script = document.createElement("script");
\tscript.onload = resolve;
\tscript.onerror = reject;
\tscript.src = "%s";
\tdocument.head.appendChild(script);
}).then(() => {
"""


class Code(TextDisplayObject):
    """Source text, shown unchanged."""

    def __init__(self, data=None, url=None, filename=None, language=None):
        super().__init__(data, url, filename)
        self.language = language

    def _repr_mimebundle_(self, include=None, exclude=None):
        return {"text/html": f"<pre><code>{_escape(self.data)}</code></pre>", "text/plain": self.data}

    def __repr__(self):
        return self.data


class DisplayHandle:
    """A display that can be changed later: `handle.update(obj)`."""

    def __init__(self, display_id=None):
        self.display_id = _new_id() if display_id is None else display_id

    def display(self, obj, **kwargs):
        """Shows an object under this display's name, in a new place."""
        display(obj, display_id=self.display_id, **kwargs)

    def update(self, obj, **kwargs):
        """Replaces the displayed object."""
        update_display(obj, display_id=self.display_id, **kwargs)

    def __repr__(self):
        return f"<DisplayHandle display_id={self.display_id}>"


_displays = 0


def _new_id():
    global _displays
    _displays += 1
    return f"display-{_displays}"


def display(
    *objs,
    include=None,
    exclude=None,
    metadata=None,
    transient=None,
    display_id=None,
    raw=False,
    clear=False,
    update=False,
    **kwargs,
):
    """Shows objects in the cell's output, richly.

    display_id=True (or a name) returns a handle whose update(obj) changes what was shown. include and exclude choose among the
    forms by their MIME types; raw=True takes a dict of MIME types and contents; clear=True clears the cell's output first.
    """
    if clear:
        clear_output(wait=True)
    if display_id is True:
        display_id = _new_id()
    if transient and display_id is None:
        display_id = transient.get("display_id")
    if update and display_id is None:
        raise TypeError("display_id required for update_display")
    for obj in objs:
        if raw and not isinstance(obj, dict):
            raise TypeError(f"raw=True shows a dict of MIME types and contents, not {type(obj).__name__}")
        _show(obj, display_id, update, raw, metadata, include, exclude)
    if display_id is not None and not update:
        return DisplayHandle(display_id)


def update_display(obj, *, display_id, **kwargs):
    """Updates the display with this display_id."""
    display(obj, display_id=display_id, update=True, **kwargs)


def publish_display_data(data, metadata=None, *, transient=None, update=False, **kwargs):
    """Shows a dict of MIME types and contents."""
    display(data, raw=True, metadata=metadata, transient=transient, update=update)


def _in_form(mime, objs, raw, metadata):
    for obj in objs:
        if raw:
            publish_display_data({mime: obj}, {mime: metadata} if metadata else None)
        else:
            display(obj, include=[mime, "text/plain"], metadata={mime: metadata} if metadata else None)


def display_pretty(*objs, raw=False, metadata=None):
    """Shows the plain text of objects."""
    for obj in objs:
        publish_display_data({"text/plain": obj}) if raw else display(obj, include=["text/plain"])


def display_html(*objs, raw=False, metadata=None):
    """Shows the HTML of objects; raw=True: HTML itself."""
    _in_form("text/html", objs, raw, metadata)


def display_markdown(*objs, raw=False, metadata=None):
    """Shows the Markdown of objects; raw=True: Markdown itself."""
    _in_form("text/markdown", objs, raw, metadata)


def display_latex(*objs, raw=False, metadata=None):
    """Shows the LaTeX of objects; raw=True: LaTeX itself."""
    _in_form("text/latex", objs, raw, metadata)


def display_svg(*objs, raw=False, metadata=None):
    """Shows the SVG of objects; raw=True: SVG itself."""
    _in_form("image/svg+xml", objs, raw, metadata)


def display_png(*objs, raw=False, metadata=None):
    """Shows the PNG of objects; raw=True: the bytes of one."""
    _in_form("image/png", objs, raw, metadata)


def display_jpeg(*objs, raw=False, metadata=None):
    """Shows the JPEG of objects; raw=True: the bytes of one."""
    _in_form("image/jpeg", objs, raw, metadata)


def display_json(*objs, raw=False, metadata=None):
    """Shows the JSON of objects; raw=True: dicts and lists."""
    _in_form("application/json", objs, raw, metadata)


def display_javascript(*objs, raw=False, metadata=None):
    """Shows scripts; raw=True: their texts."""
    _in_form("application/javascript", objs, raw, metadata)


def set_matplotlib_formats(*formats, **kwargs):
    """Accepted: figures are always shown as SVG and PNG."""


def set_matplotlib_close(close=True):
    """Accepted: a cell's figures are shown and closed at its end."""
