"""Commands of the shell and scripts of other languages, as `!`, `%%bash` and `%%script` run them."""

import argparse
import os
import select
import shlex
import signal
import subprocess
import sys

from IPython.utils.text import SList

# Like in other kernels: colours, and no pagers.
_SETTINGS = {"TERM": "xterm-color", "CLICOLOR": "1", "FORCE_COLOR": "1", "PAGER": "cat", "GIT_PAGER": "cat"}

# Background processes of cells.
_background = []


def _environment():
    return {**_SETTINGS, **os.environ}


class _Decoder:
    """Decodes bytes in pieces, which may end within a character."""

    def __init__(self):
        self._rest = b""

    def decode(self, data, final=False):
        data = self._rest + data
        self._rest = b""
        try:
            return data.decode()
        except UnicodeDecodeError as failed:
            if not final and failed.start >= len(data) - 3 and failed.reason == "unexpected end of data":
                data, self._rest = data[: failed.start], data[failed.start :]
            return data.decode("utf-8", "replace")


def system(command):
    """Runs a command in a pseudo-terminal and shows its output live. Returns the exit code."""
    if command.rstrip().endswith("&"):
        raise OSError("Background processes not supported.")
    master, terminal = os._terminal()
    try:
        process = subprocess.Popen(
            command,
            shell=True,
            executable=_shell(),
            stdin=terminal,
            stdout=terminal,
            stderr=terminal,
            env=_environment(),
            start_new_session=True,
        )
    except BaseException:
        os.close(master)
        raise
    finally:
        os.close(terminal)
    try:
        try:
            _show(master, process)
        except KeyboardInterrupt:
            _interrupt(process, master)
    finally:
        os.close(master)
    code = process.wait()
    code = code - 256 if code > 128 else code
    _names["_exit_code"] = code
    return code


def _shell():
    return os.environ.get("SHELL") if "SHELL" in os.environ and os.path.exists(os.environ["SHELL"]) else "/bin/sh"


def _show(master, process):
    """Shows the terminal's output until its program has ended."""
    decoder = _Decoder()
    while True:
        ready = select.select([master], [], [], 0.05)[0]
        if ready:
            try:
                data = os.read(master, 65536)
            except OSError:
                # The other side is closed.
                break
            if not data:
                break
            sys.stdout.write(decoder.decode(data))
        elif process.poll() is not None:
            # Grandchildren may keep the terminal open longer.
            break
    sys.stdout.write(decoder.decode(b"", True))


def _interrupt(process, master):
    """Forwards an interrupt to the command, and kills it if it continues."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGKILL):
        try:
            os.killpg(process.pid, number)
            process.wait(0.2)
        except ProcessLookupError:
            break
        except subprocess.TimeoutExpired:
            continue
        break
    try:
        _show(master, process)
    except KeyboardInterrupt:
        pass
    sys.stdout.write("^C\n")


def getoutput(command, split=True):
    """Runs a command; its output, as lines or as one text."""
    if command.rstrip().endswith("&"):
        raise OSError("Background processes not supported.")
    process = subprocess.Popen(
        command,
        shell=True,
        executable=_shell(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )
    try:
        output = process.communicate()[0]
    except BaseException:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        raise
    text = output.decode("utf-8", "replace").replace("\r\n", "\n")
    return SList(text.splitlines()) if split else text


def _parser():
    parser = argparse.ArgumentParser(prog="%%script", add_help=False)
    parser.add_argument("--out")
    parser.add_argument("--err")
    parser.add_argument("--bg", action="store_true")
    parser.add_argument("--proc")
    parser.add_argument("--no-raise-error", action="store_false", dest="raise_error")
    return parser


def script(line, cell):
    """Runs a cell's text by another program, which gets it on its stdin."""
    args, command = _parser().parse_known_args(shlex.split(line))
    try:
        process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=dict(os.environ),
            start_new_session=True,
        )
    except FileNotFoundError:
        print("Couldn't find program: %r" % command[0])
        return
    data = (cell if cell.endswith("\n") else cell + "\n").encode("utf-8", "replace")
    if args.bg:
        _run_on(args, process, data)
        return
    kept = {"out": [], "err": []}
    try:
        _exchange(process, data, kept if args.out else None, kept if args.err else None)
    except KeyboardInterrupt:
        _stop(process)
        return
    for name, parts in ((args.out, kept["out"]), (args.err, kept["err"])):
        if name:
            _names[name] = "".join(parts)
    if args.raise_error and process.returncode != 0:
        raise subprocess.CalledProcessError(process.returncode or -9, cell)


def _run_on(args, process, data):
    """Runs a script in the background while cells continue."""
    try:
        process.stdin.write(data)
        process.stdin.close()
    except BrokenPipeError:
        pass
    _background[:] = [other for other in _background if other.poll() is None] + [process]
    for name, value in ((args.out, process.stdout), (args.err, process.stderr), (args.proc, process)):
        if name:
            _names[name] = value
    for name, stream in ((args.out, process.stdout), (args.err, process.stderr)):
        if not name and not args.proc:
            stream.close()


def killbgscripts():
    """Ends the scripts that run in the background."""
    running = [process for process in _background if process.poll() is None]
    if not running:
        print("No background processes were running.")
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGKILL):
        running = [process for process in running if process.poll() is None]
        for process in running:
            process.send_signal(number)
        for process in running:
            try:
                process.wait(0.1)
            except subprocess.TimeoutExpired:
                pass
    _background.clear()


def _exchange(process, data, keep_out, keep_err):
    """Writes the script, and shows or collects its output until the program has ended."""
    targets = {
        process.stdout.fileno(): (keep_out["out"].append if keep_out else sys.stdout.write, _Decoder(), process.stdout),
        process.stderr.fileno(): (keep_err["err"].append if keep_err else sys.stderr.write, _Decoder(), process.stderr),
    }
    to = process.stdin.fileno()
    while targets or to is not None:
        readable, writable, _ = select.select(list(targets), [] if to is None else [to], [])
        if writable:
            try:
                data = data[os.write(to, data[:512]) :]
            except BrokenPipeError:
                data = b""
            if not data:
                process.stdin.close()
                to = None
        for fd in readable:
            write, decoder, stream = targets[fd]
            part = os.read(fd, 65536)
            text = decoder.decode(part, not part)
            if text:
                write(text)
            if not part:
                stream.close()
                del targets[fd]
    process.wait()


def _stop(process):
    """Ends an interrupted script, the gentle way first."""
    for number, words in ((signal.SIGINT, "interrupted"), (signal.SIGTERM, "terminated"), (signal.SIGKILL, "killed")):
        try:
            os.killpg(process.pid, number)
            process.wait(0.1)
        except ProcessLookupError:
            pass
        except subprocess.TimeoutExpired:
            continue
        print(f"Process is {words}.")
        return
