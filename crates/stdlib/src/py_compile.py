# py_compile: refused; there are no compiled files here.

import enum

__all__ = ["compile", "main", "PyCompileError", "PycInvalidationMode"]


class PyCompileError(Exception):
    """Raised when a file cannot be compiled."""

    def __init__(self, exc_type, exc_value, file, msg=""):
        import traceback

        shown = "".join(traceback.format_exception_only(exc_type, exc_value))
        text = shown if exc_type is not SyntaxError else shown.replace('File "<string>"', f'File "{file}"')
        super().__init__(msg or text, exc_type.__name__, exc_value, file)
        self.exc_type_name = exc_type.__name__
        self.exc_value = exc_value
        self.file = file
        self.msg = msg or text

    def __str__(self):
        return self.msg


class PycInvalidationMode(enum.Enum):
    """How a compiled file is known to be out of date."""

    TIMESTAMP = 1
    CHECKED_HASH = 2
    UNCHECKED_HASH = 3


def compile(file, cfile=None, dfile=None, doraise=False, optimize=-1, invalidation_mode=None, quiet=0):
    raise NotImplementedError("compiled files are not written: modules are compiled when they are imported")


def main():
    """Run the command line interface, which refuses as compile() does."""
    import argparse

    parser = argparse.ArgumentParser(description="A simple command-line interface for py_compile module.")
    parser.add_argument("-q", "--quiet", action="store_true", help="Suppress error output")
    parser.add_argument("filenames", nargs="+", help="Files to compile")
    for filename in parser.parse_args().filenames:
        compile(filename, doraise=True)


if __name__ == "__main__":
    main()
