# multiprocessing.spawn: processes that begin anew, and what they are told at first.

import os
import sys
import types
from multiprocessing import process, reduction
from multiprocessing.context import get_spawning_popen

from _tensorcell.os import _command

__all__ = [
    "_main",
    "freeze_support",
    "set_executable",
    "get_executable",
    "get_preparation_data",
    "get_command_line",
    "import_main_path",
]

_executable = None
# What a process that is spawned runs as its main program: a file of this one's, which it inherits.
_FIRST = "from multiprocessing.spawn import spawn_main as main\nmain()\n"


def set_executable(exe):
    """Set the program that spawned processes run."""
    global _executable
    _executable = exe if exe is None else os.fsdecode(exe)


def get_executable():
    """The program that spawned processes run."""
    return _executable or sys.executable


def is_forking(argv):
    """Whether a command line is that of a spawned process."""
    return len(argv) >= 2 and argv[1] == "--multiprocessing-fork"


def freeze_support():
    """Nothing: programs are not frozen."""


def get_command_line(**kwds):
    """The words that start a process; `program` is the file that it runs."""
    program = kwds.pop("program", "FILE")
    words = ["%s=%r" % item for item in kwds.items()]
    return [get_executable(), *_command(), program, "--multiprocessing-fork", *words]


def start(numbers, fds, main=None):
    """Starts a process that inherits descriptors and runs the lines of `main`; its number."""
    import subprocess

    first = os.memfd_create("main.py", 0)
    try:
        os.write(first, (main or _FIRST).encode())
        command = get_command_line(program=f"/proc/self/fd/{first}") + [str(number) for number in numbers]
        popen = subprocess.Popen(command, pass_fds=(first, *fds))
    finally:
        os.close(first)
    # The requester waits for it.
    popen._child_created = False
    return popen.pid


def spawn_main():
    """What a spawned process does."""
    assert is_forking(sys.argv), "Not forking"
    fd = int(sys.argv[-1])
    # Its end has been made: what the first lines hold is nothing to finalize.
    os._exit(_main(fd, os.dup(fd)) & 0xFF)


def _main(fd, parent_sentinel):
    with os.fdopen(fd, "rb", closefd=True) as from_parent:
        process.current_process()._inheriting = True
        try:
            prepare(reduction.pickle.load(from_parent))
            self = reduction.pickle.load(from_parent)
        finally:
            del process.current_process()._inheriting
    return self._bootstrap(parent_sentinel)


def _check_not_importing_main():
    if getattr(process.current_process(), "_inheriting", False):
        raise RuntimeError("""
        An attempt has been made to start a new process before the
        current process has finished its bootstrapping phase.

        This probably means that you are not using fork to start your
        child processes and you have forgotten to use the proper idiom
        in the main module:

            if __name__ == '__main__':
                freeze_support()
                ...

        The "freeze_support()" line can be omitted if the program
        is not going to be frozen to produce an executable.

        To fix this issue, refer to the "Safe importing of main module"
        section in https://docs.python.org/3/library/multiprocessing.html
        """)


def get_preparation_data(name):
    """What a new process is told before its object: settings, and where the main program is."""
    _check_not_importing_main()
    found = dict(
        log_to_stderr=_logs_to_stderr(),
        authkey=bytes(process.current_process().authkey),
        name=name,
        sys_path=[process.ORIGINAL_DIR if path == "" else path for path in sys.path],
        sys_argv=sys.argv,
        orig_dir=process.ORIGINAL_DIR,
        dir=os.getcwd(),
        start_method=get_spawning_popen().method if get_spawning_popen() else "spawn",
    )
    logger = sys.modules.get("logging") and _util()._logger
    if logger:
        found["log_level"] = logger.getEffectiveLevel()
    main = sys.modules["__main__"]
    spec = getattr(main, "__spec__", None)
    if getattr(spec, "name", None):
        found["init_main_from_name"] = spec.name
    else:
        path = getattr(main, "__file__", None)
        if path is not None:
            if not os.path.isabs(path) and process.ORIGINAL_DIR is not None:
                path = os.path.join(process.ORIGINAL_DIR, path)
            found["init_main_from_path"] = os.path.normpath(path)
    return found


def _util():
    from multiprocessing import util

    return util


def _logs_to_stderr():
    return _util()._log_to_stderr


old_main_modules = []


def prepare(data):
    """Make this process what it is told to be."""
    if "name" in data:
        process.current_process().name = data["name"]
    if "authkey" in data:
        process.current_process().authkey = data["authkey"]
    if data.get("log_to_stderr"):
        _util().log_to_stderr()
    if "log_level" in data:
        _util().get_logger().setLevel(data["log_level"])
    if "sys_path" in data:
        sys.path = data["sys_path"]
    if "sys_argv" in data:
        sys.argv = data["sys_argv"]
    if "dir" in data:
        os.chdir(data["dir"])
    if "orig_dir" in data:
        process.ORIGINAL_DIR = data["orig_dir"]
    if "start_method" in data:
        from multiprocessing.context import _default_context

        _default_context.set_start_method(data["start_method"], force=True)
    if "init_main_from_name" in data:
        _fixup_main_from_name(data["init_main_from_name"])
    elif "init_main_from_path" in data:
        _fixup_main_from_path(data["init_main_from_path"])


def _fixup_main_from_name(mod_name):
    current = sys.modules["__main__"]
    if mod_name == "__main__" or mod_name.endswith(".__main__"):
        return
    if getattr(getattr(current, "__spec__", None), "name", None) == mod_name:
        return
    from importlib.util import find_spec

    _run_as_main(find_spec(mod_name).origin)


def _fixup_main_from_path(main_path):
    current = sys.modules["__main__"]
    name = os.path.splitext(os.path.basename(main_path))[0]
    if name == "ipython" or getattr(current, "__file__", None) == main_path:
        return
    _run_as_main(main_path)


def _run_as_main(path):
    """Runs the file of the main program: what its objects refer to is found in a module of both names."""
    old_main_modules.append(sys.modules["__main__"])
    main = types.ModuleType("__mp_main__")
    main.__file__ = path
    sys.modules["__main__"] = sys.modules["__mp_main__"] = main
    with open(path, "rb") as file:
        code = compile(file.read(), path, "exec")
    exec(code, main.__dict__)


def import_main_path(main_path):
    """Run a file as the main module of this process."""
    _fixup_main_from_path(main_path)
