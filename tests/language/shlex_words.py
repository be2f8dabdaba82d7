# shlex: words of command lines.
import shlex

LINES = [
    "simple words here",
    "  spaces\taround \n lines ",
    "'single quotes' \"double quotes\"",
    "mixed'in the'middle and\"more of\"it",
    "empty '' \"\" words",
    r"back\ slash \n \"quoted\" 'no \ escape'",
    r'"in \"double\" \\ quotes \n"',
    "comment # here\nnext",
    "a#b c",
    "--option=value -x file.txt a/b",
    "pipes|and;semi&colons>out<in",
    "$HOME `cmd` *.py ~/x",
    "é ü 'ö ä'",
    "",
    "   ",
]
for line in LINES:
    print(repr(line))
    print("  ", shlex.split(line), shlex.split(line, comments=True))
    print("  ", list(shlex.shlex(line)) if "\\" not in line else "-")
    print("  ", list(shlex.shlex(line, posix=True)), list(shlex.shlex(line, posix=True, punctuation_chars=True)))
for line in ("'open", '"open', "end\\", 'a "b'):
    try:
        shlex.split(line)
    except ValueError as e:
        print(repr(line), e)
print(shlex.split("it's not posix's", posix=False), shlex.split("'a b' c", posix=False))
for text in ("", "plain", "with space", "it's", "a$b", "/path/x_y-z.txt", "é", "a\nb", "a;b", "@%+=:,./-"):
    print(shlex.quote(text), shlex.split(shlex.quote(text)) == [text])
print(shlex.join(["cp", "my file", "it's", ""]), shlex.split(shlex.join(["a b", "'", '"'])))

lex = shlex.shlex("name = 'a value' + other(1, 2)")
tokens = []
while True:
    token = lex.get_token()
    if token == lex.eof:
        break
    tokens.append(token)
print(tokens)
lex = shlex.shlex("a b c")
first = lex.get_token()
lex.push_token(first)
print(first, list(lex))
lex = shlex.shlex("one two\nthree # four\nfive", posix=True)
print([(token, lex.lineno) for token in lex][-1], lex.eof)
lex = shlex.shlex("a-b c.d,e")
lex.wordchars += "-."
lex.whitespace += ","
print(list(lex))
lex = shlex.shlex("a:b:c d", posix=True)
lex.whitespace = ":"
lex.whitespace_split = True
print(list(lex))
lex = shlex.shlex("x && y || z > f", punctuation_chars=True)
print(list(lex), lex.punctuation_chars)
lex = shlex.shlex("a // b", posix=True)
lex.commenters = "/"
print(list(lex))
