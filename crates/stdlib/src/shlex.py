# shlex: splitting of command lines as a shell does it.

import re
import sys
from collections import deque
from io import StringIO


class shlex:
    """Words of a text, one after the other."""

    def __init__(self, instream=None, infile=None, posix=False, punctuation_chars=False):
        self.instream = StringIO(instream) if isinstance(instream, str) else instream or sys.stdin
        self.infile = infile if instream is not None else None
        self.posix = posix
        self.eof = None if posix else ""
        self.commenters = "#"
        self.wordchars = "abcdfeghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"
        if posix:
            self.wordchars += "ßàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞ"
        self.whitespace = " \t\r\n"
        self.whitespace_split = False
        self.quotes = "'\""
        self.escape = "\\"
        self.escapedquotes = '"'
        self.pushback = deque()
        self.lineno = 1
        self.debug = 0
        self.token = ""
        self.filestack = deque()
        self.source = None
        self._punctuation_chars = "" if not punctuation_chars else "();<>|&" if punctuation_chars is True else punctuation_chars
        self._next = deque()
        if punctuation_chars:
            self.wordchars = self.wordchars + "~-./*?="
            self.wordchars = "".join([c for c in self.wordchars if c not in self._punctuation_chars])

    @property
    def punctuation_chars(self):
        return self._punctuation_chars

    def push_token(self, tok):
        """Puts a word back."""
        self.pushback.appendleft(tok)

    def push_source(self, newstream, newfile=None):
        """Reads from another text until it ends."""
        newstream = StringIO(newstream) if isinstance(newstream, str) else newstream
        self.filestack.appendleft((self.infile, self.instream, self.lineno))
        self.infile, self.instream, self.lineno = newfile, newstream, 1

    def pop_source(self):
        """Reads from the text before again."""
        self.instream.close()
        self.infile, self.instream, self.lineno = self.filestack.popleft()

    def get_token(self):
        """The next word; eof at the end."""
        if self.pushback:
            return self.pushback.popleft()
        raw = self.read_token()
        if self.source is not None:
            while raw == self.source:
                spec = self.sourcehook(self.read_token())
                if spec:
                    newfile, newstream = spec
                    self.push_source(newstream, newfile)
                raw = self.get_token()
        while raw == self.eof:
            if not self.filestack:
                return self.eof
            self.pop_source()
            raw = self.get_token()
        return raw

    def _char(self):
        if self._next:
            return self._next.pop()
        c = self.instream.read(1)
        if c == "\n":
            self.lineno += 1
        return c

    def read_token(self):
        """The next word of the text itself."""
        first = self._first()
        if not first:
            return self.eof
        if first in self._punctuation_chars:
            return self._run(first)
        if first in self.quotes and not self.posix:
            self.token = first
            self._quoted(first)
            return self._taken() + first
        if self._joins(first) or (self.posix and first in self.quotes + self.escape):
            return self._word(first)
        return first

    def _first(self):
        """The first character of the next word: blanks and comments are passed over."""
        while True:
            c = self._char()
            if c and c in self.commenters:
                self._skip_line()
            elif not c or c not in self.whitespace:
                return c

    def _skip_line(self):
        self.instream.readline()
        self.lineno += 1

    def _run(self, word):
        """Punctuation that stands together."""
        while (c := self._char()) and c in self._punctuation_chars:
            word += c
        if c and c not in self.whitespace:
            self._next.append(c)
        return word

    def _joins(self, c):
        """Whether a character is part of a longer word."""
        return c in self.wordchars or (self.whitespace_split and c not in self._punctuation_chars)

    # `token` is the word so far, which programs read after an error.
    def _taken(self):
        word, self.token = self.token, ""
        return word

    def _quoted(self, quote):
        """Appends the text up to the closing quote."""
        while (c := self._char()) != quote:
            if not c:
                raise ValueError("No closing quotation")
            if self.posix and c in self.escape and quote in self.escapedquotes:
                escaped = self._escaped()
                c = escaped if escaped in (quote, c) else c + escaped
            self.token += c

    def _escaped(self):
        c = self._char()
        if not c:
            raise ValueError("No escaped character")
        return c

    def _word(self, c):
        self.token, quoted = "", False
        while c and c not in self.whitespace:
            if self.posix and c in self.escape:
                self.token += self._escaped()
            elif self.posix and c in self.quotes:
                self._quoted(c)
                quoted = True
            elif c in self.commenters:
                self._skip_line()
                if self.posix:
                    break
            elif self._joins(c) or c in self.quotes:
                self.token += c
            else:
                self._next.append(c)
                break
            c = self._char()
        word = self._taken()
        return self.eof if self.posix and not word and not quoted else word

    def sourcehook(self, newfile):
        """Opens a file that is read in place of its name."""
        import os.path

        if newfile[0] == '"':
            newfile = newfile[1:-1]
        if isinstance(self.infile, str) and not os.path.isabs(newfile):
            newfile = os.path.join(os.path.dirname(self.infile), newfile)
        return newfile, open(newfile, "r")

    def error_leader(self, infile=None, lineno=None):
        """Where an error is, as compilers say it."""
        return '"%s", line %d: ' % (self.infile if infile is None else infile, self.lineno if lineno is None else lineno)

    def __iter__(self):
        return self

    def __next__(self):
        token = self.get_token()
        if token == self.eof:
            raise StopIteration
        return token


def split(s, comments=False, posix=True):
    """The words of a command line."""
    if s is None:
        raise ValueError("s argument must not be None")
    words = shlex(s, posix=posix)
    words.whitespace_split = True
    if not comments:
        words.commenters = ""
    return list(words)


_unsafe = re.compile(r"[^\w@%+=:,./-]", re.ASCII)


def quote(s):
    """The text as one word of a command line."""
    if not s:
        return "''"
    if _unsafe.search(s) is None:
        return s
    return "'" + s.replace("'", "'\"'\"'") + "'"


def join(split_command):
    """A command line of words."""
    return " ".join([quote(arg) for arg in split_command])
