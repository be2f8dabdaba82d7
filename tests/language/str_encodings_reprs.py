"""Encoding and decoding with every handler of errors; repr of quotes and controls; escapes in literals."""
print("é".encode(), "é".encode("latin-1"), "é😀".encode("utf-16-le"), "é".encode("ascii", "ignore"), "é".encode("ascii", "replace"), "é😀".encode("ascii", "xmlcharrefreplace"), "é".encode("ascii", "backslashreplace"), b"\xc3\xa9".decode(), b"\xff".decode("latin-1"), b"a\xff".decode("utf-8", "replace"), b"a\xffb".decode(errors="ignore"), b"\xff".decode("utf-8", "backslashreplace"))
print(repr("it's"), repr('say "hi"'), repr("both ' and \""), repr("\\n\t\r\x00\x7f\x85\xad\u200b\ue000\U0001f600"), "\u00e9" == "e\u0301", "a\
b", "\101\x42\u0043\N{LATIN SMALL LETTER D}", r"\n" "\n".strip())
