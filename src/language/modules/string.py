# string: constants, capwords, Template and Formatter.

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
    """Text with $name and ${name}, $$ for a dollar sign."""

    def __init__(self, template):
        self.template = template

    def _expand(self, values, safe):
        import re

        def replace(found):
            if found.group("escaped"):
                return "$"
            name = found.group("named") or found.group("braced")
            if name is None:
                if safe:
                    return found.group()
                before = self.template[: found.start()]
                line = before.count("\n") + 1
                column = found.start() - (before.rfind("\n") + 1) + 1
                raise ValueError(f"Invalid placeholder in string: line {line}, col {column}")
            if safe and name not in values:
                return found.group()
            return str(values[name])

        pattern = r"\$(?:(?P<escaped>\$)|(?P<named>[_a-zA-Z][_a-zA-Z0-9]*)|\{(?P<braced>[_a-zA-Z][_a-zA-Z0-9]*)\}|)"
        return re.sub(pattern, replace, self.template)

    def substitute(self, mapping={}, /, **keywords):
        """The text with values filled in; KeyError where one is missing."""
        return self._expand({**mapping, **keywords}, False)

    def safe_substitute(self, mapping={}, /, **keywords):
        """The text with the known values filled in."""
        return self._expand({**mapping, **keywords}, True)


class Formatter:
    """str.format as an object."""

    def format(self, format_string, /, *args, **keywords):
        return format_string.format(*args, **keywords)

    def vformat(self, format_string, args, keywords):
        return format_string.format(*args, **keywords)
