# Text tools: wrapping, tables, ciphers, palindromes, roman numerals, run lengths.
import itertools
import textwrap


def caesar(text, shift):
    def turn(c):
        if c.isalpha():
            base = ord("A") if c.isupper() else ord("a")
            return chr((ord(c) - base + shift) % 26 + base)
        return c
    return "".join(map(turn, text))


def roman(n):
    result = ""
    for value, letters in zip([1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1],
                              ["M", "CM", "D", "CD", "C", "XC", "L", "XL", "X", "IX", "V", "IV", "I"]):
        count, n = divmod(n, value)
        result += letters * count
    return result


def run_lengths(text):
    return "".join(f"{c}{n if n > 1 else ''}" for c, n in ((c, len(list(g))) for c, g in itertools.groupby(text)))


secret = caesar("Hello, World!", 3)
print(secret, caesar(secret, -3), [roman(n) for n in (1994, 2024, 49)], run_lengths("aaabccdddd"))
print([w for w in ["Level", "Noon", "Python"] if w.lower() == w[::-1].lower()])
print(textwrap.fill("The quick brown fox jumps over the lazy dog near the river bank today.", 28))
print(textwrap.indent("one\n\ntwo\n", "> "), textwrap.shorten("a lot of words that will not fit", 20), sep="|")
print(textwrap.dedent("""
    def f():
        return 1
    """).strip())
rows = [["name", "qty", "price"], ["apple", 3, 1.5], ["watermelon", 12, 0.25]]
widths = [max(len(str(row[i])) for row in rows) for i in range(3)]
for row in rows:
    print(" | ".join(str(cell).ljust(w) if isinstance(cell, str) else str(cell).rjust(w) for cell, w in zip(row, widths)))
print("".join(sorted("tensor")), "".join(dict.fromkeys("mississippi")), "a-b_c d".replace("-", " ").replace("_", " ").title())
print("camelCaseString", "".join("_" + c.lower() if c.isupper() else c for c in "camelCaseString"))
print("snake_case_here".split("_")[0] + "".join(w.title() for w in "snake_case_here".split("_")[1:]))
print(f"{'centered':=^20}", "tab\tbed".expandtabs(6), "x".join("123"), "%s" % ["a"], "ab" in "cabs", "éa".upper(), "ß".upper(), "İ".lower() == "i̇")
print("1,2;3".split(","), "a  b ".split(), "a  b ".split(" "), "k=v=w".partition("="), "k=v=w".rpartition("="), "abc".rsplit("b"))
print("hello world".capitalize(), "Hello".swapcase(), "they're bill's".title(), "007".zfill(5), "-7".zfill(4), "3.5".isdigit(), "٣".isdigit(), "Ⅷ".isnumeric())
print("prefix_name".removeprefix("prefix_"), "file.tar.gz".removesuffix(".gz"), "a,b,,c".split(",", 2), "  x ".strip() + "|", "xxyxx".strip("x"))
print("abcabc".find("c"), "abcabc".rfind("c"), "abc".find("z"), "abcabc".index("b", 2), "aaa".count("aa"), "abc".startswith(("x", "a")))
print("line1\nline2\r\nline3".splitlines(), "line1\nline2".splitlines(True), "\x1c".isspace(), "a".isidentifier(), "1a".isidentifier(), "".join(chr(c) for c in range(97, 103)))
