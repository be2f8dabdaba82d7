"""Tables, alignment, wrapping and numbers as reports print them."""
import textwrap

rows = [("apple", 3, 0.5), ("banana", 12, 0.25), ("cherry pie", 1, 12.999), ("é", 1000, 1e-3)]
header = ("item", "count", "price")
widths = [max(len(str(r[i])) for r in [header, *rows]) for i in range(3)]
line = "+".join("-" * (w + 2) for w in widths)
print(line)
print("|".join(f" {h:^{w}} " for h, w in zip(header, widths)))
print(line)
for name, count, price in rows:
    print(f" {name:<{widths[0]}} | {count:>{widths[1]},} | {price:>{widths[2]}.2f} ".rstrip())
print(f"{'total':.>20}{sum(c * p for _, c, p in rows):=+12.3f}")
print("%-10s|%5d|%8.3e|%x|%o|%%|%c|%r" % ("left", 42, 12345.678, 255, 8, "z", "q'"))
print("{0:>8}|{1:^8}|{0!r:<8}|{name:*^9}|{2[1]}|{3.real}".format("a", "b", [1, 2], 5, name="mid"))
for value in (0, 1, -1, 0.1, 1e16, 1e-5, 123456789.123456789, float("inf"), float("nan"), -0.0, 1e100):
    print(repr(value), f"{value:g}", f"{value:.3f}", f"{value:10.2e}", f"{value:+}", f"{value:_.1f}", sep=" | ")
for value in (0, 255, -255, 10 ** 12):
    print(f"{value:b} {value:#x} {value:08d} {value:,} {value:_x} {value:+d} {value:e} {value:^12}|")
text = "The quick brown fox jumps over the lazy dog. " * 3
print(textwrap.fill(text, 40, initial_indent="* ", subsequent_indent="  "))
print(textwrap.shorten(text, 30), textwrap.dedent("""
    a
      b
    c"""), textwrap.indent("x\ny", "> "), sep="\n")
print("a\tb\tc".expandtabs(4), "x".ljust(4, "."), "7".zfill(3), "-7".zfill(4), "ab".center(7, "*"))
print(f"{'nested':{'>'}{10}}", f"{3.14159:{6}.{3}}", f"{rows[0][0]!r:>10}", f"{len(rows)=}", f"{1 + 1 = }", f"{'a' 'b'}")
print("{{}} {}".format(1), f"{{{5}}}", f"{True:d} {True} {None!s:>6}")
