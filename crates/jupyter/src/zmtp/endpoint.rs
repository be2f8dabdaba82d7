//! Binds a socket's endpoint: tcp, or with ipc a file that only its user may access.

use std::io::{self, ErrorKind};
use std::os::unix::fs::FileTypeExt;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};

use rustix::fs::Mode;
use rustix::net::{AddressFamily, SocketAddrUnix, SocketType, sockopt};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, UnixListener};

/// The backlog of connections that wait to be accepted.
const WAITING: i32 = 128;

/// The read and write halves of a connection.
pub type Halves = (Box<dyn AsyncRead + Send + Unpin>, Box<dyn AsyncWrite + Send + Unpin>);

/// A bound endpoint.
pub enum Listener {
    Tcp(TcpListener),
    Ipc(UnixListener, #[expect(dead_code, reason = "its drop is what counts")] SocketFile),
}

/// The file of an ipc endpoint. Dropping it removes the file.
pub struct SocketFile(PathBuf);

impl Drop for SocketFile {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

impl Listener {
    /// Listens at `tcp://ADDRESS:PORT` or `ipc://PATH`.
    ///
    /// If the endpoint cannot be bound.
    /// If the endpoint cannot be bound.
    pub async fn bind(endpoint: &str) -> io::Result<Self> {
        match endpoint.split_once("://") {
            Some(("tcp", address)) => {
                // ZeroMQ's wildcard for all addresses.
                let address = address.replacen("*:", "0.0.0.0:", usize::from(address.starts_with("*:")));
                Ok(Self::Tcp(TcpListener::bind(address).await?))
            }
            Some(("ipc", path)) => bind_file(Path::new(path)),
            _ => Err(io::Error::new(ErrorKind::InvalidInput, "neither tcp:// nor ipc://")),
        }
    }

    pub async fn accept(&self) -> io::Result<Halves> {
        match self {
            Self::Tcp(listener) => {
                let (stream, _) = listener.accept().await?;
                // Both calls fail if the peer has disconnected. The next read reports that.
                let _ = stream.set_nodelay(true);
                let _ = sockopt::set_socket_keepalive(&stream, true);
                let (reader, writer) = stream.into_split();
                Ok((Box::new(reader), Box::new(writer)))
            }
            Self::Ipc(listener, _) => {
                let (reader, writer) = listener.accept().await?.0.into_split();
                Ok((Box::new(reader), Box::new(writer)))
            }
        }
    }

    /// Returns the port of the listener.
    #[cfg(test)]
    pub fn port(&self) -> io::Result<u16> {
        match self {
            Self::Tcp(listener) => Ok(listener.local_addr()?.port()),
            Self::Ipc(..) => Err(ErrorKind::Unsupported.into()),
        }
    }
}

/// Binds a socket file that only its user may connect to. Replaces a file that a killed kernel left behind.
fn bind_file(path: &Path) -> io::Result<Listener> {
    let is_socket = std::fs::symlink_metadata(path).is_ok_and(|found| found.file_type().is_socket());
    if is_socket && UnixStream::connect(path).is_err_and(|error| error.kind() == ErrorKind::ConnectionRefused) {
        std::fs::remove_file(path)?;
    }
    let socket = rustix::net::socket(AddressFamily::UNIX, SocketType::STREAM, None)?;
    rustix::io::fcntl_setfd(&socket, rustix::io::FdFlags::CLOEXEC)?;
    rustix::net::bind(&socket, &SocketAddrUnix::new(path)?)?;
    let file = SocketFile(path.to_owned());
    // Set the permissions before anyone can connect.
    rustix::fs::chmod(path, Mode::RUSR | Mode::WUSR)?;
    rustix::net::listen(&socket, WAITING)?;
    let listener = std::os::unix::net::UnixListener::from(socket);
    listener.set_nonblocking(true)?;
    Ok(Listener::Ipc(UnixListener::from_std(listener)?, file))
}
