//! Decides which certificates are trusted.

use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::client::{verify_server_cert_signed_by_trust_anchor, verify_server_name};
use rustls::crypto::{CryptoProvider, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName, UnixTime};
use rustls::server::danger::{ClientCertVerified, ClientCertVerifier};
use rustls::server::{ParsedCertificate, WebPkiClientVerifier};
use rustls::sign::CertifiedKey;
use rustls::{
    CertificateError, DigitallySignedStruct, DistinguishedName, Error, InconsistentKeys, RootCertStore, SignatureScheme,
};
use std::sync::{Arc, Mutex, PoisonError};
use x509_parser::prelude::{FromDer, X509Certificate};

/// Whether the peer needs a certificate, in the order of `ssl.VerifyMode`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    Ignored,
    Optional,
    Required,
}

/// The trust settings of a context.
#[derive(Debug)]
pub struct Trust {
    roots: Arc<RootCertStore>,
    /// The given certificates: a server certificate among them is trusted directly.
    given: Vec<CertificateDer<'static>>,
    mode: Mode,
    checks_names: bool,
}

impl Trust {
    pub fn new(given: Vec<CertificateDer<'static>>, mode: i64, checks_names: bool) -> Trust {
        let mut roots = RootCertStore::empty();
        roots.add_parsable_certificates(given.iter().cloned());
        let mode = match mode {
            0 => Mode::Ignored,
            1 => Mode::Optional,
            _ => Mode::Required,
        };
        Trust { roots: Arc::new(roots), given, mode, checks_names }
    }
}

/// Verifies certificates by a context's settings.
#[derive(Debug)]
pub struct Verifier {
    trust: Trust,
    provider: Arc<CryptoProvider>,
    unknown: Mutex<Option<Unknown>>,
}

/// The signer of a chain that leads to no trusted root.
#[derive(Clone, Copy, Debug)]
pub enum Unknown {
    /// The certificate itself.
    Itself,
    /// The last certificate of the chain.
    Last,
}

impl Unknown {
    fn of(leaf: &CertificateDer<'_>, chain: &[CertificateDer<'_>]) -> Option<Unknown> {
        let signed_itself = |one: &CertificateDer<'_>| {
            X509Certificate::from_der(one).is_ok_and(|(_, parsed)| parsed.subject() == parsed.issuer())
        };
        if signed_itself(leaf) {
            return Some(Unknown::Itself);
        }
        chain.last().is_some_and(signed_itself).then_some(Unknown::Last)
    }
}

impl Verifier {
    pub fn new(trust: Trust, provider: Arc<CryptoProvider>) -> Verifier {
        Verifier { trust, provider, unknown: Mutex::new(None) }
    }

    /// Returns the signer of the chain that was refused last.
    pub fn unknown(&self) -> Option<Unknown> {
        *self.unknown.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn check_chain(&self, leaf: &CertificateDer<'_>, chain: &[CertificateDer<'_>], now: UnixTime) -> Result<(), Error> {
        if self.trust.given.iter().any(|given| given.as_ref() == leaf.as_ref()) {
            return check_dates(leaf, now);
        }
        let parsed = ParsedCertificate::try_from(leaf)?;
        let algorithms = self.provider.signature_verification_algorithms.all;
        let checked = verify_server_cert_signed_by_trust_anchor(&parsed, &self.trust.roots, chain, now, algorithms);
        if matches!(checked, Err(Error::InvalidCertificate(CertificateError::UnknownIssuer))) {
            *self.unknown.lock().unwrap_or_else(PoisonError::into_inner) = Unknown::of(leaf, chain);
        }
        checked
    }
}

fn check_dates(leaf: &CertificateDer<'_>, now: UnixTime) -> Result<(), Error> {
    let (_, parsed) = X509Certificate::from_der(leaf).map_err(|_| CertificateError::BadEncoding)?;
    let (validity, now) = (parsed.validity(), now.as_secs() as i64);
    if now < validity.not_before.timestamp() {
        return Err(CertificateError::NotValidYet.into());
    }
    if now > validity.not_after.timestamp() {
        return Err(CertificateError::Expired.into());
    }
    Ok(())
}

impl ServerCertVerifier for Verifier {
    fn verify_server_cert(
        &self,
        leaf: &CertificateDer<'_>,
        chain: &[CertificateDer<'_>],
        name: &ServerName<'_>,
        _ocsp: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        if self.trust.mode != Mode::Ignored {
            self.check_chain(leaf, chain, now)?;
        }
        if self.trust.checks_names {
            verify_server_name(&ParsedCertificate::try_from(leaf)?, name)?;
        }
        Ok(ServerCertVerified::assertion())
    }
    fn verify_tls12_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls12_signature(message, cert, dss, &self.provider.signature_verification_algorithms)
    }
    fn verify_tls13_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls13_signature(message, cert, dss, &self.provider.signature_verification_algorithms)
    }
    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.provider.signature_verification_algorithms.supported_schemes()
    }
}

impl ClientCertVerifier for Verifier {
    fn offer_client_auth(&self) -> bool {
        self.trust.mode != Mode::Ignored
    }
    fn client_auth_mandatory(&self) -> bool {
        self.trust.mode == Mode::Required
    }
    fn root_hint_subjects(&self) -> &[DistinguishedName] {
        &[]
    }
    fn verify_client_cert(
        &self,
        leaf: &CertificateDer<'_>,
        chain: &[CertificateDer<'_>],
        now: UnixTime,
    ) -> Result<ClientCertVerified, Error> {
        if self.trust.given.iter().any(|given| given.as_ref() == leaf.as_ref()) {
            return check_dates(leaf, now).map(|()| ClientCertVerified::assertion());
        }
        let builder = WebPkiClientVerifier::builder_with_provider(self.trust.roots.clone(), self.provider.clone());
        let verifier = builder.build().map_err(|_| CertificateError::UnknownIssuer)?;
        verifier.verify_client_cert(leaf, chain, now)
    }
    fn verify_tls12_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        ServerCertVerifier::verify_tls12_signature(self, message, cert, dss)
    }
    fn verify_tls13_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        ServerCertVerifier::verify_tls13_signature(self, message, cert, dss)
    }
    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        ServerCertVerifier::supported_verify_schemes(self)
    }
}

/// Returns why a key does not match a certificate chain.
pub fn key_problem(chain: Vec<CertificateDer<'static>>, key: Option<PrivateKeyDer<'static>>) -> Option<Error> {
    let key = match rustls::crypto::ring::sign::any_supported_type(&key?) {
        Ok(key) => key,
        Err(error) => return Some(error),
    };
    match CertifiedKey::new(chain, key).keys_match() {
        // A key that cannot be checked is not a mismatch.
        Ok(()) | Err(Error::InconsistentKeys(InconsistentKeys::Unknown)) => None,
        Err(error) => Some(error),
    }
}
