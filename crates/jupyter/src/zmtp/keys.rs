//! Reads CURVE keys in Z85 (ZeroMQ RFC 32), the encoding of connection files.

use crypto_box::{PublicKey, SecretKey};

const DIGITS: &[u8; 85] = b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#";
const BYTES: usize = 32;

/// A server's key pair. Clients know the public key.
#[derive(Clone, Debug)]
pub struct KeyPair {
    pub public: PublicKey,
    pub secret: SecretKey,
}

#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeyError {
    #[error("a key is 40 characters of Z85")]
    Text,
    #[error("the public key does not belong to the secret one")]
    Strangers,
}

impl KeyPair {
    /// Reads both keys.
    ///
    /// # Errors
    /// If a key is invalid, or the keys do not belong together.
    pub fn read(public: &str, secret: &str) -> Result<Self, KeyError> {
        let [public, secret] = [public, secret].map(|text| decode(text.as_bytes()).ok_or(KeyError::Text));
        let (public, secret) = (PublicKey::from(public?), SecretKey::from(secret?));
        match secret.public_key() == public {
            true => Ok(Self { public, secret }),
            false => Err(KeyError::Strangers),
        }
    }
}

/// Decodes Z85: five base-85 digits make four bytes, most significant first.
fn decode(text: &[u8]) -> Option<[u8; BYTES]> {
    let mut bytes = [0; BYTES];
    if text.len() * 4 != BYTES * 5 {
        return None;
    }
    for (digits, place) in text.chunks(5).zip(bytes.chunks_mut(4)) {
        let number = digits.iter().try_fold(0u64, |number, digit| {
            let value = DIGITS.iter().position(|known| known == digit)?;
            Some(number * 85 + value as u64)
        })?;
        place.copy_from_slice(&u32::try_from(number).ok()?.to_be_bytes());
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The test keys of ZeroMQ's manual, zmq_curve(7).
    const PUBLIC: &str = "Yne@$w-vo<fVvi]a<NY6T1ed:M$fCG*[IaLV{hID";
    const SECRET: &str = "D:)Q[IlAW!ahhC2ac:9*A}h:p?([4%wOTJ%JR%cs";

    #[test]
    fn a_pair_is_read_and_strangers_are_refused() {
        let pair = KeyPair::read(PUBLIC, SECRET).unwrap();
        assert_eq!(pair.public.as_bytes()[..4], [0xbb, 0x88, 0x47, 0x1d]);
        assert_eq!(KeyPair::read(SECRET, PUBLIC).unwrap_err(), KeyError::Strangers);
        for text in ["", "a", &PUBLIC[1..], &PUBLIC.replace('$', " "), &"#".repeat(40), &"é".repeat(20)] {
            assert_eq!(KeyPair::read(text, SECRET).unwrap_err(), KeyError::Text, "{text}");
        }
    }
}
