"""Counts the floating point operations of products, convolutions and attention."""

from collections import defaultdict

_COUNTED = ("mm", "addmm", "bmm", "baddbmm", "convolution", "conv1d", "conv2d", "conv3d", "scaled_dot_product_attention")


class FlopCounterMode:
    """Counts while it is entered: `with FlopCounterMode() as counter: model(x)`, then `counter.get_total_flops()`.

    Counts are of the whole, not of each module.
    """

    def __init__(self, mods=None, depth=2, display=True, custom_mapping=None):
        self.display, self.flop_counts = display, {"Global": {}}

    def __enter__(self):
        from torch.autograd.profiler import profile

        self._profile = profile(with_flops=True, record_shapes=True)
        self._profile.__enter__()
        return self

    def __exit__(self, *error):
        self._profile.__exit__(*error)
        counts = defaultdict(int)
        for event in self._profile.function_events:
            name = event.name.removeprefix("aten::")
            if name in _COUNTED and event.flops:
                counts[name] += int(event.flops)
        self.flop_counts = {"Global": dict(counts)}
        if self.display:
            print(self.get_table())
        return False

    def get_total_flops(self):
        """All of them."""
        return sum(self.flop_counts["Global"].values())

    def get_flop_counts(self):
        """The operations by kind."""
        return {name: dict(counts) for name, counts in self.flop_counts.items()}

    def get_table(self, depth=None):
        """The operations by kind, as a table."""
        rows = [("Global", self.get_total_flops()), *((f" - {name}", n) for name, n in self.flop_counts["Global"].items())]
        width = max(len(name) for name, _ in rows)
        return "\n".join(f"{name:<{width}}  {count:>16,}" for name, count in rows)
