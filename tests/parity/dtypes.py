import torch

torch.set_default_tensor_type("torch.cuda.FloatTensor" if torch.cuda.is_available() else "torch.FloatTensor")
for d in (torch.float32, torch.float64, torch.float16, torch.bfloat16, torch.int8, torch.int16, torch.int32, torch.int64, torch.uint8, torch.bool):
    x = torch.tensor([0, 1, 2]).to(d)
    print(d, x, x.element_size(), d.is_floating_point, d.itemsize)
print(torch.float is torch.float32, torch.long == torch.int64, torch.half)
print(torch.finfo(torch.float32).eps, torch.finfo(torch.float16).max, torch.iinfo(torch.int8).min)
print(torch.finfo(torch.float32))
print(torch.iinfo(torch.int32))
