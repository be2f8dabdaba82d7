# Wrapping, indents and shortening.
text = "The quick brown fox, so-called, jumped over the lazy dog. " * 3
print(fill(text, 30, initial_indent="* ", subsequent_indent="  "))
print(wrap(text, 12, break_long_words=False, max_lines=3, placeholder=" ..."))
print(dedent("    a\n      b\n\n    c"), shorten("Hello  wide world!", 12), indent("a\n\nb", "> "))
