"""Stands in for pyperf: times benchmarks in this process, by its processor time, and prints one line of JSON for each."""

import argparse
import asyncio
import json
import time

# Loops are added until a run takes so long; the least of so many runs counts, for other work only ever adds. Long ones are
# repeated no longer than for so many seconds.
RUN_SECONDS = 0.05
RUNS = 5
MOST_SECONDS = 3


class Runner:
    """What benchmarks ask of pyperf's."""

    def __init__(self, add_cmdline_args=None, **_):
        self.argparser = argparse.ArgumentParser()
        self.metadata = {}
        self.args = None

    def parse_args(self, args=None):
        self.args = self.argparser.parse_args(args)
        return self.args

    def bench_time_func(self, name, func, *args, inner_loops=1, **_):
        """Times a function that takes a number of loops and returns its seconds."""
        if self.args is None:
            self.parse_args()
        loops, seconds = 1, func(1, *args)
        while seconds < RUN_SECONDS:
            loops *= 2 if seconds > RUN_SECONDS / 16 else 8
            seconds = func(loops, *args)
        more = min(RUNS - 1, int(MOST_SECONDS / seconds))
        best = min([seconds] + [func(loops, *args) for _ in range(more)])
        print(json.dumps({"name": name, "seconds": best / loops / inner_loops}), flush=True)

    def bench_func(self, name, func, *args, inner_loops=1, **_):
        """Times calls of a function."""

        def timed(loops):
            begin = perf_counter()
            for _ in range(loops):
                func(*args)
            return perf_counter() - begin

        self.bench_time_func(name, timed, inner_loops=inner_loops)

    def bench_async_func(self, name, func, *args, loop_factory=None, **_):
        """Times runs of a coroutine."""

        async def repeated(loops):
            begin = perf_counter()
            for _ in range(loops):
                await func(*args)
            return perf_counter() - begin

        def timed(loops):
            with asyncio.Runner(loop_factory=loop_factory) as runner:
                return runner.run(repeated(loops))

        self.bench_time_func(name, timed)


def perf_counter():
    """The processor time of this process: a busy machine does not change it."""
    return time.process_time()


def python_implementation():
    """The name of what runs this."""
    return "cpython"


def python_has_jit():
    """Whether loops are compiled as they run."""
    return False
