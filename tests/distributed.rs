//! Several processes: `torch.distributed` under mpirun, against PyTorch's gloo, and what becomes of ranks that fail.
//!
//! Needs mpirun and a tensorcell built with MPI: this test's own with `--features mpi`, or the one that
//! `TENSORCELL_MPI` names (`.ci/run` builds it). Without them the tests say that they were skipped.

mod skipped;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A tensorcell with MPI; None, said once a test, where there is none or no mpirun.
fn with_mpi() -> Option<PathBuf> {
    let named = std::env::var_os("TENSORCELL_MPI").map(PathBuf::from);
    let own = cfg!(feature = "mpi").then(|| env!("CARGO_BIN_EXE_tensorcell").into());
    let Some(binary) = named.or(own) else {
        skipped::skipped("this build has no MPI, and TENSORCELL_MPI names none that has");
        return None;
    };
    if Command::new("mpirun").arg("--version").output().is_err() {
        skipped::skipped("mpirun was not found (Debian: apt install openmpi-bin libopenmpi-dev)");
        return None;
    }
    Some(binary)
}

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/distributed").join(name)
}

struct Ran {
    succeeded: bool,
    out: String,
    err: String,
    took: Duration,
}

/// One program at a time: each has several processes, and some are held to a time.
fn alone() -> std::sync::MutexGuard<'static, ()> {
    static ALONE: std::sync::Mutex<()> = std::sync::Mutex::new(());
    ALONE.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// Runs a program on some ranks in a folder of its own; killed, and an error, after four minutes.
fn run(
    binary: &Path,
    ranks: usize,
    devices: usize,
    program: &Path,
    args: &[&str],
    meanwhile: impl FnOnce(&Path),
) -> Ran {
    run_with(binary, ranks, devices, program, args, &[], meanwhile)
}

/// As `run`, with more variables.
fn run_with(
    binary: &Path,
    ranks: usize,
    devices: usize,
    program: &Path,
    args: &[&str],
    variables: &[(&str, &str)],
    meanwhile: impl FnOnce(&Path),
) -> Ran {
    let _alone = alone();
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new("timeout");
    command.args(["480"]).arg(binary).args(["run", "--nproc", &ranks.to_string()]).arg(program).args(args);
    command.current_dir(folder.path()).stdout(Stdio::piped()).stderr(Stdio::piped()).env_remove("TENSORCELL_EMULATE");
    if devices > 0 {
        command.env("TENSORCELL_EMULATE", devices.to_string());
    }
    command.env_remove("TENSORCELL_EMULATE_NCCL").envs(variables.iter().copied());
    let began = Instant::now();
    let child = command.spawn().unwrap();
    meanwhile(folder.path());
    let output = child.wait_with_output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Ran {
        succeeded: output.status.success(),
        out: text(&output.stdout),
        err: text(&output.stderr),
        took: began.elapsed(),
    }
}

/// Lines by rank, which begins each: ranks print in any order.
fn by_rank(text: &str) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    lines.sort_by_key(|line| line.split(':').next().unwrap_or_default().to_owned());
    lines.join("\n")
}

#[test]
fn programs_print_what_pytorch_prints_with_gloo() {
    let Some(binary) = with_mpi() else { return };
    for (name, devices) in [("collectives", 0), ("ddp", 0), ("ddp", 2), ("uneven", 0)] {
        let ran = run(&binary, 2, devices, &file(&format!("parity/{name}.py")), &[], |_| {});
        let expected = std::fs::read_to_string(file(&format!("parity/{name}.out"))).unwrap();
        assert!(ran.succeeded, "{name}: {}", ran.err);
        assert_eq!(by_rank(&ran.out), by_rank(&expected), "{name}");
    }
}

#[test]
fn gradients_of_ranks_are_those_of_the_whole_batch() {
    let Some(binary) = with_mpi() else { return };
    for (ranks, devices) in [(2, 0), (4, 0), (2, 2), (4, 2)] {
        let ran = run(&binary, ranks, devices, &file("gradients.py"), &[], |_| {});
        assert!(ran.succeeded, "{ranks} ranks, {devices} devices: {}", ran.err);
        assert_eq!(ran.out.matches("agrees").count(), ranks);
    }
}

/// The host memory of the process that a file names, once it is there.
fn resident_kib(pid: &Path) -> i64 {
    let until = Instant::now() + Duration::from_secs(120);
    let pid = loop {
        match std::fs::read_to_string(pid) {
            Ok(pid) => break pid,
            Err(_) => assert!(Instant::now() < until, "no {}", pid.display()),
        }
        std::thread::sleep(Duration::from_millis(10));
    };
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.split_whitespace().next().unwrap().parse().unwrap()
}

#[test]
fn a_thousand_steps_leave_nothing_behind() {
    let Some(binary) = with_mpi() else { return };
    for devices in [0, 1] {
        let mut resident = Vec::new();
        // A heap for each thread would settle later still.
        let variables = [("MALLOC_ARENA_MAX", "1")];
        let ran = run_with(&binary, 2, devices, &file("thousand.py"), &[], &variables, |folder| {
            for step in (499..3000).step_by(500) {
                resident.push([0, 1].map(|rank| resident_kib(&folder.join(format!("pid-{step}-{rank}")))));
                std::fs::write(folder.join(format!("go-{step}")), "").unwrap();
            }
        });
        assert!(ran.succeeded, "{}", ran.err);
        for rank in [0, 1] {
            // Heaps settle and bounded records fill in their own time, by up to 200 KiB in 500 steps; what each step keeps
            // would be seen in every 500 of them.
            let grown: Vec<i64> = resident.windows(2).map(|pair| pair[1][rank] - pair[0][rank]).collect();
            println!("{devices} devices, rank {rank}: {} KiB after 500 steps, then {grown:?} more", resident[0][rank]);
            assert!(*grown.iter().min().unwrap() < 250, "{devices} devices, rank {rank}: {resident:?} KiB");
        }
        assert_eq!(ran.out.matches("ended 3000").count(), 2);
    }
}

/// The emulator's NCCL, which joins the ranks of one machine.
const NCCL: (&str, &str) = ("TENSORCELL_EMULATE_NCCL", "1");

#[test]
fn nccl_computes_what_it_should() {
    let Some(binary) = with_mpi() else { return };
    for ranks in [1, 2, 3] {
        let ran = run_with(&binary, ranks, ranks, &file("nccl.py"), &[], &[NCCL], |_| {});
        assert!(ran.succeeded, "{ranks} ranks: {}", ran.err);
        assert_eq!(ran.out.matches("ok").count(), ranks);
    }
}

#[test]
fn ranks_that_disagree_over_nccl_all_learn_of_it() {
    let Some(binary) = with_mpi() else { return };
    for (how, words) in [
        ("shapes", ["all_reduce", "TensorShape=[4]"]),
        ("dtypes", ["TensorDtypes=Float", "TensorDtypes=Double"]),
        ("calls", ["OpType=barrier", "OpType=all_reduce"]),
        ("group", ["new_group: rank 0 gave ranks [0, 1], rank 1 gave [0]", "new_group"]),
        ("device", ["Does each rank use a GPU of its own", "NCCL error: invalid usage"]),
        ("host", ["No backend type associated with device type cpu", "all_reduce"]),
    ] {
        let ran = run_with(&binary, 2, 2, &file("failing.py"), &[how, ""], &[NCCL], |_| {});
        assert!(!ran.succeeded && ran.took < Duration::from_secs(15), "{how}: {:?}", ran.took);
        for word in ["[rank0]: ", "[rank1]: "].into_iter().chain(words) {
            assert!(ran.err.contains(word), "{how}: no {word:?} in\n{}", ran.err);
        }
    }
    let late = run_with(&binary, 2, 2, &file("failing.py"), &["late", ""], &[NCCL], |_| {});
    assert!(late.err.contains("[Rank 0] barrier: timed out after 2 s"), "{}", late.err);
}

#[test]
fn ranks_that_disagree_all_learn_of_it() {
    let Some(binary) = with_mpi() else { return };
    for (how, words) in [
        ("shapes", ["all_reduce: Detected mismatch between collectives on ranks", "TensorShape=[4]"]),
        ("dtypes", ["TensorDtypes=Float", "TensorDtypes=Double"]),
        ("calls", ["OpType=barrier", "OpType=all_reduce"]),
        ("group", ["new_group: rank 0 gave ranks [0, 1], rank 1 gave [0]", "new_group"]),
        ("models", ["appears not to match sizes of the same param in process", "DDP"]),
    ] {
        let ran = run(&binary, 2, 0, &file("failing.py"), &[how, ""], |_| {});
        assert!(!ran.succeeded, "{how} went well");
        for rank in ["[rank0]: ", "[rank1]: "] {
            assert!(ran.err.contains(rank), "{how}: no word of {rank}:\n{}", ran.err);
        }
        for word in words {
            assert!(ran.err.contains(word), "{how}: no {word:?} in\n{}", ran.err);
        }
    }
    let late = run(&binary, 2, 0, &file("failing.py"), &["late", ""], |_| {});
    assert!(late.err.contains("[Rank 0] barrier: timed out after 2 s"), "{}", late.err);
    let message = run(&binary, 2, 0, &file("failing.py"), &["message", ""], |_| {});
    assert!(
        message.err.contains("[Rank 1] recv: rank 0 sent 8 bytes, but the tensor to receive into has 20"),
        "{}",
        message.err
    );
}

#[test]
fn a_rank_that_ends_ends_the_others() {
    let Some(binary) = with_mpi() else { return };
    let phases = ["init", "forward", "reduce", "between"];
    let ways: [(usize, &[(&str, &str)]); 2] = [(0, &[]), (2, &[NCCL])];
    for (when, (devices, variables)) in phases.into_iter().flat_map(|when| ways.map(|way| (when, way))) {
        let run = |args: [&str; 2], meanwhile: &mut dyn FnMut(&Path)| {
            run_with(&binary, 2, devices, &file("failing.py"), &args, variables, meanwhile)
        };
        let raised = run(["raises", when], &mut |_| {});
        assert!(
            !raised.succeeded && raised.err.contains("[rank1]: ValueError: I am the one"),
            "{when}: {}",
            raised.err
        );
        assert!(raised.took < Duration::from_secs(10), "{when}: {:?}", raised.took);
        let mut killed_at = Instant::now();
        let killed = run(["killed", when], &mut |folder| {
            let pid = (0..300).find_map(|_| {
                std::thread::sleep(Duration::from_millis(100));
                std::fs::read_to_string(folder.join("pid")).ok().filter(|pid| !pid.is_empty())
            });
            std::thread::sleep(Duration::from_millis(200));
            Command::new("kill").args(["-9", &pid.expect("rank 1 says its number")]).status().unwrap();
            killed_at = Instant::now();
        });
        assert!(!killed.succeeded && killed.err.contains("rank 1"), "{when}: {}", killed.err);
        assert!(killed_at.elapsed() < Duration::from_secs(10), "{when}: {:?}", killed_at.elapsed());
    }
}

#[test]
fn a_kernel_of_several_ranks_serves_jupyter() {
    let Some(binary) = with_mpi() else { return };
    let environment =
        tensorcell::cli::environment::Environment::prepare().expect("the Python environment for the tests");
    let folder = tempfile::tempdir().unwrap();
    for ranks in ["2", "4"] {
        let mut install = Command::new(&binary);
        install.args(["install", "--emulate", "2", "--name", "ranks", "--mpi", ranks, "--prefix"]).arg(folder.path());
        assert!(install.output().unwrap().status.success());
        let _alone = alone();
        let output = Command::new("timeout")
            .arg("500")
            .arg(environment.program("python"))
            .arg(file("kernel.py"))
            .args(["ranks".as_ref(), file("gradients.py").as_os_str()])
            .current_dir(folder.path())
            .env("JUPYTER_PATH", folder.path().join("share/jupyter"))
            .env("JUPYTER_RUNTIME_DIR", folder.path().join("runtime"))
            .env("XDG_DATA_HOME", folder.path().join("data"))
            .output()
            .unwrap();
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let (out, err) = (text(&output.stdout), text(&output.stderr));
        let code = output.status.code();
        assert!(code == Some(0) && out.contains("all went well"), "{ranks} ranks, exit code {code:?}: {out}\n{err}");
    }
}

#[test]
fn enterprise_gateway_starts_kernels() {
    let Some(binary) = with_mpi() else { return };
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
        let output = Command::new("timeout")
            .arg("300")
            .arg(&python)
            .arg(file("gateway.py"))
            .arg(&binary)
            .args([files.as_os_str(), ranks.as_ref()])
            .current_dir(folder.path())
            .output()
            .unwrap();
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let (out, err) = (text(&output.stdout), text(&output.stderr));
        assert!(output.status.success() && out.contains("all went well"), "{ranks} ranks: {out}\n{err}");
    }
}

/// Runs a script that sets up machines, as root; says that it was skipped where programs are missing.
fn on_machines(script: &str, needs: &[&str], files: &[&Path], last_words: &str) {
    let Some(binary) = with_mpi() else { return };
    let found =
        |program: &&str| Command::new("which").arg(program).output().is_ok_and(|output| output.status.success());
    let root = Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout == b"0\n");
    if !root || !needs.iter().all(found) {
        return skipped::skipped(&format!("it wants root, and the programs {}", needs.join(", ")));
    }
    let environment =
        tensorcell::cli::environment::Environment::prepare().expect("the Python environment for the tests");
    let _alone = alone();
    let mut command = Command::new("timeout");
    command.arg("500").arg(file(script)).arg(&binary).args(files).arg(environment.program("python")).arg(file(""));
    let output = command.output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert!(output.status.success() && out.contains(last_words), "{out}\n{err}");
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
    let Some(binary) = with_mpi() else { return };
    let _alone = alone();
    // Slurm's programs, as the script meets them: a job of two tasks.
    let folder = tempfile::tempdir().unwrap();
    let srun = "#!/bin/sh\nwhile case $1 in --*) true;; *) false;; esac; do shift; done\n\
                exec mpirun --oversubscribe -n 2 \"$@\"\n";
    for (name, text) in [("srun", srun), ("scontrol", "#!/bin/sh\necho 127.0.0.1\n")] {
        std::fs::write(folder.path().join(name), text).unwrap();
        Command::new("chmod").arg("+x").arg(folder.path().join(name)).status().unwrap();
    }
    let path = format!("{}:{}", folder.path().display(), std::env::var("PATH").unwrap());
    let output = Command::new("timeout")
        .args(["90", "bash"])
        .arg(deploy.join("slurm/train.sbatch"))
        .arg(file("gradients.py"))
        .envs([
            ("PATH", path.as_str()),
            ("SLURM_JOB_ID", "4711"),
            ("SLURM_JOB_NODELIST", "here"),
            ("SLURM_CPUS_PER_TASK", "1"),
        ])
        .envs([("OMPI_ALLOW_RUN_AS_ROOT", "1"), ("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1")])
        .env("TENSORCELL", &binary)
        .current_dir(folder.path())
        .output()
        .unwrap();
    let out = String::from_utf8_lossy(&output.stdout);
    assert_eq!(out.matches("agrees").count(), 2, "{out}{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn what_the_environment_lacks_is_named() {
    let Some(binary) = with_mpi() else { return };
    let _alone = alone();
    let program = tempfile::tempdir().unwrap();
    let path = program.path().join("init.py");
    std::fs::write(
        &path,
        "import torch.distributed as dist\ndist.init_process_group('gloo')\nprint(dist.get_world_size())",
    )
    .unwrap();
    let alone = |variables: &[(&str, &str)]| {
        let output = Command::new(&binary).arg("run").arg(&path).envs(variables.iter().copied()).output().unwrap();
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
    };
    assert!(alone(&[]).contains("environment variable RANK expected, but not set"));
    let rank = [("RANK", "0"), ("WORLD_SIZE", "2")];
    assert!(alone(&rank).contains("environment variable MASTER_ADDR expected, but not set"));
    let all = [("RANK", "0"), ("WORLD_SIZE", "2"), ("MASTER_ADDR", "127.0.0.1"), ("MASTER_PORT", "29511")];
    assert!(alone(&all).contains("tensorcell run --nproc 2"));
    let one = [("RANK", "0"), ("WORLD_SIZE", "1"), ("MASTER_ADDR", "127.0.0.1"), ("MASTER_PORT", "29511")];
    assert!(alone(&one).starts_with("1\n"), "{}", alone(&one));

    // A world of another size, and a port in use: an error on every rank.
    let listener = std::net::TcpListener::bind("0.0.0.0:0").unwrap();
    let port = listener.local_addr().unwrap().port().to_string();
    let several = |name: &str, value: &str| {
        let mut command = Command::new("timeout");
        command.arg("60").arg(&binary).args(["run", "--nproc", "2"]).arg(&path);
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
