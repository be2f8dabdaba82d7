# locale: conventions of a language and country. There is one, that of C with UTF-8.

CODESET, RADIXCHAR, THOUSEP, D_T_FMT, D_FMT, T_FMT, YESEXPR, NOEXPR = 14, 65536, 65537, 131112, 131113, 131114, 327680, 327681
LC_CTYPE, LC_NUMERIC, LC_TIME, LC_COLLATE, LC_MONETARY, LC_MESSAGES, LC_ALL = 0, 1, 2, 3, 4, 5, 6
CHAR_MAX = 127
_NAMES = ("C", "POSIX", "C.UTF-8", "C.utf8", "")
_current = dict.fromkeys(range(7), "C")


class Error(Exception):
    """What a locale cannot do."""


def setlocale(category, locale=None):
    """Sets the locale of a category, of which only C's is there; gives the one that holds."""
    if category not in _current:
        raise Error("locale query failed" if locale is None else "unsupported locale setting")
    if isinstance(locale, tuple):
        locale = ".".join(part for part in locale if part) or "C"
    if locale is not None:
        if locale not in _NAMES:
            raise Error("unsupported locale setting")
        for each in _current if category == LC_ALL else (category,):
            _current[each] = locale or "C"
    return _current[category]


def resetlocale(category=LC_ALL):
    setlocale(category, "")


def getlocale(category=LC_CTYPE):
    """(language, encoding): of C neither is known."""
    if category == LC_ALL:
        raise TypeError("category LC_ALL is not supported")
    return (None, None) if _current[category] in ("C", "POSIX") else ("en_US", "UTF-8")


def getdefaultlocale(envvars=("LC_ALL", "LC_CTYPE", "LANG", "LANGUAGE")):
    return None, None


def getpreferredencoding(do_setlocale=True):
    return "UTF-8"


def getencoding():
    return "utf-8"


def nl_langinfo(key, /):
    """A fact of the locale."""
    known = {CODESET: "UTF-8", RADIXCHAR: ".", D_T_FMT: "%a %b %e %H:%M:%S %Y", D_FMT: "%m/%d/%y", T_FMT: "%H:%M:%S"}
    return {**known, YESEXPR: "^[yY]", NOEXPR: "^[nN]"}.get(key, "")


def localeconv():
    """How numbers and money are written."""
    texts = "int_curr_symbol currency_symbol mon_decimal_point mon_thousands_sep positive_sign negative_sign thousands_sep"
    numbers = "int_frac_digits frac_digits p_cs_precedes p_sep_by_space n_cs_precedes n_sep_by_space p_sign_posn n_sign_posn"
    found = dict.fromkeys(texts.split(), "") | dict.fromkeys(numbers.split(), CHAR_MAX)
    return found | {"grouping": [], "mon_grouping": [], "decimal_point": "."}


def normalize(localename):
    """The name of a locale in full."""
    language, dot, encoding = localename.partition(".")
    return localename if dot or language in ("C", "POSIX", "") else f"{language}.ISO8859-1"


def strcoll(a, b, /):
    """Below, at or above 0, as texts are in order."""
    return (a > b) - (a < b)


def strxfrm(text, /):
    return text


def format_string(f, val, grouping=False, monetary=False):
    """Formats with %; C groups no digits."""
    return f % val


def currency(val, symbol=True, grouping=False, international=False):
    raise ValueError("Currency formatting is not possible using the 'C' locale.")


def str(val):
    return format_string("%.12g", val)


def delocalize(string):
    """The text of a number as int and float read it."""
    return string


def localize(string, grouping=False, monetary=False):
    return string


def atof(string, func=float):
    return func(delocalize(string))


def atoi(string):
    return int(delocalize(string))
