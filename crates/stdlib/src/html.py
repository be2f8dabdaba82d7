# html: text that is safe to put into a page, and back.

import re as _re

_NAMES = {
    "amp": "&",
    "lt": "<",
    "gt": ">",
    "quot": '"',
    "apos": "'",
    "nbsp": "\xa0",
    "iexcl": "¡",
    "cent": "¢",
    "pound": "£",
    "yen": "¥",
    "sect": "§",
    "copy": "©",
    "laquo": "«",
    "not": "¬",
    "shy": "\xad",
    "reg": "®",
    "deg": "°",
    "plusmn": "±",
    "sup2": "²",
    "sup3": "³",
    "micro": "µ",
    "para": "¶",
    "middot": "·",
    "raquo": "»",
    "frac14": "¼",
    "frac12": "½",
    "frac34": "¾",
    "iquest": "¿",
    "Agrave": "À",
    "Aacute": "Á",
    "Acirc": "Â",
    "Atilde": "Ã",
    "Auml": "Ä",
    "Aring": "Å",
    "AElig": "Æ",
    "Ccedil": "Ç",
    "Egrave": "È",
    "Eacute": "É",
    "Ecirc": "Ê",
    "Euml": "Ë",
    "Igrave": "Ì",
    "Iacute": "Í",
    "Icirc": "Î",
    "Iuml": "Ï",
    "Ntilde": "Ñ",
    "Ograve": "Ò",
    "Oacute": "Ó",
    "Ocirc": "Ô",
    "Otilde": "Õ",
    "Ouml": "Ö",
    "times": "×",
    "Oslash": "Ø",
    "Ugrave": "Ù",
    "Uacute": "Ú",
    "Ucirc": "Û",
    "Uuml": "Ü",
    "szlig": "ß",
    "agrave": "à",
    "aacute": "á",
    "acirc": "â",
    "atilde": "ã",
    "auml": "ä",
    "aring": "å",
    "aelig": "æ",
    "ccedil": "ç",
    "egrave": "è",
    "eacute": "é",
    "ecirc": "ê",
    "euml": "ë",
    "igrave": "ì",
    "iacute": "í",
    "icirc": "î",
    "iuml": "ï",
    "ntilde": "ñ",
    "ograve": "ò",
    "oacute": "ó",
    "ocirc": "ô",
    "otilde": "õ",
    "ouml": "ö",
    "divide": "÷",
    "oslash": "ø",
    "ugrave": "ù",
    "uacute": "ú",
    "ucirc": "û",
    "uuml": "ü",
    "curren": "¤",
    "brvbar": "¦",
    "uml": "¨",
    "ordf": "ª",
    "macr": "¯",
    "acute": "´",
    "cedil": "¸",
    "sup1": "¹",
    "ordm": "º",
    "ETH": "Ð",
    "eth": "ð",
    "Yacute": "Ý",
    "yacute": "ý",
    "THORN": "Þ",
    "thorn": "þ",
    "yuml": "ÿ",
    "euro": "€",
    "hellip": "…",
    "ndash": "–",
    "mdash": "—",
    "lsquo": "‘",
    "rsquo": "’",
    "ldquo": "“",
    "rdquo": "”",
    "bull": "•",
    "trade": "™",
    "larr": "←",
    "rarr": "→",
    "uarr": "↑",
    "darr": "↓",
    "hearts": "♥",
    "alpha": "α",
    "beta": "β",
    "gamma": "γ",
    "delta": "δ",
    "lambda": "λ",
    "mu": "μ",
    "pi": "π",
    "sigma": "σ",
    "omega": "ω",
    "infin": "∞",
    "ne": "≠",
    "le": "≤",
    "ge": "≥",
    "sum": "∑",
}
# Those of Latin-1 are known without their semicolon too, as old pages write them; the longest first.
_LOOSE = sorted([name for name in _NAMES if ord(_NAMES[name]) < 256 and name != "apos"], key=len, reverse=True)


def escape(s, quote=True):
    """Replace the characters &, < and > (and with quote the quotation marks) by their names."""
    s = s.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    if quote:
        s = s.replace('"', "&quot;").replace("'", "&#x27;")
    return s


def _character(match):
    name = match.group(1)
    if name[0] == "#":
        digits = name[1:].rstrip(";")
        code = int(digits[1:], 16) if digits[0] in "xX" else int(digits)
        if code == 0 or code > 0x10FFFF or 0xD800 <= code <= 0xDFFF:
            return "\ufffd"
        if 0x80 <= code <= 0x9F:
            return bytes([code]).decode("cp1252", "replace").replace("\ufffd", chr(code))
        return chr(code)
    if name.endswith(";"):
        known = _NAMES.get(name[:-1])
        if known is not None:
            return known
    for loose in _LOOSE:
        if name.startswith(loose):
            return _NAMES[loose] + name[len(loose) :]
    return match.group()


def unescape(s):
    """Replace names and numbers of characters (&gt;, &#62;, &#x3e;) by the characters; knows the usual names."""
    if "&" not in s:
        return s
    return _re.sub(r"&(#[0-9]+;?|#[xX][0-9a-fA-F]+;?|[^\t\n\f <&#;]{1,32};?)", _character, s)
