# multiprocessing: processes as threads are: started, joined, and given locks, queues and shared values.
#
# The package binds what the default context has, as context.py makes it.

import sys as _sys
from multiprocessing import context as _context

__all__ = [name for name in dir(_context._default_context) if not name.startswith("_")]
globals().update({name: getattr(_context._default_context, name) for name in __all__})

# Processes that are spawned find the main module by this name.
SUBDEBUG = 5
SUBWARNING = 25
if "__main__" in _sys.modules:
    _sys.modules["__mp_main__"] = _sys.modules["__main__"]
