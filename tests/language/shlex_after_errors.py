# shlex: the word so far and the line after a text that ends inside quotes or after an escape.
import shlex
for text in ("cli 'my file", 'a "b c', "a b\\", "'x", "a 'b' 'c d", 'x"y\\', "''  'a", "a'b'c\"d"):
    for posix in (True, False):
        for split in (True, False):
            lex = shlex.shlex(text, posix=posix); lex.whitespace_split = split; lex.commenters = ""
            out = []
            try:
                for t in lex: out.append(t)
                end = None
            except ValueError as e: end = str(e)
            print(repr(text), posix, split, out, end, repr(lex.token), lex.lineno)
