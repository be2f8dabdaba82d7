//! `run --nproc N`: runs the program in several processes, started by srun, mpirun or this program itself.

use std::ffi::OsString;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use super::run::Program;
use crate::notebook::ranks;
use tensorcell_dist::launch::{self, Launcher};
use tensorcell_dist::port::HeldPort;

/// Restarts this program with PyTorch's variables (RANK, WORLD_SIZE, ...) if mpirun or srun has set only its own, so
/// that code that reads the environment finds them. Does nothing if they are set, or without such a launcher.
pub fn take_variables() {
    let variables = launch::variables();
    if variables.is_empty() {
        return;
    }
    let Ok(binary) = std::env::current_exe() else { return };
    let error = Command::new(binary).args(std::env::args_os().skip(1)).envs(variables).exec();
    eprintln!("tensorcell: cannot set RANK and WORLD_SIZE: {error}");
}

/// Runs the program in `count` processes. Returns the launcher's exit code.
pub fn run(count: usize, figures: Option<&Path>, program: &Program, args: &[String]) -> Result<ExitCode> {
    if count == 0 {
        bail!("--nproc must be at least 1");
    }
    let mut words: Vec<OsString> = vec!["run".into()];
    if let Some(folder) = figures {
        words.extend(["--figures".into(), folder.into()]);
    }
    match program {
        Program::File(file) => words.push(file.into()),
        Program::Module(module) => words.extend(["-m".into(), module.into()]),
        Program::Code(_) | Program::Input => bail!("several processes need a file or a module to run"),
    }
    words.extend(args.iter().map(Into::into));
    let (launcher, path) = launcher()?;
    match launcher {
        Launcher::Own => {
            eprintln!("tensorcell: {count} ranks on this machine, without MPI");
            outlive_ctrl_c()?;
        }
        _ => eprintln!("tensorcell: {count} ranks through {}", path.display()),
    }
    let job = Job { count, kind: Kind::Program, variables: Vec::new(), program: words };
    job.start(launcher, path)?.wait(|| true)
}

/// Serves a notebook on `count` ranks until the Jupyter that started this process ends.
pub fn kernel(count: usize, connection_file: &Path) -> Result<ExitCode> {
    if count == 0 {
        bail!("--mpi must be at least 1");
    }
    let (launcher, path) = launcher()?;
    let meeting = free_port()?;
    let secret = format!("{}:{}:{}", first_host(launcher), meeting.number(), uuid::Uuid::new_v4().simple());
    let program = vec!["kernel".into(), connection_file.into()];
    let job = Job { count, kind: Kind::Kernel, variables: vec![(ranks::VARIABLE, secret)], program };
    let jupyter = std::os::unix::process::parent_id();
    job.start(launcher, path)?.wait(|| std::os::unix::process::parent_id() == jupyter)
}

/// Ignores Ctrl-C in this process, which waits for the ranks. The terminal sends it to the ranks, too.
fn outlive_ctrl_c() -> Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    std::thread::spawn(move || runtime.block_on(async { while tokio::signal::ctrl_c().await.is_ok() {} }));
    Ok(())
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Ends when a rank fails.
    Program,
    /// Survives a failing rank, because rank 0 reports it to the notebook. Reads no input.
    Kernel,
}

/// The work of several ranks.
struct Job {
    count: usize,
    kind: Kind,
    /// Variables for all ranks, including those on other machines.
    variables: Vec<(&'static str, String)>,
    /// The arguments of this program.
    program: Vec<OsString>,
}

impl Job {
    fn start(mut self, launcher: Launcher, path: PathBuf) -> Result<Running> {
        let master = free_port()?;
        if unset("MASTER_ADDR") && unset("MASTER_PORT") {
            self.variables.push(("MASTER_ADDR", first_host(launcher)));
            self.variables.push(("MASTER_PORT", master.number().to_string()));
        }
        let children = match launcher {
            Launcher::Own => (0..self.count).map(|rank| self.rank(&path, rank)).collect::<Result<_>>()?,
            _ => vec![self.through(launcher, &path)?.spawn().context("cannot start the launcher")?],
        };
        Ok(Running { children, launcher, kind: self.kind, _master: master })
    }

    /// Returns the launcher's command line: its options, this program and its arguments.
    fn through(&self, launcher: Launcher, path: &Path) -> Result<Command> {
        let mut command = Command::new(path);
        match launcher {
            Launcher::Slurm => self.add_slurm(&mut command),
            Launcher::OpenMpi => self.add_open_mpi(&mut command),
            Launcher::Hydra => self.add_hydra(&mut command),
            Launcher::Own => {}
        }
        if self.kind == Kind::Kernel {
            command.stdin(Stdio::null());
        }
        // With more ranks than cores, Open MPI would yield at each poll. Our polling pauses by itself.
        if unset("OMPI_MCA_mpi_yield_when_idle") {
            command.env("OMPI_MCA_mpi_yield_when_idle", "0");
        }
        command.arg(own_path()?).args(&self.program).envs(self.variables.iter().cloned());
        Ok(command)
    }

    fn add_slurm(&self, command: &mut Command) {
        let kill = u8::from(self.kind == Kind::Program);
        command.args([format!("--ntasks={}", self.count), format!("--kill-on-bad-exit={kill}")]);
        if unset("SLURM_MPI_TYPE") {
            command.arg("--mpi=pmix");
        }
    }

    fn add_open_mpi(&self, command: &mut Command) {
        // Each rank has several threads. Bound to one core they would block each other.
        command.args(["-n", &self.count.to_string(), "--oversubscribe", "--bind-to", "none"]);
        if self.kind == Kind::Kernel {
            command.args(["--enable-recovery", "--quiet"]);
        }
        // Open MPI passes on only named variables to other machines, besides its own.
        let given = [
            "MASTER_ADDR",
            "MASTER_PORT",
            "RAYON_NUM_THREADS",
            "TENSORCELL_EMULATE",
            "TENSORCELL_EMULATE_KERNELS",
            "TENSORCELL_LIBMPI",
            "TENSORCELL_LOG",
        ];
        let names = given.into_iter().filter(|name| !unset(name)).chain(self.variables.iter().map(|(name, _)| *name));
        command.args(names.flat_map(|name| ["-x", name]));
        if is_root() && unset("OMPI_ALLOW_RUN_AS_ROOT") {
            eprintln!("tensorcell: allowing mpirun to run as root (OMPI_ALLOW_RUN_AS_ROOT=1)");
            command.envs([("OMPI_ALLOW_RUN_AS_ROOT", "1"), ("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1")]);
        }
    }

    /// Hydra passes on all variables itself.
    fn add_hydra(&self, command: &mut Command) {
        command.args(["-n", &self.count.to_string(), "-bind-to", "none"]);
        if self.kind == Kind::Kernel {
            command.arg("-disable-auto-cleanup");
        }
    }

    /// Starts one rank as a child process.
    fn rank(&self, path: &Path, rank: usize) -> Result<Child> {
        let mut command = Command::new(path);
        command.args(&self.program).envs(self.variables.iter().cloned()).envs(launch::of_own_rank(rank, self.count));
        if rank > 0 || self.kind == Kind::Kernel {
            command.stdin(Stdio::null());
        }
        command.spawn().context("cannot start a rank")
    }
}

/// The processes of a job: the launcher or the ranks themselves.
struct Running {
    children: Vec<Child>,
    launcher: Launcher,
    kind: Kind,
    /// Rank 0's port, if the program leaves its choice to this launcher.
    _master: HeldPort,
}

impl Running {
    /// How long the other ranks may report their errors after a rank has failed.
    const LAST_WORDS: Duration = Duration::from_secs(5);

    /// Waits for all processes. Ends them if a program's rank fails, or if `wanted` turns false.
    fn wait(mut self, wanted: impl Fn() -> bool) -> Result<ExitCode> {
        let mut failed: Option<(Instant, u8)> = None;
        loop {
            let mut ended = 0;
            for (rank, child) in self.children.iter_mut().enumerate() {
                let Some(status) = child.try_wait()? else { continue };
                ended += 1;
                if !status.success() && failed.is_none() {
                    failed = Some((Instant::now(), exit_code(status)));
                    if let (Launcher::Own, Some(signal)) = (self.launcher, status.signal()) {
                        eprintln!("tensorcell: rank {rank} was ended by signal {signal}");
                    }
                }
            }
            if ended == self.children.len() {
                return Ok(ExitCode::from(failed.map_or(0, |(_, code)| code)));
            }
            let late = failed.is_some_and(|(since, _)| since.elapsed() > Self::LAST_WORDS);
            if !wanted() || self.kind == Kind::Program && late {
                self.end();
            }
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Terminates all processes, and kills those that do not end in time.
    fn end(&mut self) {
        let numbers = self.children.iter().map(|child| child.id().to_string());
        let _ = Command::new("kill").args(numbers).stderr(Stdio::null()).status();
        let until = Instant::now() + Self::LAST_WORDS;
        while Instant::now() < until && self.children.iter_mut().any(|child| matches!(child.try_wait(), Ok(None))) {
            std::thread::sleep(Duration::from_millis(50));
        }
        for child in &mut self.children {
            let _ = child.kill();
        }
    }
}

fn exit_code(status: ExitStatus) -> u8 {
    status.code().map_or(1, |code| code.clamp(0, 255) as u8)
}

/// Returns the launcher and its path: srun within a Slurm job, else mpirun, else this program.
fn launcher() -> Result<(Launcher, PathBuf)> {
    if let Some(srun) = launch::found("srun").filter(|_| !unset("SLURM_JOB_ID")) {
        return Ok((Launcher::Slurm, srun));
    }
    let Some(mpirun) = launch::found("mpirun") else { return Ok((Launcher::Own, own_path()?)) };
    let version = Command::new(&mpirun).arg("--version").output().context("cannot start mpirun")?.stdout;
    let version = String::from_utf8_lossy(&version);
    let is_hydra = ["HYDRA", "Intel(R) MPI"].iter().any(|name| version.contains(name));
    Ok((if is_hydra { Launcher::Hydra } else { Launcher::OpenMpi }, mpirun))
}

fn own_path() -> Result<PathBuf> {
    std::env::current_exe().context("cannot find this program's own file")
}

fn unset(name: &str) -> bool {
    std::env::var_os(name).is_none()
}

fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout.starts_with(b"0\n"))
}

/// Returns the machine of rank 0: the job's first one, or this one.
fn first_host(launcher: Launcher) -> String {
    if launcher == Launcher::Own {
        return "127.0.0.1".to_owned();
    }
    let Ok(nodes) = std::env::var("SLURM_JOB_NODELIST") else { return launch::host_name() };
    let output = Command::new("scontrol").args(["show", "hostnames", &nodes]).output();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    text.lines().next().filter(|host| !host.is_empty()).map_or_else(launch::host_name, str::to_owned)
}

fn free_port() -> Result<HeldPort> {
    HeldPort::take().context("there is no free port")
}
