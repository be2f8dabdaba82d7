"""Comms by the names of the package `comm`; create_comm and get_comm_manager may be replaced."""

from comm.base_comm import CommManager, KernelComm

__version__ = "0.2.3"
__all__ = ["__version__", "create_comm", "get_comm_manager"]

_comm_manager = None


def _create_comm(*args, **kwargs):
    """A comm, opened in the front end unless primary=False."""
    return KernelComm(*args, **kwargs)


def _get_comm_manager():
    """The kernel's comms."""
    global _comm_manager
    if _comm_manager is None:
        _comm_manager = CommManager()
    return _comm_manager


create_comm = _create_comm
get_comm_manager = _get_comm_manager
