"""Every alignment, sign, width, precision and type on integers and floats; nested fields; conversions; debug form."""
values = [0, 7, -7, 1234567, -1234567, 10**20]
for spec in ("", "d", "5", "<12", ">12", "^12", "*^12", "=+12", "012", "+", " ", "-", ",", "_", "+,d", "x", "X", "#x", "#b", "o", "#o", "08b", "_b", "#_x", "e", ".3e", "f", ".1f", "g", ".3g", "%", ".0%", "n", "#X", "x<+15,d", "0=8", "020,", "-^+11_"):
    print(f"{spec!r:10}", [format(v, spec) for v in values])
floats = [0.0, -0.0, 1.0, 3.14159, -2.5, 1e-7, 123456789.123, 1e22, float("inf"), float("-inf"), float("nan"), 0.5, 1.5, 2.675]
for spec in ("", "f", ".2f", ".0f", "#.0f", "e", ".2e", "E", "g", "G", "#g", ".3g", ".10g", "%", ".1%", "+.1f", " .1f", ",", ",.2f", "_.1f", "010.2f", ">10.1f", "<10.1f", "^+10.1f", "=+10.1f", "*>12.3e", "n", "F", ".15g", ".17g", "z.1f", "08", ".3", "10.4"):
    print(f"{spec!r:10}", [format(v, spec) for v in floats])
for spec in ("", "s", "10", "<10", ">10", "^10", ".2", "*^9.3s", "5.1"):
    print(f"{spec!r:10}", [format(v, spec) for v in ("", "a", "hello", "émigré", "日本")])
x, name, width, items = 3.14159, "Ann", 10, {"k": [1, 2]}
print(f"{x=} {x = :.2f} {name=!s} {name!r:>{width}} {x:{width}.{3}f}|{items['k'][0]} {items=} {x*2=:.1f} { x = }")
print(f"{'nested ' + f'{name.upper()!r}'} {{literal}} {[i for i in range(3)]} { {1: 2}[1] } {(lambda v: v + 1)(2)} {name if x > 3 else 'no'}")
print(f"{x!r:^20}|{x!s:.4}|{name!a}|{'é'!a}|{None}|{True:5}|{True:d}|{print.__name__:>8}" f" joined {width:#06x}" " plain")
print(f"""multi {
    name
} line {x:
>10}""" if False else f"multi {name} line {x:>10.3}")
print(rf"\n{name}\t", f"\N{BULLET} \x41 \u00e9 {name}", F"{1}{2}{3}", f"{1:0>{'3'}}{2:{'>'}{4}}", f"{'a' 'b'}", f'{"quote"}', f"{'it''s'}")
big = 2**100
print(f"{big:,} {big:e} {big:.3e} {-big:x} {big:+_d} {1/3:.20f} {1e300:.0f}"[:120], f"{1e-300:.5g} {5e-324} {1.7976931348623157e308:.4e}")
print("%d %5d|%-5d|%05d %+d % d %x %#x %o %e %.2e %g %G %c %c %r %s %% %5.1f %.3s %*d %-*d|" % (1, 2, 3, 4, 5, 6, 255, 255, 8, 1.5, 12345.678, 1e-5, 1e10, "c", 66, "r", [1], 2.25, "abcdef", 5, 42, 4, 7))
for bad in ("%d" , "%s %s", "%z", "%(a)s", "%", "%.f %q"):
    try:
        print(bad % ("x",))
    except (TypeError, ValueError, KeyError) as error:
        print(repr(bad), type(error).__name__, error)
print(round(2.5), round(3.5), round(-2.5), round(2.675, 2), round(1234, -2), round(1250, -2), round(1350, -2), round(0.5), round(1e20), round(1.15, 1), round(-0.4), round(5, 3), round(2.5, 0), round(25, -1), round(35, -1))
