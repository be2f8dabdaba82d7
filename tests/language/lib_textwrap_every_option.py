"""textwrap: wrap, fill, shorten, indent, dedent with every option."""
import textwrap
from textwrap import TextWrapper, dedent, fill, indent, shorten, wrap

text = "The quick brown fox jumped over the lazy dog, and then it sat down by the extraordinarily-long-hyphenated riverbank."
print(wrap(text, 30), fill(text, 24), sep="\n")
print(fill(text, 40, initial_indent="* ", subsequent_indent="  "))
print(wrap("aaaaaaaaaaaaaaaaaaaaaaaaa bb", 10), wrap("aaaaaaaaaaaa bb", 10, break_long_words=False), wrap("one-two-three four", 8, break_on_hyphens=False), wrap("", 5), wrap("a\tb\nc  d", 40), wrap("a  b", 3))
print(shorten(text, 40), shorten("short", 10), shorten(text, 30, placeholder=" ..."), shorten("hello world", 5), shorten("  a   b  ", 9))
print(dedent("""\
    first
      second

    third
"""), indent("a\n\nb\n", "> "), indent("a\nb", "# ", lambda line: True), sep="|")
print(repr(dedent("  a\n\tb")), repr(dedent("    x\n      y\n   z")), repr(dedent("\n  \n  q\n")))
w = TextWrapper(width=25, max_lines=2, placeholder="~")
print(w.wrap(text), w.fill("short"), TextWrapper(width=10, drop_whitespace=False).wrap("aaa bbb  ccc ddd"), TextWrapper(width=12, fix_sentence_endings=True).fill("One. Two. Three."))
for bad in (lambda: wrap("a", 0), lambda: shorten("hello world", 3)):
    try:
        print(bad())
    except ValueError as error:
        print(error)
