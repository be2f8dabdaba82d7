"""A kernel that never ends: an interrupt (sent by the test) stops it on an emulated device, and the session continues."""

import torch
import tensorcell

assert torch.cuda.get_device_name() == "Emulated GPU", "a GPU's kernel cannot be stopped: do not run this on one"
program = tensorcell.cuda_compile(r"""
__global__ void waits(const int* flag) { while (*flag == 0) {} }
__global__ void counts(int* x) { int i = blockIdx.x * 64 + threadIdx.x; for (;;) { x[i]++; __syncthreads(); } }
__global__ void fine(int* x) { x[threadIdx.x] = threadIdx.x; }
""")
x = torch.zeros(192, dtype=torch.int32, device="cuda")
waits = {
    "synchronize": lambda: torch.cuda.synchronize(),
    "item": lambda: x.sum().item(),
    "event": lambda: (event := torch.cuda.Event(), event.record(), event.synchronize()),
    "stream": lambda: torch.cuda.current_stream().synchronize(),
}
for name, wait in waits.items():
    for kernel in (program.waits, program.counts):
        kernel[3, 64](x)
        for _ in range(100):
            try:
                print("launched", flush=True)
                wait()
                raise AssertionError(f"{name} returned")
            except KeyboardInterrupt as interrupt:
                # One that comes before the wait ends nothing: the next one will.
                if "was stopped on cuda:0" in str(interrupt):
                    break
        else:
            raise AssertionError(f"{name}: no interrupt stopped it")
        assert x.tolist() == [0] * 192, "what it wrote is dropped"
        program.fine[1, 64](y := torch.empty_like(x))
        assert y[:64].tolist() == list(range(64))
print("ok")
