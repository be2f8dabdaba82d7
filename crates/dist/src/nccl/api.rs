//! NCCL's functions. The types are cudarc's; the library is opened by its own name, `libnccl.so.2`, which cudarc does not try.

use super::super::{Error, Reduce, Result, failed};
use cudarc::nccl::sys;
use libloading::os::unix::{Library, RTLD_LOCAL, RTLD_NOW};
use std::ffi::{CStr, c_char, c_int, c_uint, c_void};
use std::sync::OnceLock;
use tensorcell_device::{driver, libraries};
use tensorcell_tensor::DType;

pub type Status = sys::ncclResult_t;
pub type Comm = sys::ncclComm_t;
pub type Kind = sys::ncclDataType_t;
pub type Queue = sys::cudaStream_t;
pub type Reduction = sys::ncclRedOp_t;

/// The fields of `ncclConfig_t` in NCCL 2.17. Its size tells NCCL to use its defaults for later fields.
#[repr(C)]
pub struct Config {
    size: usize,
    magic: c_uint,
    version: c_uint,
    blocking: c_int,
    cga_cluster_size: c_int,
    min_ctas: c_int,
    max_ctas: c_int,
    net_name: *const c_char,
    split_share: c_int,
}

impl Config {
    /// Calls return at once, with `ncclInProgress` if they have not finished.
    pub fn nonblocking() -> Config {
        const UNDEFINED: c_int = c_int::MIN;
        Config {
            size: size_of::<Config>(),
            magic: 0xcafe_beef,
            version: 21700,
            blocking: 0,
            cga_cluster_size: UNDEFINED,
            min_ctas: UNDEFINED,
            max_ctas: UNDEFINED,
            net_name: std::ptr::null(),
            split_share: UNDEFINED,
        }
    }
}

type Simple = unsafe extern "C" fn(Comm) -> Status;
type Group = unsafe extern "C" fn() -> Status;

/// The library's functions that we call.
pub struct Api {
    pub version: unsafe extern "C" fn(*mut c_int) -> Status,
    pub unique_id: unsafe extern "C" fn(*mut sys::ncclUniqueId) -> Status,
    pub init: unsafe extern "C" fn(*mut Comm, c_int, sys::ncclUniqueId, c_int, *mut Config) -> Status,
    pub finalize: Simple,
    pub destroy: Simple,
    pub abort: Simple,
    pub async_error: unsafe extern "C" fn(Comm, *mut Status) -> Status,
    error: unsafe extern "C" fn(Status) -> *const c_char,
    last_error: unsafe extern "C" fn(Comm) -> *const c_char,
    pub group_start: Group,
    pub group_end: Group,
    pub all_reduce: unsafe extern "C" fn(*const c_void, *mut c_void, usize, Kind, Reduction, Comm, Queue) -> Status,
    pub reduce: unsafe extern "C" fn(*const c_void, *mut c_void, usize, Kind, Reduction, c_int, Comm, Queue) -> Status,
    pub reduce_scatter: unsafe extern "C" fn(*const c_void, *mut c_void, usize, Kind, Reduction, Comm, Queue) -> Status,
    pub broadcast: unsafe extern "C" fn(*const c_void, *mut c_void, usize, Kind, c_int, Comm, Queue) -> Status,
    pub all_gather: unsafe extern "C" fn(*const c_void, *mut c_void, usize, Kind, Comm, Queue) -> Status,
    pub send: unsafe extern "C" fn(*const c_void, usize, Kind, c_int, Comm, Queue) -> Status,
    pub receive: unsafe extern "C" fn(*mut c_void, usize, Kind, c_int, Comm, Queue) -> Status,
}

/// The library: by name or among pip's packages for GPUs, the emulator's for emulated devices.
pub fn api() -> Option<&'static Api> {
    static API: OnceLock<Option<Api>> = OnceLock::new();
    API.get_or_init(load).as_ref()
}

fn load() -> Option<Api> {
    const NAME: &str = "libnccl.so.2";
    if driver::device_count() == 0 {
        return None;
    }
    // SAFETY: opening a CUDA library runs only its initialisers.
    let open = |path: &std::path::Path| unsafe { Library::open(Some(path), RTLD_NOW | RTLD_LOCAL) }.ok();
    let library = match driver::is_emulated() {
        true => open(&libraries::emulated_nccl()?),
        false => open(std::path::Path::new(NAME)).or_else(|| {
            libraries::python_libraries().iter().find(|file| file.ends_with(NAME)).and_then(|file| open(file))
        }),
    }?;
    macro_rules! symbols {
        ($($field:ident = $symbol:literal),+) => {
            // SAFETY: the names are NCCL's, the types those of its header, as cudarc has them.
            unsafe { Api { $($field: *library.get(concat!($symbol, "\0").as_bytes()).ok()?),+ } }
        };
    }
    let api = symbols!(
        version = "ncclGetVersion",
        unique_id = "ncclGetUniqueId",
        init = "ncclCommInitRankConfig",
        finalize = "ncclCommFinalize",
        destroy = "ncclCommDestroy",
        abort = "ncclCommAbort",
        async_error = "ncclCommGetAsyncError",
        error = "ncclGetErrorString",
        last_error = "ncclGetLastError",
        group_start = "ncclGroupStart",
        group_end = "ncclGroupEnd",
        all_reduce = "ncclAllReduce",
        reduce = "ncclReduce",
        reduce_scatter = "ncclReduceScatter",
        broadcast = "ncclBroadcast",
        all_gather = "ncclAllGather",
        send = "ncclSend",
        receive = "ncclRecv"
    );
    std::mem::forget(library);
    Some(api)
}

impl Api {
    /// NCCL's return code as a result: its message and latest detail.
    pub fn check(&self, status: Status) -> Result<()> {
        if matches!(status, Status::ncclSuccess | Status::ncclInProgress) {
            return Ok(());
        }
        // SAFETY: texts of the library's, read at once.
        let text = |text: *const c_char| match text.is_null() {
            true => String::new(),
            false => unsafe { CStr::from_ptr(text) }.to_string_lossy().trim().to_owned(),
        };
        // SAFETY: both take what they are given; no communicator is asked for its own.
        let (error, detail) = unsafe { (text((self.error)(status)), text((self.last_error)(std::ptr::null_mut()))) };
        let detail = if detail.is_empty() { detail } else { format!(" (last error: {detail})") };
        Err(failed(format!("NCCL error: {error}{detail}")))
    }

    /// The state of a communicator's latest call; `None` while it is in progress.
    pub fn outcome(&self, comm: Comm) -> Option<Result<()>> {
        let mut status = Status::ncclSuccess;
        // SAFETY: a live communicator; one number is written.
        let asked = self.check(unsafe { (self.async_error)(comm, &mut status) });
        match status {
            Status::ncclInProgress => None,
            status => Some(asked.and_then(|()| self.check(status))),
        }
    }

    /// Splits the version number: 22703 is 2.27.3.
    pub fn number(&self) -> i32 {
        let mut version = 0;
        // SAFETY: writes one number.
        let status = unsafe { (self.version)(&mut version) };
        if status == Status::ncclSuccess { version } else { 0 }
    }
}

/// NCCL's type for a dtype; booleans are bytes of 0 and 1.
pub fn datatype(dtype: DType) -> Result<Kind> {
    Ok(match dtype {
        DType::Bool | DType::UInt8 => Kind::ncclUint8,
        DType::Int8 => Kind::ncclInt8,
        DType::Int32 => Kind::ncclInt32,
        DType::Int64 => Kind::ncclInt64,
        DType::Float16 => Kind::ncclFloat16,
        DType::BFloat16 => Kind::ncclBfloat16,
        DType::Float32 => Kind::ncclFloat32,
        DType::Float64 => Kind::ncclFloat64,
        // Complex numbers come by their parts (`Buffer`).
        DType::Complex64 | DType::Complex128 => return datatype(dtype.part()),
        DType::Int16 => {
            return Err(Error::Distributed(
                "Input tensor data type is not supported for NCCL process group: Short".into(),
            ));
        }
    })
}

/// NCCL's reduction; for booleans a sum is "or", a product "and".
pub fn reduction(op: Reduce, dtype: DType) -> Result<Reduction> {
    use sys::ncclRedOp_t::*;
    Ok(match (op, dtype == DType::Bool) {
        (Reduce::Sum, true) | (Reduce::Max, _) => ncclMax,
        (Reduce::Product, true) | (Reduce::Min, _) => ncclMin,
        (Reduce::Sum, false) => ncclSum,
        (Reduce::Product, false) => ncclProd,
        (Reduce::And | Reduce::Or | Reduce::Xor, _) => {
            return Err(failed(format!("Cannot use ReduceOp.B{} with NCCL", format!("{op:?}").to_uppercase())));
        }
    })
}
