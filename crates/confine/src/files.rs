//! Restricts files with Landlock: paths to read, write and execute; also TCP ports, abstract sockets and signals.

use crate::error::{Error, Support};
use crate::plan::Plan;
use crate::system;
use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible, NetPort, PathBeneath, PathFd, Ruleset,
    RulesetAttr, RulesetCreated, RulesetCreatedAttr, RulesetError, Scope,
};
use std::path::Path;

/// The newest ABI version handled here; newer kernels support it too.
const HANDLED: ABI = ABI::V6;

/// Queries the kernel's support for Landlock.
pub fn support() -> Support {
    const VERSION: u32 = 1;
    // SAFETY: a query; the kernel reads no memory.
    let answer = unsafe { libc::syscall(libc::SYS_landlock_create_ruleset, std::ptr::null::<u8>(), 0usize, VERSION) };
    match (answer, std::io::Error::last_os_error().raw_os_error()) {
        (0.., _) => Support::Version(answer as i32),
        (_, Some(libc::EOPNOTSUPP)) => Support::Off,
        _ => Support::Absent,
    }
}

/// # Errors
/// If the kernel lacks a required feature.
pub fn check_support(found: Support) -> Result<(), Error> {
    match found {
        Support::Version(Support::NEEDED..) => Ok(()),
        found => Err(Error::Unsupported { found }),
    }
}

fn reading() -> BitFlags<AccessFs> {
    AccessFs::ReadFile | AccessFs::ReadDir
}

/// All rights on the session's own files and folders, except execution, devices and sockets.
fn owning() -> BitFlags<AccessFs> {
    let made = AccessFs::MakeDir | AccessFs::MakeReg | AccessFs::MakeSym | AccessFs::MakeFifo;
    let removed = AccessFs::RemoveDir | AccessFs::RemoveFile | AccessFs::Refer;
    reading() | AccessFs::WriteFile | AccessFs::Truncate | made | removed
}

/// The process's own folder in /proc. The rule is valid only while the kernel keeps the inode in memory, so the handle
/// stays open.
pub fn own_facts() -> Result<PathFd, Error> {
    PathFd::new("/proc/self").map_err(|error| Error::System {
        doing: "/proc is needed to confine a process",
        error: std::io::Error::other(error),
    })
}

/// Restricts this thread, and all that it starts, to the plan's files.
pub fn restrict(plan: &Plan, scratch: &Path) -> Result<(), Error> {
    let own = [plan.folder.as_path(), scratch].into_iter().chain(plan.writable.iter().map(AsRef::as_ref));
    let system = system::READABLE.iter().map(Path::new);
    let compilers = plan.compilers.iter();
    let readable = system.chain(plan.readable.iter().chain(compilers.flat_map(|one| &one.readable)).map(AsRef::as_ref));
    let programs = plan.compilers.iter().flat_map(|one| &one.programs).map(AsRef::as_ref);
    let devices = system::devices();
    let rules = ruleset()?;
    let rules = allow(rules, own, owning())?;
    let rules = allow(rules, readable, reading())?;
    let rules = allow(rules, programs.chain(system::LOADERS.iter().map(Path::new)), reading() | AccessFs::Execute)?;
    let usage = AccessFs::ReadFile | AccessFs::WriteFile | AccessFs::IoctlDev;
    let mut rules = allow(rules, devices.iter().map(AsRef::as_ref), usage)?;
    for port in &plan.ports {
        rules = rules.add_rule(NetPort::new(*port, AccessNet::BindTcp))?;
    }
    rules.restrict_self()?;
    Ok(())
}

/// Builds a ruleset that refuses everything not allowed by a rule.
fn ruleset() -> Result<RulesetCreated, RulesetError> {
    Ruleset::default()
        .set_compatibility(CompatLevel::HardRequirement)
        .handle_access(AccessFs::from_all(HANDLED))?
        .handle_access(AccessNet::from_all(HANDLED))?
        .scope(Scope::AbstractUnixSocket | Scope::Signal)?
        .create()
}

/// Allows access at and below paths; skips those that do not exist.
fn allow<'a>(
    mut rules: RulesetCreated,
    paths: impl Iterator<Item = &'a Path>,
    access: BitFlags<AccessFs>,
) -> Result<RulesetCreated, RulesetError> {
    for path in paths {
        let (Ok(opened), Ok(facts)) = (PathFd::new(path), path.metadata()) else { continue };
        let access = if facts.is_dir() { access } else { access & AccessFs::from_file(HANDLED) };
        rules = rules.add_rule(PathBeneath::new(opened, access))?;
    }
    Ok(rules)
}
