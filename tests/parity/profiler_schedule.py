# cpu only: what is recorded when does not depend on the device.
"""Schedules, and what a profile does at each step."""
import warnings

import torch
from torch.profiler import ProfilerAction, ProfilerActivity, profile, record_function, schedule, tensorboard_trace_handler

for options in (
    dict(wait=1, warmup=1, active=2),
    dict(wait=0, warmup=0, active=1),
    dict(wait=2, warmup=1, active=3, repeat=1),
    dict(wait=1, warmup=1, active=1, repeat=2, skip_first=3),
    dict(wait=3, warmup=1, active=2, skip_first=1, skip_first_wait=1),
):
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        action = schedule(**options)
    print(options, [str(w.message) for w in told])
    print("  ", [action(step).name for step in range(14)])
for options in (dict(wait=-1, warmup=0, active=1), dict(wait=0, warmup=0, active=0), dict(wait=0, warmup=-1, active=2)):
    try:
        schedule(**options)
    except AssertionError as error:
        print(error)
try:
    schedule(wait=1, warmup=1, active=1)(-1)
except AssertionError as error:
    print(error)
print(list(ProfilerAction), ProfilerAction.RECORD_AND_SAVE.value)


def run(steps, options, **more):
    """What each trace held: the steps, the ranges, and the additions."""
    traces = []

    def ready(prof):
        counts = {e.key: e.count for e in prof.key_averages()}
        names = sorted(e.trace_name for e in prof.events() if e.trace_name.startswith(("ProfilerStep", "range")))
        traces.append((prof.step_num, counts.get("ProfilerStep*"), counts.get("aten::add"), names))

    with profile(
        activities=[ProfilerActivity.CPU],
        schedule=schedule(**options) if isinstance(options, dict) else options,
        on_trace_ready=ready,
        **more,
    ) as prof:
        for step in range(steps):
            with record_function(f"range {step}"):
                torch.ones(2) + 1
            if step % 2:
                torch.ones(3) + 2
            prof.step()
    print(prof.step_num, prof.current_action.name, traces)


with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    run(8, dict(wait=1, warmup=1, active=2, repeat=1))
    run(9, dict(wait=1, warmup=1, active=2))
    run(5, dict(wait=0, warmup=0, active=1))
    run(4, dict(wait=0, warmup=1, active=5))
    run(3, None)
    run(6, dict(wait=1, warmup=0, active=2, repeat=1, skip_first=2))
    pattern = [ProfilerAction.RECORD, ProfilerAction.NONE, ProfilerAction.WARMUP, ProfilerAction.RECORD_AND_SAVE]
    run(4, lambda step: pattern[step % 4])

# Begun and ended by hand, more than once.
prof = profile(activities=[ProfilerActivity.CPU])
for size in (1, 2):
    prof.start()
    for _ in range(size):
        torch.ones(2) + 1
    prof.stop()
    print({e.key: e.count for e in prof.key_averages()}["aten::add"])

# An exception passes, and what ran before it is there.
try:
    with profile(activities=[ProfilerActivity.CPU]) as prof:
        with record_function("outer"):
            torch.ones(2) + 1
            with record_function("inner"):
                raise KeyError("within")
except KeyError as error:
    print("raised", error)
print(sorted((e.name, e.cpu_parent.name if e.cpu_parent else None) for e in prof.events() if e.name in ("outer", "inner", "aten::add")))


# Ranges nest, decorate, repeat.
@record_function("decorated")
def decorated(n):
    """Its text."""
    first = torch.ones(2) + n
    return first if n == 0 else decorated(n - 1)


with profile(activities=[ProfilerActivity.CPU]) as prof:
    decorated(2)
    with record_function("a"), record_function("b"):
        torch.ones(2) * 2
    late = record_function("late")
    late.__enter__()
    late.__exit__(None, None, None)
print(decorated.__name__, decorated.__doc__)


def tree(event, depth=0):
    yield (depth, event.name)
    for child in event.cpu_children:
        if child.name in ("decorated", "a", "b", "aten::mul", "aten::add", "late"):
            yield from tree(child, depth + 1)


for event in prof.events():
    if event.cpu_parent is None:
        print(list(tree(event)))
print(type(prof.events()).__name__, prof.events()[0].is_user_annotation, prof.events()[0].use_device)
with record_function("outside of any profile") as entered:
    print(entered.name, entered.args)
print(callable(tensorboard_trace_handler("nowhere")))
for attempt in ("key_averages", "events", "export_chrome_trace", "export_stacks"):
    try:
        method = getattr(profile(activities=[ProfilerActivity.CPU]), attempt)
        method("x") if attempt.startswith("export") else method()
    except AssertionError as error:
        print(error)
try:
    prof.export_stacks("x")
except AssertionError as error:
    print(error)
