//! Tests completion and inspection as a front end requests them.

use super::{Running, plain};
use tensorcell_jupyter::{Completion, Inspection, Queries};
use tensorcell_language::confinement::Confinement;

/// Splits code at `|`, which marks the cursor. Without it the cursor is at the end.
fn at_bar(code: &str) -> (String, usize) {
    let cursor = code.chars().position(|c| c == '|').unwrap_or(code.chars().count());
    (code.replacen('|', "", 1), cursor)
}

impl Running {
    fn complete(&mut self, code: &str) -> (Vec<Completion>, usize) {
        let (code, cursor) = at_bar(code);
        let found = self.session.complete(&code, cursor);
        (found.items, found.start)
    }
    fn texts(&mut self, code: &str) -> Vec<String> {
        self.complete(code).0.into_iter().map(|item| item.text).collect()
    }
    fn kind(&mut self, code: &str, text: &str) -> String {
        let (items, _) = self.complete(code);
        items.iter().find(|item| item.text == text).map_or("missing", |item| item.kind).to_owned()
    }
    fn look(&mut self, code: &str, detail: u8) -> Inspection {
        let (code, cursor) = at_bar(code);
        self.session.inspect(&code, cursor, detail)
    }
    /// Returns the text of an inspection without colours.
    fn inspection(&mut self, code: &str) -> String {
        plain(&self.look(code, 0).data).replace("\x1b[31m", "").replace("\x1b[39m", "")
    }
}

fn running() -> Running {
    let mut run = Running::new();
    run.cell(
        "import torch, math\nimport torch.nn as nn\nx = torch.zeros(2, 3)\nmodel = nn.Sequential(nn.Linear(3, 4), nn.ReLU())\nsizes = {'width': 3, 'height': {'inner': 1}}\n\
         def train(model, learning_rate=0.1, *, epochs=3):\n    '''Trains.'''\n    return model\n\
         class Net(nn.Module):\n    def __init__(self, hidden=8):\n        super().__init__()\n        self.first = nn.Linear(2, hidden)\n    def forward(self, x):\n        '''One pass.'''\n        return self.first(x)\n\
         net = Net()",
    );
    run
}

#[test]
fn attributes_follow_live_values() {
    let mut run = running();
    for (code, expected) in [
        ("x.requires_gr", "requires_grad"),
        ("x.shape.nume", "numel"),
        ("net.first.wei", "weight"),
        ("net.first.weight.dty", "dtype"),
        ("model[0].in_f", "in_features"),
        ("math.sqr", "sqrt"),
        ("torch.cuda.memory_all", "memory_allocated"),
        ("sizes.ke", "keys"),
        ("sizes['height'].val", "values"),
        ("'text'.upp", "upper"),
        ("[1].app", "append"),
        ("f'{net.fir", "first"),
        ("print(net.fir|)", "first"),
        ("if True:\n    y = net.fir", "first"),
        ("%time net.fir", "first"),
        ("r = %timeit -n 10 net.fir", "first"),
        ("%%time\nnet.fir", "first"),
        ("größe = net.fir", "first"),
    ] {
        assert_eq!(run.texts(code).first().map(String::as_str), Some(expected), "{code}");
    }
    assert_eq!(run.complete("größe = net.fir").1, 12, "positions count code points");
    assert_eq!(run.complete("net.fir|st.x").1, 4, "what follows the cursor does not matter");
    assert!(run.texts("nowhere.x").is_empty() && run.texts("# net.").is_empty() && run.texts("1.").is_empty());
}

#[test]
fn results_are_known_by_their_declarations() {
    let mut run = running();
    for code in [
        "torch.randn(3).requires_gr",
        "x.sum(0).requires_gr",
        "(x + 1).requires_gr",
        "x[0].requires_gr",
        "x.T.requires_gr",
        "net(x).requires_gr",
        "nn.functional.relu(x).requires_gr",
        "y = torch.ones(2)\ny.requires_gr",
        "for row in x:\n    row.requires_gr",
        "def f(a: torch.Tensor):\n    return a.requires_gr",
        "import torch as t\nz = t.ones(3)\nz.requires_gr",
        "from torch import ones\nones(3).requires_gr",
        "a, b = torch.ones(1), 2\na.requires_gr",
    ] {
        assert!(run.texts(code).contains(&"requires_grad".to_owned()), "{code}");
    }
    assert_eq!(run.texts("Net().fir"), ["first"], "what __init__ assigns, by its source");
    assert_eq!(run.texts("Net().forw"), ["forward"]);
    assert_eq!(run.texts("new = nn.Linear(3, 2)\nnew.load_state"), ["load_state_dict"]);
}

#[test]
fn what_a_cell_defines_is_known_before_it_runs() {
    let mut run = running();
    let class = "class Model(nn.Module):\n    def __init__(self, width, depth=2):\n        super().__init__()\n        self.layer = nn.Linear(width, 1)\n    def forward(self, x):\n        return self.lay";
    assert_eq!(run.texts(class), ["layer"]);
    let layer = class.replace("return self.lay", "return self.layer.in_fea");
    assert_eq!(run.texts(&layer), ["in_features"]);
    assert_eq!(run.texts(&class.replace("return self.lay", "return self.state_di")), ["state_dict"]);
    let made = class.replace("return self.lay", "return x");
    assert_eq!(run.texts(&format!("{made}\nModel(dep")), ["depth="]);
    assert_eq!(run.texts(&format!("{made}\nm = Model(3)\nm.lay")), ["layer"]);
    assert_eq!(run.texts("def helper(first_value, second_value=1):\n    firs"), ["first_value"]);
    assert_eq!(run.texts("def helper(first_value, second_value=1): pass\nhelper(1, sec"), ["second_value="]);
    assert_eq!(run.texts("a_long_name = 1\na_lon"), ["a_long_name"]);
    assert!(run.texts("unwritten = unwrit").is_empty());
    assert_eq!(run.texts("with open('f') as handle_of_it:\n    handle_o"), ["handle_of_it"]);
}

#[test]
fn keyword_arguments_are_those_of_the_call() {
    let mut run = running();
    for (code, expected) in [
        ("train(model, learn", "learning_rate="),
        ("train(model, 0.1, ep", "epochs="),
        ("nn.Linear(3, 4, bi", "bias="),
        ("torch.zeros(3, dty", "dtype="),
        ("x.sum(keep", "keepdim="),
        ("Net(hid", "hidden="),
        ("torch.optim.SGD(net.parameters(), momen", "momentum="),
        ("net.train(mo", "mode="),
        ("train(\n    model,\n    learn", "learning_rate="),
    ] {
        assert_eq!(run.texts(code).first().map(String::as_str), Some(expected), "{code}");
        assert_eq!(run.kind(code, expected), "param", "{code}");
    }
    assert!(!run.texts("train(learning_rate=1, learn").contains(&"learning_rate=".to_owned()), "given already");
    assert!(!run.texts("train((lear").contains(&"learning_rate=".to_owned()));
    assert!(!run.texts("train([lear").contains(&"learning_rate=".to_owned()));
}

#[test]
fn keys_files_modules_and_names() {
    let mut run = running();
    assert_eq!(run.texts("sizes['"), ["height']", "width']"]);
    assert_eq!(run.texts("sizes[\"wi"), ["width\"]"]);
    assert_eq!(run.texts("sizes['height']['"), ["inner']"]);
    assert_eq!(run.texts("net.state_dict; state = net._modules['"), ["first']"]);
    run.cell("class Table:\n    def _ipython_key_completions_(self): return ['price', 'size']\ntable = Table()");
    assert_eq!(run.texts("table['pr"), ["price']"]);
    run.cell("import pandas as pd\nframe = pd.DataFrame({'city': [1], 'count': [2]})");
    assert_eq!(run.texts("frame['c"), ["city']", "count']"]);
    assert!(run.texts("open('Cargo.tom").contains(&"Cargo.toml".to_owned()));
    assert!(run.texts("open('src/not").contains(&"src/notebook/".to_owned()));
    assert!(run.texts("open('/etc/pass").contains(&"/etc/passwd".to_owned()));
    Confinement::Confined.set();
    assert!(run.texts("open('../").is_empty() && run.texts("open('/etc/pass").is_empty(), "never outside the folder");
    assert_eq!(run.texts("import itert"), ["itertools"]);
    assert!(run.texts("import torch.n").contains(&"nn".to_owned()));
    assert!(run.texts("from torch.util").contains(&"utils".to_owned()));
    assert!(run.texts("from torch import ze").contains(&"zeros".to_owned()));
    assert!(run.texts("from torch.nn import Lin").contains(&"Linear".to_owned()));
    for (code, text, kind) in [
        ("tor", "torch", "module"),
        ("trai", "train", "function"),
        ("Ne", "Net", "class"),
        ("siz", "sizes", "instance"),
        ("whi", "while", "keyword"),
        ("ValueErr", "ValueError", "class"),
        ("sizes['", "width']", "dict key"),
        ("open('Cargo.tom", "Cargo.toml", "path"),
        ("%tim", "%timeit", "magic"),
        ("x.sha", "shape", "instance"),
    ] {
        assert_eq!(run.kind(code, text), kind, "{code}");
    }
    assert_eq!(run.texts("MODE"), ["model"], "where nothing begins so, case is disregarded");
}

#[test]
fn magics_their_options_and_operands() {
    let mut run = running();
    assert_eq!(run.texts("%tim"), ["%time", "%timeit"]);
    assert_eq!(run.texts("%%tim"), ["%%time", "%%timeit"]);
    assert_eq!(run.texts("%%who"), Vec::<String>::new(), "%who is not a cell magic");
    assert_eq!(run.texts("%capt"), Vec::<String>::new(), "%%capture is not a line magic");
    assert_eq!(run.texts("%timeit -"), ["-n", "-o", "-p", "-q", "-r"]);
    assert_eq!(run.texts("%load Cargo.to"), ["Cargo.toml"]);
    assert_eq!(run.texts("%cd sr"), ["src/"]);
    assert_eq!(run.texts("%env PAT"), ["PATH"]);
    assert!(run.texts("%device c").contains(&"cpu".to_owned()));
    assert!(run.complete("%timei").0[0].signature.contains("[-n LOOPS]"));
}

#[test]
fn no_question_runs_code_of_the_program() {
    let mut run = Running::new();
    run.cell(
        "ran = []\nclass Inner:\n    value = 1\n\
         class Quiet:\n    @property\n    def loud(self):\n        ran.append('property')\n        return Inner()\n    def __getattr__(self, name):\n        ran.append('getattr')\n        raise AttributeError(name)\n\
         class Asked:\n    def __getattribute__(self, name):\n        ran.append('getattribute')\n        return object.__getattribute__(self, name)\n    def method(self): pass\n\
         class Descriptor:\n    def __get__(self, instance, owner):\n        ran.append('descriptor')\n        return Inner()\n\
         class Held:\n    held = Descriptor()\n\
         q, a, h = Quiet(), Asked(), Held()\nran.clear()",
    );
    assert_eq!(run.kind("q.lo", "loud"), "property");
    assert!(
        run.texts("q.loud.val").is_empty() && run.texts("h.held.val").is_empty() && run.texts("q.nothing.x").is_empty()
    );
    assert_eq!(run.texts("a.meth"), ["method"]);
    run.texts("q.loud.value.");
    run.texts("a.method().");
    run.inspection("q.loud");
    run.inspection("q.loud.value");
    run.inspection("a.method");
    run.inspection("h.held");
    assert_eq!(run.result("ran"), "[]");
}

#[test]
fn inspections_say_what_things_are() {
    let mut run = running();
    for (code, facts) in [
        (
            "train",
            &["Signature: train(model, learning_rate=0.1, *, epochs=3)", "Docstring: Trains.", "File: Cell [1]:6"][..],
        ),
        ("train(x, |", &["train(model, learning_rate=0.1"]),
        ("torch.zeros(2, |3)", &["torch.zeros", "-> Tensor", "Docstring:"]),
        (
            "x|",
            &["Type: Tensor", "Shape: [2, 3]", "Dtype: float32", "Device: cpu", "Memory: 24 B", "Requires grad: no"],
        ),
        ("(x.su|m())", &["Signature: sum(dim=None"]),
        ("nn.Linear", &["Init signature: Linear(in_features, out_features", "Docstring:"]),
        ("net", &["Type: Net", "Parameters: 24", "Memory: 96 B", "Call signature: net(x)"]),
        ("math", &["Type: module", "Members:", "sqrt"]),
        ("sizes", &["Type: dict", "Length: 2", "'width': 3"]),
        ("%timeit", &["%timeit [-n LOOPS]"]),
        ("len(", &["Signature: len("]),
        ("from torch.nn import Lin|ear", &["Init signature: Linear("]),
        ("def fresh(a, b=2):\n    '''New.'''\nfresh(", &["def fresh(a, b)", "New."]),
    ] {
        let inspection = run.inspection(code);
        for fact in facts {
            let fact = fact.strip_prefix("torch.").unwrap_or(fact);
            assert!(inspection.contains(fact), "{code}: {fact}\n{inspection}");
        }
    }
    assert!(
        run.look("nowhere", 0).data.is_empty() && run.look("", 0).data.is_empty() && run.look("3", 0).data.is_empty()
    );
    let source = |run: &mut Running, code: &str| plain(&run.look(code, 1).data).to_owned();
    assert!(source(&mut run, "train").contains("return model"));
    assert!(source(&mut run, "nn.Linear").contains("def forward(self"), "built-in layers can be inspected too");
    assert!(source(&mut run, "net.forward").contains("self.first(x)"));
    assert!(!source(&mut run, "torch.zeros").contains("Source:"), "native functions have none");
}

#[test]
fn inspections_escape_what_they_show() {
    let mut run = Running::new();
    run.cell("hostile = '<script>alert(1)</script>'\ndef f(x='<script>'):\n    '''<script>doc</script>'''");
    for code in ["hostile", "f"] {
        let data = run.look(code, 1).data;
        let html = data["text/html"].as_str().unwrap();
        assert!(html.contains("&lt;script&gt;") && !html.contains("<script"), "{html}");
    }
}

/// Writes a folder of modules that count their imports in `builtins`, and puts it first on the search path.
fn with_modules(run: &mut Running) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    };
    let body = "\"\"\"Helps.\"\"\"\nimport builtins\nbuiltins.has_run = True\nLIMIT = 3\ndef halve(number, times=1):\n    '''Half of it.'''\n    return number / 2\nclass Helper(object):\n    def __init__(self, size): pass\n";
    write("helpful_module.py", body);
    write("helpful_package/__init__.py", "from .inner import deep\n");
    write("helpful_package/inner.py", body);
    run.cell(&format!("import sys\nsys.path.insert(0, {:?})", folder.path()));
    folder
}

#[test]
fn modules_on_disk_are_completed_and_told_without_running_them() {
    let mut run = running();
    let _folder = with_modules(&mut run);
    for (code, expected) in [
        ("import helpf", "helpful_module"),
        ("from helpf", "helpful_package"),
        ("import helpful_package.in", "helpful_package.inner"),
        ("from helpful_package.in", "inner"),
        ("from helpful_module import hal", "halve"),
        ("from helpful_package import in", "inner"),
        ("from helpful_package.inner import LIM", "LIMIT"),
        ("import helpful_module\nhelpful_module.Help", "Helper"),
        ("import helpful_module\nhelpful_module.halve(1, tim", "times="),
        ("import helpful_module\nhelpful_module.Helper(si", "size="),
    ] {
        let texts = run.texts(code);
        let leaf = expected.rsplit('.').next().unwrap();
        assert!(texts.iter().any(|text| text == expected || text == leaf), "{code}: {texts:?}");
    }
    let inspection = run.inspection("from helpful_package.inner import halve|");
    assert!(inspection.contains("def halve(number, times=1)") && inspection.contains("Half of it."), "{inspection}");
    let source = plain(&run.look("from helpful_module import halve|", 1).data).to_string();
    assert!(source.contains("return number / 2") && source.contains("helpful_module.py"), "{source}");
    assert!(run.inspection("import helpful_module|").contains("Helps."));
    assert_eq!(run.cell("import builtins\nprint(hasattr(builtins, 'has_run'))").out, "False\n");
}
