# cpu only: what cpu() and numpy() give on the CPU itself
import torch
x = torch.tensor([1.7, -2.3, 0.0])
print(x.int(), x.long(), x.bool(), x.double(), x.half(), x.bfloat16(), x.to(torch.int16), x.type(torch.int8), x.short())
print(x.to("cpu").device, x.to(torch.device("cpu")) is x, x.float() is x, x.to(torch.float32) is x, x.to(x.double()).dtype, x.type(), x.to(dtype=torch.float64).dtype)
print(x.cpu() is x, x.is_cuda, x.device, x.device.type, x.device.index, x.numpy().tolist() == x.tolist())
print(torch.device("cuda", 1), torch.device("cuda:0"), repr(torch.device("cpu")), torch.device("cuda:0") == torch.device("cuda", 0))
print(x.is_floating_point(), torch.is_tensor(x), torch.is_tensor([1]), x.type_as(torch.tensor([1])))
torch.set_default_dtype(torch.float64)
print(torch.tensor([1.0]), torch.zeros(1), torch.tensor([1.0], dtype=torch.float32), torch.get_default_dtype())
torch.set_default_dtype(torch.float32)
