//! Signs and verifies messages: HMAC with the hash function of the connection file, and a memory of signatures against replays.

use std::collections::{HashSet, VecDeque};

use digest::Digest;
use digest::core_api::BlockSizeUser;
use hmac::{Mac, SimpleHmac};
use parking_lot::Mutex;
use sha2::{Sha224, Sha256, Sha384, Sha512};
use sha3::{Sha3_224, Sha3_256, Sha3_384, Sha3_512};
use subtle::ConstantTimeEq;

/// How many signatures are remembered, as in Jupyter's own sessions.
const REMEMBERED: usize = 1 << 16;
/// Bytes of each remembered signature.
const DIGEST: usize = 16;

/// Computes the MAC of some frames with a key.
type Hash = fn(key: &[u8], frames: &[&[u8]]) -> Vec<u8>;

fn hash<D: Digest + BlockSizeUser + Clone>(key: &[u8], frames: &[&[u8]]) -> Vec<u8> {
    let mut mac = SimpleHmac::<D>::new_from_slice(key).expect("HMAC takes keys of any length");
    frames.iter().for_each(|frame| mac.update(frame));
    mac.finalize().into_bytes().to_vec()
}

/// The supported schemes under hashlib's names. Broken functions (MD5, SHA-1) are left out.
const SCHEMES: [(&str, Hash); 8] = [
    ("hmac-sha256", hash::<Sha256>),
    ("hmac-sha224", hash::<Sha224>),
    ("hmac-sha384", hash::<Sha384>),
    ("hmac-sha512", hash::<Sha512>),
    ("hmac-sha3_224", hash::<Sha3_224>),
    ("hmac-sha3_256", hash::<Sha3_256>),
    ("hmac-sha3_384", hash::<Sha3_384>),
    ("hmac-sha3_512", hash::<Sha3_512>),
];

/// The signature scheme.
#[derive(Clone, Copy, Debug)]
pub struct Scheme(Hash);

impl Default for Scheme {
    fn default() -> Self {
        Self(SCHEMES[0].1)
    }
}

impl Scheme {
    /// Returns the scheme that a connection file names.
    pub fn named(name: &str) -> Option<Self> {
        SCHEMES.iter().find(|(known, _)| *known == name).map(|(_, hash)| Self(*hash))
    }
}

/// The result of a verification.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    New,
    /// A message with this signature came before.
    Replayed,
    Forged,
}

/// Signs and verifies with one key.
pub struct Signer {
    scheme: Scheme,
    key: Vec<u8>,
    seen: Mutex<Seen>,
}

/// Recent signatures, oldest first. Only those made with the key are stored, so an attacker cannot fill it.
#[derive(Default)]
struct Seen {
    order: VecDeque<[u8; DIGEST]>,
    known: HashSet<[u8; DIGEST]>,
}

impl Seen {
    /// Stores a MAC. Returns whether it is new.
    fn insert(&mut self, mac: &[u8]) -> bool {
        let mut digest = [0; DIGEST];
        digest.copy_from_slice(&mac[..DIGEST]);
        if !self.known.insert(digest) {
            return false;
        }
        self.order.push_back(digest);
        if self.order.len() > REMEMBERED
            && let Some(oldest) = self.order.pop_front()
        {
            self.known.remove(&oldest);
        }
        true
    }
}

impl Signer {
    pub fn new(scheme: Scheme, key: &[u8]) -> Self {
        Self { scheme, key: key.to_vec(), seen: Mutex::default() }
    }

    fn mac<const N: usize>(&self, frames: [&impl AsRef<[u8]>; N]) -> Vec<u8> {
        (self.scheme.0)(&self.key, &frames.map(AsRef::as_ref))
    }

    /// Returns the signature in hexadecimal digits.
    pub fn sign<const N: usize>(&self, frames: [&impl AsRef<[u8]>; N]) -> String {
        self.mac(frames).iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// Compares in constant time, and remembers valid signatures.
    pub fn verify<const N: usize>(&self, frames: [&impl AsRef<[u8]>; N], signature: &[u8]) -> Verdict {
        let mac = self.mac(frames);
        match from_hex(signature) {
            Some(signature) if signature.ct_eq(&mac).into() => match self.seen.lock().insert(&mac) {
                true => Verdict::New,
                false => Verdict::Replayed,
            },
            _ => Verdict::Forged,
        }
    }
}

fn from_hex(text: &[u8]) -> Option<Vec<u8>> {
    let digit = |byte: u8| char::from(byte).to_digit(16);
    let pairs = text.chunks_exact(2);
    if !pairs.remainder().is_empty() {
        return None;
    }
    pairs.map(|pair| Some((digit(pair[0])? * 16 + digit(pair[1])?) as u8)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Computed with CPython's `hmac.new(b"key", b"{}" * 4, NAME).hexdigest()`.
    const OF_FOUR_BRACES: [(&str, &str); 8] = [
        ("hmac-sha256", "ca767b02c5bc061ed184a9a029e7f93a7f2f7ed4e8fe74120fc1212f0b008fa3"),
        ("hmac-sha224", "f1ae99c9711cfb560f32498fb2c4e4a67e91be1980e5045c90d47d89"),
        (
            "hmac-sha384",
            "787a0d0d938d6120f0ae975cbdd21000cb8316eb8dfa576a063e93920334a22d953c27c2f1c9178d21e10f8d10b6cbfe",
        ),
        (
            "hmac-sha512",
            "2f7411556710fc214f2814c82351b6da0d593441526d7fb5d61e38db31d8df3d4545a45c78f7f625155182763ddfa48e3b574b0a633ac49ee60991f8a3ab719c",
        ),
        ("hmac-sha3_224", "e530b8d2acc51bbc582a9a1fdfa31827457e40a6aaf29b44bb1d7499"),
        ("hmac-sha3_256", "6abf3f7198238a1b724312ab076ddf045ba59c72917661d9411d511287119f51"),
        (
            "hmac-sha3_384",
            "23a45ba7a5b0d2ec88c8d9215e56bfbe7af879ec930cc4af827bf12e9f0fa747f896f7c361954ce21e91f38274a74ca9",
        ),
        (
            "hmac-sha3_512",
            "1650a1dee9f0e7cf9614d9f633f4a15d49b337de6206317efb53abc3ab7b8c949899a548b6e78b8a574e9187a284aa93098000bab4f4fa2de026768f132a3dbe",
        ),
    ];

    #[test]
    fn signatures_are_those_of_python() {
        for (name, expected) in OF_FOUR_BRACES {
            let signer = Signer::new(Scheme::named(name).unwrap(), b"key");
            assert_eq!(signer.sign([b"{}"; 4].each_ref()), expected, "{name}");
        }
        for name in ["", "sha256", "hmac-", "hmac-md5", "hmac-sha1", "HMAC-SHA256", "hmac-new"] {
            assert!(Scheme::named(name).is_none(), "{name}");
        }
    }

    #[test]
    fn what_is_no_signature_of_ours_is_forged() {
        let signer = Signer::new(Scheme::default(), b"key");
        let good = signer.sign([b"a"]);
        for forged in ["", "0", &good[1..], &good[2..], &(good.clone() + "00"), "zz", &good.replace(&good[..1], "é")] {
            assert_eq!(signer.verify([b"a"], forged.as_bytes()), Verdict::Forged, "{forged}");
        }
        assert_eq!(signer.verify([b"b"], good.as_bytes()), Verdict::Forged);
        assert_eq!(signer.verify([b"a"], good.as_bytes()), Verdict::New);
        assert_eq!(signer.verify([b"a"], good.as_bytes()), Verdict::Replayed);
    }

    #[test]
    fn the_memory_of_signatures_is_bounded_and_forgets_the_oldest() {
        let mut seen = Seen::default();
        let digest = |number: usize| (number as u128).to_be_bytes();
        assert!((0..=REMEMBERED).all(|number| seen.insert(&digest(number))));
        assert_eq!((seen.order.len(), seen.known.len()), (REMEMBERED, REMEMBERED));
        assert!(seen.insert(&digest(0)), "the oldest was forgotten");
        assert!(!seen.insert(&digest(REMEMBERED)) && !seen.insert(&digest(2)));
    }
}
