//! Messages of sockets with ancillary data, by which a process passes descriptors: `sendmsg` and `recvmsg`.

use crate::os::descriptors::bytes_of;
use crate::socket::{address, descriptor, shown, until_readable, until_writable};
use rustix::net::SocketAddrAny;
use rustix::net::addr::{SocketAddrArg, SocketAddrStorage};
use std::mem::{MaybeUninit, zeroed};
use std::os::fd::AsRawFd;
use tensorcell_language::builtins::clipped_index;
use tensorcell_language::builtins::files::os_failure;
use tensorcell_language::{Args, Builtin, Exc, ModuleDef, Raise, Result, Value, Vm, memory};

pub static MESSAGES: ModuleDef = ModuleDef {
    name: "_tensorcell.messages",
    doc: "The native part of socket that sends and receives ancillary data.",
    functions: &[
        Builtin::new(
            "socket._send_message",
            "(fd, data, ancillary, flags, timeout, family, address)",
            "Writes with ancillary data, (level, type, data) of each item; how many bytes.",
            send,
        ),
        Builtin::new(
            "socket._receive_message",
            "(fd, size, ancillary_size, flags, timeout)",
            "Reads: (data, ancillary data, flags, address).",
            receive,
        ),
        Builtin::new("socket.CMSG_LEN", "(length, /)", "Return the length of an ancillary data item.", |_, args| {
            // SAFETY: the call computes a number.
            length(args, "CMSG_LEN", |length| unsafe { libc::CMSG_LEN(length) })
        }),
        Builtin::new(
            "socket.CMSG_SPACE",
            "(length, /)",
            "Return the buffer size of an ancillary data item.",
            |_, args| {
                // SAFETY: the call computes a number.
                length(args, "CMSG_SPACE", |length| unsafe { libc::CMSG_SPACE(length) })
            },
        ),
    ],
    init: None,
};

fn length(args: &Args, name: &str, size: fn(u32) -> u32) -> Result<Value> {
    /// The greatest length whose item's size is an int of C.
    const MOST: i64 = i32::MAX as i64 - 64;
    match args.int(0)? {
        length @ 0..=MOST => Ok(Value::Int(i64::from(size(length as u32)))),
        _ => Err(Raise::new(Exc::OverflowError, format!("{name}() argument out of range"))),
    }
}

/// An item of ancillary data.
struct Item {
    level: i32,
    kind: i32,
    data: Vec<u8>,
}

impl Item {
    fn of(vm: &mut Vm, value: &Value) -> Result<Item> {
        let parts = vm.collect(value)?;
        let [level, kind, data] = parts.as_slice() else {
            return Err(Raise::type_error("[sendmsg() ancillary data items] must be sequences of length 3"));
        };
        let (level, kind) = (clipped_index(vm, level)? as i32, clipped_index(vm, kind)? as i32);
        Ok(Item { level, kind, data: bytes_of(data)? })
    }
    /// Returns the bytes that the item takes in a buffer.
    fn space(&self) -> usize {
        // SAFETY: the call computes a number.
        unsafe { libc::CMSG_SPACE(self.data.len() as u32) as usize }
    }
}

/// Returns memory for ancillary data, aligned as its records are.
fn buffer(size: usize) -> Vec<u64> {
    vec![0; size.div_ceil(size_of::<u64>())]
}

/// Writes the items one after the other.
fn pack(items: &[Item]) -> (Vec<u64>, usize) {
    let size = items.iter().map(Item::space).sum();
    let mut packed = buffer(size);
    // SAFETY: the buffer is large enough for all items, so that each record and its data are within it.
    unsafe {
        let mut message: libc::msghdr = zeroed();
        (message.msg_control, message.msg_controllen) = (packed.as_mut_ptr().cast(), size as _);
        let mut record = libc::CMSG_FIRSTHDR(&raw const message);
        for item in items {
            ((*record).cmsg_level, (*record).cmsg_type) = (item.level, item.kind);
            (*record).cmsg_len = libc::CMSG_LEN(item.data.len() as u32) as _;
            std::ptr::copy_nonoverlapping(item.data.as_ptr(), libc::CMSG_DATA(record), item.data.len());
            record = libc::CMSG_NXTHDR(&raw const message, record);
        }
    }
    (packed, size)
}

fn send(vm: &mut Vm, args: &Args) -> Result<Value> {
    let (fd, mut data, flags) = (descriptor(args)?, bytes_of(args.get(1))?, args.int(3)? as i32);
    let mut items = Vec::new();
    for item in vm.collect(args.get(2))? {
        items.push(Item::of(vm, &item)?);
    }
    let to = match args.get(6) {
        Value::None => None,
        place => Some(address(vm, args.int(5)?, place)?),
    };
    until_writable(vm, fd, args.get(4))?;
    let ((mut control, size), fd) = (pack(&items), fd.as_raw_fd());
    let mut part = libc::iovec { iov_base: data.as_mut_ptr().cast(), iov_len: data.len() };
    // SAFETY: the record's addresses are of memory that outlives the call.
    let mut call = |name: *const libc::c_void, length: u32| unsafe {
        let mut message: libc::msghdr = zeroed();
        (message.msg_name, message.msg_namelen) = (name.cast_mut(), length);
        (message.msg_iov, message.msg_iovlen) = (&raw mut part, 1 as _);
        if size > 0 {
            (message.msg_control, message.msg_controllen) = (control.as_mut_ptr().cast(), size as _);
        }
        libc::sendmsg(fd, &raw const message, flags | libc::MSG_NOSIGNAL)
    };
    let count = match to {
        None => call(std::ptr::null(), 0),
        // SAFETY: the address is used only while the call lasts.
        Some(to) => unsafe { to.with_sockaddr(|name, length| call(name.cast(), length as u32)) },
    };
    sent(count)
}

/// Checks the number of bytes that a call has moved.
fn sent(count: isize) -> Result<Value> {
    match count < 0 {
        true => Err(os_failure(&std::io::Error::last_os_error())),
        false => Ok(Value::Int(count as i64)),
    }
}

/// Reads the items of a message. The last one may be cut off.
///
/// # Safety
/// The system has filled the record and its buffer.
unsafe fn unpack(message: &libc::msghdr) -> Value {
    let mut items = Vec::new();
    // SAFETY: as the caller promises; data is read within the buffer only.
    unsafe {
        let end = message.msg_control as usize + message.msg_controllen as usize;
        let mut record = libc::CMSG_FIRSTHDR(message);
        while let Some(head) = record.as_ref() {
            let data = libc::CMSG_DATA(record);
            let named = (head.cmsg_len as usize).saturating_sub(libc::CMSG_LEN(0) as usize);
            let length = named.min(end.saturating_sub(data as usize));
            let data = Value::bytes(std::slice::from_raw_parts(data, length).to_vec());
            let (level, kind) = (Value::Int(head.cmsg_level.into()), Value::Int(head.cmsg_type.into()));
            items.push(Value::tuple(vec![level, kind, data]));
            record = libc::CMSG_NXTHDR(message, record);
        }
    }
    Value::list(items)
}

fn size(args: &Args, slot: usize, words: &str) -> Result<usize> {
    usize::try_from(args.int(slot)?).map_err(|_| Raise::value_error(words))
}

fn receive(vm: &mut Vm, args: &Args) -> Result<Value> {
    let (fd, flags) = (descriptor(args)?, args.int(3)? as i32);
    let (most, room) = (size(args, 1, "negative buffer size in recvmsg()")?, args.int(2)?);
    let room = usize::try_from(room).ok().filter(|room| *room <= i32::MAX as usize);
    let room = room.ok_or_else(|| Raise::value_error("invalid ancillary data buffer length"))?;
    until_readable(vm, fd, args.get(4))?;
    let (mut data, mut control) = (memory::zeroed(most)?, buffer(room));
    let mut name = MaybeUninit::<SocketAddrStorage>::zeroed();
    let mut part = libc::iovec { iov_base: data.as_mut_ptr().cast(), iov_len: data.len() };
    // SAFETY: the record's addresses are of memory that outlives the call; the system fills it.
    unsafe {
        let mut message: libc::msghdr = zeroed();
        message.msg_name = name.as_mut_ptr().cast();
        message.msg_namelen = size_of::<SocketAddrStorage>() as _;
        (message.msg_iov, message.msg_iovlen) = (&raw mut part, 1 as _);
        (message.msg_control, message.msg_controllen) = (control.as_mut_ptr().cast(), room as _);
        let count = libc::recvmsg(fd.as_raw_fd(), &raw mut message, flags);
        sent(count)?;
        data.truncate(count as usize);
        let from = match message.msg_namelen {
            0 => Value::None,
            length => shown(SocketAddrAny::new(name, length as _)),
        };
        let flags = Value::Int(i64::from(message.msg_flags));
        Ok(Value::tuple(vec![Value::bytes(data), unpack(&message), flags, from]))
    }
}
