# cpu only: a program as a tutorial has it, without devices
# Two networks against each other, with a gradient penalty at the end.
import torch
import torch.nn as nn
torch.manual_seed(11)
def weights_init(m):
    classname = m.__class__.__name__
    if classname.find("Conv") != -1:
        nn.init.normal_(m.weight.data, 0.0, 0.02)
    elif classname.find("BatchNorm") != -1:
        nn.init.normal_(m.weight.data, 1.0, 0.02)
        nn.init.constant_(m.bias.data, 0)
nz, ngf, nc = 6, 4, 1
class Generator(nn.Module):
    def __init__(self):
        super(Generator, self).__init__()
        self.main = nn.Sequential(
            nn.ConvTranspose2d(nz, ngf * 2, 4, 1, 0, bias=False), nn.BatchNorm2d(ngf * 2), nn.ReLU(True),
            nn.ConvTranspose2d(ngf * 2, nc, 4, 2, 1, bias=False), nn.Tanh())
    def forward(self, input):
        return self.main(input)
class Discriminator(nn.Module):
    def __init__(self):
        super(Discriminator, self).__init__()
        self.main = nn.Sequential(
            nn.Conv2d(nc, ngf, 4, 2, 1, bias=False), nn.LeakyReLU(0.2, inplace=True),
            nn.utils.parametrizations.spectral_norm(nn.Conv2d(ngf, 1, 4, 1, 0, bias=False)), nn.Flatten(), nn.Sigmoid())
    def forward(self, input):
        return self.main(input).view(-1)
netG, netD = Generator().apply(weights_init), Discriminator()
print(netG)
print(netD)
criterion = nn.BCELoss()
fixed_noise = torch.randn(4, nz, 1, 1)
real_label, fake_label = 1., 0.
optimizerD = torch.optim.Adam(netD.parameters(), lr=2e-3, betas=(0.5, 0.999))
optimizerG = torch.optim.Adam(netG.parameters(), lr=2e-3, betas=(0.5, 0.999))
real = torch.tanh(torch.randn(16, 1, 8, 8) + 1)
for it in range(4):
    netD.zero_grad()
    label = torch.full((16,), real_label, dtype=torch.float)
    errD_real = criterion(netD(real), label)
    errD_real.backward()
    noise = torch.randn(16, nz, 1, 1)
    fake = netG(noise)
    label.fill_(fake_label)
    output = netD(fake.detach())
    errD_fake = criterion(output, label)
    errD_fake.backward()
    D_G_z1 = output.mean().item()
    optimizerD.step()
    netG.zero_grad()
    label.fill_(real_label)
    output = netD(fake)
    errG = criterion(output, label)
    errG.backward()
    optimizerG.step()
    print("[%d] Loss_D: %.3f Loss_G: %.3f D(G(z)): %.3f / %.3f" % (it, errD_real.item() + errD_fake.item(), errG.item(), D_G_z1, output.mean().item()))
with torch.no_grad():
    grid = netG(fixed_noise).detach().cpu()
import torchvision.utils as vutils
import numpy as np
g = vutils.make_grid(grid, nrow=2, padding=1, normalize=True)
print(g.shape, np.transpose(g.numpy(), (1, 2, 0)).shape, f"{g.mean():.2f}")
# a gradient penalty, as WGAN-GP has it
alpha = torch.rand(16, 1, 1, 1)
inter = (alpha * real + (1 - alpha) * fake.detach()).requires_grad_(True)
d = netD(inter)
grads = torch.autograd.grad(outputs=d, inputs=inter, grad_outputs=torch.ones_like(d), create_graph=True, retain_graph=True)[0]
gp = ((grads.view(16, -1).norm(2, dim=1) - 1) ** 2).mean()
gp.backward()
print(f"{gp.item():.4f}")
