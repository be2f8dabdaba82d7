"""What a model does with an input: a table of its layers and a drawing of its graph."""

import html as _html

from _tensorcell.summary import _graph


def _bytes(count):
    for unit in ("B", "KiB", "MiB", "GiB", "TiB"):
        if count < 1024 or unit == "TiB":
            return f"{count:.0f} B" if unit == "B" else f"{count:.4g} {unit}"
        count /= 1024


def _shape(value):
    """Returns the shapes of a layer's output, however it is nested."""
    if hasattr(value, "shape") and hasattr(value, "dtype"):
        return str(list(value.shape))
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_shape(item)}" for key, item in value.items()) + "}"
    if isinstance(value, (tuple, list)):
        return ", ".join(_shape(item) for item in value if item is not None)
    return "-" if value is None else type(value).__name__


def _tensors(value):
    if hasattr(value, "grad_fn"):
        return [value]
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, (tuple, list)):
        return [tensor for item in value for tensor in _tensors(item)]
    return []


def _key(node):
    return repr(node).rsplit(" ", 1)[-1]


class Summary:
    """The layers of a model in the order of their calls: `rows` holds name, kind, output shape, parameters and bytes."""

    _MOST = 60

    def __init__(self, model, depth):
        self.title = type(model).__name__
        self.depth = depth
        self.rows = []
        self.steps = []
        self.edges = []
        self.output_bytes = 0
        seen = set()
        self.parameters = self.trainable = self.bytes = 0
        for tensor in list(model.parameters()) + list(model.buffers()):
            if id(tensor) not in seen:
                seen.add(id(tensor))
                self.bytes += tensor.numel() * tensor.element_size()
        for p in {id(p): p for p in model.parameters()}.values():
            self.parameters += p.numel()
            self.trainable += p.numel() if p.requires_grad else 0

    def _facts(self):
        facts = [
            f"{self.parameters:,} parameters",
            f"{self.trainable:,} of them trainable",
            f"{_bytes(self.bytes)} of parameters and buffers",
        ]
        if self.output_bytes:
            facts.append(f"{_bytes(self.output_bytes)} of outputs in one forward pass")
        return facts

    def _table(self):
        head = ["layer", "kind", "output", "parameters", "bytes"]
        rows = []
        for level, name, kind, output, count, size in self.rows:
            rows.append(["  " * level + name, kind, output, f"{count:,}" if count else "-", _bytes(size) if size else "-"])
        return head, rows

    def __repr__(self):
        head, rows = self._table()
        widths = [max(len(row[i]) for row in [head] + rows) for i in range(5)]
        lines = [self.title]
        for row in [head, ["-" * w for w in widths]] + rows:
            cells = [cell.ljust(w) if i < 3 else cell.rjust(w) for i, (cell, w) in enumerate(zip(row, widths))]
            lines.append("  ".join(cells).rstrip())
        return "\n".join(lines + ["; ".join(self._facts())])

    def _repr_html_(self):
        head, rows = self._table()
        left = lambda i: "left" if i < 3 else "right"
        page = f'<b>{_html.escape(self.title)}</b><table style="border-collapse:collapse"><thead><tr>'
        page += "".join(f'<th style="text-align:{left(i)}">{name}</th>' for i, name in enumerate(head)) + "</tr></thead><tbody>"
        for row in rows:
            cells = [_html.escape(cell) for cell in row]
            cells[0] = cells[0].replace("  ", "&emsp;")
            page += "<tr>" + "".join(f'<td style="text-align:{left(i)}">{cell}</td>' for i, cell in enumerate(cells)) + "</tr>"
        page += f"</tbody></table><p>{_html.escape('; '.join(self._facts()))}</p>"
        if len(self.steps) > self._MOST:
            return page + f"<p>The graph has {len(self.steps)} steps: too many to draw. summary(..., depth=1) draws fewer.</p>"
        return page + (self.graph() if self.steps else "")

    def graph(self):
        """The drawing of the graph, as SVG."""
        return _graph(self.steps, self.edges, f"The graph of {self.title}: {len(self.steps)} steps")


def _own(module):
    """Parameters and bytes of a module itself, its children aside."""
    parameters = [p for p in module._parameters.values() if p is not None]
    buffers = [b for b in module._buffers.values() if b is not None]
    return sum(p.numel() for p in parameters), sum(t.numel() * t.element_size() for t in parameters + buffers)


def _whole(module):
    parameters = list(module.parameters())
    return sum(p.numel() for p in parameters), sum(t.numel() * t.element_size() for t in parameters + list(module.buffers()))


def summary(model, *inputs, input_size=None, dtype=None, device=None, depth=None):
    """A table of a model's layers with output shapes, parameters and bytes, and a drawing of its graph.

    tensorcell.summary(model, x)                      # with an input
    tensorcell.summary(model, input_size=(1, 3, 32, 32))  # with random numbers of that shape
    tensorcell.summary(model)                         # without output shapes

    The model runs once, as in evaluation, on copies of the inputs; its mode, its gradients and its buffers stay as they are.
    depth=1 looks no further than the model's own children.
    """
    import torch

    if not isinstance(model, torch.nn.Module):
        raise TypeError(f"summary() takes a torch.nn.Module, not {type(model).__name__}")
    if input_size is not None and not inputs:
        sizes = [input_size] if isinstance(input_size[0], int) else input_size
        where = device if device is not None else next((p.device for p in model.parameters()), torch.device("cpu"))
        inputs = [torch.zeros(size, dtype=dtype, device=where) for size in sizes]
    found = Summary(model, depth)
    level_of = {name: name.count(".") + 1 if name else 0 for name, _ in model.named_modules()}
    names = {id(module): name for name, module in model.named_modules()}

    def is_step(module):
        level = level_of[names[id(module)]]
        return not module._modules or (depth is not None and level >= depth)

    def shown(module):
        return depth is None or level_of[names[id(module)]] <= depth

    in_rows = []

    def add_row(module, output, at=None):
        name = names[id(module)]
        count, size = _whole(module) if is_step(module) else _own(module)
        row = (level_of[name], name.rsplit(".", 1)[-1] or found.title, type(module).__name__, output, count, size)
        at = len(found.rows) if at is None else at
        found.rows.insert(at, row)
        in_rows.insert(at, id(module))

    def add_uncalled():
        """Rows of modules whose parent uses their parameters without calling them, each after the module before it."""
        before = 0
        for module in model.modules():
            if id(module) in in_rows:
                before = in_rows.index(id(module)) + 1
            elif shown(module):
                add_row(module, "-", before)
                before += 1

    if not inputs:
        for module in model.modules():
            if shown(module):
                add_row(module, "")
        return found

    producers = {}
    handles = []
    inside = []

    def step_of(node):
        """The step that produced a node's result, skipping operations that are not steps; a new step where several meet."""
        if node is None:
            return None
        key = _key(node)
        if key not in producers:
            steps = sorted({step for edge in node.next_functions for step in [step_of(edge[0])] if step is not None})
            if len(steps) > 1:
                found.steps.append((node.name().split("Backward")[0].split("::")[-1].lower(), ""))
                found.edges.extend((step, len(found.steps) - 1) for step in steps)
                steps = [len(found.steps) - 1]
            producers[key] = steps[0] if steps else None
        return producers[key]

    def sources(value):
        steps = {step_of(tensor.grad_fn) for tensor in _tensors(value) if tensor.grad_fn is not None}
        return sorted(step for step in steps if step is not None)

    def before(module, args):
        if is_step(module) and not any(is_step(outer) for outer in inside):
            module._summary_sources = sources(args)
        if shown(module):
            module._summary_row = len(found.rows)
            add_row(module, "")
        inside.append(module)

    def after(module, args, output):
        inside.pop()
        if shown(module):
            row = found.rows[module._summary_row]
            found.rows[module._summary_row] = row[:3] + (_shape(output),) + row[4:]
        if not is_step(module) or any(is_step(outer) for outer in inside):
            return
        found.output_bytes += sum(t.numel() * t.element_size() for t in _tensors(output))
        step = len(found.steps)
        found.steps.append(
            (f"{names[id(module)]}: {type(module).__name__}" if names[id(module)] else found.title, _shape(output))
        )
        found.edges.extend((source, step) for source in module._summary_sources)
        for tensor in _tensors(output):
            if tensor.grad_fn is not None:
                producers[_key(tensor.grad_fn)] = step

    def copy(value):
        value = value.detach().clone()
        if value.is_floating_point():
            value.requires_grad_()
            value = value * 1
            producers[_key(value.grad_fn)] = len(found.steps)
        found.steps.append(("input", _shape(value)))
        return value

    modes = [(module, module.training) for module in model.modules()]
    generator = torch.get_rng_state()
    try:
        model.eval()
        with torch.enable_grad():
            copies = [copy(x) if hasattr(x, "detach") else x for x in inputs]
            for module in model.modules():
                handles.append(module.register_forward_pre_hook(before))
                handles.append(module.register_forward_hook(after))
            output = model(*copies)
            add_uncalled()
            step = len(found.steps)
            last = sources(output)
            if len(last) > 1 or (last and last[0] != step - 1):
                found.steps.append(("output", _shape(output)))
                found.edges.extend((source, step) for source in last)
    finally:
        for handle in handles:
            handle.remove()
        for module, training in modes:
            module.training = training
            for name in ("_summary_row", "_summary_sources"):
                module.__dict__.pop(name, None)
        torch.set_rng_state(generator)
    return found
