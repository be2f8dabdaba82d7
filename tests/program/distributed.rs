//! Tests several processes: `torch.distributed` with and without mpirun, compared with PyTorch's gloo, and ranks that fail.
//!
//! Most tests need Open MPI's mpirun, one MPICH's; otherwise they are skipped. No test asserts a time: programs that
//! should end by themselves are killed only after a multiple of [`PATIENCE`].

use crate::skipped;

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

const BINARY: &str = env!("CARGO_BIN_EXE_tensorcell");

/// Seconds after which a wait has failed.
const PATIENCE: u64 = 240;

/// Returns whether there is an mpirun; otherwise reports the test as skipped.
fn has_mpirun() -> bool {
    let found = Command::new("mpirun").arg("--version").output().is_ok();
    if !found {
        skipped::skipped("mpirun was not found (Debian: apt install openmpi-bin)");
    }
    found
}

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/distributed").join(name)
}

/// Serializes tests, because each runs several processes.
fn alone() -> std::sync::MutexGuard<'static, ()> {
    static ALONE: std::sync::Mutex<()> = std::sync::Mutex::new(());
    ALONE.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// A command that is killed after several times the patience of one wait.
fn bounded(program: impl AsRef<std::ffi::OsStr>) -> Command {
    let mut command = Command::new("timeout");
    command.arg((4 * PATIENCE).to_string()).arg(program).env("PATIENCE", PATIENCE.to_string());
    command
}

struct Ran {
    succeeded: bool,
    out: String,
    err: String,
}

impl From<Output> for Ran {
    fn from(output: Output) -> Ran {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        Ran { succeeded: output.status.success(), out: text(&output.stdout), err: text(&output.stderr) }
    }
}

/// A program on several ranks, in its own folder.
struct Job<'a> {
    ranks: usize,
    devices: usize,
    program: &'a str,
    arguments: &'a [&'a str],
    variables: Vec<(&'a str, String)>,
}

impl<'a> Job<'a> {
    fn new(ranks: usize, devices: usize, program: &'a str) -> Job<'a> {
        Job { ranks, devices, program, arguments: &[], variables: Vec::new() }
    }
    fn arguments(self, arguments: &'a [&'a str]) -> Job<'a> {
        Job { arguments, ..self }
    }
    fn variables(mut self, variables: &[(&'a str, &str)]) -> Job<'a> {
        self.variables.extend(variables.iter().map(|(name, value)| (*name, (*value).to_owned())));
        self
    }
    fn run(self) -> Ran {
        self.run_while(|_| {})
    }
    /// Calls `meanwhile` with the program's folder while it runs.
    fn run_while(self, meanwhile: impl FnOnce(&Path)) -> Ran {
        let _alone = alone();
        let folder = tempfile::tempdir().unwrap();
        let mut command = bounded(BINARY);
        command.args(["run", "--nproc", &self.ranks.to_string()]).arg(file(self.program)).args(self.arguments);
        command.current_dir(folder.path()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.env_remove("TENSORCELL_EMULATE").env_remove("TENSORCELL_EMULATE_NCCL");
        if self.devices > 0 {
            command.env("TENSORCELL_EMULATE", self.devices.to_string());
        }
        command.envs(self.variables);
        let child = command.spawn().unwrap();
        meanwhile(folder.path());
        child.wait_with_output().unwrap().into()
    }
}

/// Makes a folder for PATH with all programs except those that start ranks; adds the given mpirun.
fn programs(mpirun: Option<&Path>) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let path = std::env::var_os("PATH").unwrap();
    for program in std::env::split_paths(&path).filter_map(|folder| folder.read_dir().ok()).flatten().flatten() {
        if !["mpirun", "srun"].iter().any(|name| program.file_name() == *name) {
            // The first program of a name takes precedence on PATH.
            let _ = std::os::unix::fs::symlink(program.path(), folder.path().join(program.file_name()));
        }
    }
    if let Some(mpirun) = mpirun {
        std::os::unix::fs::symlink(mpirun, folder.path().join("mpirun")).unwrap();
    }
    folder
}

/// Sorts lines by their leading rank, since ranks print in any order.
fn by_rank(text: &str) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    lines.sort_by_key(|line| line.split(':').next().unwrap_or_default().to_owned());
    lines.join("\n")
}

#[test]
fn programs_print_what_pytorch_prints_with_gloo() {
    if !has_mpirun() {
        return;
    }
    for (name, devices) in [("collectives", 0), ("ddp", 0), ("ddp", 2), ("uneven", 0)] {
        let ran = Job::new(2, devices, &format!("parity/{name}.py")).run();
        let expected = std::fs::read_to_string(file(&format!("parity/{name}.out"))).unwrap();
        assert!(ran.succeeded, "{name}: {}", ran.err);
        assert_eq!(by_rank(&ran.out), by_rank(&expected), "{name}");
    }
}

#[test]
fn gradients_of_ranks_are_those_of_the_whole_batch() {
    if !has_mpirun() {
        return;
    }
    for (ranks, devices) in [(2, 0), (4, 0), (2, 2), (4, 2)] {
        let ran = Job::new(ranks, devices, "gradients.py").run();
        assert!(ran.succeeded, "{ranks} ranks, {devices} devices: {}", ran.err);
        assert_eq!(ran.out.matches("agrees").count(), ranks);
    }
}

/// Waits for a file and returns its contents.
fn awaited(path: &Path) -> String {
    let until = Instant::now() + Duration::from_secs(PATIENCE);
    loop {
        match std::fs::read_to_string(path) {
            Ok(text) => return text,
            Err(_) => assert!(Instant::now() < until, "no {}", path.display()),
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Waits for a file with a process id and returns that process's resident memory.
fn resident_kib(pid: &Path) -> i64 {
    let pid = awaited(pid);
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.split_whitespace().next().unwrap().parse().unwrap()
}

#[test]
fn a_thousand_steps_leave_nothing_behind() {
    if !has_mpirun() {
        return;
    }
    for devices in [0, 1] {
        let mut resident = Vec::new();
        // One heap per thread would take longer to reach its final size.
        let variables = [("MALLOC_ARENA_MAX", "1")];
        let ran = Job::new(2, devices, "thousand.py").variables(&variables).run_while(|folder| {
            for step in (499..3000).step_by(500) {
                resident.push([0, 1].map(|rank| resident_kib(&folder.join(format!("pid-{step}-{rank}")))));
                std::fs::write(folder.join(format!("go-{step}")), "").unwrap();
            }
        });
        assert!(ran.succeeded, "{}", ran.err);
        for rank in [0, 1] {
            // Heaps and bounded records grow by up to 200 KiB in 500 steps until they reach their final size; a leak
            // per step would show in every interval of 500 steps.
            let grown: Vec<i64> = resident.windows(2).map(|pair| pair[1][rank] - pair[0][rank]).collect();
            println!("{devices} devices, rank {rank}: {} KiB after 500 steps, then {grown:?} more", resident[0][rank]);
            assert!(*grown.iter().min().unwrap() < 250, "{devices} devices, rank {rank}: {resident:?} KiB");
        }
        assert_eq!(ran.out.matches("ended 3000").count(), 2);
    }
}

/// Selects the emulator's NCCL, which connects ranks of one machine.
const NCCL: (&str, &str) = ("TENSORCELL_EMULATE_NCCL", "1");

#[test]
fn nccl_computes_what_it_should() {
    if !has_mpirun() {
        return;
    }
    for ranks in [1, 2, 3] {
        let ran = Job::new(ranks, ranks, "nccl.py").variables(&[NCCL]).run();
        assert!(ran.succeeded, "{ranks} ranks: {}", ran.err);
        assert_eq!(ran.out.matches("ok").count(), ranks);
    }
}

#[test]
fn ranks_that_disagree_over_nccl_all_learn_of_it() {
    if !has_mpirun() {
        return;
    }
    for (how, words) in [
        ("shapes", ["all_reduce", "TensorShape=[4]"]),
        ("dtypes", ["TensorDtypes=Float", "TensorDtypes=Double"]),
        ("calls", ["OpType=barrier", "OpType=all_reduce"]),
        ("group", ["new_group: rank 0 gave ranks [0, 1], rank 1 gave [0]", "new_group"]),
        ("device", ["Does each rank use a GPU of its own", "NCCL error: invalid usage"]),
        ("host", ["No backend type associated with device type cpu", "all_reduce"]),
    ] {
        let ran = Job::new(2, 2, "failing.py").arguments(&[how, ""]).variables(&[NCCL]).run();
        assert!(!ran.succeeded, "{how} went well");
        for word in ["[rank0]: ", "[rank1]: "].into_iter().chain(words) {
            assert!(ran.err.contains(word), "{how}: no {word:?} in\n{}", ran.err);
        }
    }
    let late = Job::new(2, 2, "failing.py").arguments(&["late", ""]).variables(&[NCCL]).run();
    assert!(late.err.contains("[Rank 0] barrier: timed out after 2 s"), "{}", late.err);
}

#[test]
fn ranks_that_disagree_all_learn_of_it() {
    if !has_mpirun() {
        return;
    }
    for (how, words) in [
        ("shapes", ["all_reduce: Detected mismatch between collectives on ranks", "TensorShape=[4]"]),
        ("dtypes", ["TensorDtypes=Float", "TensorDtypes=Double"]),
        ("calls", ["OpType=barrier", "OpType=all_reduce"]),
        ("group", ["new_group: rank 0 gave ranks [0, 1], rank 1 gave [0]", "new_group"]),
        ("models", ["appears not to match sizes of the same param in process", "DDP"]),
    ] {
        let ran = Job::new(2, 0, "failing.py").arguments(&[how, ""]).run();
        assert!(!ran.succeeded, "{how} went well");
        for rank in ["[rank0]: ", "[rank1]: "] {
            assert!(ran.err.contains(rank), "{how}: no word of {rank}:\n{}", ran.err);
        }
        for word in words {
            assert!(ran.err.contains(word), "{how}: no {word:?} in\n{}", ran.err);
        }
    }
    let late = Job::new(2, 0, "failing.py").arguments(&["late", ""]).run();
    assert!(late.err.contains("[Rank 0] barrier: timed out after 2 s"), "{}", late.err);
    let message = Job::new(2, 0, "failing.py").arguments(&["message", ""]).run();
    assert!(
        message.err.contains("[Rank 1] recv: rank 0 sent 8 bytes, but the tensor to receive into has 20"),
        "{}",
        message.err
    );
}

#[test]
fn a_rank_that_ends_ends_the_others() {
    if !has_mpirun() {
        return;
    }
    for when in ["init", "forward", "reduce", "between"] {
        for (devices, variables) in [(0, &[][..]), (2, &[NCCL][..])] {
            ends_with_one(when, || Job::new(2, devices, "failing.py").variables(variables));
        }
    }
}

/// Rank 1 raises or is killed at a point of the program: the other rank must end with an error, though its own timeout is a day.
fn ends_with_one<'a>(when: &'a str, job: impl Fn() -> Job<'a>) {
    let raised = job().arguments(&["raises", when]).run();
    assert!(!raised.succeeded && raised.err.contains("[rank1]: ValueError: I am the one"), "{when}: {}", raised.err);
    let killed = job().arguments(&["killed", when]).run_while(|folder| {
        let pid = awaited(&folder.join("pid"));
        Command::new("kill").args(["-9", &pid]).status().unwrap();
    });
    assert!(!killed.succeeded && killed.err.contains("rank 1"), "{when}: {}", killed.err);
}

/// Runs a kernel of `ranks` ranks under Jupyter, with the guide's cells if given; PATH finds its programs.
fn serve_jupyter(ranks: &str, guide: &Path, path: &std::ffi::OsStr) {
    let environment =
        tensorcell::cli::environment::Environment::prepare().expect("the Python environment for the tests");
    let folder = tempfile::tempdir().unwrap();
    let mut install = Command::new(BINARY);
    install.args(["install", "--emulate", "2", "--name", "ranks", "--mpi", ranks, "--prefix"]).arg(folder.path());
    assert!(install.output().unwrap().status.success());
    let _alone = alone();
    let mut command = bounded(environment.program("python"));
    command.arg(file("kernel.py")).arg("ranks").arg(guide).current_dir(folder.path());
    command.env("PATH", path).env("JUPYTER_PATH", folder.path().join("share/jupyter"));
    command.env("JUPYTER_RUNTIME_DIR", folder.path().join("runtime"));
    let ran = Ran::from(command.env("XDG_DATA_HOME", folder.path().join("data")).output().unwrap());
    assert!(ran.succeeded && ran.out.contains("all went well"), "{ranks} ranks: {}\n{}", ran.out, ran.err);
}

#[test]
fn a_kernel_of_several_ranks_serves_jupyter() {
    if !has_mpirun() {
        return;
    }
    for ranks in ["2", "4"] {
        serve_jupyter(ranks, &file("gradients.py"), &std::env::var_os("PATH").unwrap());
    }
}

#[test]
fn without_mpi_emulated_devices_join_ranks() {
    let programs = programs(None);
    let path = [("PATH", programs.path().to_str().unwrap())];
    // Ranks that share a device, or have one each; tensors of the processor are sent through a device.
    for (ranks, devices, backend, words) in [
        (2, 1, "nccl", "the backend 'nccl' is served by the emulator"),
        (3, 3, "nccl", "the backend 'nccl' is served by the emulator"),
        (3, 1, "gloo", "the backend 'gloo' is served through an emulated device"),
    ] {
        let ran = Job::new(ranks, devices, "fresh.py").arguments(&[backend]).variables(&path).run();
        assert!(ran.succeeded, "{ranks} ranks, {devices} devices, {backend}: {}", ran.err);
        assert_eq!(ran.out.matches("agrees").count(), ranks);
        assert!(ran.err.contains(&format!("{ranks} ranks on this machine, without MPI")), "{}", ran.err);
        assert!(ran.err.contains(words), "{}", ran.err);
    }
    let ran = Job::new(2, 2, "gradients.py").variables(&path).run();
    assert!(ran.succeeded && ran.out.matches("agrees").count() == 2, "{}", ran.err);
    let ran = Job::new(2, 1, "parity/ddp.py").variables(&path).run();
    let expected = std::fs::read_to_string(file("parity/ddp.out")).unwrap();
    assert!(ran.succeeded, "{}", ran.err);
    assert_eq!(by_rank(&ran.out), by_rank(&expected));
    // With NVIDIA's rules.
    let ran = Job::new(2, 2, "nccl.py").variables(&path).variables(&[NCCL]).run();
    assert!(ran.succeeded && ran.out.matches("ok").count() == 2, "{}", ran.err);
}

#[test]
fn without_mpi_ranks_end_together() {
    let programs = programs(None);
    let path = [("PATH", programs.path().to_str().unwrap())];
    for when in ["init", "forward", "between"] {
        ends_with_one(when, || Job::new(2, 2, "failing.py").variables(&path).variables(&[NCCL]));
    }
    // Through a device, for tensors of the processor.
    let ran = Job::new(2, 1, "failing.py").arguments(&["shapes", ""]).variables(&path).run();
    assert!(!ran.succeeded, "{}", ran.err);
    for word in ["[rank0]: ", "[rank1]: ", "Detected mismatch between collectives on ranks", "TensorShape=[4]"] {
        assert!(ran.err.contains(word), "no {word:?} in\n{}", ran.err);
    }
}

#[test]
fn without_mpi_a_kernel_of_several_ranks_serves_jupyter() {
    let programs = programs(None);
    serve_jupyter("2", Path::new("-"), programs.path().as_os_str());
}

#[test]
fn what_mpi_lacks_is_said_in_a_sentence() {
    let programs = programs(None);
    let path = [("PATH", programs.path().to_str().unwrap())];
    let ran = Job::new(2, 0, "failing.py").arguments(&["shapes", ""]).variables(&path).run();
    let words = "tensors of the processor travel between processes by MPI, and mpirun was not found: install it (Debian: apt \
                 install openmpi-bin), or run on emulated devices (TENSORCELL_EMULATE=2), which need none";
    assert!(!ran.succeeded && ran.err.matches(words).count() == 2, "{}", ran.err);
    // As mpirun would start it: without a library, and with one that is not MPI.
    let program = tempfile::tempdir().unwrap();
    let path = program.path().join("init.py");
    std::fs::write(
        &path,
        "import torch.distributed as dist\nprint(dist.is_mpi_available())\ndist.init_process_group('mpi')",
    )
    .unwrap();
    let with_library = |library: &str| {
        let mut command = bounded(BINARY);
        command.arg("run").arg(&path).env("TENSORCELL_LIBMPI", library).env_remove("TENSORCELL_EMULATE");
        let ranks = ["RANK", "LOCAL_RANK"].map(|name| (format!("OMPI_COMM_WORLD_{name}"), "0"));
        let sizes = ["SIZE", "LOCAL_SIZE"].map(|name| (format!("OMPI_COMM_WORLD_{name}"), "2"));
        let ran = Ran::from(command.envs(ranks).envs(sizes).output().unwrap());
        assert!(!ran.succeeded && ran.out == "False\n", "{}", ran.out);
        ran.err
    };
    let missing = with_library("/nowhere/libmpi.so");
    assert!(missing.contains("TENSORCELL_LIBMPI names no MPI that can be used: /nowhere/libmpi.so"), "{missing}");
    let other = with_library("libc.so.6");
    assert!(other.contains("libc.so.6 is neither Open MPI, nor MPICH, nor has it MPI 5's binary interface"), "{other}");
}

#[test]
fn mpich_joins_ranks_as_open_mpi_does() {
    let path = std::env::var_os("PATH").unwrap();
    let found = std::env::split_paths(&path).map(|folder| folder.join("mpirun.mpich")).find(|file| file.exists());
    let Some(mpirun) = found else {
        return skipped::skipped("mpirun.mpich was not found (Debian: apt install mpich)");
    };
    let programs = programs(Some(&mpirun));
    let path = [("PATH", programs.path().to_str().unwrap())];
    let ran = Job::new(2, 0, "parity/collectives.py").variables(&path).run();
    let expected = std::fs::read_to_string(file("parity/collectives.out")).unwrap();
    assert!(ran.succeeded, "{}", ran.err);
    assert_eq!(by_rank(&ran.out), by_rank(&expected));
    // If a rank is killed, Hydra ends the others before they can print anything.
    let raised = Job::new(2, 0, "failing.py").arguments(&["raises", "between"]).variables(&path).run();
    assert!(!raised.succeeded && raised.err.contains("[rank1]: ValueError: I am the one"), "{}", raised.err);
}

#[test]
fn enterprise_gateway_starts_kernels() {
    if !has_mpirun() {
        return;
    }
    let python = match std::env::var_os("TENSORCELL_GATEWAY_PYTHON") {
        Some(python) => PathBuf::from(python),
        None => tensorcell_device::libraries::cache_folder().join("gateway/bin/python"),
    };
    let found = Command::new(&python).args(["-c", "import enterprise_gateway"]).output();
    if !found.is_ok_and(|output| output.status.success()) {
        let why = format!("{} has no jupyter_enterprise_gateway (TENSORCELL_GATEWAY_PYTHON)", python.display());
        return skipped::skipped(&why);
    }
    let files = Path::new(env!("CARGO_MANIFEST_DIR")).join("deploy/enterprise-gateway");
    let _alone = alone();
    for ranks in ["0", "2"] {
        let folder = tempfile::tempdir().unwrap();
        let mut command = bounded(&python);
        command.arg(file("gateway.py")).arg(BINARY).args([files.as_os_str(), ranks.as_ref()]);
        let ran = Ran::from(command.current_dir(folder.path()).output().unwrap());
        assert!(ran.succeeded && ran.out.contains("all went well"), "{ranks} ranks: {}\n{}", ran.out, ran.err);
    }
}

/// Runs a script that sets up machines, as root; reports the test as skipped if programs are missing.
fn on_machines(script: &str, needs: &[&str], files: &[&Path], last_words: &str) {
    if !has_mpirun() {
        return;
    }
    let found =
        |program: &&str| Command::new("which").arg(program).output().is_ok_and(|output| output.status.success());
    let root = Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout == b"0\n");
    if !root || !needs.iter().all(found) {
        return skipped::skipped(&format!("it wants root, and the programs {}", needs.join(", ")));
    }
    let environment =
        tensorcell::cli::environment::Environment::prepare().expect("the Python environment for the tests");
    let _alone = alone();
    let mut command = bounded(file(script));
    command.arg(BINARY).args(files).arg(environment.program("python")).arg(file(""));
    let ran = Ran::from(command.output().unwrap());
    assert!(ran.succeeded && ran.out.contains(last_words), "{}\n{}", ran.out, ran.err);
}

#[test]
fn slurm_starts_programs_and_kernels() {
    let files = Path::new(env!("CARGO_MANIFEST_DIR")).join("deploy/slurm");
    on_machines("slurm.sh", &["slurmctld", "slurmd", "munged"], &[&files], "Slurm went well");
}

#[test]
fn ranks_on_two_machines_find_each_other() {
    on_machines("hosts.sh", &["ip", "unshare", "mount"], &[], "two machines went well");
}

#[test]
fn the_files_for_clusters_are_whole() {
    let deploy = Path::new(env!("CARGO_MANIFEST_DIR")).join("deploy");
    for name in ["tensorcell_distributed", "tensorcell_kubernetes"] {
        let spec = std::fs::read_to_string(deploy.join("enterprise-gateway").join(name).join("kernel.json")).unwrap();
        let spec: serde_json::Value = serde_json::from_str(&spec).unwrap();
        let class = spec["metadata"]["process_proxy"]["class_name"].as_str().unwrap();
        assert!(class.starts_with("enterprise_gateway.services.processproxies."), "{class}");
        for place in ["{kernel_id}", "{response_address}", "{public_key}", "{port_range}"] {
            assert!(spec["argv"].as_array().unwrap().iter().any(|argument| argument == place), "{name}: no {place}");
        }
    }
    let spec = std::fs::read_to_string(deploy.join("slurm/kernel.json")).unwrap();
    let spec: serde_json::Value = serde_json::from_str(&spec).unwrap();
    assert_eq!(spec["argv"][1], "kernel");
    if !has_mpirun() {
        return;
    }
    let _alone = alone();
    // Slurm's commands as the script sees them: a job of two tasks.
    let folder = tempfile::tempdir().unwrap();
    let srun = "#!/bin/sh\nwhile case $1 in --*) true;; *) false;; esac; do shift; done\n\
                exec mpirun --oversubscribe -n 2 \"$@\"\n";
    for (name, text) in [("srun", srun), ("scontrol", "#!/bin/sh\necho 127.0.0.1\n")] {
        std::fs::write(folder.path().join(name), text).unwrap();
        Command::new("chmod").arg("+x").arg(folder.path().join(name)).status().unwrap();
    }
    let path = format!("{}:{}", folder.path().display(), std::env::var("PATH").unwrap());
    let output = bounded("bash")
        .arg(deploy.join("slurm/train.sbatch"))
        .arg(file("gradients.py"))
        .envs([
            ("PATH", path.as_str()),
            ("SLURM_JOB_ID", "4711"),
            ("SLURM_JOB_NODELIST", "here"),
            ("SLURM_CPUS_PER_TASK", "1"),
        ])
        .envs([("OMPI_ALLOW_RUN_AS_ROOT", "1"), ("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1")])
        .env("TENSORCELL", BINARY)
        .current_dir(folder.path())
        .output()
        .unwrap();
    let out = String::from_utf8_lossy(&output.stdout);
    assert_eq!(out.matches("agrees").count(), 2, "{out}{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn what_the_environment_lacks_is_named() {
    if !has_mpirun() {
        return;
    }
    let _alone = alone();
    let program = tempfile::tempdir().unwrap();
    let path = program.path().join("init.py");
    std::fs::write(
        &path,
        "import torch.distributed as dist\ndist.init_process_group('gloo')\nprint(dist.get_world_size())",
    )
    .unwrap();
    let alone = |variables: &[(&str, &str)]| {
        let output = Command::new(BINARY).arg("run").arg(&path).envs(variables.iter().copied()).output().unwrap();
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
    };
    assert!(alone(&[]).contains("environment variable RANK expected, but not set"));
    let rank = [("RANK", "0"), ("WORLD_SIZE", "2")];
    assert!(alone(&rank).contains("environment variable MASTER_ADDR expected, but not set"));
    let all = [("RANK", "0"), ("WORLD_SIZE", "2"), ("MASTER_ADDR", "127.0.0.1"), ("MASTER_PORT", "29511")];
    assert!(alone(&all).contains("tensorcell run --nproc 2"));
    let one = [("RANK", "0"), ("WORLD_SIZE", "1"), ("MASTER_ADDR", "127.0.0.1"), ("MASTER_PORT", "29511")];
    assert!(alone(&one).starts_with("1\n"), "{}", alone(&one));

    // Another world size, and a port in use: an error on every rank.
    let listener = std::net::TcpListener::bind("0.0.0.0:0").unwrap();
    let port = listener.local_addr().unwrap().port().to_string();
    let several = |name: &str, value: &str| {
        let mut command = bounded(BINARY);
        command.args(["run", "--nproc", "2"]).arg(&path);
        command.env("MASTER_ADDR", "127.0.0.1").env("MASTER_PORT", "0").env(name, value);
        String::from_utf8_lossy(&command.output().unwrap().stderr).into_owned()
    };
    let port = several("MASTER_PORT", &port);
    for words in ["[rank0]: ", "[rank1]: ", "cannot listen on port"] {
        assert!(port.contains(words), "{words}: {port}");
    }
    std::fs::write(&path, "import torch.distributed as dist\ndist.init_process_group('gloo', world_size=3)").unwrap();
    let size = several("X", "");
    for words in ["[rank0]: ", "[rank1]: ", "the program says rank 1 of 3, MPI started it as rank 1 of 2"] {
        assert!(size.contains(words), "{words}: {size}");
    }
}
