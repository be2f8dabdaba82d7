# cpu only: nothing in it depends on the device
# Memory formats: created, requested and preserved.
import torch

x = torch.arange(24.0).view(1, 2, 3, 4)
last = x.to(memory_format=torch.channels_last)
print(last.stride(), last.is_contiguous(), last.is_contiguous(memory_format=torch.channels_last), torch.equal(last, x))
print(x.is_contiguous(memory_format=torch.channels_last), x.contiguous().stride(), last.contiguous().stride())
print(x.contiguous(memory_format=torch.channels_last).stride(), last.contiguous(memory_format=torch.channels_last) is last)
print(torch.empty(2, 3, 4, 5, memory_format=torch.channels_last).stride(), torch.empty(2, 3, 4, 5).stride())
print(torch.empty(2, 3, 4, 5, 6, memory_format=torch.channels_last_3d).stride())
print((last + 1).stride(), (last * last).stride(), last.clone().stride(), torch.zeros_like(last).stride(), last.half().stride())
print(torch.zeros_like(last, memory_format=torch.contiguous_format).stride())
print(torch.zeros_like(x, memory_format=torch.channels_last).stride())
print(x.clone(memory_format=torch.channels_last).stride(), last.clone(memory_format=torch.contiguous_format).stride())
print(torch.channels_last, torch.contiguous_format, torch.preserve_format, torch.channels_last_3d, type(torch.channels_last))
print(isinstance(torch.channels_last, torch.memory_format))
for attempt in (
    lambda: torch.zeros(2, 3).contiguous(memory_format=torch.channels_last),
    lambda: torch.zeros(2, 3).to(memory_format=torch.channels_last),
    lambda: torch.zeros(2, 3, 4, 5).contiguous(memory_format=torch.channels_last_3d),
    lambda: torch.zeros(2, 3).contiguous(memory_format=torch.preserve_format),
):
    try:
        attempt()
    except RuntimeError as error:
        print(str(error).split("\n")[0])
one = torch.zeros(1, 1, 5, 5)
print(
    one.is_contiguous(memory_format=torch.channels_last),
    one.is_contiguous(),
    one.to(memory_format=torch.channels_last).stride(),
)
print(torch.nn.Linear(2, 2).to(memory_format=torch.channels_last).weight.stride())
conv = torch.nn.Conv2d(2, 3, 2).to(memory_format=torch.channels_last)
print(conv.weight.stride(), conv.weight.is_contiguous(memory_format=torch.channels_last))
