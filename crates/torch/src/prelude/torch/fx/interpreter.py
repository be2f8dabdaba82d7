"""Runs a graph node by node; subclasses do something else with some."""

from torch.fx._symbolic_trace import Tracer
from torch.fx.graph import Graph
from torch.fx.graph_module import GraphModule
from torch.fx.node import map_aggregate, map_arg
from torch.fx.proxy import Proxy


class Interpreter:
    """Runs a graph node by node: each kind of node has a method that a subclass may replace."""

    def __init__(self, module, garbage_collect_values=True, graph=None):
        self.module = module
        self.submodules = dict(module.named_modules())
        self.graph = module.graph if graph is None else graph
        self.env = {}
        self.garbage_collect_values = garbage_collect_values

    def run(self, *args, initial_env=None, enable_io_processing=True):
        """The graph's result."""
        self.env = dict(initial_env or {})
        self.args_iter = iter(args)
        last_use = {}
        for node in reversed(self.graph.nodes):
            for used in node.all_input_nodes:
                last_use.setdefault(used, node)
        for node in self.graph.nodes:
            if node in self.env:
                continue
            self.env[node] = self.run_node(node)
            if node.op == "output":
                return self.env[node]
            if self.garbage_collect_values:
                for used in [used for used, user in last_use.items() if user is node]:
                    self.env.pop(used, None)
        return None

    def run_node(self, n):
        """The result of a node."""
        args, kwargs = self.fetch_args_kwargs_from_env(n)
        return getattr(self, n.op)(n.target, args, kwargs)

    def fetch_args_kwargs_from_env(self, n):
        """A node's arguments, results in place of nodes."""
        read = lambda used: self.env[used]
        return map_arg(n.args, read), map_arg(n.kwargs, read)

    def placeholder(self, target, args, kwargs):
        """The next input."""
        if target.startswith("*"):
            return list(self.args_iter)
        try:
            return next(self.args_iter)
        except StopIteration:
            if args:
                return args[0]
            raise RuntimeError(f"Expected positional argument for parameter {target}, but one was not passed in!")

    def fetch_attr(self, target):
        """Returns the module's attribute with a dotted name."""
        value = self.module
        for part in target.split("."):
            value = getattr(value, part)
        return value

    def get_attr(self, target, args, kwargs):
        """An attribute of the module."""
        return self.fetch_attr(target)

    def call_function(self, target, args, kwargs):
        """A function's result."""
        return target(*args, **kwargs)

    def call_method(self, target, args, kwargs):
        """A method's result."""
        return getattr(args[0], target)(*args[1:], **kwargs)

    def call_module(self, target, args, kwargs):
        """A module's result."""
        return self.fetch_attr(target)(*args, **kwargs)

    def output(self, target, args, kwargs):
        """The graph's result."""
        return args[0]

    def map_nodes_to_values(self, args, n):
        """A value with results in place of nodes."""
        return map_arg(args, lambda used: self.env[used])


class Transformer(Interpreter):
    """Runs a graph on proxies. `transform()` returns the module of the new graph."""

    def __init__(self, module):
        super().__init__(module)
        self.new_graph = Graph()
        self.tracer = Tracer()
        self.tracer.graph, self.tracer.root = self.new_graph, module

    def placeholder(self, target, args, kwargs):
        """A new input."""
        return Proxy(self.new_graph.placeholder(target, default_value=args[0] if args else ...), self.tracer)

    def get_attr(self, target, args, kwargs):
        """A new reading of an attribute."""
        return self.tracer.create_proxy("get_attr", target, args, kwargs)

    def call_module(self, target, args, kwargs):
        """A new call of a module."""
        return self.tracer.create_proxy("call_module", target, args, kwargs)

    def call_function(self, target, args, kwargs):
        """A new call of a function."""
        return self.tracer.create_proxy("call_function", target, args, kwargs)

    def transform(self):
        """The module of the new graph."""
        result = super().run()
        if result is not None:
            self.new_graph.output(map_aggregate(result, lambda leaf: leaf.node if isinstance(leaf, Proxy) else leaf))
        return GraphModule(self.module, self.new_graph)
