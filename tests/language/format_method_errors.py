"""str.format: numbering, attributes, items, types, and the errors of templates and specs."""
class P:
    x = {"k": [10, 20]}

    def __format__(self, spec):
        return f"P<{spec}>"

    def __repr__(self):
        return "P()"


print("{0}{1}{0}".format("x", "y"), "{{}} {}".format(1), "{:>{width}}".format("r", width=4), "{!r}".format("q"), "{!a}".format("é"), "{0[a b]}".format({"a b": 1}))
print("{:d} {:x} {:#o} {:b} {:c} {:e} {:%} {:g} {:n}".format(42, 255, 8, 5, 65, 12345.678, 0.25, 1e10, 7), "{:,} {:_} {:_x} {:+,.2f}".format(1234567, 1234567, 0xFFFFFFF, 9876.543))
for bad in ("{} {0}", "{0} {}", "{", "}", "{a", "{!x}", "{:d}", "{0.y}", "{1}", "{k}", "{0[z]}", "{!}", "{0!rr}", "{:5", "{0[}"):
    try:
        print(bad.format("text" if bad == "{:d}" else P()))
    except (ValueError, KeyError, IndexError, AttributeError, TypeError) as error:
        print(repr(bad), type(error).__name__, error)
for value, spec in (("a", "d"), (3, "s"), (3.5, "d"), (3, "q"), ("a", "="), ("a", ",") , ("a", "+"), (3, ".2d"), (3, ",_"), (3, "1,c"), (2.5, "c"), ([], "d"), (None, ">5"), (3, "_n"), (True, "s"), (3, "#s")):
    try:
        print(format(value, spec))
    except (ValueError, TypeError) as error:
        print(repr(value), spec, type(error).__name__, error)
