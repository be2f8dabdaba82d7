//! The calls of MPI's that we make, all from one thread, all nonblocking but for making communicators.

use super::super::{Buffer, Collective, Reduce};
use super::{What, half_ops};
use mpi::ffi;
use std::ffi::{c_char, c_int, c_void};
use std::mem::MaybeUninit;
use tensorcell_tensor::DType;

type Result<T> = std::result::Result<T, String>;

/// MPI's answer as a result, in its own words.
fn check(code: c_int) -> Result<()> {
    if code == 0 {
        return Ok(());
    }
    let mut text = [0 as c_char; 1024];
    let mut length = 0;
    // SAFETY: there is more room than MPI_MAX_ERROR_STRING; the length is written.
    let known = unsafe { ffi::MPI_Error_string(code, text.as_mut_ptr(), &mut length) } == 0;
    let bytes: Vec<u8> = text.iter().take(length.max(0) as usize).map(|c| *c as u8).collect();
    Err(if known { String::from_utf8_lossy(&bytes).into_owned() } else { format!("MPI error {code}") })
}

/// Begins MPI on this thread, for good: this process's number and how many there are.
pub fn initialize() -> Result<(usize, usize)> {
    let (mut given, mut rank, mut size) = (0, 0, 0);
    // SAFETY: called once; no arguments are allowed by the standard.
    unsafe {
        let wanted = ffi::RSMPI_THREAD_SERIALIZED;
        check(ffi::MPI_Init_thread(std::ptr::null_mut(), std::ptr::null_mut(), wanted, &mut given))?;
        check(ffi::MPI_Comm_set_errhandler(ffi::RSMPI_COMM_WORLD, ffi::RSMPI_ERRORS_RETURN))?;
        check(ffi::MPI_Comm_rank(ffi::RSMPI_COMM_WORLD, &mut rank))?;
        check(ffi::MPI_Comm_size(ffi::RSMPI_COMM_WORLD, &mut size))?;
    }
    if given < 1 {
        return Err("this MPI cannot be used beside other threads: it needs MPI_THREAD_FUNNELED at least".to_owned());
    }
    Ok((rank as usize, size as usize))
}

/// Waits for all ranks to do the same, and ends MPI.
pub fn finalize() {
    // SAFETY: nothing is under way.
    unsafe { ffi::MPI_Finalize() };
}

/// An operation that MPI works on, and the tables that it reads meanwhile.
pub struct Request {
    raw: ffi::MPI_Request,
    _tables: [Vec<c_int>; 4],
}

// SAFETY: requests are made and asked on MPI's thread only; an operation that travels to it holds none yet.
unsafe impl Send for Request {}

impl Request {
    fn new() -> Request {
        // SAFETY: a constant.
        Request { raw: unsafe { ffi::RSMPI_REQUEST_NULL }, _tables: Default::default() }
    }
    /// Done: who sent, and how many bytes (both of meaning for messages only).
    pub fn test(&mut self) -> Result<Option<(usize, usize)>> {
        let mut done = 0;
        let mut status = MaybeUninit::<ffi::MPI_Status>::zeroed();
        // SAFETY: the request is ours; a finished one becomes null.
        unsafe { check(ffi::MPI_Test(&mut self.raw, &mut done, status.as_mut_ptr()))? };
        if done == 0 {
            return Ok(None);
        }
        let mut count = 0;
        // SAFETY: MPI has filled the status.
        let source = unsafe {
            let status = status.assume_init();
            ffi::MPI_Get_count(&status, ffi::RSMPI_UINT8_T, &mut count);
            status.MPI_SOURCE
        };
        Ok(Some((source.max(0) as usize, count.max(0) as usize)))
    }
}

/// Some ranks and a way between them.
#[derive(Clone, Copy)]
pub struct Communicator(ffi::MPI_Comm);

impl Communicator {
    pub fn world() -> Communicator {
        // SAFETY: a constant.
        Communicator(unsafe { ffi::RSMPI_COMM_WORLD })
    }

    /// Ranks of the world, this one among them. All of them call it with the same tag.
    pub fn of(ranks: &[usize], tag: i32) -> Result<Communicator> {
        let ranks: Vec<c_int> = ranks.iter().map(|rank| *rank as c_int).collect();
        let (mut all, mut some) = (MaybeUninit::uninit(), MaybeUninit::uninit());
        let mut made = MaybeUninit::uninit();
        // SAFETY: each handle is written by the call before the one that reads it; the groups are freed.
        unsafe {
            check(ffi::MPI_Comm_group(ffi::RSMPI_COMM_WORLD, all.as_mut_ptr()))?;
            check(ffi::MPI_Group_incl(all.assume_init(), ranks.len() as c_int, ranks.as_ptr(), some.as_mut_ptr()))?;
            check(ffi::MPI_Comm_create_group(ffi::RSMPI_COMM_WORLD, some.assume_init(), tag, made.as_mut_ptr()))?;
            ffi::MPI_Group_free(some.as_mut_ptr());
            ffi::MPI_Group_free(all.as_mut_ptr());
            let made = made.assume_init();
            check(ffi::MPI_Comm_set_errhandler(made, ffi::RSMPI_ERRORS_RETURN))?;
            Ok(Communicator(made))
        }
    }

    /// Nothing may be under way on it.
    pub fn free(mut self) {
        // SAFETY: ours, freed once.
        unsafe { ffi::MPI_Comm_free(&mut self.0) };
    }

    /// The greatest of each word. The words must stay until the request is done.
    pub fn all_max(&self, words: &mut [u64; 2]) -> Result<Request> {
        let mut request = Request::new();
        let address = words.as_mut_ptr().cast::<c_void>();
        // SAFETY: the words lie in a box that the operation keeps; both are written in place.
        unsafe {
            let (kind, op) = (ffi::RSMPI_UINT64_T, ffi::RSMPI_MAX);
            check(ffi::MPI_Iallreduce(in_place(), address, 2, kind, op, self.0, &mut request.raw))?;
        }
        Ok(request)
    }

    /// Everybody's bytes, one after the other. `all` must stay until the request is done; so must `mine`, which is kept here.
    pub fn all_gather_bytes(&self, mine: &[u8], all: &mut [u8]) -> Result<Request> {
        let mut request = Request::new();
        let (count, rank) = (mine.len(), self.rank()?);
        all[rank * count..][..count].copy_from_slice(mine);
        // SAFETY: `all` is as long as all ranks' bytes, and its own part is in its place.
        unsafe {
            let (kind, count) = (ffi::RSMPI_UINT8_T, count as c_int);
            let to = all.as_mut_ptr().cast();
            check(ffi::MPI_Iallgather(in_place(), count, kind, to, count, kind, self.0, &mut request.raw))?;
        }
        Ok(request)
    }

    /// Rank 0's bytes for all. They must stay until the request is done.
    pub fn broadcast_bytes(&self, bytes: &mut [u8]) -> Result<Request> {
        let mut request = Request::new();
        let (address, count) = (bytes.as_mut_ptr().cast(), bytes.len() as c_int);
        // SAFETY: the caller keeps the bytes.
        unsafe { check(ffi::MPI_Ibcast(address, count, ffi::RSMPI_UINT8_T, 0, self.0, &mut request.raw))? };
        Ok(request)
    }

    fn rank(&self) -> Result<usize> {
        let mut rank = 0;
        // SAFETY: writes one number.
        unsafe { check(ffi::MPI_Comm_rank(self.0, &mut rank))? };
        Ok(rank as usize)
    }

    /// Begins a collective of `size` ranks on the operands' memory, which the operation keeps.
    pub fn start(&self, call: &What, size: usize) -> Result<Request> {
        let mut request = Request::new();
        let raw = &mut request.raw;
        let from = call.send.as_ref();
        let to = call.receive.as_ref();
        let given = |buffer: Option<&Buffer>| buffer.map_or(std::ptr::null_mut(), |b| b.address as *mut c_void);
        let same = matches!((from, to), (Some(a), Some(b)) if a.address == b.address);
        let (send, receive) = (given(from), given(to));
        let dtype = from.or(to).map_or(DType::UInt8, |buffer| buffer.dtype);
        let kind = datatype(dtype);
        let count = |buffer: Option<&Buffer>| match c_int::try_from(buffer.map_or(0, |b| b.count)) {
            Ok(count) => Ok(count),
            Err(_) => {
                Err("more than 2147483647 elements in one call, which MPI cannot count: take it in parts".to_owned())
            }
        };
        let root_of = |root: usize| root as c_int;
        let is_root = |root: usize| self.rank().is_ok_and(|rank| rank == root);
        let comm = self.0;
        // SAFETY: the buffers are host memory of the sizes given, contiguous, kept by the operation until MPI is done; the
        // tables are kept by the request.
        let code = unsafe {
            match &call.collective {
                Collective::Barrier => ffi::MPI_Ibarrier(comm, raw),
                Collective::AllReduce(op) => {
                    let send = if same { in_place().cast_mut() } else { send };
                    ffi::MPI_Iallreduce(send, receive, count(to)?, kind, operation(*op, dtype)?, comm, raw)
                }
                Collective::Broadcast { root } => ffi::MPI_Ibcast(receive, count(to)?, kind, root_of(*root), comm, raw),
                Collective::Reduce { root, op } => {
                    let send = if same && is_root(*root) { in_place().cast_mut() } else { send };
                    let op = operation(*op, dtype)?;
                    ffi::MPI_Ireduce(send, receive, count(from)?, kind, op, root_of(*root), comm, raw)
                }
                Collective::AllGather => {
                    let count = count(from)?;
                    ffi::MPI_Iallgather(send, count, kind, receive, count, kind, comm, raw)
                }
                Collective::ReduceScatter(op) => {
                    ffi::MPI_Ireduce_scatter_block(send, receive, count(to)?, kind, operation(*op, dtype)?, comm, raw)
                }
                Collective::Gather { root } => {
                    let count = count(from)?;
                    ffi::MPI_Igather(send, count, kind, receive, count, kind, root_of(*root), comm, raw)
                }
                Collective::Scatter { root } => {
                    let count = count(to)?;
                    ffi::MPI_Iscatter(send, count, kind, receive, count, kind, root_of(*root), comm, raw)
                }
                Collective::AllToAll { send: out, receive: back } => {
                    count(from).and(count(to))?;
                    let table = |sizes: &[usize]| sizes.iter().map(|size| *size as c_int).collect::<Vec<_>>();
                    let starts = |sizes: &[usize]| {
                        let start = |sum: &mut c_int, size: &usize| {
                            let at = *sum;
                            *sum += *size as c_int;
                            Some(at)
                        };
                        sizes.iter().scan(0, start).collect::<Vec<_>>()
                    };
                    debug_assert_eq!((out.len(), back.len()), (size, size));
                    let tables = [table(out), starts(out), table(back), starts(back)];
                    let [a, b, c, d] = [0, 1, 2, 3].map(|i: usize| tables[i].as_ptr());
                    let code = ffi::MPI_Ialltoallv(send, a, b, kind, receive, c, d, kind, comm, raw);
                    // The tables' elements stay where they are when the vectors move.
                    request._tables = tables;
                    code
                }
                Collective::Send { to, tag } => ffi::MPI_Isend(send, count(from)?, kind, root_of(*to), *tag, comm, raw),
                Collective::Receive { from, tag } => {
                    let from = from.map_or(ffi::RSMPI_ANY_SOURCE, root_of);
                    ffi::MPI_Irecv(receive, count(to)?, kind, from, *tag, comm, raw)
                }
            }
        };
        check(code)?;
        Ok(request)
    }
}

/// `MPI_IN_PLACE`, which the bindings leave out: Open MPI's value, or that of MPICH and its kin.
fn in_place() -> *const c_void {
    let open = size_of::<ffi::MPI_Comm>() == size_of::<usize>();
    std::ptr::without_provenance(if open { 1 } else { usize::MAX })
}

fn datatype(dtype: DType) -> ffi::MPI_Datatype {
    // SAFETY: constants.
    unsafe {
        match dtype {
            DType::Bool | DType::UInt8 => ffi::RSMPI_UINT8_T,
            DType::Int8 => ffi::RSMPI_INT8_T,
            DType::Int16 => ffi::RSMPI_INT16_T,
            DType::Int32 => ffi::RSMPI_INT32_T,
            DType::Int64 => ffi::RSMPI_INT64_T,
            DType::Float16 | DType::BFloat16 => ffi::RSMPI_UINT16_T,
            DType::Float32 => ffi::RSMPI_FLOAT,
            DType::Float64 => ffi::RSMPI_DOUBLE,
        }
    }
}

fn operation(op: Reduce, dtype: DType) -> Result<ffi::MPI_Op> {
    if let DType::Float16 | DType::BFloat16 = dtype {
        let made = half_ops::operation(dtype == DType::BFloat16, op);
        return made.ok_or_else(|| format!("{op:?} of floating tensors"));
    }
    if dtype.is_floating() && matches!(op, Reduce::And | Reduce::Or | Reduce::Xor) {
        return Err("Cannot use ReduceOp.BAND, BOR or BXOR with a tensor of floating point".to_owned());
    }
    // SAFETY: constants.
    Ok(unsafe {
        match (op, dtype == DType::Bool) {
            (Reduce::Sum, true) => ffi::RSMPI_MAX,
            (Reduce::Product, true) => ffi::RSMPI_MIN,
            (Reduce::Sum, false) => ffi::RSMPI_SUM,
            (Reduce::Product, false) => ffi::RSMPI_PROD,
            (Reduce::Min, _) => ffi::RSMPI_MIN,
            (Reduce::Max, _) => ffi::RSMPI_MAX,
            (Reduce::And, _) => ffi::RSMPI_BAND,
            (Reduce::Or, _) => ffi::RSMPI_BOR,
            (Reduce::Xor, _) => ffi::RSMPI_BXOR,
        }
    })
}
