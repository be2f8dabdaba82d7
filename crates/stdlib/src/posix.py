# posix: the system's own part of os.

import os as _os

# What os adds to it.
_ADDED = frozenset(
    """
    ABC abstractmethod P_NOWAIT P_NOWAITO P_WAIT PathLike SEEK_CUR SEEK_END SEEK_SET altsep
    curdir defpath devnull environb execl execle execlp execlpe execvp execvpe extsep fdopen fsdecode fsencode fwalk
    get_exec_path getenv getenvb linesep makedirs name pardir path pathsep popen process_cpu_count removedirs renames
    sep spawnl spawnle spawnlp spawnlpe spawnv spawnve spawnvp spawnvpe supports_bytes_environ supports_dir_fd
    supports_effective_ids supports_fd supports_follow_symlinks walk
    """.split()
)

globals().update({name: value for name, value in vars(_os).items() if not name.startswith("_") and name not in _ADDED})
_exit = _os._exit
environ = dict(_os.environb)
