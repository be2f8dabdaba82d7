# asyncio.base_events: the event loop.

import collections
import heapq
import sys
import time
import warnings
from asyncio import coroutines, events, futures, tasks, timeouts
from asyncio.connections import _ipaddr_info as _ipaddr_info
from asyncio.log import logger
from asyncio.servers import Server

from _tensorcell.asyncio import AsyncGenerators

__all__ = ("BaseEventLoop", "Server")

# A loop whose timers were mostly cancelled forgets those.
_MIN_SCHEDULED_TIMER_HANDLES = 100
_MIN_CANCELLED_TIMER_HANDLES_FRACTION = 0.5


class _WakeUp:
    """Lets the loop wait until a moment, and other threads end the wait."""

    def __init__(self):
        try:
            from _thread import allocate_lock
        except ImportError:
            self._lock = None
            return
        self._lock = allocate_lock()
        self._lock.acquire()

    def wait(self, seconds):
        """Wait so long, without end for None."""
        if self._lock is not None:
            self._lock.acquire(True, -1 if seconds is None else seconds)
        else:
            time.sleep(86400 if seconds is None else seconds)

    def set(self):
        """End the wait, or the next one."""
        if self._lock is not None and self._lock.locked():
            try:
                self._lock.release()
            except RuntimeError:
                pass


class BaseEventLoop(events.AbstractEventLoop):
    """Runs callbacks, one after the other."""

    def __init__(self):
        self._ready = collections.deque()
        # (moment, number, handle): the number keeps those of one moment in order.
        self._scheduled = []
        self._timer_count = 0
        self._timer_cancelled_count = 0
        self._closed = False
        self._stopping = False
        self._default_executor = None
        self._executor_shutdown_called = False
        self._exception_handler = None
        self._task_factory = None
        self._debug = coroutines._is_debug_mode()
        self.slow_callback_duration = 0.1
        self._asyncgens = AsyncGenerators()
        self._asyncgens_shutdown_called = False
        self._clock_resolution = 1e-9
        self._wake_up = _WakeUp()
        # Made when the first file is watched.
        self._files = None

    def __repr__(self):
        return f"<{type(self).__name__} running={self.is_running()} closed={self.is_closed()} debug={self.get_debug()}>"

    # --- running
    def run_forever(self):
        """Run until stop() is called."""
        self._check_closed()
        self._check_running()
        hooks = sys.get_asyncgen_hooks()
        before = events._get_running_loop()
        self._running, self._thread_id = True, events._get_ident()
        try:
            sys.set_asyncgen_hooks(firstiter=self._asyncgen_begins, finalizer=self._asyncgen_dies)
            events._set_running_loop(self)
            while True:
                self._run_once()
                if self._stopping:
                    break
        finally:
            self._stopping = False
            self._running, self._thread_id = False, None
            events._set_running_loop(before)
            sys.set_asyncgen_hooks(*hooks)

    _running = False
    _selector_given = None
    _thread_id = None

    def run_until_complete(self, future):
        """Run until the future is done; its result."""
        self._check_closed()
        self._check_running()
        is_new = not futures.isfuture(future)
        future = tasks.ensure_future(future, loop=self)
        if is_new:
            # The task reports a failure here, not at its end.
            future._log_destroy_pending = False
        future.add_done_callback(_run_until_complete_cb)
        try:
            self.run_forever()
        except BaseException:
            if is_new and future.done() and not future.cancelled():
                # The caller gets the error from run_forever().
                future.exception()
            raise
        finally:
            future.remove_done_callback(_run_until_complete_cb)
        if not future.done():
            raise RuntimeError("Event loop stopped before Future completed.")
        return future.result()

    def stop(self):
        """Stop after the callbacks that are ready now."""
        self._stopping = True

    def close(self):
        """Close the loop, which must not be running."""
        if self.is_running():
            raise RuntimeError("Cannot close a running event loop")
        if self._closed:
            return
        self._closed = True
        self._ready.clear()
        self._scheduled.clear()
        self._executor_shutdown_called = True
        if self._files is not None:
            self._files.close()
            self._files = None
        executor, self._default_executor = self._default_executor, None
        if executor is not None:
            executor.shutdown(wait=False)

    def is_closed(self):
        """Return True if the event loop was closed."""
        return self._closed

    def is_running(self):
        """Return True if the event loop is running."""
        return self._running

    def time(self):
        """The loop's clock, in seconds."""
        return time.monotonic()

    def _check_closed(self):
        if self._closed:
            raise RuntimeError("Event loop is closed")

    def _check_running(self):
        if self.is_running():
            raise RuntimeError("This event loop is already running")
        if events._get_running_loop() is not None:
            raise RuntimeError("Cannot run the event loop while another loop is running")

    def _run_once(self):
        """Wait for what comes next, and run what is ready."""
        self._forget_cancelled()
        timeout = None
        if self._ready or self._stopping:
            timeout = 0
        elif self._scheduled:
            timeout = min(max(0, self._scheduled[0][0] - self.time()), 86400)
        if self._files is not None:
            self._files.wait(timeout)
        elif timeout != 0:
            self._wake_up.wait(timeout)
        end = self.time() + self._clock_resolution
        while self._scheduled and self._scheduled[0][0] <= end:
            handle = heapq.heappop(self._scheduled)[2]
            handle._scheduled = False
            self._ready.append(handle)
        # What these add has its turn the next time.
        for _ in range(len(self._ready)):
            handle = self._ready.popleft()
            if handle._cancelled:
                continue
            if self._debug:
                self._run_and_time(handle)
            else:
                handle._run()
        handle = None

    def _run_and_time(self, handle):
        """Run a callback, and say so where it took long."""
        begin = self.time()
        handle._run()
        seconds = self.time() - begin
        if seconds >= self.slow_callback_duration:
            logger.warning("Executing %s took %.3f seconds", _format_handle(handle), seconds)

    def _has_work(self):
        """Whether callbacks, timers or files are left."""
        self._forget_cancelled()
        return bool(self._ready or self._scheduled or self._files is not None and self._files.are_watched())

    def _forget_cancelled(self):
        count = len(self._scheduled)
        if count > _MIN_SCHEDULED_TIMER_HANDLES and self._timer_cancelled_count / count > _MIN_CANCELLED_TIMER_HANDLES_FRACTION:
            self._scheduled = [timer for timer in self._scheduled if not timer[2]._cancelled]
            heapq.heapify(self._scheduled)
            self._timer_cancelled_count = 0
        while self._scheduled and self._scheduled[0][2]._cancelled:
            self._timer_cancelled_count -= 1
            heapq.heappop(self._scheduled)[2]._scheduled = False

    # --- callbacks
    def call_soon(self, callback, *args, context=None):
        """Arrange for a callback to be called as soon as possible."""
        self._check_closed()
        if self._debug:
            self._check_thread()
            self._check_callback(callback, "call_soon")
        handle = events.Handle(callback, args, self, context)
        self._ready.append(handle)
        return handle

    def call_soon_threadsafe(self, callback, *args, context=None):
        """Like call_soon(), from any thread."""
        self._check_closed()
        if self._debug:
            self._check_callback(callback, "call_soon_threadsafe")
        handle = events.Handle(callback, args, self, context)
        self._ready.append(handle)
        self._wake()
        return handle

    def _wake(self):
        """End the wait for what comes next."""
        self._wake_up.set()
        if self._files is not None:
            self._files.wake_up()

    def _check_callback(self, callback, method):
        if coroutines.iscoroutine(callback) or coroutines.iscoroutinefunction(callback):
            raise TypeError(f"coroutines cannot be used with {method}()")
        if not callable(callback):
            raise TypeError(f"a callable object was expected by {method}(), got {callback!r}")

    def _check_thread(self):
        """Only the loop's own thread may add callbacks; looked at in debug mode."""
        if self._thread_id is not None and events._get_ident() != self._thread_id:
            raise RuntimeError("Non-thread-safe operation invoked on an event loop other than the current one")

    def call_later(self, delay, callback, *args, context=None):
        """Arrange for a callback to be called after so many seconds."""
        if delay is None:
            raise TypeError("delay must not be None")
        return self.call_at(self.time() + delay, callback, *args, context=context)

    def call_at(self, when, callback, *args, context=None):
        """Like call_later(), at a moment of the loop's clock."""
        if when is None:
            raise TypeError("when cannot be None")
        self._check_closed()
        if self._debug:
            self._check_thread()
            self._check_callback(callback, "call_at")
        timer = events.TimerHandle(when, callback, args, self, context)
        self._timer_count += 1
        heapq.heappush(self._scheduled, (when, self._timer_count, timer))
        timer._scheduled = True
        return timer

    def _timer_handle_cancelled(self, handle):
        if handle._scheduled:
            self._timer_cancelled_count += 1

    # --- futures and tasks
    def create_future(self):
        """Create a Future object attached to the loop."""
        return futures.Future(loop=self)

    def create_task(self, coro, *, name=None, context=None, **keywords):
        """Schedule a coroutine; its task."""
        self._check_closed()
        if self._task_factory is None:
            return tasks.Task(coro, loop=self, name=name, context=context, **keywords)
        options = dict(keywords)
        if context is not None:
            options["context"] = context
        task = self._task_factory(self, coro, **options)
        if name is not None and hasattr(task, "set_name"):
            task.set_name(name)
        return task

    def set_task_factory(self, factory):
        """Set the function that create_task() makes tasks with; None: the default one."""
        if factory is not None and not callable(factory):
            raise TypeError("task factory must be a callable or None")
        self._task_factory = factory

    def get_task_factory(self):
        """Return a task factory, or None if the default one is in use."""
        return self._task_factory

    # --- asynchronous generators
    def _asyncgen_begins(self, agen):
        self._asyncgens.add(agen)

    def _asyncgen_dies(self, agen):
        if not self.is_closed():
            self.call_soon_threadsafe(self.create_task, agen.aclose())

    async def shutdown_asyncgens(self):
        """Close all asynchronous generators that have begun and not ended."""
        self._asyncgens_shutdown_called = True
        closing = self._asyncgens.take()
        results = await tasks.gather(*[agen.aclose() for agen in closing], return_exceptions=True)
        for result, agen in zip(results, closing):
            if isinstance(result, Exception):
                self.call_exception_handler(
                    {
                        "message": f"an error occurred during closing of asynchronous generator {agen!r}",
                        "exception": result,
                        "asyncgen": agen,
                    }
                )

    # --- executors
    def run_in_executor(self, executor, func, *args):
        """Call a function in a thread of an executor; a future of its result."""
        self._check_closed()
        if executor is None:
            if self._executor_shutdown_called:
                raise RuntimeError("Executor shutdown has been called")
            if self._default_executor is None:
                from concurrent.futures import ThreadPoolExecutor

                self._default_executor = ThreadPoolExecutor(thread_name_prefix="asyncio")
            executor = self._default_executor
        return futures.wrap_future(executor.submit(func, *args), loop=self)

    def set_default_executor(self, executor):
        """Set the executor that run_in_executor(None, ...) uses."""
        from concurrent.futures import ThreadPoolExecutor

        if not isinstance(executor, ThreadPoolExecutor):
            raise TypeError("executor must be ThreadPoolExecutor instance")
        self._default_executor = executor

    async def shutdown_default_executor(self, timeout=None):
        """Wait for the threads of the default executor to end."""
        self._executor_shutdown_called = True
        if self._default_executor is None:
            return
        import threading

        future = self.create_future()
        thread = threading.Thread(target=self._shut_executor_down, args=(future,))
        thread.start()
        try:
            async with timeouts.timeout(timeout):
                await future
        except TimeoutError:
            text = f"The executor did not finishing joining its threads within {timeout} seconds."
            warnings.warn(text, RuntimeWarning, stacklevel=2)
            self._default_executor.shutdown(wait=False)
        else:
            thread.join()

    def _shut_executor_down(self, future):
        try:
            self._default_executor.shutdown(wait=True)
            if not self.is_closed():
                self.call_soon_threadsafe(futures._set_result_unless_cancelled, future, None)
        except Exception as error:
            if not self.is_closed() and not future.cancelled():
                self.call_soon_threadsafe(future.set_exception, error)

    # --- errors
    def get_exception_handler(self):
        """Return an exception handler, or None if the default one is in use."""
        return self._exception_handler

    def set_exception_handler(self, handler):
        """Set the function that is told of errors; None: the default one."""
        if handler is not None and not callable(handler):
            raise TypeError(f"A callable object or None is expected, got {handler!r}")
        self._exception_handler = handler

    def default_exception_handler(self, context):
        """Log an error."""
        lines = [context.get("message") or "Unhandled exception in event loop"]
        for key in sorted(context):
            if key not in ("message", "exception"):
                lines.append(f"{key}: {context[key]!r}")
        exception = context.get("exception")
        details = False if exception is None else (type(exception), exception, exception.__traceback__)
        logger.error("\n".join(lines), exc_info=details)

    def call_exception_handler(self, context):
        """Tell the loop's exception handler of an error."""
        try:
            if self._exception_handler is None:
                self.default_exception_handler(context)
            else:
                self._run_exception_handler(context)
        except (SystemExit, KeyboardInterrupt):
            raise
        except BaseException as error:
            told = {"message": "Unhandled error in exception handler", "exception": error, "context": context}
            try:
                self.default_exception_handler(told)
            except (SystemExit, KeyboardInterrupt):
                raise
            except BaseException:
                logger.error("Exception in default exception handler", exc_info=True)

    def _run_exception_handler(self, context):
        """Call the handler in the context of what failed."""
        failed = context.get("task") or context.get("future") or context.get("handle")
        own = failed.get_context() if hasattr(failed, "get_context") else None
        if own is None:
            self._exception_handler(self, context)
        else:
            own.run(self._exception_handler, self, context)

    def get_debug(self):
        """Return whether the loop looks for mistakes."""
        return self._debug

    def set_debug(self, enabled):
        """Have the loop look for mistakes, or not."""
        self._debug = enabled

    # --- files
    def _watched(self):
        if self._files is None:
            from asyncio.files import Files

            self._files = Files(self, self._selector_given)
        return self._files

    def _watched_sides(self, fd):
        """Which sides of a file have a callback."""
        return () if self._files is None else self._files.sides(fd)

    def _add_reader(self, fd, callback, *args):
        self._check_closed()
        handle = events.Handle(callback, args, self)
        self._watched().add(fd, "reader", handle)
        return handle

    def _remove_reader(self, fd):
        return self._files is not None and self._files.remove(fd, "reader")

    def _add_writer(self, fd, callback, *args):
        self._check_closed()
        handle = events.Handle(callback, args, self)
        self._watched().add(fd, "writer", handle)
        return handle

    def _remove_writer(self, fd):
        return self._files is not None and self._files.remove(fd, "writer")

    async def _connect_pipe(self, kind, protocol_factory, pipe):
        protocol, waiter = protocol_factory(), self.create_future()
        transport = kind(self, pipe, protocol, waiter)
        await waiter
        return transport, protocol

    async def connect_read_pipe(self, protocol_factory, pipe):
        """A transport that reads from a pipe, and its protocol."""
        from asyncio.pipes import ReadPipeTransport

        return await self._connect_pipe(ReadPipeTransport, protocol_factory, pipe)

    async def connect_write_pipe(self, protocol_factory, pipe):
        """A transport that writes to a pipe, and its protocol."""
        from asyncio.pipes import WritePipeTransport

        return await self._connect_pipe(WritePipeTransport, protocol_factory, pipe)

    async def subprocess_exec(self, protocol_factory, program, *args, stdin=-1, stdout=-1, stderr=-1, **options):
        """Run a program; its transport and protocol."""
        from asyncio.subprocess import _start

        options.update(stdin=stdin, stdout=stdout, stderr=stderr)
        return await _start(self, protocol_factory, [program, *args], options)

    async def subprocess_shell(self, protocol_factory, cmd, *, stdin=-1, stdout=-1, stderr=-1, **options):
        """Run a command of the shell; its transport and protocol."""
        from asyncio.subprocess import _start

        options.update(stdin=stdin, stdout=stdout, stderr=stderr, shell=True)
        return await _start(self, protocol_factory, cmd, options)


def _run_until_complete_cb(future):
    if not future.cancelled() and isinstance(future.exception(), (SystemExit, KeyboardInterrupt)):
        # The loop was left with it.
        return
    future.get_loop().stop()


def _format_handle(handle):
    """A callback as text: the task where it is a task's."""
    owner = getattr(handle._callback, "__self__", None)
    return repr(owner) if isinstance(owner, tasks.Task) else str(handle)


def _set_nodelay(sock):
    """Has small packets of TCP sent at once."""
    import socket

    if sock.family in (socket.AF_INET, socket.AF_INET6) and sock.type == socket.SOCK_STREAM and sock.proto in (0, 6):
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


def _check_ssl_socket(sock):
    ssl = sys.modules.get("ssl")
    if ssl is not None and isinstance(sock, ssl.SSLSocket):
        raise TypeError("Socket cannot be of type SSLSocket")
