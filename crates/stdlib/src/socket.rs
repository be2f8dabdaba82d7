//! Sockets: the native part of `socket.py`. Blocking calls handle interrupts and timeouts.

use crate::os::descriptors::bytes_of;
use crate::time::wait_length;
use rustix::net::{
    AddressFamily, Protocol, RecvFlags, SendFlags, Shutdown, SocketAddrAny, SocketAddrUnix, SocketFlags, SocketType,
};
use std::net::{Ipv4Addr, SocketAddr, SocketAddrV4, SocketAddrV6, ToSocketAddrs};
use std::os::fd::{AsRawFd, BorrowedFd, IntoRawFd, OwnedFd, RawFd};
use std::time::Instant;
use tensorcell_language::builtins::clipped_index;
use tensorcell_language::builtins::files::{os_failure, path_text, reachable};
use tensorcell_language::confinement::check_socket;
use tensorcell_language::{Args, Builtin, Exc, ModuleDef, Raise, Result, Value, Vm, memory};

pub static SOCKET: ModuleDef = ModuleDef {
    name: "_tensorcell.socket",
    doc: "The native part of socket.",
    functions: &[
        Builtin::new("socket._open", "(family, kind, protocol)", "Opens a socket; its descriptor.", |_, args| {
            open(args)
        }),
        Builtin::new("socket._pair", "(family, kind, protocol)", "Opens two sockets that are connected.", |_, args| {
            let (family, kind, protocol) = domain(args)?;
            let (one, two) = told(rustix::net::socketpair(family, kind, SocketFlags::CLOEXEC, protocol))?;
            Ok(Value::pair(given(one), given(two)))
        }),
        Builtin::new("socket._bind", "(fd, family, address)", "Gives a socket its own address.", |vm, args| {
            let address = address(vm, args.int(1)?, args.get(2)).map_err(|raise| named("bind", raise))?;
            told(rustix::net::bind(descriptor(args)?, &address)).map(|()| Value::None)
        }),
        Builtin::new("socket._connect", "(fd, family, address, timeout)", "Connects a socket.", connect),
        Builtin::new("socket._listen", "(fd, backlog)", "Has a socket take connections.", |_, args| {
            told(rustix::net::listen(descriptor(args)?, args.int(1)? as i32)).map(|()| Value::None)
        }),
        Builtin::new("socket._accept", "(fd, timeout)", "Takes a connection: (descriptor, address).", accept),
        Builtin::new("socket._receive", "(fd, size, flags, timeout)", "Reads: (data, address).", receive),
        Builtin::new("socket._send", "(fd, data, flags, timeout, family, address)", "Writes; how many bytes.", send),
        Builtin::new("socket._shutdown", "(fd, how)", "Ends one direction or both.", |_, args| {
            let how = match args.int(1)? {
                0 => Shutdown::Read,
                1 => Shutdown::Write,
                _ => Shutdown::Both,
            };
            told(rustix::net::shutdown(descriptor(args)?, how)).map(|()| Value::None)
        }),
        Builtin::new("socket._own_address", "(fd)", "The socket's own address.", |_, args| {
            told(rustix::net::getsockname(descriptor(args)?)).map(shown)
        }),
        Builtin::new("socket._other_address", "(fd)", "The address of the other side.", |_, args| {
            told(rustix::net::getpeername(descriptor(args)?)).map(|address| address.map_or(Value::None, shown))
        }),
        Builtin::new("socket._option", "(fd, level, name, size)", "An option as bytes.", |_, args| option(args)),
        Builtin::new("socket._set_option", "(fd, level, name, value)", "Sets an option by its bytes.", |_, args| {
            set_option(args)
        }),
        Builtin::new("socket._resolve", "(host)", "The addresses of a host.", |_, args| resolve(args.str(0)?)),
    ],
    init: None,
};

fn told<T>(outcome: rustix::io::Result<T>) -> Result<T> {
    outcome.map_err(|error| os_failure(&error.into()))
}

fn given(fd: OwnedFd) -> Value {
    Value::Int(i64::from(fd.into_raw_fd()))
}

pub fn descriptor(args: &Args) -> Result<BorrowedFd<'static>> {
    let number = RawFd::try_from(args.int(0)?).ok().filter(|fd| *fd >= 0);
    let number = number.ok_or_else(|| os_failure(&std::io::Error::from_raw_os_error(9)))?;
    // SAFETY: the number is the program's own; a closed one makes the call fail.
    Ok(unsafe { BorrowedFd::borrow_raw(number) })
}

fn domain(args: &Args) -> Result<(AddressFamily, SocketType, Option<Protocol>)> {
    let family = AddressFamily::from_raw(args.int(0)? as u16);
    let kind = SocketType::from_raw(args.int(1)? as u32);
    let protocol = std::num::NonZeroU32::new(args.int(2)? as u32).map(Protocol::from_raw);
    Ok((family, kind, protocol))
}

fn open(args: &Args) -> Result<Value> {
    check_socket("socket")?;
    let (family, kind, protocol) = domain(args)?;
    told(rustix::net::socket_with(family, kind, SocketFlags::CLOEXEC, protocol)).map(given)
}

/// Returns the deadline of a call. None waits forever.
fn deadline(vm: &mut Vm, timeout: &Value) -> Result<Option<Instant>> {
    match timeout {
        Value::None => Ok(None),
        seconds => Ok(Instant::now().checked_add(wait_length(vm, seconds)?)),
    }
}

fn timed_out() -> Raise {
    Raise::new(Exc::TimeoutError, "timed out")
}

/// Returns whether calls block. The program can turn that off.
fn waits(fd: BorrowedFd<'_>) -> bool {
    rustix::fs::fcntl_getfl(fd).is_ok_and(|flags| !flags.contains(rustix::fs::OFlags::NONBLOCK))
}

pub fn until_readable(vm: &mut Vm, fd: BorrowedFd<'_>, timeout: &Value) -> Result<()> {
    let deadline = deadline(vm, timeout)?;
    if waits(fd) && !vm.wait_readable(fd.as_raw_fd(), deadline)? {
        return Err(timed_out());
    }
    Ok(())
}

pub fn until_writable(vm: &mut Vm, fd: BorrowedFd<'_>, timeout: &Value) -> Result<()> {
    let deadline = deadline(vm, timeout)?;
    if waits(fd) && !vm.wait_writable(fd.as_raw_fd(), deadline)? {
        return Err(timed_out());
    }
    Ok(())
}

/// Returns the resolver's exception: `socket.gaierror`.
fn unknown_host(vm: &mut Vm) -> Raise {
    let make = |vm: &mut Vm| -> Result<Value> {
        let module = vm.import("socket")?;
        vm.call_method(&module, "_unknown_host", &[])
    };
    match make(vm) {
        Ok(_) => Raise::new(Exc::OSError, "Name or service not known"),
        Err(raise) => raise,
    }
}

fn host_addresses(host: &str) -> Vec<SocketAddr> {
    (host, 0).to_socket_addrs().map(Iterator::collect).unwrap_or_default()
}

fn resolve(host: &str) -> Result<Value> {
    let found = host_addresses(host);
    let pair = |address: &SocketAddr| {
        let (family, ip) = (if address.is_ipv4() { libc::AF_INET } else { libc::AF_INET6 }, address.ip().to_string());
        Value::pair(Value::Int(i64::from(family)), Value::from(ip))
    };
    Ok(Value::list(found.iter().map(pair).collect()))
}

/// Reads an address of a family.
pub fn address(vm: &mut Vm, family: i64, value: &Value) -> Result<SocketAddrAny> {
    if family == i64::from(libc::AF_UNIX) {
        let path = path_text(vm, value)?;
        let place = if path.starts_with('\0') { path.clone().into() } else { reachable(&path)? };
        return match path.strip_prefix('\0') {
            Some(name) => told(SocketAddrUnix::new_abstract_name(name.as_bytes())).map(Into::into),
            None => told(SocketAddrUnix::new(place)).map(Into::into),
        };
    }
    let Value::Tuple(parts) = value else {
        let (name, found) =
            (if family == i64::from(libc::AF_INET6) { "AF_INET6" } else { "AF_INET" }, value.type_name());
        return Err(Raise::type_error(format!("{name} address must be tuple, not {found}")));
    };
    let (Some(host), Some(port)) = (parts.first(), parts.get(1)) else {
        return Err(Raise::type_error("AF_INET address must be a pair (host, port)"));
    };
    let Some(host) = host.as_str() else {
        return Err(Raise::type_error(format!("str, bytes or bytearray expected, not {}", host.type_name())));
    };
    let number = clipped_index(vm, port)?;
    let port = u16::try_from(number).map_err(|_| Raise::new(Exc::OverflowError, "port must be 0-65535."))?;
    if family == i64::from(libc::AF_INET6) {
        let host = if host.is_empty() { "::" } else { host };
        let found = host_addresses(host).into_iter().find(SocketAddr::is_ipv6);
        let ip = match found {
            Some(SocketAddr::V6(found)) => *found.ip(),
            _ => return Err(unknown_host(vm)),
        };
        return Ok(SocketAddrV6::new(ip, port, 0, 0).into());
    }
    let ip = match host {
        "" => Ipv4Addr::UNSPECIFIED,
        "<broadcast>" => Ipv4Addr::BROADCAST,
        host => match host_addresses(host).into_iter().find(SocketAddr::is_ipv4) {
            Some(SocketAddr::V4(found)) => *found.ip(),
            _ => return Err(unknown_host(vm)),
        },
    };
    Ok(SocketAddrV4::new(ip, port).into())
}

/// Adds the function's name to an address error.
fn named(function: &str, raise: Raise) -> Raise {
    match (raise.is(Exc::TypeError), raise.is(Exc::OverflowError)) {
        (true, _) => Raise::type_error(format!("{function}(): {}", raise.message())),
        (_, true) => Raise::new(Exc::OverflowError, format!("{function}(): {}", raise.message())),
        _ => raise,
    }
}

/// Converts an address for the program.
pub fn shown(address: SocketAddrAny) -> Value {
    if let Ok(address) = SocketAddrV4::try_from(address.clone()) {
        return Value::pair(Value::from(address.ip().to_string()), Value::Int(i64::from(address.port())));
    }
    if let Ok(address) = SocketAddrV6::try_from(address.clone()) {
        let numbers = [u32::from(address.port()), address.flowinfo(), address.scope_id()];
        let mut parts = vec![Value::from(address.ip().to_string())];
        parts.extend(numbers.map(|number| Value::Int(i64::from(number))));
        return Value::tuple(parts);
    }
    match SocketAddrUnix::try_from(address) {
        Ok(address) => match (address.path(), address.abstract_name()) {
            (Some(path), _) => Value::str(path.to_string_lossy()),
            (None, Some(name)) if !name.is_empty() => Value::bytes([&[0], name].concat()),
            _ => Value::str(""),
        },
        Err(_) => Value::None,
    }
}

fn connect(vm: &mut Vm, args: &Args) -> Result<Value> {
    let fd = descriptor(args)?;
    let address = address(vm, args.int(1)?, args.get(2)).map_err(|raise| named("connect", raise))?;
    let waits = waits(fd);
    let flags = told(rustix::fs::fcntl_getfl(fd))?;
    told(rustix::fs::fcntl_setfl(fd, flags | rustix::fs::OFlags::NONBLOCK))?;
    let outcome = rustix::net::connect(fd, &address);
    told(rustix::fs::fcntl_setfl(fd, flags))?;
    match outcome {
        Err(rustix::io::Errno::INPROGRESS) if waits => {
            let deadline = deadline(vm, args.get(3))?;
            if !vm.wait_writable(fd.as_raw_fd(), deadline)? {
                return Err(timed_out());
            }
            told(rustix::net::sockopt::socket_error(fd).and_then(|outcome| outcome)).map(|()| Value::None)
        }
        outcome => told(outcome).map(|()| Value::None),
    }
}

fn accept(vm: &mut Vm, args: &Args) -> Result<Value> {
    let fd = descriptor(args)?;
    until_readable(vm, fd, args.get(1))?;
    let (connection, address) = told(rustix::net::acceptfrom_with(fd, SocketFlags::CLOEXEC))?;
    Ok(Value::pair(given(connection), address.map_or(Value::None, shown)))
}

fn receive(vm: &mut Vm, args: &Args) -> Result<Value> {
    let (fd, size) = (descriptor(args)?, args.int(1)?);
    let size = usize::try_from(size).map_err(|_| Raise::value_error("negative buffersize in recv"))?;
    let flags = RecvFlags::from_bits_retain(args.int(2)? as u32);
    until_readable(vm, fd, args.get(3))?;
    let mut data = memory::zeroed(size)?;
    let (_, count, address) = told(rustix::net::recvfrom(fd, &mut data[..], flags))?;
    data.truncate(count.min(size));
    Ok(Value::pair(Value::bytes(data), address.map_or(Value::None, shown)))
}

fn send(vm: &mut Vm, args: &Args) -> Result<Value> {
    /// The maximum size of one write after a poll, so that it never blocks.
    const PART: usize = 1 << 16;
    let (fd, data) = (descriptor(args)?, bytes_of(args.get(1))?);
    let flags = SendFlags::from_bits_retain(args.int(2)? as u32) | SendFlags::NOSIGNAL;
    until_writable(vm, fd, args.get(3))?;
    if !args.get(5).is_none() {
        let address = address(vm, args.int(4)?, args.get(5))?;
        return told(rustix::net::sendto(fd, &data, flags, &address)).map(|count| Value::Int(count as i64));
    }
    let part = &data[..data.len().min(PART)];
    // A stream that has become full accepts nothing now.
    match rustix::net::send(fd, part, flags | SendFlags::DONTWAIT) {
        Err(rustix::io::Errno::WOULDBLOCK) if waits(fd) => Ok(Value::Int(0)),
        outcome => told(outcome).map(|count| Value::Int(count as i64)),
    }
}

fn option(args: &Args) -> Result<Value> {
    let fd = descriptor(args)?.as_raw_fd();
    let mut data = vec![0u8; args.int(3)?.clamp(0, 1024) as usize];
    let mut length = data.len() as libc::socklen_t;
    // SAFETY: the buffer has the given length.
    let answer = unsafe {
        libc::getsockopt(fd, args.int(1)? as i32, args.int(2)? as i32, data.as_mut_ptr().cast(), &raw mut length)
    };
    if answer < 0 {
        return Err(os_failure(&std::io::Error::last_os_error()));
    }
    data.truncate(length as usize);
    Ok(Value::bytes(data))
}

fn set_option(args: &Args) -> Result<Value> {
    let (fd, data) = (descriptor(args)?.as_raw_fd(), bytes_of(args.get(3))?);
    // SAFETY: the buffer has the given length.
    let answer = unsafe {
        let length = data.len() as libc::socklen_t;
        libc::setsockopt(fd, args.int(1)? as i32, args.int(2)? as i32, data.as_ptr().cast(), length)
    };
    match answer {
        0.. => Ok(Value::None),
        _ => Err(os_failure(&std::io::Error::last_os_error())),
    }
}
