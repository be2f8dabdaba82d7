//! `run --nproc N`: the program in several processes, which srun, mpirun or this program itself starts.

use std::ffi::OsString;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use super::run::Program;
use crate::notebook::ranks;
use tensorcell_dist::launch::{self, Launcher};

/// Starts this program anew with PyTorch's variables (RANK, WORLD_SIZE, ...), where mpirun or srun has started it with only
/// their own: what reads the environment then finds them. Nothing happens where they are there, or nobody started it so.
pub fn take_variables() {
    let variables = launch::variables();
    if variables.is_empty() {
        return;
    }
    let Ok(binary) = std::env::current_exe() else { return };
    let error = Command::new(binary).args(std::env::args_os().skip(1)).envs(variables).exec();
    eprintln!("tensorcell: cannot set RANK and WORLD_SIZE: {error}");
}

/// Runs the program in `count` processes; the exit code of the launcher.
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

/// Serves a notebook on `count` ranks, as long as the Jupyter that has started us lives.
pub fn kernel(count: usize, connection_file: &Path) -> Result<ExitCode> {
    if count == 0 {
        bail!("--mpi must be at least 1");
    }
    let (launcher, path) = launcher()?;
    let secret = format!("{}:{}:{}", first_host(launcher), free_port()?, uuid::Uuid::new_v4().simple());
    let program = vec!["kernel".into(), connection_file.into()];
    let job = Job { count, kind: Kind::Kernel, variables: vec![(ranks::VARIABLE, secret)], program };
    let jupyter = std::os::unix::process::parent_id();
    job.start(launcher, path)?.wait(|| std::os::unix::process::parent_id() == jupyter)
}

/// A terminal's Ctrl-C reaches the ranks, too: this process waits until they have ended by it.
fn outlive_ctrl_c() -> Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    std::thread::spawn(move || runtime.block_on(async { while tokio::signal::ctrl_c().await.is_ok() {} }));
    Ok(())
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Ends when one of its ranks fails.
    Program,
    /// Lives on when a rank fails, for rank 0 tells the notebook of it; it reads no input.
    Kernel,
}

/// What several ranks are to do.
struct Job {
    count: usize,
    kind: Kind,
    /// For all ranks, on other machines as well.
    variables: Vec<(&'static str, String)>,
    /// This program's arguments.
    program: Vec<OsString>,
}

impl Job {
    fn start(mut self, launcher: Launcher, path: PathBuf) -> Result<Running> {
        if unset("MASTER_ADDR") && unset("MASTER_PORT") {
            self.variables.push(("MASTER_ADDR", first_host(launcher)));
            self.variables.push(("MASTER_PORT", free_port()?.to_string()));
        }
        let children = match launcher {
            Launcher::Own => (0..self.count).map(|rank| self.rank(&path, rank)).collect::<Result<_>>()?,
            _ => vec![self.through(launcher, &path)?.spawn().context("cannot start the launcher")?],
        };
        Ok(Running { children, launcher, kind: self.kind })
    }

    /// The launcher with its options, this program and its arguments.
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
        // Where there are more ranks than cores, Open MPI would yield at each question; who asks here pauses by itself.
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
        // Each rank has threads of its own: bound to one core they would stand in each other's way.
        command.args(["-n", &self.count.to_string(), "--oversubscribe", "--bind-to", "none"]);
        if self.kind == Kind::Kernel {
            command.args(["--enable-recovery", "--quiet"]);
        }
        // Other machines get what is named; Open MPI's own go by themselves.
        let given = [
            "MASTER_ADDR",
            "MASTER_PORT",
            "RAYON_NUM_THREADS",
            "TENSORCELL_EMULATE",
            "TENSORCELL_LIBMPI",
            "TENSORCELL_LOG",
        ];
        let names = given.into_iter().filter(|name| !unset(name)).chain(self.variables.iter().map(|(name, _)| *name));
        command.args(names.flat_map(|name| ["-x", name]));
        if is_root() && unset("OMPI_ALLOW_RUN_AS_ROOT") {
            eprintln!("tensorcell: mpirun is told that it may run as root (OMPI_ALLOW_RUN_AS_ROOT=1)");
            command.envs([("OMPI_ALLOW_RUN_AS_ROOT", "1"), ("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1")]);
        }
    }

    /// Hydra hands all variables on by itself.
    fn add_hydra(&self, command: &mut Command) {
        command.args(["-n", &self.count.to_string(), "-bind-to", "none"]);
        if self.kind == Kind::Kernel {
            command.arg("-disable-auto-cleanup");
        }
    }

    /// One rank, as a process of ours.
    fn rank(&self, path: &Path, rank: usize) -> Result<Child> {
        let by = Launcher::Own;
        let place = launch::Started { by, rank, world: self.count, local_rank: rank, local_world: self.count };
        let mut command = Command::new(path);
        command.args(&self.program).envs(self.variables.iter().cloned()).env(launch::OWN, "1");
        command.envs(place.variables()).envs(place.threads());
        if rank > 0 || self.kind == Kind::Kernel {
            command.stdin(Stdio::null());
        }
        command.spawn().context("cannot start a rank")
    }
}

/// The processes of a job: the launcher, or the ranks themselves.
struct Running {
    children: Vec<Child>,
    launcher: Launcher,
    kind: Kind,
}

impl Running {
    /// After a rank has failed, so long the others may take to say what they saw of it.
    const LAST_WORDS: Duration = Duration::from_secs(5);

    /// Waits for all to end, or ends them: once a program's rank has failed, or when nobody wants them any more.
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

    /// Asks all to end, and ends those that do not.
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

/// What will start the ranks, and its path: srun within a Slurm job, mpirun, or else this program.
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

/// The machine that rank 0 will run on: the job's first, or this one.
fn first_host(launcher: Launcher) -> String {
    if launcher == Launcher::Own {
        return "127.0.0.1".to_owned();
    }
    let Ok(nodes) = std::env::var("SLURM_JOB_NODELIST") else { return launch::host_name() };
    let output = Command::new("scontrol").args(["show", "hostnames", &nodes]).output();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    text.lines().next().filter(|host| !host.is_empty()).map_or_else(launch::host_name, str::to_owned)
}

fn free_port() -> Result<u16> {
    let listener = std::net::TcpListener::bind(("127.0.0.1", 0)).context("there is no free port")?;
    Ok(listener.local_addr()?.port())
}
