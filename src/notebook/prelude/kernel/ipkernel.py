"""The kernel's class by ipykernel's name."""

from ipykernel.kernelbase import Kernel

__name__ = "ipykernel.ipkernel"


class IPythonKernel(Kernel):
    """The class of get_ipython().kernel."""
