"""Starts the ranks of a program as processes, and waits for them."""

import multiprocessing
import multiprocessing.connection
import os
import shutil
import signal
import sys
import tempfile
import time
import traceback
import warnings

from torch import _distributed


class ProcessException(Exception):
    """A process of `start_processes` has failed: `error_index` is its rank, `error_pid` its id."""

    def __init__(self, msg, error_index, pid):
        super().__init__(msg)
        self.msg, self.error_index, self.error_pid = msg, error_index, pid

    def __reduce__(self):
        return type(self), (self.msg, self.error_index, self.error_pid)


class ProcessRaisedException(ProcessException):
    """A process was ended by an exception, whose traceback is in the message."""


class ProcessExitedException(ProcessException):
    """A process was ended by a signal or an exit code."""

    def __init__(self, msg, error_index, error_pid, exit_code, signal_name=None):
        super().__init__(msg, error_index, error_pid)
        self.exit_code, self.signal_name = exit_code, signal_name

    def __reduce__(self):
        return type(self), (self.msg, self.error_index, self.error_pid, self.exit_code, self.signal_name)


def _run(fn, rank, args, error_file):
    """What a process does: an exception is written to the file, and the process ends with 1."""
    try:
        fn(rank, *args)
    except KeyboardInterrupt:
        pass
    except Exception:
        with open(error_file, "w", encoding="utf-8") as file:
            file.write(traceback.format_exc())
        sys.exit(1)


class ProcessContext:
    """The processes that `start_processes` has started."""

    def __init__(self, processes, folder):
        # Each process writes the exception that ends it to a file of its rank.
        self.processes, self._folder = processes, folder
        self.sentinels = {process.sentinel: rank for rank, process in enumerate(processes)}

    def pids(self):
        """The ids of the processes, by rank."""
        return [process.pid for process in self.processes]

    def join(self, timeout=None, grace_period=None):
        """Waits until a process ends or so many seconds have passed; whether all have ended.

        A failed process ends the others (by SIGTERM, after `grace_period` seconds by SIGKILL), and raises ProcessRaisedException or
        ProcessExitedException.
        """
        if not self.sentinels:
            shutil.rmtree(self._folder, ignore_errors=True)
            return True
        ended = [self.sentinels.pop(ready) for ready in multiprocessing.connection.wait(list(self.sentinels), timeout)]
        for rank in ended:
            self.processes[rank].join()
        failed = next((rank for rank in ended if self.processes[rank].exitcode != 0), None)
        if failed is None:
            return not self.sentinels and self.join()
        self._end(grace_period)
        original = _read(_file_of(self._folder, failed))
        shutil.rmtree(self._folder, ignore_errors=True)
        self._raise(failed, original)

    def _end(self, grace_period):
        for process in self.processes:
            if process.is_alive():
                process.terminate()
        latest = time.monotonic() + (30 if grace_period is None else grace_period)
        for process in self.processes:
            process.join(max(0, latest - time.monotonic()))
            if process.is_alive():
                process.kill()
                process.join()

    def _raise(self, rank, original):
        failed = self.processes[rank]
        if original is not None:
            message = f"\n\n-- Process {rank} terminated with the following error:\n{original}"
            raise ProcessRaisedException(message, rank, failed.pid)
        if failed.exitcode < 0:
            name = _signal_name(-failed.exitcode)
            raise ProcessExitedException(
                f"process {rank} terminated with signal {name}", rank, failed.pid, failed.exitcode, name
            )
        message = f"process {rank} terminated with exit code {failed.exitcode}"
        raise ProcessExitedException(message, rank, failed.pid, failed.exitcode)


SpawnContext = ProcessContext


def _signal_name(number):
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"<Unknown signal {number}>"


def _file_of(folder, rank):
    return os.path.join(folder, str(rank))


def _read(file):
    """The text that a process has written; None if it wrote none."""
    try:
        with open(file, encoding="utf-8") as opened:
            return opened.read()
    except FileNotFoundError:
        return None


def start_processes(fn, args=(), nprocs=1, join=True, daemon=False, start_method="spawn"):
    """Starts `nprocs` processes that call `fn(rank, *args)`; waits for them, or returns their context.

    Each process knows its rank and the number of ranks, so that `torch.distributed.init_process_group` connects them.
    """
    context = multiprocessing.get_context(start_method)
    folder = tempfile.mkdtemp(prefix="tensorcell-ranks-")
    processes = []
    before = dict(os.environ)
    for rank in range(nprocs):
        process = context.Process(target=_run, args=(fn, rank, args, _file_of(folder, rank)), daemon=daemon)
        os.environ.update(_distributed.rank_variables(rank, nprocs))
        try:
            process.start()
        finally:
            os.environ.clear()
            os.environ.update(before)
        processes.append(process)
    started = ProcessContext(processes, folder)
    if not join:
        return started
    while not started.join():
        pass


def spawn(fn, args=(), nprocs=1, join=True, daemon=False, start_method="spawn"):
    """Starts `nprocs` processes that call `fn(rank, *args)`, and waits for them; without `join` it returns their context.

    In a program that a launcher started as `nprocs` ranks, each of them calls `fn` itself.
    """
    if start_method != "spawn":
        warnings.warn(
            f"This method only supports start_method=spawn (got: {start_method}).\n"
            "To use a different start_method use:\n\t\t torch.multiprocessing.start_processes(...)",
            FutureWarning,
            stacklevel=2,
        )
    launched = _distributed.started()
    if launched is not None and launched[2] == nprocs:
        fn(launched[1], *args)
        return None
    return start_processes(fn, args, nprocs, join, daemon, start_method="spawn")
