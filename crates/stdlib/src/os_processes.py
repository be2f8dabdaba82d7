# Processes: fork, exec, spawn and waiting for children. Part of os.

import os

from _tensorcell.os import _execute, _exit, _fork, _wait, _wait_id, getpid, kill
from _tensorcell.posix_spawn import _posix_spawn
from _tensorcell.terminal import login_tty, tcgetpgrp, tcsetpgrp

__all__ = [
    "POSIX_SPAWN_CLOSE", "POSIX_SPAWN_CLOSEFROM", "POSIX_SPAWN_DUP2", "POSIX_SPAWN_OPEN", "WCOREDUMP", "WEXITSTATUS", "WIFCONTINUED",
    "WIFEXITED", "WIFSIGNALED", "WIFSTOPPED", "WSTOPSIG", "WTERMSIG", "abort", "execl", "execle", "execlp", "execlpe",
    "execv", "execve", "execvp", "execvpe", "fork", "forkpty", "popen", "posix_spawn", "posix_spawnp", "register_at_fork",
    "spawnl", "spawnle", "spawnlp", "spawnlpe", "spawnv", "spawnve", "spawnvp", "spawnvpe", "system", "wait", "wait3",
    "wait4", "waitid", "waitid_result", "waitpid", "waitstatus_to_exitcode", "login_tty", "tcgetpgrp", "tcsetpgrp",
]  # fmt: skip

# --- fork
_before, _in_parent, _in_child = [], [], []


def register_at_fork(*, before=None, after_in_child=None, after_in_parent=None):
    """Have functions called when a process is forked: before it, and after it in the child and in the parent."""
    given = [(before, _before), (after_in_child, _in_child), (after_in_parent, _in_parent)]
    if all(function is None for function, _ in given):
        raise TypeError("At least one argument is required.")
    names = ("before", "after_in_child", "after_in_parent")
    for name, (function, _) in zip(names, given):
        if function is not None and not callable(function):
            raise TypeError(f"'{name}' must be callable, not {type(function).__name__}")
    for function, functions in given:
        if function is not None:
            functions.append(function)


def _call_all(functions):
    """Calls functions; what they raise is told on stderr."""
    import sys
    from types import SimpleNamespace

    for function in functions:
        try:
            function()
        except BaseException as error:
            sys.unraisablehook(
                SimpleNamespace(
                    exc_type=type(error),
                    exc_value=error,
                    exc_traceback=error.__traceback__,
                    err_msg=None,
                    object=function,
                )
            )


def _forked(fork):
    """What `fork` answers, with the functions that are called around it."""
    import sys

    _call_all(reversed(_before))
    try:
        answer = fork()
    except BaseException:
        _call_all(_in_parent)
        raise
    if answer == 0 or answer.__class__ is tuple and answer[0] == 0:
        threading = sys.modules.get("threading")
        if threading is not None:
            threading._after_fork()
        _call_all(_in_child)
    else:
        _warn_of_threads()
        _call_all(_in_parent)
    return answer


def _warn_of_threads():
    import _thread
    import sys
    import warnings

    # Shown of the main program's own forks, or as filters say.
    if _thread._count() and (warnings.filters or sys._getframemodulename(3) == "__main__"):
        warnings.warn(
            f"This process (pid={getpid()}) is multi-threaded, use of fork() may lead to deadlocks in the child.",
            DeprecationWarning,
            stacklevel=4,
        )


def fork():
    """Fork a child process: its id, and 0 in the child."""
    return _forked(_fork)


def forkpty():
    """Fork a child process with a pseudo-terminal as its own: (id, descriptor), and (0, -1 or a number) in the child."""
    master, terminal = os.openpty()

    def fork():
        pid = _fork()
        if pid == 0:
            os.close(master)
            login_tty(terminal)
            return 0, 0
        os.close(terminal)
        return pid, master

    return _forked(fork)


# --- exec
def _checked(name, path, args):
    if not isinstance(args, (tuple, list)):
        raise TypeError(f"{name}() arg 2 must be a tuple or list")
    if not args:
        raise ValueError(f"{name}() arg 2 must not be empty")
    if not os.fspath(args[0]):
        raise ValueError(f"{name}() arg 2 first element cannot be empty")


def _pairs(name, env):
    if not callable(getattr(env, "keys", None)) or not callable(getattr(env, "values", None)):
        raise TypeError(f"{name}: environment must be a mapping object")
    pairs = [(os.fsdecode(name), os.fsdecode(value)) for name, value in zip(list(env.keys()), list(env.values()))]
    for name, value in pairs:
        if "\0" in name or "\0" in value:
            raise ValueError("embedded null byte")
        if not name or "=" in name:
            raise ValueError("illegal environment variable name")
    return pairs


def execv(path, argv, /):
    """Execute an executable path with arguments, replacing this process."""
    _checked("execv", path, argv)
    try:
        _execute(path, list(argv), list(os.environ.items()))
    except OSError as error:
        # Which file it was is told by execve() alone.
        raise OSError(error.errno, error.strerror) from None


def execve(path, argv, env):
    """As execv(), with an environment."""
    _checked("execve", path, argv)
    _execute(path, list(argv), _pairs("execve", env))


def execl(file, *args):
    """Execute the executable file with a list of arguments, replacing this process."""
    execv(file, args)


def execle(file, *args):
    """As execl(), with an environment as the last argument."""
    execve(file, args[:-1], args[-1])


def execlp(file, *args):
    """As execl(); the file is looked for along PATH."""
    execvp(file, args)


def execlpe(file, *args):
    """As execle(); the file is looked for along PATH."""
    execvpe(file, args[:-1], args[-1])


def execvp(file, args):
    """As execv(); the file is looked for along PATH."""
    _execute_on_path(execv, file, args, os.environ, ())


def execvpe(file, args, env):
    """As execve(); the file is looked for along PATH."""
    _execute_on_path(execve, file, args, env, (env,))


def _execute_on_path(execute, file, args, env, rest):
    if os.path.dirname(file):
        return execute(file, args, *rest)
    refused = missing = None
    for folder in os.get_exec_path(env):
        try:
            execute(os.path.join(os.fsencode(folder) if isinstance(file, bytes) else folder, file), args, *rest)
        except (FileNotFoundError, NotADirectoryError) as error:
            missing = error
        except OSError as error:
            refused = refused or error
    raise refused or missing


# --- spawn
POSIX_SPAWN_OPEN, POSIX_SPAWN_CLOSE, POSIX_SPAWN_DUP2, POSIX_SPAWN_CLOSEFROM = range(4)


def posix_spawn(
    path,
    argv,
    env,
    /,
    *,
    file_actions=(),
    setpgroup=None,
    resetids=False,
    setsid=False,
    setsigmask=(),
    setsigdef=(),
    scheduler=None,
):
    """Execute the program specified by path in a new process; its id."""
    return _spawned("posix_spawn", path, argv, env, file_actions, setpgroup, resetids, setsid, setsigmask, setsigdef, scheduler)


def posix_spawnp(
    path,
    argv,
    env,
    /,
    *,
    file_actions=(),
    setpgroup=None,
    resetids=False,
    setsid=False,
    setsigmask=(),
    setsigdef=(),
    scheduler=None,
):
    """As posix_spawn(); the program is looked for along PATH."""
    path = os.fspath(path)
    if not os.path.dirname(path):
        folders = [
            os.path.join(os.fsencode(folder) if isinstance(path, bytes) else folder, path) for folder in os.get_exec_path()
        ]
        path = next((found for found in folders if os.access(found, os.X_OK) and not os.path.isdir(found)), path)
    return _spawned(
        "posix_spawnp", path, argv, env, file_actions, setpgroup, resetids, setsid, setsigmask, setsigdef, scheduler
    )


def _spawned(name, path, argv, env, file_actions, setpgroup, resetids, setsid, setsigmask, setsigdef, scheduler):
    _checked_spawn(name, argv)
    pairs = list(os.environ.items()) if env is None else _pairs(name, env)
    actions = [_action(action) for action in file_actions or ()]
    policy = None
    if scheduler is not None:
        if not isinstance(scheduler, tuple) or len(scheduler) != 2:
            raise TypeError(f"{name}: scheduler must be a tuple or None")
        if scheduler[0] is not None and not isinstance(scheduler[0], int):
            raise TypeError(f"an integer is required (got type {type(scheduler[0]).__name__})")
        if not isinstance(scheduler[1], os.sched_param):
            raise TypeError("must have a sched_param object")
        policy = (-1 if scheduler[0] is None else scheduler[0], scheduler[1].sched_priority)
    if setpgroup is not None and not isinstance(setpgroup, int):
        raise TypeError(f"'{type(setpgroup).__name__}' object cannot be interpreted as an integer")
    mask, defaults = _signals(setsigmask), _signals(setsigdef)
    return _posix_spawn(path, list(argv), pairs, actions, setpgroup, bool(resetids), bool(setsid), mask, defaults, policy)


def _checked_spawn(name, argv):
    if not isinstance(argv, (tuple, list)):
        raise TypeError(f"{name}: argv must be a tuple or list")
    if not argv:
        raise ValueError(f"{name}: argv must not be empty")
    if not os.fspath(argv[0]):
        raise ValueError(f"{name}: argv first element cannot be empty")


def _signals(numbers):
    numbers = [int(number) for number in numbers]
    for number in numbers:
        if not 1 <= number < 65:
            raise ValueError(f"signal number {number} out of range [1; 64]")
    return numbers


def _action(action):
    if not isinstance(action, tuple) or not action:
        raise TypeError("Each file_actions element must be a non-empty tuple")
    if not isinstance(action[0], int):
        raise TypeError(f"'{type(action[0]).__name__}' object cannot be interpreted as an integer")
    wanted = {POSIX_SPAWN_OPEN: 5, POSIX_SPAWN_CLOSE: 2, POSIX_SPAWN_DUP2: 3, POSIX_SPAWN_CLOSEFROM: 2}.get(action[0])
    if wanted is None:
        raise TypeError("Unknown file_actions identifier")
    if len(action) != wanted:
        names = ("open", "close", "dup2", "closefrom")
        raise TypeError(f"A {names[action[0]]} file_action tuple must have {wanted} elements")
    if action[0] == POSIX_SPAWN_OPEN:
        path = os.fsencode(action[2])
        if b"\0" in path:
            raise ValueError("embedded null byte")
        return (*action[:2], path, *action[3:])
    return action


def _spawn(mode, file, args, execute, rest):
    if not isinstance(args, (tuple, list)):
        raise TypeError("argv must be a tuple or a list")
    if not args or not args[0]:
        raise ValueError("argv first element cannot be empty")
    pid = fork()
    if not pid:
        try:
            execute(file, args, *rest)
        except BaseException:
            _exit(127)
    if mode == os.P_NOWAIT:
        return pid
    while True:
        _, status = waitpid(pid, 0)
        if not WIFSTOPPED(status):
            return waitstatus_to_exitcode(status)


def spawnv(mode, file, args):
    """Execute a program in a new process: its id, or with P_WAIT its exit code."""
    return _spawn(mode, file, args, execv, ())


def spawnve(mode, file, args, env):
    """As spawnv(), with an environment."""
    return _spawn(mode, file, args, execve, (env,))


def spawnvp(mode, file, args):
    """As spawnv(); the file is looked for along PATH."""
    return _spawn(mode, file, args, execvp, ())


def spawnvpe(mode, file, args, env):
    """As spawnve(); the file is looked for along PATH."""
    return _spawn(mode, file, args, execvpe, (env,))


def spawnl(mode, file, *args):
    """As spawnv(), with the program's arguments one by one."""
    return spawnv(mode, file, args)


def spawnle(mode, file, *args):
    """As spawnl(), with an environment as the last argument."""
    return spawnve(mode, file, args[:-1], args[-1])


def spawnlp(mode, file, *args):
    """As spawnl(); the file is looked for along PATH."""
    return spawnvp(mode, file, args)


def spawnlpe(mode, file, *args):
    """As spawnle(); the file is looked for along PATH."""
    return spawnvpe(mode, file, args[:-1], args[-1])


# --- waiting
waitid_result = os._record("posix.waitid_result", ("si_pid", "si_uid", "si_signo", "si_status", "si_code"))


def waitpid(pid, options, /):
    """Wait for a child: (id, status)."""
    return _wait(pid, options)[:2]


def wait():
    """Wait for a child: (id, status)."""
    return waitpid(-1, 0)


def wait4(pid, options):
    """Wait for a child: (id, status, what it has used)."""
    import resource

    pid, status, usage = _wait(pid, options)
    return pid, status, resource.struct_rusage(usage)


def wait3(options):
    """As wait4(), for any child."""
    return wait4(-1, options)


def waitid(idtype, id, options, /):
    """Wait for a child: its record; None with WNOHANG where none has changed."""
    found = _wait_id(idtype, id, options)
    return None if found is None else waitid_result(found)


def WIFEXITED(status):
    return status & 0x7F == 0


def WEXITSTATUS(status):
    return status >> 8 & 0xFF


def WIFSIGNALED(status):
    return status & 0x7F not in (0, 0x7F)


def WTERMSIG(status):
    return status & 0x7F


def WIFSTOPPED(status):
    return status & 0xFF == 0x7F


WSTOPSIG = WEXITSTATUS


def WIFCONTINUED(status):
    return status == 0xFFFF


def WCOREDUMP(status, /):
    return bool(status & 0x80)


def waitstatus_to_exitcode(status):
    """The exit code of a status of wait: negative is the number of the signal."""
    if WIFEXITED(status):
        return WEXITSTATUS(status)
    if WIFSIGNALED(status):
        return -WTERMSIG(status)
    raise ValueError(f"invalid wait status: {status!r}")


def system(command):
    """Runs a command of the shell; the status of wait."""
    import subprocess

    code = subprocess.Popen(os.fsdecode(command), shell=True, close_fds=False).wait()
    return code << 8 if code >= 0 else -code


def popen(cmd, mode="r", buffering=-1):
    """A pipe to or from a command of the shell."""
    import io
    import subprocess

    if not isinstance(cmd, str):
        raise TypeError("invalid cmd type (%s, expected string)" % type(cmd))
    if mode not in ("r", "w"):
        raise ValueError("invalid mode %r" % mode)
    if buffering == 0 or buffering is None:
        raise ValueError("popen() does not support unbuffered streams")
    reads = mode == "r"
    proc = subprocess.Popen(
        cmd,
        shell=True,
        text=True,
        stdin=None if reads else subprocess.PIPE,
        stdout=subprocess.PIPE if reads else None,
        bufsize=buffering,
    )
    return _Pipe(proc.stdout if reads else proc.stdin, proc)


class _Pipe:
    """A stream of a process; closing it waits for the end."""

    def __init__(self, stream, proc):
        self._stream = stream
        self._proc = proc

    def close(self):
        self._stream.close()
        code = self._proc.wait()
        return None if code == 0 else code << 8

    def __enter__(self):
        return self

    def __exit__(self, *details):
        self.close()

    def __getattr__(self, name):
        return getattr(self._stream, name)

    def __iter__(self):
        return iter(self._stream)


def abort():
    """End this process by SIGABRT."""
    import signal

    signal.signal(signal.SIGABRT, signal.SIG_DFL)
    kill(getpid(), signal.SIGABRT)
