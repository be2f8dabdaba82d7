//! The error type of failed debugger requests.

/// Why a request failed, as reported to the client.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Refusal(pub String);
