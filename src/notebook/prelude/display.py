"""Names that notebooks import from IPython.display."""


class DisplayObject:
    """Data with the way it is shown."""

    _mime = "text/plain"

    def __init__(self, data=None, url=None, filename=None, metadata=None):
        if url is not None:
            raise ValueError("TensorCell reads nothing from the network: give data=")
        if data is None and filename is not None:
            data = _read(filename)
        if data is None:
            raise TypeError(f"{type(self).__name__}() needs data")
        self.data = data
        self.metadata = metadata

    def _repr_mimebundle_(self):
        return {self._mime: self.data, "text/plain": repr(self)}

    def __repr__(self):
        return f"<IPython.core.display.{type(self).__name__} object>"


class Pretty(DisplayObject):
    def __repr__(self):
        return self.data


class HTML(DisplayObject):
    _mime = "text/html"


class Markdown(DisplayObject):
    _mime = "text/markdown"


class Latex(DisplayObject):
    _mime = "text/latex"


class Math(Latex):
    def _repr_mimebundle_(self):
        return {"text/latex": "$\\displaystyle " + self.data.strip("$") + "$", "text/plain": repr(self)}


class SVG(DisplayObject):
    _mime = "image/svg+xml"

    def __init__(self, data=None, url=None, filename=None, metadata=None):
        super().__init__(data, url, filename, metadata)
        if isinstance(self.data, bytes):
            self.data = self.data.decode()


class JSON(DisplayObject):
    _mime = "application/json"


class Javascript(DisplayObject):
    _mime = "application/javascript"


class Image(DisplayObject):
    def __init__(self, data=None, url=None, filename=None, format=None, embed=None, width=None, height=None, metadata=None):
        if isinstance(data, str):
            data, filename = None, data
        super().__init__(data, url, filename, metadata)
        if self.data[:3] == b"\xff\xd8\xff":
            self._mime = "image/jpeg"
        elif self.data[:4] == b"GIF8":
            self._mime = "image/gif"
        else:
            self._mime = "image/png"


class DisplayHandle:
    """A display that can be changed later."""

    def __init__(self, display_id):
        self.display_id = display_id

    def display(self, obj, **kwargs):
        display(obj, display_id=self.display_id, **kwargs)

    def update(self, obj, **kwargs):
        update_display(obj, display_id=self.display_id, **kwargs)

    def __repr__(self):
        return f"<DisplayHandle display_id={self.display_id}>"


_displays = 0


def display(*objs, include=None, exclude=None, metadata=None, transient=None, display_id=None, raw=False, clear=False, update=False):
    """Shows objects in the cell's output, richly.

    display_id=True (or a name) returns a handle whose update(obj) changes what was shown.
    """
    global _displays
    if clear:
        clear_output(wait=True)
    if display_id is True:
        _displays += 1
        display_id = f"display-{_displays}"
    if update and display_id is None:
        raise TypeError("display_id required for update_display")
    for obj in objs:
        _show(obj, display_id, update, raw)
    if display_id is not None and not update:
        return DisplayHandle(display_id)


def update_display(obj, *, display_id, **kwargs):
    """Changes what was shown under display_id."""
    display(obj, display_id=display_id, update=True, **kwargs)
