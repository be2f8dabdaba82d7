//! The MPI calls that we make, independent of the binary interface: from one thread, nonblocking except for making communicators.

use super::super::{Buffer, Collective, Reduce};
use super::abi::{Handle, Status};
use super::library::Mpi;
use super::{What, half_ops};
use std::ffi::{c_char, c_int, c_void};
use tensorcell_tensor::DType;

type Result<T> = std::result::Result<T, String>;

impl Mpi {
    /// MPI's return code as a result, with its message.
    fn check(&self, code: c_int) -> Result<()> {
        if code == 0 {
            return Ok(());
        }
        let mut text = [0 as c_char; 1024];
        let mut length = 0;
        // SAFETY: there is more room than any MPI_MAX_ERROR_STRING; the length is written.
        let known = unsafe { (self.functions.error_string)(code, text.as_mut_ptr(), &mut length) } == 0;
        let bytes: Vec<u8> = text.iter().take(length.max(0) as usize).map(|c| *c as u8).collect();
        Err(if known { String::from_utf8_lossy(&bytes).into_owned() } else { format!("MPI error {code}") })
    }

    /// Initializes MPI on this thread, once; returns the rank and the number of ranks.
    pub fn initialize(&self) -> Result<(usize, usize)> {
        let (mut given, mut rank, mut size) = (0, 0, 0);
        let (call, world) = (&self.functions, self.handles.world);
        // SAFETY: called once; no arguments are allowed by the standard.
        unsafe {
            let wanted = self.numbers.thread_serialized;
            self.check((call.init_thread)(std::ptr::null_mut(), std::ptr::null_mut(), wanted, &mut given))?;
            self.check((call.comm_set_errhandler)(world, self.handles.errors_return))?;
            self.check((call.comm_rank)(world, &mut rank))?;
            self.check((call.comm_size)(world, &mut size))?;
        }
        if given < self.numbers.thread_funneled {
            return Err(
                "this MPI cannot be used beside other threads: it needs MPI_THREAD_FUNNELED at least".to_owned()
            );
        }
        Ok((rank as usize, size as usize))
    }

    /// Finalizes MPI once all ranks have called this.
    pub fn finalize(&self) {
        // SAFETY: no operation is in progress.
        unsafe { (self.functions.finalize)() };
    }

    /// `MPI_IN_PLACE`
    fn in_place(&self) -> *mut c_void {
        std::ptr::without_provenance_mut(self.numbers.in_place)
    }

    fn datatype(&self, dtype: DType) -> Handle {
        let handles = &self.handles;
        match dtype {
            DType::Bool | DType::UInt8 => handles.uint8,
            DType::Int8 => handles.int8,
            DType::Int16 => handles.int16,
            DType::Int32 => handles.int32,
            DType::Int64 => handles.int64,
            DType::Float16 | DType::BFloat16 => handles.uint16,
            DType::Float32 => handles.float,
            DType::Float64 => handles.double,
            // Complex numbers come by their parts (`Buffer`).
            DType::Complex64 | DType::Complex128 => self.datatype(dtype.part()),
        }
    }

    fn operation(&self, op: Reduce, dtype: DType) -> Result<Handle> {
        if let DType::Float16 | DType::BFloat16 = dtype {
            let made = half_ops::operation(self, dtype == DType::BFloat16, op);
            return made.ok_or_else(|| format!("{op:?} of floating tensors"));
        }
        if dtype.is_floating() && matches!(op, Reduce::And | Reduce::Or | Reduce::Xor) {
            return Err("Cannot use ReduceOp.BAND, BOR or BXOR with a tensor of floating point".to_owned());
        }
        let handles = &self.handles;
        Ok(match (op, dtype == DType::Bool) {
            (Reduce::Sum, true) | (Reduce::Max, _) => handles.max,
            (Reduce::Product, true) | (Reduce::Min, _) => handles.min,
            (Reduce::Sum, false) => handles.sum,
            (Reduce::Product, false) => handles.product,
            (Reduce::And, _) => handles.and,
            (Reduce::Or, _) => handles.or,
            (Reduce::Xor, _) => handles.xor,
        })
    }
}

/// An operation in progress, and the tables that it reads.
pub struct Request {
    mpi: &'static Mpi,
    raw: Handle,
    _tables: [Vec<c_int>; 4],
}

impl Request {
    fn new(mpi: &'static Mpi) -> Request {
        Request { mpi, raw: mpi.handles.no_request, _tables: Default::default() }
    }
    /// Done: sender and number of bytes (meaningful for messages only).
    pub fn test(&mut self) -> Result<Option<(usize, usize)>> {
        let mpi = self.mpi;
        let mut done = 0;
        let mut status = Status::default();
        // SAFETY: the request is ours; a finished one becomes null.
        unsafe { mpi.check((mpi.functions.test)(&mut self.raw, &mut done, &mut status))? };
        if done == 0 {
            return Ok(None);
        }
        let mut count = 0;
        // SAFETY: MPI has filled the status.
        unsafe { (mpi.functions.get_count)(&status, mpi.handles.uint8, &mut count) };
        Ok(Some((mpi.numbers.source(&status).max(0) as usize, count.max(0) as usize)))
    }
}

/// A communicator of some ranks.
#[derive(Clone, Copy)]
pub struct Communicator {
    mpi: &'static Mpi,
    raw: Handle,
}

impl Communicator {
    pub fn world(mpi: &'static Mpi) -> Communicator {
        Communicator { mpi, raw: mpi.handles.world }
    }

    /// Ranks of the world, including this one. All of them call it with the same tag.
    pub fn of(mpi: &'static Mpi, ranks: &[usize], tag: i32) -> Result<Communicator> {
        let ranks: Vec<c_int> = ranks.iter().map(|rank| *rank as c_int).collect();
        // Where handles are ints, only the low half is written.
        let (mut all, mut some, mut made): (Handle, Handle, Handle) = (0, 0, 0);
        let (call, world) = (&mpi.functions, mpi.handles.world);
        // SAFETY: each handle is written by the call before the one that reads it; the groups are freed.
        unsafe {
            mpi.check((call.comm_group)(world, &mut all))?;
            mpi.check((call.group_incl)(all, ranks.len() as c_int, ranks.as_ptr(), &mut some))?;
            mpi.check((call.comm_create_group)(world, some, tag, &mut made))?;
            (call.group_free)(&mut some);
            (call.group_free)(&mut all);
            mpi.check((call.comm_set_errhandler)(made, mpi.handles.errors_return))?;
        }
        Ok(Communicator { mpi, raw: made })
    }

    /// No operation may be in progress on it.
    pub fn free(mut self) {
        // SAFETY: ours, freed once.
        unsafe { (self.mpi.functions.comm_free)(&mut self.raw) };
    }

    /// The maximum of each word. The words must stay until the request is done.
    pub fn all_max(&self, words: &mut [u64; 2]) -> Result<Request> {
        let Communicator { mpi, raw } = *self;
        let mut request = Request::new(mpi);
        let address = words.as_mut_ptr().cast::<c_void>();
        let (kind, op) = (mpi.handles.uint64, mpi.handles.max);
        // SAFETY: the words lie in a box that the operation keeps; both are written in place.
        let code = unsafe { (mpi.functions.all_reduce)(mpi.in_place(), address, 2, kind, op, raw, &mut request.raw) };
        mpi.check(code)?;
        Ok(request)
    }

    /// Gathers everybody's bytes, in order. `all` must stay until the request is done.
    pub fn all_gather_bytes(&self, mine: &[u8], all: &mut [u8]) -> Result<Request> {
        let Communicator { mpi, raw } = *self;
        let mut request = Request::new(mpi);
        let (count, rank) = (mine.len(), self.rank()?);
        all[rank * count..][..count].copy_from_slice(mine);
        let (kind, count, to) = (mpi.handles.uint8, count as c_int, all.as_mut_ptr().cast());
        // SAFETY: `all` is as long as all ranks' bytes, and its own part is in its place.
        let code =
            unsafe { (mpi.functions.all_gather)(mpi.in_place(), count, kind, to, count, kind, raw, &mut request.raw) };
        mpi.check(code)?;
        Ok(request)
    }

    /// Broadcasts rank 0's bytes. They must stay until the request is done.
    pub fn broadcast_bytes(&self, bytes: &mut [u8]) -> Result<Request> {
        let Communicator { mpi, raw } = *self;
        let mut request = Request::new(mpi);
        let (address, count) = (bytes.as_mut_ptr().cast(), bytes.len() as c_int);
        // SAFETY: the caller keeps the bytes.
        let code = unsafe { (mpi.functions.broadcast)(address, count, mpi.handles.uint8, 0, raw, &mut request.raw) };
        mpi.check(code)?;
        Ok(request)
    }

    fn rank(&self) -> Result<usize> {
        let mut rank = 0;
        // SAFETY: writes one number.
        self.mpi.check(unsafe { (self.mpi.functions.comm_rank)(self.raw, &mut rank) })?;
        Ok(rank as usize)
    }

    /// Starts a collective of `size` ranks on the operands' memory, which the operation keeps.
    pub fn start(&self, call: &What, size: usize) -> Result<Request> {
        let Communicator { mpi, raw: comm } = *self;
        let functions = &mpi.functions;
        let mut request = Request::new(mpi);
        let raw = &mut request.raw;
        let from = call.send.as_ref();
        let to = call.receive.as_ref();
        let given = |buffer: Option<&Buffer>| buffer.map_or(std::ptr::null_mut(), |b| b.address as *mut c_void);
        let same = matches!((from, to), (Some(a), Some(b)) if a.address == b.address);
        let (send, receive) = (given(from), given(to));
        let dtype = from.or(to).map_or(DType::UInt8, |buffer| buffer.dtype);
        let kind = mpi.datatype(dtype);
        let count = |buffer: Option<&Buffer>| match c_int::try_from(buffer.map_or(0, |b| b.count)) {
            Ok(count) => Ok(count),
            Err(_) => {
                Err("more than 2147483647 elements in one call, which MPI cannot count: take it in parts".to_owned())
            }
        };
        let root_of = |root: usize| root as c_int;
        let is_root = |root: usize| self.rank().is_ok_and(|rank| rank == root);
        // SAFETY: the buffers are host memory of the sizes given, contiguous, kept by the operation until MPI is done; the
        // tables are kept by the request.
        let code = unsafe {
            match &call.collective {
                Collective::Barrier => (functions.barrier)(comm, raw),
                Collective::AllReduce(op) => {
                    let send = if same { mpi.in_place() } else { send };
                    (functions.all_reduce)(send, receive, count(to)?, kind, mpi.operation(*op, dtype)?, comm, raw)
                }
                Collective::Broadcast { root } => {
                    (functions.broadcast)(receive, count(to)?, kind, root_of(*root), comm, raw)
                }
                Collective::Reduce { root, op } => {
                    let send = if same && is_root(*root) { mpi.in_place() } else { send };
                    let op = mpi.operation(*op, dtype)?;
                    (functions.reduce)(send, receive, count(from)?, kind, op, root_of(*root), comm, raw)
                }
                Collective::AllGather => {
                    let count = count(from)?;
                    (functions.all_gather)(send, count, kind, receive, count, kind, comm, raw)
                }
                Collective::ReduceScatter(op) => {
                    (functions.reduce_scatter)(send, receive, count(to)?, kind, mpi.operation(*op, dtype)?, comm, raw)
                }
                Collective::Gather { root } => {
                    let count = count(from)?;
                    (functions.gather)(send, count, kind, receive, count, kind, root_of(*root), comm, raw)
                }
                Collective::Scatter { root } => {
                    let count = count(to)?;
                    (functions.scatter)(send, count, kind, receive, count, kind, root_of(*root), comm, raw)
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
                    let code = (functions.all_to_all)(send, a, b, kind, receive, c, d, kind, comm, raw);
                    // Moving the vectors leaves the tables' elements in place.
                    request._tables = tables;
                    code
                }
                Collective::Send { to, tag } => {
                    (functions.send)(send, count(from)?, kind, root_of(*to), *tag, comm, raw)
                }
                Collective::Receive { from, tag } => {
                    let from = from.map_or(mpi.numbers.any_source, root_of);
                    (functions.receive)(receive, count(to)?, kind, from, *tag, comm, raw)
                }
            }
        };
        mpi.check(code)?;
        Ok(request)
    }
}
