# sys: what is plainer in the language itself.


class _VersionInfo(tuple):
    """version_info: compares as a tuple."""

    major = property(lambda self: self[0])
    minor = property(lambda self: self[1])
    micro = property(lambda self: self[2])
    releaselevel = property(lambda self: self[3])
    serial = property(lambda self: self[4])

    def __repr__(self):
        return "sys.version_info(major=%d, minor=%d, micro=%d, releaselevel=%r, serial=%d)" % self


version_info = _VersionInfo((*_version, "final", 0))
hexversion = version_info.major << 24 | version_info.minor << 16 | version_info.micro << 8 | 0xF0


class _Named:
    def __init__(self, **fields):
        self.__dict__.update(fields)


implementation = _Named(
    name="tensorcell",
    version=version_info,
    hexversion=hexversion,
    cache_tag="tensorcell-312",
    _multiarch=f"{_machine}-linux-gnu",
)
float_info = _Named(
    max=1.7976931348623157e308,
    min=2.2250738585072014e-308,
    epsilon=2.220446049250313e-16,
    dig=15,
    mant_dig=53,
    max_exp=1024,
    min_exp=-1021,
    radix=2,
)
flags = _Named(
    debug=0,
    inspect=0,
    interactive=0,
    optimize=0,
    dont_write_bytecode=1,
    no_user_site=0,
    no_site=0,
    ignore_environment=0,
    verbose=0,
    bytes_warning=0,
    quiet=0,
    hash_randomization=1,
    isolated=0,
    dev_mode=False,
    utf8_mode=1,
    warn_default_encoding=0,
    safe_path=False,
    int_max_str_digits=-1,
)
int_info = _Named(bits_per_digit=30, sizeof_digit=4, default_max_str_digits=4300, str_digits_check_threshold=640)
hash_info = _Named(
    width=64, modulus=2**61 - 1, inf=314159, nan=0, imag=1000003, algorithm="foldhash", hash_bits=64, seed_bits=64, cutoff=0
)
float_repr_style = "short"
api_version = 1013
abiflags = ""
copyright = "MIT or Apache-2.0"
path_importer_cache = {}
pycache_prefix = None
platlibdir = "lib"
abiflags = ""
warnoptions = []
_xoptions = {}
dont_write_bytecode = True


class asyncgen_hooks(tuple):
    """What get_asyncgen_hooks() gives."""

    firstiter = property(lambda self: self[0])
    finalizer = property(lambda self: self[1])

    def __repr__(self):
        return "asyncgen_hooks(firstiter=%r, finalizer=%r)" % self


def get_asyncgen_hooks():
    """Return the installed asynchronous generators hooks."""
    from _tensorcell.asyncio import hooks

    return asyncgen_hooks(hooks())


def set_asyncgen_hooks(firstiter=..., finalizer=...):
    """Set the functions to call with an asynchronous generator at its first step, and at its end."""
    from _tensorcell.asyncio import hooks, set_hooks

    first, last = hooks()
    firstiter, finalizer = first if firstiter is ... else firstiter, last if finalizer is ... else finalizer
    for name, hook in (("finalizer", finalizer), ("firstiter", firstiter)):
        if hook is not None and not callable(hook):
            raise TypeError(f"callable {name} expected, got {type(hook).__name__}")
    set_hooks(firstiter, finalizer)


class thread_info(tuple):
    """How threads are made: all of a program run in one thread of the system, by turns."""

    n_fields = n_sequence_fields = 3
    n_unnamed_fields = 0
    __match_args__ = ("name", "lock", "version")
    name = property(lambda self: self[0])
    lock = property(lambda self: self[1])
    version = property(lambda self: self[2])

    def __repr__(self):
        return "sys.thread_info(name=%r, lock=%r, version=%r)" % self


thread_info = thread_info(("pthread", None, None))


def getallocatedblocks():
    """Return the number of memory blocks currently allocated; 0, as they are not counted."""
    return 0


def getunicodeinternedsize(*, _only_immortal=False):
    """Return the number of elements of the unicode interned dictionary; 0, as there is none."""
    return 0


# Flags of the libraries that a program opens; by default RTLD_NOW.
_open_flags = 2


def _whole(value):
    """An integer of C from an index."""
    if not hasattr(value, "__index__"):
        raise TypeError(f"'{type(value).__name__}' object cannot be interpreted as an integer")
    number = value.__index__()
    if not -(1 << 31) <= number < 1 << 31:
        raise OverflowError("Python int too large to convert to C int")
    return number


def getdlopenflags():
    """Return the current value of the flags that are used for dlopen calls."""
    return _open_flags


def setdlopenflags(flags, /):
    """Set the flags used by the interpreter for dlopen calls."""
    global _open_flags
    _open_flags = _whole(flags)


_origin_depth = 0


def get_coroutine_origin_tracking_depth():
    """Check status of origin tracking for coroutine objects in this thread."""
    return _origin_depth


def set_coroutine_origin_tracking_depth(depth):
    """Set how many frames of their origin coroutines keep. The depth is kept for others to read: cr_origin stays None."""
    global _origin_depth
    depth = _whole(depth)
    if depth < 0:
        raise ValueError("depth must be >= 0")
    _origin_depth = depth


def activate_stack_trampoline(backend, /):
    """Refused: code of the language is no code of the processor, which perf could name."""
    if not isinstance(backend, str):
        raise TypeError(f"activate_stack_trampoline() argument must be str, not {type(backend).__name__}")
    raise ValueError("perf trampoline not available")


def deactivate_stack_trampoline():
    """Deactivate the current stack profiler trampoline backend: there is none."""


def is_stack_trampoline_active():
    """Return True if a stack profiler trampoline is active."""
    return False


def getfilesystemencoding():
    return "utf-8"


def getfilesystemencodeerrors():
    return "surrogateescape"


_audit_hooks = []


def addaudithook(hook):
    """Adds a function that is told of the events that programs audit; no event comes from the interpreter itself."""
    _audit_hooks.append(hook)


def audit(event, /, *args):
    """Tells the audit hooks of an event."""
    if not isinstance(event, str):
        raise TypeError(f"expected str for argument 'event', not {type(event).__name__}")
    for hook in _audit_hooks:
        hook(event, args)


def getrefcount(object, /):
    """Not counted: 1."""
    return 1


def displayhook(value, /):
    if value is None:
        return
    import builtins

    # The repr may print values of its own.
    builtins._ = None
    print(repr(value))
    builtins._ = value


def excepthook(exctype, value, traceback, /):
    from traceback import print_exception

    print_exception(value)


class UnraisableHookArgs(tuple):
    """What unraisablehook is told: of which exception, and where it was ignored."""

    exc_type = property(lambda self: self[0])
    exc_value = property(lambda self: self[1])
    exc_traceback = property(lambda self: self[2])
    err_msg = property(lambda self: self[3])
    object = property(lambda self: self[4])

    def __repr__(self):
        fields = ("exc_type", "exc_value", "exc_traceback", "err_msg", "object")
        return "UnraisableHookArgs(" + ", ".join(f"{name}={value!r}" for name, value in zip(fields, self)) + ")"


def unraisablehook(unraisable, /):
    """Tells of an exception that nobody can catch."""
    from traceback import print_exception

    message = unraisable.err_msg or "Exception ignored in"
    about = f": {unraisable.object!r}" if unraisable.object is not None else ":"
    print(message + about, file=stderr)
    print_exception(unraisable.exc_type, unraisable.exc_value, unraisable.exc_traceback)


def _unraisable(exception, about, err_msg=None):
    """Calls the hook; of what the hook raises the built-in one tells."""
    args = UnraisableHookArgs((type(exception), exception, exception.__traceback__, err_msg, about))
    hook = unraisablehook
    try:
        hook(args)
    except Exception as error:
        message = "Exception ignored in sys.unraisablehook"
        __unraisablehook__(UnraisableHookArgs((type(error), error, error.__traceback__, message, hook)))


__excepthook__, __displayhook__, __unraisablehook__ = excepthook, displayhook, unraisablehook
__breakpointhook__ = breakpointhook
