"""Strings: joining, splitting, replacing, searching, building."""


def main():
    words = []
    for i in range(15_000):
        words.append("item" + str(i))
    text = " ".join(words)
    total = len(text)
    for word in text.split(" "):
        if word.startswith("item1"):
            total += len(word.upper())
        total += word.find("9")
    built = ""
    for _ in range(15_000):
        built += "x"
    total += len(built.replace("x", "yz"))
    for c in text:
        if c == "7":
            total += 1
    return total
