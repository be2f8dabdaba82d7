//! Converts TLS errors to OpenSSL's words.

use super::trust::Unknown;
use rustls::{AlertDescription, CertificateError, Error, InconsistentKeys};
use tensorcell_language::Value;

/// Returns (library, reason, text, certificate check number or None), or None if there is no error.
pub fn told(problem: Option<Error>, unknown: Option<Unknown>) -> Value {
    problem.map_or(Value::None, |problem| match problem {
        Error::InvalidCertificate(problem) => refused(&problem, unknown),
        Error::AlertReceived(alert) => alerted(alert),
        Error::InconsistentKeys(InconsistentKeys::KeyMismatch) => {
            row("X509", "KEY_VALUES_MISMATCH", "key values mismatch")
        }
        Error::NoCertificatesPresented => {
            row("SSL", "PEER_DID_NOT_RETURN_A_CERTIFICATE", "peer did not return a certificate")
        }
        Error::InvalidMessage(_) => row("SSL", "WRONG_VERSION_NUMBER", "wrong version number"),
        Error::PeerIncompatible(_) => row("SSL", "UNSUPPORTED_PROTOCOL", "unsupported protocol"),
        Error::DecryptError => row("SSL", "DECRYPTION_FAILED_OR_BAD_RECORD_MAC", "decryption failed or bad record mac"),
        Error::InappropriateMessage { .. } | Error::InappropriateHandshakeMessage { .. } => {
            row("SSL", "UNEXPECTED_MESSAGE", "unexpected message")
        }
        other => row("SSL", "INTERNAL_ERROR", &other.to_string()),
    })
}

/// Returns the error of a server without a certificate.
pub fn without_certificate() -> Value {
    row("SSL", "NO_SHARED_CIPHER", "no shared cipher")
}

fn row(library: &str, reason: &str, text: &str) -> Value {
    Value::tuple(vec![Value::str(library), Value::str(reason), Value::str(text), Value::None])
}

fn refused(problem: &CertificateError, unknown: Option<Unknown>) -> Value {
    use CertificateError as C;
    let (number, text) = match problem {
        C::BadSignature => (7, "certificate signature failure"),
        C::NotValidYet | C::NotValidYetContext { .. } => (9, "certificate is not yet valid"),
        C::Expired | C::ExpiredContext { .. } => (10, "certificate has expired"),
        C::UnknownIssuer => match unknown {
            Some(Unknown::Itself) => (18, "self-signed certificate"),
            Some(Unknown::Last) => (19, "self-signed certificate in certificate chain"),
            None => (20, "unable to get local issuer certificate"),
        },
        C::Revoked => (23, "certificate revoked"),
        C::InvalidPurpose | C::InvalidPurposeContext { .. } => (26, "unsuitable certificate purpose"),
        C::NotValidForName | C::NotValidForNameContext { .. } => (62, "Hostname mismatch"),
        other => return certificate_row(1, &other.to_string()),
    };
    certificate_row(number, text)
}

fn certificate_row(number: i64, text: &str) -> Value {
    let parts = ["SSL", "CERTIFICATE_VERIFY_FAILED", text].map(Value::str);
    Value::tuple(parts.into_iter().chain([Value::Int(number)]).collect())
}

fn alerted(alert: AlertDescription) -> Value {
    use AlertDescription as A;
    // OpenSSL's names begin with the version that introduced the alert.
    let (version, name) = match alert {
        A::UnexpectedMessage => ("sslv3", "unexpected message"),
        A::BadRecordMac => ("sslv3", "bad record mac"),
        A::HandshakeFailure => ("sslv3", "handshake failure"),
        A::BadCertificate => ("sslv3", "bad certificate"),
        A::UnsupportedCertificate => ("sslv3", "unsupported certificate"),
        A::CertificateRevoked => ("sslv3", "certificate revoked"),
        A::CertificateExpired => ("sslv3", "certificate expired"),
        A::CertificateUnknown => ("sslv3", "certificate unknown"),
        A::IllegalParameter => ("sslv3", "illegal parameter"),
        A::UnknownCA => ("tlsv1", "unknown ca"),
        A::AccessDenied => ("tlsv1", "access denied"),
        A::DecodeError => ("tlsv1", "decode error"),
        A::DecryptError => ("tlsv1", "decrypt error"),
        A::ProtocolVersion => ("tlsv1", "protocol version"),
        A::InsufficientSecurity => ("tlsv1", "insufficient security"),
        A::InternalError => ("tlsv1", "internal error"),
        A::UnrecognisedName => ("tlsv1", "unrecognized name"),
        A::CertificateRequired => ("tlsv13", "certificate required"),
        A::NoApplicationProtocol => ("tlsv1", "no application protocol"),
        other => return row("SSL", "SSLV3_ALERT", &format!("alert {}", u8::from(other))),
    };
    let text = format!("{version} alert {name}");
    row("SSL", &text.to_uppercase().replace(' ', "_"), &text)
}
