# re: the module's functions and flags.


class error(ValueError):
    """A pattern that is no regular expression."""

    def __init__(self, msg, pattern=None, pos=None):
        self.msg = msg
        self.pattern = pattern
        self.pos = pos
        self.lineno = self.colno = None
        if pattern is not None and pos is not None:
            newline = "\n" if isinstance(pattern, str) else b"\n"
            self.lineno = pattern.count(newline, 0, pos) + 1
            self.colno = pos - pattern.rfind(newline, 0, pos)
            msg += f" at position {pos}"
            if newline in pattern:
                msg += f" (line {self.lineno}, column {self.colno})"
        ValueError.__init__(self, msg)


PatternError = error


def _fail(msg, pattern, pos):
    raise error(msg, None if pos is None else pattern, pos)


class RegexFlag(int):
    """Flags of patterns, joined by |."""

    def __or__(self, other):
        return RegexFlag(int(self) | int(other))

    def __and__(self, other):
        return RegexFlag(int(self) & int(other))

    def __xor__(self, other):
        return RegexFlag(int(self) ^ int(other))

    def __invert__(self):
        return RegexFlag((1 << max(9, int(self).bit_length())) - 1 & ~int(self))

    __ror__, __rand__, __rxor__ = __or__, __and__, __xor__

    def __repr__(self):
        names = [f"re.{name}" for name, flag in _FLAGS.items() if int(self) & flag]
        rest = int(self) & ~sum(_FLAGS.values())
        return "|".join(names + ([hex(rest)] if rest else [])) or "re.NOFLAG"

    __str__ = __repr__

    @property
    def name(self):
        return repr(self).replace("re.", "")

    @property
    def value(self):
        return int(self)


_FLAGS = {"ASCII": 256, "IGNORECASE": 2, "LOCALE": 4, "UNICODE": 32, "MULTILINE": 8, "DOTALL": 16, "VERBOSE": 64, "DEBUG": 128}
NOFLAG = RegexFlag(0)
I = IGNORECASE = RegexFlag(2)
L = LOCALE = RegexFlag(4)
M = MULTILINE = RegexFlag(8)
S = DOTALL = RegexFlag(16)
U = UNICODE = RegexFlag(32)
X = VERBOSE = RegexFlag(64)
DEBUG = RegexFlag(128)
A = ASCII = RegexFlag(256)


def match(pattern, string, flags=0):
    """Try to apply the pattern at the start of the string, returning a Match object, or None if no match was found."""
    return compile(pattern, flags).match(string)


def fullmatch(pattern, string, flags=0):
    """Try to apply the pattern to all of the string, returning a Match object, or None if no match was found."""
    return compile(pattern, flags).fullmatch(string)


def search(pattern, string, flags=0):
    """Scan through string looking for a match, returning a Match object, or None if no match was found."""
    return compile(pattern, flags).search(string)


def findall(pattern, string, flags=0):
    """Return a list of all non-overlapping matches in the string: tuples of groups where there are several."""
    return compile(pattern, flags).findall(string)


def finditer(pattern, string, flags=0):
    """Return an iterator over all non-overlapping matches in the string."""
    return compile(pattern, flags).finditer(string)


def _options(name, given, args, options):
    """Options that are given by place, as they once were: each by its name."""
    if len(args) > len(options):
        most = given + len(options)
        raise TypeError(f"{name}() takes from {given} to {most} positional arguments but {given + len(args)} were given")
    for (option, value), at in zip(options.items(), range(len(args))):
        if value is not None:
            raise TypeError(f"{name}() got multiple values for argument '{option}'")
        options[option] = args[at]
    if args:
        import warnings

        first = next(iter(options))
        text = f"'{first}' is passed as positional argument"
        warnings.warn(text, DeprecationWarning, stacklevel=1)
    return [value if value is not None else 0 for value in options.values()]


def sub(pattern, repl, string, *args, count=None, flags=None):
    """Replace the leftmost non-overlapping matches by repl: text with \\1 and \\g<name>, or a function of the match."""
    count, flags = _options("sub", 3, args, {"count": count, "flags": flags})
    return compile(pattern, flags).sub(repl, string, count)


def subn(pattern, repl, string, *args, count=None, flags=None):
    """Like sub, but returns (new_string, number of replacements)."""
    count, flags = _options("subn", 3, args, {"count": count, "flags": flags})
    return compile(pattern, flags).subn(repl, string, count)


def split(pattern, string, *args, maxsplit=None, flags=None):
    """Split the string by the occurrences of the pattern."""
    maxsplit, flags = _options("split", 2, args, {"maxsplit": maxsplit, "flags": flags})
    return compile(pattern, flags).split(string, maxsplit)


def _compile(pattern, flags):
    return compile(pattern, flags)


class Scanner:
    """Texts taken apart by the first of several patterns that matches, each with what becomes of what it finds."""

    def __init__(self, lexicon, flags=0):
        self.lexicon = lexicon
        self._patterns = [compile(phrase, flags) for phrase, _ in lexicon]
        self.scanner = compile("|".join(f"({phrase})" for phrase, _ in lexicon), flags)

    def _next(self, string, start):
        """The match of the first pattern that moves on, and its action."""
        for pattern, (_, action) in zip(self._patterns, self.lexicon):
            found = pattern.match(string, start)
            if found:
                return (found, action) if found.end() > start else None
        return None

    def scan(self, string):
        """(what the actions gave, the rest that no pattern matches)"""
        result, at = [], 0
        while found := self._next(string, at):
            self.match, action = found
            at = self.match.end()
            if callable(action):
                action = action(self, self.match.group())
            if action is not None:
                result.append(action)
        return result, string[at:]


class _Scanning:
    """What `Pattern.scanner` gives: one match after the other."""

    def __init__(self, pattern, string, pos, endpos):
        self.pattern = pattern
        self._string, self._at, self._end = string, pos, endpos

    def _step(self, find):
        if self._at is None:
            return None
        found = find(self._string, self._at, self._end)
        if found is None or found.end() == found.start() == self._end:
            self._at = None
        else:
            self._at = found.end() + (found.end() == found.start())
        return found

    def match(self):
        return self._step(self.pattern.match)

    def search(self):
        return self._step(self.pattern.search)


for _name in "NOFLAG I IGNORECASE L LOCALE M MULTILINE S DOTALL U UNICODE X VERBOSE A ASCII".split():
    setattr(RegexFlag, _name, globals()[_name])
