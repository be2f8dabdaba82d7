//! The tutorials, executed by nbconvert on emulated devices, and what must be true of the result.

use std::path::{Path, PathBuf};
use std::process::Command;

use base64::Engine as _;
use serde_json::Value;

/// Runs a notebook with `tensorcell lab --execute`; the executed notebook.
fn executed(name: &str, output: &Path) -> Value {
    let notebook = Path::new(env!("CARGO_MANIFEST_DIR")).join("notebooks").join(name);
    let run = Command::new(env!("CARGO_BIN_EXE_tensorcell"))
        .args(["lab", "--execute"])
        .arg(&notebook)
        .arg("--output")
        .arg(output)
        .env("TENSORCELL_EMULATE", "2")
        .output()
        .expect("tensorcell runs");
    let (out, err) = (String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
    assert!(run.status.success(), "{out}{err}");
    let text = std::fs::read_to_string(output.join(name)).expect("the executed notebook");
    assert!(output.join(name).with_extension("html").is_file(), "a page beside it");
    serde_json::from_str(&text).expect("a notebook is JSON")
}

fn outputs<'a>(notebook: &'a Value, cell: &str) -> &'a Vec<Value> {
    let cells = notebook["cells"].as_array().expect("cells");
    let found = cells.iter().find(|known| known["id"] == cell).unwrap_or_else(|| panic!("no cell {cell}"));
    found["outputs"].as_array().expect("a code cell")
}

/// nbformat writes texts as lists of lines.
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

/// The cell's one picture: SVG, pixels of its PNG, its line of text.
fn picture(notebook: &Value, cell: &str) -> (String, String) {
    let pictures: Vec<&Value> =
        outputs(notebook, cell).iter().filter(|output| output["data"]["image/svg+xml"] != Value::Null).collect();
    assert_eq!(pictures.len(), 1, "{cell} shows one picture");
    let data = &pictures[0]["data"];
    let png = text(&data["image/png"]).replace('\n', "");
    let png = base64::engine::general_purpose::STANDARD.decode(png).expect("base64");
    let mut reader = png::Decoder::new(std::io::Cursor::new(png)).read_info().expect("a PNG");
    let mut pixels = vec![0; reader.output_buffer_size().expect("a size")];
    reader.next_frame(&mut pixels).expect("whole");
    assert!(pixels.chunks(4).any(|pixel| pixel[3] > 0), "{cell}: the PNG is not blank");
    (text(&data["image/svg+xml"]), text(&data["text/plain"]))
}

#[test]
fn the_digits_tutorial_trains_and_shows_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let output: PathBuf = folder.path().join("executed");
    let notebook = executed("digits.ipynb", &output);

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
    // 28 batches in each of 20 epochs: the last frame has them all.
    assert!(line.contains("in 560 steps"), "{line}");
    let (svg, line) = picture(&notebook, "memory");
    assert!(svg.contains("allocated") && svg.contains("reserved") && svg.contains("Cell ["), "{line}");
    assert!(line.starts_with("Memory of cuda:0") && line.contains("peak") && !line.contains("peak 0 B"), "{line}");
    let (_, line) = picture(&notebook, "kernels");
    assert!(line.contains("cuda:0") && line.contains("launches") && line.contains('×'), "{line}");

    let failed: Vec<&Value> = notebook["cells"]
        .as_array()
        .expect("cells")
        .iter()
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
