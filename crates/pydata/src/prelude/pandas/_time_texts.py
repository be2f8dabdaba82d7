"""Moments and spans as texts: guessed formats, formats that are given, and how pandas prints both."""

import re

from numpy._times import LENGTHS, NAT, civil, days_in, days_of, parsed

MONTHS = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]
DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
_NONE = ("NaT", "nat", "NaN", "nan", "None", "", "<NA>", "NA", "N/A")
_MONTH = {name[:3].lower(): at + 1 for at, name in enumerate(MONTHS)}


class DateParseError(ValueError):
    """A text that is not a date."""


def moment(text, dayfirst=False, yearfirst=False):
    """(number, unit, minutes east of Greenwich or None) of a date in any common form, or None for NaT."""
    text = text.strip()
    if text in _NONE:
        return None
    if text in ("now", "today"):
        import datetime

        now = datetime.datetime.now()
        return days_of(now.year, now.month, now.day) * 86400 * 10**6 + (now.hour * 60 + now.minute) * 60 * 10**6, "us", None
    found = None if re.fullmatch(r"\d{5,}", text) else parsed(text)
    if found is not None:
        number, unit, east = found
        target = "ns" if unit == "ns" else "us"
        number = _in(number, unit, target)
        year = civil(number * LENGTHS[target] // LENGTHS["D"])[0]
        if not 1 <= year <= 9999:
            raise DateParseError(f"year {year} is out of range: {text}")
        return number, target, east
    quarter = re.fullmatch(r"(\d{4})-?[qQ]([1-4])", text)
    if quarter:
        return days_of(int(quarter[1]), int(quarter[2]) * 3 - 2, 1) * 86400 * 10**6, "us", None
    form = guessed(text, dayfirst)
    found = None if form is None else Format(form).read(text)
    if re.match(r"\d{4}-(1[3-9]|[2-9]\d)\b", text):
        raise DateParseError(f"month must be in 1..12: {text}")
    if found is None or isinstance(found, str):
        raise DateParseError(f"Unknown datetime string format, unable to parse: {text}")
    return found


def _in(number, unit, target):
    if unit in "YM":
        year, month = (number + 1970, 1) if unit == "Y" else (number // 12 + 1970, number % 12 + 1)
        number, unit = days_of(year, month, 1), "D"
    return number * (LENGTHS[unit] // LENGTHS[target])


def guessed(text, dayfirst=False):
    """The format that a date's text has, or None."""
    tokens = re.findall(r"\d+|[A-Za-z]+|[^\dA-Za-z]+", text)
    named = any([token[:3].lower() in _MONTH and token.isalpha() for token in tokens])
    made, seen, clock = [], set(), []
    halves = [token.lower() for token in tokens if token.lower() in ("am", "pm")]
    for at, token in enumerate(tokens):
        before, after = tokens[at - 1] if at else "", tokens[at + 1] if at + 1 < len(tokens) else ""
        if token.isdigit():
            part = _part(token, before, after, seen, clock, named, dayfirst, bool(halves), tokens)
        elif token.isalpha():
            part = _word(token, seen)
        else:
            part = token.replace("%", "%%")
            zone = re.fullmatch(r"\s*[+-]", token)
            if zone and clock and re.fullmatch(r"[+-]\d\d:?\d\d", "".join(tokens[at:]).strip()):
                made.append(token[:-1] + "%z")
                break
        if part is None:
            return None
        made.append(part)
    form = "".join(made)
    return form if "%d" in form or "%j" in form or "%B" in form or "%b" in form or "%m" in form else None


def _part(token, before, after, seen, clock, named, dayfirst, halves, tokens):
    # The directive of digits.
    width = len(token)
    if (
        after.startswith(":")
        or before.endswith(":")
        or clock
        and before == "."
        and clock[-1] == "%S"
        or _is_hour(after, tokens)
    ):
        order = ["%I" if halves else "%H", "%M", "%S", "%f"]
        clock.append(order[min(len(clock), 3)])
        return clock[-1]
    if width == 14 and not seen:
        seen.update("Ymd")
        return "%Y%m%d%H%M%S"
    if width == 8 and not seen:
        seen.update("Ymd")
        return "%Y%m%d"
    if width == 4 and "Y" not in seen:
        seen.add("Y")
        return "%Y"
    if width > 2:
        return None
    letter = _of_date(int(token), seen, named, dayfirst)
    if letter is None:
        return None
    seen.add("Y" if letter == "y" else letter)
    return "%" + letter


def _is_hour(after, tokens):
    # Whether digits stand before am or pm: 5 pm.
    return after.strip().lower() in ("am", "pm")


def _of_date(number, seen, named, dayfirst):
    if named:
        return "d" if "d" not in seen else "y" if "Y" not in seen else None
    if "Y" in seen and not seen & {"m", "d"}:
        return "m"
    if "m" not in seen and "d" not in seen:
        return "d" if dayfirst and number <= 31 or number > 12 else "m"
    left = next((one for one in "md" if one not in seen), None)
    return left or ("y" if "Y" not in seen else None)


def _word(token, seen):
    low = token.lower()
    full = [name.lower() for name in MONTHS]
    if low in full or low in _MONTH:
        seen.add("m")
        return "%B" if low in full else "%b"
    if low in [name.lower() for name in DAYS]:
        return "%A"
    if low in [name[:3].lower() for name in DAYS]:
        return "%a"
    if low in ("am", "pm"):
        return "%p"
    if low in ("st", "nd", "rd", "th", "of", "t"):
        return token
    return "%z" if token == "Z" else "%Z" if token in ("UTC", "GMT") else None


_PATTERNS = {
    "Y": r"(?P<Y>\d{4})", "y": r"(?P<y>\d\d)", "m": r"(?P<m>1[0-2]|0?[1-9])", "d": r"(?P<d>3[01]|[12]\d|0?[1-9])",
    "H": r"(?P<H>2[0-3]|[01]\d|\d)", "I": r"(?P<I>1[0-2]|0?[1-9])", "M": r"(?P<M>[0-5]\d|\d)", "S": r"(?P<S>6[01]|[0-5]\d|\d)",
    "f": r"(?P<f>\d{1,9})", "p": r"(?P<p>[AaPp][Mm])", "j": r"(?P<j>\d{1,3})", "z": r"(?P<z>Z|[+-]\d\d:?\d\d)", "Z": r"(?P<Z>UTC|GMT)",
    "b": "(?P<b>" + "|".join([name[:3] for name in MONTHS]) + ")", "B": "(?P<B>" + "|".join(MONTHS) + ")",
    "a": "(?:" + "|".join([name[:3] for name in DAYS]) + ")", "A": "(?:" + "|".join(DAYS) + ")",
}  # fmt: skip
_SHORT = {"T": "%H:%M:%S", "D": "%m/%d/%y", "F": "%Y-%m-%d", "R": "%H:%M"}


class Format:
    """A format of dates, as `strptime` has them."""

    def __init__(self, form, exact=True):
        self.form, self.exact = form, exact
        for letter, long in _SHORT.items():
            form = form.replace("%" + letter, long)
        pattern, at = "", 0
        while at < len(form):
            if form[at] == "%" and at + 1 < len(form):
                letter = form[at + 1]
                if letter != "%" and letter not in _PATTERNS:
                    raise ValueError(f"'{letter}' is a bad directive in format '{self.form}'")
                pattern += "%" if letter == "%" else _PATTERNS[letter]
                at += 2
            else:
                pattern += r"\s+" if form[at].isspace() else re.escape(form[at])
                at += 1
        self._pattern = re.compile(pattern, re.IGNORECASE)

    def read(self, text):
        """(number, unit, minutes east of Greenwich or None), or what is wrong, as text."""
        match = self._pattern.match(text) if self.exact else self._pattern.search(text)
        if match is None:
            return f'time data "{text}" doesn\'t match format "{self.form}"'
        if self.exact and match.end() < len(text):
            return f'unconverted data remains when parsing with format "{self.form}": "{text[match.end() :]}"'
        return _read(match.groupdict(), text, self.form)


def _read(found, text, form):
    year = (
        int(found["Y"])
        if found.get("Y")
        else 1900
        if not found.get("y")
        else int(found["y"]) + (2000 if int(found["y"]) < 69 else 1900)
    )
    name = found.get("b") or found.get("B")
    month = _MONTH[name[:3].lower()] if name else int(found.get("m") or 1)
    day = int(found.get("d") or 1)
    if day > days_in(year, month):
        return "day is out of range for month"
    days = days_of(year, month, day) if not found.get("j") else days_of(year, 1, 1) + int(found["j"]) - 1
    hour = int(found.get("H") or found.get("I") or 0)
    if found.get("p"):
        hour = hour % 12 + (12 if found["p"].lower() == "pm" else 0)
    seconds = days * 86400 + hour * 3600 + int(found.get("M") or 0) * 60 + int(found.get("S") or 0)
    fraction = (found.get("f") or "").ljust(9, "0")
    unit = "ns" if found.get("f") and len(found["f"]) > 6 else "us"
    number = (seconds * 10**9 + int(fraction)) // LENGTHS[unit]
    zone = found.get("z") or ("Z" if found.get("Z") else None)
    return number, unit, None if zone is None else _east(zone)


def _east(zone):
    digits = zone[1:].replace(":", "")
    return 0 if zone in ("Z", "z") else (-1 if zone[0] == "-" else 1) * (int(digits[:2]) * 60 + int(digits[2:]))


_SPAN = re.compile(r"([+-]?)\s*(?:(\d+(?:\.\d*)?|\.\d+)\s*([a-zA-Zµ]+)|(\d+):(\d\d):(\d\d)(?:\.(\d+))?)[\s,]*")


def span(text):
    """The nanoseconds of a span's text, or None for NaT."""
    from pandas._stamps import unit_of

    text = text.strip()
    if text in _NONE:
        return None
    if text.startswith("P") or text.startswith("-P"):
        return _iso_span(text)
    total, at, sign = 0, 0, 1
    while at < len(text):
        match = _SPAN.match(text, at)
        if match is None or match.end() == at:
            if re.match(r"\d+:\d", text[at:]):
                raise ValueError("expected hh:mm:ss format")
            raise ValueError("unit abbreviation w/o a number")
        signed, number, unit, hours, minutes, seconds, fraction = match.groups()
        if signed:
            sign = -1 if signed == "-" else 1
        if unit is not None:
            length = LENGTHS[unit_of(unit)]
            total += sign * (int(number) * length if number.isdigit() else round(float(number) * length))
        else:
            clock = (int(hours) * 60 + int(minutes)) * 60 + int(seconds)
            total += sign * (clock * 10**9 + int((fraction or "").ljust(9, "0")[:9]))
        at = match.end()
    return total


def _iso_span(text):
    match = re.fullmatch(r"(-?)P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?", text)
    if match is None:
        raise ValueError(f"Invalid ISO 8601 Duration format - {text}")
    sign, *parts = match.groups()
    lengths = [604800, 86400, 3600, 60, 1]
    total = sum([round(float(part) * 10**9) * length for part, length in zip(parts, lengths) if part])
    return -total if sign else total


def span_text(nanoseconds, days_only=False):
    """A span as pandas prints it: `1 days 02:00:00`."""
    days, rest = divmod(nanoseconds, LENGTHS["D"])
    if days_only:
        return f"{days} days"
    seconds, rest = divmod(rest, 10**9)
    fraction = f".{rest:09d}" if rest % 1000 else f".{rest // 1000:06d}" if rest else ""
    sign = "+" if days < 0 else ""
    return f"{days} days {sign}{seconds // 3600:02d}:{seconds // 60 % 60:02d}:{seconds % 60:02d}{fraction}"


def column_texts(array):
    """The texts of moments or spans in a column: all as exact as the most exact of them."""
    if getattr(array, "_zone", None) is not None:
        return _zoned_texts(array)
    kind, unit, numbers = array._kind, array._unit, array._inner.reshape(-1).tolist()
    length = LENGTHS[unit]
    spans = [None if number == NAT else number * length for number in numbers]
    whole = all([span is None or span % LENGTHS["D"] == 0 for span in spans])
    if kind == "m":
        return ["NaT" if span is None else span_text(span, whole) for span in spans]
    digits = 0 if whole else _digits([span for span in spans if span is not None])
    return ["NaT" if span is None else moment_text(span, whole, digits) for span in spans]


def _zoned_texts(array):
    moments = [array._one(number) for number in array._inner.tolist()]
    shown = [None if one._value == NAT else one.nanoseconds_ + one._east() for one in moments]
    digits = _digits([span for span in shown if span is not None])
    return ["NaT" if span is None else moment_text(span, False, digits) + str(one)[-6:] for span, one in zip(shown, moments)]


def _digits(spans):
    for digits, length in ((0, 10**9), (3, 10**6), (6, 1000)):
        if all([span % length == 0 for span in spans]):
            return digits
    return 9


def moment_text(nanoseconds, date_only, digits):
    """A moment as pandas prints it in columns."""
    days, rest = divmod(nanoseconds, LENGTHS["D"])
    year, month, day = civil(days)
    date = f"{year:04d}-{month:02d}-{day:02d}"
    if date_only:
        return date
    seconds, rest = divmod(rest, 10**9)
    fraction = f".{rest:09d}"[: digits + 1] if digits else ""
    return f"{date} {seconds // 3600:02d}:{seconds // 60 % 60:02d}:{seconds % 60:02d}{fraction}"
