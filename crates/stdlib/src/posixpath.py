# posixpath: the same module as os.path.

import os.path as _path
import sys as _sys

_sys.modules["posixpath"] = _path
