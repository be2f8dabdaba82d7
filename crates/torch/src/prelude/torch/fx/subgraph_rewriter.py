"""Replaces parts of a graph that look like a pattern."""

from collections import namedtuple

from torch.fx._symbolic_trace import symbolic_trace
from torch.fx.graph import Graph
from torch.fx.graph_module import GraphModule
from torch.fx.node import Node

Match = namedtuple("Match", ["anchor", "nodes_map"])


def _graph_of(program):
    if isinstance(program, Graph):
        return program
    return program.graph if isinstance(program, GraphModule) else symbolic_trace(program).graph


def _fits(pattern, value, found):
    """Returns whether a value matches the pattern. Records the matched values in `found`."""
    if not isinstance(pattern, Node):
        if isinstance(pattern, (tuple, list)):
            alike = isinstance(value, (tuple, list)) and len(value) == len(pattern)
            return alike and all(_fits(one, other, found) for one, other in zip(pattern, value))
        if isinstance(pattern, dict):
            alike = isinstance(value, dict) and list(value) == list(pattern)
            return alike and all(_fits(one, value[key], found) for key, one in pattern.items())
        return not isinstance(value, Node) and type(pattern) is type(value) and pattern == value
    if pattern in found:
        return found[pattern] is value
    if pattern.op == "placeholder":
        found[pattern] = value
        return True
    if not isinstance(value, Node) or (pattern.op, pattern.target) != (value.op, value.target):
        return False
    found[pattern] = value
    return _fits(pattern.args, value.args, found) and _fits(pattern.kwargs, value.kwargs, found)


def _is_closed(pattern, found):
    """Returns whether only the match itself uses its inner nodes."""
    result = pattern.output_node().all_input_nodes
    inner = [node for node in found if node.op not in ("placeholder", "get_attr") and node not in result]
    matched = set(value for value in found.values() if isinstance(value, Node))
    return all(user in matched for node in inner for user in found[node].users)


def replace_pattern(gm, pattern, replacement):
    """Replaces every part of a module's graph that matches `pattern`; returns the matches.

    Both are functions or modules: their parameters match any value.
    """
    pattern, replacement = _graph_of(pattern), _graph_of(replacement)
    result = pattern.output_node().args[0]
    matches, taken = [], set()
    for node in gm.graph.nodes:
        found = {}
        if not isinstance(result, Node) or not _fits(result, node, found) or not _is_closed(pattern, found):
            continue
        inside = {value for key, value in found.items() if key.op not in ("placeholder", "get_attr")}
        if not inside & taken:
            taken |= inside
            matches.append(Match(node, found))
    inputs = [node for node in pattern.nodes if node.op == "placeholder"]
    replaced = {}
    for match in matches:
        given = [match.nodes_map.get(node) for node in inputs]
        given = [replaced.get(value, value) if isinstance(value, Node) else value for value in given]
        _put(gm.graph, match, dict(zip((n for n in replacement.nodes if n.op == "placeholder"), given)), replacement, replaced)
    gm.recompile()
    return matches


def _put(graph, match, values, replacement, replaced):
    with graph.inserting_before(match.anchor):
        new = graph.graph_copy(replacement, values)
    match.anchor.replace_all_uses_with(new)
    replaced[match.anchor] = new
    inside = [node for key, node in match.nodes_map.items() if key.op != "placeholder" and isinstance(node, Node)]
    for node in sorted(inside, key=list(graph.nodes).index, reverse=True):
        if not node.users:
            graph.erase_node(node)
