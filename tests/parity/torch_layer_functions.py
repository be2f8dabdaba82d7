# Layers and losses by torch's own names.
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def show(name, *values):
    for value in values:
        value = value.detach().cpu()
        print(name, tuple(value.shape), [round(v, 4) for v in value.double().flatten().tolist()])


x = torch.arange(24, dtype=torch.float32, device=device).reshape(2, 3, 4).sin()
w, b = torch.tensor([1.0, 2.0, 0.5], device=device), torch.tensor([0.0, 0.1, -0.1], device=device)
mean, var = torch.zeros(3, device=device), torch.ones(3, device=device)
show("batch_norm", torch.batch_norm(x, w, b, mean, var, True, 0.1, 1e-5, True), mean, var)
show("batch_norm eval", torch.batch_norm(x, None, None, mean, var, False, 0.1, 1e-5, True))
show("instance_norm", torch.instance_norm(x, w, b, None, None, True, 0.1, 1e-5, True))
show("group_norm", torch.group_norm(x, 3, w, b))
show("layer_norm", torch.layer_norm(x, (4,)))
show("native_layer_norm", *torch.native_layer_norm(x, (3, 4), None, None, 1e-5))
show("rms_norm", torch.rms_norm(x, (4,)))
show("bilinear", torch.bilinear(x[..., :2], x[..., 2:], torch.ones(1, 2, 2, device=device)))
show("pool", torch.max_pool1d(x, 2), *torch.max_pool1d_with_indices(x, 2))
show("pool", torch.max_pool2d(x.unsqueeze(1), (2, 2)), torch.max_pool3d(x[None, None], 2, ceil_mode=True))
show("adaptive", torch.adaptive_avg_pool1d(x, 2), *torch.adaptive_max_pool1d(x, 2))
show("convolution", torch.convolution(x, torch.ones(2, 3, 2, device=device), None, [1], [0], [1], False, [0], 1))
show("transposed", torch.convolution(x[:, :2], torch.ones(2, 1, 2, device=device), None, [2], [0], [1], True, [0], 1))
show("pad", torch.constant_pad_nd(x[0], (1, 0), 5.0))
show("cosine", torch.cosine_similarity(x[0], x[1]), torch.pairwise_distance(x[0], x[1]))
show("embedding", torch.embedding(x[0], torch.tensor([2, 0], device=device)))
show("channels", torch.channel_shuffle(x.reshape(1, 6, 2, 2), 3), torch.native_channel_shuffle(x.reshape(1, 6, 2, 2), 2))
show("pixels", torch.pixel_shuffle(x.reshape(1, 24, 1, 1)[:, :8], 2), torch.pixel_unshuffle(x.reshape(1, 1, 4, 6)[..., :4], 2))
grid = torch.affine_grid_generator(torch.eye(2, 3, device=device)[None], [1, 1, 2, 2], False)
show("grid", grid, torch.grid_sampler(x.reshape(1, 1, 4, 6), grid, 0, 0, False), torch.grid_sampler_2d(x.reshape(1, 1, 4, 6), grid, 1, 1, True))
p, t = x[0, :2].sigmoid(), torch.tensor([[1.0, 0.0, 1.0, 1.0], [0.0, 1.0, 0.0, 1.0]], device=device)
for reduction in (0, 1, 2):
    show("losses", torch.binary_cross_entropy_with_logits(x[0, :2], t, reduction=reduction), torch.kl_div(p.log(), t, reduction))
    show("losses", torch.poisson_nll_loss(x[0, :2], t, True, False, 1e-8, reduction), torch.hinge_embedding_loss(x[0, :2], 2 * t - 1, 1.0, reduction))
sign = torch.tensor([1.0, -1.0, 1.0], device=device)
show("losses", torch.cosine_embedding_loss(x[0], x[1], sign), torch.margin_ranking_loss(x[0, :, 0], x[1, :, 0], sign, 0.5))
show("losses", torch.triplet_margin_loss(x[0], x[1], x[0] + 0.5))
logs = x.permute(2, 0, 1).log_softmax(-1)
show("ctc", torch.ctc_loss(logs, torch.tensor([[1], [2]], device=device), torch.tensor([4, 4]), torch.tensor([1, 1])))
h, c = torch.zeros(3, 2, device=device), torch.ones(3, 2, device=device)
for cell, gates in ((torch.rnn_tanh_cell, 2), (torch.rnn_relu_cell, 2), (torch.gru_cell, 6)):
    show("cell", cell(x[0], h, torch.ones(gates, 4, device=device), torch.ones(gates, 2, device=device)))
show("lstm", *torch.lstm_cell(x[0], (h, c), torch.ones(8, 4, device=device), torch.ones(8, 2, device=device)))
show("norms", torch.norm_except_dim(x, 2, 0), torch.norm_except_dim(x, 2, 1), torch.norm_except_dim(x, 2, -1))
y = x[0].clone()
show("in place", torch.celu_(y), torch.threshold_(y, 0.1, -1.0), torch.rrelu(x[0]), torch.feature_dropout(x, 0.5, False), torch.alpha_dropout(x, 0.5, False))
kinds = torch.DoubleTensor, torch.HalfTensor, torch.BFloat16Tensor, torch.IntTensor, torch.ShortTensor, torch.CharTensor, torch.ByteTensor
print([kind([1, 2]).dtype for kind in kinds], torch.IntTensor([1, 2]).tolist(), torch.DoubleTensor(2, 3).shape)
