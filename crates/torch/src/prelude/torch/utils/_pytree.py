"""`torch.utils._pytree`: nested containers as a list of their leaves and the form around these."""

from collections import OrderedDict


class TreeSpec:
    """The form of a tree: `type` of its node, what else `context` says of it, and the forms of its children."""

    def __init__(self, type, context, children):
        self.type = type
        self.context = context
        self.children_specs = children

    @property
    def num_leaves(self):
        """How many leaves the tree has."""
        return 1 if self.type is None else sum(child.num_leaves for child in self.children_specs)

    @property
    def num_children(self):
        """How many children its node has."""
        return len(self.children_specs)

    def is_leaf(self):
        """True of a tree that is one leaf."""
        return self.type is None

    def __eq__(self, other):
        if not isinstance(other, TreeSpec):
            return NotImplemented
        return (self.type, self.context, self.children_specs) == (other.type, other.context, other.children_specs)

    def __repr__(self):
        if self.type is None:
            return "*"
        return f"TreeSpec({self.type.__name__}, {self.context}, [{', '.join(repr(child) for child in self.children_specs)}])"


_REGISTERED = {}


def register_pytree_node(cls, flatten_fn, unflatten_fn, **names):
    """Makes a class a node: `flatten_fn(object)` gives children and context, `unflatten_fn(children, context)` the object."""
    _REGISTERED[cls] = (flatten_fn, unflatten_fn)


def _open(tree, is_leaf):
    """(type, context, children) of a node; None of a leaf."""
    if is_leaf is not None and is_leaf(tree):
        return None
    kind = type(tree)
    if kind in _REGISTERED:
        children, context = _REGISTERED[kind][0](tree)
        return kind, context, list(children)
    if kind in (dict, OrderedDict):
        return kind, list(tree.keys()), list(tree.values())
    if kind in (list, tuple) or (isinstance(tree, tuple) and hasattr(tree, "_fields")):
        return kind, None, list(tree)
    return None


def _close(kind, context, children):
    if kind in _REGISTERED:
        return _REGISTERED[kind][1](children, context)
    if kind in (dict, OrderedDict):
        return kind(zip(context, children))
    return kind(*children) if hasattr(kind, "_fields") else kind(children)


def tree_flatten(tree, is_leaf=None):
    """The leaves of a tree in order, and its form.

    >>> from torch.utils._pytree import tree_flatten
    >>> tree_flatten({"a": 1, "b": (2, [3])})[0]
    [1, 2, 3]
    """
    opened = _open(tree, is_leaf)
    if opened is None:
        return [tree], TreeSpec(None, None, [])
    kind, context, children = opened
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
        return _close(spec.type, spec.context, [build(child) for child in spec.children_specs])

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
    """Whether `pred` is true of all leaves."""
    return all(pred(leaf) for leaf in tree_leaves(tree, is_leaf))


def tree_any(pred, tree, is_leaf=None):
    """Whether `pred` is true of a leaf."""
    return any(pred(leaf) for leaf in tree_leaves(tree, is_leaf))
