"""Events of the session: functions called before and after cells."""

__name__ = "IPython.core.events"

available_events = {}


class EventManager:
    """Functions that are called when something happens, by the names of the events."""

    def __init__(self, shell, available_events, print_on_error=True):
        self.shell = shell
        self.callbacks = {name: [] for name in available_events}
        self.print_on_error = print_on_error

    def register(self, event, function):
        """Registers a function for an event."""
        if not callable(function):
            raise TypeError(f"Need a callable, got {function!r}")
        if function not in self.callbacks[event]:
            self.callbacks[event].append(function)

    def unregister(self, event, function):
        """Takes a function away again."""
        if function not in self.callbacks[event]:
            raise ValueError(f"Function {function!r} is not registered as a {event} callback")
        self.callbacks[event].remove(function)

    def trigger(self, event, *args, **kwargs):
        """Calls the functions of an event. An exception is shown and ends nothing."""
        for function in self.callbacks[event][:]:
            try:
                function(*args, **kwargs)
            except (Exception, KeyboardInterrupt):
                if self.print_on_error:
                    print(f"Error in callback {function} (for {event}), with arguments args {args},kwargs {kwargs}:")
                self.shell.showtraceback()


def _event(prototype):
    available_events[prototype.__name__] = prototype
    return prototype


@_event
def pre_execute():
    """Before code runs, of a cell or of a comm message."""


@_event
def pre_run_cell(info):
    """Before a cell runs; info is an ExecutionInfo."""


@_event
def post_execute():
    """After code has run."""


@_event
def post_run_cell(result):
    """After a cell has run; result is an ExecutionResult."""


@_event
def shell_initialized(ip):
    """The session has begun."""
