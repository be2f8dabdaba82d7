# unittest.async_case: tests that are coroutines.

import asyncio
import inspect
from unittest.case import TestCase

# Test runners leave these calls out of what they show.
__unittest = True


class IsolatedAsyncioTestCase(TestCase):
    """Each test has an event loop of its own."""

    loop_factory = None

    def __init__(self, methodName="runTest"):
        super().__init__(methodName)
        self._asyncioRunner = None

    async def asyncSetUp(self):
        pass

    async def asyncTearDown(self):
        pass

    def addAsyncCleanup(self, func, /, *args, **kwargs):
        self.addCleanup(func, *args, **kwargs)

    async def enterAsyncContext(self, cm):
        kind = type(cm)
        try:
            enter, leave = kind.__aenter__, kind.__aexit__
        except AttributeError:
            raise TypeError(
                f"'{kind.__module__}.{kind.__qualname__}' object does not support the asynchronous context manager protocol"
            ) from None
        result = await enter(cm)
        self.addAsyncCleanup(leave, cm, None, None, None)
        return result

    def _callSetUp(self):
        self._asyncioRunner.get_loop()
        self._asyncioRunner.run(self.asyncSetUp())
        self.setUp()

    def _callTestMethod(self, method):
        self._await_maybe(method)

    def _callTearDown(self):
        self._asyncioRunner.run(self.asyncTearDown())
        self.tearDown()

    def _callCleanup(self, function, *args, **kwargs):
        self._await_maybe(function, *args, **kwargs)

    def _await_maybe(self, function, /, *args, **kwargs):
        if inspect.iscoroutinefunction(function):
            return self._asyncioRunner.run(function(*args, **kwargs))
        return function(*args, **kwargs)

    def run(self, result=None):
        self._asyncioRunner = asyncio.Runner(debug=True, loop_factory=self.loop_factory)
        try:
            return super().run(result)
        finally:
            self._asyncioRunner.close()
            self._asyncioRunner = None
