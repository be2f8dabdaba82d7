# multiprocessing.resource_sharer: descriptors for processes that ask for them.

import os
import threading
from multiprocessing import process, reduction, util

__all__ = ["DupFd", "stop"]


class DupFd:
    """Stands for a descriptor: the process that unpickles it asks for a copy."""

    def __init__(self, fd):
        copy = os.dup(fd)

        def send(conn, pid):
            reduction.send_handle(conn, copy, pid)

        self._id = _resource_sharer.register(send, lambda: os.close(copy))

    def detach(self):
        """The descriptor; it can be asked for once."""
        with _resource_sharer.get_connection(self._id) as conn:
            return reduction.recv_handle(conn)


class _ResourceSharer:
    """Gives what was registered, in a thread."""

    def __init__(self):
        self._key = 0
        self._cache = {}
        self._lock = threading.Lock()
        self._listener = self._address = self._thread = None
        util.register_after_fork(self, _ResourceSharer._afterfork)

    def register(self, send, close):
        """Note a resource: what it is asked for with."""
        with self._lock:
            if self._address is None:
                self._start()
            self._key += 1
            self._cache[self._key] = (send, close)
            return self._address, self._key

    @staticmethod
    def get_connection(ident):
        """A connection over which the resource comes."""
        from multiprocessing.connection import Client

        address, key = ident
        conn = Client(address, authkey=process.current_process().authkey)
        conn.send((key, os.getpid()))
        return conn

    def stop(self, timeout=None):
        """End the thread."""
        from multiprocessing.connection import Client

        with self._lock:
            if self._address is not None:
                conn = Client(self._address, authkey=process.current_process().authkey)
                conn.send(None)
                conn.close()
                self._thread.join(timeout)
                if self._thread.is_alive():
                    util.sub_warning("_ResourceSharer thread did not stop when asked")
                self._listener.close()
                self._thread = self._address = self._listener = None
                self._close_all()

    def _close_all(self):
        for _, close in self._cache.values():
            close()
        self._cache.clear()

    def _afterfork(self):
        self._close_all()
        self._lock._at_fork_reinit()
        if self._listener is not None:
            self._listener.close()
        self._listener = self._address = self._thread = None

    def _start(self):
        from multiprocessing.connection import Listener

        assert self._listener is None, "Already have Listener"
        util.debug("starting listener and thread for sending handles")
        self._listener = Listener(authkey=process.current_process().authkey, backlog=128)
        self._address = self._listener.address
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def _serve(self):
        while True:
            try:
                with self._listener.accept() as conn:
                    message = conn.recv()
                    if message is None:
                        break
                    key, destination_pid = message
                    send, close = self._cache.pop(key)
                    try:
                        send(conn, destination_pid)
                    finally:
                        close()
            except Exception:
                if not util.is_exiting():
                    import sys

                    sys.excepthook(*sys.exc_info())


_resource_sharer = _ResourceSharer()
stop = _resource_sharer.stop
