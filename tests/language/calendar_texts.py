# calendar: months and years as text and HTML, weeks, errors
import calendar
import datetime

print(calendar.month(2024, 2))
calendar.prmonth(2023, 1)
print(calendar.calendar(2021, m=4))
print(calendar.TextCalendar(6).formatmonth(2022, 10, 3, 2))
print(calendar.TextCalendar(calendar.SUNDAY).formatyear(2020, w=3, c=3, m=2)[:600])
print(calendar.HTMLCalendar().formatmonth(2024, 9))
print(calendar.HTMLCalendar(6).formatyear(2024, width=4)[:900])
print(calendar.HTMLCalendar().formatyearpage(2024)[:400])
for year in (1900, 2000, 2023, 2024):
    print(year, calendar.isleap(year), calendar.monthrange(year, 2)[1], calendar.leapdays(1900, year))
print(calendar.weekday(2024, 2, 29) == 3, calendar.monthcalendar(2024, 2))
c = calendar.Calendar(6)
print(list(c.iterweekdays()), list(c.itermonthdays(2024, 3)))
print(list(c.itermonthdays2(2024, 2))[:8], list(c.itermonthdays3(2024, 12))[-8:], list(c.itermonthdays4(2024, 1))[:3])
print([day.isoformat() for day in c.itermonthdates(2023, 5)][:4], c.monthdatescalendar(2023, 5)[0][0])
print(c.monthdays2calendar(2023, 5)[0], [len(row) for row in c.yeardayscalendar(2023, 5)])
print(list(calendar.month_name), list(calendar.day_abbr), calendar.month_abbr[3], len(calendar.day_name))
for act in (lambda: calendar.monthrange(2024, 13), lambda: calendar.setfirstweekday(7), lambda: calendar.month(2024, 0)):
    try:
        act()
    except ValueError as error:
        print(type(error).__name__, error)
calendar.setfirstweekday(calendar.SUNDAY)
print(calendar.firstweekday(), calendar.weekheader(3))
print(calendar.month(2023, 7, 4))
print(calendar.timegm((2024, 2, 29, 12, 30, 15)), calendar.timegm((1970, 1, 1, 0, 0, 0)))
print(calendar.formatstring(["a", "b"], 6, 2))
