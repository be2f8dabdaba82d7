"""Times, sizes and devices of a profile as text."""

import enum

__name__ = "torch.autograd.profiler_util"


class DeviceType(enum.Enum):
    """The device of an event."""

    CPU = 0
    CUDA = 1

    def __repr__(self):
        return f"DeviceType.{self.name}"

    def __str__(self):
        return f"DeviceType.{self.name}"


def _format_time(time_us):
    if time_us >= 1e6:
        return f"{time_us / 1e6:.3f}s"
    if time_us >= 1e3:
        return f"{time_us / 1e3:.3f}ms"
    return f"{time_us:.3f}us"


def _format_time_share(time_us, total_time_us):
    if total_time_us == 0:
        if time_us != 0:
            raise AssertionError(f"Expected time_us == 0 but got {time_us}")
        return "NaN"
    return f"{time_us * 100.0 / total_time_us:.2f}%"


def _format_memory(nbytes):
    for unit, size in (("GB", 1 << 30), ("MB", 1 << 20), ("KB", 1 << 10)):
        if abs(nbytes) >= size:
            return f"{nbytes / size:.2f} {unit}"
    return f"{nbytes} B"


def _device_name(attribute):
    """Attributes of CUDA, XPU and other devices are those of "device"."""
    for kind in ("cuda", "xpu", "privateuse1"):
        attribute = attribute.replace(kind, "device")
    return attribute
