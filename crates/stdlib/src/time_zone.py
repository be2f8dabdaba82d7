# The local time zone, by TZ or the system's file: part of time.

import os as _os
from datetime import datetime as _datetime
from datetime import timedelta as _timedelta
from zoneinfo import TZPATH as _TZPATH
from zoneinfo import _Zone

from _zoneinfo_rule import _Rule, _Type

_EPOCH = _datetime(1970, 1, 1)
_SYSTEM = "/etc/localtime"


class Utc:
    """A zone without offset."""

    def __init__(self, name="UTC"):
        self.kinds = [_Type(0, 0, name)]

    def at_utc(self, moment):
        return self.kinds[0]

    def at_local(self, moment):
        return self.kinds[0]


class Ruled:
    """A zone by a rule of POSIX."""

    def __init__(self, rule):
        self._rule = rule
        self.kinds = [kind for kind in (rule.winter, rule.summer) if kind is not None]

    def at_utc(self, moment):
        seconds = (moment - _EPOCH) // _timedelta(seconds=1)
        return self._rule.at_utc(seconds, (moment + _timedelta(seconds=self._rule.winter.offset)).year)[0]

    def at_local(self, moment):
        seconds = (moment - _EPOCH) // _timedelta(seconds=1)
        return self._rule.at_local(seconds, moment.year, moment.fold)


class Filed:
    """A zone by its file of transitions."""

    def __init__(self, data):
        self._zone = _Zone(data)
        rule = self._zone.rule
        self.kinds = [*([rule.winter, rule.summer] if rule and rule.summer else []), *reversed(self._zone.order)]

    def at_utc(self, moment):
        return self._zone.at_utc(moment)[0]

    def at_local(self, moment):
        return self._zone.at_local(moment)


def _read(path):
    """A zone's file; None where there is none."""
    try:
        with open(path, "rb") as file:
            data = file.read()
    except OSError:
        return None
    return data if data.startswith(b"TZif") else None


def _file_of(name):
    """The file of a zone's name, or of a path."""
    if _os.path.isabs(name):
        return _read(name)
    found = [_read(_os.path.join(folder, name)) for folder in _TZPATH]
    return next((data for data in found if data is not None), None)


def chosen():
    """The zone that TZ names; without TZ that of the system."""
    text = _os.environ.get("TZ")
    name = _SYSTEM if text is None else text.removeprefix(":")
    if not name:
        return Utc()
    data = _file_of(name)
    if data is not None:
        return Filed(data)
    try:
        return Ruled(_Rule.parse(name))
    except ValueError:
        # The C library takes a name that it does not know as UTC.
        return Utc()


def _moment(seconds):
    try:
        return _EPOCH + _timedelta(seconds=seconds)
    except OverflowError:
        raise OverflowError("timestamp out of range for platform time_t") from None


def fields(zone, seconds):
    """The calendar fields of whole seconds since the epoch, as of struct_time, with the zone's name and offset."""
    moment = _moment(seconds)
    kind = zone.at_utc(moment)
    local = moment + _timedelta(seconds=kind.offset)
    day = local.timetuple()
    return (*day[:8], int(bool(kind.saved)), kind.name, kind.offset)


def seconds_of(zone, fields):
    """Seconds since the epoch of local calendar fields, by the kind of time that they claim."""
    year, month, day, hour, minute, second = fields[:6]
    claimed = fields[8]
    years, month = divmod(month - 1, 12)
    local = _datetime(year + years, month + 1, 1) + _timedelta(days=day - 1, hours=hour, minutes=minute, seconds=second)
    kinds = [zone.at_local(local), zone.at_local(local.replace(fold=1)), *zone.kinds]
    fitting = [kind for kind in kinds if claimed < 0 or bool(kind.saved) == bool(claimed)]
    kind = (fitting or kinds)[0]
    return (local - _EPOCH) // _timedelta(seconds=1) - kind.offset
