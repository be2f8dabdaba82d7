"""Texts built, split, counted and laid out."""


def main():
    out = ""
    parts = []
    for i in range(3000):
        out += str(i % 97) + ","
        parts.append("item-%d:%s" % (i, chr(97 + i % 26)))
    words = out.split(",")
    count = {}
    for w in words:
        count[w] = count.get(w, 0) + 1
    joined = "\n".join(parts)
    lines = joined.splitlines()
    up = [
        line.upper().replace("ITEM", "x").strip()
        for line in lines
        if line.startswith("item") and line.endswith(("a", "b", "c"))
    ]
    pal = sum(1 for w in words if w == w[::-1])
    table = []
    for i, w in enumerate(words[:1000]):
        table.append("{:>5}|{:<8}|{:^6}".format(i, w, w * 2))
    return len(out), len(up), pal, len("".join(table)), count["5"]
