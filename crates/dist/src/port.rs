//! Free ports for rank 0, held until the job ends.

use rustix::net::{AddressFamily, SocketAddrAny, SocketType, bind, getsockname, ipproto, socket, sockopt};
use std::net::{Ipv4Addr, SocketAddrV4};
use std::os::fd::OwnedFd;

/// A free TCP port of this machine. While it is held, the system does not hand it out as a free port. A listener can
/// still bind it by number, because both sockets set SO_REUSEADDR (as [`std::net::TcpListener`] does) and this one does
/// not listen.
#[derive(Debug)]
pub struct HeldPort {
    number: u16,
    _socket: OwnedFd,
}

impl HeldPort {
    /// Takes a free port. Errors: the system has none left.
    pub fn take() -> std::io::Result<Self> {
        let held = socket(AddressFamily::INET, SocketType::STREAM, Some(ipproto::TCP))?;
        rustix::io::fcntl_setfd(&held, rustix::io::FdFlags::CLOEXEC)?;
        sockopt::set_socket_reuseaddr(&held, true)?;
        bind(&held, &SocketAddrV4::new(Ipv4Addr::UNSPECIFIED, 0))?;
        let address: SocketAddrAny = getsockname(&held)?;
        Ok(Self { number: SocketAddrV4::try_from(address)?.port(), _socket: held })
    }

    pub fn number(&self) -> u16 {
        self.number
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;
    use std::net::{TcpListener, TcpStream};

    #[test]
    fn only_a_listener_that_names_a_held_port_gets_it() {
        let held: Vec<_> = (0..300).map(|_| HeldPort::take().expect("a port")).collect();
        let numbers: HashSet<u16> = held.iter().map(HeldPort::number).collect();
        assert_eq!(numbers.len(), held.len());
        // Any port: for listeners, and for connections.
        let others: Vec<_> = (0..300).map(|_| TcpListener::bind(("127.0.0.1", 0)).expect("a port")).collect();
        for other in &others {
            let address = other.local_addr().expect("an address");
            let connection = TcpStream::connect(address).expect("a connection");
            let own = connection.local_addr().expect("an address").port();
            assert!(!numbers.contains(&address.port()) && !numbers.contains(&own));
        }
        // A process on its way to listen finds it free, on one address and on all.
        for (port, address) in held.iter().zip(["127.0.0.1", "0.0.0.0"].into_iter().cycle()) {
            TcpListener::bind((address, port.number())).expect("the held port");
        }
    }
}
