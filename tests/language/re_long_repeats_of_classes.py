# Regular expressions that repeat classes of letters hundreds of times: matches, groups and spans.
# As CPython 3.13 has it.
import re

TEXTS = ("a" * 1200, "é1_" * 200 + "-x", "ab-cd-ef.gh.v1.2", "openEHR-EHR-OBSERVATION.body_weight.v1", "", " \t" * 300 + "9", "ß.ö.ü.x")
PATTERNS = (
    r"\w{1000}",
    r"\w{1,1000}",
    r"\w{0,500}\d",
    r"[\w-]{300,}",
    r"([ \t]*)(([a-zA-Z]\w{1,100}(\.[a-zA-Z]\w{1,100})*::)?[a-zA-Z]\w{1,100}(-[a-zA-Z]\w{1,100}){2}\.\w{1,100}[\w-]*\.v\d+(\.\d+){,2})",
    r"\s{1,600}?\d",
    r"(\w{250})(\w{250})\2?",
    r"(?i)[^\W\d_]{2,400}x?",
    r"\W{0,400}\S{0,400}",
    r"(?a)\w{1000}",
    r"(?=\w{300})a{3}",
)
for pattern in PATTERNS:
    compiled = re.compile(pattern)
    for text in TEXTS:
        for match in (compiled.match(text), compiled.search(text), compiled.fullmatch(text)):
            print(pattern, len(text), match and (match.span(), [match.span(group) for group in range(1, compiled.groups + 1)]))
    print([len(found) for found in map(str, compiled.findall(TEXTS[1]))][:5], len(compiled.sub("-", TEXTS[1])))
for pattern in (rb"\w{1000}", rb"(\w{1,300}\.){2}"):
    print(re.compile(pattern).match(b"a" * 1200), re.search(pattern, b"ab.cd.ef"))
