"""Devices: which there are, what they are called, the current one, and copies between them (three emulated, two visible)."""

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
fails(RuntimeError, "NVML knows nothing of emulated devices", torch.cuda.utilization)

# The current device, and contexts that give it back.
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

# The names that do not say CUDA.
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
print("ok")
