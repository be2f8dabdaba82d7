//! Encodes and decodes ZMTP commands (a name and its data) and the metadata properties of a handshake.

use bytes::{BufMut, Bytes, BytesMut};

use super::fault::Fault;

/// The maximum number of properties of a peer.
const PROPERTIES: usize = 64;
/// The longest identity that ZeroMQ allows.
const IDENTITY: usize = 255;

/// Splits a command into its name and data.
pub fn split(body: &[u8]) -> Result<(&[u8], &[u8]), Fault> {
    let named = body.split_first().and_then(|(length, rest)| rest.split_at_checked(usize::from(*length)));
    named.filter(|(name, _)| !name.is_empty()).ok_or(Fault::Protocol("a command without a name"))
}

pub fn join(name: &str, data: &[u8]) -> Bytes {
    let mut body = BytesMut::with_capacity(1 + name.len() + data.len());
    body.put_u8(name.len() as u8);
    body.put_slice(name.as_bytes());
    body.put_slice(data);
    body.freeze()
}

/// Returns the data of a command and checks its name.
pub fn expect<'a>(name: &'static str, body: &'a [u8]) -> Result<&'a [u8], Fault> {
    match split(body)? {
        (found, data) if found == name.as_bytes() => Ok(data),
        (b"ERROR", _) => Err(Fault::Protocol("it refused us")),
        _ => Err(Fault::Protocol("a command out of turn")),
    }
}

/// Returns the data of the ERROR command.
pub fn reason(text: &str) -> Vec<u8> {
    let mut data = vec![text.len() as u8];
    data.extend_from_slice(text.as_bytes());
    data
}

/// The properties that a peer sends in its handshake.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Metadata {
    pub socket_type: Bytes,
    /// Empty if the peer has no identity.
    pub identity: Bytes,
}

impl Metadata {
    /// Reads properties. Unknown ones are skipped; of duplicates the first counts.
    pub fn read(mut data: &[u8]) -> Result<Self, Fault> {
        const TORN: Fault = Fault::Protocol("torn metadata");
        let mut found = [None, None];
        for _ in 0..PROPERTIES {
            if data.is_empty() {
                let [socket_type, identity] = found.map(Option::unwrap_or_default);
                return Ok(Self { socket_type, identity });
            }
            let (name, rest) = split(data)?;
            let (length, rest) = rest.split_first_chunk::<4>().ok_or(TORN)?;
            let (value, rest) = rest.split_at_checked(u32::from_be_bytes(*length) as usize).ok_or(TORN)?;
            data = rest;
            let at = match name {
                name if name.eq_ignore_ascii_case(b"Socket-Type") => 0,
                name if name.eq_ignore_ascii_case(b"Identity") => 1,
                _ => continue,
            };
            if value.len() > IDENTITY {
                return Err(Fault::TooLong { what: "a property", most: IDENTITY });
            }
            found[at].get_or_insert_with(|| Bytes::copy_from_slice(value));
        }
        Err(Fault::TooMany { what: "properties", most: PROPERTIES })
    }

    pub fn write(&self) -> Vec<u8> {
        let mut data = Vec::new();
        for (name, value) in [("Socket-Type", &self.socket_type), ("Identity", &self.identity)] {
            data.put_u8(name.len() as u8);
            data.put_slice(name.as_bytes());
            data.put_u32(value.len() as u32);
            data.put_slice(value);
        }
        data
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metadata_survive_and_torn_ones_are_refused() {
        let metadata = Metadata { socket_type: "DEALER".into(), identity: "me".into() };
        let mut data = metadata.write();
        assert_eq!(Metadata::read(&data).unwrap(), metadata);
        for end in 1..data.len() {
            // Between two properties the truncated metadata is valid.
            let whole = end == "?Socket-Type????DEALER".len();
            assert_eq!(Metadata::read(&data[..end]).is_ok(), whole, "{end}");
        }
        data.extend_from_slice(b"\x0bsocket-type\0\0\0\x03REQ\x01X\xff\xff\xff\xff");
        assert!(Metadata::read(&data).is_err());
        data.truncate(data.len() - 6);
        assert_eq!(Metadata::read(&data).unwrap(), metadata);
        let long = Metadata { identity: vec![7; 256].into(), ..metadata };
        assert!(matches!(Metadata::read(&long.write()), Err(Fault::TooLong { most: 255, .. })));
        assert!(matches!(Metadata::read(&b"\x01X\0\0\0\0".repeat(65)), Err(Fault::TooMany { .. })));
    }

    #[test]
    fn commands_have_names() {
        assert_eq!(split(&join("PING", b"\0\0abc")).unwrap(), (&b"PING"[..], &b"\0\0abc"[..]));
        for body in [&b""[..], b"\0", b"\x05PING"] {
            assert!(split(body).is_err(), "{body:?}");
        }
    }
}
