"""string.Formatter subclassed; parse; __format__ with specs."""
import string
from string import Formatter, Template

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
print("{0:{1}{2}{3}}".format("mid", "*", "^", 9), f"{P():x y}", format(P()), "{:<4}|{:^5}|{:>4}".format(True, None if False else "n", 2), "%s %r %5.1f%% %-5s|%05d %x %+d %e" % ("s", "r", 99.55, "ab", 42, 255, 3, 12345.6))
print("{m[a]} {m[b][0]}".format_map({"m": {"a": 1, "b": [2]}}), "{x}".format_map(type("D", (dict,), {"__missing__": lambda s, k: k * 2})()))
