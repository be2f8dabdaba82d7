# asyncio.base_events: the event loop.

import collections
import concurrent.futures
import heapq
import socket
import subprocess
import sys
import threading
import time
import traceback
import warnings
import weakref
from asyncio import connections, constants, coroutines, events, futures, tasks, timeouts
from asyncio.connections import _interleave_addrinfos as _interleave_addrinfos
from asyncio.connections import _ipaddr_info as _ipaddr_info
from asyncio.connections import _SendfileFallbackProtocol as _SendfileFallbackProtocol
from asyncio.connections import _set_reuseport as _set_reuseport
from asyncio.log import logger
from asyncio.servers import Server

__all__ = ("BaseEventLoop", "Server")

# A loop whose timers were mostly cancelled forgets those.
_MIN_SCHEDULED_TIMER_HANDLES = 100
_MIN_CANCELLED_TIMER_HANDLES_FRACTION = 0.5
# A loop waits no longer at once, in seconds.
MAXIMUM_SELECT_TIMEOUT = 24 * 3600
_HAS_IPv6 = hasattr(socket, "AF_INET6")


class BaseEventLoop(connections.Connections):
    """Runs callbacks, one after the other."""

    def __init__(self):
        self._ready = collections.deque()
        # A heap of timers.
        self._scheduled = []
        self._timer_cancelled_count = 0
        self._closed = False
        self._stopping = False
        self._default_executor = None
        self._executor_shutdown_called = False
        # Files that the loop itself waits for.
        self._internal_fds = 0
        # The thread that runs the loop.
        self._thread_id = None
        self._exception_handler = None
        self._task_factory = None
        self._old_agen_hooks = None
        # In debug mode: the callback that runs.
        self._current_handle = None
        self._coroutine_origin_tracking_enabled = False
        self._coroutine_origin_tracking_saved_depth = None
        self.set_debug(coroutines._is_debug_mode())
        self.slow_callback_duration = 0.1
        self._asyncgens = weakref.WeakSet()
        self._asyncgens_shutdown_called = False
        self._clock_resolution = time.get_clock_info("monotonic").resolution

    def __repr__(self):
        return f"<{type(self).__name__} running={self.is_running()} closed={self.is_closed()} debug={self.get_debug()}>"

    def __del__(self, _warn=warnings.warn):
        if not self.is_closed():
            _warn(f"unclosed event loop {self!r}", ResourceWarning, source=self)
            if not self.is_running():
                self.close()

    # --- what loops of a kind of files add
    def _process_events(self, event_list):
        """Make ready what the selector found."""
        raise NotImplementedError

    def _write_to_self(self):
        """End the wait for files, from another thread or a signal."""
        raise NotImplementedError

    def _make_socket_transport(self, sock, protocol, waiter=None, *, extra=None, server=None):
        raise NotImplementedError

    def _make_ssl_transport(
        self, rawsock, protocol, sslcontext, waiter=None, *, server_side=False, server_hostname=None, extra=None, server=None,
        ssl_handshake_timeout=None, ssl_shutdown_timeout=None, call_connection_made=True,
    ):  # fmt: skip
        raise NotImplementedError

    def _make_datagram_transport(self, sock, protocol, address=None, waiter=None, extra=None):
        raise NotImplementedError

    def _make_read_pipe_transport(self, pipe, protocol, waiter=None, extra=None):
        raise NotImplementedError

    def _make_write_pipe_transport(self, pipe, protocol, waiter=None, extra=None):
        raise NotImplementedError

    async def _make_subprocess_transport(self, protocol, args, shell, stdin, stdout, stderr, bufsize, extra=None, **kwargs):
        raise NotImplementedError

    # --- running
    def run_forever(self):
        """Run until stop() is called."""
        self._run_forever_setup()
        try:
            self._run_until_stopped()
        finally:
            self._run_forever_cleanup()

    def _run_until_stopped(self):
        while True:
            self._run_once()
            if self._stopping:
                return

    def _run_forever_setup(self):
        self._check_closed()
        self._check_running()
        self._thread_id = threading.get_ident()
        self._set_coroutine_origin_tracking(self._debug)
        self._old_agen_hooks = sys.get_asyncgen_hooks()
        sys.set_asyncgen_hooks(firstiter=self._asyncgen_firstiter_hook, finalizer=self._asyncgen_finalizer_hook)
        events._set_running_loop(self)

    def _run_forever_cleanup(self):
        events._set_running_loop(None)
        self._thread_id, self._stopping = None, False
        self._set_coroutine_origin_tracking(False)
        hooks, self._old_agen_hooks = self._old_agen_hooks, None
        if hooks is not None:
            sys.set_asyncgen_hooks(*hooks)

    def stop(self):
        """Stop after the callbacks that are ready now."""
        self._stopping = True

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

    def close(self):
        """Close the loop, which must not be running."""
        if self.is_running():
            raise RuntimeError("Cannot close a running event loop")
        if not self._closed:
            if self._debug:
                logger.debug("Close %r", self)
            self._closed = True
            self._drop_work()

    def _drop_work(self):
        """Forget what would still run, and end the default executor."""
        for waiting in (self._ready, self._scheduled):
            waiting.clear()
        executor, self._default_executor = self._default_executor, None
        self._executor_shutdown_called = True
        if executor is not None:
            executor.shutdown(wait=False)

    def is_closed(self):
        """Return True if the event loop was closed."""
        return self._closed

    def is_running(self):
        """Return True if the event loop is running."""
        return self._thread_id is not None

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
            timeout = min(max(0, self._scheduled[0]._when - self.time()), MAXIMUM_SELECT_TIMEOUT)
        if timeout != 0 or self._waits_for_files():
            self._process_events(self._selector.select(timeout))
        end = self.time() + self._clock_resolution
        while self._scheduled and self._scheduled[0]._when < end:
            handle = heapq.heappop(self._scheduled)
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

    def _waits_for_files(self):
        """Whether a look at the files can find anything."""
        return True

    def _run_and_time(self, handle):
        """Run a callback, and say so where it took long."""
        self._current_handle = handle
        try:
            begin = self.time()
            handle._run()
            seconds = self.time() - begin
            if seconds >= self.slow_callback_duration:
                logger.warning("Executing %s took %.3f seconds", _format_handle(handle), seconds)
        finally:
            self._current_handle = None

    def _has_work(self):
        """Whether callbacks, timers or files are left."""
        self._forget_cancelled()
        return bool(self._ready or self._scheduled or self._waits_for_files())

    def _forget_cancelled(self):
        count = len(self._scheduled)
        if count > _MIN_SCHEDULED_TIMER_HANDLES and self._timer_cancelled_count / count > _MIN_CANCELLED_TIMER_HANDLES_FRACTION:
            kept = []
            for handle in self._scheduled:
                if handle._cancelled:
                    handle._scheduled = False
                else:
                    kept.append(handle)
            heapq.heapify(kept)
            self._scheduled = kept
            self._timer_cancelled_count = 0
        while self._scheduled and self._scheduled[0]._cancelled:
            self._timer_cancelled_count -= 1
            heapq.heappop(self._scheduled)._scheduled = False

    # --- callbacks
    def call_soon(self, callback, *args, context=None):
        """Arrange for a callback to be called as soon as possible."""
        self._check_closed()
        if self._debug:
            self._check_added(callback, "call_soon")
        return self._call_soon(callback, args, context)

    def _call_soon(self, callback, args, context):
        handle = events.Handle(callback, args, self, context)
        self._ready.append(handle)
        return handle

    def call_soon_threadsafe(self, callback, *args, context=None):
        """Like call_soon(), from any thread."""
        self._check_closed()
        if self._debug:
            self._check_callback(callback, "call_soon_threadsafe")
        handle = self._call_soon(callback, args, context)
        self._write_to_self()
        return handle

    def _add_callback_signalsafe(self, handle):
        """Like _add_callback(), where a signal came."""
        self._add_callback(handle)
        self._write_to_self()

    def _add_callback(self, handle):
        """Make a callback ready, unless it was cancelled."""
        if not handle._cancelled:
            self._ready.append(handle)

    def _check_added(self, callback, method):
        """Refuse a callback that cannot be called, or comes from another thread."""
        self._check_thread()
        self._check_callback(callback, method)

    def _check_callback(self, callback, method):
        if coroutines.iscoroutine(callback) or coroutines.iscoroutinefunction(callback):
            raise TypeError(f"coroutines cannot be used with {method}()")
        if not callable(callback):
            raise TypeError(f"a callable object was expected by {method}(), got {callback!r}")

    def _check_thread(self):
        """Only the loop's own thread may add callbacks; looked at in debug mode."""
        if self._thread_id is not None and threading.get_ident() != self._thread_id:
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
            self._check_added(callback, "call_at")
        timer = events.TimerHandle(when, callback, args, self, context)
        heapq.heappush(self._scheduled, timer)
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
    def _asyncgen_firstiter_hook(self, agen):
        if self._asyncgens_shutdown_called:
            text = f"asynchronous generator {agen!r} was scheduled after loop.shutdown_asyncgens() call"
            warnings.warn(text, ResourceWarning, source=self)
        self._asyncgens.add(agen)

    def _asyncgen_finalizer_hook(self, agen):
        self._asyncgens.discard(agen)
        if not self.is_closed():
            self.call_soon_threadsafe(self.create_task, agen.aclose())

    async def shutdown_asyncgens(self):
        """Close all asynchronous generators that have begun and not ended."""
        self._asyncgens_shutdown_called = True
        closing = list(self._asyncgens)
        self._asyncgens.clear()
        if not closing:
            return
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
        if self._debug:
            self._check_callback(func, "run_in_executor")
        if executor is None:
            executor = self._executor()
        return futures.wrap_future(executor.submit(func, *args), loop=self)

    def _executor(self):
        """The default executor, made when it is first used."""
        self._check_default_executor()
        if self._default_executor is None:
            self._default_executor = concurrent.futures.ThreadPoolExecutor(thread_name_prefix="asyncio")
        return self._default_executor

    def _check_default_executor(self):
        if self._executor_shutdown_called:
            raise RuntimeError("Executor shutdown has been called")

    def set_default_executor(self, executor):
        """Set the executor that run_in_executor(None, ...) uses."""
        if not isinstance(executor, concurrent.futures.ThreadPoolExecutor):
            raise TypeError("executor must be ThreadPoolExecutor instance")
        self._default_executor = executor

    async def shutdown_default_executor(self, timeout=None):
        """Wait for the threads of the default executor to end."""
        self._executor_shutdown_called = True
        if self._default_executor is not None:
            await self._join_default_executor(timeout)

    async def _join_default_executor(self, timeout):
        joined = self.create_future()
        thread = threading.Thread(target=self._do_shutdown, args=(joined,))
        thread.start()
        try:
            async with timeouts.timeout(timeout):
                await joined
        except TimeoutError:
            text = f"The executor did not finishing joining its threads within {timeout} seconds."
            warnings.warn(text, RuntimeWarning)
            self._default_executor.shutdown(wait=False)
            return
        thread.join()

    def _do_shutdown(self, future):
        """In a thread: wait for those of the default executor, then say so."""
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
        running = self._current_handle
        if "source_traceback" not in context and running is not None and running._source_traceback:
            context["handle_traceback"] = running._source_traceback
        for key in sorted(context):
            if key not in ("message", "exception"):
                lines.append(f"{key}: {_shown(key, context[key])}")
        exception = context.get("exception")
        details = False if exception is None else (type(exception), exception, exception.__traceback__)
        logger.error("\n".join(lines), exc_info=details)

    def call_exception_handler(self, context):
        """Tell the loop's exception handler of an error."""
        if self._exception_handler is None:
            self._log_failure(context, "Exception in default exception handler")
            return
        try:
            self._run_exception_handler(context)
        except (SystemExit, KeyboardInterrupt):
            raise
        except BaseException as error:
            told = {"message": "Unhandled error in exception handler", "exception": error, "context": context}
            self._log_failure(
                told,
                "Exception in default exception handler while handling an unexpected error in custom exception handler",
            )

    def _log_failure(self, context, message):
        """Log an error by the default handler; where that fails as well, a message."""
        try:
            self.default_exception_handler(context)
        except (SystemExit, KeyboardInterrupt):
            raise
        except BaseException:
            logger.error(message, exc_info=True)

    def _run_exception_handler(self, context):
        """Call the handler in the context of what failed."""
        failed = context.get("task") or context.get("future") or context.get("handle")
        own = failed.get_context() if hasattr(failed, "get_context") else None
        if hasattr(own, "run"):
            own.run(self._exception_handler, self, context)
        else:
            self._exception_handler(self, context)

    def set_debug(self, enabled):
        """Have the loop look for mistakes, or not."""
        self._debug = enabled
        if self.is_running():
            self.call_soon_threadsafe(self._set_coroutine_origin_tracking, enabled)

    def get_debug(self):
        """Return whether the loop looks for mistakes."""
        return self._debug

    def _set_coroutine_origin_tracking(self, enabled):
        """Whether coroutines remember where they were made."""
        enabled = bool(enabled)
        if enabled == self._coroutine_origin_tracking_enabled:
            return
        if enabled:
            self._coroutine_origin_tracking_saved_depth = sys.get_coroutine_origin_tracking_depth()
            sys.set_coroutine_origin_tracking_depth(constants.DEBUG_STACK_DEPTH)
        else:
            sys.set_coroutine_origin_tracking_depth(self._coroutine_origin_tracking_saved_depth)
        self._coroutine_origin_tracking_enabled = enabled

    # --- sockets
    def _new_socket(self, family, kind, proto):
        return socket.socket(family=family, type=kind, proto=proto)

    def _getaddrinfo_debug(self, host, port, family, type, proto, flags):
        """Addresses, with a line in the log that says how long it took."""
        given = [f"{host}:{port!r}"]
        given += [
            f"{name}={value!r}"
            for name, value in zip(("family", "type", "proto", "flags"), (family, type, proto, flags))
            if value
        ]
        shown = ", ".join(given)
        logger.debug("Get address info %s", shown)
        begin = self.time()
        infos = socket.getaddrinfo(host, port, family, type, proto, flags)
        seconds = self.time() - begin
        level = logger.info if seconds >= self.slow_callback_duration else logger.debug
        level(f"Getting address info {shown} took {seconds * 1e3:.3f}ms: {infos!r}")
        return infos

    async def getaddrinfo(self, host, port, *, family=0, type=0, proto=0, flags=0):
        find = self._getaddrinfo_debug if self._debug else socket.getaddrinfo
        return await self.run_in_executor(None, find, host, port, family, type, proto, flags)

    async def getnameinfo(self, sockaddr, flags=0):
        return await self.run_in_executor(None, socket.getnameinfo, sockaddr, flags)

    # --- pipes and programs
    async def _connect_pipe(self, kind, make, protocol_factory, pipe):
        protocol, waiter = protocol_factory(), self.create_future()
        transport = make(pipe, protocol, waiter)
        await connections._connected(transport, waiter)
        if self._debug:
            logger.debug("%s pipe %r connected: (%r, %r)", kind, pipe.fileno(), transport, protocol)
        return transport, protocol

    async def connect_read_pipe(self, protocol_factory, pipe):
        """A transport that reads from a pipe, and its protocol."""
        return await self._connect_pipe("Read", self._make_read_pipe_transport, protocol_factory, pipe)

    async def connect_write_pipe(self, protocol_factory, pipe):
        """A transport that writes to a pipe, and its protocol."""
        return await self._connect_pipe("Write", self._make_write_pipe_transport, protocol_factory, pipe)

    async def subprocess_exec(
        self, protocol_factory, program, *args, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        universal_newlines=False, shell=False, bufsize=0, encoding=None, errors=None, text=None, **kwargs,
    ):  # fmt: skip
        """Run a program; its transport and protocol."""
        _refuse_text(universal_newlines, bufsize, text, encoding, errors)
        if shell:
            raise ValueError("shell must be False")
        told = f"execute program {program!r}"
        files = stdin, stdout, stderr, bufsize
        return await self._subprocess(told, protocol_factory, (program, *args), False, files, kwargs)

    async def subprocess_shell(
        self, protocol_factory, cmd, *, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        universal_newlines=False, shell=True, bufsize=0, encoding=None, errors=None, text=None, **kwargs,
    ):  # fmt: skip
        """Run a command of the shell; its transport and protocol."""
        if not isinstance(cmd, (bytes, str)):
            raise ValueError("cmd must be a string")
        _refuse_text(universal_newlines, bufsize, text, encoding, errors)
        if not shell:
            raise ValueError("shell must be True")
        files = stdin, stdout, stderr, bufsize
        return await self._subprocess(f"run shell command {cmd!r}", protocol_factory, cmd, True, files, kwargs)

    async def _subprocess(self, told, protocol_factory, args, shell, files, options):
        protocol = protocol_factory()
        if self._debug:
            told = " ".join([told, *_described_files(*files[:3])])
            logger.debug(told)
        transport = await self._make_subprocess_transport(protocol, args, shell, *files, **options)
        if self._debug:
            logger.info("%s: %r", told, transport)
        return transport, protocol


def _refuse_text(universal_newlines, bufsize, text, encoding, errors):
    """Pipes of programs carry bytes, which are not buffered."""
    options = (
        ("universal_newlines", not universal_newlines, False),
        ("bufsize", bufsize == 0, 0),
        ("text", not text, False),
        ("encoding", encoding is None, None),
        ("errors", errors is None, None),
    )
    for name, right, only in options:
        if not right:
            raise ValueError(f"{name} must be {only}")


def _format_pipe(fd):
    if fd == subprocess.PIPE:
        return "<pipe>"
    return "<stdout>" if fd == subprocess.STDOUT else repr(fd)


def _described_files(stdin, stdout, stderr):
    """The files of a program as text; one text where it writes output and errors to the same."""
    if stdin is not None:
        yield f"stdin={_format_pipe(stdin)}"
    if stdout is not None and stderr == subprocess.STDOUT:
        yield f"stdout=stderr={_format_pipe(stdout)}"
        return
    if stdout is not None:
        yield f"stdout={_format_pipe(stdout)}"
    if stderr is not None:
        yield f"stderr={_format_pipe(stderr)}"


def _shown(key, value):
    """A detail of an error as text."""
    made = {"source_traceback": "Object", "handle_traceback": "Handle"}.get(key)
    if made is None:
        return repr(value)
    return f"{made} created at (most recent call last):\n{''.join(traceback.format_list(value)).rstrip()}"


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
    if sock.family in (socket.AF_INET, socket.AF_INET6) and sock.type == socket.SOCK_STREAM and sock.proto in (0, 6):
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


def _check_ssl_socket(sock):
    ssl = sys.modules.get("ssl")
    if ssl is not None and isinstance(sock, ssl.SSLSocket):
        raise TypeError("Socket cannot be of type SSLSocket")
