# multiprocessing.managers: objects that live in a process of their own, and proxies that other processes use them by.

import queue
import signal
import threading
import types
from multiprocessing import get_context, pool, process, util
from multiprocessing._server import (
    RemoteError,
    Server,
    Token,
    all_methods,
    convert_to_error,
    dispatch,
    listener_client,
    public_methods,
)
from multiprocessing.context import ProcessError, get_spawning_popen
from multiprocessing.reduction import register
from multiprocessing.util import Finalize

__all__ = ["BaseManager", "SyncManager", "BaseProxy", "Token"]


class State:
    """How far a manager is."""

    __slots__ = ("value",)
    INITIAL, STARTED, SHUTDOWN = range(3)


class BaseManager:
    """A process whose objects other processes use by proxies."""

    _registry = {}
    _Server = Server

    def __init__(self, address=None, authkey=None, serializer="pickle", ctx=None, *, shutdown_timeout=1.0):
        if authkey is None:
            authkey = process.current_process().authkey
        self._address = address
        self._authkey = process.AuthenticationString(authkey)
        self._state = State()
        self._state.value = State.INITIAL
        self._serializer = serializer
        self._Listener, self._Client = listener_client[serializer]
        self._ctx = ctx or get_context()
        self._shutdown_timeout = shutdown_timeout

    def _check_initial(self):
        if self._state.value == State.STARTED:
            raise ProcessError("Already started server")
        if self._state.value == State.SHUTDOWN:
            raise ProcessError("Manager has shut down")
        if self._state.value != State.INITIAL:
            raise ProcessError("Unknown state {!r}".format(self._state.value))

    def get_server(self):
        """A server for this process to run."""
        self._check_initial()
        return Server(self._registry, self._address, self._authkey, self._serializer)

    def connect(self):
        """Use the server that runs at the address."""
        conn = self._Client(self._address, authkey=self._authkey)
        dispatch(conn, None, "dummy")
        self._state.value = State.STARTED

    def start(self, initializer=None, initargs=()):
        """Start the manager's process."""
        self._check_initial()
        if initializer is not None and not callable(initializer):
            raise TypeError("initializer must be a callable")
        reader, writer = self._ctx.Pipe(duplex=False)
        given = (self._registry, self._address, self._authkey, self._serializer, writer, initializer, initargs)
        self._process = self._ctx.Process(target=type(self)._run_server, args=given)
        ident = ":".join(str(part) for part in self._process._identity)
        self._process.name = type(self).__name__ + "-" + ident
        self._process.start()
        writer.close()
        self._address = reader.recv()
        reader.close()
        self._state.value = State.STARTED
        self.shutdown = Finalize(
            self,
            type(self)._finalize_manager,
            args=(self._process, self._address, self._authkey, self._state, self._Client, self._shutdown_timeout),
            exitpriority=0,
        )

    @classmethod
    def _run_server(cls, registry, address, authkey, serializer, writer, initializer=None, initargs=()):
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        if initializer is not None:
            initializer(*initargs)
        server = cls._Server(registry, address, authkey, serializer)
        writer.send(server.address)
        writer.close()
        util.info("manager serving at %r", server.address)
        server.serve_forever()

    def _create(self, typeid, /, *args, **kwds):
        """Have the server make an object: its token and the methods that can be called."""
        assert self._state.value == State.STARTED, "server not yet started"
        conn = self._Client(self._address, authkey=self._authkey)
        try:
            ident, exposed = dispatch(conn, None, "create", (typeid,) + args, kwds)
        finally:
            conn.close()
        return Token(typeid, self._address, ident), exposed

    def join(self, timeout=None):
        """Wait until the manager's process has ended."""
        if self._process is not None:
            self._process.join(timeout)
            if not self._process.is_alive():
                self._process = None

    def _ask(self, name):
        conn = self._Client(self._address, authkey=self._authkey)
        try:
            return dispatch(conn, None, name)
        finally:
            conn.close()

    def _debug_info(self):
        """The server's objects and how many refer to them, as text."""
        return self._ask("debug_info")

    def _number_of_objects(self):
        """How many objects of the server are referred to."""
        return self._ask("number_of_objects")

    def __enter__(self):
        if self._state.value == State.INITIAL:
            self.start()
        if self._state.value != State.STARTED:
            if self._state.value == State.SHUTDOWN:
                raise ProcessError("Manager has shut down")
            raise ProcessError("Unknown state {!r}".format(self._state.value))
        return self

    def __exit__(self, exc_type, exc_val, exc_tb):
        self.shutdown()

    @staticmethod
    def _finalize_manager(process, address, authkey, state, _Client, shutdown_timeout):
        """Ends the manager's process."""
        if process.is_alive():
            util.info("sending shutdown message to manager")
            try:
                conn = _Client(address, authkey=authkey)
                try:
                    dispatch(conn, None, "shutdown")
                finally:
                    conn.close()
            except Exception:
                pass
            process.join(timeout=shutdown_timeout)
            if process.is_alive():
                util.info("manager still alive")
                process.terminate()
                process.join(timeout=shutdown_timeout)
                if process.is_alive():
                    process.kill()
                    process.join()
        state.value = State.SHUTDOWN
        BaseProxy._address_to_local.pop(address, None)

    @property
    def address(self):
        """Where the server listens."""
        return self._address

    @classmethod
    def register(cls, typeid, callable=None, proxytype=None, exposed=None, method_to_typeid=None, create_method=True):
        """Register a type of objects."""
        if "_registry" not in cls.__dict__:
            cls._registry = cls._registry.copy()
        proxytype = proxytype or AutoProxy
        exposed = exposed or getattr(proxytype, "_exposed_", None)
        method_to_typeid = method_to_typeid or getattr(proxytype, "_method_to_typeid_", None)
        if method_to_typeid:
            for key, value in method_to_typeid.items():
                assert type(key) is str, "%r is not a string" % key
                assert type(value) is str, "%r is not a string" % value
        cls._registry[typeid] = (callable, exposed, method_to_typeid, proxytype)
        if create_method:

            def make(self, /, *args, **kwds):
                util.debug("requesting creation of a shared %r object", typeid)
                token, exposed = self._create(typeid, *args, **kwds)
                proxy = proxytype(token, self._serializer, manager=self, authkey=self._authkey, exposed=exposed)
                conn = self._Client(token.address, authkey=self._authkey)
                dispatch(conn, None, "decref", (token.id,))
                return proxy

            make.__name__ = typeid
            setattr(cls, typeid, make)


class _Idents(set):
    """The objects that proxies of this process refer to; a set that can be referred to weakly."""


class BaseProxy:
    """Stands for an object of a manager."""

    _address_to_local = {}
    _mutex = util.ForkAwareThreadLock()
    _next_serial = 1

    def __init__(self, token, serializer, manager=None, authkey=None, exposed=None, incref=True, manager_owned=False):
        with BaseProxy._mutex:
            tls_serials = BaseProxy._address_to_local.get(token.address)
            if tls_serials is None:
                tls_serials = BaseProxy._address_to_local[token.address] = util.ForkAwareLocal(), _Idents()
            self._serial = BaseProxy._next_serial
            BaseProxy._next_serial += 1
        # The connection of each thread of this process to the manager, and the proxies of this process.
        self._tls, self._idset = tls_serials[0], tls_serials[1]
        self._token = token
        self._id = token.id
        self._manager = manager
        self._serializer = serializer
        self._Client = listener_client[serializer][1]
        self._owned_by_manager = manager_owned
        if authkey is not None:
            self._authkey = process.AuthenticationString(authkey)
        elif manager is not None:
            self._authkey = manager._authkey
        else:
            self._authkey = process.current_process().authkey
        if incref:
            self._incref()
        util.register_after_fork(self, BaseProxy._after_fork)

    def _connect(self):
        name = process.current_process().name
        if threading.current_thread().name != "MainThread":
            name += "|" + threading.current_thread().name
        conn = self._Client(self._token.address, authkey=self._authkey)
        dispatch(conn, None, "accept_connection", (name,))
        self._tls.connection = conn

    def _callmethod(self, methodname, args=(), kwds={}):
        """Call a method of the object."""
        try:
            conn = self._tls.connection
        except AttributeError:
            util.debug("thread %r does not own a connection", threading.current_thread().name)
            self._connect()
            conn = self._tls.connection
        conn.send((self._id, methodname, args, kwds))
        kind, result = conn.recv()
        if kind == "#RETURN":
            return result
        if kind == "#PROXY":
            exposed, token = result
            proxytype = self._manager._registry[token.typeid][-1]
            token.address = self._token.address
            proxy = proxytype(token, self._serializer, manager=self._manager, authkey=self._authkey, exposed=exposed)
            conn = self._Client(token.address, authkey=self._authkey)
            dispatch(conn, None, "decref", (token.id,))
            return proxy
        try:
            raise convert_to_error(kind, result)
        finally:
            del result

    def _getvalue(self):
        """A copy of the object."""
        return self._callmethod("#GETVALUE")

    def _incref(self):
        if self._owned_by_manager:
            util.debug("owned_by_manager skipped INCREF of %r", self._token.id)
            return
        conn = self._Client(self._token.address, authkey=self._authkey)
        dispatch(conn, None, "incref", (self._id,))
        util.debug("INCREF %r", self._token.id)
        self._idset.add(self._serial)
        state = self._manager and self._manager._state
        self._close = Finalize(
            self,
            BaseProxy._decref,
            args=(self._token, self._serial, self._authkey, state, self._tls, self._idset, self._Client),
            exitpriority=10,
        )

    @staticmethod
    def _decref(token, serial, authkey, state, tls, idset, _Client):
        idset.discard(serial)
        if state is None or state.value == State.STARTED:
            try:
                util.debug("DECREF %r", token.id)
                conn = _Client(token.address, authkey=authkey)
                dispatch(conn, None, "decref", (token.id,))
            except Exception as error:
                util.debug("... decref failed %s", error)
        else:
            util.debug("DECREF %r -- manager already shutdown", token.id)
        # The last proxy of the process closes this thread's connection.
        if not idset and hasattr(tls, "connection"):
            tls.connection.close()
            del tls.connection

    def _after_fork(self):
        self._manager = None
        try:
            self._incref()
        except Exception as error:
            util.info("incref failed: %s" % error)

    def __reduce__(self):
        kwds = {}
        if get_spawning_popen() is not None:
            kwds["authkey"] = self._authkey
        if getattr(self, "_isauto", False):
            kwds["exposed"] = self._exposed_
            return RebuildProxy, (AutoProxy, self._token, self._serializer, kwds)
        return RebuildProxy, (type(self), self._token, self._serializer, kwds)

    def __deepcopy__(self, memo):
        return self._getvalue()

    def __repr__(self):
        return "<%s object, typeid %r at %#x>" % (type(self).__name__, self._token.typeid, id(self))

    def __str__(self):
        try:
            return self._callmethod("__repr__")
        except Exception:
            return repr(self)[:-1] + "; '__str__()' failed>"


def RebuildProxy(func, token, serializer, kwds):
    """A proxy in another process; in the manager's own the object itself, unless a process is being started."""
    server = getattr(process.current_process(), "_manager_server", None)
    if server and server.address == token.address:
        util.debug("Rebuild a proxy owned by manager, token=%r", token)
        kwds["manager_owned"] = True
        if token.id not in server.id_to_local_proxy_obj:
            server.id_to_local_proxy_obj[token.id] = server.id_to_obj[token.id]
    incref = kwds.pop("incref", True) and not getattr(process.current_process(), "_inheriting", False)
    return func(token, serializer, incref=incref, **kwds)


def MakeProxyType(name, exposed, _cache={}):
    """A type of proxies with these methods."""
    exposed = tuple(exposed)
    if (name, exposed) in _cache:
        return _cache[name, exposed]

    def method(name):
        def call(self, /, *args, **kwds):
            return self._callmethod(name, args, kwds)

        call.__name__ = name
        return call

    made = type(name, (BaseProxy,), {name: method(name) for name in exposed})
    made._exposed_ = exposed
    _cache[name, exposed] = made
    return made


def AutoProxy(token, serializer, manager=None, authkey=None, exposed=None, incref=True, manager_owned=False):
    """A proxy with the public methods of its object."""
    client = listener_client[serializer][1]
    if exposed is None:
        conn = client(token.address, authkey=authkey)
        try:
            exposed = dispatch(conn, None, "get_methods", (token,))
        finally:
            conn.close()
    if authkey is None:
        authkey = manager._authkey if manager is not None else process.current_process().authkey
    made = MakeProxyType("AutoProxy[%s]" % token.typeid, exposed)
    proxy = made(token, serializer, manager=manager, authkey=authkey, incref=incref, manager_owned=manager_owned)
    proxy._isauto = True
    return proxy


# --- the objects of SyncManager
class Namespace:
    """A place for attributes."""

    def __init__(self, /, **kwds):
        self.__dict__.update(kwds)

    def __repr__(self):
        shown = sorted("%s=%r" % item for item in self.__dict__.items() if not item[0].startswith("_"))
        return "%s(%s)" % (self.__class__.__name__, ", ".join(shown))


class Value:
    """A value."""

    def __init__(self, typecode, value, lock=True):
        self._typecode = typecode
        self._value = value

    def get(self):
        return self._value

    def set(self, value):
        self._value = value

    def __repr__(self):
        return "%s(%r, %r)" % (type(self).__name__, self._typecode, self._value)

    value = property(get, set)


def Array(typecode, sequence, lock=True):
    """Numbers."""
    import array

    return array.array(typecode, sequence)


class IteratorProxy(BaseProxy):
    """Stands for an iterator."""

    _exposed_ = ("__next__", "send", "throw", "close")

    def __iter__(self):
        return self

    def __next__(self, *args):
        return self._callmethod("__next__", args)

    def send(self, *args):
        return self._callmethod("send", args)

    def throw(self, *args):
        return self._callmethod("throw", args)

    def close(self, *args):
        return self._callmethod("close", args)


class AcquirerProxy(BaseProxy):
    """Stands for a lock."""

    _exposed_ = ("acquire", "release")

    def acquire(self, blocking=True, timeout=None):
        args = (blocking,) if timeout is None else (blocking, timeout)
        return self._callmethod("acquire", args)

    def release(self):
        return self._callmethod("release")

    def __enter__(self):
        return self._callmethod("acquire")

    def __exit__(self, exc_type, exc_val, exc_tb):
        return self._callmethod("release")


class ConditionProxy(AcquirerProxy):
    """Stands for a condition variable."""

    _exposed_ = ("acquire", "release", "wait", "notify", "notify_all")

    def wait(self, timeout=None):
        return self._callmethod("wait", (timeout,))

    def notify(self, n=1):
        return self._callmethod("notify", (n,))

    def notify_all(self):
        return self._callmethod("notify_all")

    wait_for = threading.Condition.wait_for


class EventProxy(BaseProxy):
    """Stands for an event."""

    _exposed_ = ("is_set", "set", "clear", "wait")

    def is_set(self):
        return self._callmethod("is_set")

    def set(self):
        return self._callmethod("set")

    def clear(self):
        return self._callmethod("clear")

    def wait(self, timeout=None):
        return self._callmethod("wait", (timeout,))


class BarrierProxy(BaseProxy):
    """Stands for a barrier."""

    _exposed_ = ("__getattribute__", "wait", "abort", "reset")

    def wait(self, timeout=None):
        return self._callmethod("wait", (timeout,))

    def abort(self):
        return self._callmethod("abort")

    def reset(self):
        return self._callmethod("reset")

    @property
    def parties(self):
        return self._callmethod("__getattribute__", ("parties",))

    @property
    def n_waiting(self):
        return self._callmethod("__getattribute__", ("n_waiting",))

    @property
    def broken(self):
        return self._callmethod("__getattribute__", ("broken",))


class NamespaceProxy(BaseProxy):
    """Stands for a namespace."""

    _exposed_ = ("__getattribute__", "__setattr__", "__delattr__")

    def __getattr__(self, key):
        if key[0] == "_":
            return object.__getattribute__(self, key)
        return object.__getattribute__(self, "_callmethod")("__getattribute__", (key,))

    def __setattr__(self, key, value):
        if key[0] == "_":
            return object.__setattr__(self, key, value)
        return object.__getattribute__(self, "_callmethod")("__setattr__", (key, value))

    def __delattr__(self, key):
        if key[0] == "_":
            return object.__delattr__(self, key)
        return object.__getattribute__(self, "_callmethod")("__delattr__", (key,))


class ValueProxy(BaseProxy):
    """Stands for a value."""

    _exposed_ = ("get", "set")

    def get(self):
        return self._callmethod("get")

    def set(self, value):
        return self._callmethod("set", (value,))

    value = property(get, set)
    __class_getitem__ = classmethod(types.GenericAlias)


BaseListProxy = MakeProxyType(
    "BaseListProxy",
    (
        "__add__",
        "__contains__",
        "__delitem__",
        "__getitem__",
        "__imul__",
        "__len__",
        "__mul__",
        "__reversed__",
        "__rmul__",
        "__setitem__",
        "append",
        "clear",
        "copy",
        "count",
        "extend",
        "index",
        "insert",
        "pop",
        "remove",
        "reverse",
        "sort",
    ),
)


class ListProxy(BaseListProxy):
    """Stands for a list."""

    def __iadd__(self, value):
        self._callmethod("extend", (value,))
        return self

    def __imul__(self, value):
        self._callmethod("__imul__", (value,))
        return self

    __class_getitem__ = classmethod(types.GenericAlias)


_BaseDictProxy = MakeProxyType(
    "DictProxy",
    (
        "__contains__",
        "__delitem__",
        "__getitem__",
        "__ior__",
        "__iter__",
        "__len__",
        "__or__",
        "__reversed__",
        "__ror__",
        "__setitem__",
        "clear",
        "copy",
        "fromkeys",
        "get",
        "items",
        "keys",
        "pop",
        "popitem",
        "setdefault",
        "update",
        "values",
    ),
)
_BaseDictProxy._method_to_typeid_ = {"__iter__": "Iterator"}


class DictProxy(_BaseDictProxy):
    """Stands for a dictionary."""

    def __ior__(self, value):
        self._callmethod("__ior__", (value,))
        return self

    __class_getitem__ = classmethod(types.GenericAlias)


ArrayProxy = MakeProxyType("ArrayProxy", ("__len__", "__getitem__", "__setitem__"))
BasePoolProxy = MakeProxyType(
    "PoolProxy",
    (
        "apply",
        "apply_async",
        "close",
        "imap",
        "imap_unordered",
        "join",
        "map",
        "map_async",
        "starmap",
        "starmap_async",
        "terminate",
    ),
)
BasePoolProxy._method_to_typeid_ = {
    "apply_async": "AsyncResult",
    "map_async": "AsyncResult",
    "starmap_async": "AsyncResult",
    "imap": "Iterator",
    "imap_unordered": "Iterator",
}


class PoolProxy(BasePoolProxy):
    """Stands for a pool."""

    def __enter__(self):
        return self

    def __exit__(self, exc_type, exc_val, exc_tb):
        self.terminate()


class SyncManager(BaseManager):
    """A manager of what threads share: queues, locks, lists, dictionaries and values."""


SyncManager.register("Queue", queue.Queue)
SyncManager.register("JoinableQueue", queue.Queue)
SyncManager.register("Event", threading.Event, EventProxy)
SyncManager.register("Lock", threading.Lock, AcquirerProxy)
SyncManager.register("RLock", threading.RLock, AcquirerProxy)
SyncManager.register("Semaphore", threading.Semaphore, AcquirerProxy)
SyncManager.register("BoundedSemaphore", threading.BoundedSemaphore, AcquirerProxy)
SyncManager.register("Condition", threading.Condition, ConditionProxy)
SyncManager.register("Barrier", threading.Barrier, BarrierProxy)
SyncManager.register("Pool", pool.Pool, PoolProxy)
SyncManager.register("list", list, ListProxy)
SyncManager.register("dict", dict, DictProxy)
SyncManager.register("Value", Value, ValueProxy)
SyncManager.register("Array", Array, ArrayProxy)
SyncManager.register("Namespace", Namespace, NamespaceProxy)
SyncManager.register("Iterator", proxytype=IteratorProxy, create_method=False)
SyncManager.register("AsyncResult", create_method=False)


def _rebuild_as_list(obj):
    return list, (list(obj),)


for _view in ({}.items(), {}.keys(), {}.values()):
    register(type(_view), _rebuild_as_list)
del _view
