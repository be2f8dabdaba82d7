import torch

torch.set_default_tensor_type("torch.cuda.FloatTensor" if torch.cuda.is_available() else "torch.FloatTensor")
for n in (1,2,5,8,11,12,13,30):
    x=((torch.arange(n)-n/3)*0.37).requires_grad_()
    print(x,x*2,x.abs().max(),(x*x).reshape(1,-1),x.double(),x.relu(),x.half())
print(torch.nn.Parameter(torch.ones(2,2)),torch.nn.Parameter(torch.ones(30)),[torch.ones(2),torch.tensor(1)],{"a":torch.zeros(1)},(torch.tensor([1.5]),))
print(f"{torch.tensor(1.5)} {torch.tensor(3)} {torch.tensor(1.23456):.2f} {torch.tensor([1.5])} {torch.tensor(True)}", "%s" % torch.tensor(2.5), "{:.3e}".format(torch.tensor(1234.5)), format(torch.tensor(7), "05d"))
print(torch.Size([2,3]),torch.Size([]),torch.Size([1]),repr(torch.float32),str(torch.int64),torch.device("cpu"),repr(torch.device("cuda:1")),torch.strided)
print(torch.finfo(torch.float32),torch.finfo(torch.float16),torch.finfo(torch.bfloat16),torch.finfo(torch.float64),torch.iinfo(torch.int8),torch.iinfo(torch.int64),torch.iinfo(torch.uint8))
print(torch.finfo().eps,torch.finfo(torch.float16).tiny,torch.finfo(torch.float32).smallest_normal,torch.finfo(torch.float64).resolution,torch.iinfo(torch.int32).bits,torch.finfo(torch.bfloat16).dtype)
print(torch.tensor([1.0,float("nan")]).tolist(),torch.tensor([[1,2]]).tolist(),torch.tensor(1.5).tolist(),torch.tensor([0.1],dtype=torch.float32).tolist(),torch.tensor([0.1]).half().tolist(),torch.zeros(2,0).tolist())
