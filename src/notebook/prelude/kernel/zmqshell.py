"""The shell's class by ipykernel's name, by which programs know a notebook."""

from ipykernel.kernelbase import get_kernel
from IPython.core.displaypub import DisplayPublisher
from IPython.core.interactiveshell import InteractiveShell

__name__ = "ipykernel.zmqshell"

ZMQDisplayPublisher = DisplayPublisher


class ZMQInteractiveShell(InteractiveShell):
    """The class of get_ipython()."""

    @property
    def kernel(self):
        return get_kernel()

    def get_parent(self):
        """The message that output belongs to."""
        return self.kernel.get_parent()

    @property
    def parent_header(self):
        return self.get_parent()

    def set_parent(self, parent):
        """Makes output belong to another message."""
        self.kernel.set_parent(None, parent)
