# asyncio.transports: connections as protocols see them.

__all__ = (
    "BaseTransport",
    "ReadTransport",
    "WriteTransport",
    "Transport",
    "DatagramTransport",
    "SubprocessTransport",
)


class BaseTransport:
    """What all transports have."""

    def __init__(self, extra=None):
        self._extra = {} if extra is None else extra

    def get_extra_info(self, name, default=None):
        """Get optional transport information."""
        return self._extra.get(name, default)

    def get_protocol(self):
        raise NotImplementedError

    def set_protocol(self, protocol):
        raise NotImplementedError

    def close(self):
        raise NotImplementedError

    def is_closing(self):
        raise NotImplementedError


class ReadTransport(BaseTransport):
    """A transport that is read from."""

    def pause_reading(self):
        raise NotImplementedError

    def resume_reading(self):
        raise NotImplementedError

    def is_reading(self):
        raise NotImplementedError


class WriteTransport(BaseTransport):
    """A transport that is written to."""

    def write(self, data):
        raise NotImplementedError

    def writelines(self, list_of_data):
        """Write a list (or any iterable) of data bytes to the transport."""
        self.write(b"".join(list_of_data))

    def can_write_eof(self):
        raise NotImplementedError

    def write_eof(self):
        raise NotImplementedError

    def abort(self):
        raise NotImplementedError

    # --- how much waits to be written
    def get_write_buffer_size(self):
        raise NotImplementedError

    def get_write_buffer_limits(self):
        raise NotImplementedError

    def set_write_buffer_limits(self, high=None, low=None):
        raise NotImplementedError


class Transport(ReadTransport, WriteTransport):
    """A transport that is read from and written to."""


class DatagramTransport(BaseTransport):
    """A transport of datagrams."""

    def sendto(self, data, addr=None):
        raise NotImplementedError

    def abort(self):
        raise NotImplementedError


class SubprocessTransport(BaseTransport):
    """A subprocess and its pipes."""

    def get_pid(self):
        raise NotImplementedError

    def get_pipe_transport(self, fd):
        raise NotImplementedError

    def get_returncode(self):
        raise NotImplementedError

    # --- its end
    def kill(self):
        raise NotImplementedError

    def terminate(self):
        raise NotImplementedError

    def send_signal(self, signal):
        raise NotImplementedError


class _FlowControlMixin(Transport):
    """A transport that tells its protocol to stop writing while much is buffered."""

    def __init__(self, extra=None, loop=None):
        assert loop is not None
        super().__init__(extra)
        self._loop, self._protocol_paused = loop, False
        self._set_write_buffer_limits()

    def _tell_protocol(self, tell, function):
        try:
            tell()
        except (SystemExit, KeyboardInterrupt):
            raise
        except BaseException as error:
            told = {"message": f"protocol.{function}() failed", "exception": error}
            self._loop.call_exception_handler({**told, "transport": self, "protocol": self._protocol})

    def _maybe_pause_protocol(self):
        if self.get_write_buffer_size() > self._high_water and not self._protocol_paused:
            self._protocol_paused = True
            self._tell_protocol(self._protocol.pause_writing, "pause_writing")

    def _maybe_resume_protocol(self):
        if self._protocol_paused and self.get_write_buffer_size() <= self._low_water:
            self._protocol_paused = False
            self._tell_protocol(self._protocol.resume_writing, "resume_writing")

    def get_write_buffer_limits(self):
        return self._low_water, self._high_water

    def _set_write_buffer_limits(self, high=None, low=None):
        if high is None:
            high = 64 * 1024 if low is None else 4 * low
        if low is None:
            low = high // 4
        if not high >= low >= 0:
            raise ValueError(f"high ({high!r}) must be >= low ({low!r}) must be >= 0")
        self._high_water, self._low_water = high, low

    def set_write_buffer_limits(self, high=None, low=None):
        self._set_write_buffer_limits(high=high, low=low)
        self._maybe_pause_protocol()
