# multiprocessing.resource_tracker: names of shared memory that nobody has unlinked, which go at the end of the process.

import atexit
import os
import sys

__all__ = ["ensure_running", "register", "unregister"]


class ResourceTracker:
    """Notes the names that this process has made. Semaphores have no names here, so that none are left."""

    def __init__(self):
        self._names = {}

    def ensure_running(self):
        """Nothing: names are noted in the process itself."""

    def getfd(self):
        """None: names are noted in the process itself."""
        return None

    def register(self, name, rtype):
        """Note a name, for this process to unlink at its end."""
        self._names[name, rtype] = os.getpid()

    def unregister(self, name, rtype):
        """Forget a name."""
        self._names.pop((name, rtype), None)

    def _end(self):
        left = [name for (name, _), pid in self._names.items() if pid == os.getpid()]
        if not left:
            return
        print(
            f"resource_tracker: There appear to be {len(left)} leaked shared_memory objects to clean up at shutdown: {set(left)}",
            file=sys.stderr,
        )
        for name in left:
            try:
                os.unlink("/dev/shm/" + name.removeprefix("/"))
            except OSError as error:
                print(f"resource_tracker: {name!r}: {error}", file=sys.stderr)
        self._names.clear()


_resource_tracker = ResourceTracker()
ensure_running = _resource_tracker.ensure_running
register = _resource_tracker.register
unregister = _resource_tracker.unregister
getfd = _resource_tracker.getfd
atexit.register(_resource_tracker._end)
