# _string: the fields of format strings, taken apart.


def formatter_parser(text, /):
    """(text, field, specification, conversion) of each part; the field is None behind the last one."""
    if not isinstance(text, str):
        raise TypeError(f"expected str, got {type(text).__name__}")
    return _parts(text)


def _parts(text):
    literal, at = "", 0
    while at < len(text):
        c = text[at]
        at += 1
        if c in "{}" and text[at : at + 1] == c:
            yield literal + c, None, None, None
            literal, at = "", at + 1
        elif c == "{":
            if at == len(text):
                raise ValueError("Single '{' encountered in format string")
            end = _closing(text, at)
            yield literal, *_field(text[at:end])
            literal, at = "", end + 1
        elif c == "}":
            raise ValueError("Single '}' encountered in format string")
        else:
            literal += c
    if literal:
        yield literal, None, None, None


def _closing(text, at):
    """Where the field that begins at a place ends. Braces within brackets are a key's own."""
    depth, start = 1, at
    while at < len(text):
        c = text[at]
        if c == "[" and depth == 1:
            at = text.find("]", at)
            if at < 0:
                break
        depth += {"{": 1, "}": -1}.get(c, 0)
        if depth == 0:
            return at
        at += 1
    wanted = "unmatched '{' in format spec" if "!" in text[start:] else "expected '}' before end of string"
    raise ValueError(wanted)


def _field(text):
    at = 0
    while at < len(text) and text[at] not in ":!":
        if text[at] == "{":
            raise ValueError("unexpected '{' in field name")
        at = text.find("]", at) + 1 if text[at] == "[" else at + 1
    name, rest = text[:at], text[at:]
    if not rest.startswith("!"):
        return name, rest[1:], None
    if len(rest) < 2:
        raise ValueError("unmatched '{' in format spec")
    if rest[2:3] not in ("", ":"):
        raise ValueError("expected ':' after conversion specifier")
    return name, rest[3:], rest[1]


def _key(text):
    return int(text) if text.isdecimal() else text


def formatter_field_name_split(name, /):
    """The argument that a field begins with, and its steps: (whether it is an attribute, the name or the key)."""
    if not isinstance(name, str):
        raise TypeError(f"expected str, got {type(name).__name__}")
    end = min((at for at in (name.find("."), name.find("[")) if at >= 0), default=len(name))
    return _key(name[:end]), _steps(name[end:])


def _steps(rest):
    while rest:
        if rest[0] == ".":
            end = min((at for at in (rest.find(".", 1), rest.find("[", 1)) if at >= 0), default=len(rest))
            step, rest = (True, rest[1:end]), rest[end:]
        elif rest[0] == "[":
            end = rest.find("]")
            if end < 0:
                raise ValueError("Missing ']' in format string")
            step, rest = (False, _key(rest[1:end])), rest[end + 1 :]
        else:
            raise ValueError("Only '.' or '[' may follow ']' in format field specifier")
        if step[1] == "":
            raise ValueError("Empty attribute in format string")
        yield step
