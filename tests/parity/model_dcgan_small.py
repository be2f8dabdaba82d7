# A convolutional GAN over small pictures: weights by `apply`, labels 1 and 0, two optimizers, a fixed noise to look at.
import torch
import torch.nn as nn
import torch.optim as optim

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
nz, ngf, ndf = 8, 4, 4


def weights_init(m):
    classname = m.__class__.__name__
    if classname.find("Conv") != -1:
        nn.init.normal_(m.weight.data, 0.0, 0.02)
    elif classname.find("BatchNorm") != -1:
        nn.init.normal_(m.weight.data, 1.0, 0.02)
        nn.init.constant_(m.bias.data, 0)


class Generator(nn.Module):
    def __init__(self):
        super().__init__()
        self.main = nn.Sequential(
            nn.ConvTranspose2d(nz, ngf * 2, 4, 1, 0, bias=False),
            nn.BatchNorm2d(ngf * 2),
            nn.ReLU(True),
            nn.ConvTranspose2d(ngf * 2, ngf, 4, 2, 1, bias=False),
            nn.BatchNorm2d(ngf),
            nn.ReLU(True),
            nn.ConvTranspose2d(ngf, 1, 4, 2, 1, bias=False),
            nn.Tanh(),
        )

    def forward(self, input):
        return self.main(input)


class Discriminator(nn.Module):
    def __init__(self):
        super().__init__()
        self.main = nn.Sequential(
            nn.Conv2d(1, ndf, 4, 2, 1, bias=False),
            nn.LeakyReLU(0.2, inplace=True),
            nn.Conv2d(ndf, ndf * 2, 4, 2, 1, bias=False),
            nn.BatchNorm2d(ndf * 2),
            nn.LeakyReLU(0.2, inplace=True),
            nn.Conv2d(ndf * 2, 1, 4, 1, 0, bias=False),
            nn.Sigmoid(),
        )

    def forward(self, input):
        return self.main(input)


torch.manual_seed(999)
netG, netD = Generator(), Discriminator()
netG.apply(weights_init)
netD.apply(weights_init)
print(netG)
print(netD)
fixed_noise = torch.randn(2, nz, 1, 1)
i = torch.arange(16.0)
pictures = torch.stack([torch.sin(i / 3 + k)[None, :] * torch.cos(i / 4 + k)[:, None] for k in range(16)]).unsqueeze(1)
noises = torch.randn(6, 8, nz, 1, 1)
netG, netD, fixed_noise, pictures, noises = (x.to(device) for x in (netG, netD, fixed_noise, pictures, noises))
criterion = nn.BCELoss()
optimizerD = optim.Adam(netD.parameters(), lr=0.002, betas=(0.5, 0.999))
optimizerG = optim.Adam(netG.parameters(), lr=0.002, betas=(0.5, 0.999))
for step in range(6):
    data = pictures[(step % 2) * 8 :][:8]
    netD.zero_grad()
    label = torch.full((8,), 1.0, dtype=torch.float, device=device)
    output = netD(data).view(-1)
    errD_real = criterion(output, label)
    errD_real.backward()
    D_x = output.mean().item()
    fake = netG(noises[step])
    label.fill_(0.0)
    output = netD(fake.detach()).view(-1)
    errD_fake = criterion(output, label)
    errD_fake.backward()
    errD = errD_real + errD_fake
    optimizerD.step()
    netG.zero_grad()
    label.fill_(1.0)
    output = netD(fake).view(-1)
    errG = criterion(output, label)
    errG.backward()
    optimizerG.step()
    print("[%d] Loss_D: %.3f Loss_G: %.3f D(x): %.3f D(G(z)): %.3f" % (step, errD.item(), errG.item(), D_x, output.mean().item()))
with torch.no_grad():
    shown = netG(fixed_noise).detach().cpu()
print(shown.shape, f"{shown.abs().mean().item():.3f} {shown.std().item():.3f}")
