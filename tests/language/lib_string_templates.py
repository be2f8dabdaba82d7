# string: constants, Template, Formatter; str.format in depth.
import string
from string import Formatter, Template

print(string.ascii_lowercase, string.digits, string.hexdigits, string.punctuation, repr(string.whitespace), len(string.printable), string.capwords("hello  big world"), string.octdigits, string.ascii_uppercase[:3])
t = Template("$who owes ${amount} dollars to $$bank, ${who}s $who.name")
print(t.substitute(who="tim", amount=5), t.safe_substitute(who="x"), t.template, t.get_identifiers(), t.is_valid())
for text, values in [("$x $", {"x": 1}), ("$missing", {}), ("${bad-name}", {})]:
    try:
        print(Template(text).substitute(values))
    except (KeyError, ValueError) as error:
        print(type(error).__name__, error)


class Percent(Template):
    delimiter = "%"


print(Percent("%a and $b and %%").substitute(a=1), Template("$a").substitute({"a": 1}, a=2))
print("{0} {1} {0} {name} {}".replace("{}", "").format(1, 2, name="n"), "{:>{w}.{p}f}|".format(3.14159, w=10, p=2), "{0[1]} {1[key]} {2.real}".format([1, 2], {"key": "v"}, 5), "{!r:>6} {!s} {!a}".format("é", "é", "é"))
print("{:,} {:_} {:+d} {: d} {:08.3f} {:e} {:G} {:%} {:x} {:#x} {:#b} {:o} {:c} {:n}".format(1234567, 1234567, 5, 5, 3.14159, 12345.678, 1e-10, 0.256, 255, 255, 5, 8, 65, 1234))
print("{:<6}|{:>6}|{:^6}|{:=+6d}|{:*^7}|{:06d}|{:<06d}".format("a", "b", "c", 5, "x", -42, 42), f"{1e10:g} {1e5:g} {123456789:g} {0.0001:g} {1e-5:g} {100000.0} {1.0:.0f} {2.5:.0f} {0.5:#.0f}")
print(f"{12345.6789:,.2f} {1e6:,.0f} {-1234567:,} {0.1 + 0.2:.17g} {float('nan'):f} {float('inf'):>6} {-0.0:.1f} {1234.5:010,.1f} {255:#06x} {-255:b} {3:05.1f} {True:d} {True} {True:>6}")
for spec, value in [("d", 1.5), ("s", 1), (".2d", 3), ("x", "a"), ("=5", "a"), ("+", "a"), (",s", "a"), ("q", 1.5), ("c", -1), ("c", 0x110000), (",b", 5), ("_,", 5), ("5.", 1.0)]:
    try:
        print(spec, format(value, spec))
    except (ValueError, OverflowError) as error:
        print(spec, type(error).__name__, error)


class Shouting(Formatter):
    def convert_field(self, value, conversion):
        return str(value).upper() if conversion == "u" else super().convert_field(value, conversion)

    def get_value(self, key, args, kwargs):
        return kwargs.get(key, f"<{key}>") if isinstance(key, str) else super().get_value(key, args, kwargs)


print(Shouting().format("{0!u} {missing} {x:>3}", "abc", x=1), Formatter().vformat("{a}-{0}", ("z",), {"a": 1}), list(Formatter().parse("a{b!r:c}d{{e}}")))
print("{a.b[0]}".format(a=type("T", (), {"b": [7]})), "{x}".format_map({"x": 1}), "{:{}}".format("a", 5) + "|", "%(a)05.1f %(b)s %%" % {"a": 2.25, "b": None}, "%5s|%-5s|%.2s|%x|%X|%o|%e|%g|%c|%r|%+d|% d|%#x|%i" % ("a", "b", "cde", 255, 255, 8, 1234.5, 0.00001, "z", "r", 3, 4, 255, 9))
