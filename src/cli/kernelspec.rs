//! `install` and `uninstall`: write and remove the kernelspec, which tells Jupyter how to start the kernel.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, Result, bail};
use clap::Args;
use serde_json::{Value, json};

use tensorcell_device::{driver, libraries};
use tensorcell_engine::cuda::ready;
use tensorcell_stdlib::INSTALLED_IN;

/// A kernelspec file that `pip install .` copies unchanged: it finds the binary relative to its place in the environment.
macro_rules! file {
    ($name:literal) => {
        include_bytes!(concat!("../../kernelspec/data/share/jupyter/kernels/tensorcell/", $name))
    };
}

const SPEC: &[u8] = file!("kernel.json");
const LOGOS: [(&str, &[u8]); 3] = [
    ("logo-32x32.png", file!("logo-32x32.png")),
    ("logo-64x64.png", file!("logo-64x64.png")),
    ("logo-svg.svg", file!("logo-svg.svg")),
];

/// A folder in which Jupyter searches kernels.
#[derive(Args)]
#[group(multiple = false)]
struct Place {
    /// Your own Jupyter folder (default)
    #[arg(long)]
    user: bool,
    /// The active Python environment
    #[arg(long)]
    sys_prefix: bool,
    /// The folder DIR/share/jupyter
    #[arg(long, value_name = "DIR")]
    prefix: Option<PathBuf>,
}

#[derive(Args)]
pub struct Install {
    #[command(flatten)]
    place: Place,
    /// The kernel's name in Jupyter (default: tensorcell, or tensorcell-confined)
    #[arg(long)]
    name: Option<String>,
    /// Run cells on N emulated devices instead of GPUs
    #[arg(long, value_name = "N")]
    emulate: Option<u32>,
    /// Run every cell on N ranks, started by mpirun or srun
    #[arg(long, value_name = "N")]
    mpi: Option<u32>,
    /// Confine every notebook to its folder, without network; installs a separate kernel
    #[arg(long, conflicts_with = "mpi")]
    confined: bool,
}

/// The kernel options that a kernelspec stores.
#[derive(Clone, Default)]
pub struct Kind {
    /// How many devices are emulated instead of using GPUs.
    pub emulate: Option<u32>,
    /// How many ranks run each cell.
    pub mpi: Option<u32>,
    pub confined: bool,
    /// The Python environment whose packages cells import, as if its own Python ran them.
    pub environment: Option<PathBuf>,
}

/// Returns the default name of a kernel.
pub fn default_name(confined: bool) -> &'static str {
    if confined { "tensorcell-confined" } else { "tensorcell" }
}

#[derive(Args)]
pub struct Uninstall {
    #[command(flatten)]
    place: Place,
    /// The kernel's name
    #[arg(long, default_value = "tensorcell")]
    name: String,
}

impl Install {
    pub fn run(self) -> Result<ExitCode> {
        let Install { emulate, mpi, confined, .. } = self;
        let name = self.name.as_deref().unwrap_or(default_name(confined));
        let environment = self.place.environment()?.filter(|prefix| prefix.join("bin/python3").is_file());
        let folder = write(&self.place.kernels()?, name, Kind { emulate, mpi, confined, environment })?;
        println!("Installed the kernel {name} in {}", folder.display());
        if self.emulate.is_none() && !driver::is_emulated() && libraries::load().nvrtc {
            compile_kernels();
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Compiles the base kernels for each GPU model of this machine, so that no first cell waits for them.
fn compile_kernels() {
    let mut known = Vec::new();
    for device in 0..driver::device_count() {
        let Ok(properties) = driver::properties(device) else { continue };
        if known.contains(&properties.capability) {
            continue;
        }
        known.push(properties.capability);
        let report = |done, all| {
            print!("\rCompiling kernels for {}: {done} of {all}", properties.name);
            let _ = std::io::stdout().flush();
        };
        match ready::prepare(device, report) {
            Ok(()) => println!("\nKernels for {} are ready", properties.name),
            Err(error) => println!("\nKernels will be compiled when they are first used: {error}"),
        }
    }
}

impl Uninstall {
    pub fn run(self) -> Result<ExitCode> {
        let folder = self.place.kernels()?.join(checked(&self.name)?);
        if !folder.join("kernel.json").is_file() {
            bail!("there is no kernel {} in {}", self.name, folder.display());
        }
        std::fs::remove_dir_all(&folder).with_context(|| format!("cannot remove {}", folder.display()))?;
        println!("Removed {}", folder.display());
        Ok(ExitCode::SUCCESS)
    }
}

impl Place {
    /// Returns the folder of the kernelspecs.
    fn kernels(&self) -> Result<PathBuf> {
        let data = match self.environment()? {
            Some(prefix) => prefix.join("share/jupyter"),
            None => user_data()?,
        };
        Ok(data.join("kernels"))
    }

    /// The environment that the kernel is installed in, unless it is the user's Jupyter folder.
    fn environment(&self) -> Result<Option<PathBuf>> {
        match &self.prefix {
            Some(prefix) => Ok(Some(std::path::absolute(prefix)?)),
            None => self.sys_prefix.then(sys_prefix).transpose(),
        }
    }
}

/// Returns the user's data folder by Jupyter's rule.
fn user_data() -> Result<PathBuf> {
    if let Some(folder) = std::env::var_os("JUPYTER_DATA_DIR") {
        return Ok(folder.into());
    }
    let home = dirs::home_dir().context("there is no home folder; name another with --prefix DIR")?;
    Ok(match cfg!(target_os = "macos") {
        true => home.join("Library/Jupyter"),
        false => dirs::data_dir().unwrap_or_else(|| home.join(".local/share")).join("jupyter"),
    })
}

fn sys_prefix() -> Result<PathBuf> {
    if let Some(folder) = std::env::var_os("VIRTUAL_ENV").or_else(|| std::env::var_os("CONDA_PREFIX")) {
        return Ok(folder.into());
    }
    let output = Command::new("python3").args(["-c", "import sys; print(sys.prefix)"]).output();
    match output {
        Ok(output) if output.status.success() => Ok(String::from_utf8_lossy(&output.stdout).trim().into()),
        _ => bail!("no Python environment is active and python3 was not found; name a folder with --prefix DIR"),
    }
}

/// Checks a kernel name by Jupyter's rule. Kernel names become folder names.
fn checked(name: &str) -> Result<&str> {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
    if name.is_empty() || name.starts_with('.') || !name.bytes().all(allowed) {
        bail!("{name:?} is not a kernel name: use letters, digits, '.', '_' and '-'");
    }
    Ok(name)
}

/// Writes the kernelspec `name` for this binary into the folder `kernels`. Returns the kernelspec's folder.
pub fn write(kernels: &Path, name: &str, kind: Kind) -> Result<PathBuf> {
    let folder = kernels.join(checked(name)?);
    std::fs::create_dir_all(&folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
    let binary = std::env::current_exe().context("cannot find this program's own file")?;
    let mut spec: Value = serde_json::from_slice(SPEC)?;
    spec["argv"] = json!([binary, "kernel", "{connection_file}"]);
    if let Some(devices) = kind.emulate {
        spec["env"]["TENSORCELL_EMULATE"] = json!(devices.to_string());
        spec["display_name"] = json!("TensorCell (emulated GPU)");
    }
    if kind.confined {
        spec["argv"] = json!([binary, "kernel", "--confined", "{connection_file}"]);
        let name = spec["display_name"].as_str().unwrap_or_default().to_owned();
        spec["display_name"] = json!(format!("{name}, confined"));
    }
    if let Some(ranks) = kind.mpi {
        if ranks == 0 {
            bail!("--mpi must be at least 1");
        }
        spec["argv"] = json!([binary, "kernel", "--mpi", ranks.to_string(), "{connection_file}"]);
        let name = spec["display_name"].as_str().unwrap_or_default().to_owned();
        spec["display_name"] = json!(format!("{name}, {ranks} ranks"));
        spec["metadata"]["debugger"] = json!(false);
    }
    if let Some(environment) = kind.environment {
        spec["env"][INSTALLED_IN] = json!(environment);
    }
    for (file, content) in LOGOS {
        replace(&folder.join(file), content)?;
    }
    replace(&folder.join("kernel.json"), serde_json::to_string_pretty(&spec)?.as_bytes())?;
    Ok(folder)
}

/// Replaces a file atomically, so that a starting Jupyter never reads an incomplete one.
fn replace(path: &Path, content: &[u8]) -> Result<()> {
    tensorcell_files::put(path, content).with_context(|| format!("cannot write {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kernelspec_names_this_binary_and_the_emulated_devices() {
        let folder = tempfile::tempdir().unwrap();
        for emulate in [None, Some(2)] {
            let spec = write(folder.path(), "cell-1", Kind { emulate, ..Kind::default() }).unwrap();
            let spec: Value = serde_json::from_slice(&std::fs::read(spec.join("kernel.json")).unwrap()).unwrap();
            assert_eq!(spec["argv"][0], json!(std::env::current_exe().unwrap()));
            assert_eq!(spec["argv"][2], "{connection_file}");
            assert_eq!((&spec["interrupt_mode"], &spec["language"]), (&json!("message"), &json!("python")));
            assert_eq!(spec["metadata"], json!({"debugger": true, "supported_encryption": "curve"}));
            let devices = emulate.map_or(Value::Null, |count: u32| json!(count.to_string()));
            assert_eq!(spec["env"]["TENSORCELL_EMULATE"], devices);
        }
        let written = |kind: Kind| -> Value {
            let spec = write(folder.path(), "cell-1", kind).unwrap();
            serde_json::from_slice(&std::fs::read(spec.join("kernel.json")).unwrap()).unwrap()
        };
        let spec = written(Kind { confined: true, ..Kind::default() });
        assert_eq!(spec["argv"].as_array().unwrap()[1..], ["kernel", "--confined", "{connection_file}"]);
        assert_eq!(spec["display_name"], "TensorCell, confined");
        let spec = written(Kind { environment: Some("/opt/python".into()), emulate: Some(1), ..Kind::default() });
        assert_eq!(spec["env"], json!({"TENSORCELL_INSTALLED_IN": "/opt/python", "TENSORCELL_EMULATE": "1"}));
        let spec = written(Kind { mpi: Some(4), ..Kind::default() });
        assert_eq!(spec["argv"].as_array().unwrap()[1..], ["kernel", "--mpi", "4", "{connection_file}"]);
        assert_eq!(spec["display_name"], "TensorCell, 4 ranks");
        assert_eq!(spec["metadata"]["debugger"], false);
        let files = std::fs::read_dir(folder.path().join("cell-1")).unwrap().count();
        assert_eq!(files, 4);
    }

    #[test]
    fn names_that_leave_the_folder_are_refused() {
        for name in ["", "..", "a/b", "café", ".hidden"] {
            assert!(checked(name).is_err(), "{name}");
        }
        assert_eq!(checked("tensorcell-2.x_y").unwrap(), "tensorcell-2.x_y");
    }
}
