"""`torch.nn.parallel.distributed`: one module in every process, its gradients averaged over all of them.

Gradients are collected in buckets, in the order of backward (about the reverse of the parameters'). A full bucket is
reduced at once, while backward continues. The end of backward waits for all of them.
"""

from contextlib import contextmanager

import torch
from torch import distributed as dist
from torch.distributed._c10d.objects import GradBucket
from torch.distributed.algorithms.join import Join, Joinable, JoinHook

_FIRST_BUCKET = 1024 * 1024


class _Bucket:
    """Gradients that travel together: places in one flat tensor."""

    def __init__(self, index, parameters, positions):
        self.index = index
        self.positions = positions
        self.shapes = [p.shape for p in parameters]
        self.counts = [p.numel() for p in parameters]
        first = parameters[0]
        self.flat = torch.zeros(sum(self.counts), dtype=first.dtype, device=first.device)
        self.starts = [sum(self.counts[:i]) for i in range(len(parameters))]
        self.parameters = None
        self.missing = 0
        self.future = None

    def view(self, i):
        return self.flat[self.starts[i] : self.starts[i] + self.counts[i]].view(self.shapes[i])


class _Reducer:
    """Reduces the gradients of some parameters. Between passes it holds none of them: their hooks hold it."""

    def __init__(self, parameters, group, cap, views):
        self.group = group
        self.views = views
        self.hook = None
        self.armed = False
        self.running = False
        self.launched = 0
        self.buckets = []
        self.places = {}
        self.divisor = group.size()
        self.dtype = None
        self.used = None
        self._divide(parameters, cap)
        for position, parameter in enumerate(parameters):
            parameter.register_post_accumulate_grad_hook(self._hook_of(position))

    def _divide(self, parameters, cap):
        """Buckets of one dtype and device each, of `cap` bytes at most but for single large parameters."""
        open_buckets, order = {}, []
        for position in reversed(range(len(parameters))):
            parameter = parameters[position]
            key = (parameter.dtype, parameter.device)
            limit = _FIRST_BUCKET if not order or (len(order) == 1 and order[0] is open_buckets.get(key)) else cap
            taken = open_buckets.get(key)
            size = parameter.numel() * parameter.element_size()
            if taken is None or taken[1] + size > min(limit, cap):
                taken = [[], 0]
                open_buckets[key] = taken
                order.append(taken)
            taken[0].append(position)
            taken[1] += size
        for index, (positions, _) in enumerate(order):
            self.buckets.append(_Bucket(index, [parameters[i] for i in positions], positions))
            for i, position in enumerate(positions):
                self.places[position] = (index, i)

    def _hook_of(self, position):
        def hook(parameter):
            if self.armed:
                self._ready(position, parameter)

        return hook

    def arm(self, parameters, unused):
        """Expects a backward pass over these parameters. Some may be known to be unused."""
        self.parameters = parameters
        self.armed = True
        self.running = False
        self.launched = 0
        for bucket in self.buckets:
            bucket.missing = len(bucket.positions)
            bucket.future = None
            bucket.parameters = [parameters[i] for i in bucket.positions]
        self.used = None
        self.pending_unused = []
        if unused is not None:
            used = [0 if i in unused else 1 for i in range(len(parameters))]
            self.used = torch.tensor(used, dtype=torch.int32, device=parameters[0].device)
            self.pending_unused = sorted(unused)

    def disarm(self):
        self.armed = False
        self.parameters = None
        for bucket in self.buckets:
            bucket.parameters = None

    def _begin(self):
        self.running = True
        torch._queue_callback(self._end)
        unused, self.pending_unused = self.pending_unused, []
        for position in unused:
            index, i = self.places[position]
            bucket = self.buckets[index]
            grad = self.parameters[position].grad
            if grad is None:
                bucket.view(i).zero_()
            else:
                self._fill(bucket, i, grad)
            bucket.missing -= 1

    @torch.no_grad()
    def _fill(self, bucket, i, grad):
        place = bucket.view(i)
        if self.hook is None:
            torch.mul(grad, 1.0 / self.divisor, out=place)
        elif place.data_ptr() != grad.data_ptr():
            place.copy_(grad)

    @torch.no_grad()
    def _ready(self, position, parameter):
        if not self.running:
            self._begin()
        index, i = self.places[position]
        bucket = self.buckets[index]
        if bucket.missing == 0:
            raise RuntimeError(
                "Expected to mark a variable ready only once. This error is caused by one of the following reasons: 1) Use "
                "of a module parameter outside the `forward` function. 2) Reused parameters in multiple reentrant backward "
                "passes. For example, if you use multiple `checkpoint` functions to wrap the same part of your model."
            )
        self._fill(bucket, i, parameter.grad)
        if self.views:
            parameter.grad = bucket.view(i)
        bucket.missing -= 1
        self._launch()

    def _launch(self):
        """Reduces full buckets, in the order in which all ranks do."""
        while self.launched < len(self.buckets) and self.buckets[self.launched].missing == 0:
            bucket = self.buckets[self.launched]
            self.launched += 1
            bucket.future = self._reduce(bucket)

    def _reduce(self, bucket):
        """Starts a bucket's reduction. Returns the work to wait for."""
        if self.hook is not None:
            state, hook = self.hook
            future = hook(state, GradBucket(bucket, bucket.index == len(self.buckets) - 1))
            if not hasattr(future, "wait"):
                raise RuntimeError("a comm hook must return a torch.futures.Future that gives the reduced tensor")
            return future
        # Names each bucket in timelines.
        with torch.profiler.record_function(f"DDP bucket {bucket.index}"):
            if self.dtype is None or self.dtype == bucket.flat.dtype:
                return dist.all_reduce(bucket.flat, group=self.group, async_op=True)
            flat, narrow = bucket.flat, bucket.flat.to(self.dtype)
            work = dist.all_reduce(narrow, group=self.group, async_op=True)
            return work.get_future().then(lambda future: flat.copy_(narrow))

    @torch.no_grad()
    def shadow(self, tracks_unused, device):
        """Takes part in the others' reductions with zeros, on a rank without further inputs."""
        futures = []
        for bucket in self.buckets:
            # Not in the bucket itself: `.grad` may be a view of it and keeps this rank's last value, as in PyTorch.
            kept, bucket.flat = bucket.flat, torch.zeros_like(bucket.flat)
            bucket.parameters = []
            futures.append(self._reduce(bucket))
            bucket.flat = kept
        for future in futures:
            future.wait()
        if tracks_unused:
            count = sum(len(bucket.positions) for bucket in self.buckets)
            dist.all_reduce(torch.zeros(count, dtype=torch.int32, device=device), group=self.group)

    @torch.no_grad()
    def _end(self):
        """At the end of backward: waits for the buckets, and brings the averages home."""
        if self.used is not None:
            dist.all_reduce(self.used, group=self.group)
        if self.launched < len(self.buckets):
            # The next forward reports it, as in PyTorch: other ranks may have the missing gradients.
            self.armed = False
            return
        parameters, used = self.parameters, None if self.used is None else self.used.tolist()
        for bucket in self.buckets:
            result = bucket.future.wait()
            bucket.future = None
            if self.hook is not None:
                result = result[0] if isinstance(result, (list, tuple)) else result
                if result.data_ptr() != bucket.flat.data_ptr() or result.dtype != bucket.flat.dtype:
                    bucket.flat.copy_(result.view(-1))
            for i, position in enumerate(bucket.positions):
                parameter = parameters[position]
                if used is not None and used[position] == 0:
                    continue
                if self.views:
                    parameter.grad = bucket.view(i)
                elif parameter.grad is None:
                    parameter.grad = bucket.view(i).clone()
                else:
                    parameter.grad.copy_(bucket.view(i))
        self.disarm()

    def unfinished(self):
        """The parameters that an earlier pass has left without a gradient; none where it ended well."""
        if not self.running or self.launched == len(self.buckets) or self.parameters is None:
            return None
        return [i for bucket in self.buckets if bucket.missing for i in bucket.positions if self.parameters[i].grad is None]


def _tensors_in(value):
    """The tensors within lists, tuples, dictionaries and objects with fields."""
    if isinstance(value, torch.Tensor):
        return [value]
    if isinstance(value, dict):
        value = value.values()
    elif hasattr(value, "__dataclass_fields__"):
        value = [getattr(value, name) for name in value.__dataclass_fields__]
    elif not isinstance(value, (list, tuple)):
        return []
    return [tensor for item in value for tensor in _tensors_in(item)]


def _moved(value, device):
    """The same with its tensors on a device."""
    if isinstance(value, torch.Tensor):
        return value.to(device)
    if isinstance(value, dict):
        return {key: _moved(item, device) for key, item in value.items()}
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return type(value)(*[_moved(item, device) for item in value])
    if isinstance(value, (list, tuple)):
        return type(value)([_moved(item, device) for item in value])
    return value


def _coalesced(tensors):
    """Lists of tensors of one dtype and device."""
    groups = {}
    for tensor in tensors:
        groups.setdefault((tensor.dtype, tensor.device), []).append(tensor)
    return groups.values()


class _MixedPrecision:
    """The dtypes of `DistributedDataParallel(mixed_precision=...)`: forward and backward use `param_dtype`, gradients
    are reduced in `reduce_dtype` (default: `param_dtype`). Parameters, gradients and the state keep their dtypes."""

    def __init__(self, param_dtype=None, reduce_dtype=None, buffer_dtype=None):
        self.param_dtype = param_dtype
        self.reduce_dtype = reduce_dtype
        self.buffer_dtype = buffer_dtype

    def __repr__(self):
        return (
            f"_MixedPrecision(param_dtype={self.param_dtype}, reduce_dtype={self.reduce_dtype}, "
            f"buffer_dtype={self.buffer_dtype})"
        )


def _floats_as(value, dtype):
    """The same with its floating point tensors in a dtype."""
    if isinstance(value, torch.Tensor):
        return value.to(dtype) if value.is_floating_point() else value
    if isinstance(value, dict):
        return {key: _floats_as(item, dtype) for key, item in value.items()}
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return type(value)(*[_floats_as(item, dtype) for item in value])
    if isinstance(value, (list, tuple)):
        return type(value)([_floats_as(item, dtype) for item in value])
    return value


class _DDPJoinHook(JoinHook):
    def __init__(self, ddp, divide_by_initial_world_size):
        self.ddp = ddp
        ddp._divide_by_initial_world_size = divide_by_initial_world_size

    def main_hook(self):
        self.ddp._shadow_step()

    def post_hook(self, is_last_joiner):
        self.ddp._sync_final_model(is_last_joiner)


class DistributedDataParallel(torch.nn.Module, Joinable):
    """A module in every process of a group, kept equal: parameters and buffers start as rank 0's, gradients are
    averaged over all ranks during backward, and buffers are copied from rank 0 before each forward.

    Every rank creates it and runs it equally often. `find_unused_parameters` is for modules whose forward does not
    use all parameters. `gradient_as_bucket_view` makes `.grad` a view of the buckets, which saves a copy. Inside
    `no_sync()` gradients accumulate without reduction. `register_comm_hook` replaces the all-reduce.
    """

    def __init__(
        self,
        module,
        device_ids=None,
        output_device=None,
        dim=0,
        broadcast_buffers=True,
        init_sync=True,
        process_group=None,
        bucket_cap_mb=None,
        find_unused_parameters=False,
        check_reduction=False,
        gradient_as_bucket_view=False,
        static_graph=False,
        delay_all_reduce_named_params=None,
        param_to_hook_all_reduce=None,
        mixed_precision=None,
        device_mesh=None,
        skip_all_reduce_unused_params=False,
    ):
        super().__init__()
        for name, value in (
            ("delay_all_reduce_named_params", delay_all_reduce_named_params),
            ("param_to_hook_all_reduce", param_to_hook_all_reduce),
        ):
            if value is not None:
                raise NotImplementedError(f"DistributedDataParallel: {name} is not supported")
        if process_group is not None and device_mesh is not None:
            raise RuntimeError("Cannot specify both process_group and device_mesh arguments.")
        if device_mesh is not None:
            process_group = device_mesh.get_group()
        self.process_group = dist.group.WORLD if process_group is None else process_group
        if self.process_group is None:
            raise ValueError("Default process group has not been initialized, please make sure to call init_process_group.")
        ignored = getattr(module, "_ddp_params_and_buffers_to_ignore", ())
        named = [(name, p) for name, p in module.named_parameters() if name not in ignored]
        self._names = [name for name, p in named if p.requires_grad]
        parameters = [p for _, p in named if p.requires_grad]
        if not parameters:
            raise RuntimeError(
                "DistributedDataParallel is not needed when a module doesn't have any parameter that requires a gradient."
            )
        if device_ids is not None and len(device_ids) > 1:
            raise ValueError("device_ids can only be None or contain a single element.")
        devices = {p.device for p in parameters}
        on_cpu = any(device.type == "cpu" for device in devices)
        if (device_ids or output_device is not None) and (len(devices) > 1 or on_cpu):
            raise ValueError(
                "DistributedDataParallel device_ids and output_device arguments only work with single-device/multiple-device "
                f"GPU modules or CPU modules, but got device_ids {device_ids}, output_device {output_device}, and module "
                f"parameters {devices}."
            )
        self.device_ids = [d if isinstance(d, int) else torch.device(d).index for d in device_ids] if device_ids else None
        self.output_device = self.device_ids[0] if output_device is None and self.device_ids else output_device
        self.dim = dim
        self.module = module
        self.device = parameters[0].device
        self.broadcast_buffers = broadcast_buffers
        self.find_unused_parameters = find_unused_parameters
        self.gradient_as_bucket_view = gradient_as_bucket_view
        self.static_graph = static_graph
        self.require_backward_grad_sync = True
        self.mixed_precision = mixed_precision
        self._join_config = None
        self._divide_by_initial_world_size = True
        self.bucket_bytes_cap = int((25 if bucket_cap_mb is None else bucket_cap_mb) * 1024 * 1024)
        self.parameters_to_ignore = set(ignored)
        if init_sync:
            self._check_same(named)
            self._from_rank_0([p.detach() for _, p in named] + self._buffers_kept())
        self._reducer = _Reducer(parameters, self.process_group, self.bucket_bytes_cap, gradient_as_bucket_view)
        if mixed_precision is not None:
            self._reducer.dtype = mixed_precision.reduce_dtype or mixed_precision.param_dtype
            if mixed_precision.buffer_dtype is not None:
                for buffer in module.buffers():
                    if buffer.is_floating_point():
                        buffer.data = buffer.to(mixed_precision.buffer_dtype)

    def _kept(self):
        """The parameters whose gradients are reduced."""
        return [p for name, p in self.module.named_parameters() if p.requires_grad and name not in self.parameters_to_ignore]

    def _buffers_kept(self):
        return [b for name, b in self.module.named_buffers() if name not in self.parameters_to_ignore]

    def _check_same(self, named):
        mine = [(name, tuple(p.shape), str(p.dtype)) for name, p in named]
        all_of_them = [None] * self.process_group.size()
        dist.all_gather_object(all_of_them, mine, group=self.process_group)
        rank = self.process_group.rank()
        for other, theirs in enumerate(all_of_them):
            if len(theirs) != len(mine):
                raise RuntimeError(
                    f"DDP expects same model across all ranks, but Rank {rank} has {len(mine)} params, while rank {other} has "
                    f"inconsistent {len(theirs)} params."
                )
            for a, b in zip(mine, theirs):
                if a[1:] != b[1:]:
                    raise RuntimeError(
                        f"[{rank}]: params[{mine.index(a)}] in this process with sizes {list(a[1])} appears not to match sizes "
                        f"of the same param in process {other}: {a[0]} is {a[2]} {list(a[1])} here, {b[0]} is {b[2]} "
                        f"{list(b[1])} there."
                    )

    @torch.no_grad()
    def _from_rank_0(self, tensors, root=0):
        """Gives one rank's tensors to all, a few large pieces at a time."""
        for alike in _coalesced(tensors):
            flat = torch.cat([x.reshape(-1) for x in alike])
            dist.broadcast(flat, group=self.process_group, group_src=root)
            for x, piece in zip(alike, flat.split([x.numel() for x in alike])):
                x.copy_(piece.view(x.shape))

    def _set_static_graph(self):
        self.static_graph = True

    def _register_builtin_comm_hook(self, comm_hook_type):
        """`dist.BuiltinCommHookType`: the plain all-reduce, or one in float16."""
        from torch.distributed.algorithms.ddp_comm_hooks import default_hooks

        hooks = {"ALLREDUCE": default_hooks.allreduce_hook, "FP16_COMPRESS": default_hooks.fp16_compress_hook}
        self.register_comm_hook(self.process_group, hooks[comm_hook_type.name])

    def register_comm_hook(self, state, hook):
        """Has `hook(state, bucket)` reduce each bucket: it returns a future of the averaged tensor."""
        if not callable(hook):
            raise TypeError("Communication hook must be callable.")
        if self._reducer.hook is not None:
            raise RuntimeError("register_comm_hook or register_builtin_comm_hook can only be called once.")
        self._reducer.hook = (state, hook)

    @contextmanager
    def no_sync(self):
        """Within it gradients add up in `.grad` without being reduced; forward belongs within it, too."""
        old = self.require_backward_grad_sync
        self.require_backward_grad_sync = False
        try:
            yield
        finally:
            self.require_backward_grad_sync = old

    def join(self, divide_by_initial_world_size=True, enable=True, throw_on_early_termination=False):
        """A context for ranks with different numbers of inputs: finished ranks take part in the collectives of the
        others. Gradients are divided by the number of all ranks, or with `divide_by_initial_world_size=False` by the
        number of continuing ones."""
        return Join([self], enable, throw_on_early_termination, divide_by_initial_world_size=divide_by_initial_world_size)

    def join_hook(self, **kwargs):
        return _DDPJoinHook(self, kwargs.get("divide_by_initial_world_size", True))

    @property
    def join_device(self):
        return self.device

    @property
    def join_process_group(self):
        return self.process_group

    def _joining(self):
        return self._join_config is not None and self._join_config.enable

    def _agree(self, going_on):
        """Returns whether the continuing ranks reduce gradients in this step, and the last of them, whose buffers are used."""
        mine = [float(going_on and self.require_backward_grad_sync), float(self.process_group.rank() if going_on else -1)]
        both = torch.tensor(mine, device=self.device)
        dist.all_reduce(both, op=dist.ReduceOp.MAX, group=self.process_group)
        syncs, last = both.tolist()
        return syncs != 0, int(last)

    def _sync_buffers(self, root=0):
        buffers = self._buffers_kept() if self.broadcast_buffers else []
        if buffers:
            self._from_rank_0(buffers, root)

    def _shadow_step(self):
        """Takes part in a step of the others, on a rank without further inputs."""
        syncs, last = self._agree(False)
        if syncs:
            self._sync_buffers(last)
            tracks = self.find_unused_parameters or self.static_graph
            self._reducer.shadow(tracks, self.device)

    def _sync_final_model(self, is_last_joiner):
        root = torch.tensor([self.process_group.rank() if is_last_joiner else -1], device=self.device)
        dist.all_reduce(root, op=dist.ReduceOp.MAX, group=self.process_group)
        self._from_rank_0([p.detach() for p in self.module.parameters()] + self._buffers_kept(), root.item())

    def forward(self, *inputs, **kwargs):
        reducer = self._reducer
        syncs = torch.is_grad_enabled() and self.require_backward_grad_sync
        missing = reducer.unfinished() if syncs else None
        if missing is not None:
            names = ", ".join(self._names[i] for i in missing)
            reducer.running = False
            raise RuntimeError(
                "Expected to have finished reduction in the prior iteration before starting a new one. This error indicates "
                "that your module has parameters that were not used in producing loss. You can enable unused parameter "
                "detection by passing the keyword argument `find_unused_parameters=True` to "
                "`torch.nn.parallel.DistributedDataParallel`, and by \nmaking sure all `forward` function outputs participate "
                "in calculating loss. \nParameters which did not receive grad for rank "
                f"{self.process_group.rank()}: {names}"
            )
        going_on = Join.notify_join_context(self)
        root = 0
        if self._joining():
            _, root = self._agree(True)
            reducer.divisor = going_on if going_on and not self._divide_by_initial_world_size else self.process_group.size()
        if self.require_backward_grad_sync:
            self._sync_buffers(root)
        if self.device_ids:
            device = torch.device("cuda", self.device_ids[0])
            inputs, kwargs = _moved(inputs, device), _moved(kwargs, device)
        output = self._run(inputs, kwargs)
        if not syncs:
            reducer.disarm()
            return output
        parameters = self._kept()
        unused = None
        if self.find_unused_parameters or self.static_graph:
            outputs = [x for x in _tensors_in(output) if x.requires_grad]
            reached = torch._reached(outputs, parameters)
            unused = {i for i, found in enumerate(reached) if not found}
        reducer.arm(parameters, unused)
        return output

    def _run(self, inputs, kwargs):
        dtype = None if self.mixed_precision is None else self.mixed_precision.param_dtype
        if dtype is None:
            return self.module(*inputs, **kwargs)
        parameters = {name: p.to(dtype) for name, p in self.module.named_parameters() if p.is_floating_point()}
        return torch.func.functional_call(self.module, parameters, _floats_as(inputs, dtype), _floats_as(kwargs, dtype))
