# tempfile: files and folders that go away. They are made inside the notebook's folder, for nothing else is in reach.

import os
import random as _random
import shutil as _shutil

TMP_MAX = 10000
tempdir = None
_names = _random.Random()


def gettempdir():
    return os.getcwd()


def gettempprefix():
    return "tmp"


def _free(prefix, suffix, dir):
    while True:
        letters = "".join(_names.choices("abcdefghijklmnopqrstuvwxyz0123456789_", k=8))
        path = os.path.join(dir or gettempdir(), f"{prefix or 'tmp'}{letters}{suffix or ''}")
        if not os.path.exists(path):
            return path


def mkdtemp(suffix=None, prefix=None, dir=None):
    """A new folder."""
    path = _free(prefix, suffix, dir)
    os.mkdir(path)
    return path


class TemporaryDirectory:
    """A folder that is removed at the end of the with statement."""

    def __init__(self, suffix=None, prefix=None, dir=None, ignore_cleanup_errors=False):
        self.name = mkdtemp(suffix, prefix, dir)

    def __enter__(self):
        return self.name

    def __exit__(self, *details):
        self.cleanup()

    def cleanup(self):
        if os.path.exists(self.name):
            _shutil.rmtree(self.name)

    def __repr__(self):
        return f"<TemporaryDirectory {self.name!r}>"


class _Temporary:
    def __init__(self, file, delete):
        self.file = file
        self.name = file.name
        self.delete = delete

    def __getattr__(self, name):
        return getattr(self.file, name)

    def __enter__(self):
        return self

    def __exit__(self, *details):
        self.close()

    def __iter__(self):
        return iter(self.file)

    def close(self):
        self.file.close()
        if self.delete and os.path.exists(self.name):
            os.remove(self.name)


def NamedTemporaryFile(mode="w+b", buffering=-1, encoding=None, newline=None, suffix=None, prefix=None, dir=None, delete=True):
    """An open file that is removed when it is closed."""
    return _Temporary(open(_free(prefix, suffix, dir), mode, encoding=encoding, newline=newline), delete)


TemporaryFile = NamedTemporaryFile
