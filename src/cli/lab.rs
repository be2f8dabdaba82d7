//! `lab`: opens the notebooks in JupyterLab, or executes them without it.

use std::ffi::OsString;
use std::os::unix::fs::MetadataExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, Result, bail};
use serde_json::Value;

use super::confined;
use super::environment::Environment;
use super::kernelspec::{self, Kind};
use tensorcell_device::{driver, libraries};

/// How many devices are emulated if there is no GPU.
const EMULATED: u32 = 2;
/// Turns off JupyterLab's news prompt and update notices: this environment has the tested version.
const LAB_DEFAULTS: &str =
    r#"{"@jupyterlab/apputils-extension:notification": {"fetchNews": "false", "checkForUpdates": false}}"#;

/// Replaces this process by JupyterLab with the notebooks open.
pub fn open(args: &[OsString], confined: bool) -> Result<ExitCode> {
    let (environment, kernel) = prepare(confined)?;
    let mut lab = Command::new(environment.program("jupyter-lab"));
    lab.arg(format!("--MultiKernelManager.default_kernel_name={kernel}"));
    if let Some(folder) = notebooks_folder() {
        lab.arg(format!("--ServerApp.root_dir={}", std::path::absolute(folder)?.display()));
    }
    let root = std::fs::metadata("/proc/self").is_ok_and(|process| process.uid() == 0);
    if root && !args.iter().any(|arg| arg == "--allow-root") {
        lab.arg("--allow-root");
    }
    // `exec` replaces this process, so that JupyterLab gets the terminal's signals and input.
    Err(lab.args(args).exec()).context("cannot start JupyterLab")
}

/// Executes notebooks and writes them with their output as .ipynb and .html into `output`.
pub fn execute(notebooks: &[PathBuf], output: &Path, confined: bool) -> Result<ExitCode> {
    let notebooks = match notebooks {
        [] => all_notebooks()?,
        named => named.to_vec(),
    };
    if let Some(absent) = notebooks.iter().find(|notebook| !notebook.is_file()) {
        bail!("there is no notebook {}", absent.display());
    }
    let (environment, kernel) = prepare(confined)?;
    std::fs::create_dir_all(output).with_context(|| format!("cannot make the folder {}", output.display()))?;
    let mut failed = false;
    for notebook in &notebooks {
        println!("Running {} ...", notebook.display());
        match execute_one(&environment, kernel, notebook, output) {
            Ok(executed) => println!("  {}", executed.display()),
            Err(error) => {
                failed = true;
                eprintln!("tensorcell: {}: {error:#}", notebook.display());
            }
        }
    }
    Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

fn execute_one(environment: &Environment, kernel: &str, notebook: &Path, output: &Path) -> Result<PathBuf> {
    let name = notebook.file_name().context("not a file")?;
    let executed = output.join(name);
    // `--allow-errors` keeps failures in the notebook, where they are found and reported below.
    let mut run = Command::new(environment.program("jupyter-nbconvert"));
    run.args(["--to", "notebook", "--execute", "--allow-errors", "--ExecutePreprocessor.timeout=-1"])
        .arg(format!("--ExecutePreprocessor.kernel_name={kernel}"));
    convert(run, notebook, output)?;
    convert(Command::new(environment.program("jupyter-nbconvert")), &executed, output)?;
    let text = std::fs::read_to_string(&executed).with_context(|| format!("cannot read {}", executed.display()))?;
    match first_failure(&serde_json::from_str(&text)?) {
        None => Ok(executed),
        Some(failure) => bail!("{failure}"),
    }
}

/// Runs nbconvert. Converts to HTML unless the command has other options.
fn convert(mut command: Command, notebook: &Path, output: &Path) -> Result<()> {
    if command.get_args().next().is_none() {
        command.args(["--to", "html"]);
    }
    let done = command.arg("--output-dir").arg(output).arg(notebook).output().context("cannot start nbconvert")?;
    if done.status.success() {
        return Ok(());
    }
    let errors = String::from_utf8_lossy(&done.stderr);
    bail!("nbconvert failed: {}", errors.trim().lines().last().unwrap_or("it does not say why"));
}

/// Returns the first unexpected failure: the cell's number, its first line and the error.
fn first_failure(notebook: &Value) -> Option<String> {
    let empty = Vec::new();
    let list = |value: &'_ Value| value.as_array().unwrap_or(&empty).clone();
    for (index, cell) in list(&notebook["cells"]).iter().enumerate() {
        if may_fail(cell) {
            continue;
        }
        for output in list(&cell["outputs"]) {
            if output["output_type"] == "error" {
                let source = source_text(cell);
                return Some(format!(
                    "cell {} failed ({}): {}: {}",
                    index + 1,
                    source.lines().next().unwrap_or_default(),
                    output["ename"].as_str().unwrap_or("Error"),
                    output["evalue"].as_str().unwrap_or_default().lines().next().unwrap_or_default(),
                ));
            }
        }
    }
    None
}

/// Returns whether a cell has nbconvert's tag for expected failures.
pub fn may_fail(cell: &Value) -> bool {
    let tags = cell["metadata"]["tags"].as_array();
    tags.is_some_and(|tags| tags.contains(&Value::from("raises-exception")))
}

/// Returns a cell's source. A notebook stores it as a text or as a list of lines.
pub fn source_text(cell: &Value) -> String {
    match &cell["source"] {
        Value::Array(lines) => lines.iter().filter_map(Value::as_str).collect(),
        source => source.as_str().unwrap_or_default().to_owned(),
    }
}

/// Prepares the environment and registers this kernel in it. Returns both, after printing which device the notebooks use.
fn prepare(confined: bool) -> Result<(Environment, &'static str)> {
    let environment = Environment::prepare()?;
    let emulate = match (libraries::emulated_devices(), driver::device_count()) {
        (0, 0) => Some(EMULATED),
        (0, _) => None,
        (asked, _) => Some(asked as u32),
    };
    match emulate {
        Some(devices) => {
            println!("The notebooks run on {devices} emulated devices (no GPU is used).")
        }
        None => {
            let names: Vec<_> = (0..driver::device_count())
                .filter_map(|index| driver::properties(index).ok())
                .map(|properties| properties.name.as_str())
                .collect();
            println!("The notebooks run on {}.", names.join(", "));
        }
    }
    let kernel = kernelspec::default_name(confined);
    kernelspec::write(&environment.kernels(), kernel, Kind { emulate, confined, ..Kind::default() })?;
    environment.set_lab_defaults(LAB_DEFAULTS)?;
    if confined {
        print!("{}", confined::NOTE);
    }
    Ok((environment, kernel))
}

/// Returns `notebooks/` in the current folder or in the source tree of this program.
fn notebooks_folder() -> Option<PathBuf> {
    let here = PathBuf::from("notebooks");
    if here.is_dir() {
        return Some(here);
    }
    let binary = std::env::current_exe().ok()?;
    binary.ancestors().skip(1).take(4).map(|folder| folder.join("notebooks")).find(|folder| folder.is_dir())
}

fn all_notebooks() -> Result<Vec<PathBuf>> {
    let folder = notebooks_folder().context("there is no folder notebooks/ here; name the notebooks to run")?;
    let mut notebooks: Vec<PathBuf> = std::fs::read_dir(&folder)?
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "ipynb"))
        .collect();
    notebooks.sort();
    if notebooks.is_empty() {
        bail!("there are no notebooks in {}", folder.display());
    }
    Ok(notebooks)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_first_unexpected_failure_is_named() {
        let error = json!([{"output_type": "error", "ename": "ValueError", "evalue": "bad\nmore"}]);
        let notebook = json!({"cells": [
            {"cell_type": "markdown", "source": "text"},
            {"cell_type": "code", "source": "1/0", "outputs": error, "metadata": {"tags": ["raises-exception"]}},
            {"cell_type": "code", "source": ["x = 1\n", "f(x)"], "outputs": error, "metadata": {}},
        ]});
        assert_eq!(first_failure(&notebook).unwrap(), "cell 3 failed (x = 1): ValueError: bad");
        assert_eq!(first_failure(&json!({"cells": [{"outputs": []}]})), None);
    }
}
