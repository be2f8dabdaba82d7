//! Tests `%restore` and `%undo`: which values come back, bit for bit, and the report on the others.

use super::Running;
use crate::notebook::{Budget, Notebook};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use tensorcell_jupyter::Session;

/// A budget that is not limited by time.
const PATIENT: Budget = Budget { seconds: 1000.0, bytes: 1 << 20, waiting: usize::MAX };

impl Running {
    /// A kernel that saves its notebook's states in a folder.
    fn saved_below(root: &Path) -> Running {
        let mut run = Running::new();
        run.session = Notebook::new(run.signals.clone()).saved_below(root, "notebook", PATIENT);
        run
    }

    /// Restarts the kernel.
    fn restarted(mut self, root: &Path) -> Running {
        self.session.shutdown(true);
        Running::saved_below(root)
    }
}

fn root() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("sessions");
    (folder, root)
}

/// All files in a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

/// Uses a generator of its own: the default one is shared with other tests (`tests/jupyter/test_restore.py` covers it).
const TRAINING: &str = "import torch, random, tensorcell
from torch import nn
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(3, 8), nn.Tanh(), nn.Linear(8, 1))
        self.register_buffer('seen', torch.zeros((), dtype=torch.int64))
    def forward(self, x):
        self.seen += 1
        return self.body(x) * scale
scale = 0.5
random.seed(4)
generator = torch.Generator().manual_seed(9)
model = Net()
for p in model.parameters():
    p.data = torch.randn(p.shape, generator=generator)
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
schedule = torch.optim.lr_scheduler.StepLR(optimizer, 3)
def train(steps):
    for _ in range(steps):
        x = torch.randn(16, 3, generator=generator) + random.random()
        optimizer.zero_grad()
        model(x).square().mean().backward()
        optimizer.step()
        schedule.step()
half = lambda x: x / 2";

const BITS: &str = "[p.detach().view(torch.int32).tolist() for p in model.parameters()], model.seen.item(), half(schedule.get_last_lr()[0])";

#[test]
fn training_goes_on_to_the_bit_after_a_restart() {
    let (_folder, root) = root();
    let mut run = Running::saved_below(&root);
    run.cell(TRAINING);
    run.cell("train(4)");
    run.cell("import copy");
    let mut run = run.restarted(&root);
    let page = run.cell("1");
    assert!(page.out.starts_with("%restore brings back ") && page.out.ends_with(".\n"), "{}", page.out);
    assert_eq!(run.cell("2").out, "", "it is offered once");
    let report = run.cell("%restore").out;
    assert!(report.contains(" names, as after Cell [3] at "), "{report}");
    run.cell("train(5)");
    let restored = run.result(BITS);
    assert_eq!(
        run.result("optimizer.param_groups[0]['params'][0] is model.body[0].weight, type(model) is Net"),
        "(True, True)"
    );
    run.session.shutdown(false);
    assert_eq!(files(&root), [""; 0].map(PathBuf::from), "a clean end leaves nothing");
    let mut whole = Running::new();
    whole.cell(TRAINING);
    whole.cell("train(4)");
    whole.cell("train(5)");
    assert_eq!(restored, whole.result(BITS));
}

/// Values, and conditions that must hold when they are restored.
const VALUES: [(&str, &str); 14] = [
    ("x = torch.arange(6.).reshape(2, 3); row = x[1]", "row.zero_(); x.tolist() == [[0, 1, 2], [0, 0, 0]]"),
    ("x = torch.ones(2, 3, 4, 5).to(memory_format=torch.channels_last)", "x.stride() == (60, 1, 15, 3)"),
    (
        "x = torch.tensor([1.5, -0.0], dtype=torch.bfloat16, requires_grad=True)",
        "x.dtype is torch.bfloat16 and x.requires_grad and x.is_leaf",
    ),
    (
        "x = torch.tensor([1 + 2j, float('nan')])",
        "x.dtype is torch.complex64 and str(x[0].item()) == '(1+2j)' and bool(x[1].isnan())",
    ),
    ("x = torch.tensor([True, False]); y = x.view(torch.uint8)", "y.fill_(1); x.tolist() == [True, True]"),
    ("x = torch.empty(0, 3)", "x.shape == (0, 3)"),
    (
        "p = nn.Parameter(torch.ones(2)); (p * 3).sum().backward()",
        "type(p) is nn.Parameter and p.grad.tolist() == [3, 3]",
    ),
    ("a = []; a.append(a); b = a", "a is b and a[0] is a"),
    (
        "s = {'a': (1, 2.5, None), 'b': b'x', 'c': {1, 2}, 'd': 2**80, 'e': 'ü'}",
        "s == {'a': (1, 2.5, None), 'b': b'x', 'c': {1, 2}, 'd': 2**80, 'e': 'ü'}",
    ),
    (
        "import numpy as np\nn = np.arange(6).reshape(2, 3)",
        "n.shape == (2, 3) and n.dtype == np.int64 and int(n.sum()) == 15",
    ),
    (
        "from dataclasses import dataclass\n@dataclass\nclass Point:\n    x: int\npoint = Point(3)",
        "point == Point(3) and type(point) is Point",
    ),
    ("from math import sqrt as root", "root(4) == 2"),
    (
        "torch.set_default_dtype(torch.float64)",
        "torch.ones(1).dtype is torch.float64 and torch.set_default_dtype(torch.float32) is None",
    ),
    ("def outer(): return inner()\ndef inner(): return 5", "outer() == 5"),
];

#[test]
fn values_come_back_with_all_that_they_are() {
    for (made, is_true) in VALUES {
        let (_folder, root) = root();
        let mut run = Running::saved_below(&root);
        run.cell(&format!("import torch\nfrom torch import nn\n{made}"));
        let mut run = run.restarted(&root);
        let report = run.cell("%restore").out;
        assert!(!report.contains("Not brought back"), "{made}: {report}");
        assert_eq!(run.result(is_true), "True", "{made}");
        run.session.shutdown(false);
    }
}

#[test]
fn what_cannot_be_saved_is_named() {
    let (_folder, root) = root();
    let mut run = Running::saved_below(&root);
    run.cell("walk = (i for i in range(3))\nkept = 1\nexec('class Hidden: pass')\nhidden = Hidden()");
    run.cell("file = open('/dev/null')");
    let mut run = run.restarted(&root);
    let report = run.cell("%restore").out;
    let (back, missing) = report.split_once('\n').unwrap();
    assert!(back.starts_with("Brought back 1 name, as after Cell [2] at "), "{report}");
    for name in ["walk (", "file (", "Hidden (", "hidden ("] {
        assert!(missing.contains(name), "{name}: {report}");
    }
    assert_eq!(run.result("kept, 'walk' in globals()"), "(1, False)");
    run.session.shutdown(false);
}

#[test]
fn only_what_has_changed_is_written_and_for_this_user_alone() {
    let (_folder, root) = root();
    let mut run = Running::saved_below(&root);
    run.cell("import torch\nsame = torch.arange(1000.)\nother = torch.zeros(10)");
    run.cell("other += 1");
    run.cell("other += 1");
    run.session.shutdown(true);
    let mut storages: Vec<(PathBuf, u64)> = Vec::new();
    for file in files(&root) {
        let found = std::fs::metadata(&file).unwrap();
        assert_eq!(found.mode() & 0o777, 0o600, "{}", file.display());
        if file.file_name().unwrap().to_string_lossy().starts_with("storage-") {
            storages.push((file, found.len()));
        }
    }
    // The last two states: they share one storage and differ in two; generators' states are separate files.
    let sized = |bytes: u64| storages.iter().filter(|(_, length)| *length == bytes).count();
    assert_eq!((sized(4000), sized(40)), (1, 2), "{storages:?}");
}

#[test]
fn a_switch_ends_it_for_the_notebook() {
    let (_folder, root) = root();
    let mut run = Running::saved_below(&root);
    run.cell("x = 1");
    assert!(run.cell("%restore off").out.contains("no longer saved"));
    run.cell("x = 2");
    assert!(run.error("%undo").evalue.contains("saves no states"));
    let mut run = run.restarted(&root);
    assert_eq!(run.cell("1").out, "", "nothing is offered");
    assert!(run.cell("%restore").out.contains("nothing to restore"));
    assert!(files(&root).iter().all(|file| file.ends_with("lock") || file.ends_with("off")), "{:?}", files(&root));
    assert!(run.cell("%restore on").out.contains("are saved after each cell"));
    run.cell("x = 3");
    let mut run = run.restarted(&root);
    run.cell("%restore");
    assert_eq!(run.result("x"), "3");
    assert!(run.error("%restore maybe").evalue.contains("takes on or off"));
    run.session.shutdown(false);
    assert!(Running::new().error("%restore").evalue.contains("are not saved"));
}

#[test]
fn undo_brings_back_what_the_last_cell_began_with() {
    let (_folder, root) = root();
    let mut run = Running::saved_below(&root);
    assert!(run.cell("%undo").out.contains("nothing to undo"));
    run.cell("import torch\nx = torch.zeros(3)\ny = [1]\nalias = y");
    run.cell("x += 1\ny.append(2)\nnew = 5\ndel alias");
    let report = run.cell("%undo").out;
    assert!(report.starts_with("Brought back 3 names, as after Cell [2] at "), "{report}");
    assert_eq!(run.result("x.tolist(), y, alias is y, 'new' in globals()"), "([0.0, 0.0, 0.0], [1], True, False)");
    run.cell("x.fill_(9)");
    run.cell("%undo");
    run.cell("%undo");
    assert_eq!(run.result("x.tolist()"), "[9.0, 9.0, 9.0]", "a second one takes the first back");
    run.session.shutdown(false);
}

#[test]
fn a_failed_cell_runs_again_from_the_state_that_it_began_with() {
    let (_folder, root) = root();
    let mut run = Running::saved_below(&root);
    run.cell("import torch\ng = torch.Generator().manual_seed(1)\nx = torch.zeros(2)\nwalk = (i for i in range(3))");
    let failing = "drawn = torch.rand(2, generator=g)\nx += drawn\nnext(walk)\n1 / zero";
    run.error(failing);
    let report = run.cell("%undo").out;
    assert!(report.contains(", as after Cell [1] at ") && report.contains("Not brought back: walk ("), "{report}");
    assert_eq!(run.result("x.tolist(), 'drawn' in globals(), next(walk)"), "([0.0, 0.0], False, 1)");
    run.cell("zero = 1");
    run.cell(failing);
    let again = run.result("torch.equal(x, drawn), drawn.tolist()");
    let expected = "import torch\nTrue, torch.rand(2, generator=torch.Generator().manual_seed(1)).tolist()";
    assert_eq!(again, run.result(expected));
    run.session.shutdown(false);
}

#[test]
fn values_beyond_the_budget_are_left_out() {
    let (_folder, root) = root();
    let mut run = Running::saved_below(&root);
    // The budget is one mebibyte.
    run.cell("import torch\nsmall = torch.ones(100_000)\nlarge = torch.ones(200_000)\nnumber = 3");
    let mut run = run.restarted(&root);
    let report = run.cell("%restore").out;
    assert!(report.contains("large (is more than a save may hold with the others)"), "{report}");
    assert_eq!(run.result("small.sum().item(), number, 'large' in globals()"), "(100000.0, 3, False)");
    run.session.shutdown(false);
}
