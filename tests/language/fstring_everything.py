"""f-strings: nesting, specs, conversions, debugging, quotes, expressions."""

name, n, pi, items, d = "Ada", 42, 3.14159265, [1, 2], {"k": "v", "n": {"m": 5}}
print(
    f"{name}",
    f"{name!r}",
    f"{name!s:>6}",
    f"{n:5d}|{n:<5}|{n:^5}|{n:05}|{n:+}|{n:x}|{n:#o}|{n:b}|{n:,}|{n:e}|{n:%}|{n:c}",
)
print(
    f"{pi:.2f} {pi:8.3f} {pi:<8.1f}| {pi:+.1e} {pi:g} {pi:.0f} {pi!r:.4} {pi:010.4f} {1e6:,.2f} {1234567.891:_.1f} {0.5:.0%} {-pi:=+8.2f} {pi: .1f}"
)
print(
    f"{items} {items[0]} {d['k']} {d['n']['m'] + 1} {len(items)} {max(items):>3} {[x * 2 for x in items]} { ({'a': 1}['a']) } {'yes' if n > 3 else 'no'} {(lambda v: v + 1)(2)} {name.upper()[::-1]}"
)
print(f"{n=} {n = } {n=:>5} {name=} {name=!s} {items[0]=} {n + 1=} {pi=:.2f} {d['k']=}")
w, p = 10, 3
print(f"{pi:{w}.{p}f}|{name:{'*'}^{w}}|{name:>{w}}|{n:{'0'}{w}}|{'x':{'>' + str(3)}}")
print(
    f"{{}} {{{n}}} {{{{{n}}}}} {'{'}{'}'}",
    f"ab{n}c",
    f"{'q'}",
    f"""multi
{name}
line""",
    rf"\d{n}\n",
    f"\t{n}\x41\u00e9",
    f"{'nested ' + f'{n:>4}'}",
    f"{n}{pi:.1f}{name}",
    f"",
    f"{''}",
    f"{None} {True} {...}",
)


class V:
    def __format__(self, spec):
        return f"<{spec or 'empty'}>"

    def __str__(self):
        return "str"

    def __repr__(self):
        return "repr"


v = V()
print(
    f"{v} {v:abc} {v!s} {v!r} {v!s:>5} {v:{n}d}", "{} {!r} {:x}".format(v, v, v), format(v, "q"), format(v), str(v), [v]
)
for bad in (
    lambda: f"{n:q}",
    lambda: f"{name:d}",
    lambda: f"{pi:d}",
    lambda: f"{missing}",
    lambda: f"{items:5}",
    lambda: f"{None:>5}",
    lambda: f"{n:.2d}",
    lambda: f"{name:.2f}",
    lambda: f"{name:=5}",
    lambda: f"{n:,x}",
    lambda: f"{d['zz']}",
    lambda: f"{n:{name}}",
    lambda: f"{True:s}",
    lambda: f"{'a':,}",
    lambda: f"{1.5:x}",
):
    try:
        print(bad())
    except Exception as e:
        print(type(e).__name__, e)
print(
    f"{'é':>3}|{'日本':<4}|{'a':^4}|{10**30:,}|{-5 % 3}|{2**0.5:.5}|{1 / 3:.3}|{100:.3}" if False else "ok",
    f"{1e10:.3}",
    f"{1e-7:.3}",
    f"{123456:.3g}",
    f"{1.0:g}",
    f"{1.0}",
    f"{1.0:n}",
    f"{5:n}",
    f"{float('inf'):f} {float('nan'):.1f} {-float('inf'):5}",
)
