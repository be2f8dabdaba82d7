import textwrap, pprint
t = "The quick brown fox jumped over the lazy dog and went-away."
print(textwrap.wrap(t, 20)); print(textwrap.fill(t, 25)); print(textwrap.dedent("""\
    a
      b
    c"""), textwrap.indent("x\ny\n\nz", "> "), textwrap.shorten(t, 30), textwrap.wrap("averyveryverylongword", 8), textwrap.fill("a b c", 3, initial_indent="*", subsequent_indent=" "), textwrap.wrap(""), sep="\n")
pprint.pprint({"b": 1, "a": [1, 2]}); pprint.pprint(list(range(40))); pprint.pprint({"key%d" % i: list(range(i)) for i in range(12)}, width=60); print(pprint.pformat([[1, [2, [3]]]], depth=2)); pprint.pprint({"x": {"y": "z" * 50, "w": "v" * 30}}); pprint.pprint((1,)); pprint.pprint({3, 1, 2}); pprint.pprint([1, 2], indent=4); pprint.pprint({"b": 1, "a": 2}, sort_dicts=False)
