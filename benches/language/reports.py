"""Lines of text by f-strings with specifications, and by __str__ and __repr__."""


class Pt:
    def __init__(self, x, y):
        self.x, self.y = x, y

    def __str__(self):
        return f"<{self.x}, {self.y}>"

    def __repr__(self):
        return f"Pt({self.x!r}, y={self.y!r})"


def main():
    out = []
    for i in range(1500):
        p = Pt(i, i / 3)
        out.append(f"{i:05d} {i / 7:.3f} {p} {p!r:>30} {'yes' if i % 2 else 'no':<5}|{i:x}|{i:,}|{i / 1000:8.2%}")
        out.append(f"{i=} {p.x + 1} {[i, 'a']} {(1.5, None)}")
        out.append(str(i / 3) + repr("a'b") + format(i, "b"))
    return len("".join(out)), out[-3:]
