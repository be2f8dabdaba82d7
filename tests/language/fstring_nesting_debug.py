"""f-strings: nested fields, conversions, the debug form, lambdas, dicts, literals of every kind."""
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
