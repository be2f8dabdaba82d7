"""A model as TensorBoard's graph: one node for each call of a layer, with the layers whose results it takes."""

import torch
from torch.utils.tensorboard import _wire as wire


def graph(model, inputs):
    """The `GraphDef` of a model that is run once on `inputs`."""
    found = _Calls(model)
    inputs = inputs if isinstance(inputs, tuple) else (inputs,)
    for at, given in enumerate(_tensors(inputs)):
        found.name(given, found.node(f"input/{at}", "IO Node", (), given.shape))
    with torch.no_grad():
        found.watch()
        try:
            results = model(*inputs)
        finally:
            found.leave()
    for at, result in enumerate(_tensors(results)):
        found.node(f"output/output.{at + 1}", "IO Node", found.sources([result]), result.shape)
    return b"".join(found.nodes) + wire.message(4, wire.integer(1, 22))


def _tensors(value):
    if isinstance(value, torch.Tensor):
        return [value]
    if isinstance(value, dict):
        value = list(value.values())
    return [tensor for part in value for tensor in _tensors(part)] if isinstance(value, (tuple, list)) else []


class _Calls:
    """Records of a model run."""

    def __init__(self, model):
        self.root = type(model).__name__
        self.layers = [(name, layer) for name, layer in model.named_modules() if not list(layer.children())]
        self.nodes, self.hooks, self.makers, self.kept, self.times, self.last = [], [], {}, [], {}, None

    def watch(self):
        for name, layer in self.layers:
            self.hooks.append(layer.register_forward_hook(self._note(name), with_kwargs=True))

    def leave(self):
        for hook in self.hooks:
            hook.remove()

    def _note(self, name):
        def note(layer, args, kwargs, results):
            place = f"{self.root}/{type(layer).__name__}[{name.replace('.', '/')}]" if name else self.root
            times = self.times[place] = self.times.get(place, 0) + 1
            place = place if times == 1 else f"{place}_{times}"
            made = _tensors(results)
            sources = self.sources(_tensors((args, kwargs)))
            node = self.node(place, type(layer).__name__, sources, made[0].shape if made else ())
            for result in made:
                self.name(result, node)
            self.last = node

        return note

    def name(self, tensor, node):
        # Keep the tensor alive, so that its id is not reused.
        self.makers[id(tensor)] = node
        self.kept.append(tensor)
        self.last = node

    def sources(self, tensors):
        """Returns the nodes that made tensors. Results of functions between layers belong to the preceding layer."""
        return list(dict.fromkeys([self.makers.get(id(tensor), self.last) for tensor in tensors]))

    def node(self, name, kind, sources, shape):
        sizes = b"".join([wire.message(2, wire.integer(1, size)) for size in shape])
        attribute = wire.message(1, "_output_shapes") + wire.message(2, wire.message(1, wire.message(7, sizes)))
        inputs = b"".join([wire.message(3, source) for source in sources])
        self.nodes.append(wire.message(1, wire.text(1, name) + wire.text(2, kind) + inputs + wire.message(5, attribute)))
        return name
