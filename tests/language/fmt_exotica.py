"""String formatting exotica."""
class F:
    def __format__(self, s): return f"<{s}>"
    def __str__(self): return "str"
    def __repr__(self): return "repr"
    a = [1, {"k": "v"}]
f = F(); w, p = 10, 3; d = {"x": 1, "y z": 2}
print(f"{f}|{f!s}|{f!r}|{f!a}|{f:abc}|{f!r:>8}|{f:{w}.{p}}|{f.a[1]['k']}|{d['y z']}|{3.14159:{w}.{p}f}|{'é'!a}")
print(f"{1+1=}|{w = }|{w=!r}|{w=:>5}|{f.a = }|{'a' + 'b' = }|{ w =:{p}}|{(lambda x: x * 2)(4)}|{w if p else 0}|{[i for i in range(3)]}|{ {'a': 1}['a'] }|{{literal}}|{w!r:^{w}}")
print("{0} {1} {0}".format("a", "b"), "{} {}".format(1, 2), "{a[0]} {a[k]} {b.real}".format(a={0: "z", "k": "kk"}, b=5), "{0.a[1][k]}".format(f), "{!r:>6}|{:<5}|{:^5}|{:*>5}".format("x", 1, 2, 3), "{:{}}|{:{w}}".format(1, 5, 2, w=4), "{{}} {}".format(1), "{0:{1}{2}}".format("x", "^", 7))
for spec in ("", "d", "5d", "<5", ">5", "^5", "=+6", "05", "+", " ", "-", "x", "X", "#x", "#o", "#b", "o", "b", ",", "_", "_x", "_b", "e", "E", ".2e", "f", ".0f", "#.0f", "g", ".3g", "G", "%", ".1%", "n", "010,", "+,.2f", "*^+10", "#010x", "=10", "\u00e9>4", "z.1f" if False else "8.3"):
    row = []
    for v in (0, 7, -42, 65, 1234567, 2 ** 70, 0.0, -0.5, 3.14159, 1e10, 1e-10, 123456.789, float("inf"), float("nan"), True, "txt"):
        try: row.append(format(v, spec))
        except (ValueError, OverflowError) as e: row.append(type(e).__name__[0] + ":" + str(e)[:60])
    print(repr(spec), row)
print("%5d|%-5d|%05d|%+d|% d|%x|%X|%#x|%o|%#o|%c|%c|%s|%r|%a|%%|%5.2f|%e|%G|%g|%i|%u" % (1, 2, 3, 4, 5, 255, 255, 255, 8, 8, 65, "z", "s", "r", "é", 3.14159, 12345.678, 1e-10, 1e20, 7, 9))
print("%(a)s %(b)05.1f" % {"a": 1, "b": 2.25}, "%*d|%-*d|%.*f" % (5, 1, 5, 2, 2, 3.14159), "%s" % [1, 2], "%s" % ((1, 2),), "%.3s|%10.2s" % ("abcdef", "xyz"), "%s %s" % (None, True), b"%d %s %b" % (1, b"x", b"y"), "%r" % "q'u\"o", "%-10s|%+.2e" % ("left", 12345.6789))
for bad in (lambda: "%d" % "x", lambda: "%d %d" % 1, lambda: "%d" % (1, 2), lambda: "%(a)s" % 1, lambda: "%z" % 1, lambda: "%" % 1, lambda: "%(a)s" % {}, lambda: "%c" % "ab", lambda: "%x" % 1.5, lambda: "{} {}".format(1), lambda: "{a}".format(), lambda: "{0} {}".format(1, 2), lambda: "{".format(), lambda: "}".format(), lambda: "{!x}".format(1), lambda: "{:d}".format("x"), lambda: "{:s}".format(1), lambda: "{.x}".format(1), lambda: "{[a]}".format([1]), lambda: format([], "5"), lambda: format(None, ">5"), lambda: "{:,x}".format(5), lambda: "{:.2d}".format(5), lambda: "{:+s}".format("x"), lambda: "{:=5}".format("x"), lambda: "{:c}".format(-1), lambda: "{:{}}".format(1), lambda: "{0[}".format(1), lambda: "{0]}".format(1), lambda: "{a.}".format(a=1), lambda: format(1.5, "d"), lambda: f"{1:q}", lambda: f"{'a':d}", lambda: "{:>>>5}".format(1), lambda: "%*d" % ("a", 1)):
    try: print(bad())
    except Exception as e: print(type(e).__name__, e)
print(f'{"nested " + f"{w:>{p}}"}', f"{'''triple'''}", f"a{'b' 'c'}d", f"{w:%}", f"{10**6:_}|{10**6:,}", f"{0.1+0.2:.17f}", f"{1e16:.0f}|{2.5:.0f}|{3.5:.0f}|{0.125:.2f}|{1e22}|{1e-5}", f"{-1:b}|{-255:#X}", f"{3:08.3f}|{-3:08.3f}|{3:<08}|{'a':08}|{True:5}|{None!s:>6}")
print(str.format_map("{a} {b}", {"a": 1, "b": 2}), "{:%Y}".format(__import__("datetime").date(2024, 1, 1)), "{:>{w}}|{:{c}^{w}}".format(1, 2, w=6, c="*"), rf"\d{w}\n", fr"{p}\\", f"{'{'}{'}'}", "{0!s:_^9}".format(f))
class D(dict):
    def __missing__(self, k): return f"<{k}>"
print("{x} {y}".format_map(D(x=1)), "%(q)s" % D())
import string
print(string.Formatter().format("{0} {a:>4}", 1, a=2), list(string.Formatter().parse("a{b!r:c}d{}")), string.Formatter().vformat("{x}", (), {"x": 1}))
