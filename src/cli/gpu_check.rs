//! `gpu-check`: tests and measures what only hardware can show: the parity programs, graphs, streams, faults and the
//! allocator on this machine's GPU, and the same measurements under PyTorch if python3 has it.
//!
//! Each program runs in its own process. Without a GPU the check runs on the emulator and reports that.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};

use tensorcell_device::allocator::{self, Block};
use tensorcell_device::{Device, cudnn, driver, host_work, nvml, probe};
use tensorcell_dist::{self as dist, port::HeldPort};
use tensorcell_engine::cuda::ready;

/// Programs that assert their results and end by printing `ok`.
const PROGRAMS: &[(&str, &str)] = &[
    ("graphs", include_str!("../../tests/cuda/programs/graphs.py")),
    ("training steps in graphs", include_str!("../../tests/cuda/programs/captured_steps.py")),
    ("convolutions", include_str!("../../tests/cuda/programs/convolutions.py")),
    (LONG, include_str!("../../tests/cuda/programs/layers.py")),
    ("recurrent layers", include_str!("../../tests/cuda/programs/recurrent.py")),
    ("half types", include_str!("../../tests/cuda/programs/half.py")),
    ("memory techniques", include_str!("../../tests/cuda/programs/memory_techniques.py")),
    ("pinned memory", include_str!("../../tests/cuda/programs/pinned.py")),
    ("profiler", include_str!("../../tests/cuda/programs/profiler.py")),
    ("streams and events", include_str!("../../tests/cuda/programs/streams.py")),
    ("kernels of the user's own", include_str!("../../tests/cuda/programs/kernels.py")),
    ("their faults", include_str!("../../tests/cuda/programs/kernel_faults.py")),
    (SEVERAL, include_str!("../../tests/cuda/programs/data_parallel.py")),
    ("faults", include_str!("../../tests/cuda/programs/faults.py")),
];
/// The program with the most kernels to compile. `--quick` skips it.
const LONG: &str = "norms and attention";
/// The program that needs two devices.
const SEVERAL: &str = "one module on two devices";
/// The program of several processes. Each one has its own device.
const NCCL: &str = include_str!("../../tests/distributed/nccl.py");
const FIGURES: &str = include_str!("gpu_check.py");
/// The number of parity programs that `--quick` runs.
const QUICK: usize = 6;
/// A program that takes longer is considered stuck.
const PATIENCE: Duration = Duration::from_secs(300);
/// With `--quick`, no check begins later than this on a GPU.
const QUICK_ENDS: Duration = Duration::from_secs(8 * 60);
/// Lines of a failure that are printed. The JSON file has more.
const SHOWN: usize = 8;
const KEPT: usize = 100;

/// What to check and where to write the results.
pub struct Options {
    /// Runs few programs with small sizes.
    pub quick: bool,
    /// The folder of parity programs (`NAME.py` and `NAME.out`).
    pub programs: Option<PathBuf>,
    pub json: PathBuf,
}

/// Runs all checks, prints their table and writes them as JSON. Returns exit code 1 if one failed.
pub fn run(options: &Options) -> Result<ExitCode> {
    // An emulated device stands in for a GPU here, with its kernels.
    host_work::want_kernels();
    let found = probe::probe();
    let Some(device) = found.devices.first() else {
        let why = driver::why_none().map(|error| format!("{error}\n")).unwrap_or_default();
        bail!("{why}no CUDA device: with TENSORCELL_EMULATE=1 the checks run on an emulated one");
    };
    if found.nvrtc.is_none() {
        bail!("NVRTC was not found, and without it no kernel can be compiled: pip install nvidia-cuda-nvrtc");
    }
    // Check first that the results can be written.
    let writable = std::fs::OpenOptions::new().append(true).create(true).open(&options.json);
    writable.with_context(|| format!("cannot write {}", options.json.display()))?;
    let began = Instant::now();
    let scratch = Scratch::new()?;
    let kind = if found.emulated { "EMULATED: nothing here was measured on a GPU" } else { "hardware" };
    let version = found.driver.map_or("?".to_owned(), |(major, minor)| format!("{major}.{minor}"));
    println!("{} ({kind}), driver for CUDA {version}, compute capability {:?}", device.name, device.capability);
    let ((ready, all), cudnn) = (ready::count(0), cudnn::version());
    match found.emulated {
        true => println!("no cuDNN: convolutions are by kernels of our own\n"),
        false => println!(
            "{ready} of {all} base programs were compiled before; cuDNN {}\n",
            cudnn.map_or("was not found: convolutions are by kernels of our own".to_owned(), |v| v.to_string())
        ),
    }
    if !found.cublaslt {
        println!("cuBLASLt was not found: matrix products use our own slow kernel (pip install nvidia-cublas)\n");
    }
    // An emulated device is as slow as its processor, so it has no time limit.
    let late = || options.quick && !found.emulated && began.elapsed() > QUICK_ENDS;

    let mut checks = Vec::new();
    for (name, source) in PROGRAMS {
        if *name == SEVERAL && found.devices.len() < 2 {
            println!("  not run {name}: there is one device");
            continue;
        }
        if options.quick && *name == LONG {
            continue;
        }
        if late() {
            checks.push(not_in_time(name));
            continue;
        }
        let file = scratch.0.join(name.replace(' ', "_")).with_extension("py");
        std::fs::write(&file, source)?;
        checks.push(check(name, || {
            let output = execute(&own_program(&file)?)?;
            if output.ends_with("ok\n") { Ok(()) } else { bail!("{}", failure_text(&output)) }
        }));
    }
    checks.push(check("allocator against the driver", allocator_truth));
    match late() {
        true => checks.push(not_in_time("NCCL")),
        false => checks.extend(nccl(found.devices.len(), &scratch)?),
    }
    match parity_folder(options) {
        Some(folder) => checks.extend(parity(&folder, options.quick, late)?),
        None => println!("no parity programs: give their folder with --programs"),
    }

    let file = scratch.0.join("figures.py");
    std::fs::write(&file, FIGURES)?;
    let ours = figures(own_program(&file)?, options.quick)?;
    let theirs = match found.emulated || !python_has_torch() {
        true => Vec::new(),
        false => {
            let mut python = Command::new("python3");
            python.arg(&file);
            figures(python, options.quick)?
        }
    };
    print_figures(&ours, &theirs);

    let failed = checks.iter().filter(|check| !check["passed"].as_bool().unwrap_or(false)).count();
    let report = json!({
        "device": device.name, "emulated": found.emulated, "driver": version, "capability": device.capability,
        "quick": options.quick, "version": env!("CARGO_PKG_VERSION"), "cudnn": cudnn,
        "checks": checks, "figures": ours, "pytorch": theirs,
    });
    std::fs::write(&options.json, serde_json::to_string_pretty(&report)?)
        .with_context(|| format!("cannot write {}", options.json.display()))?;
    println!("\n{} of {} checks passed; written to {}", checks.len() - failed, checks.len(), options.json.display());
    Ok(ExitCode::from(u8::from(failed > 0)))
}

/// Runs one check, prints its line and returns its record.
fn check(name: &str, work: impl FnOnce() -> Result<()>) -> Value {
    let start = Instant::now();
    let outcome = work();
    let time = start.elapsed().as_secs_f64();
    let error = outcome.as_ref().err().map(|error| format!("{error:#}"));
    match &error {
        None => println!("  passed  {name} ({time:.1} s)"),
        Some(error) => {
            let mut lines = error.lines();
            println!("  FAILED  {name} ({time:.1} s): {}", lines.next().unwrap_or_default());
            lines.take(SHOWN).for_each(|line| println!("          {line}"));
        }
    }
    json!({ "name": name, "passed": outcome.is_ok(), "seconds": time, "error": error })
}

/// Returns the record of a check that was skipped for lack of time.
fn not_in_time(name: &str) -> Value {
    let error = format!("not run: {} minutes have passed", QUICK_ENDS.as_secs() / 60);
    println!("  FAILED  {name}: {error}");
    json!({ "name": name, "passed": false, "seconds": 0.0, "error": error })
}

/// A temporary folder.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Result<Scratch> {
        Ok(Scratch(tensorcell_files::process_folder("tensorcell-gpu-check")?))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn own_program(file: &Path) -> Result<Command> {
    let mut command = Command::new(std::env::current_exe()?);
    command.arg("run").arg(file).env(host_work::KERNELS, "1");
    Ok(command)
}

/// Returns what a program printed on stdout and stderr, or an error if it takes too long.
fn execute(command: &Command) -> Result<String> {
    let folder = Scratch::new()?;
    let (out, err) = (folder.0.join("out"), folder.0.join("err"));
    let mut again = Command::new(command.get_program());
    again.args(command.get_args());
    again.envs(command.get_envs().filter_map(|(name, value)| Some((name, value?)))).stdin(Stdio::null());
    again.stdout(std::fs::File::create(&out)?).stderr(std::fs::File::create(&err)?);
    let mut child = again.spawn()?;
    let start = Instant::now();
    let status = loop {
        match child.try_wait()? {
            Some(status) => break status,
            None if start.elapsed() > PATIENCE => {
                let _ = child.kill();
                let _ = child.wait();
                let printed = std::fs::read_to_string(&out).unwrap_or_default();
                bail!("still running after {} s; it had printed:\n{printed}", PATIENCE.as_secs());
            }
            None => std::thread::sleep(Duration::from_millis(5)),
        }
    };
    let mut text = std::fs::read_to_string(&out)?;
    if !status.success() {
        text += &std::fs::read_to_string(&err)?;
    }
    Ok(text)
}

/// Returns the part of a program's output that reports its failure.
fn failure_text(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    if lines.is_empty() {
        return "nothing was printed".to_owned();
    }
    let error = lines.iter().position(|line| line.contains("Error")).unwrap_or(lines.len() - 1);
    lines[error..].iter().take(KEPT).copied().collect::<Vec<_>>().join("\n")
}

/// Checks NCCL with one rank, and with one rank per device: processes of this program, without a launcher.
fn nccl(devices: usize, scratch: &Scratch) -> Result<Vec<Value>> {
    if !dist::has_nccl() {
        let why = if driver::is_emulated() {
            "TENSORCELL_EMULATE_NCCL=1 asks for the emulator's"
        } else {
            "pip install nvidia-nccl-cu13"
        };
        println!("  not run NCCL: there is no libnccl.so.2 ({why})");
        return Ok(Vec::new());
    }
    let file = scratch.0.join("nccl.py");
    std::fs::write(&file, NCCL)?;
    let mut worlds = vec![1];
    worlds.extend((devices > 1).then_some(devices));
    let one = |world: usize| {
        check(&format!("NCCL, {world} ranks"), || {
            let port = HeldPort::take()?;
            let rank = |rank: usize| -> Result<String> {
                let mut program = own_program(&file)?;
                let numbers =
                    [("RANK", rank), ("LOCAL_RANK", rank), ("WORLD_SIZE", world), ("LOCAL_WORLD_SIZE", world)];
                program.envs(numbers.map(|(name, number)| (name, number.to_string())));
                program.env("MASTER_ADDR", "127.0.0.1").env("MASTER_PORT", port.number().to_string());
                execute(&program)
            };
            let rank = &rank;
            let outputs: Vec<_> = std::thread::scope(|scope| {
                let threads: Vec<_> = (0..world).map(|number| scope.spawn(move || rank(number))).collect();
                threads.into_iter().map(|thread| thread.join().unwrap_or_else(|_| bail!("a thread ended"))).collect()
            });
            for (number, output) in outputs.into_iter().enumerate() {
                let output = output.with_context(|| format!("rank {number}"))?;
                if !output.ends_with("ok\n") {
                    bail!("rank {number}: {}", failure_text(&output));
                }
            }
            Ok(())
        })
    };
    if devices == 1 {
        println!("  NCCL is checked with one rank: there is one device");
    }
    Ok(worlds.into_iter().map(one).collect())
}

/// Checks that the allocator's reserved bytes equal the memory that the driver and NVML report as used.
fn allocator_truth() -> Result<()> {
    const BYTES: usize = 64 << 20;
    let device = Device::Cuda(0);
    driver::synchronize(0)?; // creates the context, so that its memory is not counted below
    let reserved = || allocator::stats(device).reserved_bytes.all.current as usize;
    let (free, _) = driver::memory_info(0)?;
    let (used, held) = (nvml::memory_used(0), reserved());
    let block = Block::allocate(device, BYTES)?;
    let (free_after, _) = driver::memory_info(0)?;
    let taken = reserved() - held;
    if free - free_after != taken {
        bail!("the allocator took {taken} bytes, but the driver reports {}", free - free_after);
    }
    if let (Ok(before), Ok(after)) = (used, nvml::memory_used(0))
        && (after - before).abs_diff(taken as u64) > 4 << 20
    {
        bail!("the allocator took {taken} bytes, NVML sees {} more in use", after - before);
    }
    drop(block);
    allocator::empty_cache(device)?;
    if driver::memory_info(0)?.0 != free {
        bail!("not all memory returned to the driver");
    }
    Ok(())
}

/// Returns the given folder, else `parity` beside the binary, else that of the source tree.
fn parity_folder(options: &Options) -> Option<PathBuf> {
    let beside = std::env::current_exe().ok().and_then(|binary| Some(binary.parent()?.join("parity")));
    let candidates = [options.programs.clone(), beside, Some(PathBuf::from("tests/parity"))];
    candidates.into_iter().flatten().find(|folder| folder.is_dir())
}

/// Runs every program that has a recording and is not for the CPU only.
fn parity(folder: &Path, quick: bool, late: impl Fn() -> bool) -> Result<Vec<Value>> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)?.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.retain(|file| file.extension().is_some_and(|e| e == "py") && file.with_extension("out").exists());
    files.sort();
    let mut checks = Vec::new();
    for file in files {
        if std::fs::read_to_string(&file)?.starts_with("# cpu only") {
            continue;
        }
        if quick && checks.len() == QUICK {
            break;
        }
        let name = format!("parity: {}", file.file_stem().unwrap_or_default().to_string_lossy());
        if late() {
            checks.push(not_in_time(&name));
            continue;
        }
        let expected = std::fs::read_to_string(file.with_extension("out"))?;
        checks.push(check(&name, || {
            let printed = execute(&own_program(&file)?)?;
            let mut lines = expected.lines().zip(printed.lines().chain(std::iter::repeat(""))).zip(1..);
            match lines.find(|((expected, printed), _)| expected != printed) {
                Some(((expected, found), line)) => {
                    bail!("line {line}: expected {expected:?}, printed {found:?}")
                }
                None => Ok(()),
            }
        }));
    }
    Ok(checks)
}

fn python_has_torch() -> bool {
    let script = "import sys, torch; sys.exit(not torch.cuda.is_available())";
    let quiet = |command: &mut Command| command.stdout(Stdio::null()).stderr(Stdio::null()).status();
    quiet(Command::new("python3").args(["-c", script])).is_ok_and(|status| status.success())
}

/// Returns the JSON lines that the measuring program prints.
fn figures(mut program: Command, quick: bool) -> Result<Vec<Value>> {
    if quick {
        program.arg("--quick");
    }
    let found = |printed: String| -> Vec<Value> {
        let mut figures: Vec<Value> = printed.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
        if figures.is_empty() {
            figures.push(json!({ "name": "no figure", "unit": "", "error": failure_text(&printed) }));
        }
        figures
    };
    // A failed measurement must not lose the checks.
    Ok(execute(&program)
        .map_or_else(|error| vec![json!({ "name": "no figure", "unit": "", "error": format!("{error:#}") })], found))
}

fn print_figures(ours: &[Value], theirs: &[Value]) {
    let title = if theirs.is_empty() { "" } else { "PyTorch" };
    println!("\n{:36} {:>14} {title:>14}", "", "TensorCell");
    for figure in ours {
        let name = figure["name"].as_str().unwrap_or_default();
        let value = |figure: &Value| match figure["value"].as_f64() {
            Some(value) => format!("{value:.4}"),
            None => "-".to_owned(),
        };
        let their = theirs.iter().find(|their| their["name"] == figure["name"]).map(value).unwrap_or_default();
        let unit = figure["unit"].as_str().unwrap_or_default();
        println!("{name:36} {:>14} {their:>14} {unit}", value(figure));
        if let Some(error) = figure["error"].as_str() {
            println!("    {error}");
        }
    }
}
