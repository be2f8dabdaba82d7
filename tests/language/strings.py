x, name, pi = 42, "bob", 3.14159265
print(f"{x} {name!r} {pi:.2f} {x:>6} {x:<6}| {x:^6}| {x:06d} {x:x} {x:#b} {x:,} {1234567.891:,.2f} {pi:e} {0.5:%} {name:>5} {name:*^9} {True} {None}")
print(f"{x=} {name=} {pi=:.1f} {x + 1 = } {name!s:>6}")
w = 10
print(f"{pi:{w}.{2}f}|{'nested ' + f'{x}'}|{{literal}}|{x if x else 0}|{[1, 2][0]}|{ {'a': 1}['a'] }")
print(f"{'a' 'b'}" "c" f"{1}", f"""multi
line {x}""", rf"\n{x}", f"{x!a} {'é'!a}")
print('single', "double", '''triple''', "esc\t\\n\x41\u00e9\N{BULLET}", r"raw\n", "a" "b", 'it"s', "it's")
print("{} {1} {a}".format(0, 1, a=2) if False else "{} {}".format(1, 2), "{0:>5}|{x}".format("a", x=1), "{:.3f}".format(pi))
print(str(1e16), str(1e15), 1e-5, 123456789.123, 1.0, -0.0, 1e100, 2.5e-8, 100000.0, 1/3, float("nan"), float("-inf"))
print(repr("a\nb"), repr('a"b'), repr("a'b"), ascii("é"), "é", "日本"[0], len("日本"), ord("a"), chr(8364))
print("a" < "B", "abc" == "abc", "x" in "xyz", "ab" not in "abc", "abc".startswith("ab"), "a-b-c".rsplit("-", 1), "abc".isalpha(), "12".isdigit(), "a\tb".expandtabs(4))
print("%s and %d and %.1f%%" % ("a", 2, 3.0), "%5s|%-5s|" % ("a", "b"))
print("line1\nline2".splitlines(), "aXbX".count("X"), "abc".index("c"), "abcabc".rfind("b"), " a b ".split(), "abc".partition("b"))
print("é".encode(), b"\xc3\xa9".decode(), "abc".zfill(5), "x".join("abc"), "Hello World".swapcase(), "tEST".capitalize())
