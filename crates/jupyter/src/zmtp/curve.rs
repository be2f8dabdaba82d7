//! Implements the server side of CURVE (RFC 26): a handshake of four commands, then every frame in a box.
//!
//! There is no authenticator (libzmq without ZAP, as Jupyter uses it): every client that knows the server's public key is served.

use std::sync::Arc;

use bytes::{BufMut, Bytes, BytesMut};
use crypto_box::aead::{Aead, AeadInPlace, KeyInit};
use crypto_box::{PublicKey, SalsaBox, SecretKey};
use crypto_secretbox::XSalsa20Poly1305;
use curve25519_dalek::MontgomeryPoint;
use curve25519_dalek::traits::IsIdentity;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt};

use super::command::{self, Metadata};
use super::fault::Fault;
use super::frame::{self, Header};
use super::keys::KeyPair;

const FORGED: Fault = Fault::Protocol("a box that our key does not open");
const TORN: Fault = Fault::Protocol("a torn command of the handshake");

/// Bytes before the content of a MESSAGE frame: command name, nonce number, box tag and flags.
const OVERHEAD: usize = 8 + 8 + 16 + 1;
/// Bytes by which an encrypted frame is longer than its content.
pub const SEALED: u64 = OVERHEAD as u64;

type Nonce = [u8; 24];

fn short(prefix: &[u8; 16], number: [u8; 8]) -> Nonce {
    let mut nonce = [0; 24];
    nonce[..16].copy_from_slice(prefix);
    nonce[16..].copy_from_slice(&number);
    nonce
}

fn long(prefix: &[u8; 8], random: [u8; 16]) -> Nonce {
    let mut nonce = [0; 24];
    nonce[..8].copy_from_slice(prefix);
    nonce[8..].copy_from_slice(&random);
    nonce
}

fn random<const N: usize>() -> Result<[u8; N], Fault> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|_| Fault::Protocol("the system cannot provide random bytes"))?;
    Ok(bytes)
}

/// Reads the peer's public key. Refuses keys of low order: they make the shared secret independent of ours, so a peer
/// could complete the handshake without our public key.
fn public(bytes: [u8; 32]) -> Result<PublicKey, Fault> {
    match MontgomeryPoint(bytes).mul_clamped([1; 32]).is_identity() {
        true => Err(Fault::Protocol("a public key of low order")),
        false => Ok(PublicKey::from(bytes)),
    }
}

/// Splits off the first N bytes.
fn take<const N: usize>(data: &mut &[u8]) -> Result<[u8; N], Fault> {
    let (first, rest) = data.split_first_chunk().ok_or(TORN)?;
    *data = rest;
    Ok(*first)
}

fn open(key: &SalsaBox, nonce: Nonce, sealed: &[u8]) -> Result<Vec<u8>, Fault> {
    key.decrypt(&nonce.into(), sealed).map_err(|_| FORGED)
}

fn seal(key: &SalsaBox, nonce: Nonce, plain: &[u8]) -> Result<Vec<u8>, Fault> {
    key.encrypt(&nonce.into(), plain).map_err(|_| Fault::Protocol("what is to be sent cannot be encrypted"))
}

/// The keys of one connection after HELLO.
struct Hello {
    client: PublicKey,
    secret: SecretKey,
}

impl Hello {
    /// Reads HELLO: the version, padding, the client's short-term key, and a box that proves knowledge of our public key.
    fn read(data: &[u8], keys: &KeyPair) -> Result<Self, Fault> {
        let mut data = data;
        let [major, _] = take(&mut data)?;
        if major != 1 {
            return Err(Fault::Protocol("another version of CURVE"));
        }
        take::<72>(&mut data)?;
        let client = public(take(&mut data)?)?;
        let nonce = short(b"CurveZMQHELLO---", take(&mut data)?);
        if open(&SalsaBox::new(&client, &keys.secret), nonce, data)? != [0; 64] {
            return Err(FORGED);
        }
        Ok(Self { client, secret: SecretKey::from(random()?) })
    }

    /// Returns the data of WELCOME: our short-term key and a cookie that only we can read.
    fn welcome(&self, keys: &KeyPair, cookies: &XSalsa20Poly1305) -> Result<Vec<u8>, Fault> {
        let tag = random()?;
        let remembered = [self.client.to_bytes(), self.secret.to_bytes()].concat();
        let cookie = cookies.encrypt(&long(b"COOKIE--", tag).into(), &remembered[..]).map_err(|_| FORGED)?;
        let plain = [&self.secret.public_key().to_bytes()[..], &tag, &cookie].concat();
        let nonce = random()?;
        let sealed = seal(&SalsaBox::new(&self.client, &keys.secret), long(b"WELCOME-", nonce), &plain)?;
        Ok([&nonce[..], &sealed].concat())
    }

    /// Reads INITIATE: our cookie, the client's long-term key, its vouch for the short-term key, and its metadata.
    fn initiated(
        &self,
        data: &[u8],
        keys: &KeyPair,
        cookies: &XSalsa20Poly1305,
        session: &SalsaBox,
    ) -> Result<(u64, Metadata), Fault> {
        let mut data = data;
        let tag = take(&mut data)?;
        let cookie: [u8; 80] = take(&mut data)?;
        let remembered = cookies.decrypt(&long(b"COOKIE--", tag).into(), &cookie[..]).map_err(|_| FORGED)?;
        if remembered != [self.client.to_bytes(), self.secret.to_bytes()].concat() {
            return Err(FORGED);
        }
        let number = take(&mut data)?;
        let plain = open(session, short(b"CurveZMQINITIATE", number), data)?;
        let mut plain = &plain[..];
        let client = public(take(&mut plain)?)?;
        let nonce = long(b"VOUCH---", take(&mut plain)?);
        let vouch: [u8; 80] = take(&mut plain)?;
        let vouched = open(&SalsaBox::new(&client, &self.secret), nonce, &vouch)?;
        if vouched != [self.client.to_bytes(), keys.public.to_bytes()].concat() {
            return Err(FORGED);
        }
        Ok((u64::from_be_bytes(number), Metadata::read(plain)?))
    }
}

/// Runs the handshake up to the client's metadata. The caller ends it with READY.
pub async fn shake(
    reader: &mut (impl AsyncRead + Unpin),
    writer: &mut (impl AsyncWrite + Unpin),
    keys: &KeyPair,
    most: usize,
) -> Result<(Metadata, Sealer, Opener), Fault> {
    let body = frame::read_command(reader, most).await?;
    let hello = Hello::read(command::expect("HELLO", &body)?, keys)?;
    let cookies = XSalsa20Poly1305::new(&random::<32>()?.into());
    send(writer, "WELCOME", &hello.welcome(keys, &cookies)?).await?;
    let session = Arc::new(SalsaBox::new(&hello.client, &hello.secret));
    let body = frame::read_command(reader, most).await?;
    let (latest, metadata) = hello.initiated(command::expect("INITIATE", &body)?, keys, &cookies, &session)?;
    Ok((metadata, Sealer { key: session.clone(), next: 1 }, Opener { key: session, latest }))
}

/// Sends a handshake command.
pub async fn send(writer: &mut (impl AsyncWrite + Unpin), name: &str, data: &[u8]) -> Result<(), Fault> {
    let body = command::join(name, data);
    let mut out = BytesMut::new();
    Header { more: false, command: true, length: body.len() as u64 }.write(&mut out);
    out.put_slice(&body);
    writer.write_all(&out).await?;
    Ok(writer.flush().await?)
}

/// Encrypts frames for one client.
pub struct Sealer {
    key: Arc<SalsaBox>,
    next: u64,
}

impl Sealer {
    fn number(&mut self) -> [u8; 8] {
        let number = self.next;
        self.next += 1;
        number.to_be_bytes()
    }

    /// Returns the data of READY.
    pub fn ready(&mut self, metadata: &Metadata) -> Result<Vec<u8>, Fault> {
        let number = self.number();
        let sealed = seal(&self.key, short(b"CurveZMQREADY---", number), &metadata.write())?;
        Ok([&number[..], &sealed].concat())
    }

    /// Encrypts a frame into the body of a MESSAGE.
    pub fn seal(&mut self, flags: u8, content: &[u8]) -> Result<Bytes, Fault> {
        let number = self.number();
        let mut body = Vec::with_capacity(OVERHEAD + content.len());
        body.extend_from_slice(b"\x07MESSAGE");
        body.extend_from_slice(&number);
        body.extend_from_slice(&[0; 16]);
        body.push(flags);
        body.extend_from_slice(content);
        let nonce = short(b"CurveZMQMESSAGES", number);
        let (front, plain) = body.split_at_mut(OVERHEAD - 1);
        let tag = self.key.encrypt_in_place_detached(&nonce.into(), b"", plain);
        front[16..].copy_from_slice(&tag.map_err(|_| Fault::Protocol("a frame too long to be encrypted"))?);
        Ok(body.into())
    }
}

/// Decrypts frames from one client.
pub struct Opener {
    key: Arc<SalsaBox>,
    /// The latest nonce number. Numbers must increase.
    latest: u64,
}

impl Opener {
    /// Decrypts a MESSAGE into its flags and content.
    pub fn open(&mut self, mut body: Vec<u8>) -> Result<(u8, Bytes), Fault> {
        let (front, sealed) = body.split_at_mut_checked(OVERHEAD - 1).ok_or(FORGED)?;
        let (name, tag) = front.split_at(16);
        let number = name.strip_prefix(b"\x07MESSAGE").and_then(|number| number.try_into().ok()).ok_or(FORGED)?;
        let latest = u64::from_be_bytes(number);
        if latest <= self.latest {
            return Err(Fault::Protocol("a nonce that was used before"));
        }
        let nonce = short(b"CurveZMQMESSAGEC", number);
        let tag = crypto_box::Tag::clone_from_slice(tag);
        self.key.decrypt_in_place_detached(&nonce.into(), b"", sealed, &tag).map_err(|_| FORGED)?;
        self.latest = latest;
        let flags = *sealed.first().ok_or(FORGED)?;
        Ok((flags, Bytes::from(body).slice(OVERHEAD..)))
    }
}
