# zoneinfo: local times, names and savings over the years
from datetime import datetime, timedelta, timezone

import zoneinfo
from zoneinfo import ZoneInfo

MOMENTS = (
    (1950, 6, 1, 12), (1999, 12, 31, 23), (2024, 1, 15, 12), (2024, 3, 31, 2), (2024, 7, 1, 0), (2024, 10, 27, 2),
    (2024, 11, 3, 1), (2050, 7, 1, 0), (2050, 12, 1, 5), (2060, 3, 13, 2),
)
for key in ("Europe/Paris", "America/New_York", "UTC", "Asia/Kolkata", "Australia/Sydney"):
    zone = ZoneInfo(key)
    print(key, zone, repr(zone), ZoneInfo(key) is zone, zone.utcoffset(None), zone.tzname(None), zone.key)
    for year, month, day, hour in MOMENTS:
        for fold in (0, 1):
            dt = datetime(year, month, day, hour, 30, tzinfo=zone, fold=fold)
            print(dt, dt.tzname(), dt.dst(), dt.astimezone(timezone.utc))
        local = datetime(year, month, day, hour, 30, tzinfo=timezone.utc).astimezone(zone)
        print(local, local.fold, local.tzname())
for key in ("Nope/Zone", "/etc/passwd", "../x", "Europe//Paris"):
    try:
        ZoneInfo(key)
    except (KeyError, ValueError) as error:
        print(type(error).__name__, error)
print("Europe/Paris" in zoneinfo.available_timezones(), ZoneInfo.no_cache("UTC") is ZoneInfo("UTC"))
paris = datetime(2024, 3, 30, 12, tzinfo=ZoneInfo("Europe/Paris"))
print(paris + timedelta(days=1), (paris + timedelta(days=1)).astimezone(ZoneInfo("America/New_York")))
print(paris - datetime(2024, 3, 30, 12, tzinfo=ZoneInfo("Asia/Kolkata")), datetime.fromtimestamp(0, ZoneInfo("Asia/Tokyo")))
