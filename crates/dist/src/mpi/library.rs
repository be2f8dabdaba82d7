//! Finds libmpi and its functions. The library is opened at first use.

use super::super::launch::{Launcher, found, started};
use super::abi::{Abi, Handle, Handles, Numbers, Status};
use libloading::os::unix::{Library, RTLD_GLOBAL, RTLD_NOW, Symbol};
use std::ffi::{CStr, OsString, c_char, c_int, c_void};
use std::path::Path;
use std::sync::OnceLock;

/// The path of the library, if it is not found by name.
const VARIABLE: &str = "TENSORCELL_LIBMPI";

const OPEN_MPI: &[&str] = &["libmpi.so.40"];
const MPICH: &[&str] = &["libmpi_abi.so.1", "libmpi_abi.so.0", "libmpi.so.12", "libmpich.so.12"];
/// The libraries that a compiler's link may point to.
const UNVERSIONED: &[&str] = &["libmpi_abi.so", "libmpi.so", "libmpich.so"];

pub type Combine = unsafe extern "C" fn(*mut c_void, *mut c_void, *mut c_int, *mut c_void);

/// One row per function: its name here, MPI's name, and its arguments.
macro_rules! functions {
    ($($name:ident = $symbol:literal ($($argument:ty),*);)+) => {
        /// The MPI functions that we call. All return MPI's error code.
        pub struct Functions {
            $(pub $name: unsafe extern "C" fn($($argument),*) -> c_int,)+
        }

        impl Functions {
            /// Looks up all of them; an error names a missing one.
            fn of(library: &Library) -> Result<Functions, String> {
                Ok(Functions {
                    // SAFETY: the names are MPI's, the types its standard's, with handles in machine words: an int is passed in the
                    // low half of a register or of a place on the stack by the C conventions of x86-64 and AArch64.
                    $($name: *unsafe { library.get(concat!($symbol, "\0").as_bytes()) }.map_err(|_| $symbol)?,)+
                })
            }
        }
    };
}

functions! {
    init_thread = "MPI_Init_thread" (*mut c_int, *mut c_void, c_int, *mut c_int);
    finalize = "MPI_Finalize" ();
    error_string = "MPI_Error_string" (c_int, *mut c_char, *mut c_int);
    comm_rank = "MPI_Comm_rank" (Handle, *mut c_int);
    comm_size = "MPI_Comm_size" (Handle, *mut c_int);
    comm_group = "MPI_Comm_group" (Handle, *mut Handle);
    comm_create_group = "MPI_Comm_create_group" (Handle, Handle, c_int, *mut Handle);
    comm_set_errhandler = "MPI_Comm_set_errhandler" (Handle, Handle);
    comm_free = "MPI_Comm_free" (*mut Handle);
    group_incl = "MPI_Group_incl" (Handle, c_int, *const c_int, *mut Handle);
    group_free = "MPI_Group_free" (*mut Handle);
    op_create = "MPI_Op_create" (Combine, c_int, *mut Handle);
    test = "MPI_Test" (*mut Handle, *mut c_int, *mut Status);
    get_count = "MPI_Get_count" (*const Status, Handle, *mut c_int);
    barrier = "MPI_Ibarrier" (Handle, *mut Handle);
    all_reduce = "MPI_Iallreduce" (*const c_void, *mut c_void, c_int, Handle, Handle, Handle, *mut Handle);
    broadcast = "MPI_Ibcast" (*mut c_void, c_int, Handle, c_int, Handle, *mut Handle);
    reduce = "MPI_Ireduce" (*const c_void, *mut c_void, c_int, Handle, Handle, c_int, Handle, *mut Handle);
    all_gather = "MPI_Iallgather" (*const c_void, c_int, Handle, *mut c_void, c_int, Handle, Handle, *mut Handle);
    reduce_scatter = "MPI_Ireduce_scatter_block" (*const c_void, *mut c_void, c_int, Handle, Handle, Handle, *mut Handle);
    gather = "MPI_Igather" (*const c_void, c_int, Handle, *mut c_void, c_int, Handle, c_int, Handle, *mut Handle);
    scatter = "MPI_Iscatter" (*const c_void, c_int, Handle, *mut c_void, c_int, Handle, c_int, Handle, *mut Handle);
    all_to_all = "MPI_Ialltoallv" (
        *const c_void, *const c_int, *const c_int, Handle, *mut c_void, *const c_int, *const c_int, Handle, Handle, *mut Handle
    );
    send = "MPI_Isend" (*const c_void, c_int, Handle, c_int, c_int, Handle, *mut Handle);
    receive = "MPI_Irecv" (*mut c_void, c_int, Handle, c_int, c_int, Handle, *mut Handle);
}

/// The library that was found.
pub struct Mpi {
    /// Its version text.
    pub version: String,
    pub functions: Functions,
    pub handles: Handles,
    pub numbers: Numbers,
}

/// MPI's library, opened at the first call; an error says what to do.
pub fn library() -> Result<&'static Mpi, &'static str> {
    static LIBRARY: OnceLock<Result<Mpi, String>> = OnceLock::new();
    LIBRARY.get_or_init(find).as_ref().map_err(String::as_str)
}

fn find() -> Result<Mpi, String> {
    if let Some(path) = std::env::var_os(VARIABLE) {
        return open(&path).map_err(|error| format!("{VARIABLE} names no MPI that can be used: {error}"));
    }
    candidates(started().map(|started| started.by)).iter().find_map(|name| open(name).ok()).ok_or_else(|| {
        format!("MPI was not found: install it (Debian: apt install openmpi-bin), or set {VARIABLE} to the path of libmpi.so")
    })
}

/// Candidates, likeliest first: the launcher's library, and for each name the one beside the mpirun on PATH.
fn candidates(launcher: Option<Launcher>) -> Vec<OsString> {
    let families = match launcher {
        Some(Launcher::Hydra) => [MPICH, OPEN_MPI, UNVERSIONED],
        _ => [OPEN_MPI, MPICH, UNVERSIONED],
    };
    let installed = found("mpirun").and_then(|mpirun| Some(mpirun.canonicalize().ok()?.parent()?.parent()?.to_owned()));
    let beside = |name: &str| {
        let folders = installed.iter().flat_map(|root| ["lib", "lib64"].map(|folder| root.join(folder)));
        folders.map(|folder| folder.join(name)).filter(|path| path.exists()).map(OsString::from).collect::<Vec<_>>()
    };
    families.concat().into_iter().flat_map(|name| beside(name).into_iter().chain([name.into()])).collect()
}

/// Opens a library and finds out its interface.
fn open(name: &std::ffi::OsStr) -> Result<Mpi, String> {
    let shown = Path::new(name).display();
    // SAFETY: opening MPI's library runs only its initialisers. Its own plugins look for its symbols, so these are global.
    let library = unsafe { Library::open(Some(name), RTLD_NOW | RTLD_GLOBAL) }.map_err(|error| reason(&error))?;
    let address = |symbol: &CStr| {
        // SAFETY: only the address is used.
        let found: Option<Symbol<*const c_void>> = unsafe { library.get(symbol.to_bytes_with_nul()) }.ok();
        found.map(|symbol| symbol.as_raw_ptr() as Handle)
    };
    let version = version(&library);
    let abi = Abi::detect(standard_abi(&library), |symbol| address(symbol).is_some(), &version).ok_or_else(|| {
        format!(
            "{shown} is neither Open MPI, nor MPICH, nor has it MPI 5's binary interface (its version: {version:?})"
        )
    })?;
    let lacks = |symbol: String| format!("{shown} has no {symbol}");
    let found = Mpi {
        version,
        functions: Functions::of(&library).map_err(lacks)?,
        handles: abi.handles(address).map_err(lacks)?,
        numbers: abi.numbers(),
    };
    std::mem::forget(library);
    Ok(found)
}

/// The linker's message, which names the file.
fn reason(error: &libloading::Error) -> String {
    std::error::Error::source(error).map_or_else(|| error.to_string(), ToString::to_string)
}

/// The library's version text, on one line.
fn version(library: &Library) -> String {
    // More than any MPI_MAX_LIBRARY_VERSION_STRING.
    let mut text = vec![0u8; 1 << 14];
    let mut length = 0;
    // SAFETY: MPI allows this call before it begins; the text and its length are written.
    unsafe {
        type GetVersion = unsafe extern "C" fn(*mut c_char, *mut c_int) -> c_int;
        if let Ok(ask) = library.get::<GetVersion>(b"MPI_Get_library_version\0") {
            ask(text.as_mut_ptr().cast(), &mut length);
        }
    }
    let text = String::from_utf8_lossy(&text[..length.max(0) as usize]).into_owned();
    let first = text.lines().next().unwrap_or_default().trim_end_matches('\0');
    first.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The major version of MPI 5's interface that the library reports; -1 if it knows only the question.
fn standard_abi(library: &Library) -> Option<c_int> {
    let (mut major, mut minor) = (-1, -1);
    // SAFETY: MPI allows this call before it begins; two numbers are written.
    unsafe {
        type GetVersion = unsafe extern "C" fn(*mut c_int, *mut c_int) -> c_int;
        library.get::<GetVersion>(b"MPI_Abi_get_version\0").ok()?(&mut major, &mut minor);
    }
    Some(major)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_launcher_s_own_library_comes_first() {
        let first = |launcher| Path::new(&candidates(launcher)[0]).file_name().map(|name| name.to_owned());
        for launcher in [None, Some(Launcher::OpenMpi), Some(Launcher::Slurm)] {
            assert_eq!(first(launcher), Some(OPEN_MPI[0].into()), "{launcher:?}");
        }
        assert_eq!(first(Some(Launcher::Hydra)), Some(MPICH[0].into()));
    }

    #[test]
    fn a_library_without_mpi_is_named() {
        let error = open("libc.so.6".as_ref()).err().expect("no MPI");
        assert_eq!(
            error,
            "libc.so.6 is neither Open MPI, nor MPICH, nor has it MPI 5's binary interface (its version: \"\")"
        );
        let error = open("/nowhere/libmpi.so".as_ref()).err().expect("no file");
        assert!(error.contains("/nowhere/libmpi.so"), "{error}");
    }
}
