//! `run --nproc N`: the program in several processes, which mpirun or srun starts.

use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Duration;

use anyhow::{Context, Result, bail};

use crate::notebook::ranks;
use tensorcell_dist::launch;

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
pub fn run(count: usize, figures: Option<&Path>, file: &Path, args: &[String]) -> Result<ExitCode> {
    if count == 0 {
        bail!("--nproc must be at least 1");
    }
    let mut program: Vec<std::ffi::OsString> = vec!["run".into()];
    if let Some(folder) = figures {
        program.extend(["--figures".into(), folder.into()]);
    }
    program.push(file.into());
    program.extend(args.iter().map(Into::into));
    let mut command = command(count, false, Vec::new())?;
    eprintln!("tensorcell: {count} ranks through {}", command.get_program().to_string_lossy());
    let status = command.args(program).status().context("cannot start the launcher")?;
    Ok(ExitCode::from(status.code().map_or(1, |code| code.clamp(0, 255) as u8)))
}

/// Serves a notebook on `count` ranks, as long as the Jupyter that has started us lives.
pub fn kernel(count: usize, connection_file: &Path) -> Result<ExitCode> {
    if count == 0 {
        bail!("--mpi must be at least 1");
    }
    let secret = format!("{}:{}:{}", first_host(), free_port()?, uuid::Uuid::new_v4().simple());
    // One rank's death must not take rank 0, which tells the notebook of it.
    let mut command = command(count, true, vec![(ranks::VARIABLE, secret)])?;
    command.arg("kernel").arg(connection_file);
    let jupyter = std::os::unix::process::parent_id();
    let mut child = command.stdin(std::process::Stdio::null()).spawn().context("cannot start the launcher")?;
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(ExitCode::from(status.code().map_or(1, |code| code.clamp(0, 255) as u8)));
        }
        if std::os::unix::process::parent_id() != jupyter {
            let _ = Command::new("kill").arg(child.id().to_string()).status();
            std::thread::sleep(Duration::from_secs(5));
            let _ = child.kill();
        }
        std::thread::sleep(Duration::from_millis(200));
    }
}

/// The launcher with its options and this program's name, to which the program's arguments are to be added. The ranks get
/// `variables`, on other machines as well. With `live_on` a rank that fails does not end the others.
fn command(count: usize, live_on: bool, mut variables: Vec<(&'static str, String)>) -> Result<Command> {
    let binary = std::env::current_exe().context("cannot find this program's own file")?;
    let unset = |name: &str| std::env::var_os(name).is_none();
    if unset("MASTER_ADDR") && unset("MASTER_PORT") {
        variables.push(("MASTER_ADDR", first_host()));
        variables.push(("MASTER_PORT", free_port()?.to_string()));
    }
    // Where there are more ranks than cores, Open MPI would yield at each question; who asks here pauses by itself.
    if unset("OMPI_MCA_mpi_yield_when_idle") {
        variables.push(("OMPI_MCA_mpi_yield_when_idle", "0".to_owned()));
    }
    let in_slurm = !unset("SLURM_JOB_ID");
    let mut command = match (found("srun").filter(|_| in_slurm), found("mpirun")) {
        (Some(srun), _) => {
            let mut command = Command::new(srun);
            let kill = if live_on { "--kill-on-bad-exit=0" } else { "--kill-on-bad-exit=1" };
            command.args([&format!("--ntasks={count}"), kill]);
            if unset("SLURM_MPI_TYPE") {
                command.arg("--mpi=pmix");
            }
            command
        }
        (None, Some(mpirun)) => {
            let mut command = Command::new(mpirun);
            // Each rank has threads of its own: bound to one core they would stand in each other's way.
            command.args(["-n", &count.to_string(), "--oversubscribe", "--bind-to", "none"]);
            if live_on {
                command.args(["--enable-recovery", "--quiet"]);
            }
            // Other machines get what is named; Open MPI's own go by themselves.
            let given = ["MASTER_ADDR", "MASTER_PORT", "RAYON_NUM_THREADS", "TENSORCELL_EMULATE", "TENSORCELL_LOG"];
            let names = given.into_iter().filter(|name| !unset(name)).chain(variables.iter().map(|(name, _)| *name));
            command.args(names.filter(|name| !name.starts_with("OMPI_")).flat_map(|name| ["-x", name]));
            if is_root() && unset("OMPI_ALLOW_RUN_AS_ROOT") {
                eprintln!("tensorcell: mpirun is told that it may run as root (OMPI_ALLOW_RUN_AS_ROOT=1)");
                command.envs([("OMPI_ALLOW_RUN_AS_ROOT", "1"), ("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1")]);
            }
            command
        }
        (None, None) => bail!(
            "starting several processes needs mpirun (Debian: apt install openmpi-bin), or srun within a Slurm job; neither was found"
        ),
    };
    command.arg(binary).envs(variables);
    Ok(command)
}

fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout.starts_with(b"0\n"))
}

/// A program on PATH.
pub fn found(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file())
}

/// The machine that rank 0 will run on: the job's first, or this one.
fn first_host() -> String {
    let Ok(nodes) = std::env::var("SLURM_JOB_NODELIST") else { return launch::host_name() };
    let output = Command::new("scontrol").args(["show", "hostnames", &nodes]).output();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    text.lines().next().filter(|host| !host.is_empty()).map_or_else(launch::host_name, str::to_owned)
}

fn free_port() -> Result<u16> {
    let listener = std::net::TcpListener::bind(("127.0.0.1", 0)).context("there is no free port")?;
    Ok(listener.local_addr()?.port())
}
