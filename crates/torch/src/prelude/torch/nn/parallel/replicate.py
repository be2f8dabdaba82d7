"""One module copied to several devices."""

from torch.nn.parallel import comm
from torch.nn.parallel._functions import Broadcast
from torch.nn.parallel.comm import _index


def _copies(tensors, devices, detach):
    """A list of copies for each device."""
    if not tensors:
        return [[] for _ in devices]
    if detach:
        return comm.broadcast_coalesced(tensors, devices)
    copies = Broadcast.apply(devices, *tensors)
    return [list(copies[i : i + len(tensors)]) for i in range(0, len(copies), len(tensors))]


def replicate(network, devices, detach=False):
    """A replica of the module on each device; gradients of replicas add up in the module's own parameters.

    A replica's parameters are results, not leaves. The one on the module's own device shares its buffers.
    """
    devices = [_index(device, True) for device in devices]
    parameters, buffers = list(network.parameters()), list(network.buffers())
    of_parameters = _copies(parameters, devices, detach)
    learned = [x for x in buffers if x.requires_grad and not detach]
    fixed = [x for x in buffers if not (x.requires_grad and not detach)]
    of_buffers = [
        list(zip(learned + fixed, a + b)) for a, b in zip(_copies(learned, devices, False), _copies(fixed, devices, True))
    ]
    replicas = []
    for at in range(len(devices)):
        copies = {id(x): copy for x, copy in zip(parameters, of_parameters[at])}
        copies.update((id(x), copy) for x, copy in of_buffers[at])
        replicas.append(_replica(network, copies, {}))
    return replicas


def _replica(module, copies, made):
    """The module once more, with other tensors. One that occurs twice is one replica."""
    if id(module) in made:
        return made[id(module)]
    replica = object.__new__(type(module))
    made[id(module)] = replica
    state = replica.__dict__
    state.update(module.__dict__)
    state["_is_replica"] = True
    state["_former_parameters"] = {}
    state["_parameters"] = {}
    for name, parameter in module._parameters.items():
        copy = None if parameter is None else copies[id(parameter)]
        state[name] = copy
        if copy is not None:
            state["_former_parameters"][name] = copy
    state["_buffers"] = {name: None if x is None else copies[id(x)] for name, x in module._buffers.items()}
    state["_modules"] = {
        name: None if child is None else _replica(child, copies, made) for name, child in module._modules.items()
    }
    return replica
