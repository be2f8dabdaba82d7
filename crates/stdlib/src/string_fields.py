# _string: the parts of format strings, and of the names of their fields.

_UNENDED = "expected '}' before end of string"
_UNMATCHED = "unmatched '{' in format spec"


def formatter_parser(format_string):
    """(text, field, specification, conversion) of each part."""
    text, at = "", 0
    while at < len(format_string):
        c = format_string[at]
        at += 1
        if c in "{}" and format_string[at : at + 1] == c:
            yield text + c, None, None, None
            text, at = "", at + 1
        elif c == "{":
            if at == len(format_string):
                raise ValueError("Single '{' encountered in format string")
            depth, start = 1, at
            while depth:
                if at >= len(format_string):
                    raise ValueError(_UNMATCHED if "!" in format_string[start:] else _UNENDED)
                depth += {"{": 1, "}": -1}.get(format_string[at], 0)
                at += 1
            name = format_string[start : at - 1]
            head, colon, tail = name.partition(":")
            name, spec = (head, tail) if colon else (name, "")
            name, mark, letter = name.partition("!")
            if mark and not letter:
                raise ValueError(_UNMATCHED)
            yield text, name, spec, letter if mark else None
            text = ""
        elif c == "}":
            raise ValueError("Single '}' encountered in format string")
        else:
            text += c
    if text:
        yield text, None, None, None


def formatter_field_name_split(field_name):
    """0.name[key] as (0, iterator of (is an attribute, name or index))."""
    end = min((at for at in (field_name.find("."), field_name.find("[")) if at >= 0), default=len(field_name))
    return _key(field_name[:end]), _steps(field_name, end)


def _key(text):
    return int(text) if text.isdecimal() else text


def _steps(name, at):
    while at < len(name):
        if name[at] == "[":
            end = name.find("]", at)
            if end < 0:
                raise ValueError("Missing ']' in format string")
            step, then = (False, _key(name[at + 1 : end])), end + 1
        elif name[at] == ".":
            then = min((to for to in (name.find(".", at + 1), name.find("[", at + 1)) if to >= 0), default=len(name))
            step = (True, name[at + 1 : then])
        else:
            raise ValueError("Only '.' or '[' may follow ']' in format field specifier")
        if step[1] == "":
            raise ValueError("Empty attribute in format string")
        yield step
        at = then
