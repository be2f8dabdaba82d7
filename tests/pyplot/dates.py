"""Dates on axes: limits, ticks and texts; the expected output was printed by the real matplotlib."""
import datetime as dt

import matplotlib.dates as mdates
import matplotlib.pyplot as plt
import numpy as np

show = lambda values: " ".join(f"{float(v):.10g}" for v in values)
start = dt.datetime(2024, 1, 15, 9, 30)
spans = {
    "microseconds": dt.timedelta(microseconds=40), "millis": dt.timedelta(milliseconds=700), "seconds": dt.timedelta(seconds=50),
    "minutes": dt.timedelta(minutes=42), "hours": dt.timedelta(hours=9), "day": dt.timedelta(days=1), "days": dt.timedelta(days=9), "weeks": dt.timedelta(days=40),
    "months": dt.timedelta(days=200), "year": dt.timedelta(days=420), "years": dt.timedelta(days=365 * 7), "decades": dt.timedelta(days=365 * 38),
    "centuries": dt.timedelta(days=365 * 700),
}


def report(name, ax):
    ax.figure.canvas.draw()
    print(name, show(ax.get_xlim()), "|", show(ax.get_xticks()))
    print(name, [text.get_text() for text in ax.get_xticklabels()])


for name, span in spans.items():
    if name == "microseconds":
        continue
    fig, ax = plt.subplots()
    ax.plot([start, start + span / 3, start + span], [1, 3, 2])
    report(name, ax)
    locator = mdates.AutoDateLocator()
    formatter = mdates.ConciseDateFormatter(locator)
    ax.xaxis.set_major_locator(locator)
    ax.xaxis.set_major_formatter(formatter)
    report(name + " concise", ax)
    print(name, repr(formatter.get_offset()))
    plt.close(fig)

forms = {
    "dates": [dt.date(2020, 2, 28), dt.date(2020, 3, 1), dt.date(2020, 3, 4)],
}
for name, x in forms.items():
    fig, ax = plt.subplots()
    line, = ax.plot(x, [1, 2, 3])
    report(name, ax)
    plt.close(fig)
fig, ax = plt.subplots()
ax.bar([dt.date(2021, 1, 1) + dt.timedelta(days=i) for i in range(4)], [3, 1, 4, 1])
ax.set_xlim(dt.date(2020, 12, 30), dt.date(2021, 1, 8))
ax.axvline(dt.datetime(2021, 1, 3, 12), color="r")
report("bar", ax)
fig.autofmt_xdate()
ax.xaxis.set_major_formatter(mdates.DateFormatter("%d.%m.%y"))
report("format", ax)
locators = {
    "year": mdates.YearLocator(), "month": mdates.MonthLocator(), "quarter": mdates.MonthLocator(bymonth=(1, 4, 7, 10)), "months": mdates.MonthLocator(interval=2),
    "weekday": mdates.WeekdayLocator(byweekday=mdates.MO), "fortnight": mdates.WeekdayLocator(byweekday=mdates.FR, interval=1), "day": mdates.DayLocator(interval=5),
    "days": mdates.DayLocator(bymonthday=[1, 15]),
}
for name, locator in locators.items():
    fig, ax = plt.subplots()
    ax.plot([dt.datetime(2022, 12, 3, 5), dt.datetime(2023, 4, 20)], [0, 1])
    ax.xaxis.set_major_locator(locator)
    report(name, ax)
    plt.close(fig)
for name, locator in {"hour": mdates.HourLocator(interval=3), "minute": mdates.MinuteLocator(byminute=[0, 30]), "hours": mdates.HourLocator(byhour=[0, 6, 12, 18])}.items():
    fig, ax = plt.subplots()
    ax.plot([dt.datetime(2022, 12, 3, 5), dt.datetime(2022, 12, 3, 21, 10)], [0, 1])
    ax.xaxis.set_major_locator(locator)
    report(name, ax)
    plt.close(fig)
print(mdates.date2num(start), show(mdates.date2num([start, start + dt.timedelta(hours=6)])), mdates.num2date(19737.5), mdates.get_epoch())
print(show(mdates.drange(start, start + dt.timedelta(days=2), dt.timedelta(hours=8))))
plt.close("all")
