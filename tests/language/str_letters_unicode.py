"""Letters beyond ASCII: cases, kinds of character, identifiers, lengths."""
words = ["straße", "ÉCOLE", "ﬁn", "İstanbul", "ǅ", "ß", "ΑΣ", "naïve", "日本語", "٣", "½", "Ⅷ", "a\u0301", "😀", "", " ", "\u3000x\xa0", "1e5", "_id", "Title Case", "don't stop"]
for w in words:
    print(ascii(w), ascii(w.upper()), ascii(w.lower()), ascii(w.title()), ascii(w.capitalize()), ascii(w.swapcase()), ascii(w.casefold()), len(w), ascii(w.strip()))
    print("  ", w.isalpha(), w.isdigit(), w.isdecimal(), w.isnumeric(), w.isalnum(), w.isspace(), w.isupper(), w.islower(), w.istitle(), w.isidentifier(), w.isprintable(), w.isascii())
