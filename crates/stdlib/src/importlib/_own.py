"""Distributions of the libraries that the interpreter itself has: part of importlib.metadata's search."""

import importlib
import re
from importlib.metadata import Distribution


class OwnDistribution(Distribution):
    """A library of the interpreter: its name, and the version that its module states. Only the version imports the module."""

    def __init__(self, name, module):
        self._name, self._module = name, module

    @property
    def name(self):
        """The 'Name' of the metadata."""
        return self._name

    @property
    def version(self):
        """The 'Version' of the metadata."""
        return importlib.import_module(self._module).__version__

    def read_text(self, filename):
        """The metadata; other files are not there."""
        if filename not in ("METADATA", "PKG-INFO", ""):
            return None
        return f"Metadata-Version: 2.1\nName: {self.name}\nVersion: {self.version}\n"

    def locate_file(self, path):
        """The path itself: no file lies anywhere."""
        return path


def found(modules, name):
    """The distributions of a table (name: module) that have this name, or all for None."""
    wanted = None if name is None else _plain(name)
    for known, module in modules.items():
        if wanted is None or _plain(known) == wanted:
            yield OwnDistribution(known, module)


def _plain(name):
    return re.sub(r"[-_.]+", "-", name).lower()
