"""Hooks of modules and optimizers: how they are kept and taken away."""


class RemovableHandle:
    """Takes a hook away again: `handle.remove()`, or at the end of `with handle:`."""

    next_id = 0

    def __init__(self, hooks_dict, *, extra_dict=None):
        self.id = RemovableHandle.next_id
        RemovableHandle.next_id += 1
        self.hooks = [hooks_dict] + ([] if extra_dict is None else list(extra_dict))

    def remove(self):
        """The hook is called no more."""
        for hooks in self.hooks:
            hooks.pop(self.id, None)

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        self.remove()
