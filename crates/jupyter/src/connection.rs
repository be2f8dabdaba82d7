//! Reads the connection file: the addresses and keys that a front end gives its kernel.

use std::fs::File;
use std::io::Read;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use serde::Deserialize;

use super::signature::Scheme;
use super::zmtp::{KeyError, KeyPair, Security};

/// The maximum size of a connection file.
const LONGEST: u64 = 64 << 10;
const READABLE_BY_OTHERS: u32 = 0o044;
const WRITABLE_BY_ALL: u32 = 0o002;

/// The addresses of the five sockets, the signing key and the encryption keys.
#[derive(Clone, Debug, Deserialize)]
pub struct ConnectionInfo {
    #[serde(default)]
    pub transport: Transport,
    /// An address, or with `ipc` a path prefix.
    #[serde(default = "localhost")]
    pub ip: String,
    pub shell_port: u16,
    pub control_port: u16,
    pub iopub_port: u16,
    pub stdin_port: u16,
    pub hb_port: u16,
    #[serde(default)]
    pub key: String,
    #[serde(default = "hmac_sha256")]
    pub signature_scheme: String,
    /// CURVE keys in Z85: both or none.
    pub curve_publickey: Option<String>,
    pub curve_secretkey: Option<String>,
}

#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum Transport {
    #[default]
    Tcp,
    Ipc,
}

fn localhost() -> String {
    "127.0.0.1".into()
}

fn hmac_sha256() -> String {
    "hmac-sha256".into()
}

#[derive(Debug, thiserror::Error)]
pub enum ConnectionError {
    #[error("cannot read the connection file {path}: {reason}")]
    Unreadable { path: String, reason: std::io::Error },
    #[error("{path} is not a connection file: {reason}")]
    Malformed { path: String, reason: serde_json::Error },
    #[error("{path} is not a connection file: it is {what}")]
    Kind { path: String, what: &'static str },
    #[error("the connection file {path} is not to be trusted: {what}")]
    Untrusted { path: String, what: &'static str },
    #[error(transparent)]
    Wrong(#[from] WrongConnection),
}

/// A value that the kernel does not support.
#[derive(Debug, thiserror::Error)]
pub enum WrongConnection {
    #[error(
        "cannot sign messages with {0}; hmac-sha256 is the usual scheme, and sha224, sha384, sha512 and sha3_* are \
         known as well"
    )]
    Scheme(String),
    #[error("{0} is 0 in the connection file; a front end must know where its kernel listens")]
    NoPort(&'static str),
    #[error("{0} and {1} are the same in the connection file; each socket listens at its own")]
    SamePort(&'static str, &'static str),
    #[error("curve_publickey and curve_secretkey belong together, and the connection file has only one of them")]
    HalfPair,
    #[error("curve_publickey and curve_secretkey of the connection file are not a key pair: {0}")]
    Keys(#[from] KeyError),
}

impl ConnectionInfo {
    /// Reads a connection file. It must belong to the current user.
    ///
    /// # Errors
    /// If the file is absent, malformed or writable by everyone, or requests something unsupported.
    pub fn read(path: &Path) -> Result<Self, ConnectionError> {
        let name = || path.display().to_string();
        let unreadable = |reason| ConnectionError::Unreadable { path: name(), reason };
        // Reading a FIFO would block.
        let metadata = std::fs::metadata(path).map_err(unreadable)?;
        if !metadata.is_file() {
            return Err(ConnectionError::Kind { path: name(), what: "not a regular file" });
        }
        let file = File::open(path).map_err(unreadable)?;
        check_owner(&file.metadata().map_err(unreadable)?)
            .map_err(|what| ConnectionError::Untrusted { path: name(), what })?;
        let mut text = Vec::new();
        file.take(LONGEST + 1).read_to_end(&mut text).map_err(unreadable)?;
        if text.len() as u64 > LONGEST {
            return Err(ConnectionError::Kind { path: name(), what: "longer than 64 KiB" });
        }
        let info: Self =
            serde_json::from_slice(&text).map_err(|reason| ConnectionError::Malformed { path: name(), reason })?;
        info.check()?;
        Ok(info)
    }

    /// # Errors
    /// If a value is not supported.
    pub fn check(&self) -> Result<(), WrongConnection> {
        let ports = [
            ("shell_port", self.shell_port),
            ("control_port", self.control_port),
            ("iopub_port", self.iopub_port),
            ("stdin_port", self.stdin_port),
            ("hb_port", self.hb_port),
        ];
        for (index, (name, port)) in ports.iter().enumerate() {
            if *port == 0 {
                return Err(WrongConnection::NoPort(name));
            }
            if let Some((other, _)) = ports[..index].iter().find(|(_, other)| other == port) {
                return Err(WrongConnection::SamePort(other, name));
            }
        }
        self.scheme()?;
        self.security()?;
        Ok(())
    }

    /// Returns the signature scheme. With an empty key the scheme is ignored.
    pub(crate) fn scheme(&self) -> Result<Scheme, WrongConnection> {
        match Scheme::named(&self.signature_scheme) {
            Some(scheme) => Ok(scheme),
            None if self.key.is_empty() => Ok(Scheme::default()),
            None => Err(WrongConnection::Scheme(self.signature_scheme.clone())),
        }
    }

    /// Returns the sockets' security mechanism and keys.
    pub(crate) fn security(&self) -> Result<Security, WrongConnection> {
        match (&self.curve_publickey, &self.curve_secretkey) {
            (None, None) => Ok(Security::Clear),
            (Some(public), Some(secret)) => Ok(Security::Curve(KeyPair::read(public, secret)?)),
            _ => Err(WrongConnection::HalfPair),
        }
    }

    /// Returns the endpoint of a port, such as `tcp://127.0.0.1:5001` or `ipc:///tmp/kernel-1`.
    pub fn endpoint(&self, port: u16) -> String {
        match self.transport {
            Transport::Ipc => format!("ipc://{}-{port}", self.ip),
            Transport::Tcp if self.ip.contains(':') => format!("tcp://[{}]:{port}", self.ip),
            Transport::Tcp => format!("tcp://{}:{port}", self.ip),
        }
    }

    /// Warns in the log about what others on the machine or the network can read or do.
    pub(crate) fn warn(&self) {
        let (is_open, is_clear) = (self.key.is_empty(), self.curve_secretkey.is_none());
        if is_open {
            tracing::warn!(
                "messages are not signed because the key is empty: everyone who reaches the ports may run code"
            );
        }
        let is_local = ["127.", "localhost", "::1"].iter().any(|local| self.ip.starts_with(local));
        if self.transport == Transport::Tcp && !is_local && is_clear {
            tracing::warn!("{} is reached from elsewhere and nothing is encrypted: anybody may read along", self.ip);
        }
    }
}

/// Checks the file's owner. Everyone who may write the file can choose the key. Read access also suffices to run code,
/// but its owner may want that.
fn check_owner(metadata: &std::fs::Metadata) -> Result<(), &'static str> {
    let own = rustix::process::geteuid().as_raw();
    if own != 0 && ![own, 0].contains(&metadata.uid()) {
        return Err("it belongs to another user");
    }
    if metadata.mode() & WRITABLE_BY_ALL != 0 {
        return Err("anybody may write it; chmod 600 closes it");
    }
    if metadata.mode() & READABLE_BY_OTHERS != 0 {
        tracing::warn!("the connection file can be read by others, who may then run code; chmod 600 closes it");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};
    use std::os::unix::fs::PermissionsExt;

    fn valid() -> Value {
        json!({"shell_port": 1, "control_port": 2, "iopub_port": 3, "stdin_port": 4, "hb_port": 5, "key": "k"})
    }

    fn write(folder: &Path, content: &str, mode: u32) -> std::path::PathBuf {
        let path = folder.join("kernel.json");
        let _ = std::fs::remove_file(&path);
        std::fs::write(&path, content).unwrap();
        std::fs::set_permissions(&path, PermissionsExt::from_mode(mode)).unwrap();
        path
    }

    /// The test keys of ZeroMQ's manual.
    const PUBLIC: &str = "Yne@$w-vo<fVvi]a<NY6T1ed:M$fCG*[IaLV{hID";
    const SECRET: &str = "D:)Q[IlAW!ahhC2ac:9*A}h:p?([4%wOTJ%JR%cs";

    #[test]
    fn wrong_values_are_told_in_one_sentence() {
        let folder = tempfile::tempdir().unwrap();
        for (changes, message) in [
            (json!({"shell_port": 0}), "shell_port is 0"),
            (json!({"hb_port": 3}), "iopub_port and hb_port are the same"),
            (json!({"hb_port": 70000}), "is not a connection file"),
            (json!({"hb_port": "5"}), "is not a connection file"),
            (json!({"hb_port": null}), "is not a connection file"),
            (json!({"key": 7}), "is not a connection file"),
            (json!({"transport": "udp"}), "unknown variant `udp`, expected `tcp` or `ipc`"),
            (json!({"signature_scheme": "hmac-md5"}), "cannot sign messages with hmac-md5"),
            (json!({"curve_publickey": PUBLIC}), "has only one of them"),
            (json!({"curve_secretkey": SECRET}), "has only one of them"),
            (json!({"curve_publickey": PUBLIC, "curve_secretkey": PUBLIC}), "does not belong to the secret one"),
            (json!({"curve_publickey": "x", "curve_secretkey": SECRET}), "40 characters"),
        ] {
            let mut content = valid();
            content.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
            let error = ConnectionInfo::read(&write(folder.path(), &content.to_string(), 0o600)).unwrap_err();
            let error = error.to_string();
            assert!(error.contains(message) && !error.contains('\n'), "{error}");
        }
        for content in ["", "{", "[]", "null", "\u{feff}{}", "{}"] {
            let error = ConnectionInfo::read(&write(folder.path(), content, 0o600)).unwrap_err();
            assert!(error.to_string().contains("is not a connection file"), "{error}");
        }
    }

    #[test]
    fn what_may_stand_there_is_read() {
        let folder = tempfile::tempdir().unwrap();
        for changes in [
            json!({}),
            json!({"transport": "ipc", "ip": "/tmp/k", "kernel_name": "x", "jupyter_session": ""}),
            json!({"key": "", "signature_scheme": ""}),
            json!({"signature_scheme": "hmac-sha512"}),
            json!({"curve_publickey": PUBLIC, "curve_secretkey": SECRET}),
            json!({"curve_publickey": null, "curve_secretkey": null}),
        ] {
            let mut content = valid();
            content.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
            let info = ConnectionInfo::read(&write(folder.path(), &content.to_string(), 0o644)).unwrap();
            assert_eq!(matches!(info.security(), Ok(Security::Curve(_))), changes["curve_publickey"].is_string());
        }
    }

    #[test]
    fn files_that_are_not_ours_alone_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let refused = |path: &Path| ConnectionInfo::read(path).unwrap_err().to_string();
        assert!(refused(&write(folder.path(), &valid().to_string(), 0o666)).contains("anybody may write it"));
        assert!(refused(&write(folder.path(), &" ".repeat(1 << 17), 0o600)).contains("longer than 64 KiB"));
        assert!(refused(folder.path()).contains("not a regular file"));
        assert!(refused(&folder.path().join("absent")).contains("cannot read the connection file"));
    }
}
