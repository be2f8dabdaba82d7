# asyncio.tasks: coroutines that an event loop runs, and how to wait for several.

import contextvars
import functools
import inspect
import itertools
import types
import weakref
from asyncio import coroutines, events, exceptions, futures, timeouts
from asyncio.coroutines import _format_coroutine
from types import GenericAlias

__all__ = (
    "Task",
    "create_task",
    "FIRST_COMPLETED",
    "FIRST_EXCEPTION",
    "ALL_COMPLETED",
    "wait",
    "wait_for",
    "as_completed",
    "sleep",
    "gather",
    "shield",
    "ensure_future",
    "run_coroutine_threadsafe",
    "current_task",
    "all_tasks",
    "create_eager_task_factory",
    "eager_task_factory",
    "_register_task",
    "_unregister_task",
    "_enter_task",
    "_leave_task",
)

FIRST_COMPLETED, FIRST_EXCEPTION, ALL_COMPLETED = "FIRST_COMPLETED", "FIRST_EXCEPTION", "ALL_COMPLETED"

_numbers = itertools.count(1)
# Tasks that a loop runs: of those that nobody else holds it knows as long as something wakes them.
_scheduled_tasks = weakref.WeakSet()
# Tasks that run to their first wait.
_eager_tasks = set()
# The running task of each loop.
_current_tasks = {}


def current_task(loop=None):
    """Return a currently executed task."""
    return _current_tasks.get(events.get_running_loop() if loop is None else loop)


def all_tasks(loop=None):
    """Return a set of all tasks for the loop."""
    loop = events.get_running_loop() if loop is None else loop
    known = [*_eager_tasks, *_scheduled_tasks]
    return {task for task in known if futures._get_loop(task) is loop and not task.done()}


def _register_task(task):
    _scheduled_tasks.add(task)


def _unregister_task(task):
    _scheduled_tasks.discard(task)


def _register_eager_task(task):
    _eager_tasks.add(task)


def _unregister_eager_task(task):
    _eager_tasks.discard(task)


def _enter_task(loop, task):
    running = _current_tasks.get(loop)
    if running is not None:
        raise RuntimeError(f"Cannot enter into task {task!r} while another task {running!r} is being executed.")
    _current_tasks[loop] = task


def _leave_task(loop, task):
    running = _current_tasks.get(loop)
    if running is not task:
        raise RuntimeError(f"Leaving task {task!r} does not match the current task {running!r}.")
    del _current_tasks[loop]


def _swap_current_task(loop, task):
    before = _current_tasks.get(loop)
    if task is None:
        del _current_tasks[loop]
    else:
        _current_tasks[loop] = task
    return before


class Task(futures.Future):
    """A coroutine wrapped in a Future."""

    _log_destroy_pending = True

    def __init__(self, coro, *, loop=None, name=None, context=None, eager_start=False):
        super().__init__(loop=loop)
        if not coroutines.iscoroutine(coro):
            raise TypeError(f"a coroutine was expected, got {coro!r}")
        self._name = f"Task-{next(_numbers)}" if name is None else str(name)
        self._num_cancels_requested = 0
        self._must_cancel = False
        self._fut_waiter = None
        self._coro = coro
        self._context = contextvars.copy_context() if context is None else context
        if eager_start and self._loop.is_running():
            self.__start()
        else:
            self._loop.call_soon(self.__step, context=self._context)
            _register_task(self)

    def __del__(self):
        # The exception handler may hold it.
        _unregister_task(self)
        if self._state == "PENDING" and self._log_destroy_pending:
            context = {"task": self, "message": "Task was destroyed but it is pending!"}
            if self._source_traceback:
                context["source_traceback"] = self._source_traceback
            self._loop.call_exception_handler(context)
        super().__del__()

    __class_getitem__ = classmethod(GenericAlias)

    def _repr_info(self):
        info = super()._repr_info()
        if self.cancelling() and not self.done():
            info[0] = "cancelling"
        info.insert(1, f"name={self._name!r}")
        if self._fut_waiter is not None:
            info.insert(2, f"wait_for={self._fut_waiter!r}")
        if self._coro:
            info.insert(2, f"coro=<{_format_coroutine(self._coro)}>")
        return info

    def get_name(self):
        return self._name

    def set_name(self, value):
        self._name = str(value)

    def get_context(self):
        return self._context

    def get_coro(self):
        return self._coro

    def set_result(self, result):
        raise RuntimeError("Task does not support set_result operation")

    def set_exception(self, exception):
        raise RuntimeError("Task does not support set_exception operation")

    def get_stack(self, *, limit=None):
        """The frame where the coroutine waits, in a list."""
        frame = getattr(self._coro, "cr_frame", None) or getattr(self._coro, "gi_frame", None)
        return [] if frame is None else [frame]

    def print_stack(self, *, limit=None, file=None):
        """Print where the coroutine waits."""
        frames = self.get_stack(limit=limit)
        print(f"Stack for {self!r} (most recent call last):" if frames else f"No stack for {self!r}", file=file)
        for frame in frames:
            code = frame.f_code
            print(f'  File "{code.co_filename}", line {frame.f_lineno}, in {code.co_name}', file=file)

    def cancel(self, msg=None):
        """Request that this task cancel itself."""
        self._log_traceback = False
        if self.done():
            return False
        self._num_cancels_requested += 1
        waits_for = self._fut_waiter
        if waits_for is None or not waits_for.cancel(msg=msg):
            # The next turn begins with the error.
            self._must_cancel, self._cancel_message = True, msg
        return True

    def cancelling(self):
        """Return the count of the task's cancellation requests."""
        return self._num_cancels_requested

    def uncancel(self):
        """Decrement the task's count of cancellation requests."""
        if self._num_cancels_requested == 1:
            # The last one is taken back before the task saw it.
            self._must_cancel = False
        self._num_cancels_requested = max(0, self._num_cancels_requested - 1)
        return self._num_cancels_requested

    def __start(self):
        """Run to the first wait at once, within the task that asks for it."""
        before = _swap_current_task(self._loop, self)
        try:
            _register_eager_task(self)
            try:
                self._context.run(self.__run, None)
            finally:
                _unregister_eager_task(self)
        finally:
            _swap_current_task(self._loop, before)
            if self.done():
                self._coro = None
            else:
                _register_task(self)

    def __step(self, error=None):
        """One turn: run the coroutine to what it waits for next."""
        if self._state != "PENDING":
            raise exceptions.InvalidStateError(f"_step(): already done: {self!r}, {error!r}")
        loop = self._loop
        if loop in _current_tasks:
            _enter_task(loop, self)
        _current_tasks[loop] = self
        try:
            self.__run(error)
        finally:
            del _current_tasks[loop]

    def __run(self, error):
        if self._must_cancel:
            if not isinstance(error, exceptions.CancelledError):
                error = self._make_cancelled_error()
            self._must_cancel = False
        coro = self._coro
        self._fut_waiter = None
        try:
            waits_for = coro.send(None) if error is None else coro.throw(error)
        except StopIteration as stop:
            if self._must_cancel:
                self._must_cancel = False
                super().cancel(msg=self._cancel_message)
            else:
                super().set_result(stop.value)
        except exceptions.CancelledError as cancelled:
            self._cancelled_exc = cancelled
            super().cancel()
        except (KeyboardInterrupt, SystemExit) as stop:
            super().set_exception(stop)
            raise
        except BaseException as failed:
            super().set_exception(failed)
        else:
            self.__wait_for(waits_for)
        self = None

    def __wait_for(self, future):
        blocking = getattr(future, "_asyncio_future_blocking", None)
        if blocking is None:
            if future is None:
                self._loop.call_soon(self.__step, context=self._context)
            elif inspect.isgenerator(future):
                self.__fail(f"yield was used instead of yield from for generator in task {self!r} with {future!r}")
            else:
                self.__fail(f"Task got bad yield: {future!r}")
        elif futures._get_loop(future) is not self._loop:
            self.__fail(f"Task {self!r} got Future {future!r} attached to a different loop")
        elif not blocking:
            self.__fail(f"yield was used instead of yield from in task {self!r} with {future!r}")
        elif future is self:
            self.__fail(f"Task cannot await on itself: {self!r}")
        else:
            future._asyncio_future_blocking = False
            future.add_done_callback(self.task_wakeup, context=self._context)
            self._fut_waiter = future
            if self._must_cancel and future.cancel(msg=self._cancel_message):
                self._must_cancel = False

    def __fail(self, message):
        self._loop.call_soon(self.__step, RuntimeError(message), context=self._context)

    def task_wakeup(self, future):
        try:
            future.result()
        except BaseException as error:
            self.__step(error)
        else:
            self.__step()
        self = None


# The names of CPython's two implementations.
_PyTask = _CTask = Task


def create_task(coro, *, name=None, context=None, **keywords):
    """Schedule the execution of a coroutine object in a spawn task."""
    return events.get_running_loop().create_task(coro, name=name, context=context, **keywords)


def create_eager_task_factory(custom_task_constructor):
    """A task factory whose tasks run to their first wait at once."""

    def factory(loop, coro, *, name=None, context=None):
        return custom_task_constructor(coro, loop=loop, name=name, context=context, eager_start=True)

    return factory


eager_task_factory = create_eager_task_factory(Task)


def ensure_future(coro_or_future, *, loop=None):
    """Wrap a coroutine or an awaitable in a future."""
    if futures.isfuture(coro_or_future):
        if loop is not None and loop is not futures._get_loop(coro_or_future):
            raise ValueError("The future belongs to a different loop than the one specified as the loop argument")
        return coro_or_future
    coro = coro_or_future
    if not coroutines.iscoroutine(coro):
        if not inspect.isawaitable(coro):
            raise TypeError("An asyncio.Future, a coroutine or an awaitable is required")
        coro = _wrap_awaitable(coro)
    loop = events.get_event_loop() if loop is None else loop
    try:
        return loop.create_task(coro)
    except RuntimeError:
        if coro is coro_or_future:
            coro.close()
        raise


async def _wrap_awaitable(awaitable):
    return await awaitable


@types.coroutine
def _pass_turn():
    yield


async def sleep(delay, result=None):
    """Coroutine that completes after a given time (in seconds)."""
    if delay <= 0:
        await _pass_turn()
        return result
    if delay != delay:
        raise ValueError("Invalid delay: NaN (not a number)")
    loop = events.get_running_loop()
    future = loop.create_future()
    timer = loop.call_later(delay, futures._set_result_unless_cancelled, future, result)
    try:
        return await future
    finally:
        timer.cancel()


async def wait(fs, *, timeout=None, return_when=ALL_COMPLETED):
    """Wait for the Futures or Tasks given by fs to complete: (done, pending)."""
    if futures.isfuture(fs) or coroutines.iscoroutine(fs):
        raise TypeError(f"expect a list of futures, not {type(fs).__name__}")
    if not fs:
        raise ValueError("Set of Tasks/Futures is empty.")
    if return_when not in (FIRST_COMPLETED, FIRST_EXCEPTION, ALL_COMPLETED):
        raise ValueError(f"Invalid return_when value: {return_when}")
    fs = set(fs)
    if any(coroutines.iscoroutine(f) for f in fs):
        raise TypeError("Passing coroutines is forbidden, use tasks explicitly.")
    return await _wait(fs, timeout, return_when, events.get_running_loop())


async def _wait(fs, timeout, return_when, loop):
    waiter = loop.create_future()
    timer = None if timeout is None else loop.call_later(timeout, _release, waiter)
    left = len(fs)

    def one_done(future):
        nonlocal left
        left -= 1
        failed = return_when == FIRST_EXCEPTION and not future.cancelled() and future.exception() is not None
        if left <= 0 or return_when == FIRST_COMPLETED or failed:
            if timer is not None:
                timer.cancel()
            _release(waiter)

    for future in fs:
        future.add_done_callback(one_done)
    try:
        await waiter
    finally:
        if timer is not None:
            timer.cancel()
        for future in fs:
            future.remove_done_callback(one_done)
    done = {future for future in fs if future.done()}
    return done, fs - done


def _release(waiter, *args):
    if not waiter.done():
        waiter.set_result(None)


async def wait_for(fut, timeout):
    """Wait for the single Future or coroutine to complete, with timeout."""
    if fut is not None and not futures.isfuture(fut) and not inspect.isawaitable(fut):
        raise TypeError("An asyncio.Future, a coroutine or an awaitable is required")
    if timeout is not None and timeout <= 0:
        return await _result_now(ensure_future(fut))
    async with timeouts.timeout(timeout):
        return await fut


async def _result_now(future):
    """The result where it is there; else the future is cancelled, which it may refuse."""
    if future.done():
        return future.result()
    await _cancel_and_wait(future)
    try:
        return future.result()
    except exceptions.CancelledError as error:
        raise TimeoutError from error


async def _cancel_and_wait(future):
    loop = events.get_running_loop()
    waiter = loop.create_future()
    done = functools.partial(_release, waiter)
    future.add_done_callback(done)
    try:
        future.cancel()
        await waiter
    finally:
        future.remove_done_callback(done)


class _AsCompleted:
    """What as_completed() gives: an iterator of coroutines, or an asynchronous one of the futures themselves."""

    def __init__(self, aws, timeout):
        from asyncio.queues import Queue

        self._done = Queue()
        self._timer = None
        loop = events.get_event_loop()
        todo = {ensure_future(future, loop=loop) for future in set(aws)}
        self._todo = todo
        self._left = len(todo)
        for future in todo:
            future.add_done_callback(self._one_done)
        if todo and timeout is not None:
            self._timer = loop.call_later(timeout, self._timed_out)

    def __aiter__(self):
        return self

    def __iter__(self):
        return self

    async def __anext__(self):
        if not self._left:
            raise StopAsyncIteration
        self._left -= 1
        return await self._next_future()

    def __next__(self):
        if not self._left:
            raise StopIteration
        self._left -= 1
        return self._next_result()

    async def _next_future(self):
        future = await self._done.get()
        if future is None:
            raise exceptions.TimeoutError
        return future

    async def _next_result(self):
        return (await self._next_future()).result()

    def _one_done(self, future):
        if future not in self._todo:
            return
        self._todo.discard(future)
        self._done.put_nowait(future)
        if not self._todo and self._timer is not None:
            self._timer.cancel()

    def _timed_out(self):
        for future in self._todo:
            future.remove_done_callback(self._one_done)
            self._done.put_nowait(None)
        self._todo.clear()


def as_completed(fs, *, timeout=None):
    """An iterator of awaitables in the order in which they are done."""
    if futures.isfuture(fs) or coroutines.iscoroutine(fs):
        raise TypeError(f"expect an iterable of futures, not {type(fs).__name__}")
    return _AsCompleted(fs, timeout)


class _GatheringFuture(futures.Future):
    """What gather() gives: its cancellation is that of its children."""

    def __init__(self, children, *, loop):
        self._children, self._cancel_requested = children, False
        super().__init__(loop=loop)

    def cancel(self, msg=None):
        if self.done():
            return False
        asked = [child.cancel(msg=msg) for child in self._children]
        if any(asked):
            # The children end first, whatever they make of it.
            self._cancel_requested = True
        return any(asked)


def gather(*coros_or_futures, return_exceptions=False):
    """Return a future aggregating results from the given coroutines/futures."""
    if not coros_or_futures:
        future = events.get_event_loop().create_future()
        future.set_result([])
        return future
    loop = events._get_running_loop()
    if loop is None and not any(futures.isfuture(arg) for arg in coros_or_futures):
        loop = events.get_event_loop()
    by_argument, children = {}, []
    outer = None
    left = 0

    def one_done(child):
        nonlocal left
        left -= 1
        if outer is None or outer.done():
            _nobody_asks(child)
            return
        if not return_exceptions:
            if child.cancelled():
                outer.set_exception(child._make_cancelled_error())
                return
            if child.exception() is not None:
                outer.set_exception(child.exception())
                return
        if left:
            return
        if outer._cancel_requested:
            outer.set_exception(child._make_cancelled_error() if child.cancelled() else exceptions.CancelledError())
            return
        outer.set_result([_outcome(child) for child in children])

    already_done = []
    for arg in coros_or_futures:
        if arg not in by_argument:
            child = ensure_future(arg, loop=loop)
            if loop is None:
                loop = futures._get_loop(child)
            if child is not arg:
                child._log_destroy_pending = False
            left += 1
            by_argument[arg] = child
            if child.done():
                already_done.append(child)
            else:
                child.add_done_callback(one_done)
        else:
            child = by_argument[arg]
        children.append(child)
    outer = _GatheringFuture(children, loop=loop)
    for child in already_done:
        one_done(child)
    return outer


def _outcome(child):
    """A child's result, or its exception as a value."""
    if child.cancelled():
        return exceptions.CancelledError("" if child._cancel_message is None else child._cancel_message)
    return child.exception() if child.exception() is not None else child.result()


def _nobody_asks(future):
    """The outcome of a future comes too late: its error is not reported."""
    if not future.cancelled():
        future.exception()


def shield(arg):
    """Wait for a future, shielding it from cancellation."""
    inner = ensure_future(arg)
    if inner.done():
        return inner
    outer = futures._get_loop(inner).create_future()

    def inner_done(inner):
        if outer.cancelled():
            _nobody_asks(inner)
        elif inner.cancelled():
            outer.cancel()
        elif inner.exception() is not None:
            outer.set_exception(inner.exception())
        else:
            outer.set_result(inner.result())

    def outer_done(outer):
        if not inner.done():
            inner.remove_done_callback(inner_done)

    inner.add_done_callback(inner_done)
    outer.add_done_callback(outer_done)
    return outer


def run_coroutine_threadsafe(coro, loop):
    """Submit a coroutine object to a given event loop from another thread; a concurrent.futures.Future of its result."""
    if not coroutines.iscoroutine(coro):
        raise TypeError("A coroutine object is required")
    from concurrent.futures import Future

    future = Future()

    def begin():
        try:
            futures._chain_future(ensure_future(coro, loop=loop), future)
        except (SystemExit, KeyboardInterrupt):
            raise
        except BaseException as error:
            if future.set_running_or_notify_cancel():
                future.set_exception(error)
            raise

    loop.call_soon_threadsafe(begin)
    return future


# The names of CPython's two implementations.
_py_current_task = _c_current_task = current_task
_py_all_tasks = _c_all_tasks = all_tasks
_py_register_task = _c_register_task = _register_task
_py_unregister_task = _c_unregister_task = _unregister_task
_py_register_eager_task = _c_register_eager_task = _register_eager_task
_py_unregister_eager_task = _c_unregister_eager_task = _unregister_eager_task
_py_enter_task = _c_enter_task = _enter_task
_py_leave_task = _c_leave_task = _leave_task
_py_swap_current_task = _c_swap_current_task = _swap_current_task
