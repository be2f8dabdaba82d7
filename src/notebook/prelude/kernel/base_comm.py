"""Comms: channels between objects here and their pictures in the front end, under the names of the package `comm`."""

import logging
import uuid

from _tensorcell.kernel import _send_comm

__name__ = "comm.base_comm"
__all__ = ["BaseComm", "CommManager"]

logger = logging.getLogger("Comm")


class BaseComm:
    """One end of a channel. The front end has the other one, with the same comm_id."""

    def __init__(
        self,
        target_name="comm",
        data=None,
        metadata=None,
        buffers=None,
        comm_id=None,
        primary=True,
        target_module=None,
        topic=None,
        _open_data=None,
        _close_data=None,
        **kwargs,
    ):
        super().__init__(**kwargs)
        self.comm_id = comm_id or uuid.uuid4().hex
        self.primary = primary
        self.target_name = target_name
        self.target_module = target_module
        self.topic = topic or f"comm-{self.comm_id}".encode("ascii")
        self._open_data = _open_data or {}
        self._close_data = _close_data or {}
        self._msg_callback = None
        self._close_callback = None
        self._closed = primary
        if primary:
            self.open(data=data, metadata=metadata, buffers=buffers)

    def __del__(self):
        """Closes a comm that is no longer referenced."""
        try:
            self.close(deleting=True)
        except Exception:
            pass

    def publish_msg(self, msg_type, data=None, metadata=None, buffers=None, **keys):
        """Sends a message to the front end."""
        raise NotImplementedError("publish_msg Comm method is not implemented")

    def open(self, data=None, metadata=None, buffers=None):
        """Opens the front end's end."""
        import comm

        manager = comm.get_comm_manager()
        if manager is None:
            raise RuntimeError("Comms cannot be opened without a comm_manager.")
        manager.register_comm(self)
        names = {"target_name": self.target_name, "target_module": self.target_module}
        try:
            data = self._open_data if data is None else data
            self.publish_msg("comm_open", data=data, metadata=metadata, buffers=buffers, **names)
            self._closed = False
        except Exception:
            manager.unregister_comm(self)
            raise

    def close(self, data=None, metadata=None, buffers=None, deleting=False):
        """Closes the front end's end, once."""
        import comm

        if self._closed:
            return
        self._closed = True
        data = self._close_data if data is None else data
        self.publish_msg("comm_close", data=data, metadata=metadata, buffers=buffers)
        # A comm that is being deleted is not registered.
        if not deleting:
            comm.get_comm_manager().unregister_comm(self)

    def send(self, data=None, metadata=None, buffers=None):
        """Sends a message to the front end's end."""
        self.publish_msg("comm_msg", data=data, metadata=metadata, buffers=buffers)

    def on_close(self, callback):
        """Sets the function that is called with the closing message. None removes it."""
        self._close_callback = callback

    def on_msg(self, callback):
        """Sets the function that is called with each message from the front end. None removes it."""
        self._msg_callback = callback

    def handle_close(self, msg):
        """The front end has closed its end."""
        logger.debug("handle_close[%s](%s)", self.comm_id, msg)
        if self._close_callback:
            self._close_callback(msg)

    def handle_msg(self, msg):
        """The front end has sent a message."""
        logger.debug("handle_msg[%s](%s)", self.comm_id, msg)
        if self._msg_callback:
            from IPython import get_ipython

            events = get_ipython().events
            events.trigger("pre_execute")
            self._msg_callback(msg)
            events.trigger("post_execute")


class CommManager:
    """The comms that are open, and who answers where the front end opens one."""

    def __init__(self):
        self.comms = {}
        self.targets = {}

    def register_target(self, target_name, f):
        """Registers f(comm, message), which is called when the front end opens a comm of this target. f may be an
        import string."""
        if isinstance(f, str):
            from importlib import import_module

            module, _, name = f.rpartition(".")
            try:
                f = getattr(import_module(module), name) if module else import_module(name)
            except AttributeError as error:
                raise ImportError(f"No module named {name}") from error
        self.targets[target_name] = f

    def unregister_target(self, target_name, f):
        """Unregisters a target and returns its function."""
        return self.targets.pop(target_name)

    def register_comm(self, comm):
        """Makes a comm known by its id."""
        self.comms[comm.comm_id] = comm
        return comm.comm_id

    def unregister_comm(self, comm):
        """Forgets a comm."""
        self.comms.pop(comm.comm_id)

    def get_comm(self, comm_id):
        """The comm with this id, or None with a warning in the log."""
        try:
            return self.comms[comm_id]
        except KeyError:
            logger.warning("No such comm: %s", comm_id)
            if logger.isEnabledFor(logging.DEBUG):
                logger.debug("Current comms: %s", list(self.comms.keys()))
            return None

    def _made(self, **kwargs):
        """The end here of a comm that the front end has opened."""
        from comm import create_comm

        return create_comm(**kwargs)

    def comm_open(self, stream, ident, msg):
        """The front end opens a comm."""
        content = msg["content"]
        target_name = content["target_name"]
        answer = self.targets.get(target_name)
        comm = self._made(comm_id=content["comm_id"], primary=False, target_name=target_name)
        self.register_comm(comm)
        if answer is None:
            logger.error("No such comm target registered: %s", target_name)
        else:
            try:
                answer(comm, msg)
                return
            except Exception:
                logger.error("Exception opening comm with target: %s", target_name, exc_info=True)
        try:
            comm.close()
        except Exception:
            logger.error("Could not close comm during `comm_open` failure clean-up.", exc_info=True)

    def comm_msg(self, stream, ident, msg):
        """The front end sends a message."""
        comm_id = msg["content"]["comm_id"]
        comm = self.get_comm(comm_id)
        if comm is None:
            return
        try:
            comm.handle_msg(msg)
        except Exception:
            logger.error("Exception in comm_msg for %s", comm_id, exc_info=True)

    def comm_close(self, stream, ident, msg):
        """The front end closes a comm."""
        comm_id = msg["content"]["comm_id"]
        comm = self.get_comm(comm_id)
        if comm is None:
            return
        comm._closed = True
        del self.comms[comm_id]
        try:
            comm.handle_close(msg)
        except Exception:
            logger.error("Exception in comm_close for %s", comm_id, exc_info=True)


class KernelComm(BaseComm):
    """A comm that sends its messages on iopub, as part of the running request."""

    @property
    def kernel(self):
        from IPython import get_ipython

        return get_ipython().kernel

    def publish_msg(self, msg_type, data=None, metadata=None, buffers=None, **keys):
        content = {"data": {} if data is None else data, "comm_id": self.comm_id, **keys}
        _send_comm(msg_type, content, {} if metadata is None else metadata, [_bytes(part) for part in buffers or ()])


def _bytes(part):
    """A binary frame, from bytes or from an object with a buffer."""
    if isinstance(part, bytes):
        return part
    return part.tobytes() if hasattr(part, "tobytes") else memoryview(part).tobytes()
