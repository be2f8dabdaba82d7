# asyncio.runners: from code that does not await to code that does.

import contextlib
import contextvars
import enum
import functools
import signal
import threading
from asyncio import coroutines, events, exceptions, tasks

__all__ = ("Runner", "run")


class _State(enum.Enum):
    CREATED = "created"
    INITIALIZED = "initialized"
    CLOSED = "closed"


def _run_task(loop, task):
    """Run a task to its end; an interrupt cancels it and is raised then."""
    try:
        return loop.run_until_complete(task)
    except KeyboardInterrupt:
        if not task.done():
            task.cancel()
            try:
                loop.run_until_complete(task)
            except exceptions.CancelledError:
                pass
        raise


@contextlib.contextmanager
def _interrupts_call(handler):
    """Have SIGINT call a handler in the block, where it would raise KeyboardInterrupt."""
    default = signal.default_int_handler
    if threading.current_thread() is threading.main_thread() and signal.getsignal(signal.SIGINT) is default:
        # Where signals cannot be handled, there is nothing to do.
        with contextlib.suppress(ValueError):
            signal.signal(signal.SIGINT, handler)
    try:
        yield
    finally:
        if signal.getsignal(signal.SIGINT) is handler:
            signal.signal(signal.SIGINT, default)


class Runner:
    """An event loop that runs several coroutines, one after the other, and is closed at the end."""

    def __init__(self, *, debug=None, loop_factory=None):
        self._debug, self._loop_factory = debug, loop_factory
        self._state = _State.CREATED
        # Made when they are first used.
        self._loop = self._context = None
        # Whether this thread's loop is this one by set_event_loop().
        self._set_event_loop = False

    def __enter__(self):
        self._lazy_init()
        return self

    def __exit__(self, *details):
        self.close()

    def close(self):
        """Shutdown and close event loop."""
        if self._state is _State.INITIALIZED:
            try:
                self._end_work(self._loop)
            finally:
                self._close_loop()

    def _end_work(self, loop):
        """End the tasks, asynchronous generators and threads of the loop."""
        _cancel_all_tasks(loop)
        for left in (loop.shutdown_asyncgens, loop.shutdown_default_executor):
            loop.run_until_complete(left())

    def _close_loop(self):
        if self._set_event_loop:
            events.set_event_loop(None)
        self._loop.close()
        self._loop, self._state = None, _State.CLOSED

    def get_loop(self):
        """Return embedded event loop."""
        self._lazy_init()
        return self._loop

    def run(self, coro, *, context=None):
        """Run code in the embedded event loop."""
        if not coroutines.iscoroutine(coro):
            raise ValueError(f"a coroutine was expected, got {coro!r}")
        if events._get_running_loop() is not None:
            raise RuntimeError("Runner.run() cannot be called from a running event loop")
        self._lazy_init()
        task = self._loop.create_task(coro, context=self._context if context is None else context)
        self._interrupt_count = 0
        with _interrupts_call(functools.partial(self._on_sigint, main_task=task)):
            return self._result(task)

    def _result(self, task):
        """The result of a task; KeyboardInterrupt where an interrupt was all that cancelled it."""
        try:
            return self._loop.run_until_complete(task)
        except exceptions.CancelledError:
            if self._interrupt_count > 0 and hasattr(task, "uncancel") and task.uncancel() == 0:
                raise KeyboardInterrupt()
            raise

    def _on_sigint(self, signum, frame, main_task):
        """Cancel the task at the first interrupt; the next ones have their usual meaning."""
        self._interrupt_count += 1
        if self._interrupt_count > 1 or main_task.done():
            raise KeyboardInterrupt()
        main_task.cancel()
        # The loop may wait for files.
        self._loop.call_soon_threadsafe(lambda: None)

    def _lazy_init(self):
        if self._state is _State.CLOSED:
            raise RuntimeError("Runner is closed")
        if self._state is _State.CREATED:
            self._loop = self._new_loop()
            if self._debug is not None:
                self._loop.set_debug(self._debug)
            self._context = contextvars.copy_context()
            self._state = _State.INITIALIZED

    def _new_loop(self):
        """The loop of the factory; without one that of the policy, which becomes this thread's."""
        if self._loop_factory is not None:
            return self._loop_factory()
        loop = events.new_event_loop()
        if not self._set_event_loop:
            events.set_event_loop(loop)
            self._set_event_loop = True
        return loop


def run(main, *, debug=None, loop_factory=None):
    """Execute the coroutine and return the result."""
    if events._get_running_loop() is not None:
        raise RuntimeError("asyncio.run() cannot be called from a running event loop")
    with Runner(debug=debug, loop_factory=loop_factory) as runner:
        return runner.run(main)


def _cancel_all_tasks(loop):
    left = tasks.all_tasks(loop)
    if not left:
        return
    for task in left:
        task.cancel()
    loop.run_until_complete(tasks.gather(*left, return_exceptions=True))
    for task in left:
        if not task.cancelled() and task.exception() is not None:
            loop.call_exception_handler(
                {
                    "message": "unhandled exception during asyncio.run() shutdown",
                    "exception": task.exception(),
                    "task": task,
                }
            )
