"""Streams and events: order, priorities, waiting, timing, and the errors of events that were never recorded."""

import torch


def fails(kind, text, work):
    try:
        work()
    except kind as error:
        assert text in str(error), str(error)
    else:
        raise AssertionError(f"no {kind.__name__}: {text}")


def while_busy(stream, holds):
    """Whether something holds while a stream sleeps; longer and longer, as this program may be held up for as long."""
    for doubled in range(6):
        with torch.cuda.stream(stream):
            torch.cuda._sleep(1_000_000_000 << doubled)
        held = holds() and not stream.query()
        stream.synchronize()
        if held:
            return True
    return False


Event, Stream = torch.cuda.Event, torch.cuda.Stream
default = torch.cuda.default_stream()
assert default == torch.cuda.current_stream() and default.cuda_stream == 0
assert default.query() and default.priority == 0
least, greatest = Stream.priority_range()
assert least == 0 > greatest
urgent, plain = Stream(priority=-1), Stream()
assert urgent.priority == -1 and plain.priority == 0 and urgent != plain
assert repr(plain).startswith("<torch.cuda.Stream device=cuda:0 cuda_stream=0x")
assert hash(plain) == hash(torch.cuda.ExternalStream(plain.cuda_stream)) and len({plain, urgent, plain}) == 2
assert torch.cuda.ExternalStream(plain.cuda_stream) == plain

# Contexts nest and give back; set_stream stays.
with torch.cuda.stream(urgent):
    with torch.cuda.stream(plain):
        assert torch.cuda.current_stream() == plain
    assert torch.cuda.current_stream() == urgent
    with torch.cuda.stream(None):
        assert torch.cuda.current_stream() == urgent
torch.cuda.set_stream(plain)
assert torch.cuda.current_stream() == plain
torch.cuda.set_stream(default)

# A slow producer: the consumer waits for it on the device, not on the host.
matrix = torch.full((300, 300), 0.01, device="cuda")
torch.cuda.synchronize()


def consume():
    """Whether the producer is not done when all is queued."""
    global product, result, done, urgent_done
    with torch.cuda.stream(plain):
        product = matrix @ matrix * 0.5 + 0.01
        done = plain.record_event()
    with torch.cuda.stream(urgent):
        urgent.wait_stream(plain)
        result = product * 2
        urgent_done = Event()
        urgent_done.record()
    return not done.query() and not urgent_done.query()


assert while_busy(plain, consume)
urgent_done.synchronize()
assert done.query() and plain.query() and urgent.query()
assert torch.allclose(result, product * 2)
default.wait_event(done)
done.wait(urgent)

# Timing requires events with timing that were recorded and reached.
start, end = Event(enable_timing=True), Event(enable_timing=True, blocking=True, interprocess=False)
timing = "Both events must be created with argument 'enable_timing=True'."
fails(ValueError, timing, lambda: Event().elapsed_time(end))
fails(ValueError, timing, lambda: start.elapsed_time(Event()))
fails(ValueError, "Both events must be recorded before calculating elapsed time.", lambda: start.elapsed_time(end))
assert start.query(), "an event that was never recorded counts as reached"
start.synchronize()
assert repr(start) == "<torch.cuda.Event uninitialized>"
start.record()


def too_early():
    """Whether a time is refused, as its end has not come."""
    with torch.cuda.stream(plain):
        end.record()
    try:
        start.elapsed_time(end)
    except RuntimeError as error:
        assert "Both events must be completed before calculating elapsed time." in str(error), str(error)
        return True
    return False


assert while_busy(plain, too_early)
end.synchronize()
assert start.elapsed_time(end) > 0
if torch.cuda.device_count() > 1:
    fails(RuntimeError, "does not match recording stream's device 1.", lambda: start.record(torch.cuda.default_stream(1)))
    other = Stream(device="cuda:1")
    assert other.device == torch.device("cuda:1")
    with torch.cuda.stream(other):
        there = torch.ones(4, device="cuda:1") * 3
    plain.wait_stream(other)
    other.synchronize()
    assert there.sum().item() == 12
    torch.cuda.set_stream(other)  # and its device
    assert torch.cuda.current_device() == 1 and torch.cuda.current_stream() == other
    torch.cuda.set_stream(torch.cuda.default_stream(1))
    torch.cuda.set_stream(torch.cuda.default_stream(0))
    assert torch.cuda.current_device() == 0
    assert Stream(stream_id=other.stream_id, device_index=other.device_index, device_type=other.device_type) == other
fails(RuntimeError, "Expected cuda stream priority to be less than or equal to 0, got 1", lambda: Stream(priority=1))
unrecorded = Event()
assert unrecorded.device is None and unrecorded.cuda_event == 0 == unrecorded.event_id
unrecorded.record()
assert unrecorded.cuda_event == unrecorded.event_id != 0 and plain.native_handle == plain.cuda_stream
fails(NotImplementedError, "not shared between processes", unrecorded.ipc_handle)
fails(NotImplementedError, "not shared between processes", lambda: Event(interprocess=True))
assert unrecorded.device == torch.device("cuda:0")

# A busy stream is reported as busy, others are not.
busy, idle = Stream(), Stream()
assert while_busy(busy, idle.query)
assert busy.query()
fails(RuntimeError, "Invalid device, must be cuda device", lambda: torch.ones(2).cuda("cpu"))
fails(TypeError, "Stream", lambda: plain.wait_stream(3))
fails(torch.AcceleratorError, "invalid device ordinal", lambda: Stream(device=9))

# Names without CUDA; a stream is also a context manager.
assert issubclass(Stream, torch.Stream) and issubclass(Event, torch.Event)
general, point = torch.Stream("cuda"), torch.Event("cuda", enable_timing=True)
assert isinstance(general, torch.Stream) and isinstance(point, torch.Event) and general.device == torch.device("cuda:0")
with general as same:
    assert same is general and torch.cuda.current_stream() == general == torch.accelerator.current_stream()
    with plain:
        assert torch.cuda.current_stream() == plain
    assert torch.cuda.current_stream() == general
    point.record()
assert torch.cuda.current_stream() == default
general.synchronize()
later = general.record_event(Event(enable_timing=True))
later.synchronize()
assert point.query() and point.elapsed_time(later) >= 0

# A block used by a stream of another device is kept until that stream has finished.
if torch.cuda.device_count() > 1:
    there = Stream(device=1)
    torch.cuda.synchronize()
    before = torch.cuda.memory_stats()["active.all.current"]

    def is_kept():
        lent = torch.ones(1000, device="cuda:0")
        lent.record_stream(there)
        del lent
        return torch.cuda.memory_stats()["active.all.current"] == before + 1

    assert while_busy(there, is_kept)
    torch.cuda.empty_cache()
    assert torch.cuda.memory_stats()["active.all.current"] == before
print("ok")
