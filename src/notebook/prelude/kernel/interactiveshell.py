"""The running session as programs see it: get_ipython()."""

import builtins
import sys

from _tensorcell import kernel as _kernel
from IPython.core.displaypub import DisplayPublisher
from IPython.core.error import UsageError
from IPython.core.events import EventManager, available_events
from IPython.core.formatters import DisplayFormatter
from IPython.core.magic import MagicsManager
from IPython.core.shell_parts import (
    Config,
    DisplayHook,
    ExecutionInfo,
    ExecutionResult,
    ExtensionManager,
    HistoryManager,
    PayloadManager,
)

__name__ = "IPython.core.interactiveshell"

_INTERACTIVITIES = ("all", "last", "last_expr", "none", "last_expr_or_assign")


class InteractiveShell:
    """The running session."""

    # The statements whose values are shown: all, last, last_expr, none, last_expr_or_assign.
    ast_node_interactivity = "last_expr"
    autoawait = True
    colors = "neutral"
    banner1 = banner = "TensorCell"
    _instance = None

    def __init__(self):
        self.events = EventManager(self, available_events)
        self.magics_manager = MagicsManager(self)
        self.display_formatter = DisplayFormatter(self)
        self.display_pub = DisplayPublisher(self, self)
        self.displayhook = DisplayHook(self)
        self.history_manager = HistoryManager(self)
        self.extension_manager = ExtensionManager(self)
        self.payload_manager = PayloadManager()
        self.input_transformers_cleanup = []
        self.input_transformers_post = []
        self.ast_transformers = []
        self.config = Config()
        self.db = {}
        self.meta = {}
        self.custom_exceptions = ((), None)

    @classmethod
    def instance(cls, *args, **kwargs):
        """The session: there is one."""
        return get_ipython()

    @classmethod
    def initialized(cls):
        return True

    @classmethod
    def clear_instance(cls):
        """Accepted: there is one session as long as the kernel runs."""

    def __repr__(self):
        return f"<{type(self).__module__}.{type(self).__name__} object>"

    # --- names

    @property
    def user_module(self):
        """The module of the notebook's names."""
        return sys.modules["__main__"]

    @property
    def user_ns(self):
        """The notebook's names."""
        return _kernel._names()

    user_global_ns = user_ns

    @property
    def user_ns_hidden(self):
        """The names that are the session's own."""
        return {name: value for name, value in self.user_ns.items() if name.startswith("_") or name in _OWN}

    @property
    def execution_count(self):
        """The number of the running cell."""
        return _kernel._execution_count()

    def push(self, variables, interactive=True):
        """Makes names the notebook's: of a dict, or those that a list or a text with blanks between names the caller's."""
        if isinstance(variables, dict):
            names = variables
        elif isinstance(variables, (str, list, tuple)):
            words = variables.split() if isinstance(variables, str) else variables
            frame = sys._getframe(1)
            names = {word: eval(word, frame.f_globals, frame.f_locals) for word in words}
        else:
            raise ValueError("variables must be a dict/str/list/tuple")
        self.user_ns.update(names)

    def drop_by_id(self, variables):
        """Deletes names that still have the values in a dict."""
        for name, value in variables.items():
            if self.user_ns.get(name, _MISSING) is value:
                del self.user_ns[name]

    def del_var(self, varname, by_name=False):
        """Takes a name away; unless by_name, all names of the same object."""
        if varname in ("__builtin__", "__builtins__"):
            raise ValueError(f"Refusing to delete {varname}")
        try:
            value = self.user_ns[varname]
        except KeyError as error:
            raise NameError(f"name '{varname}' is not defined") from error
        same = [varname] if by_name else [name for name, other in self.user_ns.items() if other is value]
        for name in same:
            del self.user_ns[name]

    def ev(self, expr):
        """The value of an expression in the notebook's names."""
        return eval(expr, self.user_global_ns, self.user_ns)

    def ex(self, cmd):
        """Runs statements in the notebook's names."""
        exec(cmd, self.user_global_ns, self.user_ns)

    def var_expand(self, cmd, depth=0, formatter=None):
        """Fills {expressions} and $names in."""
        return _kernel._expand(cmd)

    def user_expressions(self, expressions):
        """The values of expressions by their names, as a reply has them."""
        return {name: self._expression(code) for name, code in expressions.items()}

    def _expression(self, code):
        try:
            data, metadata = self.display_formatter.format(self.ev(code))
        except Exception as error:
            name, value, lines = _kernel._report(error)
            return {"status": "error", "ename": name, "evalue": value, "traceback": lines}
        return {"status": "ok", "data": data, "metadata": metadata}

    # --- magics and commands

    def register_magic_function(self, func, magic_kind="line", magic_name=None):
        """Makes a function a magic: line, cell or line_cell."""
        self.magics_manager.register_function(func, magic_kind, magic_name)

    def register_magics(self, *magic_objects):
        """Makes the magics of classes known."""
        self.magics_manager.register(*magic_objects)

    def find_magic(self, magic_name, magic_kind="line"):
        """A magic as a function, or None."""
        found = self.magics_manager.find(magic_kind, magic_name)
        if found is None and _kernel._has_magic(magic_name, magic_kind == "cell"):
            run = self.run_line_magic if magic_kind == "line" else self.run_cell_magic
            return lambda *args: run(magic_name, *args)
        return found

    def find_line_magic(self, magic_name):
        """A line magic as a function, or None."""
        return self.find_magic(magic_name, "line")

    def find_cell_magic(self, magic_name):
        """A cell magic as a function, or None."""
        return self.find_magic(magic_name, "cell")

    def run_line_magic(self, magic_name, line, _stack_depth=1):
        """Runs %magic_name."""
        return _kernel._magic(magic_name, line, None)

    def run_cell_magic(self, magic_name, line, cell):
        """Runs %%magic_name."""
        return _kernel._magic(magic_name, line, cell)

    def magic(self, arg_s):
        """Runs a line magic with its line."""
        name, _, rest = arg_s.lstrip("%").partition(" ")
        return self.run_line_magic(name, rest)

    def _run_registered(self, func, args):
        """Runs a magic that the program has registered."""
        if getattr(func, "needs_local_scope", False):
            return func(*args, local_ns=self.user_ns)
        return func(*args)

    def system(self, cmd):
        """Runs a command of the shell: !cmd."""
        return _kernel._magic("!", cmd, None)

    system_raw = system_piped = system

    def getoutput(self, cmd, split=True, depth=0):
        """The output of a command of the shell, as lines or as one text."""
        lines = _kernel._magic("sx", cmd, None)
        return lines if split else lines.n

    def enable_matplotlib(self, gui=None):
        """Accepted: figures are always inline."""
        return "inline", "inline"

    def enable_pylab(self, gui=None, import_all=True, welcome_message=False):
        """Makes numpy and matplotlib.pyplot the notebook's names."""
        self.run_line_magic("pylab", "")

    def enable_gui(self, gui=None):
        """Accepted: there is no GUI event loop."""

    # --- cells

    def run_cell(self, raw_cell, store_history=False, silent=False, shell_futures=True, cell_id=None):
        """Runs a cell within the running one. Returns its result, with an error shown and stored."""
        code = self.transform_cell(raw_cell)
        info = ExecutionInfo(raw_cell, store_history, silent, shell_futures, cell_id, code)
        result = ExecutionResult(info)
        if not raw_cell or raw_cell.isspace():
            return result
        result.execution_count = self.execution_count
        self._begin(info)
        try:
            result.result = _kernel._run(code, silent, self._interactivity())
        except BaseException as error:
            before_it_ran = isinstance(error, SyntaxError) and error.__traceback__ is None
            setattr(result, "error_before_exec" if before_it_ran else "error_in_exec", error)
            self.showtraceback((type(error), error, error.__traceback__))
        self._end(result)
        return result

    async def run_cell_async(self, raw_cell, store_history=False, silent=False, **kwargs):
        """As run_cell."""
        return self.run_cell(raw_cell, store_history, silent)

    def run_code(self, code_obj, result=None, *, async_=False):
        """Runs compiled code in the notebook's names; whether it failed."""
        try:
            exec(code_obj, self.user_global_ns, self.user_ns)
        except BaseException as error:
            if result is not None:
                result.error_in_exec = error
            self.showtraceback((type(error), error, error.__traceback__))
            return True
        return False

    def should_run_async(self, raw_cell, **kwargs):
        """Returns whether a cell awaits. All cells may."""
        return "await" in raw_cell

    def transform_cell(self, raw_cell):
        """A cell past the transformers that are registered."""
        lines = _kernel._cleaned(raw_cell if raw_cell.endswith("\n") else raw_cell + "\n").splitlines(keepends=True)
        for transform in [*self.input_transformers_cleanup, *self.input_transformers_post]:
            lines = transform(lines)
        return "".join(lines)

    def _interactivity(self):
        chosen = self.ast_node_interactivity
        if chosen not in _INTERACTIVITIES:
            raise ValueError(f"Interactivity was {chosen!r}, must be one of {', '.join(map(repr, _INTERACTIVITIES))}")
        return chosen

    def _begin(self, info):
        self.events.trigger("pre_execute")
        if not info.silent:
            self.events.trigger("pre_run_cell", info)

    def _end(self, result):
        self.events.trigger("post_execute")
        if not result.info.silent:
            self.events.trigger("post_run_cell", result)

    def _begin_cell(self, code, store_history, silent):
        """Begins a cell of the front end: its code, its callbacks, and the statements to show."""
        transformed = self.transform_cell(code) if self.input_transformers_cleanup or self.input_transformers_post else code
        result = self._result(code, store_history, silent, transformed)
        self._begin(result.info)
        return transformed, result, self._interactivity()

    def _result(self, code, store_history, silent, transformed=None):
        result = ExecutionResult(ExecutionInfo(code, store_history, silent, True, None, transformed or code))
        if store_history:
            result.execution_count = self.execution_count
        return result

    def _end_cell(self, result, value, error):
        """Ends the cell."""
        result.result = value
        result.error_in_exec = error
        self._end(result)

    def set_next_input(self, s, replace=False):
        """Puts text into a new cell below, or into this one."""
        _kernel._set_next_input(s, replace)

    def ask_exit(self):
        """Ends the session."""
        self.ev("exit")()

    # --- errors

    def showtraceback(self, exc_tuple=None, filename=None, tb_offset=None, exception_only=False, running_compiled_code=False):
        """Shows an exception: the one that is being handled, or a given one."""
        error = exc_tuple[1] if exc_tuple else sys.exception()
        if error is None:
            print("No traceback available to show.", file=sys.stderr)
            return
        if isinstance(error, UsageError):
            return self.show_usage_error(error)
        kinds, handler = self.custom_exceptions
        if kinds and isinstance(error, kinds):
            return handler(self, type(error), error, error.__traceback__, tb_offset=tb_offset)
        name, value, lines = _kernel._report(error)
        _kernel._error(name, value, lines[-1:] if exception_only else lines)

    def show_usage_error(self, exc):
        """Prints a UsageError."""
        print("UsageError: %s" % exc, file=sys.stderr)

    def showsyntaxerror(self, filename=None, running_compiled_code=False):
        """Shows the SyntaxError that is being handled."""
        self.showtraceback()

    def set_custom_exc(self, exc_tuple, handler):
        """Registers a function that shows exceptions of some classes: handler(self, etype, value, tb, tb_offset=None)."""
        if not isinstance(exc_tuple, tuple):
            raise AssertionError("The custom exceptions must be given as a tuple.")
        self.custom_exceptions = (exc_tuple, handler)

    # --- questions and files

    def complete(self, text, line=None, cursor_pos=None):
        """Returns completions of a text: the completed part and the matches."""
        line = text if line is None else line
        return text, _kernel._complete(line, len(line) if cursor_pos is None else cursor_pos)

    def safe_execfile(self, fname, *where, **kw):
        """Runs a file in the notebook's names; an error is shown."""
        with open(fname) as file:
            self.run_code(compile(file.read(), str(fname), "exec"))

    def safe_execfile_ipy(self, fname, shell_futures=False, raise_exceptions=False):
        """Runs a file of cells in the notebook's names."""
        with open(fname) as file:
            result = self.run_cell(file.read())
        if raise_exceptions:
            result.raise_error()

    def mktempfile(self, data=None, prefix="ipython_edit_"):
        """A new temporary file, with data in it."""
        import tempfile

        with tempfile.NamedTemporaryFile("w", suffix=".py", prefix=prefix, delete=False) as file:
            file.write(data or "")
        return file.name

    def atexit_operations(self):
        """Accepted: the session ends itself."""

    @property
    def kernel(self):
        """The kernel."""
        from ipykernel.kernelbase import get_kernel

        return get_kernel()

    # --- traits, as far as programs use them of the session

    def has_trait(self, name):
        """Returns whether the session has a setting."""
        return hasattr(self, name)

    def observe(self, handler, names=None, type="change"):
        """Accepted: the session's settings do not change by themselves."""

    unobserve = observe


class InteractiveShellABC:
    """An abstract name of the session's class."""

    register = classmethod(lambda cls, other: other)


_MISSING = object()
_OWN = ("In", "Out", "exit", "quit", "get_ipython", "display")


def get_ipython():
    """The running session."""
    shell = InteractiveShell._instance
    if shell is None:
        from ipykernel.zmqshell import ZMQInteractiveShell

        shell = InteractiveShell._instance = ZMQInteractiveShell()
        # Set like in IPython: programs check hasattr(builtins, "get_ipython").
        builtins.get_ipython = get_ipython
    return shell
