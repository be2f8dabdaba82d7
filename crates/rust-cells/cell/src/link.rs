//! The connection to the kernel: a socket for requests of cells, one for calls of the kernel, and the shared memory.

use crate::wire::{self, Data, Function, Message, Parameter, Role, Want};
use crate::{Error, Result, driver, failure};
use std::cell::RefCell;
use std::collections::HashMap;
use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind};
use std::sync::{Mutex, MutexGuard, OnceLock};

/// The name of the thread that serves the kernel's calls.
pub(crate) const CALLS: &str = "tensorcell calls";
const SOCKET: &str = "TENSORCELL_SOCKET";

struct Link {
    requests: Mutex<UnixStream>,
    memory: Memory,
}

/// The kernel's shared memory, mapped twice: the mapping for reading is write-protected.
struct Memory {
    read: usize,
    write: usize,
    bytes: usize,
}

type Call = fn(Vec<Data>) -> Result<Data>;
static EXPORTS: Mutex<Option<HashMap<String, Call>>> = Mutex::new(None);

/// The thread that serves calls sends its requests on the socket of the calls, to which the kernel listens then.
struct Serving {
    stream: UnixStream,
    released: Vec<u64>,
}

thread_local! {
    static SERVING: RefCell<Option<Serving>> = const { RefCell::new(None) };
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

fn lost(error: io::Error) -> Error {
    Error(format!("the notebook does not answer: {error}"))
}

fn link() -> Result<&'static Link> {
    static LINK: OnceLock<Result<Link>> = OnceLock::new();
    LINK.get_or_init(connect).as_ref().map_err(Clone::clone)
}

fn connect() -> Result<Link> {
    let path = std::env::var_os(SOCKET).ok_or_else(|| Error("this process belongs to no notebook".to_owned()))?;
    let pid = std::process::id();
    let open = |role| {
        let mut stream = UnixStream::connect(&path)?;
        wire::send(&mut stream, &Message::Hello(role, pid))?;
        Ok(stream)
    };
    let requests = open(Role::Requests).map_err(lost)?;
    let memory = map(&requests).map_err(lost)?;
    let calls = open(Role::Calls).map_err(lost)?;
    std::panic::set_hook(Box::new(hook));
    std::thread::Builder::new().name(CALLS.to_owned()).spawn(move || serve(calls)).map_err(lost)?;
    Ok(Link { requests: Mutex::new(requests), memory })
}

/// Receives the descriptor of the kernel's shared memory and its size, and maps it.
fn map(stream: &UnixStream) -> io::Result<Memory> {
    let mut size = [0u8; 8];
    let mut control = [0u64; 8];
    let mut part = libc::iovec { iov_base: size.as_mut_ptr().cast(), iov_len: size.len() };
    // SAFETY: all zeros is an empty message.
    let mut message: libc::msghdr = unsafe { std::mem::zeroed() };
    message.msg_iov = &mut part;
    message.msg_iovlen = 1;
    message.msg_control = control.as_mut_ptr().cast();
    message.msg_controllen = size_of_val(&control) as _;
    // SAFETY: the message's buffers outlive the call and have the given lengths.
    if unsafe { libc::recvmsg(stream.as_raw_fd(), &mut message, libc::MSG_CMSG_CLOEXEC) } != 8 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: the kernel has filled in the header; the descriptor in it is ours.
    let descriptor = unsafe {
        let header = libc::CMSG_FIRSTHDR(&message);
        if header.is_null() || (*header).cmsg_type != libc::SCM_RIGHTS {
            return Err(io::Error::other("it sent no memory"));
        }
        OwnedFd::from_raw_fd(libc::CMSG_DATA(header).cast::<i32>().read_unaligned())
    };
    let bytes = u64::from_le_bytes(size) as usize;
    let map = |protection| {
        let flags = libc::MAP_SHARED | libc::MAP_NORESERVE;
        // SAFETY: a new mapping at an address that the system chooses.
        let address = unsafe { libc::mmap(std::ptr::null_mut(), bytes, protection, flags, descriptor.as_raw_fd(), 0) };
        if address == libc::MAP_FAILED { Err(io::Error::last_os_error()) } else { Ok(address as usize) }
    };
    Ok(Memory { read: map(libc::PROT_READ)?, write: map(libc::PROT_READ | libc::PROT_WRITE)?, bytes })
}

/// The address of an offset in the shared memory.
pub(crate) fn address(offset: u64, bytes: usize, write: bool) -> Result<usize> {
    let memory = &link()?.memory;
    let offset = usize::try_from(offset).unwrap_or(usize::MAX);
    if offset.checked_add(bytes).is_none_or(|end| end > memory.bytes) {
        return Err(Error("the notebook named a place outside of the shared memory".to_owned()));
    }
    Ok(if write { memory.write } else { memory.read } + offset)
}

/// Runs `work` with the socket that this thread may use.
fn with_stream<T>(work: impl FnOnce(&mut UnixStream) -> io::Result<T>) -> Result<T> {
    let serving = SERVING.with_borrow(|serving| serving.as_ref().map(|serving| serving.stream.try_clone()));
    match serving {
        Some(stream) => stream.and_then(|mut stream| work(&mut stream)).map_err(lost),
        None => work(&mut lock(&link()?.requests)).map_err(lost),
    }
}

/// Sends a message that needs no reply.
pub(crate) fn send(message: &Message) -> Result<()> {
    with_stream(|stream| wire::send(stream, message))
}

/// Prints text that looked like the end of a cell but was not.
pub(crate) fn flush() {
    if let Some(text) = failure::take_error() {
        let _ = send(&Message::Print(true, format!("{text}\n")));
    }
}

/// Stores a panic's message; prints it at once if nothing catches it.
fn hook(panic: &PanicHookInfo<'_>) {
    let (text, place) = failure::keep_panic(panic);
    let thread = std::thread::current();
    if !is_main() && thread.name() != Some(CALLS) {
        let name = thread.name().unwrap_or("<unnamed>");
        let _ = send(&Message::Print(true, format!("thread '{name}' panicked at {place}: {text}\n")));
    }
}

/// Whether this thread runs cells. Its name is unknown here: another copy of the standard library created it.
fn is_main() -> bool {
    // SAFETY: both calls only return numbers.
    unsafe { libc::syscall(libc::SYS_gettid) == libc::c_long::from(libc::getpid()) }
}

/// Sends a request and waits for the reply. The kernel answers while a Rust cell or an exported function runs.
pub(crate) fn request(message: &Message) -> Result<Data> {
    let answer = with_stream(|stream| {
        wire::send(stream, message)?;
        wire::receive(stream)
    })?;
    match answer {
        Message::Answer(outcome) => outcome.map_err(Error),
        _ => Err(Error("the notebook gave another answer than was asked for".to_owned())),
    }
}

/// A tensor that the kernel keeps alive. Dropping it releases the tensor.
#[derive(Debug)]
pub(crate) struct Hold(pub u64);

impl Hold {
    /// Refers to the tensor in a message; it is still held.
    pub fn show(&self) -> Data {
        Data::Held(self.0, false)
    }
    /// Refers to the tensor in a message and hands the release over to the kernel.
    pub fn give(self) -> Data {
        let data = Data::Held(self.0, true);
        std::mem::forget(self);
        data
    }
}

impl Drop for Hold {
    fn drop(&mut self) {
        let in_call = SERVING.with_borrow_mut(|serving| match serving {
            Some(serving) => {
                serving.released.push(self.0);
                true
            }
            None => false,
        });
        if !in_call {
            let _ = send(&Message::Release(vec![self.0]));
        }
    }
}

#[doc(hidden)]
pub fn export_function(name: &str, doc: &str, parameters: &[(&str, &str, Want)], result: &str, call: Call) {
    lock(&EXPORTS).get_or_insert_default().insert(name.to_owned(), call);
    let parameter = |(name, written, want): &(&str, &str, Want)| Parameter {
        name: (*name).to_owned(),
        written: (*written).to_owned(),
        want: *want,
    };
    let parameters = parameters.iter().map(parameter).collect();
    let function = Function { name: name.to_owned(), doc: doc.to_owned(), parameters, result: result.to_owned() };
    let _ = send(&Message::Register(function));
}

/// Serves the kernel's calls until the connection closes, then ends the process.
fn serve(mut stream: UnixStream) {
    let Ok(own) = stream.try_clone() else { return };
    SERVING.set(Some(Serving { stream: own, released: Vec::new() }));
    while let Ok(message) = wire::receive(&mut stream) {
        match message {
            Message::Call(name, arguments) => {
                let outcome = call(&name, arguments);
                let released =
                    SERVING.with_borrow_mut(|serving| serving.as_mut().map(|s| std::mem::take(&mut s.released)));
                if wire::send(&mut stream, &Message::Returned(outcome, released.unwrap_or_default())).is_err() {
                    break;
                }
            }
            Message::Synchronize => {
                flush();
                driver::synchronize();
                // On the requests' socket, after everything that was sent there.
                if let Ok(link) = link() {
                    let _ = wire::send(&mut *lock(&link.requests), &Message::Synchronized);
                }
            }
            _ => break,
        }
    }
    // SAFETY: ends the process at once; no cleanup is needed.
    unsafe { libc::_exit(0) }
}

fn call(name: &str, arguments: Vec<Data>) -> std::result::Result<Data, String> {
    let function = lock(&EXPORTS).as_ref().and_then(|exports| exports.get(name).copied());
    let function = function.ok_or_else(|| format!("no cell exports a function {name}"))?;
    match catch_unwind(AssertUnwindSafe(|| function(arguments))) {
        Ok(outcome) => {
            driver::synchronize();
            outcome.map_err(|error| error.0)
        }
        Err(_) => Err(format!("{name} panicked: {}", failure::take_panic().0)),
    }
}
