# exec, eval and compile of bytes: UTF-8, a byte order mark, encodings that the source declares, bytes that are no text.
names = {}
exec("x = 'é'".encode(), names)
exec(b"\xef\xbb\xbfy = 1", names)
exec(b"# -*- coding: latin-1 -*-\nz = '\xe9'", names)
exec(b"#!/bin/sh\n# vim: set fileencoding=iso-8859-1 :\nw = '\xfc'", names)
exec(bytearray(b"v = 2"), names)
exec(memoryview(b"u = 3"), names)
print({name: names[name] for name in "xyzwvu"})
print(eval(b"1 + 1"), eval(compile(b"'\xc3\xa9'", "<bytes>", "eval")))
for source in (
    b"x = '\xe9'",
    b"# coding: nothing-like-it\nx = 1",
    b"\n\n# coding: latin-1\nx = '\xe9'",
    b"x = (",
    b"x\x00",
):
    try:
        exec(source)
        print("ran")
    except (SyntaxError, ValueError) as error:
        print(type(error).__name__, str(error).partition(" (<string>")[0].partition(" in position")[0])
