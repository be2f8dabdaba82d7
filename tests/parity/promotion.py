import torch

torch.set_default_tensor_type("torch.cuda.FloatTensor" if torch.cuda.is_available() else "torch.FloatTensor")
i = torch.tensor([1, 2, 3])
f = torch.tensor([1.0, 2.0, 3.0])
b = torch.tensor([True, False, True])
d = f.double()
h = f.half()
for a in (i, f, b, d, h, i.to(torch.uint8), i.int()):
    print((a + 1).dtype, (a + 1.5).dtype, (a + f).dtype, (a * i).dtype, (a / 2).dtype, (a == 1).dtype)
print((torch.tensor(1.0, dtype=torch.float64) + f).dtype)
print((torch.tensor(1, dtype=torch.int64) + i.to(torch.int8)).dtype)
print(torch.result_type(i, 1.0), torch.promote_types(torch.int32, torch.float16), torch.can_cast(torch.double, torch.int))
print(i / 2, i // 2, i % 2, -i // 2, i ** 2, 2 ** i, 1 - i)
