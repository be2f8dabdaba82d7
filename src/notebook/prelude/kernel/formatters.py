"""Forms of objects: who makes them for a type, by MIME types."""

from _tensorcell.kernel import _forms, _pretty, _repr_pretty

__name__ = "IPython.core.formatters"


class FormatterABC:
    """Makes one display format."""

    format_type = "text/plain"
    enabled = True


class BaseFormatter(FormatterABC):
    """One display format: made by functions registered for types, else by the objects' own method."""

    format_type = "text/plain"
    print_method = None

    def __init__(self, parent=None, **kwargs):
        self.parent = parent
        self.enabled = True
        self.singleton_printers = {}
        self.type_printers = {}
        self.deferred_printers = {}

    def __call__(self, obj):
        """The form of an object, or None."""
        if not self.enabled:
            return None
        try:
            printer = self.lookup(obj)
        except KeyError:
            return self._own(obj)
        return printer(obj)

    def _own(self, obj):
        method = getattr(obj, self.print_method or "", None)
        return None if method is None or isinstance(obj, type) else method()

    def __contains__(self, typ):
        try:
            self.lookup_by_type(typ)
        except KeyError:
            return False
        return True

    def lookup(self, obj):
        """Returns the formatter of an object. Raises KeyError if there is none."""
        if id(obj) in self.singleton_printers:
            return self.singleton_printers[id(obj)]
        return self.lookup_by_type(type(obj))

    def lookup_by_type(self, typ):
        """Returns the formatter of a type, which may be given as 'module.name'."""
        if isinstance(typ, str):
            key = tuple(typ.rsplit(".", 1))
            if key in self.deferred_printers:
                return self.deferred_printers[key]
            for known, printer in self.type_printers.items():
                if (known.__module__, known.__qualname__) == key:
                    return printer
            raise KeyError(f"No registered printer for {typ!r}")
        for cls in typ.__mro__:
            if cls in self.type_printers or self._in_deferred_types(cls):
                return self.type_printers[cls]
        raise KeyError(f"No registered printer for {typ!r}")

    def for_type(self, typ, func=None):
        """Registers a formatter for a type. Returns the previous one. Without a function, only returns it."""
        if isinstance(typ, str):
            return self.for_type_by_name(*typ.rsplit(".", 1), func)
        before = self.type_printers.get(typ)
        if before is None and self._in_deferred_types(typ):
            before = self.type_printers.get(typ)
        if func is not None:
            self.type_printers[typ] = func
        return before

    def for_type_by_name(self, type_module, type_name, func=None):
        """Like for_type, for a type that need not be imported."""
        key = (type_module, type_name)
        before = self.deferred_printers.get(key)
        for known in list(self.type_printers):
            if (known.__module__, known.__name__) == key:
                return self.for_type(known, func)
        if func is not None:
            self.deferred_printers[key] = func
        return before

    def pop(self, typ, default=KeyError):
        """Takes a type's registration away, and gives it."""
        before = default
        if isinstance(typ, str):
            before = self.deferred_printers.pop(tuple(typ.rsplit(".", 1)), default)
            for known in list(self.type_printers):
                if (known.__module__, known.__qualname__) == tuple(typ.rsplit(".", 1)):
                    before = self.type_printers.pop(known)
        else:
            self._in_deferred_types(typ)
            before = self.type_printers.pop(typ, default)
        if before is KeyError:
            raise KeyError(f"No registered value for {typ!r}")
        return before

    def _in_deferred_types(self, cls):
        """Moves a registration by name to the type."""
        key = (getattr(cls, "__module__", None), getattr(cls, "__name__", None))
        if key in self.deferred_printers:
            self.type_printers[cls] = self.deferred_printers.pop(key)
            return True
        return False

    def _has_printers(self):
        return bool(self.type_printers or self.deferred_printers)

    def _printer_of(self, cls):
        """The function that is registered for a class, or None."""
        try:
            return self.lookup_by_type(cls)
        except KeyError:
            return None

    def _registered(self, obj):
        """The form that a registered function makes, or None."""
        try:
            printer = self.lookup(obj)
        except KeyError:
            return None
        return printer(obj) if self.enabled else None


class PlainTextFormatter(BaseFormatter):
    """Text: registered functions are given the object, a printer and whether this is inside itself."""

    format_type = "text/plain"
    print_method = "_repr_pretty_"
    pprint = True

    def __call__(self, obj):
        return _pretty(obj) if self.pprint else repr(obj)

    def _registered(self, obj):
        try:
            printer = self.lookup(obj)
        except KeyError:
            return None
        return _repr_pretty(obj, printer)


def _formatter(name, mime, method):
    return type(name, (BaseFormatter,), {"format_type": mime, "print_method": method, "__module__": __name__})


HTMLFormatter = _formatter("HTMLFormatter", "text/html", "_repr_html_")
MarkdownFormatter = _formatter("MarkdownFormatter", "text/markdown", "_repr_markdown_")
SVGFormatter = _formatter("SVGFormatter", "image/svg+xml", "_repr_svg_")
PNGFormatter = _formatter("PNGFormatter", "image/png", "_repr_png_")
PDFFormatter = _formatter("PDFFormatter", "application/pdf", "_repr_pdf_")
JPEGFormatter = _formatter("JPEGFormatter", "image/jpeg", "_repr_jpeg_")
LatexFormatter = _formatter("LatexFormatter", "text/latex", "_repr_latex_")
JSONFormatter = _formatter("JSONFormatter", "application/json", "_repr_json_")
JavascriptFormatter = _formatter("JavascriptFormatter", "application/javascript", "_repr_javascript_")
MimeBundleFormatter = _formatter("MimeBundleFormatter", "", "_repr_mimebundle_")
IPythonDisplayFormatter = _formatter("IPythonDisplayFormatter", "", "_ipython_display_")

_KINDS = (
    PlainTextFormatter,
    HTMLFormatter,
    MarkdownFormatter,
    SVGFormatter,
    PNGFormatter,
    PDFFormatter,
    JPEGFormatter,
    LatexFormatter,
    JSONFormatter,
    JavascriptFormatter,
)


class DisplayFormatter:
    """All forms of objects."""

    def __init__(self, parent=None):
        self.parent = parent
        self.formatters = {kind.format_type: kind(parent) for kind in _KINDS}
        self.mimebundle_formatter = MimeBundleFormatter(parent)
        self.ipython_display_formatter = IPythonDisplayFormatter(parent)
        self.active_types = list(self.formatters)

    @property
    def format_types(self):
        """The MIME types that there are formatters of."""
        return list(self.formatters)

    def format(self, obj, include=None, exclude=None):
        """Returns an object's formats and metadata, by MIME type."""
        data, metadata = _forms(obj)
        wanted = lambda mime: (not include or mime in include) and not (exclude and mime in exclude)
        chosen = [{mime: value for mime, value in part.items() if wanted(mime)} for part in (data, metadata)]
        return chosen[0], chosen[1]

    def _shows_itself(self, obj):
        """Returns whether a registered function has shown an object."""
        printer = self.ipython_display_formatter
        if not printer.type_printers and not printer.deferred_printers:
            return False
        try:
            show = printer.lookup(obj)
        except KeyError:
            return False
        show(obj)
        return True

    def _registered(self, obj):
        """Returns the results of registered functions: pairs of MIME types and contents, None for unwanted MIME types."""
        found = [(mime, form._registered(obj)) for mime, form in self.formatters.items()]
        chosen = [(mime, form) for mime, form in found if form is not None]
        unwanted = [(mime, None) for mime, form in self.formatters.items() if not form.enabled and mime != "text/plain"]
        return chosen + unwanted


def format_display_data(obj, include=None, exclude=None):
    """Returns an object's formats and metadata."""
    from IPython import get_ipython

    return get_ipython().display_formatter.format(obj, include, exclude)
