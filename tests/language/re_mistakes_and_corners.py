# What is wrong with patterns and replacements, in words and places; flags, groups, conditions, look-behinds.
import re


def tried(act):
    try:
        return act()
    except re.error as error:
        return f"{error.msg} | {error.pos} | {error}"
    except Exception as error:
        return f"{type(error).__name__}: {error}"


for pattern in r"""( ) (?: (?P<a (?P<> (?P<1>a) (?P<a>x)(?P<a>y) (?P=a) (?P=a (?Px) (?P (?z) (?<z) (?< (? (?i (?i- (?i-: (?iz) (?-i (?a-i:x)
    (?i-i:x) (?au:x) (?L:x) (?-a:x) a(?i)b (?#c (?(1)a (?(2)a|b) (?(1)a|b|c) (?(0)a) (?(a)b) (?(1a)b) () [ [a [] [^] [z-a] [\w-z] [a-\d] [a- []a] [\8]
    * a** a*** +? a{2,1} {1} x{,2}y x{1 a++ a?+ a{1,2}+b (?>a|ab)c ^* $+ (?:)* \ \x \x1 \u12 \U00110000 \N \N{ \N{} \N{nope} \N{DIGIT_ONE} \q \08 \400 \377 [\400]
    \1 (a\1) (\2)(b) (?<=a*) (?<=a|bc) (?<=(a)\1) (?<!ab|cd)e (?<=(?:a|b)c)d x(?=y (?! \g a{99999999999}""".split():
    print(pattern, "=>", tried(lambda: re.compile(pattern) and "fine"))
for template in r"""\1 \2 \10 \g \g< \g<> \g<1 \g<1> \g<2> \g<a> \g<b> \g<1a> \0 \01 \377 \400 \101 \n\t\\ \q \. x""".split() + ["\\"]:
    print(template, "=>", ascii(tried(lambda: re.sub("(?P<a>x)", template, "x"))))
for pattern in (b"(?u)a", b"\\u1234", b"[\\400]", b"(?a)\\w"):
    print(pattern, tried(lambda: re.compile(pattern) and "fine"))
print(tried(lambda: re.compile("a", re.L)), tried(lambda: re.compile("a", re.A | re.U)), tried(lambda: re.compile(b"a", re.U)))

for pattern, text in (
    (r"(\()?[^()]+(?(1)\))", "(a) b (c"),
    (r"(?P<q>['\"])(.*?)(?P=q)(\2)?", "'ab'ab \"c\""),
    (r"(a)(b)(c)(d)(e)(f)(g)(h)(i)(j)\10", "abcdefghijj"),
    (r"(?i:a)b|(?-i:C)d", "Ab AB Cd cd"),
    (r"(?s:.).", "\n\na\nb"),
    (r"(?a:\w)\w", "éa aé aa"),
    (r"(?x) a b # c", "ab a b"),
    (r"(?x: a\ b [ ] ) c", "a b  c"),
    (r"a{,2}b", "aab b aaab"),
    (r"a{2}{", "aa{"),
    (r"\bfoo\b|\Bo", "foo food o"),
    (r"(?a)\bé|\Ba", "é aa éa"),
    (r"(?m)^\w+$", "ab\ncd\n"),
    (r"\Aa|b\Z", "ab\nb"),
    (r"x*", "axb"),
    (r"(?<![ab])c(?=d)", "cd acd bcd ccd"),
    (r"(?>a+)ab|a++b", "aaab aab"),
    (r"[\w\-.]+@[^\W\d_]+", "a.b-c@de 1@2"),
    (r"[]\-a^]+|[^]]", "]-a^b"),
    (r"\x41\u0042\U00000043\103\N{LATIN CAPITAL LETTER D}\x2e", "ABCCD."),
    (r"[\x41-\103\u0061-c]+", "ABCDabcd"),
    (r"(?i)straße|ſ|K", "STRAßE S s k"),
    (r"\w+", "e\u0301a \u0939\u093f"),
    (r"\s+", "a\x1c\x1f\x85\u2003b"),
    (r"\d+", "1٣२ ²"),
):
    print(ascii(pattern), ascii([found.group() for found in re.finditer(pattern, text)]), ascii(re.findall(pattern, text)))
for pattern, flags in (("a", 0), ("(?i)a", 0), ("a", re.M | re.S), (b"a", re.I), ("(?a)\\d", re.X), ("x" * 300, 0)):
    compiled = re.compile(pattern, flags)
    print(repr(compiled)[:60], len(repr(compiled)), compiled.flags, compiled.groups, dict(compiled.groupindex))
found = re.match(r"(?P<first>\w)(?P<rest>\w*)(x)?", "abc")
print(found.groupdict(), found.lastgroup, found.lastindex, found.regs, found["rest"], found.expand(r"\g<rest>-\1\3"), tried(lambda: found.group(9)))
print(re.sub(b"(a)", rb"[\1]", bytearray(b"cat")), re.findall(b"\\w", memoryview(b"a b")), re.split("(-)|,", "a-b,c"))
scanner = re.Scanner([(r"\d+", lambda s, t: int(t)), (r"[a-z]+(\d)?", lambda s, t: t.upper()), (r"\s+", None), (r"=", "eq")])
print(scanner.scan("ab 12 = c!"), scanner.scan(""))
steps = re.compile("a*").scanner("baa")
print([steps.search().span() for _ in range(3)], re.compile("a").scanner("ab").match().span())
