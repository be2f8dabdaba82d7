# multiprocessing._server: what runs in a manager's process, and how it is asked. Part of multiprocessing.managers.

import sys
import threading
import traceback
from multiprocessing import process, util
from multiprocessing.connection import Client, Listener, XmlClient, XmlListener, answer_challenge, deliver_challenge
from multiprocessing.context import ProcessError

# Its classes say whose they are.
__name__ = "multiprocessing.managers"

listener_client = {"pickle": (Listener, Client), "xmlrpclib": (XmlListener, XmlClient)}


class Token:
    """Names an object of a manager: its type, the manager's address and the object's own name."""

    __slots__ = ("typeid", "address", "id")

    def __init__(self, typeid, address, id):
        self.typeid, self.address, self.id = typeid, address, id

    def __getstate__(self):
        return self.typeid, self.address, self.id

    def __setstate__(self, state):
        self.typeid, self.address, self.id = state

    def __repr__(self):
        return "%s(typeid=%r, address=%r, id=%r)" % (type(self).__name__, self.typeid, self.address, self.id)


# --- questions and answers
def dispatch(c, id, methodname, args=(), kwds={}):
    """Ask over a connection; the answer."""
    c.send((id, methodname, args, kwds))
    kind, result = c.recv()
    if kind == "#RETURN":
        return result
    try:
        raise convert_to_error(kind, result)
    finally:
        del result


def convert_to_error(kind, result):
    """The exception that an answer stands for."""
    if kind == "#ERROR":
        return result
    if kind in ("#TRACEBACK", "#UNSERIALIZABLE"):
        if not isinstance(result, str):
            raise TypeError("Result {0!r} (kind '{1}') type is {2}, not str".format(result, kind, type(result)))
        return RemoteError("Unserializable message: %s\n" % result if kind == "#UNSERIALIZABLE" else result)
    return ValueError("Unrecognized message type {!r}".format(kind))


class RemoteError(Exception):
    """What was raised in the manager, as text."""

    def __str__(self):
        return "\n" + "-" * 75 + "\n" + str(self.args[0]) + "-" * 75


def all_methods(obj):
    """The names of an object's methods."""
    return [name for name in dir(obj) if callable(getattr(obj, name))]


def public_methods(obj):
    """Those that do not begin with an underscore."""
    return [name for name in all_methods(obj) if name[0] != "_"]


class Server:
    """What runs in the manager's process: holds objects, and answers questions about them, each connection in a thread."""

    public = [
        "shutdown",
        "create",
        "accept_connection",
        "get_methods",
        "debug_info",
        "number_of_objects",
        "dummy",
        "incref",
        "decref",
    ]

    def __init__(self, registry, address, authkey, serializer):
        if not isinstance(authkey, bytes):
            raise TypeError("Authkey {0!r} is type {1!s}, not bytes".format(authkey, type(authkey)))
        self.registry = registry
        self.authkey = process.AuthenticationString(authkey)
        self.listener = listener_client[serializer][0](address=address, backlog=128)
        self.address = self.listener.address
        self.id_to_obj = {"0": (None, ())}
        self.id_to_refcount = {}
        self.id_to_local_proxy_obj = {}
        self.mutex = threading.Lock()

    def serve_forever(self):
        """Answer until told to end."""
        self.stop_event = threading.Event()
        process.current_process()._manager_server = self
        try:
            threading.Thread(target=self.accepter, daemon=True).start()
            try:
                while not self.stop_event.is_set():
                    self.stop_event.wait(1)
            except (KeyboardInterrupt, SystemExit):
                pass
        finally:
            util._flush_std_streams()
            sys.exit(0)

    def accepter(self):
        while True:
            try:
                c = self.listener.accept()
            except (OSError, ProcessError):
                if self.stop_event.is_set():
                    return
                continue
            threading.Thread(target=self.handle_request, args=(c,), daemon=True).start()

    def handle_request(self, c):
        """Answer the first question of a connection."""
        try:
            request = None
            try:
                deliver_challenge(c, self.authkey)
                answer_challenge(c, self.authkey)
                request = c.recv()
                _, funcname, args, kwds = request
                assert funcname in self.public, "%r unrecognized" % funcname
                func = getattr(self, funcname)
            except Exception:
                message = ("#TRACEBACK", traceback.format_exc())
            else:
                try:
                    message = ("#RETURN", func(c, *args, **kwds))
                except Exception:
                    message = ("#TRACEBACK", traceback.format_exc())
            try:
                c.send(message)
            except Exception:
                try:
                    c.send(("#TRACEBACK", traceback.format_exc()))
                except Exception:
                    util.info("Failure to send message: %r", message)
                    util.info(" ... request was %r", request)
        except (EOFError, SystemExit):
            pass
        finally:
            c.close()

    def serve_client(self, conn):
        """Answer the questions of a proxy about its object."""
        util.debug("starting server thread to service %r", threading.current_thread().name)
        while not self.stop_event.is_set():
            try:
                ident, methodname, args, kwds = conn.recv()
                message = self._answer(ident, methodname, args, kwds)
            except EOFError:
                util.debug("got EOF; exiting thread serving %r", threading.current_thread().name)
                sys.exit(0)
            except Exception:
                message = ("#TRACEBACK", traceback.format_exc())
            try:
                try:
                    conn.send(message)
                except Exception:
                    conn.send(("#UNSERIALIZABLE", traceback.format_exc()))
            except Exception as error:
                util.info("exception in thread serving %r", threading.current_thread().name)
                util.info(" ... exception was %r", error)
                conn.close()
                sys.exit(1)

    def _answer(self, ident, methodname, args, kwds):
        try:
            obj, exposed, proxytypes = self.id_to_obj[ident]
        except KeyError:
            obj, exposed, proxytypes = self.id_to_local_proxy_obj[ident]
        if methodname not in exposed:
            fallback = self.fallback_mapping.get(methodname)
            if fallback is None:
                raise AttributeError("method %r of %r object is not in exposed=%r" % (methodname, type(obj), exposed))
            return "#RETURN", fallback(self, None, ident, obj, *args, **kwds)
        try:
            result = getattr(obj, methodname)(*args, **kwds)
        except Exception as error:
            return "#ERROR", error
        typeid = proxytypes and proxytypes.get(methodname)
        if typeid:
            found, exposed = self.create(None, typeid, result)
            return "#PROXY", (exposed, Token(typeid, self.address, found))
        return "#RETURN", result

    fallback_mapping = {
        "__str__": lambda self, conn, ident, obj: str(obj),
        "__repr__": lambda self, conn, ident, obj: repr(obj),
        "#GETVALUE": lambda self, conn, ident, obj: obj,
    }

    # --- what can be asked of the server itself
    def dummy(self, c):
        """Nothing."""

    def debug_info(self, c):
        """The objects and how many refer to them, as text."""
        with self.mutex:
            lines = []
            for ident in sorted(self.id_to_refcount):
                shown = str(self.id_to_obj[ident][0])[:75]
                lines.append("  %s:       refcount=%s\n    %s" % (ident, self.id_to_refcount[ident], shown))
            return "\n".join(lines)

    def number_of_objects(self, c):
        """How many objects are referred to."""
        return len(self.id_to_refcount)

    def shutdown(self, c):
        """End."""
        try:
            util.debug("manager received shutdown message")
            c.send(("#RETURN", None))
        except Exception:
            traceback.print_exc()
        finally:
            self.stop_event.set()

    def create(self, c, typeid, /, *args, **kwds):
        """Make an object: its name and the methods that can be called."""
        with self.mutex:
            make, exposed, method_to_typeid, _ = self.registry[typeid]
            if make is None:
                if kwds or len(args) != 1:
                    raise ValueError("Without callable, must have one non-keyword argument")
                obj = args[0]
            else:
                obj = make(*args, **kwds)
            if exposed is None:
                exposed = public_methods(obj)
            if method_to_typeid is not None:
                if not isinstance(method_to_typeid, dict):
                    raise TypeError(
                        "Method_to_typeid {0!r}: type {1!s}, not dict".format(method_to_typeid, type(method_to_typeid))
                    )
                exposed = list(exposed) + list(method_to_typeid)
            ident = "%x" % id(obj)
            util.debug("%r callable returned object with id %r", typeid, ident)
            self.id_to_obj[ident] = (obj, set(exposed), method_to_typeid)
            self.id_to_refcount.setdefault(ident, 0)
        self.incref(c, ident)
        return ident, tuple(exposed)

    def get_methods(self, c, token):
        """The methods of an object that can be called."""
        return tuple(self.id_to_obj[token.id][1])

    def accept_connection(self, c, name):
        """Answer a proxy's questions from here on."""
        threading.current_thread().name = name
        c.send(("#RETURN", None))
        self.serve_client(c)

    def incref(self, c, ident):
        """One more refers to an object."""
        with self.mutex:
            if ident not in self.id_to_refcount:
                if ident not in self.id_to_local_proxy_obj:
                    raise KeyError(ident)
                self.id_to_refcount[ident] = 0
                self.id_to_obj[ident] = self.id_to_local_proxy_obj[ident]
            self.id_to_refcount[ident] += 1

    def decref(self, c, ident):
        """One less refers to an object, which goes with the last one."""
        with self.mutex:
            if ident not in self.id_to_refcount and ident in self.id_to_local_proxy_obj:
                return
            if self.id_to_refcount[ident] <= 0:
                raise AssertionError(
                    "Id {0!s} ({1!r}) has refcount {2:n}, not 1+".format(
                        ident, self.id_to_obj[ident], self.id_to_refcount[ident]
                    )
                )
            self.id_to_refcount[ident] -= 1
            if self.id_to_refcount[ident] == 0:
                del self.id_to_refcount[ident]
                gone = self.id_to_obj.pop(ident)
                util.debug("disposing of obj with id %r", ident)
                del gone
