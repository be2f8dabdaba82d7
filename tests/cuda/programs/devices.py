"""Devices: which there are, what they are called, the current one, and copies between them (three emulated, two visible)."""

import warnings

import torch


def fails(kind, text, work):
    try:
        work()
    except kind as error:
        assert text in str(error), str(error)
    else:
        raise AssertionError(f"no {kind.__name__}: {text}")


# CUDA_VISIBLE_DEVICES=2,0: two devices, renumbered.
assert torch.cuda.is_available() and torch.cuda.device_count() == 2
assert torch.cuda.get_device_properties(0).uuid.endswith("02")
assert torch.cuda.get_device_properties(1).uuid.endswith("00")
properties = torch.cuda.get_device_properties("cuda:1")
shown = repr(properties)
assert shown.startswith("_CudaDeviceProperties(name='Emulated GPU', major=8, minor=0, total_memory="), shown
assert f"MB, multi_processor_count={properties.multi_processor_count}, uuid=" in shown and "L2_cache_size=" in shown
assert torch.cuda.get_device_name(0) == torch.cuda.get_device_name() == "Emulated GPU"
assert torch.cuda.get_device_capability() == (8, 0)
assert torch.cuda.get_arch_list() == ["sm_80"]
assert torch.cuda.can_device_access_peer(0, 1) and not torch.cuda.can_device_access_peer(0, 0)
fails(AssertionError, "Invalid peer device id", lambda: torch.cuda.can_device_access_peer(0, 5))
fails(AssertionError, "Invalid device id", lambda: torch.cuda.can_device_access_peer(-1, 0))
fails(RuntimeError, "invalid device ordinal", lambda: torch.ones(2, device="cuda:7"))
fails(RuntimeError, "invalid device ordinal", lambda: torch.ones(2).cuda(7))
fails(RuntimeError, "invalid device ordinal", lambda: torch.cuda.set_device(2))
for question in (torch.cuda.get_device_name, torch.cuda.get_device_properties, torch.cuda.get_device_capability):
    fails(AssertionError, "Invalid device id", lambda: question(2))
fails(RuntimeError, "Device index must not be negative", lambda: torch.device("cuda", -1))
fails(RuntimeError, "NVML knows nothing of emulated devices", torch.cuda.utilization)

# The current device, and contexts that restore it.
assert torch.cuda.current_device() == 0
with torch.cuda.device(1):
    assert torch.cuda.current_device() == 1
    here = torch.arange(4.0, device="cuda")
    with torch.cuda.device(-1):
        assert torch.cuda.current_device() == 1
    with torch.cuda.device_of(torch.ones(1, device="cuda:0")):
        assert torch.cuda.current_device() == 0
    with torch.cuda.device_of(torch.ones(1)):
        assert torch.cuda.current_device() == 1
assert torch.cuda.current_device() == 0 and here.device == torch.device("cuda", 1) and here.get_device() == 1
assert torch.ones(2).cuda(1).device.index == 1

# Between devices: copies in stream order, and errors where a copy is missing.
there = here.to("cuda:0")
assert there.tolist() == [0, 1, 2, 3] and (there + here.cuda(0)).tolist() == [0, 2, 4, 6]
assert here.t().to("cuda:0").cpu().tolist() == [0, 1, 2, 3]
fails(RuntimeError, "Expected all tensors to be on the same device", lambda: there + here)
fails(RuntimeError, "cuda:1", lambda: torch.cat([there, here]))
there.copy_(here * 3)
assert there.tolist() == [0, 3, 6, 9]
big = torch.arange(1 << 18, device="cuda:1")
side = torch.cuda.Stream(device=1)
with torch.cuda.stream(side):
    assert torch.cuda.current_device() == 1
    for _ in range(20):
        big = big + 1
    moved = big.to("cuda:0")
assert moved[0].item() == 20 and torch.cuda.current_device() == 0
weights = torch.ones(3, device="cuda:1", requires_grad=True)
(weights.to("cuda:0") * 2).sum().backward()
assert weights.grad.device.index == 1 and weights.grad.tolist() == [2, 2, 2]

# Names without CUDA.
accelerator = torch.accelerator
assert accelerator.is_available() and accelerator.device_count() == 2
assert accelerator.current_accelerator() == torch.device("cuda")
accelerator.set_device_index(1)
assert accelerator.current_device_index() == 1
with accelerator.device_index(0):
    assert torch.cuda.current_device() == 0
accelerator.set_device_index(0)
assert accelerator.current_stream() == torch.cuda.default_stream()
accelerator.synchronize()
assert accelerator.memory_allocated() == torch.cuda.memory_allocated()
assert accelerator.max_memory_reserved() >= accelerator.memory_reserved() > 0
free, total = accelerator.get_memory_info()
assert 0 < free < total == torch.cuda.get_device_properties(0).total_memory
assert torch.bfloat16 in accelerator.get_device_capability()["supported_dtypes"]
assert accelerator.memory.memory_allocated() == torch.cuda.memory_allocated()

# Deprecated names.
with torch.cuda.device(1):
    old = torch.cuda.FloatTensor([1.5, 2.5])
    assert old.device == torch.device("cuda:1") and old.dtype == torch.float32 and old.tolist() == [1.5, 2.5]
    assert torch.cuda.LongTensor(2, 3).shape == (2, 3) and torch.cuda.BoolTensor([True, False]).dtype == torch.bool
    assert torch.ones(2).type(torch.cuda.DoubleTensor).device == torch.device("cuda:1")
assert old.type() == "torch.cuda.FloatTensor" and old.type(torch.cuda.HalfTensor).device == old.device
assert torch.ones(2).type("torch.cuda.LongTensor").is_cuda and not old.type(torch.FloatTensor).is_cuda
assert torch.ones(2).type(torch.DoubleTensor).dtype == torch.float64
generators = torch.cuda.default_generators
assert len(generators) == 2 and generators[1].device == torch.device("cuda:1")
generators[1].manual_seed(4)
drawn = torch.rand(3, device="cuda:1")
torch.cuda.set_rng_state(generators[1].manual_seed(4).get_state(), 1)
assert torch.equal(torch.rand(3, device="cuda:1"), drawn) and generators[1].initial_seed() == 4
assert not torch.cuda.nccl.is_available([old, old]) and not torch.cuda.nccl.is_available([torch.ones(1)])
nccl = torch.distributed.is_nccl_available()
assert torch.cuda.nccl.is_available([old, there]) == nccl
if nccl:
    assert len(torch.cuda.nccl.version()) == 3
else:
    fails(RuntimeError, "NCCL was not found", torch.cuda.nccl.version)

# Settings of libraries: stored, returned, and named as in PyTorch.
backends = torch.backends
assert repr(backends.cuda.preferred_linalg_library()) == "<_LinalgBackend.Default: 0>"
assert str(backends.cuda.preferred_linalg_library("cusolver")) == "_LinalgBackend.Cusolver"
assert backends.cuda.preferred_linalg_library(backends.cuda.preferred_linalg_library()).name == "Cusolver"
assert repr(backends.cuda.preferred_blas_library("cublaslt")) == "<_BlasBackend.Cublaslt: 2>"
unknown = "Unknown input value. Choose from: default, cublas, hipblas, cublaslt, hipblaslt, ck."
fails(RuntimeError, unknown, lambda: backends.cuda.preferred_blas_library("x"))
fails(RuntimeError, "Unknown input value type.", lambda: backends.cuda.preferred_linalg_library(3))
assert not backends.cuda.fp16_bf16_reduction_math_sdp_allowed()
backends.cuda.allow_fp16_bf16_reduction_math_sdp(True)
assert backends.cuda.fp16_bf16_reduction_math_sdp_allowed() and not backends.cuda.is_flash_attention_available()
with warnings.catch_warnings(record=True) as told:
    warnings.simplefilter("always")
    with backends.cuda.sdp_kernel(enable_flash=False):
        pass
assert [warning.category for warning in told] == [FutureWarning]
assert backends.cudnn.set_flags(_benchmark=True) == (True, False, 10, False, True, "none") and backends.cudnn.benchmark
with backends.cudnn.flags(enabled=False, benchmark=False):
    assert not backends.cudnn.enabled and not backends.cudnn.benchmark
assert backends.cudnn.enabled and backends.cudnn.benchmark and not backends.cudnn.is_acceptable(torch.ones(2))
print("ok")
