"""`torch.utils._pytree`: nested containers as a list of their leaves and the form around these."""

from collections import OrderedDict, defaultdict, deque, namedtuple
from typing import Any


class TreeSpec:
    """The structure of a tree: the `type` of its node, extra data in `context`, and the structures of its children."""

    def __init__(self, type, context, children):
        self.type = type
        self.context = context
        self.children_specs = children

    @property
    def num_leaves(self):
        """The number of leaves."""
        return 1 if self.type is None else sum(child.num_leaves for child in self.children_specs)

    @property
    def num_children(self):
        """The number of children."""
        return len(self.children_specs)

    def is_leaf(self):
        """True of a tree that is one leaf."""
        return self.type is None

    def __eq__(self, other):
        if not isinstance(other, TreeSpec):
            return NotImplemented
        return (self.type, self.context, self.children_specs) == (other.type, other.context, other.children_specs)

    def __repr__(self, indent=0):
        if self.type is None:
            return "*"
        children = f",\n{' ' * (indent + 2)}".join(child.__repr__(indent + 2) for child in self.children_specs)
        return f"TreeSpec({self.type.__name__}, {self.context}, [{children}])"


class LeafSpec(TreeSpec):
    """The form of a tree that is one leaf."""

    def __init__(self):
        super().__init__(None, None, [])


NodeDef = namedtuple("NodeDef", ["type", "flatten_fn", "unflatten_fn"])
PyTree = Any


def _of_class(kind):
    return NodeDef(kind, lambda items: (list(items), None), lambda items, context: kind(items))


def _of_keys(kind):
    return NodeDef(kind, lambda d: (list(d.values()), list(d)), lambda items, keys: kind(zip(keys, items)))


def _flatten_defaultdict(d):
    return list(d.values()), [d.default_factory, list(d)]


class _Results:
    """Represents the classes of `torch.return_types`."""


# What is looked into: the node of each class.
SUPPORTED_NODES = {
    tuple: _of_class(tuple),
    list: _of_class(list),
    dict: _of_keys(dict),
    OrderedDict: _of_keys(OrderedDict),
    _Results: NodeDef(_Results, lambda t: (list(t), type(t)), lambda items, kind: kind(items)),
    namedtuple: NodeDef(namedtuple, lambda t: (list(t), type(t)), lambda items, kind: kind(*items)),
    defaultdict: NodeDef(defaultdict, _flatten_defaultdict, lambda items, of: defaultdict(of[0], zip(of[1], items))),
    deque: NodeDef(deque, lambda d: (list(d), d.maxlen), lambda items, maxlen: deque(items, maxlen)),
}


def register_pytree_node(cls, flatten_fn, unflatten_fn, **names):
    """Makes a class a node: `flatten_fn(object)` gives children and context, `unflatten_fn(children, context)` the object."""
    SUPPORTED_NODES[cls] = NodeDef(cls, flatten_fn, unflatten_fn)


def _get_node_type(tree):
    """The class under which a tree is looked into, if it is: any named tuple is one."""
    kind = type(tree)
    if isinstance(tree, tuple) and kind.__module__ == "torch.return_types":
        return _Results
    if kind not in SUPPORTED_NODES and isinstance(tree, tuple) and hasattr(tree, "_fields"):
        return namedtuple
    return kind


def tree_flatten(tree, is_leaf=None):
    """The leaves of a tree in order, and its form.

    >>> from torch.utils._pytree import tree_flatten
    >>> tree_flatten({"a": 1, "b": (2, [3])})[0]
    [1, 2, 3]
    """
    kind = _get_node_type(tree)
    if kind not in SUPPORTED_NODES or (is_leaf is not None and is_leaf(tree)):
        return [tree], LeafSpec()
    children, context = SUPPORTED_NODES[kind].flatten_fn(tree)
    leaves, specs = [], []
    for child in children:
        below, spec = tree_flatten(child, is_leaf)
        leaves.extend(below)
        specs.append(spec)
    return leaves, TreeSpec(kind, context, specs)


def tree_unflatten(leaves, treespec):
    """The tree of a form and leaves."""
    leaves = list(leaves)
    if len(leaves) != treespec.num_leaves:
        raise ValueError(
            f"tree_unflatten(leaves, treespec): `leaves` has length {len(leaves)} but the spec refers to a pytree that holds "
            f"{treespec.num_leaves} items ({treespec})."
        )
    rest = iter(leaves)

    def build(spec):
        if spec.type is None:
            return next(rest)
        return SUPPORTED_NODES[spec.type].unflatten_fn([build(child) for child in spec.children_specs], spec.context)

    return build(treespec)


def tree_leaves(tree, is_leaf=None):
    """The leaves of a tree in order."""
    return tree_flatten(tree, is_leaf)[0]


def tree_structure(tree, is_leaf=None):
    """The form of a tree."""
    return tree_flatten(tree, is_leaf)[1]


def tree_map(func, tree, *rests, is_leaf=None):
    """The tree with `func` of each leaf; of several trees of one form, `func` of the leaves at the same place.

    >>> from torch.utils._pytree import tree_map
    >>> tree_map(lambda x: x * 2, {"a": 1, "b": [2, 3]})
    {'a': 2, 'b': [4, 6]}
    """
    leaves, spec = tree_flatten(tree, is_leaf)
    columns = [leaves] + [tree_leaves(rest, is_leaf) for rest in rests]
    return tree_unflatten([func(*values) for values in zip(*columns)], spec)


def tree_map_(func, tree, *rests, is_leaf=None):
    """Calls `func` of each leaf, and gives the tree back."""
    tree_map(func, tree, *rests, is_leaf=is_leaf)
    return tree


def tree_map_only(kind, func, tree=None, is_leaf=None):
    """tree_map over the leaves of one type; the others stay."""
    return tree_map(lambda x: func(x) if isinstance(x, kind) else x, tree, is_leaf=is_leaf)


def tree_all(pred, tree, is_leaf=None):
    """Returns whether `pred` is true of all leaves."""
    return all(pred(leaf) for leaf in tree_leaves(tree, is_leaf))


def tree_any(pred, tree, is_leaf=None):
    """Returns whether `pred` is true of any leaf."""
    return any(pred(leaf) for leaf in tree_leaves(tree, is_leaf))
