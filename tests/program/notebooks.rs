//! Executes the tutorials with nbconvert, with and without devices, and with papermill; checks their form, their
//! results, and the table that links to them.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use base64::Engine as _;
use serde_json::Value;
use tempfile::TempDir;
use tensorcell::cli::environment::Environment;

const PAPERMILL: [&str; 1] = ["papermill==2.7.0"];

/// The devices that a notebook finds: none, or two emulated ones.
#[derive(Clone, Copy, PartialEq)]
enum Machine {
    Processor,
    Emulated,
}

/// The kernel, installed in a folder of its own.
struct Bench {
    environment: Environment,
    machine: Machine,
    folder: TempDir,
}

impl Bench {
    fn new(machine: Machine) -> Self {
        let environment = Environment::prepare().expect("the Python environment");
        let folder = tempfile::tempdir().expect("a folder");
        let mut install = crate::tensorcell(&["install", "--prefix"]);
        install.arg(folder.path());
        if machine == Machine::Emulated {
            install.args(["--emulate", "2"]);
        }
        run(&mut install);
        Self { environment, machine, folder }
    }

    /// A program of the Python environment, whose Jupyter finds this kernel, run in the folder of the notebooks.
    fn program(&self, name: &str) -> Command {
        let mut command = Command::new(self.environment.program(name));
        command.current_dir(folder()).env("JUPYTER_PATH", self.folder.path().join("share/jupyter"));
        if self.machine == Machine::Processor {
            command.env_remove("TENSORCELL_EMULATE").env("CUDA_VISIBLE_DEVICES", "");
        }
        command
    }

    /// Executes the notebook with nbconvert, continuing after errors.
    fn executed(&self, name: &str) -> Value {
        run(self
            .program("jupyter-nbconvert")
            .args(["--to", "notebook", "--execute", "--allow-errors", "--ExecutePreprocessor.timeout=-1"])
            .arg("--ExecutePreprocessor.kernel_name=tensorcell")
            .arg("--output-dir")
            .arg(self.folder.path())
            .arg(name));
        read(&self.folder.path().join(name))
    }

    /// Executes the notebook with papermill and other parameters.
    fn with_parameters(&self, name: &str, parameters: &[(&str, &str)]) -> Value {
        self.environment.add("papermill", &PAPERMILL).expect("papermill");
        let output = self.folder.path().join(name);
        let mut papermill = self.program("papermill");
        papermill.args(["--kernel", "tensorcell", "--no-progress-bar"]).arg(name).arg(&output);
        for (parameter, value) in parameters {
            papermill.args(["-p", parameter, value]);
        }
        run(&mut papermill);
        read(&output)
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("notebooks")
}

fn run(command: &mut Command) -> String {
    let done = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let (out, err) = (String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
    assert!(done.status.success(), "{command:?}\n{out}{err}");
    out.into_owned()
}

fn read(path: &Path) -> Value {
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_str(&text).expect("a notebook is JSON")
}

/// The tutorials by name, with their contents.
fn tutorials() -> HashMap<String, Value> {
    let files = std::fs::read_dir(folder()).expect("notebooks/").map(|entry| entry.expect("a file").path());
    let notebooks = files.filter(|path| path.extension().is_some_and(|extension| extension == "ipynb"));
    notebooks.map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), read(&path))).collect()
}

fn cells(notebook: &Value) -> impl Iterator<Item = &Value> {
    notebook["cells"].as_array().expect("cells").iter()
}

fn code(notebook: &Value) -> impl Iterator<Item = &Value> {
    cells(notebook).filter(|cell| cell["cell_type"] == "code")
}

fn tagged(cell: &Value, tag: &str) -> bool {
    cell["metadata"]["tags"].as_array().is_some_and(|tags| tags.iter().any(|known| known == tag))
}

/// Runs the notebook and checks each cell: it fails only where its tags say so, and shows the promised figure. Cells
/// tagged `cuda` fail, or show something, only with a device.
fn stands(name: &str, machine: Machine) {
    if name == "rust-cells.ipynb" && tensorcell::notebook::rust::find().is_none() {
        crate::skipped::skipped("tensorcell-rust was not built (cargo build -p tensorcell-rust)");
        return;
    }
    let notebook = Bench::new(machine).executed(name);
    for cell in code(&notebook) {
        let id = cell["id"].as_str().expect("an id");
        let has_its_device = machine == Machine::Emulated || !tagged(cell, "cuda");
        let outputs = cell["outputs"].as_array().expect("outputs");
        let errors: Vec<&Value> = outputs.iter().filter(|output| output["output_type"] == "error").collect();
        if !tagged(cell, "raises-exception") {
            assert!(errors.is_empty(), "{name}, cell {id}: {}: {}", errors[0]["ename"], errors[0]["evalue"]);
        } else if has_its_device {
            assert_eq!(errors.len(), 1, "{name}, cell {id} says that it fails, and does not");
        }
        let pictures: Vec<&Value> =
            outputs.iter().map(|output| &output["data"]).filter(|data| !data["image/svg+xml"].is_null()).collect();
        assert!(
            !tagged(cell, "figure") || !has_its_device || !pictures.is_empty(),
            "{name}, cell {id} promises a figure: {outputs:?}"
        );
        assert!(tagged(cell, "figure") || pictures.is_empty(), "{name}, cell {id} shows a figure without its tag");
        for data in pictures {
            assert!(drawn(data) > 0.005, "{name}, cell {id}: a blank picture");
            assert!(!text(&data["text/plain"]).is_empty(), "{name}, cell {id}: a picture without words");
        }
    }
}

/// The share of a PNG's pixels that differ from the most common colour.
fn drawn(data: &Value) -> f64 {
    let pixels = pixels(data);
    let mut colours: HashMap<&[u8], usize> = HashMap::new();
    for pixel in &pixels {
        *colours.entry(pixel.as_slice()).or_default() += 1;
    }
    1.0 - *colours.values().max().expect("pixels") as f64 / pixels.len() as f64
}

/// The pixels of a picture's PNG.
fn pixels(data: &Value) -> Vec<Vec<u8>> {
    let png = text(&data["image/png"]).replace('\n', "");
    let png = base64::engine::general_purpose::STANDARD.decode(png).expect("base64");
    let mut reader = png::Decoder::new(std::io::Cursor::new(png)).read_info().expect("a PNG");
    let mut bytes = vec![0; reader.output_buffer_size().expect("a size")];
    let info = reader.next_frame(&mut bytes).expect("whole");
    let size = bytes.len() / (info.width * info.height) as usize;
    bytes.chunks(size).map(<[u8]>::to_vec).collect()
}

macro_rules! each_stands {
    ($($test:ident: $name:literal,)*) => {
        const NAMES: &[&str] = &[$($name),*];

        mod on_two_devices {
            $(#[test] fn $test() { super::stands($name, super::Machine::Emulated); })*
        }

        mod without_a_device {
            $(#[test] fn $test() { super::stands($name, super::Machine::Processor); })*
        }
    };
}

each_stands! {
    basics: "basics.ipynb",
    cuda: "cuda.ipynb",
    training: "training.ipynb",
    acceleration: "acceleration.ipynb",
    networks: "networks.ipynb",
    only_here: "only-here.ipynb",
    digits: "digits.ipynb",
    rust_cells: "rust-cells.ipynb",
}

#[test]
fn no_tutorial_is_left_out() {
    let mut found: Vec<String> = tutorials().into_keys().collect();
    found.sort();
    let mut known: Vec<&str> = NAMES.to_vec();
    known.sort_unstable();
    assert_eq!(found, known);
}

#[test]
fn papermill_changes_parameters() {
    let bench = Bench::new(Machine::Processor);
    let notebook = bench.with_parameters("training.ipynb", &[("epochs", "1"), ("batch_size", "50")]);
    assert!(cells(&notebook).any(|cell| tagged(cell, "injected-parameters")));
    // 28 batches of 50 of the 1,400 images, once.
    let (_, line) = picture(&notebook, "plain");
    assert!(line.contains("in 28 steps"), "{line}");

    let few = [("epochs", "1"), ("rhyme_steps", "3"), ("reverse_steps", "4")];
    let notebook = bench.with_parameters("networks.ipynb", &few);
    let (_, line) = picture(&notebook, "rnn-train");
    assert!(line.contains("in 3 steps"), "{line}");
    let (_, line) = picture(&notebook, "transformer-train");
    assert!(line.contains("in 4 steps"), "{line}");
}

/// Checks the form that Jupyter writes, with this kernel and without outputs, so that diffs show changes.
#[test]
fn their_form() {
    let environment = Environment::prepare().expect("the Python environment");
    let check = "import sys, nbformat\n\
        for name in sys.argv[1:]:\n    \
            text = open(name, encoding='utf-8').read()\n    \
            notebook = nbformat.reads(text, as_version=4)\n    \
            nbformat.validate(notebook)\n    \
            assert nbformat.writes(notebook) + '\\n' == text, name + ' is not as nbformat writes it'\n";
    run(Command::new(environment.program("python")).args(["-c", check]).args(NAMES).current_dir(folder()));
    for (name, notebook) in tutorials() {
        assert_eq!(notebook["metadata"]["kernelspec"]["name"], "tensorcell", "{name}");
        for cell in code(&notebook) {
            assert_eq!(cell["outputs"].as_array().map(Vec::len), Some(0), "{name}, {}", cell["id"]);
            assert!(cell["execution_count"].is_null(), "{name}, {}", cell["id"]);
        }
    }
}

/// A notebook's text cells.
fn texts(notebook: &Value) -> Vec<String> {
    cells(notebook).filter(|cell| cell["cell_type"] == "markdown").map(|cell| text(&cell["source"])).collect()
}

/// The headings of a notebook, as anchors of JupyterLab and nbconvert.
fn headings(notebook: &Value) -> Vec<String> {
    let texts = texts(notebook);
    let headings = texts.iter().flat_map(|text| text.lines()).filter(|line| line.starts_with('#'));
    headings.map(|line| line.trim_start_matches('#').trim_start().replace(' ', "-")).collect()
}

/// The targets of a Markdown text's links, except in code.
fn links(text: &str) -> impl Iterator<Item = &str> {
    let prose = text.split('`').step_by(2);
    prose.flat_map(|part| part.split("](").skip(1).filter_map(|rest| rest.split(')').next()))
}

#[test]
fn their_links_lead_somewhere() {
    let notebooks = tutorials();
    let table = std::fs::read_to_string(folder().join("README.md")).expect("README.md");
    let texts = notebooks.values().flat_map(texts);
    let mut checked = 0;
    for text in texts.chain([table]) {
        for link in links(&text).filter(|link| !link.starts_with("http")) {
            let (file, heading) = link.split_once('#').unwrap_or((link, ""));
            assert!(folder().join(file).exists(), "{link}: there is no such file");
            if !heading.is_empty() {
                let known = headings(&notebooks[file]);
                assert!(known.iter().any(|known| known == heading), "{link}: headings are {known:#?}");
            }
            checked += 1;
        }
    }
    assert!(checked > 60, "{checked} links");
}

/// Every section of every guide is listed in the table, with a cell that runs or a text.
#[test]
fn the_table_leads_to_every_tutorial() {
    let table = std::fs::read_to_string(folder().join("README.md")).expect("README.md");
    for name in NAMES {
        assert!(table.contains(&format!("]({name})")), "README.md does not name {name}");
    }
    let rows = table.lines().filter(|line| line.starts_with("| ") && line.contains(".ipynb#")).count();
    assert!(rows >= 75, "{rows} sections");
}

/// Executes a notebook with `tensorcell lab --execute`; returns the result.
fn lab_executed(name: &str, output: &Path) -> Value {
    run(crate::tensorcell(&["lab", "--execute"])
        .arg(folder().join(name))
        .arg("--output")
        .arg(output)
        .env("TENSORCELL_EMULATE", "2"));
    assert!(output.join(name).with_extension("html").is_file(), "a page beside it");
    read(&output.join(name))
}

fn outputs<'a>(notebook: &'a Value, cell: &str) -> &'a Vec<Value> {
    let found = cells(notebook).find(|known| known["id"] == cell).unwrap_or_else(|| panic!("no cell {cell}"));
    found["outputs"].as_array().expect("a code cell")
}

/// nbformat stores texts as lists of lines.
fn text(value: &Value) -> String {
    match value {
        Value::Array(lines) => lines.iter().filter_map(Value::as_str).collect(),
        value => value.as_str().unwrap_or_default().to_owned(),
    }
}

fn printed(notebook: &Value, cell: &str) -> String {
    outputs(notebook, cell)
        .iter()
        .filter(|output| output["output_type"] == "stream")
        .map(|output| text(&output["text"]))
        .collect()
}

/// The cell's only picture: SVG, pixels of its PNG, its line of text.
fn picture(notebook: &Value, cell: &str) -> (String, String) {
    let pictures: Vec<&Value> =
        outputs(notebook, cell).iter().filter(|output| output["data"]["image/svg+xml"] != Value::Null).collect();
    assert_eq!(pictures.len(), 1, "{cell} shows one picture");
    let data = &pictures[0]["data"];
    assert!(drawn(data) > 0.005, "{cell}: the PNG is not blank");
    (text(&data["image/svg+xml"]), text(&data["text/plain"]))
}

#[test]
fn the_digits_tutorial_trains_and_shows_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let output: PathBuf = folder.path().join("executed");
    let notebook = lab_executed("digits.ipynb", &output);

    assert!(
        printed(&notebook, "device").starts_with("running on cuda: Emulated GPU"),
        "{}",
        printed(&notebook, "device")
    );
    let judged = printed(&notebook, "judge");
    let right: f64 = judged.split(' ').next().and_then(|right| right.parse().ok()).expect("a count");
    assert!(right / 397.0 > 0.95, "{judged}");

    let (svg, line) = picture(&notebook, "train");
    assert!(svg.contains("Learning to read digits") && svg.contains("accuracy"), "{line}");
    // 28 batches in each of 20 epochs: the last frame contains them all.
    assert!(line.contains("in 560 steps"), "{line}");
    let (svg, line) = picture(&notebook, "memory");
    assert!(svg.contains("allocated") && svg.contains("reserved") && svg.contains("Cell ["), "{line}");
    assert!(line.starts_with("Memory of cuda:0") && line.contains("peak") && !line.contains("peak 0 B"), "{line}");
    let (_, line) = picture(&notebook, "kernels");
    assert!(line.contains("cuda:0") && line.contains("launches") && line.contains('×'), "{line}");

    let failed: Vec<&Value> = cells(&notebook)
        .flat_map(|cell| cell["outputs"].as_array().into_iter().flatten())
        .filter(|output| output["output_type"] == "error")
        .collect();
    assert_eq!(failed.len(), 1, "one error, made on purpose: {failed:?}");
    assert_eq!(outputs(&notebook, "error").last(), Some(failed[0]));
    assert_eq!(failed[0]["ename"], "RuntimeError");
    assert_eq!(failed[0]["evalue"], "mat1 and mat2 shapes cannot be multiplied (397x64 and 65x10)");
    let traceback = failed[0]["traceback"].as_array().expect("lines").iter().map(text).collect::<Vec<_>>().join("\n");
    assert!(traceback.contains("scores = images @ weights") && traceback.contains('^'), "{traceback}");
    assert!(printed(&notebook, "after").starts_with("read as "));
}
