# subprocess: programs, started and talked to.

import errno
import fcntl
import io
import os
import select
import signal
import sys
import time
import warnings
from functools import partial

from _tensorcell.os import _watch
from _tensorcell.subprocess import _relay, _relay_rest, _spawn

PIPE = -1
STDOUT = -2
DEVNULL = -3

# A pipe takes so much at once.
_PIPE_SIZE = 512


class SubprocessError(Exception):
    pass


class CalledProcessError(SubprocessError):
    """A program ended with another code than 0."""

    def __init__(self, returncode, cmd, output=None, stderr=None):
        self.returncode = returncode
        self.cmd = cmd
        self.output = output
        self.stderr = stderr

    def __str__(self):
        if self.returncode and self.returncode < 0:
            try:
                return f"Command '{self.cmd}' died with {signal.Signals(-self.returncode)!r}."
            except ValueError:
                return f"Command '{self.cmd}' died with unknown signal {-self.returncode}."
        return f"Command '{self.cmd}' returned non-zero exit status {self.returncode}."

    @property
    def stdout(self):
        return self.output

    @stdout.setter
    def stdout(self, value):
        self.output = value


class TimeoutExpired(SubprocessError):
    """A program did not end in time."""

    def __init__(self, cmd, timeout, output=None, stderr=None):
        self.cmd = cmd
        self.timeout = timeout
        self.output = output
        self.stderr = stderr

    def __str__(self):
        return f"Command '{self.cmd}' timed out after {self.timeout} seconds"

    @property
    def stdout(self):
        return self.output

    @stdout.setter
    def stdout(self, value):
        self.output = value


class CompletedProcess:
    """A program that has ended."""

    def __init__(self, args, returncode, stdout=None, stderr=None):
        self.args = args
        self.returncode = returncode
        self.stdout = stdout
        self.stderr = stderr

    def __repr__(self):
        parts = [f"args={self.args!r}", f"returncode={self.returncode!r}"]
        parts += [
            f"{name}={value!r}" for name, value in (("stdout", self.stdout), ("stderr", self.stderr)) if value is not None
        ]
        return f"{type(self).__name__}({', '.join(parts)})"

    def __class_getitem__(cls, item):
        return cls

    def check_returncode(self):
        """CalledProcessError where the code is not 0."""
        if self.returncode:
            raise CalledProcessError(self.returncode, self.args, self.stdout, self.stderr)


def list2cmdline(seq):
    """A command line of words, quoted as on Windows."""
    words = []
    for arg in map(os.fsdecode, seq):
        quoted = ""
        backslashes = 0
        for c in arg:
            if c == "\\":
                backslashes += 1
                continue
            quoted += "\\" * (backslashes * 2 + 1 if c == '"' else backslashes) + c
            backslashes = 0
        if " " in arg or "\t" in arg or not arg:
            words.append('"' + quoted + "\\" * (backslashes * 2) + '"')
        else:
            words.append(quoted + "\\" * backslashes)
    return " ".join(words)


def _fork_and_execute(
    preexec_fn, program, words, cwd, env, streams, pass_fds, close_fds, new_session, group, umask, uid, gid, gids
):
    """As _spawn(), with a function that the child calls before the program begins."""
    read, write = os.pipe()
    pid = os.fork()
    if pid:
        os.close(write)
        with open(read, "rb") as pipe:
            said = pipe.read()
        if not said:
            return pid
        os.waitpid(pid, 0)
        number, _, words = said.decode().partition(" ")
        if number == "0":
            raise SubprocessError(words)
        raise OSError(int(number), os.strerror(int(number)), program)
    said = "0 Exception occurred in preexec_fn."
    try:
        _set_up(streams, cwd, umask, new_session, group, uid, gid, gids)
        preexec_fn()
        for fd in pass_fds:
            os.set_inheritable(fd, True)
        if close_fds:
            _close_others({*pass_fds, write})
        said = None
        os.execve(program, words, dict(env))
    except OSError as error:
        said = said or f"{error.errno} "
    except BaseException:
        pass
    finally:
        os.write(write, said.encode())
        os._exit(255)


def _set_up(streams, cwd, umask, new_session, group, uid, gid, gids):
    """What the child does to itself: streams at their numbers, folder, session and user."""
    own = {-11: 1, -12: 2}
    # Copies past the numbers that they are put at.
    copies = [None if fd is None else fcntl.fcntl(own.get(fd, fd), fcntl.F_DUPFD_CLOEXEC, 3) for fd in streams]
    for number, fd in enumerate(copies):
        if fd is not None:
            os.dup2(fd, number)
    if cwd is not None:
        os.chdir(cwd)
    if umask >= 0:
        os.umask(umask)
    if new_session:
        os.setsid()
    if group is not None:
        os.setpgid(0, group)
    if gids is not None:
        os.setgroups(gids)
    if gid is not None:
        os.setregid(gid, gid)
    if uid is not None:
        os.setreuid(uid, uid)


def _close_others(kept):
    for name in os.listdir("/proc/self/fd"):
        fd = int(name)
        if fd > 2 and fd not in kept:
            try:
                os.set_inheritable(fd, False)
            except OSError:
                pass


class Popen:
    """A program that runs."""

    _child_created = False

    def __init__(
        self,
        args,
        bufsize=-1,
        executable=None,
        stdin=None,
        stdout=None,
        stderr=None,
        preexec_fn=None,
        close_fds=True,
        shell=False,
        cwd=None,
        env=None,
        universal_newlines=None,
        startupinfo=None,
        creationflags=0,
        restore_signals=True,
        start_new_session=False,
        pass_fds=(),
        *,
        user=None,
        group=None,
        extra_groups=None,
        encoding=None,
        errors=None,
        text=None,
        umask=-1,
        pipesize=-1,
        process_group=None,
    ):
        self.returncode = None
        self.pid = None
        self.stdin = self.stdout = self.stderr = None
        self._watched = None
        if bufsize is None:
            bufsize = -1
        if not isinstance(bufsize, int):
            raise TypeError("bufsize must be an integer")
        if startupinfo is not None:
            raise ValueError("startupinfo is only supported on Windows platforms")
        if creationflags:
            raise ValueError("creationflags is only supported on Windows platforms")
        if text is not None and universal_newlines is not None and bool(universal_newlines) != bool(text):
            raise SubprocessError(
                "Cannot disambiguate when both text and universal_newlines are supplied but different. Pass one or the other."
            )
        if pass_fds and not close_fds:
            warnings.warn("pass_fds overriding close_fds.", RuntimeWarning)
            close_fds = True
        self.args = args
        self.encoding = encoding
        self.errors = errors
        self.pipesize = pipesize
        self.text_mode = encoding or errors or text or universal_newlines
        self.universal_newlines = self.text_mode
        words = _words(args, shell, executable)
        program = words[0] if executable is None or shell else executable
        if shell and executable is not None:
            program = words[0] = executable
        environment = dict(os.environ if env is None else env)
        _check_environment(environment)
        if cwd is not None and not os.path.isdir(cwd):
            os.stat(cwd)
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), cwd)
        streams = _Streams(stdin, stdout, stderr)
        try:
            start = _spawn if preexec_fn is None else partial(_fork_and_execute, preexec_fn)
            self.pid = start(
                _found(program, environment if env is not None else os.environ, cwd),
                words,
                cwd,
                list(environment.items()),
                streams.child,
                tuple(pass_fds),
                close_fds,
                start_new_session,
                process_group if process_group is None or process_group >= 0 else None,
                umask,
                _user(user),
                _group(group),
                extra_groups,
            )
        except BaseException:
            streams.close_all()
            raise
        self._child_created = True
        streams.close_child()
        self._watched = _watch(self.pid)
        line_buffering = False
        if self.text_mode and bufsize == 1:
            line_buffering, bufsize = True, -1
        elif bufsize == 1:
            warnings.warn(
                "line buffering (buffering=1) isn't supported in binary mode, the default buffer size will be used",
                RuntimeWarning,
            )
            bufsize = -1
        to, self.stdout, self.stderr = [self._opened(fd, mode, bufsize, line_buffering) for fd, mode in streams.ours]
        self.stdin = to

    def _opened(self, fd, mode, bufsize, line_buffering):
        if fd is None:
            return None
        stream = io.open(fd, mode, bufsize)
        if not self.text_mode:
            return stream
        write = mode == "wb"
        return io.TextIOWrapper(
            stream,
            encoding=self.encoding,
            errors=self.errors,
            write_through=write,
            line_buffering=write and line_buffering,
        )

    def __repr__(self):
        return f"<{type(self).__name__}: returncode: {self.returncode} args: {self.args!r}>"

    def __class_getitem__(cls, item):
        return cls

    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        for stream in (self.stdout, self.stderr):
            if stream:
                stream.close()
        try:
            if self.stdin:
                self.stdin.close()
        finally:
            self.wait()

    def __del__(self):
        if self._child_created and self.returncode is None:
            try:
                self.poll()
            except OSError:
                pass
        self._unwatch()

    def _unwatch(self):
        watched, self._watched = self._watched, None
        if watched is not None:
            os.close(watched)

    # --- the end of the program
    def poll(self):
        """The exit code; None while the program runs."""
        if self.returncode is None and self._child_created:
            try:
                pid, status = os.waitpid(self.pid, os.WNOHANG)
            except ChildProcessError:
                # Somebody else has waited for it; its code is lost.
                pid, status = self.pid, 0
            if pid == self.pid:
                self._ended(status)
            _relay()
        return self.returncode

    def _ended(self, status):
        self.returncode = os.waitstatus_to_exitcode(status)
        _relay_rest(self.pid)
        self._unwatch()

    def wait(self, timeout=None):
        """Waits for the end; the exit code."""
        end = None if timeout is None else time.monotonic() + timeout
        while self.poll() is None:
            left = None if end is None else end - time.monotonic()
            if left is not None and left <= 0:
                raise TimeoutExpired(self.args, timeout)
            if self._watched is None:
                time.sleep(0.005 if left is None else min(left, 0.005))
            else:
                _until_ready([(self._watched, select.POLLIN)], left)
        return self.returncode

    def communicate(self, input=None, timeout=None):
        """Writes the input, reads all output and waits for the end: (stdout, stderr)."""
        if getattr(self, "_parts", None) and input:
            raise ValueError("Cannot send input after starting communication")
        end = None if timeout is None else time.monotonic() + timeout
        if not hasattr(self, "_parts"):
            self._parts = {}
            self._begin_input(input)
        self._exchange(end, timeout)
        try:
            self.wait(None if end is None else max(0, end - time.monotonic()))
        except TimeoutExpired:
            self._too_late(timeout)
        return self._whole(self.stdout), self._whole(self.stderr)

    def _begin_input(self, input):
        self._input = b""
        if self.stdin is None:
            return
        try:
            self.stdin.flush()
        except BrokenPipeError:
            pass
        if input is None or len(input) == 0:
            _close_quietly(self.stdin)
        elif self.text_mode:
            self._input = input.encode(self.stdin.encoding, self.stdin.errors)
        else:
            if isinstance(input, str):
                raise TypeError("memoryview: a bytes-like object is required, not 'str'")
            self._input = input.cast("B") if isinstance(input, memoryview) else input

    def _exchange(self, end, timeout):
        reading = {}
        for stream in (self.stdout, self.stderr):
            if stream is not None and not stream.closed:
                reading[stream.fileno()] = stream
                self._parts.setdefault(stream, [])
        writing = self.stdin is not None and not self.stdin.closed
        while reading or writing:
            wanted = [(fd, select.POLLIN) for fd in reading]
            to = self.stdin.fileno() if writing else None
            if writing:
                wanted.append((to, select.POLLOUT))
            left = None if end is None else end - time.monotonic()
            if left is not None and left <= 0:
                self._too_late(timeout)
            for fd, _ in _until_ready(wanted, left):
                if fd == to:
                    writing = self._feed(to)
                elif not self._take(fd, reading[fd]):
                    reading.pop(fd).close()

    def _feed(self, fd):
        """Writes some of the input; False when all is written, or nobody reads it."""
        try:
            count = os.write(fd, self._input[:_PIPE_SIZE])
        except BrokenPipeError:
            count = len(self._input)
        self._input = self._input[count:]
        if self._input:
            return True
        _close_quietly(self.stdin)
        return False

    def _take(self, fd, stream):
        data = os.read(fd, 32768)
        self._parts[stream].append(data)
        return bool(data)

    def _too_late(self, timeout):
        joined = [b"".join(self._parts.get(stream, ())) or None for stream in (self.stdout, self.stderr)]
        raise TimeoutExpired(self.args, timeout, output=joined[0], stderr=joined[1])

    def _whole(self, stream):
        if stream is None:
            return None
        data = b"".join(self._parts.get(stream, ()))
        if not self.text_mode:
            return data
        text = data.decode(stream.encoding, stream.errors)
        return text.replace("\r\n", "\n").replace("\r", "\n")

    # --- signals
    def send_signal(self, sig):
        """Sends a signal, where the program still runs."""
        self.poll()
        if self.returncode is not None:
            return
        try:
            os.kill(self.pid, sig)
        except ProcessLookupError:
            pass

    def terminate(self):
        """Asks the program to end."""
        self.send_signal(signal.SIGTERM)

    def kill(self):
        """Ends the program."""
        self.send_signal(signal.SIGKILL)


def _until_ready(wanted, left):
    """The descriptors that are ready; what children write to the cell's streams is shown meanwhile."""
    from _tensorcell.os import _poll

    ready = _poll(wanted, left)
    _relay()
    return ready


def _close_quietly(stream):
    try:
        stream.close()
    except BrokenPipeError:
        pass
    except OSError as failed:
        if failed.errno != errno.EINVAL:
            raise


def _words(args, shell, executable):
    """The words of the command."""
    if isinstance(args, (str, bytes)) or hasattr(type(args), "__fspath__"):
        if hasattr(type(args), "__fspath__") and shell:
            raise TypeError("path-like args is not allowed when shell is true")
        args = [args]
    else:
        args = list(args)
    if shell:
        args = ["/bin/sh", "-c"] + args
    if not args:
        raise IndexError("list index out of range")
    for word in args:
        os.fspath(word)
    return args


def _check_environment(environment):
    for name in environment:
        if "=" in os.fsdecode(name):
            raise ValueError("illegal environment variable name")


def _found(program, environment, cwd):
    """The path of a program without a slash in its name; the name itself where no folder has it."""
    name = os.fsdecode(program)
    if "/" in name:
        return program
    for folder in os.get_exec_path(environment):
        path = os.path.join(folder, name)
        if os.path.isfile(path) and os.access(path, os.X_OK):
            return path
    raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), program)


def _user(user):
    if isinstance(user, str):
        import pwd

        return pwd.getpwnam(user).pw_uid
    return user


def _group(group):
    if isinstance(group, str):
        import grp

        return grp.getgrnam(group).gr_gid
    return group


class _Streams:
    """The child's ends of the three streams, and ours."""

    def __init__(self, stdin, stdout, stderr):
        self.child = [None, None, None]
        self.ours = [(None, "wb"), (None, "rb"), (None, "rb")]
        self._opened = []
        for at, given in enumerate((stdin, stdout, stderr)):
            self.child[at] = self._end(at, given)

    def _end(self, at, given):
        if given is None:
            return None
        if given == PIPE:
            read, write = os.pipe()
            child, own = (read, write) if at == 0 else (write, read)
            self._opened.append(child)
            self.ours[at] = (own, self.ours[at][1])
            return child
        if given == DEVNULL:
            self._opened.append(os.open(os.devnull, os.O_RDWR))
            return self._opened[-1]
        if given == STDOUT and at == 2:
            return self._merged()
        return self._number(at, given) if isinstance(given, int) else self._file(at, given)

    def _merged(self):
        """stderr goes where stdout goes."""
        return self.child[1] if self.child[1] is not None else _own_stream(1)

    def _file(self, at, given):
        if given is sys.stdin:
            return None
        for number, own in ((1, sys.stdout), (2, sys.stderr)):
            if given is own and not _has_number(given):
                return self._number(at, number)
        return self._number(at, given.fileno())

    def _number(self, at, number):
        """1 and 2 stand for the cell's streams."""
        if number not in (1, 2):
            return number
        return None if at == number else _own_stream(number)

    def close_child(self):
        for fd in self._opened:
            os.close(fd)

    def close_all(self):
        self.close_child()
        for fd, _ in self.ours:
            if fd is not None:
                os.close(fd)


def _own_stream(number):
    """The cell's stdout for the child's stderr, or the other way."""
    return -10 - number


def _has_number(stream):
    try:
        stream.fileno()
    except (AttributeError, OSError, ValueError):
        return False
    return True


def run(*popenargs, input=None, capture_output=False, timeout=None, check=False, **kwargs):
    """Runs a program to its end: a CompletedProcess."""
    if input is not None:
        if kwargs.get("stdin") is not None:
            raise ValueError("stdin and input arguments may not both be used.")
        kwargs["stdin"] = PIPE
    if capture_output:
        if kwargs.get("stdout") is not None or kwargs.get("stderr") is not None:
            raise ValueError("stdout and stderr arguments may not be used with capture_output.")
        kwargs["stdout"] = kwargs["stderr"] = PIPE
    with Popen(*popenargs, **kwargs) as process:
        try:
            stdout, stderr = process.communicate(input, timeout=timeout)
        except TimeoutExpired:
            process.kill()
            process.wait()
            raise
        except:
            process.kill()
            raise
        code = process.poll()
        if check and code:
            raise CalledProcessError(code, process.args, output=stdout, stderr=stderr)
    return CompletedProcess(process.args, code, stdout, stderr)


def call(*popenargs, timeout=None, **kwargs):
    """Runs a program to its end; the exit code."""
    with Popen(*popenargs, **kwargs) as process:
        try:
            return process.wait(timeout=timeout)
        except:
            process.kill()
            raise


def check_call(*popenargs, **kwargs):
    """Runs a program to its end; CalledProcessError where the code is not 0."""
    code = call(*popenargs, **kwargs)
    if code:
        cmd = kwargs.get("args")
        raise CalledProcessError(code, popenargs[0] if cmd is None else cmd)
    return 0


def check_output(*popenargs, timeout=None, **kwargs):
    """Runs a program to its end; what it wrote."""
    for name in ("stdout", "check"):
        if name in kwargs:
            raise ValueError(f"{name} argument not allowed, it will be overridden.")
    if "input" in kwargs and kwargs["input"] is None:
        text = kwargs.get("universal_newlines") or kwargs.get("text") or kwargs.get("encoding") or kwargs.get("errors")
        kwargs["input"] = "" if text else b""
    return run(*popenargs, stdout=PIPE, timeout=timeout, check=True, **kwargs).stdout


def getstatusoutput(cmd, *, encoding=None, errors=None):
    """(exit code, output) of a command of the shell."""
    try:
        data = check_output(cmd, shell=True, text=True, stderr=STDOUT, encoding=encoding, errors=errors)
        code = 0
    except CalledProcessError as failed:
        data, code = failed.output, failed.returncode
    return code, data[:-1] if data[-1:] == "\n" else data


def getoutput(cmd, *, encoding=None, errors=None):
    """The output of a command of the shell."""
    return getstatusoutput(cmd, encoding=encoding, errors=errors)[1]
