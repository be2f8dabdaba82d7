# cpu only: pictures are on the processor
import random
import torch
from PIL import Image
from torchvision import transforms as T
from torchvision.transforms import functional as F
p=(torch.arange(3*24*20).reshape(3,24,20)*37%256).to(torch.uint8); f=p/255.0
pil=F.to_pil_image(p)
def show(name,v):
    if isinstance(v,tuple): v=torch.cat([w.reshape(-1) if torch.is_tensor(w) else F.pil_to_tensor(w).reshape(-1) for w in v])
    if not torch.is_tensor(v): v=F.pil_to_tensor(v)
    print(name,tuple(v.shape),v.dtype,round(v.double().sum().item(),2),round((v.double().flatten()*torch.arange(v.numel()).double().sin()).sum().item(),2))
for kind,x in (("u8",p),("f",f),("pil",pil)):
    b=[T.InterpolationMode.NEAREST,T.InterpolationMode.BILINEAR]
    for how in b:
        for fill in ((None,) if kind=="pil" else (None,0.5)):
            if kind=="u8" and fill: fill=100.0
            fl=None if fill is None else [fill]*3
            for n,v in (("rot",lambda:F.rotate(x,30,how,fill=fl)),("rotE",lambda:F.rotate(x,30,how,expand=True,fill=fl)),("rotC",lambda:F.rotate(x,-70,how,center=[3,4],fill=fl)),("aff",lambda:F.affine(x,20,[2,-3],1.2,[5,-7],how,fill=fl)),("affc",lambda:F.affine(x,20,[2,-3],.8,[5],how,fill=fl,center=[1,1])),("persp",lambda:F.perspective(x,[[0,0],[19,0],[19,23],[0,23]],[[1,2],[17,1],[18,20],[2,22]],how,fill=fl)),("el",lambda:F.elastic_transform(x,torch.linspace(-.1,.1,24*20*2).reshape(1,24,20,2),how,fill=fl))):
                show(f"{n} {kind} {how.value} {fill}",v())
    for n,v in (("blur",lambda:F.gaussian_blur(x,[5,3],[1.5,.7])),("blur0",lambda:F.gaussian_blur(x,3)),("hue",lambda:F.adjust_hue(x,.2)),("hue-",lambda:F.adjust_hue(x,-.4)),("gamma",lambda:F.adjust_gamma(x,.7,1.1)),("sharp",lambda:F.adjust_sharpness(x,2.5)),("sharp0",lambda:F.adjust_sharpness(x,.3)),("inv",lambda:F.invert(x)),("sol",lambda:F.solarize(x,.5 if kind=="f" else 128)),("auto",lambda:F.autocontrast(x)),("rc",lambda:F.resized_crop(x,2,3,10,9,[7,8])),("five",lambda:F.five_crop(x,[6,7])),("ten",lambda:F.ten_crop(x,6,True))):
        show(n+" "+kind,v())
    if kind!="f": show("post "+kind,F.posterize(x,3)); show("eq "+kind,F.equalize(x))
    torch.manual_seed(0); random.seed(0)
    for t in (T.RandomAffine(20,(.1,.2),(.8,1.2),(-5,5,-3,3)),T.RandomAffine(10),T.RandomPerspective(.5,.9),T.GaussianBlur(5),T.ElasticTransform(30.,3.),T.ColorJitter(.4,.3,.2,.1),T.ColorJitter(hue=.5),T.RandomInvert(),T.RandomPosterize(4,.5) if kind!="f" else T.RandomInvert(),T.RandomSolarize(.6 if kind=="f" else 150),T.RandomAdjustSharpness(2),T.RandomAutocontrast(),T.RandomEqualize() if kind!="f" else T.RandomInvert(),T.RandomRotation(30),T.RandomRotation((10,50),expand=True,fill=1),T.RandomChoice([T.CenterCrop(4),T.CenterCrop(6)]),T.RandomOrder([T.CenterCrop(10),T.Pad(2)]),T.FiveCrop(5),T.TenCrop(5)):
        for _ in range(2): show(type(t).__name__+" "+kind,t(x))
        print(t)
    if kind!="f":
        for t in (T.RandAugment(),T.TrivialAugmentWide(),T.AutoAugment(),T.AutoAugment(T.AutoAugmentPolicy.CIFAR10),T.AutoAugment(T.AutoAugmentPolicy.SVHN,fill=3),T.AugMix(),T.RandAugment(3,5,fill=[1,2,3])):
            for _ in range(8): show(type(t).__name__+" "+kind,t(x))
            print(t)
    if kind!="pil":
        for t in (T.RandomErasing(.9),T.RandomErasing(.9,value=3),T.RandomErasing(.9,value=(1,2,3)),T.RandomErasing(.9,value="random")):
            for _ in range(2): show("erase "+kind,t(x))
            print(t)
lt=T.LinearTransformation(torch.eye(12)*2,torch.ones(12)); print(lt(torch.arange(12.).reshape(3,2,2)).flatten().tolist())
