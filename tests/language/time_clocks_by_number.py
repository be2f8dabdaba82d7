# Clocks by number, the thread's clock, and local time by TZ.
import os
import time


def failing(call, *args):
    try:
        return call(*args)
    except Exception as error:
        return f"{type(error).__name__}: {error}"


for clock in ("REALTIME", "MONOTONIC", "MONOTONIC_RAW", "BOOTTIME", "PROCESS_CPUTIME_ID", "THREAD_CPUTIME_ID", "TAI"):
    number = getattr(time, "CLOCK_" + clock)
    first, second = time.clock_gettime_ns(number), time.clock_gettime_ns(number)
    print(clock, number, first <= second, type(time.clock_gettime(number)).__name__, 0 < time.clock_getres(number) < 1)

print(failing(time.clock_gettime, 9999), failing(time.clock_getres, "x"), failing(time.clock_settime, 1, 5.0))
print(failing(time.clock_settime, 0, float("nan")))
start = time.thread_time_ns()
sum(range(200000))
print(time.thread_time_ns() > start, type(time.thread_time()).__name__)

ZONES = [
    "EST+05EDT,M4.1.0,M10.5.0", "Europe/Paris", "AEST-10AEDT-11,M10.5.0,M3.5.0", "UTC", "Asia/Kolkata",
    "Australia/Sydney", ":America/New_York", "",
]
for zone in ZONES:
    os.environ["TZ"] = zone
    time.tzset()
    print(repr(zone), time.tzname, time.timezone, time.altzone, time.daylight)
    for seconds in (0, 1700000000, 1720000000.9, 1729990000):
        fields = time.localtime(seconds)
        print(" ", tuple(fields), fields.tm_zone, fields.tm_gmtoff, time.mktime(fields))
    print(" ", time.mktime((2024, 7, 1, 12, 0, 0, 0, 0, -1)), time.mktime((2024, 13, 32, 12, 0, 0, 0, 0, 0)))
    print(" ", time.strftime("%H:%M %Z %z", time.localtime(1720000000)), time.ctime(1720000000))
os.environ["TZ"] = "UTC"
time.tzset()
print(time.tzname, failing(time.localtime, 1e20), failing(time.localtime, "x"))
