# zoneinfo: days of months and years, also beyond those of datetime.

_LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]


def _is_leap(year):
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def _month_length(year, month):
    return 29 if month == 2 and _is_leap(year) else _LENGTHS[month - 1]


def _days_before_year(year):
    year -= 1
    return year * 365 + year // 4 - year // 100 + year // 400


def _ordinal(year, month, day):
    return _days_before_year(year) + sum([_month_length(year, m) for m in range(1, month)]) + day
