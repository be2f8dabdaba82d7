"""The kernel object for programs: get_ipython().kernel."""

import sys

from _tensorcell.kernel import _error, _request, _set_parent

__name__ = "ipykernel.kernelbase"


class _Session:
    """Communicates with the front end."""

    @property
    def session(self):
        """The name of the front end's session."""
        return _header(get_kernel().get_parent()).get("session", "")

    def send(
        self, stream, msg_or_type, content=None, parent=None, ident=None, buffers=None, track=False, header=None, metadata=None
    ):
        """Publishes a message, as Kernel.send_response does."""
        if isinstance(msg_or_type, dict):
            header, content = msg_or_type["header"], msg_or_type["content"]
            msg_or_type = header["msg_type"]
        get_kernel().send_response(stream, msg_or_type, content, ident, buffers, metadata=metadata)


class Kernel:
    """The kernel, which runs cells."""

    implementation = "tensorcell"
    language = "python"
    iopub_socket = "iopub"

    def __init__(self):
        self.session = _Session()
        self.log = _log()

    @classmethod
    def instance(cls, *args, **kwargs):
        """The kernel: there is one."""
        return get_kernel()

    @classmethod
    def initialized(cls):
        return True

    @property
    def shell(self):
        from IPython import get_ipython

        return get_ipython()

    @property
    def comm_manager(self):
        import comm

        return comm.get_comm_manager()

    @property
    def execution_count(self):
        return self.shell.execution_count

    @property
    def user_ns(self):
        return self.shell.user_ns

    @property
    def _parent_header(self):
        return self.get_parent()

    def get_parent(self, channel=None):
        """The message that output belongs to."""
        return _request()

    def set_parent(self, ident, parent, channel="shell"):
        """Makes output belong to another message."""
        _set_parent(_header(parent))

    def send_response(
        self, stream, msg_or_type, content=None, ident=None, buffers=None, track=False, header=None, metadata=None, channel=None
    ):
        """Publishes a message as the running request's."""
        content = content or {}
        match msg_or_type:
            case "stream":
                getattr(sys, content["name"]).write(content["text"])
            case "error":
                _error(content["ename"], content["evalue"], list(content["traceback"]))
            case "clear_output":
                self.shell.display_pub.clear_output(content.get("wait", False))
            case "display_data" | "update_display_data":
                transient, update = content.get("transient"), msg_or_type == "update_display_data"
                self.shell.display_pub.publish(content["data"], content.get("metadata"), transient=transient, update=update)
            case "comm_open" | "comm_msg" | "comm_close":
                from _tensorcell.kernel import _send_comm

                _send_comm(msg_or_type, content, metadata or {}, list(buffers or ()))
            case other:
                raise NotImplementedError(f"messages of the type {other!r} are sent by the kernel alone")

    def raw_input(self, prompt=""):
        """Asks the user for a line."""
        return input(prompt)

    def getpass(self, prompt="", stream=None):
        """Asks the user for a line that is not shown."""
        import getpass

        return getpass.getpass(prompt)

    def do_shutdown(self, restart):
        """Returns the reply to a shutdown. Only front ends can request one."""
        return {"status": "ok", "restart": restart}


def _header(parent):
    return (parent or {}).get("header", {})


def _log():
    import logging

    return logging.getLogger("ipykernel")


_kernel = None


def get_kernel():
    """The kernel."""
    global _kernel
    if _kernel is None:
        from ipykernel.ipkernel import IPythonKernel

        _kernel = IPythonKernel()
    return _kernel
