"""string: constants, Template, Formatter subclassing, capwords; str.format's corners and errors."""
import string
from string import Formatter, Template

print(string.ascii_letters, string.digits, string.hexdigits, string.octdigits, string.punctuation, repr(string.whitespace), len(string.printable))
print(string.capwords("hello  big WORLD"), string.capwords("a-b-c", "-"))
t = Template("$who likes ${what}s, costs $$5 $1 $")
print(t.safe_substitute(who="tim", what="cat"), t.template)
for bad in (lambda: t.substitute(who="a", what="b"), lambda: Template("$a $b").substitute(a=1), lambda: Template("x\n  $").substitute()):
    try:
        print(bad())
    except (ValueError, KeyError) as error:
        print(type(error).__name__, error)
print(Template("$a-$b").substitute({"a": 1}, b=2), Template("${x}y").substitute(x=[1]), Template("$a $b").get_identifiers(), Template("$a").is_valid())


class Percent(Template):
    delimiter = "%"
    idpattern = r"[a-z]+_[a-z]+"


print(Percent("%with_under %notunder %% x").safe_substitute(with_under="yes", notunder="no"))


class Upper(Formatter):
    def convert_field(self, value, conversion):
        if conversion == "u":
            return str(value).upper()
        return super().convert_field(value, conversion)

    def get_value(self, key, args, kwargs):
        if isinstance(key, str) and key not in kwargs:
            return f"<{key}?>"
        return super().get_value(key, args, kwargs)

    def format_field(self, value, spec):
        if spec == "stars":
            return "*" * value
        return super().format_field(value, spec)


u = Upper()
print(u.format("{0!u} {name!u} {missing} {1:stars} {2:>5}", "abc", 3, 7, name="bob"), u.vformat("{} {}", (1, 2), {}))
print(list(Formatter().parse("a{b!r:>{w}}c{{d}}{}")), Formatter().format("{0[1]} {x.real}", [1, 2], x=3))


class P:
    x = {"k": [10, 20]}

    def __format__(self, spec):
        return f"P<{spec}>"

    def __repr__(self):
        return "P()"


print("{0.x[k][1]} {0:abc} {0!r:>6} {0!s:^7}|".format(P()), "{:{}}|{:{w}.{p}f}|".format("a", ">4", 3.14159, w=8, p=2), "{a}{b}{a}".format(a=1, b=2))
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
print("{0:{1}{2}{3}}".format("mid", "*", "^", 9), f"{P():x y}", format(P()), "{:<4}|{:^5}|{:>4}".format(True, None if False else "n", 2), "%s %r %5.1f%% %-5s|%05d %x %+d %e" % ("s", "r", 99.55, "ab", 42, 255, 3, 12345.6))
print("{m[a]} {m[b][0]}".format_map({"m": {"a": 1, "b": [2]}}), "{x}".format_map(type("D", (dict,), {"__missing__": lambda s, k: k * 2})()))
