# asyncio.taskgroups: tasks that end together.

from asyncio import events, exceptions, tasks

__all__ = ("TaskGroup",)


class TaskGroup:
    """Waits at the end of its block for all tasks made in it; where one fails it cancels the others."""

    def __init__(self):
        self._entered = self._exiting = self._aborting = False
        # Known from the beginning of the block on.
        self._loop = self._parent_task = None
        # Whether this group cancelled the task whose block it is.
        self._parent_cancel_requested = False
        self._tasks = set()
        # A future while the end of the block waits for tasks.
        self._on_completed = None
        self._base_error = None
        self._errors = []

    def __repr__(self):
        info = [""]
        if self._tasks:
            info.append(f"tasks={len(self._tasks)}")
        if self._errors:
            info.append(f"errors={len(self._errors)}")
        if self._aborting:
            info.append("cancelling")
        elif self._entered:
            info.append("entered")
        return f"<TaskGroup{' '.join(info)}>"

    async def __aenter__(self):
        if self._entered:
            raise RuntimeError(f"TaskGroup {self!r} has already been entered")
        self._loop = events.get_running_loop()
        self._parent_task = tasks.current_task(self._loop)
        if self._parent_task is None:
            raise RuntimeError(f"TaskGroup {self!r} cannot determine the parent task")
        self._entered = True
        return self

    async def __aexit__(self, exc_type, exc_value, traceback):
        self._exiting = True
        if exc_type is not None and self._is_base_error(exc_value) and self._base_error is None:
            self._base_error = exc_value
        cancelled = None
        if exc_type is not None and issubclass(exc_type, exceptions.CancelledError):
            cancelled = exc_value
        if exc_type is not None and not self._aborting:
            self._abort()
        # New tasks can still be made while the others end.
        while self._tasks:
            if self._on_completed is None:
                self._on_completed = self._loop.create_future()
            try:
                await self._on_completed
            except exceptions.CancelledError as error:
                if not self._aborting:
                    # The parent was cancelled from outside.
                    cancelled = error
                    self._abort()
            self._on_completed = None
        if self._base_error is not None:
            raise self._base_error
        if self._parent_cancel_requested and self._parent_task.uncancel() == 0:
            # The group asked for it, and nobody else.
            cancelled = None
        if cancelled is not None and not self._errors:
            raise cancelled
        if exc_type is not None and not issubclass(exc_type, exceptions.CancelledError):
            self._errors.append(exc_value)
        if self._errors:
            if self._parent_task.cancelling():
                # The next wait of the parent is cancelled.
                self._parent_task.uncancel()
                self._parent_task.cancel()
            try:
                raise BaseExceptionGroup("unhandled errors in a TaskGroup", self._errors) from None
            finally:
                self._errors = None

    def create_task(self, coro, *, name=None, context=None, **keywords):
        """Create a new task in this group and return it."""
        if refusal := self._refusal():
            coro.close()
            raise RuntimeError(f"TaskGroup {self!r} {refusal}")
        task = self._loop.create_task(coro, name=name, context=context, **keywords)
        if not task.done():
            self._tasks.add(task)
            task.add_done_callback(self._on_task_done)
        else:
            self._on_task_done(task)
        return task

    def _refusal(self):
        """Why no task can be made now; None where one can."""
        if not self._entered:
            return "has not been entered"
        if self._exiting and not self._tasks:
            return "is finished"
        return "is shutting down" if self._aborting else None

    def _is_base_error(self, error):
        return isinstance(error, (SystemExit, KeyboardInterrupt))

    def _abort(self):
        self._aborting = True
        for task in self._tasks:
            if not task.done():
                task.cancel()

    def _on_task_done(self, task):
        self._tasks.discard(task)
        if self._on_completed is not None and not self._tasks and not self._on_completed.done():
            self._on_completed.set_result(True)
        if task.cancelled():
            return
        error = task.exception()
        if error is None:
            return
        self._errors.append(error)
        if self._is_base_error(error) and self._base_error is None:
            self._base_error = error
        if self._parent_task.done():
            self._loop.call_exception_handler(
                {
                    "message": f"Task {task!r} has errored out but its parent task {self._parent_task} is already completed",
                    "exception": error,
                    "task": task,
                }
            )
            return
        if not self._aborting and not self._parent_cancel_requested:
            # The block ends at its next wait, unless it has ended.
            self._abort()
            self._parent_cancel_requested = True
            self._parent_task.cancel()
