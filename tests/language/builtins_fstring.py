x, name, width = 3.14159, "bob", 10
print(f"{x:.2f} {x!r:>12} {name:>{width}} {name!r} {x=} {x=:.1f} {width + 1 = }")
print(f"{{}} {'nested'} {[i for i in range(3)]} {1_000_000:,}")
class P:
    def __format__(self, spec):
        return f"<{spec}>"
    def __str__(self):
        return "P!"
print(f"{P()} {P():abc} {P()!s:>5}")
print(f"{'a' 'b'}" "c" f"{1}")
print(f"{10:#x} {10:08b} {-10:+} {0.5:%} {True} {None}")
