//! The connection file, in which a front end tells its kernel where to listen.

use std::path::Path;

use serde::Deserialize;

/// Where the five sockets listen, and the key that signs messages.
#[derive(Clone, Debug, Deserialize)]
pub struct ConnectionInfo {
    /// `tcp` or `ipc`.
    #[serde(default = "tcp")]
    pub transport: String,
    /// An address; with `ipc` the beginning of a path.
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
}

fn tcp() -> String {
    "tcp".into()
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
    #[error("{path} is no connection file: {reason}")]
    Malformed { path: String, reason: serde_json::Error },
    #[error("cannot sign messages with {0}; hmac-sha256 is what this kernel speaks")]
    Scheme(String),
    #[error("cannot listen on transport {0}; tcp and ipc are what this kernel speaks")]
    Transport(String),
}

impl ConnectionInfo {
    /// # Errors
    /// Where the file is absent, malformed, or asks for what we do not speak.
    pub fn read(path: &Path) -> Result<Self, ConnectionError> {
        let name = || path.display().to_string();
        let text = std::fs::read(path).map_err(|reason| ConnectionError::Unreadable { path: name(), reason })?;
        let info: Self =
            serde_json::from_slice(&text).map_err(|reason| ConnectionError::Malformed { path: name(), reason })?;
        if !info.key.is_empty() && info.signature_scheme != "hmac-sha256" {
            return Err(ConnectionError::Scheme(info.signature_scheme));
        }
        if !matches!(info.transport.as_str(), "tcp" | "ipc") {
            return Err(ConnectionError::Transport(info.transport));
        }
        Ok(info)
    }

    /// The endpoint of one of the ports, such as `tcp://127.0.0.1:5001` or `ipc:///tmp/kernel-1`.
    pub fn endpoint(&self, port: u16) -> String {
        match self.transport.as_str() {
            "ipc" => format!("ipc://{}-{port}", self.ip),
            _ if self.ip.contains(':') => format!("tcp://[{}]:{port}", self.ip),
            _ => format!("tcp://{}:{port}", self.ip),
        }
    }
}
