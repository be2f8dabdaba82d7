"""An interrupt (sent by the test) drops what the host has not computed yet for an emulated device, and the session continues."""

import torch

assert torch.cuda.get_device_name() == "Emulated GPU", "a GPU's queue cannot be dropped: do not run this on one"
QUEUED = 450
x = torch.zeros(1024, 1024, device="cuda")
count = torch.zeros(1, device="cuda")
waits = {
    "synchronize": lambda: torch.cuda.synchronize(),
    "item": lambda: count.item(),
    "event": lambda: (event := torch.cuda.Event(), event.record(), event.synchronize()),
    "stream": lambda: torch.cuda.current_stream().synchronize(),
    "launches": lambda: [x @ x for _ in range(2000)],
}
for name, wait in waits.items():
    count.zero_()
    for _ in range(QUEUED):
        torch.mm(x, x)
        count += 1
    for _ in range(100):
        try:
            print("launched", flush=True)
            wait()
            raise AssertionError(f"{name} returned")
        except KeyboardInterrupt as interrupt:
            # One that comes before the wait drops nothing: the next one will.
            if "were dropped" in str(interrupt):
                break
    else:
        raise AssertionError(f"{name}: no interrupt dropped anything")
    assert count.item() < QUEUED, name
    assert (torch.ones(3, device="cuda") + 1).tolist() == [2.0] * 3
print("ok")
