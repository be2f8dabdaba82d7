# py_compile: refused; there are no compiled files here.


class PyCompileError(Exception):
    """Raised when a file cannot be compiled."""


def compile(file, cfile=None, dfile=None, doraise=False, optimize=-1, invalidation_mode=None, quiet=0):
    raise NotImplementedError("compiled files are not written: modules are compiled when they are imported")
