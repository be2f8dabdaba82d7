# string: constants, capwords, Template and Formatter.

import _string
import re
from collections import ChainMap as _ChainMap

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


class Template:
    """Text with $name and ${name}, $$ for a dollar sign. Subclasses choose the delimiter and the patterns of names."""

    delimiter = "$"
    idpattern = r"(?a:[_a-z][_a-z0-9]*)"
    braceidpattern = None
    flags = re.IGNORECASE

    def __init_subclass__(cls):
        super().__init_subclass__()
        if "pattern" in cls.__dict__:
            pattern = cls.pattern
        else:
            mark = re.escape(cls.delimiter)
            braced = cls.braceidpattern or cls.idpattern
            pattern = rf"""
            {mark}(?:
              (?P<escaped>{mark}) |
              (?P<named>{cls.idpattern}) |
              {{(?P<braced>{braced})}} |
              (?P<invalid>)
            )
            """
        cls.pattern = re.compile(pattern, cls.flags | re.VERBOSE)

    def __init__(self, template):
        self.template = template

    def _invalid(self, found):
        start = found.start("invalid")
        lines = self.template[:start].splitlines(keepends=True)
        column = start - len("".join(lines[:-1])) if lines else 1
        raise ValueError(f"Invalid placeholder in string: line {len(lines) or 1}, col {column}")

    def substitute(self, mapping={}, /, **keywords):
        """The text with values filled in; KeyError where one is missing."""
        values = _ChainMap(keywords, mapping) if keywords else mapping

        def filled(found):
            name = found.group("named") or found.group("braced")
            if name is not None:
                return str(values[name])
            if found.group("escaped") is not None:
                return self.delimiter
            if found.group("invalid") is not None:
                self._invalid(found)
            raise ValueError("Unrecognized named group in pattern", self.pattern)

        return self.pattern.sub(filled, self.template)

    def safe_substitute(self, mapping={}, /, **keywords):
        """The text with the known values filled in."""
        values = _ChainMap(keywords, mapping) if keywords else mapping

        def filled(found):
            name = found.group("named") or found.group("braced")
            if name is not None:
                try:
                    return str(values[name])
                except KeyError:
                    return found.group()
            if found.group("escaped") is not None:
                return self.delimiter
            if found.group("invalid") is not None:
                return found.group()
            raise ValueError("Unrecognized named group in pattern", self.pattern)

        return self.pattern.sub(filled, self.template)

    def is_valid(self):
        """Whether every placeholder is well formed."""
        for found in self.pattern.finditer(self.template):
            if found.group("invalid") is not None:
                return False
            self._check(found)
        return True

    def get_identifiers(self):
        """The names of the placeholders, each once."""
        names = []
        for found in self.pattern.finditer(self.template):
            name = found.group("named") or found.group("braced")
            if name is not None and name not in names:
                names.append(name)
            elif name is None and found.group("invalid") is None:
                self._check(found)
        return names

    def _check(self, found):
        if all(found.group(name) is None for name in ("named", "braced", "escaped")):
            raise ValueError("Unrecognized named group in pattern", self.pattern)


Template.__init_subclass__()


class Formatter:
    """str.format as an object whose steps may be overridden."""

    def format(self, format_string, /, *args, **kwargs):
        return self.vformat(format_string, args, kwargs)

    def vformat(self, format_string, args, kwargs):
        used = set()
        result, _ = self._vformat(format_string, args, kwargs, used, 2, 0)
        self.check_unused_args(used, args, kwargs)
        return result

    def _vformat(self, format_string, args, kwargs, used, depth, auto=0):
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
        first, steps = _string.formatter_field_name_split(field_name)
        value = self.get_value(first, args, kwargs)
        for is_attribute, name in steps:
            value = getattr(value, name) if is_attribute else value[name]
        return value, first

    def parse(self, format_string):
        """(text, field, specification, conversion) of each part."""
        return _string.formatter_parser(format_string)
