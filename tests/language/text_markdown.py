"""A small Markdown to HTML converter with a state machine."""
import html
import re

RULES = [
    (re.compile(r"`([^`]+)`"), r"<code>\1</code>"),
    (re.compile(r"\*\*(.+?)\*\*"), r"<strong>\1</strong>"),
    (re.compile(r"\*(.+?)\*"), r"<em>\1</em>"),
    (re.compile(r"\[([^\]]+)\]\(([^)]+)\)"), r'<a href="\2">\1</a>'),
]


def escape(text):
    for ch, entity in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;")):
        text = text.replace(ch, entity)
    return text


def inline(text):
    text = escape(text)
    for pattern, replacement in RULES:
        text = pattern.sub(replacement, text)
    return text


def blocks(lines):
    mode, buffer = None, []

    def flush():
        nonlocal mode, buffer
        if mode == "p":
            yield f"<p>{inline(' '.join(buffer))}</p>"
        elif mode == "ul":
            yield "<ul>" + "".join(f"<li>{inline(item)}</li>" for item in buffer) + "</ul>"
        elif mode == "pre":
            yield "<pre>" + escape("\n".join(buffer)) + "</pre>"
        mode, buffer = None, []

    for line in lines:
        if mode == "pre":
            if line.startswith("```"):
                yield from flush()
            else:
                buffer.append(line)
        elif line.startswith("```"):
            yield from flush()
            mode = "pre"
        elif match := re.match(r"(#{1,6}) (.*)", line):
            yield from flush()
            level = len(match[1])
            yield f"<h{level}>{inline(match[2])}</h{level}>"
        elif line.startswith(("- ", "* ")):
            if mode != "ul":
                yield from flush()
                mode = "ul"
            buffer.append(line[2:])
        elif not line.strip():
            yield from flush()
        else:
            if mode != "p":
                yield from flush()
                mode = "p"
            buffer.append(line.strip())
    yield from flush()


source = """# Title & more

Some *emphasis*, **strong** and `a < b` code,
over two lines with a [link](http://x.org/?a=1).

- first
- **second**
* third
## Code
```
if a < b:
    print("&")
```
End."""
print("\n".join(blocks(source.split("\n"))))
