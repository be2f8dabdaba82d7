"""Publishes displays to the front end."""

from IPython.display import clear_output, publish_display_data

__name__ = "IPython.core.displaypub"


class DisplayPublisher:
    """Sends displays, past the hooks that are registered."""

    def __init__(self, parent=None, shell=None):
        self.shell = shell
        self._hooks = []

    def publish(self, data, metadata=None, source=None, *, transient=None, update=False, **kwargs):
        """Shows a dict of MIME types and contents."""
        kind = "update_display_data" if update else "display_data"
        content = {"data": data, "metadata": metadata or {}, "transient": transient or {}}
        content = self._passed(kind, content)
        if content is not None:
            transient = content["transient"] or None
            publish_display_data(content["data"], content["metadata"] or None, transient=transient, update=update)

    def clear_output(self, wait=False):
        """Clears the cell's output."""
        if self._passed("clear_output", {"wait": wait}) is not None:
            clear_output(wait)

    def register_hook(self, hook):
        """Registers a function that is called with each message. Its result is sent, or nothing if it is None."""
        self._hooks.append(hook)

    def unregister_hook(self, hook):
        """Takes a hook away; whether it was there."""
        if hook not in self._hooks:
            return False
        self._hooks.remove(hook)
        return True

    def _passed(self, kind, content):
        message = {"header": {"msg_type": kind}, "msg_type": kind, "content": content, "metadata": {}}
        for hook in self._hooks:
            message = hook(message)
            if message is None:
                return None
        return message["content"]
