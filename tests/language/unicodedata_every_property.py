# What Unicode says of characters, by today's version and by 3.2; normal forms; names both ways.
# As CPython 3.13 has it, where characters that are not assigned are narrow.
import hashlib
import stringprep
import unicodedata
from unicodedata import ucd_3_2_0

# Characters that have not changed since Unicode 14.
CHARACTERS = "aA1 \t\n\x00é½²٣Ⅷ一㈠ﬁǅ(»\u0301\u0591אب、ｱＡ€\u200b\u2028\u00ad\ue000😀𝟘각Å\u0378"
FUNCTIONS = "category bidirectional combining mirrored east_asian_width decomposition".split()
for c in CHARACTERS:
    print(ascii(c), *[getattr(unicodedata, name)(c) for name in FUNCTIONS], *[getattr(ucd_3_2_0, name)(c) for name in FUNCTIONS])
    numbers = [getattr(data, name)(c, None) for data in (unicodedata, ucd_3_2_0) for name in ("decimal", "digit", "numeric")]
    tests = [c.isalpha(), c.isalnum(), c.isdecimal(), c.isdigit(), c.isnumeric(), c.isspace(), c.isprintable(), c.isidentifier()]
    print("  ", *numbers, unicodedata.name(c, "-"), ucd_3_2_0.name(c, "-"), *map(int, tests))
for first, last in ((0, 0x3000), (0x4E00, 0x4E20), (0xF900, 0x10000), (0x1D400, 0x1D800), (0x2F800, 0x2FA20)):
    told = hashlib.sha1()
    for code in range(first, last):
        c = chr(code)
        told.update(repr([getattr(ucd_3_2_0, name)(c) for name in FUNCTIONS]).encode())
        told.update(repr([ucd_3_2_0.normalize(form, c) for form in ("NFC", "NFD", "NFKC", "NFKD")]).encode())
    print(hex(first), told.hexdigest())
for text in ("é", "e\u0301", "ﬁ①", "각", "각", "a\u0315\u0300\u05ae\u0062", "\u1e9b\u0323", "ΐ", "\u0344", "\U0002f868", "가\u11a7", "x" * 3):
    forms = [unicodedata.normalize(form, text) for form in ("NFC", "NFD", "NFKC", "NFKD")]
    print(*map(ascii, forms), [unicodedata.is_normalized(form, text) for form in ("NFC", "NFD", "NFKC", "NFKD")])
for name in ("EURO SIGN", "latin small letter e with acute", "CJK UNIFIED IDEOGRAPH-4E00", "HANGUL SYLLABLE GAG", "NULL", "BEL", "KEYCAP DIGIT ONE", "SPACE", "nothing", "CJK UNIFIED IDEOGRAPH-0041", ""):
    for data in (unicodedata, ucd_3_2_0):
        try:
            print(name, ascii(data.lookup(name)))
        except KeyError as error:
            print(name, error)
for act in ("category('ab')", "category(3)", "name('\\0')", "decimal('a')", "digit('a')", "numeric('a')", "normalize('x', 'a')", "decimal('ab', None)"):
    try:
        print(eval("unicodedata." + act))
    except Exception as error:
        print(type(error).__name__, error)
print("\N{EURO SIGN}\N{BULLET}", "é".encode("ascii", "namereplace"), ucd_3_2_0.unidata_version)
print(stringprep.map_table_b2("ß"), stringprep.in_table_a1("\u0221"), stringprep.in_table_c12("\u00a0"), stringprep.in_table_d1("א"), stringprep.map_table_b3("Å"))
