# Training steps with the optimizer, captured as graphs: a replay continues where the last one ended, and reads the
# current learning rate. Compared with the same steps run one by one.
import torch

torch.manual_seed(0)
device = torch.device("cuda")
x, y = torch.rand(8, 20, device=device), torch.randint(0, 3, (8,), device=device)
O = torch.optim
makers = {
    "Adam": lambda p, lr, on: O.Adam(p, lr=lr, capturable=on),
    "Adam, amsgrad, decay": lambda p, lr, on: O.Adam(p, lr=lr, capturable=on, amsgrad=True, weight_decay=0.01),
    "Adam, fused": lambda p, lr, on: O.Adam(p, lr=lr, capturable=on, fused=True),
    "AdamW": lambda p, lr, on: O.AdamW(p, lr=lr, capturable=on, foreach=True),
    "NAdam": lambda p, lr, on: O.NAdam(p, lr=lr, capturable=on),
    "RAdam": lambda p, lr, on: O.RAdam(p, lr=lr, capturable=on, weight_decay=0.01, decoupled_weight_decay=True),
    "Adamax": lambda p, lr, on: O.Adamax(p, lr=lr, capturable=on),
    "Adadelta": lambda p, lr, on: O.Adadelta(p, lr=lr, capturable=on),
    "RMSprop": lambda p, lr, on: O.RMSprop(p, lr=lr, capturable=on, momentum=0.9, centered=True),
    "Rprop": lambda p, lr, on: O.Rprop(p, lr=0.01, capturable=on),
    "ASGD": lambda p, lr, on: O.ASGD(p, lr=lr, capturable=on, t0=3),
    "SGD": lambda p, lr, on: O.SGD(p, lr=lr, momentum=0.9),
}


def network():
    torch.manual_seed(1)
    return torch.nn.Sequential(torch.nn.Linear(20, 16), torch.nn.ReLU(), torch.nn.Linear(16, 3)).to(device)


def step(model, optimizer):
    optimizer.zero_grad(set_to_none=True)
    loss = torch.nn.functional.cross_entropy(model(x), y)
    loss.backward()
    optimizer.step()
    return loss


for name, make in makers.items():
    eager, graphed = network(), network()
    rate = torch.tensor(0.01, device=device)
    plain, captured = make(eager.parameters(), 0.01, False), make(graphed.parameters(), rate, True)
    side = torch.cuda.Stream()
    side.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(side):
        for _ in range(3):
            step(graphed, captured)
    torch.cuda.current_stream().wait_stream(side)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        loss = step(graphed, captured)
    for turn in range(6):
        if turn == 4:
            rate.fill_(0.005)
        graph.replay()
    for turn in range(9):
        if turn == 7 and name != "Rprop":
            plain.param_groups[0]["lr"] = 0.005
        last = step(eager, plain)
    for a, b in zip(eager.parameters(), graphed.parameters()):
        assert torch.allclose(a, b, atol=2e-6), (name, (a - b).abs().max())
    assert torch.allclose(last, loss, atol=1e-5), name
    if name != "SGD":
        saved = captured.state_dict()
        taken = saved["state"][0]["step"]
        assert taken.is_cuda and taken.item() == 9, (name, taken)
        captured.load_state_dict(saved)
        graph.replay()  # the parameters still belong to the graph
        step(graphed, captured)
        assert captured.state_dict()["state"][0]["step"].is_cuda

# make_graphed_callables for the model; the optimizer runs outside.
eager, graphed = network(), network()
graphed = torch.cuda.make_graphed_callables(graphed, (x.clone(),))
plain, captured = O.Adam(eager.parameters()), O.Adam(graphed.parameters(), capturable=True)
for _ in range(4):
    step(eager, plain), step(graphed, captured)
for a, b in zip(eager.parameters(), graphed.parameters()):
    assert torch.allclose(a, b, atol=2e-6)

# Unsupported uses of capturable are reported.
on_host = O.Adam([torch.nn.Parameter(torch.ones(2))], capturable=True)
on_host.param_groups[0]["params"][0].grad = torch.ones(2)
try:
    on_host.step()
    raise SystemExit("no error")
except AssertionError as error:
    assert "If capturable=True, params and state_steps must be on supported devices" in str(error)
print("ok")
