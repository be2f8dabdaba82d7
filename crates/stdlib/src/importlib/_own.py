"""Distributions of the libraries that the interpreter itself has: part of importlib.metadata's search."""

import importlib
import re
from importlib.metadata import Distribution


class OwnDistribution(Distribution):
    """A library of the interpreter: its name, and the version that its module states."""

    def __init__(self, name, version):
        self._name, self._version = name, version

    def read_text(self, filename):
        """The metadata; other files are not there."""
        if filename not in ("METADATA", "PKG-INFO", ""):
            return None
        return f"Metadata-Version: 2.1\nName: {self._name}\nVersion: {self._version}\n"

    def locate_file(self, path):
        """The path itself: no file lies anywhere."""
        return path


def found(modules, name):
    """The distributions of a table (name: module) that have this name, or all for None."""
    wanted = None if name is None else _plain(name)
    for known, module in modules.items():
        if wanted is None or _plain(known) == wanted:
            yield OwnDistribution(known, importlib.import_module(module).__version__)


def _plain(name):
    return re.sub(r"[-_.]+", "-", name).lower()
