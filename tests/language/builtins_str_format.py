print("{} {}".format(1, "a"), "{1} {0}".format(1, 2), "{a} {b!r}".format(a=1, b="x"), "{0:>5}|{1:<5}|".format("a", "b"))
print("{0[1]} {0[0]} {d[k]} {c.real}".format([1, 2], d={"k": 3}, c=5), "{:{}}".format("x", 4), "{:.{p}f}".format(3.14159, p=2))
print("{{}} {{{}}}".format(1), "{!s:>4}".format("a"), "{:,}".format(1234567))
print("{a} {b}".format_map({"a": 1, "b": 2}))
for t, a in [("{", ()), ("}", ()), ("{0}", ()), ("{a}", ()), ("{!x}", (1,)), ("{} {0}", (1, 2)), ("{0} {}", (1, 2)), ("{0.foo}", (1,)), ("{0[9]}", ([1],))]:
    try:
        print(t.format(*a))
    except Exception as e:
        print(t, type(e).__name__, e)
