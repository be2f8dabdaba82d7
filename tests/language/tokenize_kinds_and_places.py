# Tokens of texts: kinds, places, and texts again.
import io
import tokenize

SOURCE = '''# head
import os, sys

def area(w: float, h=1_000.5e-3, *rest, **more) -> float:
    """Document
    tion."""
    if w >= 0x1F and h != 0b101 or not rest:
        return w * h ** 2 // 3 % 4 @ 5  # remark
    total = [w,
        h,   # inside

        -1]
\tif_tab = 3
    x: int = {'a': 1j, "b": r'\\d', 'c': b"\\x00" b'y'}
    return total \\
        + [x[1:2], ..., 0o17, .5, 5., 1e10]

@decorator
class C(object): pass; y = 1
z = (yield) if a else lambda: b
été = w <<= 2
if (n := 10) > 5: ...
async def f(): await g()
'''


def show(text):
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            exact = tokenize.tok_name[token.exact_type]
            print(f"{token.start[0]},{token.start[1]}-{token.end[0]},{token.end[1]} {tokenize.tok_name[token.type]} {exact} {token.string!r}")
    except (tokenize.TokenError, IndentationError) as error:
        print(type(error).__name__)


show(SOURCE.replace("\tif_tab", "    if_tab"))
for text in ("x = 1\n", "if a:\n  b\n\n  c\nd\n", "# only\n", "\n\n", "a;b\n", "x = '''a\nb'''\n", "(\n1\n)\n", "if a:\n\tb\n\tif c:\n\t\td\n"):
    print("---", repr(text))
    show(text)
tokens = list(tokenize.generate_tokens(io.StringIO(SOURCE.replace("\tif_tab", "    if_tab")).readline))
print(tokenize.untokenize(tokens) == SOURCE.replace("\tif_tab", "    if_tab"))
pairs = [(token.type, token.string) for token in tokenize.generate_tokens(io.StringIO("if x:\n    y = (1 + 2)\nz\n").readline)]
print(tokenize.untokenize(pairs))
print([token.string for token in tokens if token.type == tokenize.COMMENT])
names = [token.string for token in tokens if token.type == tokenize.NAME]
print(len(names), names[:6], tokens[5].line)
first, *rest = tokenize.tokenize(io.BytesIO("# coding: latin-1\nx = 'é'\n".encode("latin-1")).readline)
print(first.string, tokenize.tok_name[first.type], first.start, [token.string for token in rest])
for data in (b"", b"x\n", b"\xef\xbb\xbfx\n", b"# coding=utf-8\n", b"#!/bin/sh\n# -*- coding: iso-8859-15 -*-\n", b"x\n# coding: ascii\n"):
    print(data, tokenize.detect_encoding(io.BytesIO(data).readline))
for data in (b"# coding: nothing-known\n", b"\xef\xbb\xbf# coding: latin-1\n"):
    try:
        tokenize.detect_encoding(io.BytesIO(data).readline)
    except SyntaxError as error:
        print("SyntaxError:", error)


def renamed(text, old, new):
    """A program changed token by token."""
    out = []
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        string = new if token.type == tokenize.NAME and token.string == old else token.string
        out.append((token.type, string))
    return tokenize.untokenize(out)


print(renamed("x = x + 'x' # x\n", "x", "value"))
print(tokenize.TokenInfo(1, "a", (1, 0), (1, 1), "a"))
