# _threading_local: threading.local, by another name.

from _thread import _local as local

__all__ = ["local"]
