//! Builds the emulated libraries with g++, and those of the project's own kernels that run where the host computes, so that machines
//! without g++ have emulated devices.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs, thread};

#[allow(dead_code)] // The engine also uses the list of kernels.
#[path = "../engine/src/cuda/source.rs"]
mod source;

fn main() {
    for folder in [
        "driver",
        "compiler",
        "blas",
        "nccl",
        "include",
        "../engine/src/cuda/source.rs",
        "../engine/src/cuda/parameter_rows.rs",
        "../tensor/src/pointwise_rows.rs",
        "../tensor/src/reduction_rows.rs",
        "../tensor/src/optimizer_rows.rs",
        "../../kernels",
    ] {
        println!("cargo::rerun-if-changed={folder}");
    }
    println!("cargo::rerun-if-env-changed=CXX");
    let out = PathBuf::from(env::var("OUT_DIR").expect("cargo sets OUT_DIR"));
    let root = out.join("root");
    // Cached programs stay valid until their compiler changes.
    let stamp = hash_of(&["include", "compiler"].map(Path::new));
    if fs::read_to_string(out.join("stamp")).ok() != Some(stamp.clone()) {
        let _ = fs::remove_dir_all(&root);
    }
    fs::create_dir_all(root.join("programs")).expect("OUT_DIR can be written");
    fs::write(out.join("stamp"), stamp).expect("OUT_DIR can be written");
    copy_folder(Path::new("include"), &root.join("include"));

    let compiler = cc::Build::new().cpp(true).cargo_metadata(false).get_compiler();
    let link = |output: &Path, arguments: &[&str], sources: &[PathBuf]| {
        let mut command = Command::new(compiler.path());
        command.args(["-std=c++17", "-O2", "-Wall", "-Wextra", "-fPIC", "-pthread"]);
        command.args(arguments).args(sources).arg("-ldl").arg("-o").arg(output);
        run(&mut command);
    };
    let library = |name: &str, folder: &str, extra: &[&str]| {
        let name_option = format!("-Wl,-soname,{name}");
        let mut arguments = vec!["-shared", "-fvisibility=hidden", name_option.as_str()];
        arguments.extend(extra);
        let sources = sources_of(folder).into_iter().filter(|file| !file.ends_with("prebuild.cpp"));
        link(&root.join(name), &arguments, &sources.collect::<Vec<_>>());
    };
    // cudarc tries these names first, so no installed library is found before them.
    thread::scope(|scope| {
        scope.spawn(|| library("libcuda.so", "driver", &[]));
        scope.spawn(|| library("libnvrtc.so", "compiler", &[]));
        scope.spawn(|| library("libcublasLt.so", "blas", &["-O3"]));
        // Integer sums wrap around.
        scope.spawn(|| library("libnccl.so.2", "nccl", &["-fwrapv"]));
    });
    let prebuild = out.join("prebuild");
    let sources = ["prebuild.cpp", "program.cpp", "translate.cpp", "initialisers.cpp"]
        .map(|file| Path::new("compiler").join(file));
    link(&prebuild, &[], &sources);
    // In development each is compiled at first use, as the others always are.
    if env::var("PROFILE").as_deref() == Ok("release") {
        prebuild_programs(&prebuild, &root, &out);
    }
    embed(&root, &out);
}

/// Compiles programs in parallel, one per processor.
fn prebuild_programs(prebuild: &Path, root: &Path, out: &Path) {
    let files: Vec<PathBuf> = source::programs()
        .into_iter()
        .filter(|(name, _)| source::runs_beside_the_host(name))
        .map(|(name, text)| {
            let file = out.join(name);
            fs::write(&file, text).expect("OUT_DIR can be written");
            file
        })
        .collect();
    let workers = thread::available_parallelism().map_or(1, usize::from);
    let compile = |worker: usize| -> Vec<PathBuf> {
        let mine = files.iter().skip(worker).step_by(workers);
        let output = run(Command::new(prebuild).arg(root).args(mine).stderr(Stdio::inherit()));
        output.lines().map(PathBuf::from).collect()
    };
    let libraries: Vec<PathBuf> = thread::scope(|scope| {
        let compile = &compile;
        let threads: Vec<_> = (0..workers).map(|worker| scope.spawn(move || compile(worker))).collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("the programs compile")).collect()
    });
    // Leftovers of an earlier build would only enlarge the binary.
    let mut present = Vec::new();
    list_files(&root.join("programs"), &mut present);
    for stale in present.iter().filter(|file| !libraries.contains(file)) {
        let _ = fs::remove_file(stale);
    }
}

/// A hash of a folder's contents.
fn hash_of(folders: &[&Path]) -> String {
    let mut files = Vec::new();
    folders.iter().for_each(|folder| list_files(folder, &mut files));
    files.sort();
    let mut hasher = DefaultHasher::new();
    for file in files {
        file.file_name().hash(&mut hasher);
        fs::read(file).expect("a readable file").hash(&mut hasher);
    }
    format!("{:016x}", hasher.finish())
}

/// Writes `embedded.rs`: a hash of all files below `root`, and each file by its path there.
fn embed(root: &Path, out: &Path) {
    let mut files = Vec::new();
    list_files(root, &mut files);
    files.sort();
    let entries: String = files
        .iter()
        .map(|file| {
            let name = file.strip_prefix(root).expect("a file below root");
            format!("    ({:?}, include_bytes!({:?})),\n", name.display().to_string(), file.display().to_string())
        })
        .collect();
    fs::write(
        out.join("embedded.rs"),
        format!(
            "({:?}, &[
{entries}])
",
            hash_of(&[root])
        ),
    )
    .expect("OUT_DIR can be written");
}

fn list_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a readable folder") {
        let path = entry.expect("a readable folder").path();
        if path.is_dir() { list_files(&path, files) } else { files.push(path) }
    }
}

fn sources_of(folder: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    list_files(Path::new(folder), &mut files);
    files.retain(|file| file.extension().is_some_and(|ending| ending == "cpp"));
    files.sort();
    files
}

fn copy_folder(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("OUT_DIR can be written");
    for entry in fs::read_dir(from).expect("a readable folder") {
        let path = entry.expect("a readable folder").path();
        fs::copy(&path, to.join(path.file_name().expect("a file"))).expect("OUT_DIR can be written");
    }
}

/// Runs a command and returns its output; fails the build with the command line.
fn run(command: &mut Command) -> String {
    match command.output() {
        Ok(output) if output.status.success() => String::from_utf8_lossy(&output.stdout).into_owned(),
        Ok(output) => panic!("{command:?}: {}\n{}", output.status, String::from_utf8_lossy(&output.stderr)),
        Err(error) => {
            panic!("{command:?}: {error} (the emulated device is built with a C++17 compiler, g++ by default)")
        }
    }
}
