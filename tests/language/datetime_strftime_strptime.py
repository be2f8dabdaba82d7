"""strftime and strptime: every code, isoformat, parsing."""
from datetime import MAXYEAR, MINYEAR, date, datetime, time, timedelta, timezone

d = datetime(2024, 2, 29, 13, 5, 9, 123456)
print(d, repr(d), d.date(), d.time(), d.isoformat(), d.isoformat(" ", "minutes"), d.isoformat(timespec="milliseconds"))
for code in "aAbBdHIjmMpSUWwyYfcxXGVu%":
    print(code, d.strftime("%" + code), end="; ")
print()
print(f"{d:%Y/%m/%d %H:%M}", "{:%A, %d. %B}".format(d), format(d.date(), "%j"), str(d.time()), f"{time(9, 5):%I:%M %p}", f"{d}")
print(datetime.strptime("17/05/23 08:09:10", "%d/%m/%y %H:%M:%S"), datetime.strptime("Mar 3 2021 1:05PM", "%b %d %Y %I:%M%p"), datetime.strptime("2020-123", "%Y-%j"))
print(datetime.strptime("2024-01-02 03:04:05.678", "%Y-%m-%d %H:%M:%S.%f"), datetime.strptime("Monday 5 June 2023", "%A %d %B %Y"), datetime.strptime("10:20 +0530", "%H:%M %z"))
print(date.fromisoformat("2024-12-25"), datetime.fromisoformat("2024-12-25T10:11:12.5"), datetime.fromisoformat("2024-12-25 10:11+02:00"), time.fromisoformat("04:23:01"), datetime.fromisoformat("20241225T101112Z"))
