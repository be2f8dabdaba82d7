# fileinput: the lines of several files, one after the other.

import io
import os
import sys
from types import GenericAlias as _GenericAlias

_state = None


class FileInput:
    """The lines of files; with inplace, print writes each file anew."""

    __class_getitem__ = classmethod(_GenericAlias)

    def __init__(self, files=None, inplace=False, backup="", *, mode="r", openhook=None, encoding=None, errors=None):
        if isinstance(files, str) or hasattr(type(files), "__fspath__"):
            files = (os.fspath(files),)
        elif files is None:
            files = sys.argv[1:] or ("-",)
        self._files = tuple(files)
        self._inplace, self._backup = inplace, backup
        if mode not in ("r", "rb"):
            raise ValueError("FileInput opening mode must be 'r' or 'rb'")
        if openhook is not None and inplace:
            raise ValueError("FileInput cannot use an opening hook in inplace mode")
        if openhook is not None and not callable(openhook):
            raise ValueError("FileInput openhook must be callable")
        self._mode, self._hook, self._encoding, self._errors = mode, openhook, encoding, errors
        self._at = 0
        self._file = self._name = self._output = self._stdout = self._old = None
        self._line = self._file_line = 0
        self._is_stdin = False
        self._started = False

    def close(self):
        """Closes the file that is read and forgets the others."""
        self.nextfile()
        self._files = ()

    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        self.close()

    def __iter__(self):
        return self

    def __next__(self):
        line = self.readline()
        if not line:
            raise StopIteration
        return line

    def nextfile(self):
        """Leaves the rest of the file."""
        file, self._file = self._file, None
        if self._stdout is not None:
            sys.stdout, self._stdout = self._stdout, None
        if self._output is not None:
            self._output.close()
            self._output = None
        if file is not None and not self._is_stdin:
            file.close()
        if self._old is not None:
            if not self._backup:
                os.unlink(self._old)
            self._old = None
        self._is_stdin = False
        self._file_line = 0

    def readline(self):
        """The next line; nothing at the end of all."""
        while True:
            if self._file is None and not self._open():
                return b"" if "b" in self._mode else ""
            line = self._file.readline()
            if line:
                self._line += 1
                self._file_line += 1
                return line
            self.nextfile()

    def _open(self):
        if self._at >= len(self._files):
            return False
        self._started = True
        self._name = self._files[self._at]
        self._at += 1
        self._file_line = 0
        encoding = self._encoding if "b" not in self._mode else None
        if self._name == "-":
            self._name, self._file, self._is_stdin = "<stdin>", sys.stdin, True
        elif self._inplace:
            self._old = os.fspath(self._name) + (self._backup or ".bak")
            os.rename(self._name, self._old)
            self._file = open(self._old, self._mode, encoding=encoding, errors=self._errors)
            self._output = open(self._name, "wb" if "b" in self._mode else "w", encoding=encoding, errors=self._errors)
            self._stdout, sys.stdout = sys.stdout, self._output
        elif self._hook is not None:
            self._file = (
                self._hook(self._name, self._mode)
                if self._encoding is None
                else self._hook(self._name, self._mode, encoding=self._encoding, errors=self._errors)
            )
        else:
            self._file = open(self._name, self._mode, encoding=encoding, errors=self._errors)
        return True

    def filename(self):
        return self._name

    def lineno(self):
        return self._line

    def filelineno(self):
        return self._file_line

    def fileno(self):
        return -1 if self._file is None else self._file.fileno()

    def isfirstline(self):
        return self._file_line == 1

    def isstdin(self):
        return self._is_stdin


def input(files=None, inplace=False, backup="", *, mode="r", openhook=None, encoding=None, errors=None):
    """The lines of files, which the functions of this module tell of."""
    global _state
    if _state is not None and _state._file is not None:
        raise RuntimeError("input() already active")
    _state = FileInput(files, inplace, backup, mode=mode, openhook=openhook, encoding=encoding, errors=errors)
    return _state


def _active():
    if _state is None:
        raise RuntimeError("no active input()")
    return _state


def close():
    global _state
    state, _state = _state, None
    if state is not None:
        state.close()


def nextfile():
    return _active().nextfile()


def filename():
    return _active().filename()


def lineno():
    return _active().lineno()


def filelineno():
    return _active().filelineno()


def fileno():
    return _active().fileno()


def isfirstline():
    return _active().isfirstline()


def isstdin():
    return _active().isstdin()


def hook_encoded(encoding, errors=None):
    """A hook that opens files with an encoding."""
    return lambda filename, mode: open(filename, mode, encoding=encoding, errors=errors)


def hook_compressed(filename, mode, *, encoding=None, errors=None):
    """A hook that opens files ending in .gz unpacked."""
    if os.path.splitext(filename)[1] != ".gz":
        return open(filename, mode, encoding=encoding, errors=errors)
    import gzip

    stream = gzip.open(filename, "rb")
    return stream if "b" in mode else io.TextIOWrapper(stream, encoding=encoding, errors=errors)
