# Regular expressions that step back millions of times: they find what is there, and signals end those that would not end.
import re
import signal

CASES = (
    (r"<(/?)x.*?(?=y)z", "<x" * 2000),
    (r"<(/?)x.*?(?=y)yz", "<x" * 1200 + "yz"),
    (r"(a|aa)+(?=b)b", "a" * 26 + "c" + "aab"),
    (r"(\w+\s?)+(?<=!)!", "words of a text " * 2 + "!"),
    (r"(x+)+\1(?!y)", "x" * 24 + "y"),
    (r"(?:(\d)(?=\d))+?\1{3}", "123456789" * 200),
    (rb"(b+)+(?=c)c", b"b" * 22 + b"d"),
)
for pattern, text in CASES:
    compiled = re.compile(pattern)
    for match in (compiled.search(text), compiled.match(text), compiled.fullmatch(text)):
        print(pattern, len(text), match and (match.span(), match.groups()))
    print(len(compiled.findall(text)), len(compiled.sub(text[:0], text)), len(compiled.split(text)))


class Late(Exception):
    pass


def late(number, frame):
    raise Late(signal.Signals(number).name)


signal.signal(signal.SIGALRM, late)
for work in (
    lambda: re.match(r"(a+)+(?=b)", "a" * 200),
    lambda: re.sub(r"(?<!c)(a+)+(?=b)", "-", "a" * 200),
    lambda: next(re.finditer(r"(\w+\s?)+(?<=!)", "words " * 30)),
    lambda: re.fullmatch(rb"(x+)+(?=y)\1", b"x" * 300),
):
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    try:
        print("ended", work())
    except Late as error:
        print("late", error)
print(re.findall(r"(?<=a)b", "ab ab"))
