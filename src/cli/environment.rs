//! Manages the private Python environment with JupyterLab in the user's cache folder.
//!
//! It is created once, by `uv` if installed, else by `python3 -m venv` and pip. A lock serializes concurrent calls. A
//! marker file, written last, distinguishes a complete environment from an incomplete one.

use std::fs::File;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use tensorcell_device::libraries::cache_folder;

/// The versions that the notebooks were tested with.
const JUPYTER: [&str; 4] = ["jupyterlab==4.6.6", "notebook==7.6.5", "nbconvert==7.17.2", "jupyter_client==8.10.0"];

/// A Python environment that holds JupyterLab, notebook and nbconvert.
pub struct Environment {
    folder: PathBuf,
}

impl Environment {
    /// Returns the environment in the cache folder. Creates it if necessary.
    ///
    /// # Errors
    /// If no Python is available to create it, or its packages cannot be downloaded.
    pub fn prepare() -> Result<Self> {
        Self::prepare_in(&cache_folder())
    }

    fn prepare_in(cache: &Path) -> Result<Self> {
        let environment = Self { folder: cache.join("jupyter") };
        environment.ensure("jupyter", &JUPYTER)?;
        Ok(environment)
    }

    /// Adds packages under a name. Returns at once if they were added before.
    ///
    /// # Errors
    /// If they cannot be downloaded.
    pub fn add(&self, name: &str, packages: &[&str]) -> Result<()> {
        self.ensure(name, packages)
    }

    /// Returns the path of a program of the environment, such as `jupyter-lab` or `python`.
    pub fn program(&self, name: &str) -> PathBuf {
        self.folder.join("bin").join(name)
    }

    /// Returns the folder where the environment's Jupyter looks for kernels first.
    pub fn kernels(&self) -> PathBuf {
        self.folder.join("share/jupyter/kernels")
    }

    /// Writes default settings of JupyterLab, as JSON. They hold until the user chooses others.
    ///
    /// # Errors
    /// If the environment cannot be written to.
    pub fn set_lab_defaults(&self, settings: &str) -> Result<()> {
        let folder = self.folder.join("share/jupyter/lab/settings");
        std::fs::create_dir_all(&folder)
            .and_then(|()| std::fs::write(folder.join("overrides.json"), settings))
            .with_context(|| format!("cannot write to {}", folder.display()))
    }

    fn marker(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{name}.ready"))
    }

    fn has(&self, name: &str, packages: &[&str]) -> bool {
        std::fs::read_to_string(self.marker(name)).is_ok_and(|found| found == packages.join("\n"))
    }

    fn ensure(&self, name: &str, packages: &[&str]) -> Result<()> {
        if self.has(name, packages) {
            return Ok(());
        }
        let cannot_write = || format!("cannot write to {}", self.folder.display());
        std::fs::create_dir_all(&self.folder).with_context(cannot_write)?;
        let lock = File::create(self.folder.with_extension("lock")).with_context(cannot_write)?;
        lock.lock().with_context(cannot_write)?;
        // Another call may have installed them while this one waited for the lock.
        if self.has(name, packages) {
            return Ok(());
        }
        let setup = Setup::find(self.folder.with_extension("log"))?;
        let python = self.program("python");
        if name == "jupyter" || !python.exists() {
            // The lock file is beside the folder, so the folder can be removed.
            std::fs::remove_dir_all(&self.folder).with_context(cannot_write)?;
            setup.make(&self.folder)?;
        }
        setup.install(&python, packages)?;
        tensorcell_files::put(&self.marker(name), packages.join("\n").as_bytes()).with_context(cannot_write)
    }
}

/// The available tools to create an environment.
struct Setup {
    uv: bool,
    log: PathBuf,
}

impl Setup {
    fn find(log: PathBuf) -> Result<Self> {
        if runs(Command::new("uv").arg("--version")) {
            return Ok(Self { uv: true, log });
        }
        let version = Command::new("python3")
            .args(["-c", "import sys; print(sys.version_info >= (3, 10), sys.version.split()[0])"])
            .output();
        let version = version.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
        match version.as_deref().map(|text| text.trim().split_once(' ')) {
            Ok(Some(("True", _))) => Ok(Self { uv: false, log }),
            Ok(Some((_, old))) => {
                bail!("JupyterLab needs Python 3.10 or newer, and python3 is {old}: install a newer one, or uv")
            }
            _ => bail!("JupyterLab needs Python 3.10 or newer, and there is no python3: install it, or uv"),
        }
    }

    fn make(&self, folder: &Path) -> Result<()> {
        let mut command = match self.uv {
            true => Command::new("uv"),
            false => Command::new("python3"),
        };
        match self.uv {
            true => command.args(["venv", "--quiet", "--python", ">=3.10"]),
            false => command.args(["-m", "venv"]),
        };
        self.work("Making a Python environment", command.arg(folder))?
            .then_some(())
            .with_context(|| match self.uv {
                true => format!("uv could not make a Python environment; {} tells why", self.log.display()),
                false => format!(
                    "python3 could not make a virtual environment (on Debian and Ubuntu: apt install python3-venv); {} tells why",
                    self.log.display()
                ),
            })
    }

    fn install(&self, python: &Path, packages: &[&str]) -> Result<()> {
        let mut command = match self.uv {
            true => Command::new("uv"),
            false => Command::new(python),
        };
        match self.uv {
            true => command.args(["pip", "install", "--quiet", "--python"]).arg(python),
            false => command.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]),
        };
        self.work("Installing JupyterLab (once)", command.args(packages))?.then_some(()).with_context(|| {
            format!(
                "could not install {} into the private environment: is there a network? {} tells why",
                packages.join(", "),
                self.log.display()
            )
        })
    }

    /// Runs a command and shows its progress on one line. Returns whether it succeeded.
    fn work(&self, what: &str, command: &mut Command) -> Result<bool> {
        let log = File::create(&self.log).with_context(|| format!("cannot write {}", self.log.display()))?;
        let mut child = command
            .stdin(Stdio::null())
            .stdout(log.try_clone()?)
            .stderr(log)
            .spawn()
            .with_context(|| format!("cannot run {}", command.get_program().display()))?;
        let status = wait_visibly(what, &mut child)?;
        Ok(status.success())
    }
}

fn wait_visibly(what: &str, child: &mut Child) -> Result<std::process::ExitStatus> {
    let (start, mut err) = (Instant::now(), std::io::stderr());
    let terminal = err.is_terminal();
    if !terminal {
        eprintln!("{what} ...");
    }
    loop {
        if let Some(status) = child.try_wait()? {
            if terminal {
                eprintln!("\r{what}: {} s ", start.elapsed().as_secs());
            }
            return Ok(status);
        }
        if terminal {
            write!(err, "\r{what} ... {} s ", start.elapsed().as_secs())?;
            err.flush()?;
        }
        std::thread::sleep(Duration::from_millis(200));
    }
}

fn runs(command: &mut Command) -> bool {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}
