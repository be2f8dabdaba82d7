"""How indexes print: their labels in lines of one width, then what else there is to say."""

_MOST = 100


def laid_out(name, shown, facts, justify=True):
    """The text of an index whose labels have these texts; facts are `name=value`."""
    data = _summary(name, shown, justify)
    indent = len(name) + 1
    used = len(data.rpartition("\n")[2]) if "\n" in data else indent + len(data)
    text = ""
    for at, fact in enumerate(facts):
        comma, between = int(at < len(facts) - 1), ", " if text else ""
        if used + len(between) + len(fact) + comma > 80:
            text += between.rstrip() + "\n" + " " * indent + fact
            used = indent + len(fact)
        else:
            text += between + fact
            used += len(between) + len(fact)
    if text.startswith("\n"):
        data = data.rstrip(" ")
    return f"{name}({data}{text})"


def facts_of(index, *more):
    """The element type, name and length of an index, and more."""
    named = [] if index.name is None else [f"name={index.name!r}"]
    length = [f"length={len(index)}"] if len(index) > _MOST else []
    return [f"dtype='{index.dtype}'", *named, *length, *more]


def in_lines(shown):
    """The texts of an array's values in brackets, in lines of one width; of many the first and last."""
    head, tail = (shown[:10], shown[-10:]) if len(shown) > _MOST else ([], shown)
    whole = ", ".join([*head, *(["..."] if head else []), *tail])
    if not head and len(whole) < 78:
        return f"[{whole}]"
    text = _laid_out("\n ", head, tail).removeprefix("\n")
    return f"[{text.removeprefix(' ')}]"


def _laid_out(start, head, tail):
    """Texts in lines that begin with `start`; dots stand between the first and the last of many."""
    lines = _Lines(start)
    for text in head:
        lines.add(text + ", ", 80)
    if head:
        lines.dots()
    for text in tail[:-1]:
        lines.add(text + ", ", 80)
    lines.add(tail[-1], 78)
    return lines.text + lines.line


def _summary(name, shown, justify):
    if len(shown) < 2:
        return f"[{shown[0] if shown else ''}], "
    start = "\n" + " " * (len(name) + 2)
    cut = len(shown) > _MOST
    head, tail = (shown[:10], shown[-10:]) if cut else ([], shown)
    if justify and (cut or not len(", ".join(tail)) < 80):
        width = max([len(text) for text in head + tail])
        head, tail = [[text.rjust(width) for text in part] for part in (head, tail)]
    summary = _laid_out(start, head, tail) + "],"
    summary += start[:-1] if len(summary) > 80 else " "
    return "[" + summary[len(start) :]


class _Lines:
    # Lines that are filled one after the other.
    def __init__(self, start):
        self.start, self.text, self.line = start, "", start

    def add(self, value, width):
        """Adds a text to the line, or to a new one."""
        if len(self.line.rstrip()) + len(value.rstrip()) >= width:
            self.text += self.line.rstrip()
            self.line = self.start
        self.line += value

    def dots(self):
        """Ends the line, and marks that labels are left out."""
        self.text += self.line.rstrip() + self.start + "..."
        self.line = self.start
