"""Time zones of the system's own files."""

import struct as _struct
from bisect import bisect_right as _bisect_right
from datetime import datetime as _datetime
from datetime import timedelta as _timedelta
from datetime import tzinfo as _tzinfo

from _tensorcell.zoneinfo import _FOLDERS, _keys, _read
from _zoneinfo_rule import _Rule, _Type

__all__ = ["ZoneInfo", "reset_tzpath", "available_timezones", "TZPATH", "ZoneInfoNotFoundError", "InvalidTZPathWarning"]

TZPATH = _FOLDERS
_EPOCH = _datetime(1970, 1, 1)


class ZoneInfoNotFoundError(KeyError):
    """Exception raised when a ZoneInfo key is not found."""


class InvalidTZPathWarning(RuntimeWarning):
    """Warning raised if an invalid path is specified in PYTHONTZPATH."""


def reset_tzpath(to=None):
    """The folders are the system's own and stay."""
    if to is not None:
        raise ValueError("the search path of time zones cannot be changed here")


def available_timezones():
    """Returns a set containing all available time zones."""
    return set(_keys())


def _seconds(dt):
    """The seconds from 1970 to a time, as if it were UTC."""
    moment = dt.replace(tzinfo=None) - _EPOCH
    return moment.days * 86400 + moment.seconds


class _Zone:
    """A zone's types of local time, and when they begin."""

    def __init__(self, data):
        version, body = _header(data, 0)
        size = 4
        if version >= 2:
            # The first block is for readers that know 32 bits only.
            start = 44 + _length(body, 4)
            version, body = _header(data, start)
            size = 8
        else:
            start = 0
        at = start + 44
        leap, times, types, letters, isstd, isut = body
        moments = _struct.unpack_from(f">{times}{'q' if size == 8 else 'l'}", data, at)
        at += times * size
        order = list(data[at : at + times])
        at += times
        entries = [_struct.unpack_from(">lbb", data, at + 6 * i) for i in range(types)]
        at += 6 * types
        names = data[at : at + letters]
        footer = data[start + 44 + _length(body, size) :].strip(b"\n").decode("ascii") if size == 8 else ""
        saved = _savings(order, entries)
        self.types = [
            _Type(offset, saved[i], names[name : names.index(b"\0", name)].decode("ascii"))
            for i, (offset, _, name) in enumerate(entries)
        ]
        self.moments, self.order = list(moments), [self.types[i] for i in order]
        plain = [kind for kind, entry in zip(self.types, entries) if not entry[1]]
        self.before = plain[0] if plain else self.types[0]
        last = self.order[-1] if self.order else self.before
        self.rule = _Rule.parse(footer) if footer else None
        self.after = None if self.rule else last
        self.local = self._local()

    def _local(self):
        """The transitions in local time: what the clock shows at most before and at least after."""
        earlier, later = [], []
        before = self.before
        for moment, kind in zip(self.moments, self.order):
            low, high = sorted((before.offset, kind.offset))
            earlier.append(moment + high)
            later.append(moment + low)
            before = kind
        return earlier, later

    def at_local(self, dt):
        """The type of a local time."""
        seconds = _seconds(dt)
        moments = self.local[dt.fold]
        place = _bisect_right(moments, seconds)
        if place >= len(moments):
            return self.rule.at_local(seconds, dt.year, dt.fold) if self.rule else self.after
        return self.order[place - 1] if place else self.before

    def at_utc(self, dt):
        """The type at a moment, and whether the local time comes for the second time."""
        seconds = _seconds(dt)
        place = _bisect_right(self.moments, seconds)
        if self.rule and (place >= len(self.moments)):
            kind, fold = self.rule.at_utc(seconds, dt.year)
            if place and seconds - self.moments[-1] < 0:
                fold = 0
            return kind, fold
        if not place:
            return self.before, 0
        kind = self.order[place - 1]
        previous = self.order[place - 2] if place > 1 else self.before
        return kind, int(previous.offset - kind.offset > seconds - self.moments[place - 1])


def _header(data, at):
    """The version and (leap seconds, transitions, types, letters, standard marks, UT marks)."""
    if data[at : at + 4] != b"TZif":
        raise ValueError("Invalid TZif file: magic not found")
    version = data[at + 4]
    isut, isstd, leap, times, types, letters = _struct.unpack_from(">6l", data, at + 20)
    return (1 if version == 0 else int(chr(version))), (leap, times, types, letters, isstd, isut)


def _length(body, size):
    leap, times, types, letters, isstd, isut = body
    return times * (size + 1) + types * 6 + letters + leap * (size + 4) + isstd + isut


def _savings(order, entries):
    """What daylight saving adds, for each type: the difference to standard time beside it, else an hour."""
    saved = [0] * len(entries)
    for i, index in enumerate(order):
        offset, summer, _ = entries[index]
        if not summer or saved[index]:
            continue
        for other in (order[i - 1] if i else None, order[i + 1] if i + 1 < len(order) else None):
            if other is not None and not entries[other][1] and offset != entries[other][0]:
                saved[index] = offset - entries[other][0]
                break
    return [3600 if entry[1] and not saving else saving for entry, saving in zip(entries, saved)]


class ZoneInfo(_tzinfo):
    """A time zone by its IANA name, as Europe/Paris."""

    _known = {}

    def __new__(cls, key):
        known = cls.__dict__.get("_known")
        if known is not None and key in known:
            return known[key]
        zone = cls._made(key)
        if known is not None:
            known[key] = zone
        return zone

    def __init_subclass__(cls, /, **keywords):
        super().__init_subclass__(**keywords)
        cls._known = {}

    @classmethod
    def _made(cls, key):
        data = _read(key)
        if data is None:
            raise ZoneInfoNotFoundError(f"No time zone found with key {key}")
        return cls._of(data, key, False)

    @classmethod
    def _of(cls, data, key, from_file):
        self = _tzinfo.__new__(cls)
        self._key, self._zone, self._from_file = key, _Zone(data), from_file
        return self

    @classmethod
    def no_cache(cls, key):
        """Get a new instance of ZoneInfo, bypassing the cache."""
        return cls._made(key)

    @classmethod
    def from_file(cls, fobj, /, key=None):
        """Create a ZoneInfo file from a file object."""
        return cls._of(fobj.read(), key, True)

    @classmethod
    def clear_cache(cls, *, only_keys=None):
        """Clear the ZoneInfo cache."""
        for key in list(cls._known) if only_keys is None else only_keys:
            cls._known.pop(key, None)

    @property
    def key(self):
        return self._key

    def utcoffset(self, dt):
        """Retrieve a timedelta representing the UTC offset in a zone at the given datetime."""
        kind = self._kind(dt)
        return None if kind is None else _timedelta(seconds=kind.offset)

    def dst(self, dt):
        """Retrieve a timedelta representing the amount of DST applied in a zone at the given datetime."""
        kind = self._kind(dt)
        return None if kind is None else _timedelta(seconds=kind.saved)

    def tzname(self, dt):
        """Retrieve a string containing the abbreviation for the time zone that applies in a zone at a given datetime."""
        kind = self._kind(dt)
        return None if kind is None else kind.name

    def _kind(self, dt):
        if dt is not None:
            return self._zone.at_local(dt)
        # Without a time only a zone that never changes can tell.
        if not self._zone.moments and (self._zone.rule is None or self._zone.rule.summer is None):
            return self._zone.rule.winter if self._zone.rule else self._zone.before
        return None

    def fromutc(self, dt):
        """The local time of a UTC time."""
        if not isinstance(dt, _datetime):
            raise TypeError("fromutc() requires a datetime argument")
        if dt.tzinfo is not self:
            raise ValueError("dt.tzinfo is not self")
        kind, fold = self._zone.at_utc(dt)
        return (dt + _timedelta(seconds=kind.offset)).replace(fold=fold)

    def __str__(self):
        return repr(self) if self._key is None else f"{self._key}"

    def __repr__(self):
        if self._key is None:
            return "zoneinfo.ZoneInfo.from_file()"
        return f"zoneinfo.{type(self).__name__}(key={self._key!r})"

    def __reduce__(self):
        if self._from_file:
            raise TypeError("Cannot pickle a ZoneInfo file created from a file stream.")
        return (type(self), (self._key,))
