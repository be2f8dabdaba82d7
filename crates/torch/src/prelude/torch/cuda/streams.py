"""Streams and events."""

from torch._cuda import Event, ExternalStream, Stream
