"""Events of a profile, and their sums: what `prof.events()` and `prof.key_averages()` hold. Times are microseconds, memory
is bytes."""

import json
from collections import namedtuple

from torch.autograd._profiler_format import DeviceType, _device_name, _format_memory, _format_time, _format_time_share
from torch.autograd._profiler_table import _html_table, _Layout

Kernel = namedtuple("Kernel", ["name", "device", "duration"])


class Interval:
    """From when to when, in microseconds since the profile began."""

    def __init__(self, start, end):
        self.start = start
        self.end = end

    def elapsed_us(self):
        """The duration."""
        return self.end - self.start


def _deprecated(old, new):
    import warnings

    warnings.warn(f"`{old}` is deprecated{new}", FutureWarning, stacklevel=3)


class FormattedTimesMixin:
    """Averages and formatted times, for classes with totals and a count."""

    @property
    def cpu_time(self):
        """Average CPU time."""
        return 0.0 if self.count == 0 else self.cpu_time_total / self.count

    @property
    def device_time(self):
        """Average time on a device."""
        return 0.0 if self.count == 0 else self.device_time_total / self.count

    @property
    def cuda_time(self):
        """The older name of `device_time`."""
        _deprecated("cuda_time", ", please use `device_time` instead.")
        return self.device_time

    @property
    def cpu_time_str(self):
        return _format_time(self.cpu_time)

    @property
    def device_time_str(self):
        return _format_time(self.device_time)

    @property
    def cpu_time_total_str(self):
        return _format_time(self.cpu_time_total)

    @property
    def device_time_total_str(self):
        return _format_time(self.device_time_total)

    @property
    def self_cpu_time_total_str(self):
        return _format_time(self.self_cpu_time_total)

    @property
    def self_device_time_total_str(self):
        return _format_time(self.self_device_time_total)


class FunctionEvent(FormattedTimesMixin):
    """One operation, range, call of the driver, or piece of a device's work."""

    def __init__(
        self,
        id,
        name,
        thread,
        start_us,
        end_us,
        overload_name="",
        fwd_thread=None,
        input_shapes=None,
        stack=None,
        scope=0,
        use_device=None,
        cpu_memory_usage=0,
        device_memory_usage=0,
        is_async=False,
        is_remote=False,
        sequence_nr=-1,
        node_id=-1,
        device_type=DeviceType.CPU,
        device_index=0,
        device_resource_id=None,
        is_legacy=False,
        flops=None,
        trace_name=None,
        concrete_inputs=None,
        kwinputs=None,
        is_user_annotation=False,
        metadata_json=None,
    ):
        self.id = id
        self.node_id = node_id
        self.name = name
        self.overload_name = overload_name
        self.trace_name = trace_name
        self.time_range = Interval(start_us, end_us)
        self.thread = thread
        self.fwd_thread = fwd_thread
        self.kernels = []
        self.count = 1
        self.cpu_children = []
        self.cpu_parent = None
        self.input_shapes = input_shapes
        self.concrete_inputs = concrete_inputs
        self.kwinputs = kwinputs
        self.stack = stack
        self.scope = scope
        self.use_device = use_device
        self.cpu_memory_usage = cpu_memory_usage
        self.device_memory_usage = device_memory_usage
        self.is_async = is_async
        self.is_remote = is_remote
        self.sequence_nr = sequence_nr
        self.device_type = device_type
        self.device_index = device_index
        self.device_resource_id = thread if device_resource_id is None else device_resource_id
        self.is_legacy = is_legacy
        self.flops = flops
        self.is_user_annotation = is_user_annotation
        self.self_cpu_percent = -1
        self.total_cpu_percent = -1
        self.total_device_percent = -1
        self.metadata_json = metadata_json

    @property
    def key(self):
        """The key by which events are grouped: the name."""
        return self.name

    def append_kernel(self, name, device, duration):
        """Adds device work that the operation started."""
        self.kernels.append(Kernel(name, device, duration))

    def append_cpu_child(self, child):
        """Notes an event directly within this one."""
        self.cpu_children.append(child)

    def set_cpu_parent(self, parent):
        """Notes the event directly around this one."""
        self.cpu_parent = parent

    @property
    def _counts_as_own(self):
        return not self.is_async and self.device_type == DeviceType.CPU

    @property
    def self_cpu_memory_usage(self):
        """Bytes, without those of the events within."""
        if not self._counts_as_own:
            return 0
        return self.cpu_memory_usage - sum(child.cpu_memory_usage for child in self.cpu_children)

    @property
    def self_device_memory_usage(self):
        """Bytes on devices, without those of the events within."""
        if not self._counts_as_own:
            return 0
        return self.device_memory_usage - sum(child.device_memory_usage for child in self.cpu_children)

    @property
    def cpu_time_total(self):
        """CPU time; 0 for a device's work."""
        return self.time_range.elapsed_us() if self.device_type == DeviceType.CPU else 0

    @property
    def self_cpu_time_total(self):
        """CPU time, without that of the events within."""
        if not self._counts_as_own:
            return 0
        return self.cpu_time_total - sum(child.cpu_time_total for child in self.cpu_children)

    @property
    def device_time_total(self):
        """Time on devices: of a device's work its own, of an operation that of all work asked for within."""
        if self.is_async or not self.use_device:
            return 0
        if self.device_type != DeviceType.CPU:
            return self.time_range.elapsed_us()
        own = sum(kernel.duration for kernel in self.kernels)
        return own if self.is_legacy else own + sum(child.device_time_total for child in self.cpu_children)

    @property
    def self_device_time_total(self):
        """Time on devices, without that of the events within."""
        if self.is_async or not self.use_device:
            return 0
        if self.device_type != DeviceType.CPU:
            return self.device_time_total
        return self.device_time_total - sum(child.device_time_total for child in self.cpu_children)

    @property
    def cuda_time_total(self):
        """The older name of `device_time_total`."""
        _deprecated("cuda_time_total", ". Use `device_time_total` instead.")
        return self.device_time_total

    @property
    def self_cuda_time_total(self):
        """The older name of `self_device_time_total`."""
        _deprecated("self_cuda_time_total", ". Use `self_device_time_total` instead.")
        return self.self_device_time_total

    @property
    def self_cuda_memory_usage(self):
        """The older name of `self_device_memory_usage`."""
        _deprecated("self_cuda_memory_usage", ". Use `self_device_memory_usage` instead.")
        return self.self_device_memory_usage

    def __repr__(self):
        device = self.use_device
        fields = [
            f"id={self.id}",
            f"name={self.name}",
            f"overload_name={self.overload_name}",
            f"device_type={self.device_type}",
            f"node_id={self.node_id}",
            f"cpu_time={self.cpu_time_str}",
            f"start_us={self.time_range.start}",
            f"end_us={self.time_range.end}",
            f"cpu_children={[child.id for child in self.cpu_children]}",
            f"{device}_time={self.device_time_str}",
            f"name={self.name}",
            f"thread={self.thread}",
            f"input_shapes={self.input_shapes}",
            f"cpu_memory_usage={self.cpu_memory_usage}",
            f"{device}_memory_usage={self.device_memory_usage}",
            f"is_async={self.is_async}",
            f"is_remote={self.is_remote}",
            f"seq_nr={self.sequence_nr}",
            f"is_legacy={self.is_legacy}",
        ]
        return f"<FunctionEvent {' '.join(fields)}>"


_SUMMED = (
    "cpu_time_total",
    "device_time_total",
    "self_cpu_time_total",
    "self_device_time_total",
    "cpu_memory_usage",
    "device_memory_usage",
    "self_cpu_memory_usage",
    "self_device_memory_usage",
    "count",
)
_TAKEN_FROM_FIRST = (
    "key",
    "node_id",
    "is_async",
    "is_remote",
    "cpu_parent",
    "cpu_children",
    "overload_name",
    "input_shapes",
    "stack",
    "scope",
    "device_type",
    "is_legacy",
    "use_device",
    "is_user_annotation",
)


class FunctionEventAvg(FormattedTimesMixin):
    """All events of one key, summed: despite its name, averages are `cpu_time` and `device_time` only."""

    def __init__(self):
        for name in _TAKEN_FROM_FIRST:
            setattr(self, name, None)
        for name in _SUMMED:
            setattr(self, name, 0)
        self.node_id = 0
        self.is_async = False
        self.is_remote = False
        self.is_legacy = False
        self.is_user_annotation = False
        self.device_type = DeviceType.CPU
        self.flops = 0

    def add(self, other):
        """Adds an event, or another sum, of the same key."""
        if self.key is None:
            for name in _TAKEN_FROM_FIRST:
                setattr(self, name, getattr(other, name))
        if other.key != self.key:
            raise AssertionError(f"Expected keys to match, but got {other.key} vs {self.key}")
        for name in _SUMMED:
            setattr(self, name, getattr(self, name) + getattr(other, name))
        if self.flops is None:
            self.flops = other.flops
        elif other.flops is not None:
            self.flops += other.flops
        return self

    def __iadd__(self, other):
        return self.add(other)

    def __repr__(self):
        device = self.use_device or "cuda"
        return (
            f"<FunctionEventAvg key={self.key} self_cpu_time={self.self_cpu_time_total_str} cpu_time={self.cpu_time_str} "
            f" self_{device}_time={self.self_device_time_total_str} {device}_time={self.device_time_str} "
            f"input_shapes={self.input_shapes} "
            f"cpu_memory_usage={self.cpu_memory_usage} {device}_memory_usage={self.device_memory_usage}>"
        )


class EventList(list):
    """Events, or sums of events, with what can be asked of all of them."""

    def __init__(self, *args, use_device=None, profile_memory=False, with_flops=False):
        super().__init__(*args)
        self._use_device = use_device
        self._profile_memory = profile_memory
        self._with_flops = with_flops
        self._tree_built = False

    def __str__(self):
        return self.table()

    def _repr_html_(self):
        return _html_table(self)

    def _repr_pretty_(self, p, cycle):
        p.text(self.table())

    @property
    def self_cpu_time_total(self):
        """All CPU time, each moment counted once."""
        return sum(event.self_cpu_time_total for event in self)

    def table(
        self,
        sort_by=None,
        row_limit=100,
        max_src_column_width=75,
        max_name_column_width=55,
        max_shapes_column_width=80,
        header=None,
        top_level_events_only=False,
        time_unit=None,
    ):
        """A table as text, largest first by the attribute that `sort_by` names ("cpu_time_total", "cuda_time_total",
        "self_cpu_memory_usage", "count", ...); `row_limit` -1 shows all rows. `time_unit`: "s", "ms" or "us" for all."""
        layout = _Layout(
            self, sort_by, row_limit, max_src_column_width, max_name_column_width, max_shapes_column_width,
            header, top_level_events_only, time_unit,
        )  # fmt: skip
        return layout.text()

    def key_averages(self, group_by_input_shapes=False, group_by_stack_n=0, group_by_overload_name=False):
        """The events summed by name, and where asked by input shapes and by the `group_by_stack_n` innermost callers."""
        groups = {}
        for event in self:
            key = [event.key, event.node_id, event.device_type, event.is_legacy, event.is_user_annotation]
            if group_by_overload_name:
                key.append(event.overload_name)
            if group_by_input_shapes:
                key.append(str(event.input_shapes))
            if group_by_stack_n > 0:
                key.extend(event.stack[:group_by_stack_n])
            key = tuple(key)
            if key not in groups:
                groups[key] = FunctionEventAvg()
            groups[key].add(event)
        sums = EventList(
            groups.values(),
            use_device=self._use_device,
            profile_memory=self._profile_memory,
            with_flops=self._with_flops,
        )
        for event in sums:
            event.stack = event.stack[:group_by_stack_n]
            if not group_by_input_shapes:
                event.input_shapes = ""
            if not group_by_overload_name:
                event.overload_name = ""
        return sums

    def total_average(self):
        """The sum of all events."""
        total = FunctionEventAvg()
        for event in self:
            total.add(event)
            total.key = None
        total.key = "Total"
        return total

    def export_chrome_trace(self, path):
        """Writes the operations as a trace; `torch.profiler.profile.export_chrome_trace` writes the devices' work too."""
        rows = []
        for event in self:
            if event.trace_name is None:
                continue
            row = {"name": event.trace_name, "ph": "X", "ts": event.time_range.start}
            row.update(dur=event.time_range.elapsed_us(), tid=event.thread, pid="CPU functions", args={})
            rows.append(row)
        with open(path, "w") as file:
            file.write(json.dumps(rows))

    def supported_export_stacks_metrics(self):
        """The metrics with which `export_stacks` can weight call stacks."""
        return [
            "self_cpu_time_total",
            "self_cuda_time_total",
            "self_xpu_time_total",
            "self_privateuse1_time_total",
        ]

    def export_stacks(self, path, metric):
        """Writes a line for each event, its callers from the outermost in and the metric: what flame graphs are drawn of."""
        if metric not in self.supported_export_stacks_metrics():
            raise ValueError("metric should be one of: " + str(self.supported_export_stacks_metrics()))
        metric = _device_name(metric)
        with open(path, "w") as file:
            for event in self:
                value = int(getattr(event, metric))
                if event.stack and value > 0:
                    callers = [entry.translate(_SEPARATORS) for entry in reversed(event.stack)]
                    file.write(";".join(callers) + f" {value}\n")


_SEPARATORS = str.maketrans(" ;\t\n", "____")


def _built(rows, use_device, profile_memory, with_flops, memory=()):
    """The events of a session's result (`torch._profiler.Result`)."""
    events = []
    by_id = {}
    scopes = {"operation": 0, "backward": 1, "annotation": 7}
    driver_calls = []
    work = []
    for row in rows:
        kind = row[3]
        name = row[2]
        if kind in scopes:
            id, parent, _, _, thread, start, end, shapes, concrete, sequence, flops, cpu, device, stack = row
            event = FunctionEvent(
                id,
                "ProfilerStep*" if name.startswith("ProfilerStep#") else name,
                thread,
                start,
                end,
                fwd_thread=thread if kind == "backward" else 0,
                input_shapes=shapes,
                concrete_inputs=concrete,
                kwinputs={},
                stack=stack,
                scope=0 if name.startswith("autograd::engine") else scopes[kind],
                use_device=use_device,
                cpu_memory_usage=cpu,
                device_memory_usage=device,
                sequence_nr=sequence,
                flops=flops,
                trace_name=name,
                is_user_annotation=kind == "annotation",
            )
            by_id[id] = event
            if parent in by_id:
                event.cpu_parent = by_id[parent]
                by_id[parent].cpu_children.append(event)
        else:
            event = FunctionEvent(
                row[0],
                "ProfilerStep*" if name.startswith("ProfilerStep#") else name,
                row[4],
                row[5],
                row[6],
                input_shapes=[],
                concrete_inputs=[],
                kwinputs={},
                stack=[],
                use_device=use_device,
                trace_name=name,
                flops=0,
            )
            if kind == "driver":
                driver_calls.append((event, row[1]))
            else:
                event.device_type = DeviceType.CUDA
                event.device_index = row[4]
                event.device_resource_id = row[7]
                event.is_user_annotation = kind == "device annotation"
                if kind == "device":
                    work.append((event, row[1]))
        events.append(event)
    for event, operation in driver_calls:
        if operation in by_id:
            event.cpu_parent = by_id[operation]
            by_id[operation].cpu_children.append(event)
    for event, operation in work:
        if operation in by_id:
            by_id[operation].append_kernel(event.name, event.device_index, event.time_range.elapsed_us())
    for time, device, _, size, _, within in memory:
        if within not in by_id:
            on_cpu = device == "cpu"
            events.append(
                FunctionEvent(
                    0,
                    "[memory]",
                    1,
                    time,
                    time,
                    input_shapes=[],
                    stack=[],
                    use_device=use_device,
                    flops=0,
                    cpu_memory_usage=size if on_cpu else 0,
                    device_memory_usage=0 if on_cpu else size,
                )  # fmt: skip
            )
    events.sort(key=lambda event: (event.time_range.start, -event.time_range.end))
    events = EventList(events, use_device=use_device, profile_memory=profile_memory, with_flops=with_flops)
    events._tree_built = True
    return events
