//! Native code in a confined process tries the attacks of `tests/confinement/native.cu`; nothing outside may change.
//!
//! A process must have one thread when it is confined, so this test is a program: it starts itself, and the child
//! confines itself. A second, unconfined child shows that the attacks on files work where nothing prevents them.

use seccompiler::{BpfProgram, SeccompAction, SeccompFilter};
use std::ffi::{CStr, CString};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use tensorcell_confine::{Error, Plan, Support, cxx, enter, prepare};
use world::World;

#[path = "../../../tests/confinement/world.rs"]
mod world;

/// Names the library of attacks, for a child that is confined and for one that is not.
const CONFINED: &str = "TENSORCELL_ATTACKS_CONFINED";
const OPEN: &str = "TENSORCELL_ATTACKS_OPEN";
/// Set for a child that cannot be confined.
const REFUSED: &str = "TENSORCELL_ATTACKS_REFUSED";

fn main() -> ExitCode {
    if let Some(library) = std::env::var_os(CONFINED) {
        return attack_confined(Path::new(&library));
    }
    if let Some(library) = std::env::var_os(OPEN) {
        return attack(load(Path::new(&library), c"attack_files"));
    }
    if std::env::var_os(REFUSED).is_some() {
        ask_in_vain();
        return ExitCode::SUCCESS;
    }
    open_attacks_succeed();
    println!("test open_attacks_succeed ... ok");
    confined_attacks_change_nothing();
    println!("test confined_attacks_change_nothing ... ok");
    what_cannot_be_held_is_refused();
    println!("test what_cannot_be_held_is_refused ... ok");
    ExitCode::SUCCESS
}

type Attack = extern "C" fn(&mut i32);

fn load(library: &Path, name: &CStr) -> Attack {
    let path = CString::new(library.as_os_str().as_bytes()).unwrap();
    // SAFETY: the parent compiled the library with these declarations; it has no initialisers.
    unsafe {
        let library = libc::dlopen(path.as_ptr(), libc::RTLD_NOW);
        assert!(!library.is_null(), "the attacks are loaded");
        std::mem::transmute::<*mut libc::c_void, Attack>(libc::dlsym(library, name.as_ptr()))
    }
}

fn attack(attack: Attack) -> ExitCode {
    let mut done = 0;
    attack(&mut done);
    if done == 1 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Confines this process and runs the attacks.
fn attack_confined(library: &Path) -> ExitCode {
    let all = load(library, c"attack_all");
    let plan = Plan {
        folder: std::env::current_dir().unwrap(),
        readable: vec![library.with_file_name("cache").join("kernels")],
        compilers: cxx().into_iter().collect(),
        variables: vec![("TMPDIR", "")],
        ..Plan::default()
    };
    let confined = prepare().and_then(|alone| enter(alone, &plan)).expect("this machine holds it");
    confined.close_network().expect("the network is closed");
    attack(all)
}

/// Compiles the attacks for a world.
fn compiled(world: &World) -> PathBuf {
    let (source, library) = (world.at("attacks.cpp"), world.at("attacks.so"));
    std::fs::write(&source, world.attacks()).unwrap();
    let compiled = Command::new("g++")
        .args(["-std=c++17", "-O1", "-w", "-shared", "-fPIC", "-D__global__=", "-o"])
        .args([&library, &source])
        .status()
        .expect("g++ starts");
    assert!(compiled.success(), "the attacks compile");
    library
}

/// Returns the output of the attacks in a child of this program.
fn printed(world: &World, child: &str, library: &Path) -> String {
    let output = Command::new(std::env::current_exe().unwrap())
        .env(child, library)
        .env("HOME", world.at("home"))
        .env("TMPDIR", world.at("temporary"))
        .current_dir(world.at("notebook"))
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{}: {printed}{}", output.status, String::from_utf8_lossy(&output.stderr));
    printed
}

fn open_attacks_succeed() {
    let world = World::new();
    let library = compiled(&world);
    let before = world.outside();
    let printed = printed(&world, OPEN, &library);
    let done = printed.lines().filter(|line| line.ends_with(": did")).count();
    // Some attacks fail because of the changes of earlier ones.
    assert!(done > 15 && world.outside() != before, "{printed}");
}

fn confined_attacks_change_nothing() {
    let mut world = World::new();
    let library = compiled(&world);
    let before = world.outside();
    let printed = printed(&world, CONFINED, &library);
    world.check_untouched(&before);
    world::check_rows(&printed, 200);
}

fn what_cannot_be_held_is_refused() {
    let world = World::new();
    let output = Command::new(std::env::current_exe().unwrap())
        .env(REFUSED, "1")
        .current_dir(world.at("notebook"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Fails with a second thread, and on a kernel without Landlock, which a filter simulates.
fn ask_in_vain() {
    let (go_on, wait) = std::sync::mpsc::channel::<()>();
    let other = std::thread::spawn(move || wait.recv().is_err());
    assert!(matches!(prepare(), Err(Error::Threads(2))));
    drop(go_on);
    other.join().unwrap();
    let calls = [(libc::SYS_landlock_create_ruleset, Vec::new())].into_iter().collect();
    let (allow, absent) = (SeccompAction::Allow, SeccompAction::Errno(libc::ENOSYS as u32));
    let filter = SeccompFilter::new(calls, allow, absent, std::env::consts::ARCH.try_into().unwrap()).unwrap();
    seccompiler::apply_filter(&BpfProgram::try_from(filter).unwrap()).unwrap();
    let refused = prepare().expect_err("it cannot be held");
    assert!(matches!(refused, Error::Unsupported { found: Support::Absent }), "{refused}");
}
