"""The results of `%%capture` and `%timeit -o`."""

from IPython.display import display


class RichOutput:
    """One captured display."""

    def __init__(self, data, metadata):
        self.data = data
        self.metadata = metadata

    def _repr_mimebundle_(self, include=None, exclude=None):
        return self.data, self.metadata

    def __repr__(self):
        return self.data.get("text/plain", "")

    def display(self):
        """Shows it now."""
        display(self.data, raw=True)


class CapturedIO:
    """The captured output of a cell: `.stdout`, `.stderr`, `.outputs`. `show()`, or calling it, shows everything."""

    def __init__(self, stdout, stderr, outputs):
        self.stdout = stdout
        self.stderr = stderr
        self.outputs = [RichOutput(data, metadata) for data, metadata in outputs]

    def __str__(self):
        return self.stdout

    def show(self):
        """Shows the captured output."""
        import sys

        sys.stdout.write(self.stdout)
        sys.stderr.write(self.stderr)
        for output in self.outputs:
            output.display()

    __call__ = show


class TimeitResult:
    """The measurements of `%timeit -o`, in seconds per loop: `.average`, `.stdev`, `.best`, `.worst`, `.timings`,
    `.all_runs`."""

    def __init__(self, loops, repeat, all_runs, text):
        self.loops = loops
        self.repeat = repeat
        self.all_runs = all_runs
        self.timings = [run / loops for run in all_runs]
        self.best = min(self.timings)
        self.worst = max(self.timings)
        self.average = sum(self.timings) / len(self.timings)
        self.stdev = (sum((x - self.average) ** 2 for x in self.timings) / len(self.timings)) ** 0.5
        self._text = text

    def __str__(self):
        return self._text

    def __repr__(self):
        return f"<TimeitResult: {self._text}>"
