"""`torch.autograd.profiler`: one recording, and named ranges. `torch.profiler` adds schedules and traces."""

import warnings
from contextlib import ContextDecorator

import torch
from torch._cuda_tools import _emit
from torch._profiler import begin as _begin
from torch._profiler import end as _end
from torch._profiler import range as _range
from torch.autograd._profiler_format import DeviceType
from torch.autograd.profiler_util import EventList, FunctionEvent, FunctionEventAvg, Interval, Kernel, _built

_is_profiler_enabled = False


def _set_is_profiler_enabled(enable):
    global _is_profiler_enabled
    _is_profiler_enabled = enable


class profile:
    """Records the operations that run within.

    with torch.autograd.profiler.profile(use_device="cuda") as prof:
        model(x)
    print(prof.key_averages().table(sort_by="self_cpu_time_total"))

    record_shapes records the operands' shapes, profile_memory allocations, with_stack the source lines of each
    operation, with_flops the number of floating point operations."""

    def __init__(
        self,
        enabled=True,
        *,
        use_cuda=False,
        use_device=None,
        record_shapes=False,
        with_flops=False,
        profile_memory=False,
        with_stack=False,
        with_modules=False,
        use_kineto=False,
        use_cpu=True,
        experimental_config=None,
        acc_events=False,
        custom_trace_id_callback=None,
        post_processing_timeout_s=None,
    ):
        self.enabled = enabled
        if not enabled:
            return
        if use_cuda:
            warnings.warn(
                "The attribute `use_cuda` will be deprecated soon, please use ``use_device = 'cuda'`` instead.",
                FutureWarning,
                stacklevel=2,
            )
            use_device = "cuda"
        if use_device is not None and use_device != "cuda":
            warnings.warn(f"The {use_device} is not a valid device option.", stacklevel=2)
            use_device = None
        if use_device == "cuda" and not torch.cuda.is_available():
            warnings.warn("CUDA is not available, disabling CUDA profiling", stacklevel=2)
            use_cuda = False
            use_device = None
        if not use_cpu and use_device is None:
            raise AssertionError("No activities specified for the profiler")
        self.use_cuda = use_cuda
        self.use_device = use_device
        self.use_cpu = use_cpu
        self.record_shapes = record_shapes or with_flops
        self.with_flops = with_flops
        self.profile_memory = profile_memory
        self.with_stack = with_stack
        self.with_modules = with_modules
        self.acc_events = acc_events
        self.custom_trace_id_callback = custom_trace_id_callback
        self.trace_id = ""
        self.entered = False
        self.kineto_results = None
        self._function_events = None
        self._metadata = {}

    def __enter__(self):
        if not self.enabled:
            return None
        if self.entered:
            raise RuntimeError("Profiler context manager is not reentrant")
        self._prepare_trace()
        self._start_trace()
        return self

    def _prepare_trace(self):
        self.entered = True
        if self.custom_trace_id_callback is not None:
            self.trace_id = self.custom_trace_id_callback()
        else:
            import random

            self.trace_id = f"{random.SystemRandom().getrandbits(128):032X}"

    def _start_trace(self):
        calls = self.with_stack or self.with_modules
        cuda = self.use_device == "cuda"
        _begin(self.use_cpu, cuda, self.record_shapes, self.profile_memory, calls, self.with_flops)
        _set_is_profiler_enabled(True)

    def __exit__(self, exc_type, exc_val, exc_tb):
        if not self.enabled:
            return
        if self.use_device == "cuda":
            torch.cuda.synchronize()
        earlier = self._function_events if self.acc_events else None
        self._function_events = None
        self.kineto_results = _end()
        _set_is_profiler_enabled(False)
        if earlier:
            self._function_events = self._ensure_function_events()
            self._function_events.extend(earlier)
        return False

    def _ensure_function_events(self):
        if self._function_events is None:
            if self.kineto_results is None:
                raise RuntimeError("Profiler didn't finish running")
            self._function_events = _built(
                self.kineto_results.events(),
                self.use_device,
                self.profile_memory,
                self.with_flops,
                self.kineto_results.memory(),
            )
        return self._function_events

    @property
    def function_events(self):
        """All events, once the recording is over."""
        return self._ensure_function_events()

    def __repr__(self):
        if not self.enabled or self.kineto_results is None:
            return "<unfinished torch.autograd.profile>"
        return repr(self.function_events)

    def __str__(self):
        if not self.enabled or self.kineto_results is None:
            return "<unfinished torch.autograd.profile>"
        return str(self.function_events)

    def _repr_html_(self):
        if self.enabled and self.kineto_results is not None:
            return self.key_averages()._repr_html_()

    def _repr_pretty_(self, p, cycle):
        recorded = self.enabled and self.kineto_results is not None
        p.text(self.key_averages().table() if recorded else repr(self))

    def table(
        self,
        sort_by=None,
        row_limit=100,
        max_src_column_width=75,
        max_name_column_width=55,
        max_shapes_column_width=80,
        header=None,
        top_level_events_only=False,
    ):
        """All events as a table; `key_averages().table()` sums them by name first."""
        return self.function_events.table(
            sort_by=sort_by,
            row_limit=row_limit,
            max_src_column_width=max_src_column_width,
            max_name_column_width=max_name_column_width,
            max_shapes_column_width=max_shapes_column_width,
            header=header,
            top_level_events_only=top_level_events_only,
        )

    def export_chrome_trace(self, path):
        """Writes a trace that Perfetto (ui.perfetto.dev) and chrome://tracing open."""
        if self.kineto_results is None:
            raise RuntimeError("Profiler didn't finish running")
        metadata = {"trace_id": f'"{self.trace_id}"'}
        metadata.update(self._metadata)
        trace = self.kineto_results.trace(path, metadata)
        with open(path, "wb") as file:
            file.write(trace)

    def export_stacks(self, path, metric="self_cpu_time_total"):
        """Writes callers and times for flame graphs; needs with_stack=True."""
        if not self.with_stack:
            raise AssertionError("export_stacks() requires with_stack=True")
        return self.function_events.export_stacks(path, metric)

    def key_averages(self, group_by_input_shape=False, group_by_stack_n=0, group_by_overload_name=False):
        """The events summed by name, and where asked by input shapes and callers."""
        return self.function_events.key_averages(group_by_input_shape, group_by_stack_n, group_by_overload_name)

    def total_average(self):
        """The sum of all events."""
        return self.function_events.total_average()

    @property
    def self_cpu_time_total(self):
        """All CPU time, each moment counted once."""
        return self.function_events.self_cpu_time_total


class record_function(ContextDecorator):
    """Names a range in profiles and traces: `with record_function("forward"):`, or as a decorator."""

    def __init__(self, name, args=None):
        self.name = name
        self.args = args
        self.run_callbacks_on_exit = True
        self.record = None

    def __enter__(self):
        self.record = _range(self.name)
        return self

    def __exit__(self, exc_type, exc_value, traceback):
        if not self.run_callbacks_on_exit:
            return
        if self.record is None:
            raise AssertionError("Expected record to be set")
        self.record.end()


class emit_nvtx:
    """Wraps every operation in an NVTX range, for NVIDIA's tools: nsys, Nsight Compute.

    With record_shapes the ranges include the operands' shapes."""

    def __init__(self, enabled=True, record_shapes=False):
        self.enabled = enabled
        self.entered = False
        self.record_shapes = record_shapes

    def __enter__(self):
        if not self.enabled:
            return None
        if self.entered:
            raise RuntimeError("NVTX annotation context manager is not reentrant")
        self.entered = True
        torch.cuda.synchronize()
        _emit(True, self.record_shapes)
        return self

    def __exit__(self, exc_type, exc_val, exc_tb):
        if not self.enabled:
            return
        torch.cuda.synchronize()
        _emit(False, False)
        return False


class KinetoStepTracker:
    """Counts steps for several callers. The count is the largest of theirs."""

    _current_step = 0
    _step_dict = {}

    @classmethod
    def init_step_count(cls, requester):
        cls._step_dict[requester] = cls._current_step

    @classmethod
    def erase_step_count(cls, requester):
        return cls._step_dict.pop(requester, None) is not None

    @classmethod
    def increment_step(cls, requester):
        if requester not in cls._step_dict:
            cls.init_step_count(requester)
        cls._step_dict[requester] += 1
        cls._current_step = max(cls._current_step, max(cls._step_dict.values()))
        return cls._current_step

    @classmethod
    def current_step(cls):
        return cls._current_step
