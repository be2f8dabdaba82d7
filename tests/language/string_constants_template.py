"""string: constants, capwords, Template and its errors, subclasses."""
import string
from string import Formatter, Template

print(string.ascii_letters, string.digits, string.hexdigits, string.octdigits, string.punctuation, repr(string.whitespace), len(string.printable))
print(string.capwords("hello  big WORLD"), string.capwords("a-b-c", "-"))
t = Template("$who likes ${what}s, costs $$5 $1 $")
print(t.safe_substitute(who="tim", what="cat"), t.template)
for bad in (lambda: t.substitute(who="a", what="b"), lambda: Template("$a $b").substitute(a=1), lambda: Template("x\n  $").substitute()):
    try:
        print(bad())
    except (ValueError, KeyError) as error:
        print(type(error).__name__, error)
print(Template("$a-$b").substitute({"a": 1}, b=2), Template("${x}y").substitute(x=[1]), Template("$a $b").get_identifiers(), Template("$a").is_valid())


class Percent(Template):
    delimiter = "%"
    idpattern = r"[a-z]+_[a-z]+"


print(Percent("%with_under %notunder %% x").safe_substitute(with_under="yes", notunder="no"))
