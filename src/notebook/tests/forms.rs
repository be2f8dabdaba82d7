//! Tests rich formats: their facts, and that names and printed text never become markup.

use super::{Page, Running, plain};
use serde_json::Value;

fn html(page: &Page) -> &str {
    page.results[0]["text/html"].as_str().unwrap()
}

#[test]
fn models_optimizers_and_data_are_tables() {
    let mut run = Running::new();
    run.cell("import torch, torch.nn as nn\nmodel = nn.Sequential(nn.Linear(3, 4), nn.BatchNorm1d(4), nn.ReLU())\nmodel[0].bias.requires_grad = False");
    let page = run.cell("model");
    for fact in ["Linear", "weight [4, 3]", "bias [4] (frozen)", "float32 on cpu", "24 parameters, 136 bytes"] {
        assert!(html(&page).contains(fact), "{fact}: {}", html(&page));
    }
    let page = run.cell("optimizer = torch.optim.Adam([{'params': model[0].parameters()}, {'params': model[1].parameters(), 'lr': 0.5}])\noptimizer");
    for fact in ["Adam", "group 1", "0.5", "2 tensors, 16 elements", "betas"] {
        assert!(html(&page).contains(fact), "{fact}: {}", html(&page));
    }
    let page = run.cell("from torch.utils.data import TensorDataset, DataLoader\ndata = TensorDataset(torch.zeros(10, 3), torch.zeros(10))\ndata");
    assert!(html(&page).contains("10") && html(&page).contains("[10, 3], float32 on cpu"), "{}", html(&page));
    let page = run.cell("DataLoader(data, batch_size=4)");
    assert!(html(&page).contains("SequentialSampler") && html(&page).contains("batches"), "{}", html(&page));
    let page = run.cell("nn.Parameter(torch.ones(2))");
    assert!(html(&page).contains("[2]"), "{}", html(&page));
    assert_eq!(
        plain(&run.cell("{'a': torch.ones(2), 'b': [torch.zeros(1)]}").results[0]),
        "{'a': tensor([1., 1.]), 'b': [tensor([0.])]}"
    );
}

#[test]
fn parameters_have_cards_of_their_own() {
    let mut run = Running::new();
    run.cell(
        "import torch, torch.nn as nn\nmodel = nn.Sequential(nn.Linear(3, 4), nn.Linear(4, 2))\np = model[1].weight",
    );
    let page = run.cell("p");
    for fact in ["<b>Parameter</b>", "model.1.weight", "[2, 4]", "gradient</span> none", "Parameter containing:"] {
        assert!(html(&page).contains(fact), "{fact}: {}", html(&page));
    }
    // The gradient of a sum of ones by four ones and two outputs: eight ones.
    run.cell("nn.functional.linear(torch.ones(1, 4), p).sum().backward()");
    assert!(html(&run.cell("p")).contains("gradient</span> norm 2.8284"), "{}", html(&run.cell("p")));
    assert!(html(&run.cell("p.requires_grad_(False); p.grad = None; p")).contains("gradient</span> frozen"));
    let page = run.cell("x = torch.ones(2, requires_grad=True); y = x * 2; y");
    assert!(html(&page).contains("<b>Tensor</b>") && !html(&page).contains("gradient"), "{}", html(&page));
    assert!(html(&run.cell("x")).contains("gradient</span> none"));
    // The HTML has the same text as the printed form.
    let page = run.cell("nn.functional.cross_entropy(torch.ones(1, 2, requires_grad=True), torch.tensor([0]))");
    assert!(html(&page).contains("NllLossBackward0") && plain(&page.results[0]).contains("NllLossBackward0"));
}

#[test]
fn the_memory_summary_prints_as_text_and_shows_as_a_table() {
    let mut run = Running::new();
    let page = run.cell(
        "import torch\ntext = torch.cuda.memory_summary()\nprint(text, isinstance(text, str), text == str(text))\ntext",
    );
    assert!(page.out.starts_with("|====") && page.out.trim_end().ends_with("True True"), "{}", page.out);
    for fact in [
        "PyTorch CUDA memory summary, device ID 0",
        "CUDA OOMs: 0",
        ">Cur Usage</th>",
        ">Allocated memory</td>",
        "\u{2003}from large pool",
    ] {
        assert!(html(&page).contains(fact), "{fact}: {}", html(&page));
    }
    assert!(!html(&page).contains('|') && plain(&page.results[0]).starts_with("|===="));
    let rows = html(&run.cell("torch.cuda.memory_summary(abbreviated=True)")).matches("<tr>").count();
    assert_eq!(rows, 12, "a head and eleven counters");
}

#[test]
fn what_has_a_table_has_good_text_too() {
    let mut run = Running::new();
    run.cell("import torch\nfrom torch.utils.data import Dataset, TensorDataset, DataLoader\ndata = TensorDataset(torch.zeros(10, 3))");
    assert_eq!(run.result("data"), "TensorDataset\n  length    10\n  tensor 0  [10, 3], float32 on cpu");
    assert!(run.result("DataLoader(data, batch_size=4)").contains("\n  batches      3\n"));
    assert_eq!(
        run.result("class Own(Dataset):\n    def __len__(self): return 1\n    def __repr__(self): return 'own'\nOwn()"),
        "own"
    );
    run.cell("with torch.profiler.profile() as prof: torch.ones(2) + 1");
    for code in ["prof", "prof.key_averages()"] {
        let page = run.cell(code);
        assert!(plain(&page.results[0]).contains("aten::add") && plain(&page.results[0]).contains("Self CPU %"));
        assert!(html(&page).contains("<table"), "{code}");
    }
}

#[test]
fn a_summary_has_shapes_parameters_bytes_and_a_drawing() {
    let mut run = Running::alone();
    run.cell(
        "import torch, torch.nn as nn, tensorcell\n\
         class Block(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.conv = nn.Conv2d(4, 4, 3, padding=1)\n        self.norm = nn.BatchNorm2d(4)\n    def forward(self, x):\n        return torch.relu(self.norm(self.conv(x)) + x)\n\
         net = nn.Sequential(nn.Conv2d(3, 4, 3, padding=1), Block(), nn.Flatten(), nn.Linear(4 * 8 * 8, 10))\n\
         state = {k: v.clone() for k, v in net.state_dict().items()}\nx = torch.randn(2, 3, 8, 8)\ntorch.manual_seed(3)\nbefore = torch.rand(1)\ntorch.manual_seed(3)",
    );
    let page = run.cell("s = tensorcell.summary(net, x)\ns");
    let text = plain(&page.results[0]).to_owned();
    // Computed by hand: 3*4*9+4, 4*4*9+4, 4+4, 256*10+10.
    for (layer, shape, count) in [
        ("Conv2d", "[2, 4, 8, 8]", "112"),
        ("Conv2d", "[2, 4, 8, 8]", "148"),
        ("BatchNorm2d", "[2, 4, 8, 8]", "8"),
        ("Linear", "[2, 10]", "2,570"),
        ("Flatten", "[2, 256]", "-"),
    ] {
        assert!(
            text.lines().any(|line| line.contains(layer) && line.contains(shape) && line.contains(count)),
            "{layer}\n{text}"
        );
    }
    assert!(text.contains("2,838 parameters"), "{text}");
    assert!(html(&page).contains("<svg") && html(&page).contains("Flatten"), "{}", html(&page));
    // input, conv, block.conv, block.norm, the sum, flatten, linear: the sum has two inputs.
    assert_eq!(
        run.result("[name.split(': ')[-1] for name, _ in s.steps]"),
        "['input', 'Conv2d', 'Conv2d', 'BatchNorm2d', 'add', 'Flatten', 'Linear']"
    );
    assert_eq!(run.result("s.edges"), "[(0, 1), (1, 2), (2, 3), (1, 4), (3, 4), (4, 5), (5, 6)]");
    assert_eq!(
        run.result("net.training, all(p.grad is None for p in net.parameters()), torch.equal(torch.rand(1), before)"),
        "(True, True, True)"
    );
    assert_eq!(run.result("all(torch.equal(v, state[k]) for k, v in net.state_dict().items()), len(net[0]._forward_hooks), '_summary_row' in net[0].__dict__"), "(True, 0, False)");
    assert!(run.result("tensorcell.summary(net, input_size=(1, 3, 8, 8), depth=1)").contains("Block"));
    assert!(run.result("tensorcell.summary(net)").contains("2,838 parameters"));
    assert!(run.error("tensorcell.summary(3)").evalue.contains("takes a torch.nn.Module"));
    assert_eq!(run.error("tensorcell.summary(net, torch.zeros(1, 5))").ename, "RuntimeError");
    assert_eq!(
        run.result("net.training, len(net[0]._forward_hooks)"),
        "(True, 0)",
        "a model that fails is left as it was"
    );
}

const SCRIPT: &str = "<script>alert(1)</script>";

/// Asserts that no HTML or SVG of a page contains the script.
fn check(page: &Page, what: &str) {
    let mut bundles: Vec<&tensorcell_jupyter::Bundle> = page.displays.iter().map(|display| &display.data).collect();
    bundles.extend(&page.results);
    bundles.extend(&page.pages);
    let mut seen = false;
    for bundle in bundles {
        for (mime, content) in bundle {
            if matches!(mime.as_str(), "text/html" | "image/svg+xml") {
                let content = content.as_str().unwrap_or_default();
                assert!(!content.contains("<script"), "{what}: {content}");
                seen = true;
            }
        }
    }
    assert!(seen, "{what} has no HTML");
}

#[test]
fn hostile_names_and_texts_are_escaped_everywhere() {
    let mut run = Running::new();
    run.cell(&format!(
        "import torch, torch.nn as nn, tensorcell\nfrom tqdm import tqdm\nevil = '{SCRIPT}'\n\
         class Evil:\n    def __repr__(self): return evil\n\
         class Layer(nn.Module):\n    def extra_repr(self): return evil\n    def forward(self, x): return x\n\
         Layer.__name__ = evil\n\
         model = nn.ModuleDict({{evil: nn.Linear(2, 2), 'b': Layer()}})\nchain = nn.Sequential()\nchain.add_module(evil.replace('.', ''), nn.Linear(2, 2))\nchain.add_module('l', Layer())"
    ));
    for code in [
        "model",
        "chain",
        "tensorcell.summary(chain, torch.zeros(1, 2))",
        "tensorcell.summary(model)",
        "torch.optim.SGD([{'params': model.parameters(), 'lr': 0.1, evil: evil}])",
        "type(evil, (torch.utils.data.TensorDataset,), {})(torch.zeros(2))",
        "curve = tensorcell.Curve(evil, title=evil)\ncurve(**{evil: 1.0})",
        "for x in tqdm([1], desc=evil, unit=evil): pass",
        "p = nn.Parameter(torch.zeros(2)); globals()[evil] = nn.ParameterDict({evil: p}); p",
        "torch.cuda.memory_summary()",
        "bar = tqdm(total=1)\nbar.set_postfix({evil: evil})\nbar.set_description(evil)\nbar.close()",
        "Evil?",
        "e = Evil()\ne?",
        "model?",
        "evil?",
        "%lsmagic",
    ] {
        check(&run.cell(code), code);
    }
    run.cell(&format!("def f(x='{SCRIPT}'):\n    '''{SCRIPT}'''"));
    check(&run.cell("f??"), "f??");
    // Values without an HTML format stay text, which front ends escape.
    for code in ["evil", "[evil]", "e", "{evil: e}"] {
        let page = run.cell(code);
        assert!(page.results[0].keys().all(|mime| mime == "text/plain"), "{code}: {:?}", page.results[0]);
    }
    for code in ["raise ValueError(evil)", "torch.zeros(2) + evil", "nowhere[evil]", "{}[evil]"] {
        let report = run.error(code);
        assert!(!report.traceback.is_empty(), "{code}");
    }
    // A class's own format is its author's responsibility.
    let page = run.cell("class Own:\n    def _repr_html_(self): return '<b>own</b>'\nOwn()");
    assert_eq!(page.results[0]["text/html"], Value::from("<b>own</b>"));
}
