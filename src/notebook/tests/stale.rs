//! Tests `%stale`: which results depend on something that has changed.

use super::{Page, Running, plain};

impl Running {
    /// Runs a cell with the front end's name for it.
    fn named(&mut self, cell: &'static str, code: &str) {
        let mut page = Page { cell: Some(cell), ..Page::default() };
        self.try_on(&mut page, code).unwrap_or_else(|report| panic!("{code}\n{}", report.evalue));
    }

    /// Returns the output of `%stale`: cell, variables and reason, one row per line.
    fn stale(&mut self) -> Vec<String> {
        let page = self.cell("%stale");
        let text = page.displays.first().map_or(String::new(), |display| plain(&display.data).to_owned());
        assert_eq!(text.is_empty(), page.out == "Nothing is stale.\n", "{}", page.out);
        let words = |line: &str| {
            line.split("  ").map(str::trim).filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" | ")
        };
        text.lines().map(words).collect()
    }
}

#[test]
fn what_rests_on_a_name_that_was_bound_again_is_stale() {
    let mut run = Running::new();
    run.cell("x = 1");
    run.cell("y = x + 1");
    run.cell("z = y * 2\nprint(z)");
    run.cell("alone = 5");
    assert_eq!(run.stale(), [""; 0]);
    run.cell("x = 10");
    let stale = ["Cell [2] | y | x has changed in Cell [6]", "Cell [3] | z | y of Cell [2] is stale"];
    assert_eq!(run.stale(), stale);
    let listed = run.cell("%whos").out;
    let row = |name: &str| listed.lines().find(|line| line.starts_with(name)).unwrap_or_default().to_owned();
    assert!(row("Variable").contains("Stale") && row("y ").contains("x has changed in Cell [6]"), "{listed}");
    assert!(row("z ").contains("y of Cell [2] is stale") && !row("alone").contains("Cell ["), "{listed}");
    run.cell("y = x + 1");
    assert_eq!(run.stale(), ["Cell [3] | z | y has changed in Cell [9]"]);
    run.cell("z = y * 2\nprint(z)");
    assert_eq!(run.stale(), [""; 0]);
    assert!(!run.cell("%whos").out.contains("Stale"));
}

#[test]
fn a_cell_that_makes_a_name_of_itself_stays_fresh() {
    let mut run = Running::new();
    for code in ["x = 1", "x = x + 1", "x = x * 2", "total = 0", "for i in range(3): total += i"] {
        run.cell(code);
    }
    assert_eq!(run.stale(), [""; 0]);
    run.cell("x = 5");
    assert_eq!(run.stale(), ["Cell [2] | x has changed in Cell [7]", "Cell [3] | x has changed in Cell [7]"]);
}

#[test]
fn imports_and_built_ins_are_not_stale() {
    let mut run = Running::new();
    run.cell("import math\nfrom math import sqrt");
    run.cell("y = math.floor(abs(sqrt(2)))\nprint(y)");
    run.cell("import math");
    assert_eq!(run.stale(), [""; 0]);
    run.cell("abs = round");
    assert_eq!(run.stale(), ["Cell [2] | y | abs has changed in Cell [5]"]);
}

#[test]
fn functions_carry_what_they_read_to_those_who_call_them() {
    let mut run = Running::new();
    run.cell("rate = 2");
    run.cell("def scaled(x): return x * rate\ndef twice(x): return scaled(scaled(x))");
    run.cell("class Net:\n    def __call__(self, x): return twice(x)\nnet = Net()");
    run.cell("y = net(1)");
    run.cell("rate = 3");
    // Creating an object runs its class's code, which may read whatever its methods read.
    let stale = ["Cell [3] | Net, net | rate has changed in Cell [5]", "Cell [4] | y | net of Cell [3] is stale"];
    assert_eq!(run.stale(), stale);
    run.cell("def twice(x): return x");
    assert_eq!(run.stale()[0], "Cell [3] | Net, net | rate has changed in Cell [5]");
}

#[test]
fn deleted_and_changed_names_make_stale() {
    let mut run = Running::new();
    run.cell("x = [1, 2]\nn = 3");
    run.cell("y = sum(x)");
    run.cell("m = n");
    run.cell("x[0] = 5");
    run.cell("del n");
    let stale = ["Cell [2] | y | x has changed in Cell [4]", "Cell [3] | m | n was deleted in Cell [5]"];
    assert_eq!(run.stale(), stale);
    run.cell("%reset -f");
    assert_eq!(run.stale(), [""; 0]);
}

#[test]
fn a_failed_cell_changed_what_it_changed() {
    let mut run = Running::new();
    run.cell("x = 1\nz = 1");
    run.cell("y = x");
    run.cell("w = z");
    run.error("x = 2\n1 / 0\nz = 2");
    assert_eq!(run.stale(), ["Cell [2] | y | x has changed in Cell [4]"]);
    run.error("import nowhere\nx = 7");
    assert_eq!(run.stale(), ["Cell [2] | y | x has changed in Cell [4]"]);
}

#[test]
fn names_bound_behind_the_source_count() {
    let mut run = Running::new();
    run.cell("x = 1\ndef change():\n    global x\n    x = 2");
    run.cell("y = x");
    run.cell("change()");
    assert_eq!(run.stale(), ["Cell [2] | y | x has changed in Cell [3]"]);
    run.cell("%time y = x");
    assert_eq!(run.stale(), ["Cell [2] | x has changed in Cell [3]"]);
}

#[test]
fn a_cell_run_again_with_other_source_leaves_stale_names_behind() {
    let mut run = Running::new();
    run.named("a", "size = 1\nother = 2");
    run.named("b", "area = size * other");
    run.named("a", "size = 1");
    let stale = [
        "Cell [1] | other | its cell was run again with other source, as Cell [3]",
        "Cell [2] | area | other of Cell [1] is stale",
    ];
    let rows = run.stale();
    assert_eq!(rows[0], stale[0]);
    assert!(rows[1].starts_with("Cell [2] | area | "), "{rows:?}");
    // The cell's new code no longer uses the other name, and an edited cell has a new text.
    run.named("b", "area = size");
    run.named("a", "size = 1\nother = 2");
    assert_eq!(run.stale(), ["Cell [5] | area | size has changed in Cell [6]"]);
}
