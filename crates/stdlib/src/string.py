# string: constants, capwords, Template and Formatter.

from _string import formatter_field_name_split, formatter_parser

whitespace = " \t\n\r\v\f"
ascii_lowercase = "abcdefghijklmnopqrstuvwxyz"
ascii_uppercase = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
ascii_letters = ascii_lowercase + ascii_uppercase
digits = "0123456789"
hexdigits = digits + "abcdef" + "ABCDEF"
octdigits = "01234567"
punctuation = r"""!"#$%&'()*+,-./:;<=>?@[\]^_`{|}~"""
printable = digits + ascii_letters + punctuation + whitespace


def capwords(s, sep=None):
    """Split into words, capitalize each, join again."""
    return (sep or " ").join([word.capitalize() for word in s.split(sep)])


class _Pattern:
    """`Template.pattern`: the regular expression of a placeholder, made when a class is first asked for it."""

    def __get__(self, template, cls):
        import re

        mark = re.escape(cls.delimiter)
        braced = cls.braceidpattern or cls.idpattern
        cls.pattern = re.compile(
            rf"{mark}(?:(?P<escaped>{mark})|(?P<named>{cls.idpattern})|\{{(?P<braced>{braced})\}}|(?P<invalid>))",
            _flags(cls) | re.VERBOSE,
        )
        return cls.pattern


def _flags(cls):
    import re

    return re.IGNORECASE if cls.flags is None else cls.flags


class Template:
    """Text with $name and ${name}, $$ for a dollar sign."""

    delimiter = "$"
    idpattern = "(?a:[_a-z][_a-z0-9]*)"
    braceidpattern = None
    flags = None
    pattern = _Pattern()

    def __init_subclass__(cls):
        super().__init_subclass__()
        if "pattern" not in cls.__dict__:
            cls.pattern = _Pattern()
        elif not isinstance(cls.__dict__["pattern"], _Pattern):
            import re

            cls.pattern = re.compile(cls.pattern, _flags(cls) | re.VERBOSE)

    def __init__(self, template):
        self.template = template

    def _expand(self, values, safe):
        def replace(found):
            if found.group("escaped"):
                return self.delimiter
            name = found.group("named") or found.group("braced")
            if name is None:
                if found.group("invalid") is None:
                    raise ValueError("Unrecognized named group in pattern", self.pattern)
                if safe:
                    return found.group()
                before = self.template[: found.start()]
                line = before.count("\n") + 1
                column = found.start() - (before.rfind("\n") + 1) + 1
                raise ValueError(f"Invalid placeholder in string: line {line}, col {column}")
            if safe and name not in values:
                return found.group()
            return str(values[name])

        return self.pattern.sub(replace, self.template)

    def substitute(self, mapping={}, /, **keywords):
        """The text with values filled in; KeyError where one is missing."""
        return self._expand({**mapping, **keywords}, False)

    def safe_substitute(self, mapping={}, /, **keywords):
        """The text with the known values filled in."""
        return self._expand({**mapping, **keywords}, True)

    def get_identifiers(self):
        """The names of the placeholders, each once."""
        names = [found.group("named") or found.group("braced") for found in self.pattern.finditer(self.template)]
        return list(dict.fromkeys([name for name in names if name]))

    def is_valid(self):
        """Whether every placeholder is well formed."""
        return not any(found.group("invalid") is not None for found in self.pattern.finditer(self.template))


class Formatter:
    """str.format as an object whose steps may be overridden."""

    def format(self, format_string, /, *args, **kwargs):
        return self.vformat(format_string, args, kwargs)

    def vformat(self, format_string, args, kwargs):
        used = set()
        result, _ = self._vformat(format_string, args, kwargs, used, 2, 0)
        self.check_unused_args(used, args, kwargs)
        return result

    def _vformat(self, format_string, args, kwargs, used, depth, auto):
        if depth < 0:
            raise ValueError("Max string recursion exceeded")
        parts = []
        for text, name, spec, conversion in self.parse(format_string):
            if text:
                parts.append(text)
            if name is None:
                continue
            if name == "":
                if auto is False:
                    raise ValueError("cannot switch from manual field specification to automatic field numbering")
                name = str(auto)
                auto += 1
            elif name.isdigit():
                if auto:
                    raise ValueError("cannot switch from manual field specification to automatic field numbering")
                auto = False
            value, first = self.get_field(name, args, kwargs)
            used.add(first)
            value = self.convert_field(value, conversion)
            spec, auto = self._vformat(spec, args, kwargs, used, depth - 1, auto)
            parts.append(self.format_field(value, spec))
        return "".join(parts), auto

    def get_value(self, key, args, kwargs):
        """The argument of a number or name."""
        return args[key] if isinstance(key, int) else kwargs[key]

    def check_unused_args(self, used_args, args, kwargs):
        """For subclasses."""

    def format_field(self, value, format_spec):
        return format(value, format_spec)

    def convert_field(self, value, conversion):
        if conversion is None:
            return value
        if conversion not in ("s", "r", "a"):
            raise ValueError(f"Unknown conversion specifier {conversion!s}")
        return {"s": str, "r": repr, "a": ascii}[conversion](value)

    def get_field(self, field_name, args, kwargs):
        """The value of a field such as 0.name[key], and the argument it starts from."""
        first, steps = formatter_field_name_split(field_name)
        value = self.get_value(first, args, kwargs)
        for is_attribute, step in steps:
            value = getattr(value, step) if is_attribute else value[step]
        return value, first

    def parse(self, format_string):
        """(text, field, specification, conversion) of each part."""
        return formatter_parser(format_string)
