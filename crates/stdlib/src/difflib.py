"""Differences between sequences, and texts that show them."""

import re
from collections import namedtuple
from heapq import nlargest
from types import GenericAlias

# ruff: noqa: F822 - HtmlDiff comes when somebody asks for it.
__all__ = [
    "get_close_matches",
    "ndiff",
    "restore",
    "SequenceMatcher",
    "Differ",
    "IS_CHARACTER_JUNK",
    "IS_LINE_JUNK",
    "context_diff",
    "unified_diff",
    "diff_bytes",
    "Match",
    "HtmlDiff",
]

Match = namedtuple("Match", "a b size")


def _ratio_of(matches, length):
    return 2.0 * matches / length if length else 1.0


class SequenceMatcher:
    """SequenceMatcher compares pairs of sequences of hashable elements.

    It finds the longest stretch without junk that both contain, and goes on in the same way on both sides of it.
    """

    __class_getitem__ = classmethod(GenericAlias)

    def __init__(self, isjunk=None, a="", b="", autojunk=True):
        self.isjunk = isjunk
        self.a = self.b = None
        self.autojunk = autojunk
        self.set_seqs(a, b)

    def set_seqs(self, a, b):
        """Set the two sequences to be compared."""
        self.set_seq1(a)
        self.set_seq2(b)

    def set_seq1(self, a):
        """Set the first sequence to be compared. The second sequence to be compared is not changed."""
        if a is self.a:
            return
        self.a = a
        self.matching_blocks = self.opcodes = None

    def set_seq2(self, b):
        """Set the second sequence to be compared; details of it are kept for comparison with many."""
        if b is self.b:
            return
        self.b = b
        self.matching_blocks = self.opcodes = None
        self.fullbcount = None
        self._index()

    def _index(self):
        """Where each element of b lies, without junk and what is too popular."""
        self.b2j = b2j = {}
        for i, element in enumerate(self.b):
            b2j.setdefault(element, []).append(i)
        self.bjunk = junk = {element for element in b2j if self.isjunk and self.isjunk(element)}
        for element in junk:
            del b2j[element]
        self.bpopular = popular = set()
        n = len(self.b)
        if self.autojunk and n >= 200:
            most = n // 100 + 1
            popular.update(element for element, places in b2j.items() if len(places) > most)
            for element in popular:
                del b2j[element]

    def find_longest_match(self, alo=0, ahi=None, blo=0, bhi=None):
        """Find longest matching block in a[alo:ahi] and b[blo:bhi]: of several the first."""
        a, b, b2j, isbjunk = self.a, self.b, self.b2j, self.bjunk.__contains__
        ahi = len(a) if ahi is None else ahi
        bhi = len(b) if bhi is None else bhi
        best_i, best_j, best = alo, blo, 0
        # How long the match is that ends at a place of b and just before the element of a.
        lengths = {}
        for i in range(alo, ahi):
            longer = {}
            for j in b2j.get(a[i], ()):
                if j < blo:
                    continue
                if j >= bhi:
                    break
                size = longer[j] = lengths.get(j - 1, 0) + 1
                if size > best:
                    best_i, best_j, best = i - size + 1, j - size + 1, size
            lengths = longer
        # What was left out of the index extends a match: first what is no junk, then junk.
        for wanted in (False, True):
            while best_i > alo and best_j > blo and isbjunk(b[best_j - 1]) == wanted and a[best_i - 1] == b[best_j - 1]:
                best_i, best_j, best = best_i - 1, best_j - 1, best + 1
            while (
                best_i + best < ahi
                and best_j + best < bhi
                and isbjunk(b[best_j + best]) == wanted
                and a[best_i + best] == b[best_j + best]
            ):
                best += 1
        return Match(best_i, best_j, best)

    def get_matching_blocks(self):
        """Return list of triples describing matching subsequences; the last is a dummy of size 0."""
        if self.matching_blocks is not None:
            return self.matching_blocks
        la, lb = len(self.a), len(self.b)
        pending, found = [(0, la, 0, lb)], []
        while pending:
            alo, ahi, blo, bhi = pending.pop()
            i, j, size = match = self.find_longest_match(alo, ahi, blo, bhi)
            if size:
                found.append(match)
                if alo < i and blo < j:
                    pending.append((alo, i, blo, j))
                if i + size < ahi and j + size < bhi:
                    pending.append((i + size, ahi, j + size, bhi))
        found.sort()
        # Neighbours that adjoin become one.
        joined = []
        for i, j, size in found:
            if joined and joined[-1][0] + joined[-1][2] == i and joined[-1][1] + joined[-1][2] == j:
                joined[-1] = (joined[-1][0], joined[-1][1], joined[-1][2] + size)
            else:
                joined.append((i, j, size))
        joined.append((la, lb, 0))
        self.matching_blocks = list(map(Match._make, joined))
        return self.matching_blocks

    def get_opcodes(self):
        """Return list of 5-tuples describing how to turn a into b."""
        if self.opcodes is not None:
            return self.opcodes
        i = j = 0
        self.opcodes = answer = []
        for ai, bj, size in self.get_matching_blocks():
            if i < ai or j < bj:
                tag = "replace" if i < ai and j < bj else "delete" if i < ai else "insert"
                answer.append((tag, i, ai, j, bj))
            i, j = ai + size, bj + size
            if size:
                answer.append(("equal", ai, i, bj, j))
        return answer

    def get_grouped_opcodes(self, n=3):
        """Isolate change clusters by eliminating ranges with no changes; n elements of context stay."""
        codes = list(self.get_opcodes()) or [("equal", 0, 1, 0, 1)]
        if codes[0][0] == "equal":
            tag, i1, i2, j1, j2 = codes[0]
            codes[0] = tag, max(i1, i2 - n), i2, max(j1, j2 - n), j2
        if codes[-1][0] == "equal":
            tag, i1, i2, j1, j2 = codes[-1]
            codes[-1] = tag, i1, min(i2, i1 + n), j1, min(j2, j1 + n)
        group = []
        for tag, i1, i2, j1, j2 in codes:
            if tag == "equal" and i2 - i1 > n + n:
                group.append((tag, i1, min(i2, i1 + n), j1, min(j2, j1 + n)))
                yield group
                group = []
                i1, j1 = max(i1, i2 - n), max(j1, j2 - n)
            group.append((tag, i1, i2, j1, j2))
        if group and not (len(group) == 1 and group[0][0] == "equal"):
            yield group

    def ratio(self):
        """Return a measure of the sequences' similarity (float in [0,1])."""
        matches = sum(triple[-1] for triple in self.get_matching_blocks())
        return _ratio_of(matches, len(self.a) + len(self.b))

    def quick_ratio(self):
        """Return an upper bound on ratio() relatively quickly."""
        if self.fullbcount is None:
            self.fullbcount = counts = {}
            for element in self.b:
                counts[element] = counts.get(element, 0) + 1
        available, matches = {}, 0
        for element in self.a:
            left = available.get(element, self.fullbcount.get(element, 0))
            available[element] = left - 1
            matches += left > 0
        return _ratio_of(matches, len(self.a) + len(self.b))

    def real_quick_ratio(self):
        """Return an upper bound on ratio() very quickly."""
        la, lb = len(self.a), len(self.b)
        return _ratio_of(min(la, lb), la + lb)


def get_close_matches(word, possibilities, n=3, cutoff=0.6):
    """Use SequenceMatcher to return list of the best "good enough" matches."""
    if not n > 0:
        raise ValueError("n must be > 0: %r" % (n,))
    if not 0.0 <= cutoff <= 1.0:
        raise ValueError("cutoff must be in [0.0, 1.0]: %r" % (cutoff,))
    result = []
    matcher = SequenceMatcher()
    matcher.set_seq2(word)
    for candidate in possibilities:
        matcher.set_seq1(candidate)
        if matcher.real_quick_ratio() >= cutoff and matcher.quick_ratio() >= cutoff and matcher.ratio() >= cutoff:
            result.append((matcher.ratio(), candidate))
    return [candidate for score, candidate in nlargest(n, result)]


def _keep_original_ws(s, tags):
    """Replace spaces of the tags by the whitespace of the line."""
    return "".join(c if tag == " " and c.isspace() else tag for c, tag in zip(s, tags))


class Differ:
    """Compares sequences of lines of text, and gives human-readable differences or deltas.

    Lines begin with "- " (only in the first), "+ " (only in the second), "  " (in both) or "? " (in neither: marks).
    """

    def __init__(self, linejunk=None, charjunk=None):
        self.linejunk = linejunk
        self.charjunk = charjunk

    def compare(self, a, b):
        """Compare two sequences of lines; generate the resulting delta."""
        cruncher = SequenceMatcher(self.linejunk, a, b)
        for tag, alo, ahi, blo, bhi in cruncher.get_opcodes():
            if tag == "replace":
                yield from self._fancy_replace(a, alo, ahi, b, blo, bhi)
            elif tag == "delete":
                yield from self._dump("-", a, alo, ahi)
            elif tag == "insert":
                yield from self._dump("+", b, blo, bhi)
            else:
                yield from self._dump(" ", a, alo, ahi)

    def _dump(self, tag, x, lo, hi):
        for i in range(lo, hi):
            yield f"{tag} {x[i]}"

    def _plain_replace(self, a, alo, ahi, b, blo, bhi):
        if bhi - blo < ahi - alo:
            yield from self._dump("+", b, blo, bhi)
            yield from self._dump("-", a, alo, ahi)
        else:
            yield from self._dump("-", a, alo, ahi)
            yield from self._dump("+", b, blo, bhi)

    def _fancy_replace(self, a, alo, ahi, b, blo, bhi):
        """Looks for the most similar pair of lines, marks what differs in them, and goes on above and below."""
        best_ratio, cutoff = 0.74, 0.75
        cruncher = SequenceMatcher(self.charjunk)
        equal_i = equal_j = None
        best_i = best_j = None
        for j in range(blo, bhi):
            bj = b[j]
            cruncher.set_seq2(bj)
            for i in range(alo, ahi):
                ai = a[i]
                if ai == bj:
                    if equal_i is None:
                        equal_i, equal_j = i, j
                    continue
                cruncher.set_seq1(ai)
                if (
                    cruncher.real_quick_ratio() > best_ratio
                    and cruncher.quick_ratio() > best_ratio
                    and cruncher.ratio() > best_ratio
                ):
                    best_ratio, best_i, best_j = cruncher.ratio(), i, j
        if best_ratio < cutoff:
            if equal_i is None:
                yield from self._plain_replace(a, alo, ahi, b, blo, bhi)
                return
            best_i, best_j = equal_i, equal_j
            equal = True
        else:
            equal = False
        yield from self._fancy_helper(a, alo, best_i, b, blo, best_j)
        before, after = a[best_i], b[best_j]
        if equal:
            yield "  " + before
        else:
            marks_a = marks_b = ""
            cruncher.set_seqs(before, after)
            for tag, i1, i2, j1, j2 in cruncher.get_opcodes():
                la, lb = i2 - i1, j2 - j1
                if tag == "equal":
                    marks_a += " " * la
                    marks_b += " " * lb
                elif tag == "replace":
                    marks_a += "^" * la
                    marks_b += "^" * lb
                elif tag == "delete":
                    marks_a += "-" * la
                else:
                    marks_b += "+" * lb
            yield from self._qformat(before, after, marks_a, marks_b)
        yield from self._fancy_helper(a, best_i + 1, ahi, b, best_j + 1, bhi)

    def _fancy_helper(self, a, alo, ahi, b, blo, bhi):
        if alo < ahi:
            if blo < bhi:
                yield from self._fancy_replace(a, alo, ahi, b, blo, bhi)
            else:
                yield from self._dump("-", a, alo, ahi)
        elif blo < bhi:
            yield from self._dump("+", b, blo, bhi)

    def _qformat(self, aline, bline, atags, btags):
        """Two lines, each with its marks below it."""
        atags = _keep_original_ws(aline, atags).rstrip()
        btags = _keep_original_ws(bline, btags).rstrip()
        yield "- " + aline
        if atags:
            yield f"? {atags}\n"
        yield "+ " + bline
        if btags:
            yield f"? {btags}\n"


def IS_LINE_JUNK(line, pat=re.compile(r"\s*(?:#\s*)?$").match):
    """Return True for ignorable line: if line is blank or contains a single #."""
    return pat(line) is not None


def IS_CHARACTER_JUNK(ch, ws=" \t"):
    """Return True for ignorable character: a space or tab."""
    return ch in ws


def _format_range_unified(start, stop):
    beginning, length = start + 1, stop - start
    if length == 1:
        return f"{beginning}"
    if not length:
        beginning -= 1
    return f"{beginning},{length}"


def unified_diff(a, b, fromfile="", tofile="", fromfiledate="", tofiledate="", n=3, lineterm="\n"):
    """Compare two sequences of lines; generate the delta as a unified diff."""
    _check_types(a, b, fromfile, tofile, fromfiledate, tofiledate, lineterm)
    started = False
    for group in SequenceMatcher(None, a, b).get_grouped_opcodes(n):
        if not started:
            started = True
            fromdate = f"\t{fromfiledate}" if fromfiledate else ""
            todate = f"\t{tofiledate}" if tofiledate else ""
            yield f"--- {fromfile}{fromdate}{lineterm}"
            yield f"+++ {tofile}{todate}{lineterm}"
        first, last = group[0], group[-1]
        range_a, range_b = _format_range_unified(first[1], last[2]), _format_range_unified(first[3], last[4])
        yield f"@@ -{range_a} +{range_b} @@{lineterm}"
        for tag, i1, i2, j1, j2 in group:
            if tag == "equal":
                for line in a[i1:i2]:
                    yield " " + line
                continue
            if tag in ("replace", "delete"):
                for line in a[i1:i2]:
                    yield "-" + line
            if tag in ("replace", "insert"):
                for line in b[j1:j2]:
                    yield "+" + line


def _format_range_context(start, stop):
    beginning, length = start + 1, stop - start
    if not length:
        beginning -= 1
    if length <= 1:
        return f"{beginning}"
    return f"{beginning},{beginning + length - 1}"


def context_diff(a, b, fromfile="", tofile="", fromfiledate="", tofiledate="", n=3, lineterm="\n"):
    """Compare two sequences of lines; generate the delta as a context diff."""
    _check_types(a, b, fromfile, tofile, fromfiledate, tofiledate, lineterm)
    prefix = dict(insert="+ ", delete="- ", replace="! ", equal="  ")
    started = False
    for group in SequenceMatcher(None, a, b).get_grouped_opcodes(n):
        if not started:
            started = True
            fromdate = f"\t{fromfiledate}" if fromfiledate else ""
            todate = f"\t{tofiledate}" if tofiledate else ""
            yield f"*** {fromfile}{fromdate}{lineterm}"
            yield f"--- {tofile}{todate}{lineterm}"
        first, last = group[0], group[-1]
        yield "***************" + lineterm
        yield f"*** {_format_range_context(first[1], last[2])} ****{lineterm}"
        if any(tag in ("replace", "delete") for tag, _, _, _, _ in group):
            for tag, i1, i2, _, _ in group:
                if tag != "insert":
                    for line in a[i1:i2]:
                        yield prefix[tag] + line
        yield f"--- {_format_range_context(first[3], last[4])} ----{lineterm}"
        if any(tag in ("replace", "insert") for tag, _, _, _, _ in group):
            for tag, _, _, j1, j2 in group:
                if tag != "delete":
                    for line in b[j1:j2]:
                        yield prefix[tag] + line


def _check_types(a, b, *args):
    """Bytes and text do not mix: that is told here, not where they meet."""
    for lines in (a, b):
        if lines and not isinstance(lines[0], str):
            raise TypeError("lines to compare must be str, not %s (%r)" % (type(lines[0]).__name__, lines[0]))
    for arg in args:
        if not isinstance(arg, str):
            raise TypeError("all arguments must be str, not: %r" % (arg,))


def diff_bytes(dfunc, a, b, fromfile=b"", tofile=b"", fromfiledate=b"", tofiledate=b"", n=3, lineterm=b"\n"):
    """Compare a and b, two sequences of lines represented as bytes, by a function that compares text."""

    def decode(s):
        try:
            return s.decode("latin-1")
        except AttributeError as problem:
            raise TypeError("all arguments must be bytes, not %s (%r)" % (type(s).__name__, s)) from problem

    a, b = list(map(decode, a)), list(map(decode, b))
    words = map(decode, (fromfile, tofile, fromfiledate, tofiledate))
    for line in dfunc(a, b, *words, n, decode(lineterm)):
        yield line.encode("latin-1")


def ndiff(a, b, linejunk=None, charjunk=IS_CHARACTER_JUNK):
    """Compare a and b (lists of strings); return a Differ-style delta."""
    return Differ(linejunk, charjunk).compare(a, b)


def restore(delta, which):
    """Generate one of the two sequences that generated a delta."""
    try:
        tag = {1: "- ", 2: "+ "}[int(which)]
    except KeyError:
        raise ValueError("unknown delta choice (must be 1 or 2): %r" % which) from None
    for line in delta:
        if line[:2] in ("  ", tag):
            yield line[2:]


def __getattr__(name):
    if name == "HtmlDiff":
        from _difflib_html import HtmlDiff

        return HtmlDiff
    raise AttributeError(f"module 'difflib' has no attribute {name!r}")
