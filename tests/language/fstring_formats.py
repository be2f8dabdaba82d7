# Format specifications in f-strings, str.format and their errors.
import datetime, math
w, p, x, s = 10, 3, math.pi, "it's"
d = {"k": [1, {"z": 2}]}
print(f"{x:{w}.{p}f}|{x!r:>{w + 10}}|{d['k'][1]['z']}|{s!r}|{'a' if x > 3 else 'b'}|{{}}|{ {1: 2}[1] }|{[i for i in range(3)]}|{(lambda q: q * 2)(4)}")
print(f"{x = :.2f}|{x=!s}|{ x = }|{d = }|{1 + 1 = }|{s=}")
print(f"{datetime.datetime(2024, 1, 2, 3, 4, 5):%Y-%m-%d %H:%M:%S}|{datetime.date(2024, 1, 2):%A %d %B}|{12345:,}|{12345:_}|{0.00001234:g}|{1e20:.3e}|{255:x}|{255:#X}|{255:o}|{5:b}|{5:08b}|{-5:+d}|{5:+}|{5: d}")
print(f"{'x':*^10}|{'x':<5}|{'x':>5}|{True:d}|{True}|{None}|{3.0}|{1e16}|{1e15}|{100000.0:g}|{1234.5678:.6g}|{0.1 + 0.2:.17g}|{float('inf')}|{float('-inf'):f}|{float('nan'):5}|{1.5:05.1f}|{-1.5:06.1f}|{1:<5}|{1:^5}|{1:=+5}|{'abc':.2}|{10**25:,}|{0:e}|{1.0:n}|{50:%}|{0.5:.0%}")
print(rf"\n{x:.1f}\d", fr'{s}\t', F"{s}", f"""multi
{x:.2f}
line""", f"a" "b" f"{1}" r"\c")
print(f"{s.upper()!a:>12}", f"{'ü'!a}", f"{chr(10)}|".encode())
class F:
    def __format__(self, spec): return f"<{spec}>"
    def __str__(self): return "S"
    def __repr__(self): return "R"
print(f"{F()}|{F():abc}|{F()!s}|{F()!r:>3}|{F()!s:{w}}")
try: f"{1:zz}"; print(1)
except ValueError as e: print(e)
try: f"{'a':d}"
except ValueError as e: print(e)
try: f"{[]:5}"
except TypeError as e: print(e)
try: f"{1.5:d}"
except ValueError as e: print(e)

print(f"{x:.{p}}", f"{x:{'>'}{w}}", f"{x!r:.{p}}", f'{"a":{"*"}^{w}}')
print(f"{3:5}{3:<5}{3:^5}|", f"{w:{w}}", f"{-0.0}", f"{-0.0:.0f}", f"{0.5:.0f}{1.5:.0f}{2.5:.0f}", f"{1e-7}", f"{123456789.123:,.1f}", f"{1234567:,d}", f"{2**64:x}", f"{-255:#010x}", f"{-5:b}", f"{97:c}")
print("{:>{}}".format("a", 5), "{a[k]} {b.real}".format(a={"k": 1}, b=5), "{!r}".format("a"), "{:{fill}{align}{w}}".format("x", fill="*", align="^", w=7), "{0[1]} {0[0]}".format([1, 2]), "{{}} {}".format(1))
for bad in ("{", "}", "{0} {}", "{a}", "{1}", "{0.x}", "{0[5]}", "{:d}", "{!z}"):
    try: print(bad.format("s"))
    except Exception as e: print(bad, type(e).__name__, e)
