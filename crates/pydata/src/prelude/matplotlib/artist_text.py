"""Texts, and what is only in the legend: the end of `matplotlib.artist`."""

# The file before this one defines Artist and its helpers.

_TEXT_ALIASES = {
    "c": "color", "size": "fontsize", "horizontalalignment": "ha", "verticalalignment": "va", "weight": "fontweight", "style": "fontstyle", "family": "fontfamily",
    "fontname": "fontfamily", "font": "fontfamily", "variant": "fontvariant", "stretch": "fontstretch", "ma": "multialignment",
    "font_properties": "fontproperties",
}
_TEXT_NAMES = {
    "color", "fontsize", "ha", "va", "rotation", "bbox", "alpha", "zorder", "label", "visible", "multialignment", "backgroundcolor", "fontweight", "fontstyle",
    "fontfamily", "fontvariant", "fontstretch", "fontproperties", "position", "x", "y", "text", "parse_math", "usetex", "antialiased", "transform_rotates_text",
}


def _text_properties(function, *given):
    """Keywords of texts by their long names, each known; later ones win."""
    found = {}
    for name, value in [pair for each in given for pair in (each or {}).items()]:
        full = _TEXT_ALIASES.get(name, name)
        if full not in _TEXT_NAMES and name not in _HARMLESS:
            raise _unknown(function, name, _TEXT_NAMES | set(_TEXT_ALIASES))
        found[full] = value
    return found


def _font_size(fontproperties):
    """The size that a FontProperties or its dictionary names."""
    get = getattr(fontproperties, "get_size_in_points", None) or getattr(fontproperties, "get_size", None)
    return get() if get else fontproperties.get("size") if isinstance(fontproperties, dict) else None


class Text(Artist):
    """A text at a place."""

    _order = 3.0

    def __init__(self, x=0.0, y=0.0, text="", *, fontdict=None, space="data", **kwargs):
        own = _text_properties("text", fontdict, kwargs)
        super().__init__(own.get("label"), own.get("alpha"), own.get("zorder"), own.get("visible", True))
        self._at, self._text, self._space = (x, y), str(text), space
        self._color, self._fontsize = own.get("color"), own.get("fontsize")
        if self._fontsize is None and own.get("fontproperties") is not None:
            self._fontsize = _font_size(own["fontproperties"])
        self._weight, self._slant, self._family = own.get("fontweight", "normal"), own.get("fontstyle", "normal"), own.get("fontfamily")
        self._ha, self._va = own.get("ha") or "left", own.get("va") or "baseline"
        self._arrow, self._shift, self._ground = None, None, None
        ground = own.get("backgroundcolor")
        self._box = own.get("bbox") or ({"facecolor": ground, "edgecolor": "none"} if ground else None)
        self.set_rotation(own.get("rotation"))

    def set_text(self, s):
        """Sets the text."""
        self._text = "" if s is None else str(s)

    def get_text(self):
        """Returns the text."""
        return self._text

    def set_position(self, xy):
        """Sets the position."""
        self._at = tuple(xy)

    def get_position(self):
        """The position."""
        return self._at

    def set_x(self, x):
        """Sets the position's x."""
        self._at = (x, self._at[1])

    def set_y(self, y):
        """Sets the position's y."""
        self._at = (self._at[0], y)

    def set_color(self, color):
        """Its colour."""
        _parse(color)
        self._color = color

    def get_color(self):
        """Its colour."""
        return "black" if self._color is None else self._color

    set_c, get_c = set_color, get_color

    def set_fontsize(self, fontsize):
        """Points."""
        self._fontsize = fontsize

    def get_fontsize(self):
        """Points."""
        return _size(self._fontsize, rcParams["font.size"])

    set_size, get_size = set_fontsize, get_fontsize

    def set_rotation(self, s):
        """Degrees, counter-clockwise."""
        self._rotation = {"horizontal": 0.0, "vertical": 90.0, None: 0.0}.get(s, s)

    def get_rotation(self):
        """Degrees, counter-clockwise."""
        return float(self._rotation)

    def set_ha(self, align):
        """'left', 'center' or 'right'."""
        self._ha = align

    def get_ha(self):
        """'left', 'center' or 'right'."""
        return self._ha

    set_horizontalalignment, get_horizontalalignment = set_ha, get_ha

    def set_va(self, align):
        """'top', 'center', 'bottom' or 'baseline'."""
        self._va = align

    def get_va(self):
        """'top', 'center', 'bottom' or 'baseline'."""
        return self._va

    set_verticalalignment, get_verticalalignment = set_va, get_va

    def set_fontweight(self, weight):
        """Kept; texts are drawn with one weight."""
        self._weight = weight

    def get_fontweight(self):
        """The weight that was set."""
        return self._weight

    set_weight, get_weight = set_fontweight, get_fontweight

    def set_fontstyle(self, fontstyle):
        """Kept; texts are drawn upright."""
        self._slant = fontstyle

    def get_fontstyle(self):
        """The style that was set."""
        return self._slant

    set_style, get_style = set_fontstyle, get_fontstyle

    def set_fontfamily(self, fontname):
        """Kept; texts are drawn in one font."""
        self._family = fontname

    set_family = set_fontname = set_fontfamily

    def set_bbox(self, rectprops):
        """A box around it."""
        self._box = rectprops

    def set_backgroundcolor(self, color):
        """The colour of a box around it."""
        self._box = {"facecolor": color, "edgecolor": "none"}

    def _place(self):
        """Where it is drawn."""
        if self._space == "data" and self.axes:
            return tuple(self.axes._number(which, value) for which, value in zip("xy", self._at))
        return self._at

    def _specs(self):
        x, y = self._place()
        spec = {**self._common(), "kind": "text", "text": self._text, "x": float(x), "y": float(y), "space": self._space, "size": self.get_fontsize(),
                "level": self._ha, "upright": self._va, "turn": float(self._rotation)}
        if self._color is not None:
            code, own = _parse(self._color)
            spec["colour"] = code
            if own is not None:
                spec.setdefault("opacity", own)
        elif self._ground is not None:
            spec["colour"] = "on " + _parse(self._ground)[0]
        if self._box is not None:
            spec.update(self._box_spec())
        if self._shift is not None:
            spec.update(shift_x=float(self._shift[0]), shift_y=float(self._shift[1]))
        if self._arrow is not None:
            tip, colour, head = self._arrow
            spec.update(arrow_x=float(self.axes._number("x", tip[0])), arrow_y=float(self.axes._number("y", tip[1])), arrow_colour=_parse(colour)[0], arrow_head=head)
        return [spec]

    def _box_spec(self):
        """The box around it."""
        face = self._box.get("facecolor", self._box.get("fc", self._box.get("color", "C0")))
        edge = self._box.get("edgecolor", self._box.get("ec", "black"))
        code, own = _parse(face)
        alpha = self._box.get("alpha")
        spec = {"face": code if code != "none" else "#ffffff", "face_opacity": 0.0 if code == "none" else float(alpha if alpha is not None else 1.0 if own is None else own)}
        if edge is not None and _parse(edge)[0] != "none":
            spec["edge"] = _parse(edge)[0]
        return spec

    def __repr__(self):
        return f"Text({self._at[0]}, {self._at[1]}, {self._text!r})"


class Key(Artist):
    """Something that is only in the legend: Patch(color=..., label=...)."""

    def __init__(self, color="C0", **common):
        super().__init__(**common)
        self._color = color

    def _specs(self):
        code, own = _parse(self._color)
        return [{**self._common(own), "kind": "key", "colour": code}]
