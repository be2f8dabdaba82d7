//! Tests `tensorcell.watch`: its measurements, its reports on NaN, and that it removes its hooks.

use super::{Running, plain};

const MODEL: &str = "import torch, tensorcell
from torch import nn
torch.manual_seed(0)
model = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
x = torch.randn(5, 3)
def step():
    optimizer.zero_grad()
    loss = model(x).square().mean()
    loss.backward()
    optimizer.step()";

#[test]
fn numbers_are_those_of_the_layers() {
    let mut run = Running::new();
    run.cell(MODEL);
    run.cell(
        "watching = tensorcell.watch(model)
rows = []
class Seen:
    def add(self, step, panels): rows.append((step, panels))
watching.board = Seen()
before = [p.detach().clone() for p in model.parameters()]
outputs = [model[:1](x).detach(), model(x).detach()]
step()",
    );
    run.cell(
        "norm = lambda tensors: sum(t.double().square().sum().item() for t in tensors) ** 0.5
grads = [p.grad for p in model.parameters()]
moved = [p.detach() - b for p, b in zip(model.parameters(), before)]
want = [[norm(grads[i:i + 2]) for i in (0, 2)], [o.double().mean().item() for o in outputs],
        [norm(moved[i:i + 2]) / norm(before[i:i + 2]) for i in (0, 2)], [o.double().std(unbiased=False).item() for o in outputs]]
(number, panels), = rows
close = all(abs(a - b) < 1e-9 for row, wanted in zip(panels, want) for a, b in zip(row, wanted))",
    );
    assert_eq!(run.result("number, [len(row) for row in panels], close"), "(1, [2, 2, 2, 2], True)");
}

#[test]
fn one_picture_grows_in_each_cell_that_trains() {
    let mut run = Running::new();
    run.cell(MODEL);
    let page = run.cell("watching = tensorcell.watch(model)\nfor _ in range(20): step()");
    let (first, last) = (&page.displays[0], page.displays.last().unwrap());
    assert!(!first.update && page.displays[1..].iter().all(|d| d.update && d.display_id == first.display_id));
    let text = plain(&last.data);
    for fact in ["Sequential", "Norm of gradients", "Mean of outputs", "Update, by the norm of weights", "in 20 steps"]
    {
        assert!(text.contains(fact), "{fact}: {text}");
    }
    assert!(last.data.contains_key("image/png") && last.data.contains_key("image/svg+xml"));
    let page = run.cell("step()");
    assert!(!page.displays[0].update, "a later cell shows the picture again");
    let shown = &run.cell("watching").results[0];
    assert!(shown.contains_key("image/svg+xml") && plain(shown).contains("in 21 steps"), "{}", plain(shown));
    run.cell("watching.remove()");
    assert!(run.cell("step()").displays.is_empty());
}

/// Faulty code, and the expected report.
const WRONG: [(&str, &str); 4] = [
    (
        "step()\nwith torch.no_grad():\n    model[2].weight.fill_(float('nan'))\nstep()",
        "NaN in the output of 2 (Linear), step 2: Cell [1], line 9\n",
    ),
    (
        "y = model(x)\n(y * torch.tensor(float('inf'))).sum().backward()",
        "infinity in the gradient of bias of 2 (Linear), step 1: Cell [3], line 2\n",
    ),
    ("y = model(x * float('inf'))", "NaN in the output of 0 (Linear), step 1: Cell [3], line 1\n"),
    ("step(); step()", ""),
];

#[test]
fn the_first_value_that_is_no_number_is_named() {
    for (code, report) in WRONG {
        let mut run = Running::new();
        run.cell(MODEL);
        run.cell("watching = tensorcell.watch(model)");
        let page = run.cell(code);
        let is_reported = match report.contains("gradient") {
            // The order of a layer's parameters depends on the walk.
            true => page.err == report || page.err == report.replace("bias", "weight"),
            false => page.err == report,
        };
        assert!(is_reported, "{code}\n{}", page.err);
        let problem = run.result("watching.problem");
        assert_eq!(problem.is_empty(), report.is_empty(), "{problem}");
        let later = run.cell("y = model(x * float('nan'))");
        assert_eq!(later.err.is_empty(), !report.is_empty(), "once: {}", later.err);
    }
}

#[test]
fn nothing_stays_behind() {
    let mut run = Running::new();
    run.cell(MODEL);
    let hooks = "from torch.optim import optimizer as of_all
[len(m._forward_hooks) for m in model], len(of_all._global_optimizer_pre_hooks), len(of_all._global_optimizer_post_hooks)";
    assert_eq!(run.result(hooks), "([0, 0, 0], 0, 0)");
    run.cell("tensorcell.watch(model); handle = tensorcell.watch(model)");
    assert_eq!(run.result(hooks), "([1, 1, 1], 1, 1)", "a model is watched once");
    run.cell("import copy, io, pickle\ntwin = copy.deepcopy(model)\nfile = io.BytesIO()\ntorch.save(model, file)");
    assert_eq!(run.cell("twin(x * float('nan'))").err, "", "a copy is not watched");
    run.cell("tensorcell.unwatch(model)");
    assert_eq!(run.result(hooks), "([0, 0, 0], 0, 0)");
    assert!(run.cell("step()").displays.is_empty());
    run.cell("with tensorcell.watch(model): step()");
    assert_eq!(run.result(hooks), "([0, 0, 0], 0, 0)");
    assert!(run.error("tensorcell.watch(3)").evalue.contains("takes a module"));
    assert!(
        run.error("tensorcell.watch(model, layers=['1'])").evalue.contains("no layer with parameters is called '1'")
    );
}
