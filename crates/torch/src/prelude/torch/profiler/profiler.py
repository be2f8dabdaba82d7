"""`torch.profiler`: measures a program's time and memory, operation by operation.

with torch.profiler.profile(activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA]) as prof:
    train()
print(prof.key_averages().table(sort_by="cuda_time_total", row_limit=10))
prof.export_chrome_trace("trace.json")
"""

import enum
import json
import os
import warnings

import torch
from torch.autograd import profiler as _autograd_profiler
from torch.autograd.profiler import KinetoStepTracker, record_function


class ProfilerActivity(enum.Enum):
    """What a profile records: operations on the CPU, work on CUDA devices."""

    CPU = 0
    XPU = 1
    MTIA = 2
    CUDA = 3
    HPU = 4
    PrivateUse1 = 5

    def __repr__(self):
        return f"<ProfilerActivity.{self.name}: {self.value}>"

    def __str__(self):
        return f"ProfilerActivity.{self.name}"


class ProfilerAction(enum.Enum):
    """The action of a schedule at a step."""

    NONE = 0
    WARMUP = 1
    RECORD = 2
    RECORD_AND_SAVE = 3


def supported_activities():
    """The activities that can be recorded on this machine."""
    activities = {ProfilerActivity.CPU}
    if torch.cuda.is_available():
        activities.add(ProfilerActivity.CUDA)
    return activities


def kineto_available():
    """Returns whether traces include the devices' work."""
    return True


def schedule(*, wait, warmup, active, repeat=0, skip_first=0, skip_first_wait=0):
    """A schedule for `profile`: skips `skip_first` steps, then in cycles waits, warms up and records `active` steps;
    `repeat` cycles, 0 as many as there are steps for. `skip_first_wait` leaves out the first cycle's wait."""
    if wait < 0 or warmup < 0 or active <= 0 or repeat < 0 or skip_first < 0:
        raise AssertionError(
            f"Invalid profiler schedule arguments. Got wait={wait} (need >= 0), warmup={warmup} (need >= 0), "
            f"active={active} (need > 0), repeat={repeat} (need >= 0), skip_first={skip_first} (need >= 0)."
        )
    if warmup == 0:
        warnings.warn("Profiler won't be using warmup, this can skew profiler results", stacklevel=2)
    cycle = wait + warmup + active

    def action(step):
        if step < 0:
            raise AssertionError(f"Step must be non-negative. Got {step}.")
        if step < skip_first:
            return ProfilerAction.NONE
        step -= skip_first
        if skip_first_wait != 0:
            step += wait
        if repeat > 0 and step / cycle >= repeat:
            return ProfilerAction.NONE
        step %= cycle
        if step < wait:
            return ProfilerAction.NONE
        if step < wait + warmup:
            return ProfilerAction.WARMUP
        return ProfilerAction.RECORD if step < cycle - 1 else ProfilerAction.RECORD_AND_SAVE

    return action


def _always_record(step):
    return ProfilerAction.RECORD


def tensorboard_trace_handler(dir_name, worker_name=None, use_gzip=False):
    """For `on_trace_ready`: writes each trace into a folder, under names that TensorBoard's plugin reads."""

    def handler(prof):
        nonlocal worker_name
        if not os.path.isdir(dir_name):
            try:
                os.makedirs(dir_name, exist_ok=True)
            except Exception as error:
                raise RuntimeError("Can't create directory: " + dir_name) from error
        if not worker_name:
            import platform

            worker_name = f"{platform.node()}_{os.getpid()}"
        import time

        name = f"{worker_name}.{time.time_ns()}.pt.trace.json"
        prof.export_chrome_trace(os.path.join(dir_name, name + ".gz" if use_gzip else name))

    return handler


class _KinetoProfile:
    """One recording at a time, without a schedule."""

    def __init__(
        self,
        *,
        activities=None,
        record_shapes=False,
        profile_memory=False,
        with_stack=False,
        with_flops=False,
        with_modules=False,
        experimental_config=None,
        execution_trace_observer=None,
        acc_events=False,
        custom_trace_id_callback=None,
        post_processing_timeout_s=None,
    ):
        self.activities = set(activities) if activities else supported_activities()
        self.record_shapes = record_shapes
        self.with_flops = with_flops
        self.profile_memory = profile_memory
        self.with_stack = with_stack
        self.with_modules = with_modules
        self.experimental_config = experimental_config
        self.execution_trace_observer = execution_trace_observer
        self.acc_events = acc_events
        self.custom_trace_id_callback = custom_trace_id_callback
        self.profiler = None
        self.use_device = "cuda" if ProfilerActivity.CUDA in self.activities else None
        self.preset_metadata = {}

    def start(self):
        """Begins to record."""
        self.prepare_trace()
        self.start_trace()

    def stop(self):
        """Ends the recording."""
        self.stop_trace()

    def prepare_trace(self):
        if self.profiler is None or not self.acc_events:
            self.profiler = _autograd_profiler.profile(
                use_cpu=ProfilerActivity.CPU in self.activities,
                use_device=self.use_device,
                record_shapes=self.record_shapes,
                with_flops=self.with_flops,
                profile_memory=self.profile_memory,
                with_stack=self.with_stack,
                with_modules=self.with_modules,
                use_kineto=True,
                acc_events=self.acc_events,
                custom_trace_id_callback=self.custom_trace_id_callback,
            )
        self.profiler._prepare_trace()

    def start_trace(self):
        self.profiler._start_trace()
        for name in ("profile_memory", "with_stack", "record_shapes", "with_modules", "with_flops"):
            if getattr(self, name):
                self.add_metadata_json(name, "1")
        for name, value in self.preset_metadata.items():
            self.add_metadata_json(name, value)

    def stop_trace(self):
        self._required("stopping trace").__exit__(None, None, None)

    def _required(self, doing):
        if self.profiler is None:
            raise AssertionError(f"Profiler must be initialized before {doing}")
        return self.profiler

    def export_chrome_trace(self, path):
        """Writes the latest recording as a trace, compressed if the path ends with ".gz"."""
        profiler = self._required("exporting chrome trace")
        profiler.export_chrome_trace(path)

    def export_stacks(self, path, metric="self_cpu_time_total"):
        """Writes callers and times for flame graphs; needs with_stack=True."""
        return self._required("exporting stacks").export_stacks(path, metric)

    def export_memory_timeline(self, path, device=None):
        """Writes when memory was taken and returned on a device, as JSON: [times in microseconds, [bytes held]]."""
        warnings.warn(
            "`export_memory_timeline` is deprecated and will be removed in a future version. "
            "Please use `torch.cuda.memory._record_memory_history` and `torch.cuda.memory._export_memory_snapshot` instead.",
            FutureWarning,
            stacklevel=2,
        )
        wanted = ("record_shapes", "profile_memory", "with_stack")
        missing = [f"{name}=True" for name in wanted if not getattr(self, name)]
        if missing:
            raise ValueError(f"{', '.join(missing)} required for memory profiling.")
        if device is None:
            device = "cuda:0" if torch.cuda.is_available() else "cpu"
        if not path.endswith(".json"):
            raise ValueError("only JSON is written: give a path that ends with .json; tensorcell.memory() draws the picture")
        records = self._required("exporting memory").kineto_results.memory()
        times = []
        sizes = []
        for time, where, _, _, total, _ in records:
            if where == device:
                times.append(time)
                sizes.append([total])
        with open(path, "w") as file:
            file.write(json.dumps([times, sizes]))

    def toggle_collection_dynamic(self, enable, activities):
        """Not supported: a recording keeps to its activities."""
        raise RuntimeError("toggle_collection_dynamic is not supported: begin another profile with other activities")

    def key_averages(self, group_by_input_shape=False, group_by_stack_n=0, group_by_overload_name=False):
        """The events summed by name, and where asked by input shapes and callers."""
        profiler = self._required("getting key averages")
        return profiler.key_averages(group_by_input_shape, group_by_stack_n, group_by_overload_name)

    def events(self):
        """All events of the latest recording."""
        return self._required("accessing events").function_events

    def add_metadata(self, key, value):
        """Notes a text in the trace."""
        self.add_metadata_json(key, json.dumps(value))

    def add_metadata_json(self, key, value):
        """Notes a value in the trace, given as JSON."""
        if self.profiler is not None:
            self.profiler._metadata[key] = value

    def preset_metadata_json(self, key, value):
        """As `add_metadata_json`, before the recording begins."""
        self.preset_metadata[key] = value

    def _repr_html_(self):
        if self.profiler is not None and self.profiler.kineto_results is not None:
            return self.profiler._repr_html_()

    def _repr_pretty_(self, p, cycle):
        recorded = self.profiler is not None and self.profiler.kineto_results is not None
        p.text(self.profiler.key_averages().table() if recorded else repr(self))


class profile(_KinetoProfile):
    """Records a `with` block, or with a `schedule` some of the steps that `step()` separates. `on_trace_ready` is
    called with the profile after each complete recording.

    activities: ProfilerActivity.CPU, ProfilerActivity.CUDA; by default all available ones. record_shapes: the
    operands' shapes. profile_memory: allocations. with_stack: the source lines of each operation (the cell and
    line). with_flops: the number of floating point operations. with_modules: module calls in the trace."""

    def __init__(
        self,
        *,
        activities=None,
        schedule=None,
        on_trace_ready=None,
        record_shapes=False,
        profile_memory=False,
        with_stack=False,
        with_flops=False,
        with_modules=False,
        experimental_config=None,
        execution_trace_observer=None,
        acc_events=False,
        use_cuda=None,
        custom_trace_id_callback=None,
        post_processing_timeout_s=None,
    ):
        wanted = set(activities) if activities else supported_activities()
        if use_cuda is not None:
            warnings.warn("`use_cuda` is deprecated, use `activities` argument instead", FutureWarning, stacklevel=2)
            if use_cuda:
                wanted.add(ProfilerActivity.CUDA)
            else:
                wanted.discard(ProfilerActivity.CUDA)
        if not wanted:
            raise AssertionError("No valid profiler activities found")
        super().__init__(
            activities=wanted,
            record_shapes=record_shapes,
            profile_memory=profile_memory,
            with_stack=with_stack,
            with_flops=with_flops,
            with_modules=with_modules,
            experimental_config=experimental_config,
            execution_trace_observer=execution_trace_observer,
            acc_events=acc_events,
            custom_trace_id_callback=custom_trace_id_callback,
        )
        self.schedule = schedule if schedule else _always_record
        self.record_steps = bool(schedule)
        self.on_trace_ready = on_trace_ready
        self.step_num = 0
        self.current_action = self.schedule(0)
        self.step_rec_fn = None
        KinetoStepTracker.init_step_count("ProfilerStep")

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, exc_type, exc_val, exc_tb):
        self.stop()
        KinetoStepTracker.erase_step_count("ProfilerStep")

    def start(self):
        """Begins, at step 0."""
        self._transit(ProfilerAction.NONE, self.current_action)
        self._begin_step()

    def stop(self):
        """Ends; a recording under way is whole now."""
        self._end_step()
        self._transit(self.current_action, None)

    def step(self):
        """Marks the beginning of the next step."""
        self._end_step()
        before = self.current_action
        self.step_num += 1
        self.current_action = self.schedule(self.step_num)
        self._transit(before, self.current_action)
        self._begin_step()

    def _begin_step(self):
        if self.record_steps:
            self.step_rec_fn = record_function(f"ProfilerStep#{self.step_num}")
            self.step_rec_fn.__enter__()

    def _end_step(self):
        if self.record_steps and self.step_rec_fn:
            self.step_rec_fn.__exit__(None, None, None)

    def _transit(self, before, after):
        """Runs the transition between the actions of two steps. `after` is None at the end."""
        none, warmup, record, save = ProfilerAction
        recording = (record, save)
        if before in recording:
            if after == none and before == record:
                warnings.warn("Incorrect schedule: RECORD followed by NONE")
            elif after == warmup and before == record:
                warnings.warn("Incorrect schedule: RECORD followed by WARMUP")
            goes_on = before == record and after in recording
            if goes_on:
                return
            self.stop_trace()
            if before == save or after is None:
                self._trace_ready()
            if before == save and after is not None and after != none:
                self.prepare_trace()
                if after in recording:
                    self.start_trace()
        elif before == warmup:
            if after in recording:
                self.start_trace()
            elif after != warmup:
                if after == none:
                    warnings.warn("Incorrect schedule: WARMUP followed by NONE")
                self.start_trace()
                self.stop_trace()
        elif after is not None and after != none:
            self.prepare_trace()
            if after in recording:
                self.start_trace()

    def _trace_ready(self):
        if self.on_trace_ready:
            self.on_trace_ready(self)

    def get_trace_id(self):
        """A number for the latest recording, as text."""
        return None if self.profiler is None else self.profiler.trace_id

    def set_custom_trace_id_callback(self, callback):
        """Sets the function that numbers recordings."""
        self.custom_trace_id_callback = callback
