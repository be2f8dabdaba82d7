//! Names of interfaces, addresses and protocols: the part of `socket` that asks the system's databases.

use super::{checked, failed};
use std::ffi::{CStr, CString};
use std::mem::zeroed;
use std::net::{IpAddr, SocketAddr};
use tensorcell_language::confinement::check_program;
use tensorcell_language::{Args, Builtin, Exc, ModuleDef, Raise, Result, Value};

pub static HOSTS: ModuleDef = ModuleDef {
    name: "_tensorcell.hosts",
    doc: "The native part of socket that asks the system's databases.",
    functions: &[
        Builtin::new(
            "socket.if_nameindex",
            "()",
            "Returns a list of network interface (index, name) tuples.",
            |_, _| interfaces(),
        ),
        Builtin::new("socket.if_nametoindex", "(oname, /)", "Returns the index of an interface name.", |_, args| {
            index_of(args)
        }),
        Builtin::new("socket.if_indextoname", "(index, /)", "Returns the name of an interface index.", |_, args| {
            name_of(args)
        }),
        Builtin::new("socket.getprotobyname", "(name, /)", "Return the protocol number for a name.", |_, args| {
            protocol(args)
        }),
        Builtin::new(
            "socket._names_of",
            "(host, port, flags)",
            "The names of an address: (host, service).",
            |_, args| names_of(args),
        ),
        Builtin::new(
            "socket._host_by_address",
            "(address)",
            "The name of an address; None if it has none.",
            |_, args| host_by_address(args),
        ),
        Builtin::new("socket._set_host_name", "(name)", "Names this machine.", |_, args| {
            check_program("sethostname")?;
            let name = super::descriptors::bytes_of(args.get(0))?;
            // SAFETY: the text has the given length.
            checked(i64::from(unsafe { libc::sethostname(name.as_ptr().cast(), name.len()) })).map(|_| Value::None)
        }),
    ],
    init: None,
};

fn text(args: &Args, slot: usize) -> Result<CString> {
    CString::new(args.str(slot)?).map_err(|_| Raise::value_error("embedded null character"))
}

/// Copies a text of the system.
///
/// # Safety
/// The address is of a text that ends with a null.
unsafe fn copied(text: *const libc::c_char) -> Value {
    // SAFETY: as the caller promises.
    Value::from(unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned())
}

fn interfaces() -> Result<Value> {
    let mut found = Vec::new();
    // SAFETY: the list ends with an entry without a number, and is read before it is freed.
    unsafe {
        let first = libc::if_nameindex();
        if first.is_null() {
            return checked(-1);
        }
        let mut at = first;
        while (*at).if_index != 0 {
            found.push(Value::pair(Value::Int(i64::from((*at).if_index)), copied((*at).if_name)));
            at = at.add(1);
        }
        libc::if_freenameindex(first);
    }
    Ok(Value::list(found))
}

fn index_of(args: &Args) -> Result<Value> {
    let name = text(args, 0)?;
    // SAFETY: the call reads a text.
    match unsafe { libc::if_nametoindex(name.as_ptr()) } {
        0 => Err(Raise::new(Exc::OSError, "no interface with this name")),
        number => Ok(Value::Int(i64::from(number))),
    }
}

fn name_of(args: &Args) -> Result<Value> {
    let too_big = |_| Raise::new(Exc::OverflowError, "Python int too large to convert to C unsigned int");
    let (number, mut name) = (u32::try_from(args.int(0)?).map_err(too_big)?, [0; libc::IF_NAMESIZE]);
    // SAFETY: the buffer has the size that the call expects; the name in it ends with a null.
    unsafe {
        match libc::if_indextoname(number, name.as_mut_ptr()).is_null() {
            true => checked(-1),
            false => Ok(copied(name.as_ptr())),
        }
    }
}

fn protocol(args: &Args) -> Result<Value> {
    let name = text(args, 0)?;
    // SAFETY: the record belongs to the system and is read before the next call.
    unsafe {
        match libc::getprotobyname(name.as_ptr()).as_ref() {
            Some(found) => Ok(Value::Int(i64::from(found.p_proto))),
            None => Err(Raise::new(Exc::OSError, "protocol not found")),
        }
    }
}

/// An address as the system's calls read it.
enum Place {
    V4(libc::sockaddr_in),
    V6(libc::sockaddr_in6),
}

impl Place {
    fn of(address: SocketAddr) -> Place {
        // SAFETY: the records consist of numbers, for which zeros are valid.
        let (mut four, mut six): (libc::sockaddr_in, libc::sockaddr_in6) = unsafe { (zeroed(), zeroed()) };
        match address.ip() {
            IpAddr::V4(ip) => {
                (four.sin_family, four.sin_port) = (libc::AF_INET as u16, address.port().to_be());
                four.sin_addr.s_addr = u32::from_ne_bytes(ip.octets());
                Place::V4(four)
            }
            IpAddr::V6(ip) => {
                (six.sin6_family, six.sin6_port) = (libc::AF_INET6 as u16, address.port().to_be());
                six.sin6_addr.s6_addr = ip.octets();
                Place::V6(six)
            }
        }
    }
    fn parts(&self) -> (*const libc::sockaddr, libc::socklen_t) {
        match self {
            Place::V4(own) => (std::ptr::from_ref(own).cast(), size_of_val(own) as libc::socklen_t),
            Place::V6(own) => (std::ptr::from_ref(own).cast(), size_of_val(own) as libc::socklen_t),
        }
    }
}

fn ip(args: &Args) -> Result<IpAddr> {
    args.str(0)?.parse().map_err(|_| failed(libc::EINVAL))
}

/// Returns (number of the error, its words, host, service): the caller raises its own class.
fn names_of(args: &Args) -> Result<Value> {
    let place = Place::of(SocketAddr::new(ip(args)?, args.int(1)? as u16));
    let (mut host, mut service) = ([0; libc::NI_MAXHOST as usize], [0; 32]);
    let ((address, length), flags) = (place.parts(), args.int(2)? as i32);
    // SAFETY: the buffers have the given sizes; the texts in them, and that of the error, end with a null.
    unsafe {
        let (host_size, service_size) = (host.len() as libc::socklen_t, service.len() as libc::socklen_t);
        let (to_host, to_service) = (host.as_mut_ptr(), service.as_mut_ptr());
        let error = libc::getnameinfo(address, length, to_host, host_size, to_service, service_size, flags);
        let (words, names) = match error {
            0 => (Value::None, Value::pair(copied(host.as_ptr()), copied(service.as_ptr()))),
            error => (copied(libc::gai_strerror(error)), Value::None),
        };
        Ok(Value::tuple(vec![Value::Int(i64::from(error)), words, names]))
    }
}

/// Returns the name of an address by the system's database; None if it has none.
fn host_by_address(args: &Args) -> Result<Value> {
    let address = ip(args)?;
    let place = Place::of(SocketAddr::new(address, 0));
    let (mut host, (at, length)) = ([0; libc::NI_MAXHOST as usize], place.parts());
    let nothing = std::ptr::null_mut();
    // SAFETY: the buffer has the given size; the text in it ends with a null.
    unsafe {
        let size = host.len() as libc::socklen_t;
        match libc::getnameinfo(at, length, host.as_mut_ptr(), size, nothing, 0, libc::NI_NAMEREQD) {
            0 => Ok(copied(host.as_ptr())),
            _ => Ok(Value::None),
        }
    }
}
