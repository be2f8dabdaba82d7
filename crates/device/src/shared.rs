//! Host memory that other processes can map. Tensors are allocated there once Rust cells are used.
//!
//! One unnamed file (`memfd`), larger than the machine's memory and mapped once; a page takes memory from its first use on.
//! The host's allocator takes its segments from it, so a tensor is shared by its offset in the file.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use parking_lot::Mutex;

use super::child::is_child;

struct Memory {
    file: OwnedFd,
    base: u64,
    bytes: u64,
    /// Free ranges by start, with their lengths. Neighbours are merged.
    free: Mutex<BTreeMap<u64, u64>>,
}

static MEMORY: OnceLock<Memory> = OnceLock::new();
static ON: AtomicBool = AtomicBool::new(false);

/// Alignment of segments, so that the system can use huge pages for shared memory.
const GRANULE: u64 = 2 << 20;

/// Makes new host segments shared memory. Older blocks move when they are asked for.
///
/// # Errors
/// If the system does not support such memory.
pub(super) fn begin() -> io::Result<()> {
    if MEMORY.get().is_none() {
        let memory = Memory::new(machine_memory().saturating_mul(4).max(64 << 30))?;
        let _ = MEMORY.set(memory);
    }
    ON.store(true, Ordering::Relaxed);
    Ok(())
}

/// Whether new host segments are shared memory.
pub fn is_on() -> bool {
    ON.load(Ordering::Relaxed)
}

/// The offset of an address in the shared memory.
pub fn offset(address: u64) -> Option<u64> {
    let memory = MEMORY.get()?;
    address.checked_sub(memory.base).filter(|offset| *offset < memory.bytes)
}

/// Sends the memory to the process at the other end of a socket: the file's descriptor, and its size in bytes as u64.
///
/// # Errors
/// The socket's; also if [`begin`] was not called.
pub fn send(stream: &UnixStream) -> io::Result<()> {
    let memory = MEMORY.get().ok_or_else(|| io::Error::other("no memory is shared"))?;
    let mut size = memory.bytes.to_le_bytes();
    let mut part = libc::iovec { iov_base: size.as_mut_ptr().cast(), iov_len: size.len() };
    let mut control = [0u64; 8];
    // SAFETY: all zeros is an empty message.
    let mut message: libc::msghdr = unsafe { std::mem::zeroed() };
    message.msg_iov = &mut part;
    message.msg_iovlen = 1;
    message.msg_control = control.as_mut_ptr().cast();
    // SAFETY: computes a length.
    message.msg_controllen = unsafe { libc::CMSG_SPACE(size_of::<i32>() as u32) } as _;
    // SAFETY: the control buffer has room for one header with a descriptor behind it; all buffers outlive the call.
    let sent = unsafe {
        let header = libc::CMSG_FIRSTHDR(&message);
        (*header).cmsg_level = libc::SOL_SOCKET;
        (*header).cmsg_type = libc::SCM_RIGHTS;
        (*header).cmsg_len = libc::CMSG_LEN(size_of::<i32>() as u32) as _;
        libc::CMSG_DATA(header).cast::<i32>().write_unaligned(memory.file.as_raw_fd());
        libc::sendmsg(stream.as_raw_fd(), &message, libc::MSG_NOSIGNAL)
    };
    if sent == size.len() as isize { Ok(()) } else { Err(io::Error::last_os_error()) }
}

/// Takes a segment; `None` if there is no space, or if this process is a loader's worker, which has a copy.
pub(super) fn allocate(bytes: usize) -> Option<u64> {
    let memory = MEMORY.get().filter(|_| is_on() && !is_child())?;
    let length = (bytes as u64).checked_next_multiple_of(GRANULE)?;
    let mut free = memory.free.lock();
    let (&start, &size) = free.iter().find(|(_, size)| **size >= length)?;
    free.remove(&start);
    if size > length {
        free.insert(start + length, size - length);
    }
    Some(memory.base + start)
}

/// Returns a segment and its pages; false if it is not of this memory.
pub(super) fn release(address: u64, bytes: usize) -> bool {
    let (Some(memory), Some(offset)) = (MEMORY.get(), offset(address)) else { return false };
    if is_child() {
        return true;
    }
    let length = (bytes as u64).next_multiple_of(GRANULE);
    let punch = libc::FALLOC_FL_PUNCH_HOLE | libc::FALLOC_FL_KEEP_SIZE;
    // SAFETY: the range belongs to a segment that nobody uses any more.
    unsafe { libc::fallocate(memory.file.as_raw_fd(), punch, offset as libc::off_t, length as libc::off_t) };
    let (mut start, mut size) = (offset, length);
    let mut free = memory.free.lock();
    if let Some((&before, &its_size)) = free.range(..start).next_back()
        && before + its_size == start
    {
        free.remove(&before);
        (start, size) = (before, size + its_size);
    }
    if let Some(its_size) = free.remove(&(start + size)) {
        size += its_size;
    }
    free.insert(start, size);
    true
}

/// After a fork: makes this process's writes private.
pub(super) fn become_private() {
    let Some(memory) = MEMORY.get() else { return };
    // SAFETY: the same range of the same file in the same place: every address stays valid, with the same contents.
    unsafe {
        libc::mmap(
            memory.base as *mut libc::c_void,
            memory.bytes as usize,
            libc::PROT_READ | libc::PROT_WRITE,
            libc::MAP_PRIVATE | libc::MAP_FIXED | libc::MAP_NORESERVE,
            memory.file.as_raw_fd(),
            0,
        );
    }
}

/// Bytes of memory that this machine has.
fn machine_memory() -> u64 {
    let text = fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    kilobytes.unwrap_or(0) << 10
}

impl Memory {
    fn new(bytes: u64) -> io::Result<Memory> {
        // SAFETY: a valid name and flag.
        let descriptor = unsafe { libc::memfd_create(c"tensorcell tensors".as_ptr(), libc::MFD_CLOEXEC) };
        if descriptor < 0 {
            return Err(io::Error::last_os_error());
        }
        // SAFETY: created above, owned by nobody else.
        let file = unsafe { OwnedFd::from_raw_fd(descriptor) };
        // SAFETY: sets the size of our own file.
        if unsafe { libc::ftruncate(file.as_raw_fd(), bytes as libc::off_t) } != 0 {
            return Err(io::Error::last_os_error());
        }
        let (protection, flags) = (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_SHARED | libc::MAP_NORESERVE);
        // SAFETY: a new mapping at an address that the system chooses.
        let base = unsafe { libc::mmap(std::ptr::null_mut(), bytes as usize, protection, flags, file.as_raw_fd(), 0) };
        if base == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        Ok(Memory { file, base: base as u64, bytes, free: Mutex::new(BTreeMap::from([(0, bytes)])) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn segments_are_taken_given_back_and_joined() {
        super::begin().expect("shared memory");
        let free = || MEMORY.get().expect("begun").free.lock().clone();
        let segments = [1usize, 3 << 20, 5 << 20].map(|bytes| (allocate(bytes).expect("room"), bytes));
        let starts = segments.map(|(address, _)| offset(address).expect("in the memory"));
        assert!(starts.iter().all(|start| start % GRANULE == 0), "{starts:?}");
        // SAFETY: the first bytes of a segment just taken.
        unsafe { (segments[1].0 as *mut u8).write(7) };
        for (address, bytes) in segments {
            assert!(release(address, bytes));
        }
        let left = free();
        assert!(starts.iter().all(|start| left.range(..=*start).next_back().is_some_and(|(s, n)| s + n > *start)));
        assert!(left.iter().zip(left.iter().skip(1)).all(|((start, size), (next, _))| start + size < *next));
        let again = allocate(3 << 20).expect("room");
        // SAFETY: as above.
        assert_eq!(unsafe { (again as *const u8).add(2 << 20).read() }, 0, "pages given back come back empty");
        assert!(release(again, 3 << 20));
        assert!(!release(&raw const left as u64, 1));
    }
}
