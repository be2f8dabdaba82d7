# fnmatch: names by pattern: * ? [ab] [!ab].

import os
import re

_compiled = {}


def translate(pat):
    """The pattern as a regular expression."""
    return f"(?s:{''.join(_translate(pat, '.*', '.'))})\\Z"


def _translate(pat, star, question_mark):
    """The parts of the expression for a pattern, with those of its stars and question marks."""
    parts, at = [], 0
    while at < len(pat):
        c = pat[at]
        at += 1
        if c == "*":
            # Stars that follow each other are one.
            if not parts or parts[-1] is not star:
                parts.append(star)
        elif c == "?":
            parts.append(question_mark)
        elif c == "[":
            end = pat.find("]", at + 2 if pat[at : at + 1] == "!" else at + 1)
            if end < 0:
                parts.append("\\[")
            else:
                parts.append(_characters(pat[at:end]))
                at = end + 1
        else:
            parts.append(re.escape(c))
    return parts


def _characters(text):
    """The expression for what stands in brackets."""
    negated = text.startswith("!")
    body = text[1:] if negated else text
    parts, at = "", 0
    while at < len(body):
        first = body[at]
        if at + 2 < len(body) and body[at + 1] == "-":
            last = body[at + 2]
            if first <= last:
                parts += re.escape(first) + "-" + re.escape(last)
            at += 3
        else:
            parts += re.escape(first)
            at += 1
    if not parts:
        return "." if negated else "(?!)"
    return f"[{'^' if negated else ''}{parts}]"


def _matcher(pat):
    if pat not in _compiled:
        if isinstance(pat, bytes):
            expression = re.compile(translate(pat.decode("latin-1")).encode("latin-1"))
        else:
            expression = re.compile(translate(pat))
        _compiled[pat] = expression.match
    return _compiled[pat]


def fnmatch(name, pat):
    """Whether a name matches a pattern."""
    return fnmatchcase(os.path.normcase(name), os.path.normcase(pat))


def fnmatchcase(name, pat):
    """Whether a name matches a pattern, case as it is."""
    return _matcher(pat)(name) is not None


def filter(names, pat):
    """The names that match a pattern."""
    match = _matcher(os.path.normcase(pat))
    return [name for name in names if match(os.path.normcase(name))]
