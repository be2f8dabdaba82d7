"""Recordings, schedules and traces."""

from torch.autograd._profiler_format import DeviceType
from torch.autograd.profiler import KinetoStepTracker, record_function
from torch.profiler.profiler import (
    ProfilerAction,
    ProfilerActivity,
    kineto_available,
    profile,
    schedule,
    supported_activities,
    tensorboard_trace_handler,
)
