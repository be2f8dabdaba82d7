"""`torchvision.models.feature_extraction`: what layers in the middle of a network compute, by `torch.fx`."""

import inspect
import math
import re
import warnings
from collections import OrderedDict

import torchvision.ops
from torch import fx, nn
from torch.fx.graph_module import _copy_below


def _layers_of_ops():
    kinds = [kind for _, kind in inspect.getmembers(torchvision.ops) if inspect.isclass(kind)]
    return tuple(kind for kind in kinds if issubclass(kind, nn.Module))


class LeafModuleAwareTracer(fx.Tracer):
    """A tracer that does not look into some kinds of layers."""

    def __init__(self, *args, **kwargs):
        self.leaf_modules = tuple(kwargs.pop("leaf_modules", ()))
        super().__init__(*args, **kwargs)

    def is_leaf_module(self, m, module_qualname):
        return isinstance(m, self.leaf_modules) or super().is_leaf_module(m, module_qualname)


class NodePathTracer(LeafModuleAwareTracer):
    """A tracer that names each operation by the layer that does it: `layer4.1.relu_1`."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.current_module_qualname = ""
        self.node_to_qualname = OrderedDict()

    def call_module(self, m, forward, args, kwargs):
        before = self.current_module_qualname
        try:
            self.current_module_qualname = path = self.path_of_module(m)
            if self.is_leaf_module(m, path):
                return self.create_proxy("call_module", path, args, kwargs)
            return forward(*args, **kwargs)
        finally:
            self.current_module_qualname = before

    def create_proxy(self, kind, target, args, kwargs, *others, **options):
        proxy = super().create_proxy(kind, target, args, kwargs, *others, **options)
        self.node_to_qualname[proxy.node] = self._named(self.current_module_qualname, proxy.node)
        return proxy

    def _named(self, path, node):
        if node.op != "call_module":
            path = f"{path}.{node}" if path else str(node)
        numbered = re.match(r"(.+)_[0-9]+$", path)
        path = numbered.group(1) if numbered else path
        for known in reversed(self.node_to_qualname.values()):
            if re.match(rf"{re.escape(path)}(_[0-9]+)?$", known):
                number = known[len(path) + 1 :]
                return f"{path}_{int(number) + 1 if number else 1}"
        return path


def _tracer(options):
    return NodePathTracer(**{"autowrap_modules": (math,), "leaf_modules": _layers_of_ops(), **(options or {})})


def _names(model, options):
    tracer = _tracer(options)
    tracer.trace(model)
    return list(tracer.node_to_qualname.values())


def _in_both_modes(model, act):
    """What a function returns while training and while not; the model's mode stays."""
    was, results = model.training, []
    try:
        for training in (True, False):
            model.train(training)
            results.append(act())
    finally:
        model.train(was)
    return results


def get_graph_node_names(model, tracer_kwargs=None, suppress_diff_warning=False, concrete_args=None):
    """The names of a network's operations: while training, and while not."""
    training, evaluating = _in_both_modes(model, lambda: _names(model, tracer_kwargs))
    if training != evaluating and not suppress_diff_warning:
        warnings.warn(
            "The nodes obtained by tracing the model in eval mode are not a subsequence of those obtained in train mode. When "
            "choosing nodes for feature extraction, you may need to specify output nodes for train and eval mode separately."
        )
    return training, evaluating


def _wanted(nodes):
    return {str(name): str(name) for name in nodes} if isinstance(nodes, (list, tuple)) else dict(nodes)


def _check(wanted, names):
    for name in wanted:
        if not any(re.match(rf"^{re.escape(name)}(\.|$)", known) for known in names):
            hint = (
                "Hint: use `get_graph_node_names` to make sure the `return_nodes` you specified are present. It may even be that "
                "you need to specify `train_return_nodes` and `eval_return_nodes` separately."
            )
            raise ValueError(f"node: '{name}' is not present in model. {hint}")


def _cut(model, wanted, options):
    """The graph that returns what the wanted operations compute, a layer's last one for its name."""
    tracer = _tracer(options)
    graph = tracer.trace(model)
    _check(wanted, list(tracer.node_to_qualname.values()))
    left, outputs = dict(wanted), OrderedDict()
    for node in reversed(graph.nodes):
        name = tracer.node_to_qualname.get(node)
        if name is None or node.op == "output":
            continue
        for query in list(left):
            if re.match(rf"^{re.escape(query)}(\.|$)", name):
                outputs[left.pop(query)] = node
                break
    old = [node for node in graph.nodes if node.op == "output"][0]
    with graph.inserting_after(list(graph.nodes)[-1]):
        graph.output(dict(reversed(list(outputs.items()))))
    graph.erase_node(old)
    graph.eliminate_dead_code()
    return graph


class DualGraphModule(fx.GraphModule):
    """Two graphs over the same layers: one for training, one for evaluation."""

    def __init__(self, root, train_graph, eval_graph, class_name="GraphModule"):
        super().__init__(root, train_graph, class_name)
        for node in eval_graph.nodes:
            if node.op in ("get_attr", "call_module"):
                _copy_below(root, self, node.target)
        self.train_graph, self.eval_graph = train_graph, eval_graph

    def train(self, mode=True):
        """Takes the graph of this mode."""
        graph = self.train_graph if mode else self.eval_graph
        if self.graph is not graph:
            self.graph = graph
        return super().train(mode=mode)


def create_feature_extractor(
    model, return_nodes=None, train_return_nodes=None, eval_return_nodes=None, tracer_kwargs=None,
    suppress_diff_warning=False, concrete_args=None,
):
    """A network that returns what some operations of another compute, by names: in a list, or with new names."""
    if return_nodes is None and (train_return_nodes is None or eval_return_nodes is None):
        raise ValueError(
            "Either `return_nodes` or `train_return_nodes` and `eval_return_nodes` together, should be specified"
        )
    if return_nodes is not None and (train_return_nodes is not None or eval_return_nodes is not None):
        raise ValueError("If `train_return_nodes` and `eval_return_nodes` are specified, then both should be specified")
    kinds = [train_return_nodes, eval_return_nodes] if return_nodes is None else [return_nodes, return_nodes]
    wanted = iter([_wanted(nodes) for nodes in kinds])
    was = model.training
    training, evaluating = _in_both_modes(model, lambda: _cut(model, next(wanted), tracer_kwargs))
    return DualGraphModule(model, training, evaluating, class_name=type(model).__name__).train(was)
