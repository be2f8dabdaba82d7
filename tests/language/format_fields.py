"""_string and string.Formatter: the parts of format strings and of the names of their fields."""
import _string
import string

for text in ("a{0.x[1]!r:>{w}}b", "{{}}", "", "{", "}", "{a", "{a!}", "{a!x", "{!r}", "{:}", "{a:{b}{c}}"):
    for parse in (_string.formatter_parser, string.Formatter().parse):
        try:
            print(list(parse(text)))
        except ValueError as error:
            print(error)
for name in ("a", "0", "a.b[c].d", "a[0][x]", "", ".a", "[0]", "a.", "a[", "a[]", "a[0]b", "10[-1].x", "a..b"):
    try:
        first, steps = _string.formatter_field_name_split(name)
        print(repr(first), list(steps))
    except ValueError as error:
        print(error)
print(string.Formatter().vformat("{0.real} {k[a][1]} {k[b]}", (3,), {"k": {"a": [1, 2], "b": "c"}}))
