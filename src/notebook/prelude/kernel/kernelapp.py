"""ipykernel's application class. Programs use it to check whether they run in a kernel."""

from ipykernel.kernelbase import get_kernel

__name__ = "ipykernel.kernelapp"


class IPKernelApp:
    """The application that holds the kernel."""

    @classmethod
    def initialized(cls):
        return True

    @classmethod
    def instance(cls, *args, **kwargs):
        return _app

    @property
    def kernel(self):
        return get_kernel()

    @property
    def shell(self):
        return get_kernel().shell


_app = IPKernelApp()
