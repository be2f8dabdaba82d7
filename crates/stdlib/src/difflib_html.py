# Differences as HTML, side by side: part of difflib.

import re

_RUNS = re.compile(r"\++|-+|\^+")
# A line that became another: the first characters of its delta, and which of both have marks within them.
_CHANGED = (("-?+?", "?", "?"), ("-+?", None, "?"), ("-?+", "?", None))
_BLANK = ("", "\n")


class _Sides:
    """The lines of a delta as pairs (from, to, whether they differ); a line is (number, text), None where there is none."""

    def __init__(self, delta):
        self._delta = iter(delta)
        self._lines = []
        self._numbers = [0, 0]
        # How many lines the right side is longer than the left one since they were level.
        self._ahead = 0

    def _take(self, side, mark):
        """The next line for a side: marked as a whole, within by the line of marks after it, or not at all."""
        self._numbers[side] += 1
        text = self._lines.pop(0)
        if mark == "?":
            for run in reversed(list(_RUNS.finditer(self._lines.pop(0)))):
                start, end = run.span()
                text = f"{text[:start]}\0{run[0][0]}{text[start:end]}\1{text[end:]}"
            return self._numbers[side], text[2:]
        text = text[2:]
        return self._numbers[side], f"\0{mark}{text or ' '}\1" if mark else text

    def _leveled(self):
        """Blank lines on the side that is shorter."""
        while self._ahead:
            pair = (_BLANK, None, True) if self._ahead > 0 else (None, _BLANK, True)
            self._ahead -= 1 if self._ahead > 0 else -1
            yield pair

    def _one_side(self, kinds):
        """A line that one side alone has; the last of its block comes after the blank lines."""
        side = int(kinds[0] == "+")
        ends = kinds.startswith(("+ ", "+-")) and kinds[:3] != "+--" if side else _ends_deletion(kinds)
        line = self._take(side, kinds[0])
        self._ahead += 1 if side else -1
        if ends:
            yield from self._leveled()
        yield (None, line, True) if side else (line, None, True)

    def rows(self):
        """The lines, each side by itself."""
        while True:
            while len(self._lines) < 4:
                self._lines.append(next(self._delta, "X"))
            kinds = "".join([line[0] for line in self._lines])
            if kinds[0] == "X":
                yield from self._leveled()
                return
            changed = next((row for row in _CHANGED if kinds.startswith(row[0])), None)
            if changed:
                yield self._take(0, changed[1]), self._take(1, changed[2]), True
            elif kinds[0] == " ":
                self._numbers[0] += 1
                right = self._take(1, None)
                yield (self._numbers[0], right[1]), right, False
            else:
                yield from self._one_side(kinds)

    def pairs(self):
        """The lines, those of both sides together."""
        left, right = [], []
        for from_line, to_line, changed in self.rows():
            if from_line is not None:
                left.append((from_line, changed))
            if to_line is not None:
                right.append((to_line, changed))
            if left and right:
                (from_line, one), (to_line, other) = left.pop(0), right.pop(0)
                yield from_line, to_line, one or other


def _ends_deletion(kinds):
    return kinds.startswith(("--?+", "--+", "- ")) and kinds[:4] != "--++"


def _near_changes(pairs, around):
    """The pairs that differ with those around them; (None, None, None) stands for what is left out."""
    before, left = [], 0
    skipped = False
    for pair in pairs:
        if pair[2]:
            if skipped:
                yield None, None, None
            yield from before
            before, skipped, left = [], False, around
            yield pair
        elif left:
            left -= 1
            yield pair
        else:
            before.append(pair)
            if len(before) > around:
                skipped = True
                before.pop(0)


def _wrapped(number, text, width):
    """A line in pieces of a width; marks go on in the next piece. Pieces after the first have > for a number."""
    if not number or len(text) - text.count("\0") * 3 <= width:
        return [(number, text)]
    at = count = 0
    mark = ""
    while count < width and at < len(text):
        if text[at] == "\0":
            mark = text[at + 1]
            at += 2
        elif text[at] == "\1":
            mark = ""
            at += 1
        else:
            at += 1
            count += 1
    first, rest = text[:at], text[at:]
    if mark:
        first, rest = first + "\1", f"\0{mark}{rest}"
    return [(number, first), *_wrapped(">", rest, width)]


def _wrapped_pairs(pairs, width):
    for left, right, changed in pairs:
        if changed is None:
            yield left, right, changed
            continue
        left, right = _wrapped(*left, width), _wrapped(*right, width)
        for at in range(max(len(left), len(right))):
            yield (*[side[at] if at < len(side) else ("", " ") for side in (left, right)], changed)


class HtmlDiff:
    """Side by side comparisons of texts as tables of HTML, with what has changed in lines and within them."""

    _file_template = """
<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN"
          "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">

<html>

<head>
    <meta http-equiv="Content-Type"
          content="text/html; charset=%(charset)s" />
    <title></title>
    <style type="text/css">%(styles)s
    </style>
</head>

<body>
    %(table)s%(legend)s
</body>

</html>"""

    _styles = """
        table.diff {font-family:Courier; border:medium;}
        .diff_header {background-color:#e0e0e0}
        td.diff_header {text-align:right}
        .diff_next {background-color:#c0c0c0}
        .diff_add {background-color:#aaffaa}
        .diff_chg {background-color:#ffff77}
        .diff_sub {background-color:#ffaaaa}"""

    _table_template = """
    <table class="diff" id="difflib_chg_%(prefix)s_top"
           cellspacing="0" cellpadding="0" rules="groups" >
        <colgroup></colgroup> <colgroup></colgroup> <colgroup></colgroup>
        <colgroup></colgroup> <colgroup></colgroup> <colgroup></colgroup>
        %(header_row)s
        <tbody>
%(data_rows)s        </tbody>
    </table>"""

    _legend = """
    <table class="diff" summary="Legends">
        <tr> <th colspan="2"> Legends </th> </tr>
        <tr> <td> <table border="" summary="Colors">
                      <tr><th> Colors </th> </tr>
                      <tr><td class="diff_add">&nbsp;Added&nbsp;</td></tr>
                      <tr><td class="diff_chg">Changed</td> </tr>
                      <tr><td class="diff_sub">Deleted</td> </tr>
                  </table></td>
             <td> <table border="" summary="Links">
                      <tr><th colspan="2"> Links </th> </tr>
                      <tr><td>(f)irst change</td> </tr>
                      <tr><td>(n)ext change</td> </tr>
                      <tr><td>(t)op</td> </tr>
                  </table></td> </tr>
    </table>"""

    # Tables of one page have anchors of their own.
    _default_prefix = 0

    def __init__(self, tabsize=8, wrapcolumn=None, linejunk=None, charjunk=None):
        from difflib import IS_CHARACTER_JUNK

        self._tabsize, self._wrapcolumn = tabsize, wrapcolumn
        self._junk = linejunk, IS_CHARACTER_JUNK if charjunk is None else charjunk

    def make_file(self, fromlines, tolines, fromdesc="", todesc="", context=False, numlines=5, *, charset="utf-8"):
        """Returns an HTML file of a side by side comparison; of the changes and numlines around them with context."""
        table = self.make_table(fromlines, tolines, fromdesc, todesc, context=context, numlines=numlines)
        text = self._file_template % {"styles": self._styles, "legend": self._legend, "table": table, "charset": charset}
        return text.encode(charset, "xmlcharrefreplace").decode(charset)

    def make_table(self, fromlines, tolines, fromdesc="", todesc="", context=False, numlines=5):
        """Returns an HTML table of a side by side comparison; of the changes and numlines around them with context."""
        count, HtmlDiff._default_prefix = HtmlDiff._default_prefix, HtmlDiff._default_prefix + 1
        prefixes = [f"{side}{count}_" for side in ("from", "to")]
        rows = self._rows(fromlines, tolines, numlines if context else None)
        cells = [None if row[2] is None else [_cell(prefix, *side) for prefix, side in zip(prefixes, row)] for row in rows]
        changes = [row[2] for row in rows]
        if not rows:
            text = "&nbsp;No Differences Found&nbsp;" if context else "&nbsp;Empty File&nbsp;"
            cells, changes = [[f"<td></td><td>{text}</td>"] * 2], [False]
        ids, links = _links(changes, prefixes[1], numlines)
        parts = {"data_rows": _body(cells, ids, links), "header_row": _header(fromdesc, todesc), "prefix": prefixes[1]}
        table = self._table_template % parts
        for mark, name in (("+", "add"), ("-", "sub"), ("^", "chg")):
            table = table.replace("\0" + mark, f'<span class="diff_{name}">')
        return table.replace("\1", "</span>").replace("\t", "&nbsp;")

    def _rows(self, fromlines, tolines, around):
        from difflib import ndiff

        left, right = [[self._expanded(line) for line in lines] for lines in (fromlines, tolines)]
        rows = _Sides(ndiff(left, right, *self._junk)).pairs()
        if around is not None:
            rows = _near_changes(rows, around)
        return list(_wrapped_pairs(rows, self._wrapcolumn) if self._wrapcolumn else rows)

    def _expanded(self, line):
        """A line whose tabs are as many tabs as they are wide, so that a change of tabs to spaces shows."""
        return line.replace(" ", "\0").expandtabs(self._tabsize).replace(" ", "\t").replace("\0", " ").rstrip("\n")


def _cell(prefix, number, text):
    """A line as two cells: its number and its text."""
    anchor = f' id="{prefix}{number}"' if isinstance(number, int) else ""
    text = text.replace("&", "&amp;").replace(">", "&gt;").replace("<", "&lt;").replace(" ", "&nbsp;").rstrip()
    return f'<td class="diff_header"{anchor}>{number}</td><td nowrap="nowrap">{text}</td>'


def _links(changes, prefix, around):
    """The anchors of changes, some lines before them, and the links from each change to the next."""
    ids, links = [""] * len(changes), [""] * len(changes)
    count = last = 0
    for at, changed in enumerate(changes):
        if changed and not (at and changes[at - 1]):
            last = at
            ids[max(0, at - around)] = f' id="difflib_chg_{prefix}_{count}"'
            count += 1
            links[at] = f'<a href="#difflib_chg_{prefix}_{count}">n</a>'
    if not changes[0]:
        links[0] = f'<a href="#difflib_chg_{prefix}_0">f</a>'
    links[last] = f'<a href="#difflib_chg_{prefix}_top">t</a>'
    return ids, links


def _body(cells, ids, links):
    rows = []
    for at, (row, anchor, link) in enumerate(zip(cells, ids, links)):
        if row is not None:
            one = f'<td class="diff_next"{anchor}>{link}</td>{row[0]}<td class="diff_next">{link}</td>{row[1]}'
            rows.append(f"            <tr>{one}</tr>\n")
        elif at:
            rows.append("        </tbody>        \n        <tbody>\n")
    return "".join(rows)


def _header(fromdesc, todesc):
    if not fromdesc and not todesc:
        return ""
    titles = [
        f'<th class="diff_next"><br /></th><th colspan="2" class="diff_header">{title}</th>' for title in (fromdesc, todesc)
    ]
    return f"<thead><tr>{''.join(titles)}</tr></thead>"


HtmlDiff.__module__ = "difflib"
