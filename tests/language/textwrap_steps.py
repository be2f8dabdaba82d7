"""textwrap: hyphens, dashes, sentence ends, long words, limits of lines, and subclasses that change a step."""
import textwrap

TEXTS = [
    "Hello there -- you goof-ball, use the -b option!",
    "A well-known semi-colon; e-mail x-y-z 1-2 a--b--c ---flag 'quoted'--more.",
    "One ends here. Another begins! Is it? \"Yes.\" no.  Mr. Two  spaces\tand a tab\nand a line",
    "antidisestablishmentarianism-is-a-very-long-word and short ones",
    "    leading and trailing    ",
    "",
    "-----",
]
for text in TEXTS:
    for options in (
        {},
        {"break_on_hyphens": False},
        {"fix_sentence_endings": True},
        {"break_long_words": False},
        {"drop_whitespace": False, "replace_whitespace": False},
        {"max_lines": 2, "placeholder": "..."},
        {"initial_indent": "* ", "subsequent_indent": "    ", "max_lines": 1},
        {"expand_tabs": False, "tabsize": 3},
    ):
        for width in (8, 15, 40):
            try:
                print(textwrap.wrap(text, width, **options))
            except ValueError as error:
                print(error)
    print(textwrap.TextWrapper()._split(text))
for act in (lambda: textwrap.wrap("a", 0), lambda: textwrap.wrap("a b", 5, max_lines=1)):
    try:
        print(act())
    except ValueError as error:
        print(error)


class Shouts(textwrap.TextWrapper):
    def _split(self, text):
        return super()._split(text.upper())

    def _handle_long_word(self, reversed_chunks, cur_line, cur_len, width):
        cur_line.append("<" + reversed_chunks.pop() + ">")


print(Shouts(width=10).wrap("some incomprehensibilities here"))
print(textwrap.shorten("Hello  world, this is   long", 18), textwrap.fill("a b c d", 3).splitlines())
