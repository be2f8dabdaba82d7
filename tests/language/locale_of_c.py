# locale: the conventions of C.
import locale

print(locale.setlocale(locale.LC_ALL, "C"), locale.setlocale(locale.LC_NUMERIC))
print([locale.localeconv()[key] for key in ("decimal_point", "thousands_sep", "grouping", "frac_digits")])
print(locale.getlocale(), locale.format_string("%d items, %.2f", (1234567, 3.14159)), locale.str(0.1 + 0.2))
print(locale.format_string("%d", 1234567, grouping=True), locale.atof("1.5"), locale.atoi("42"), locale.delocalize("1.25"))
print(sorted(["b", "B", "a", "ä", "Z"], key=locale.strxfrm), [locale.strcoll(a, b) for a, b in (("a", "b"), ("b", "a"), ("a", "a"))])
for category, name in ((locale.LC_ALL, "nowhere_NOWHERE"), (99, "C")):
    try:
        locale.setlocale(category, name)
    except locale.Error as error:
        print(type(error).__name__, error)
try:
    locale.currency(3)
except ValueError as error:
    print(error)
print(locale.nl_langinfo(locale.RADIXCHAR), issubclass(locale.Error, Exception), locale.CHAR_MAX)
