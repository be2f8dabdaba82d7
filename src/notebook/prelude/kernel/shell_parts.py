"""The parts of the session: results of cells, history, extensions, settings."""

import importlib
import sys

from _tensorcell import kernel as _kernel

__name__ = "IPython.core.interactiveshell"


class ExecutionInfo:
    """The request of a cell: raw_cell, store_history, silent, shell_futures, cell_id, transformed_cell."""

    def __init__(self, raw_cell, store_history, silent, shell_futures, cell_id, transformed_cell=None):
        self.raw_cell, self.transformed_cell = raw_cell, transformed_cell
        self.store_history, self.silent = store_history, silent
        self.shell_futures, self.cell_id = shell_futures, cell_id

    def __repr__(self):
        raw = self.raw_cell[:50] + ".." if len(self.raw_cell) > 50 else self.raw_cell
        return (
            f'<ExecutionInfo object at {id(self):x}, raw_cell="{raw}" transformed_cell="{self.transformed_cell}" '
            f"store_history={self.store_history} silent={self.silent} shell_futures={self.shell_futures} cell_id={self.cell_id}>"
        )


class ExecutionResult:
    """The result of a cell: result, error_before_exec, error_in_exec, success."""

    def __init__(self, info=None):
        self.info = info
        self.execution_count = None
        self.error_before_exec = None
        self.error_in_exec = None
        self.result = None

    @property
    def success(self):
        """Whether no exception was raised."""
        return self.error_before_exec is None and self.error_in_exec is None

    def raise_error(self):
        """Raises the cell's exception, if any."""
        for error in (self.error_before_exec, self.error_in_exec):
            if error is not None:
                raise error

    def __repr__(self):
        return (
            f"<ExecutionResult object at {id(self):x}, execution_count={self.execution_count} "
            f"error_before_exec={self.error_before_exec} error_in_exec={self.error_in_exec} info={self.info!r} result={self.result!r}>"
        )


class HistoryManager:
    """The cells of this session and their results."""

    session_number = 1

    def __init__(self, shell):
        self.shell = shell

    @property
    def input_hist_raw(self):
        """The cells, by their numbers."""
        return self.shell.user_ns["In"]

    input_hist_parsed = input_hist_raw

    @property
    def output_hist(self):
        """The results, by their cells' numbers."""
        return self.shell.user_ns["Out"]

    def get_range(self, session=0, start=1, stop=None, raw=True, output=False):
        """Returns (session, number, code) of cells. With output=True the code is paired with the result's text."""
        cells = self.input_hist_raw
        stop = len(cells) if stop is None else stop + len(cells) if stop < 0 else stop
        for number in range(max(start, 1), min(stop, len(cells))):
            code = cells[number]
            result = self.output_hist.get(number)
            yield 0, number, (code, None if result is None else repr(result)) if output else code

    def get_tail(self, n=10, raw=True, output=False, include_latest=False):
        """Like get_range: the last n cells before the running one."""
        found = list(self.get_range(output=output))
        return found[-n - 1 :] if include_latest else found[:-1][-n:]

    def search(self, pattern="*", raw=True, search_raw=True, output=False, n=None, unique=False):
        """Like get_range: the cells that match a pattern with * and ?."""
        from fnmatch import fnmatchcase

        found = []
        for session, number, code in self.get_range():
            if fnmatchcase(code, pattern) and not (unique and any(code == known for _, _, known in found)):
                found.append((session, number, code))
        return found[-n:] if n else found

    def get_range_by_str(self, rangestr, raw=True, output=False):
        """Like get_range: the cells of a text such as '3 5-8'."""
        for word in rangestr.split():
            first, _, last = word.partition("-")
            yield from self.get_range(0, int(first), int(last or first) + 1, raw, output)

    def get_last_session_id(self):
        """The number of this session."""
        return self.session_number


class ExtensionManager:
    """Modules that add to the session: load_ipython_extension(ip) is called, and unload_ipython_extension(ip)."""

    def __init__(self, shell):
        self.shell = shell
        self.loaded = set()

    def load_extension(self, module_str):
        """Imports an extension and calls its load_ipython_extension; 'already loaded' or 'no load function' where it did not."""
        if module_str in self.loaded:
            return "already loaded"
        module = self._module(module_str)
        if not hasattr(module, "load_ipython_extension"):
            return "no load function"
        module.load_ipython_extension(self.shell)
        self.loaded.add(module_str)
        return None

    def _module(self, name):
        if name in ("autoreload", "storemagic"):
            name = "IPython.extensions." + name
        return importlib.import_module(name)

    def unload_extension(self, module_str):
        """Calls an extension's unload_ipython_extension; 'not loaded' or 'no unload function' where it did not."""
        if module_str not in self.loaded:
            return "not loaded"
        module = self._module(module_str)
        if not hasattr(module, "unload_ipython_extension"):
            return "no unload function"
        module.unload_ipython_extension(self.shell)
        self.loaded.discard(module_str)
        return None

    def reload_extension(self, module_str):
        """Reloads an extension."""
        if module_str in self.loaded and module_str in sys.modules:
            self.unload_extension(module_str)
            importlib.reload(sys.modules[module_str])
            self.loaded.discard(module_str)
        return self.load_extension(module_str)


class PayloadManager:
    """The payload of a cell's reply for the front end."""

    def write_payload(self, data, single=True):
        """Adds a page or a next input."""
        match data.get("source"):
            case "page":
                _kernel._page(data["data"], data.get("start", 0))
            case "set_next_input":
                _kernel._set_next_input(data["text"], data.get("replace", False))
            case other:
                raise ValueError(f"payloads are 'page' and 'set_next_input', not {other!r}")


class DisplayHook:
    """Shows the values of cells."""

    def __init__(self, shell):
        self.shell = shell

    @property
    def prompt_count(self):
        """The number of the running cell."""
        return self.shell.execution_count

    def __call__(self, result=None):
        """Shows a value as a cell's."""
        if result is not None:
            _kernel._show_result(result)

    def flush(self):
        """Forgets the results."""
        self.shell.user_ns["Out"].clear()


class Config(dict):
    """Settings: config.Section.name. Programs look for 'IPKernelApp' to see that they run in a kernel."""

    def __init__(self):
        super().__init__(IPKernelApp=Struct())

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        return self.setdefault(name, Struct())

    __setattr__ = dict.__setitem__


class Struct(dict):
    """A dict with entries as attributes."""

    def __getattr__(self, name):
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None

    __setattr__ = dict.__setitem__
