# cProfile: the calls of a program and the time that they take, measured as the module profile does.

import profile as _profile
import sys

__all__ = ["run", "runctx", "Profile"]


class Profile(_profile.Profile):
    """Measures what is called between `enable()` and `disable()`, or within a `with`."""

    def __init__(self, timer=None, timeunit=0.0, subcalls=True, builtins=True):
        super().__init__(timer)

    def enable(self, subcalls=True, builtins=True):
        """Measures from here on."""
        self.set_cmd("enable")
        sys.setprofile(self.dispatcher)

    def disable(self):
        """Measures no more."""
        sys.setprofile(None)

    def clear(self):
        """Forgets what was measured."""
        self.timings.clear()

    def __enter__(self):
        self.enable()
        return self

    def __exit__(self, *error):
        self.disable()


def run(statement, filename=None, sort=-1):
    """Runs a statement, and prints or writes what it called."""
    return _profile._Utils(Profile).run(statement, filename, sort)


def runctx(statement, globals, locals, filename=None, sort=-1):
    """As `run`, with the names that the statement sees."""
    return _profile._Utils(Profile).runctx(statement, globals, locals, filename, sort)
