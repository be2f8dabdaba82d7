//! Has the operating system confine a process to what its [`Plan`] allows: files by Landlock, calls and the network by seccomp.
//!
//! [`prepare`] and [`enter`] confine the calling process, which must have one thread; threads and children inherit the
//! restrictions. The process then binds the sockets that it serves, and [`Confined::close_network`] refuses further
//! ones. None of this can be undone.

mod calls;
mod compilers;
mod error;
mod files;
mod network;
mod plan;
mod privileges;
mod scratch;
mod system;

pub use compilers::{Compiler, cxx};
pub use error::{Error, Support};
pub use files::{check_support, support};
pub use plan::Plan;
pub use scratch::Scratch;
pub use system::DEVICES;

use std::path::Path;

/// A confined process.
#[derive(Debug)]
pub struct Confined {
    /// Its own temporary folder, removed with this value.
    pub scratch: Scratch,
    _own_facts: landlock::PathFd,
}

/// A process that can be confined: it has one thread, no inherited files, and a kernel with all required features.
#[derive(Debug)]
pub struct Alone(());

/// Prepares this process, before it opens files.
///
/// # Errors
/// If the kernel lacks a required feature, or other threads run.
pub fn prepare() -> Result<Alone, Error> {
    files::check_support(files::support())?;
    privileges::check_alone()?;
    privileges::close_inherited().map_err(Error::system("inherited files cannot be closed"))?;
    Ok(Alone(()))
}

/// Confines this process to a plan.
///
/// # Errors
/// If the kernel lacks a required feature, or the folder is not suitable. The process may then be partly confined: the
/// caller must exit.
pub fn enter(_: Alone, plan: &Plan) -> Result<Confined, Error> {
    privileges::check_alone()?;
    let home = std::env::home_dir();
    for folder in std::iter::once(&plan.folder).chain(&plan.writable) {
        check_folder(folder, home.as_deref())?;
    }
    let own_facts = files::own_facts()?;
    let scratch = Scratch::new().map_err(Error::system("a temporary folder cannot be made"))?;
    scratch.name_folders(&plan.variables).map_err(Error::system("a temporary folder cannot be made"))?;
    privileges::drop_all().map_err(Error::system("privileges cannot be dropped"))?;
    files::restrict(plan, scratch.path())?;
    calls::restrict()?;
    Ok(Confined { scratch, _own_facts: own_facts })
}

impl Confined {
    /// Refuses new sockets and outgoing connections; existing sockets stay usable.
    ///
    /// # Errors
    /// If the kernel refuses it.
    pub fn close_network(&self) -> Result<(), Error> {
        network::close()
    }
}

/// With write access to the home folder a session could change programs that the user runs later.
fn check_folder(folder: &Path, home: Option<&Path>) -> Result<(), Error> {
    let cannot = Error::system("the session's folder cannot be found");
    let folder = folder.canonicalize().map_err(cannot)?;
    let home = home.and_then(|home| home.canonicalize().ok());
    match folder.parent().is_none() || home.is_some_and(|home| home.starts_with(&folder)) {
        true => Err(Error::HoldsHome(folder)),
        false => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_home_folder_and_those_above_it_are_refused() {
        let root = tempfile::tempdir().unwrap();
        let home = root.path().join("home/me");
        let work = home.join("work");
        std::fs::create_dir_all(&work).unwrap();
        std::os::unix::fs::symlink(&home, root.path().join("link")).unwrap();
        for refused in
            [home.as_path(), root.path(), Path::new("/"), &root.path().join("home"), &root.path().join("link")]
        {
            assert!(matches!(check_folder(refused, Some(&home)), Err(Error::HoldsHome(_))), "{}", refused.display());
        }
        for allowed in [(work.as_path(), Some(home.as_path())), (&work, None), (&home, Some(&work.join("gone")))] {
            assert!(check_folder(allowed.0, allowed.1).is_ok(), "{}", allowed.0.display());
        }
        assert!(matches!(check_folder(&work.join("gone"), None), Err(Error::System { .. })));
    }

    #[test]
    fn a_kernel_that_holds_too_little_is_told_with_what_to_do() {
        for (found, message) in [
            (Support::Absent, "a kernel without Landlock"),
            (Support::Off, "add landlock to its option lsm="),
            (Support::Version(5), "Landlock 5, and Landlock 6 of Linux 6.12 is needed"),
        ] {
            let refused = files::check_support(found).expect_err("it is refused").to_string();
            assert!(refused.contains(message) && refused.contains("start without confinement"), "{refused}");
        }
        for enough in [6, 7, 99] {
            files::check_support(Support::Version(enough)).expect("enough");
        }
    }
}
