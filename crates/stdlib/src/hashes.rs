//! The native part of `hashlib` and `hmac`: hash functions and key derivation.

use super::hash_input::{hexadecimal, input};
use digest::{DynDigest, ExtendableOutput, Update, XofReader};
use std::any::Any;
use std::cell::RefCell;
use std::rc::Rc;
use tensorcell_language::builtins::{bytes_of, receiver};
use tensorcell_language::native::Native;
use tensorcell_language::{Args, Builtin, Class, Getter, ModuleDef, Raise, Result, Value, Vm};

pub static HASHLIB: ModuleDef = ModuleDef {
    name: "_tensorcell.hashlib",
    doc: "The native part of hashlib.",
    functions: FUNCTIONS,
    init: Some(|_, module| {
        module.dict.insert_str("blake2b", Value::Class(super::blake2::blake2b()));
        module.dict.insert_str("blake2s", Value::Class(super::blake2::blake2s()));
        Ok(())
    }),
};

/// Returns a hash function by name, or None if it is unknown.
fn plain(name: &str) -> Option<Box<dyn DynDigest>> {
    Some(match name {
        "md5" => Box::new(md5::Md5::default()),
        "sha1" => Box::new(sha1::Sha1::default()),
        "sha224" => Box::new(sha2::Sha224::default()),
        "sha256" => Box::new(sha2::Sha256::default()),
        "sha384" => Box::new(sha2::Sha384::default()),
        "sha512" => Box::new(sha2::Sha512::default()),
        "sha512_224" => Box::new(sha2::Sha512_224::default()),
        "sha512_256" => Box::new(sha2::Sha512_256::default()),
        "sha3_224" => Box::new(sha3::Sha3_224::default()),
        "sha3_256" => Box::new(sha3::Sha3_256::default()),
        "sha3_384" => Box::new(sha3::Sha3_384::default()),
        "sha3_512" => Box::new(sha3::Sha3_512::default()),
        _ => return None,
    })
}

/// Returns the block size of a hash function in bytes.
fn block_size(name: &str) -> i64 {
    match name {
        "md5" | "sha1" | "sha224" | "sha256" => 64,
        "sha3_224" => 144,
        "sha3_256" | "shake_256" => 136,
        "sha3_384" => 104,
        "sha3_512" => 72,
        "shake_128" => 168,
        _ => 128,
    }
}

enum State {
    Plain(Box<dyn DynDigest>),
    Shake128(sha3::Shake128),
    Shake256(sha3::Shake256),
}

impl State {
    fn new(name: &str) -> Option<State> {
        Some(match name {
            "shake_128" => State::Shake128(sha3::Shake128::default()),
            "shake_256" => State::Shake256(sha3::Shake256::default()),
            name => State::Plain(plain(name)?),
        })
    }
    fn update(&mut self, data: &[u8]) {
        match self {
            State::Plain(hash) => hash.update(data),
            State::Shake128(hash) => hash.update(data),
            State::Shake256(hash) => hash.update(data),
        }
    }
    fn copy(&self) -> State {
        match self {
            State::Plain(hash) => State::Plain(hash.box_clone()),
            State::Shake128(hash) => State::Shake128(hash.clone()),
            State::Shake256(hash) => State::Shake256(hash.clone()),
        }
    }
    /// Returns the digest. `length` applies to functions with variable length.
    fn digest(&self, length: usize) -> Vec<u8> {
        let mut out = vec![0; length];
        match self {
            State::Plain(hash) => return hash.box_clone().finalize().into_vec(),
            State::Shake128(hash) => hash.clone().finalize_xof().read(&mut out),
            State::Shake256(hash) => hash.clone().finalize_xof().read(&mut out),
        }
        out
    }
    fn size(&self) -> usize {
        if let State::Plain(hash) = self { hash.output_size() } else { 0 }
    }
}

struct Hash {
    name: String,
    state: RefCell<State>,
}

thread_local! {
    static CLASS: Rc<Class> = Class::native("_hashlib", "HASH", &[], None, METHODS, GETTERS, "A hash function under way.").shown_in_full();
    static EXTENDABLE: Rc<Class> = Class::native(
        "_hashlib",
        "HASHXOF",
        &[CLASS.with(Rc::clone)],
        None,
        EXTENDABLE_METHODS,
        &[],
        "A hash function under way whose digest has any length.",
    );
}

impl Native for Hash {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        match &*self.state.borrow() {
            State::Plain(_) => CLASS.with(Rc::clone),
            _ => EXTENDABLE.with(Rc::clone),
        }
    }
    fn repr(&self, _vm: &mut Vm) -> Result<String> {
        let class = self.class();
        Ok(format!("<{} _hashlib.{} object @ {:#x}>", self.name, class.name, std::ptr::from_ref(self) as usize))
    }
}

fn buffer(args: &Args, slot: usize) -> Result<Vec<u8>> {
    let value = args.get(slot);
    let wrong = || Raise::type_error(format!("a bytes-like object is required, not '{}'", value.type_name()));
    bytes_of(value)?.ok_or_else(wrong)
}

fn on<T>(args: &Args, act: impl FnOnce(&Hash) -> Result<T>) -> Result<T> {
    let value = receiver(args, |value| value.downcast::<Hash>().is_some().then_some(value))?;
    match value.downcast::<Hash>() {
        Some(hash) => act(hash),
        None => Err(args.wrong(0, "hash")),
    }
}

/// Reads the length of a variable-length digest.
fn length(args: &Args) -> Result<usize> {
    let wrong = |_| Raise::value_error("value must be positive");
    let length = usize::try_from(args.int(1)?).map_err(wrong)?;
    match length < 1 << 29 {
        true => Ok(length),
        false => Err(Raise::value_error("digest length is too large")),
    }
}

/// Takes data in pieces, with polls for interrupts.
fn pieces(vm: &mut Vm, data: &[u8], take: impl FnMut(&[u8])) -> Result<()> {
    const PIECE: usize = 1 << 18;
    vm.polled_slowly(data.chunks(PIECE), |pieces| pieces.for_each(take))
}

static METHODS: &[Builtin] = &[
    Builtin::new(
        "HASH.update",
        "(self, obj, /)",
        "Update this hash object's state with the provided string.",
        |vm, args| {
            let data = input(args.get(1))?;
            on(args, |hash| pieces(vm, &data, |piece| hash.state.borrow_mut().update(piece)))?;
            Ok(Value::None)
        },
    ),
    Builtin::new("HASH.digest", "(self, /)", "Return the digest value as a bytes object.", |_, args| {
        on(args, |hash| Ok(Value::bytes(hash.state.borrow().digest(0))))
    }),
    Builtin::new(
        "HASH.hexdigest",
        "(self, /)",
        "Return the digest value as a string of hexadecimal digits.",
        |_, args| on(args, |hash| Ok(hexadecimal(&hash.state.borrow().digest(0)))),
    ),
    Builtin::new("HASH.copy", "(self, /)", "Return a copy of the hash object.", |_, args| {
        on(args, |hash| {
            Ok(Value::native(Hash { name: hash.name.clone(), state: RefCell::new(hash.state.borrow().copy()) }))
        })
    }),
];

static EXTENDABLE_METHODS: &[Builtin] = &[
    Builtin::new("HASHXOF.digest", "(self, length)", "Return the digest value as a bytes object.", |_, args| {
        let length = length(args)?;
        on(args, |hash| Ok(Value::bytes(hash.state.borrow().digest(length))))
    }),
    Builtin::new("HASHXOF.hexdigest", "(self, length)", "Return the digest value as hexadecimal digits.", |_, args| {
        let length = length(args)?;
        on(args, |hash| Ok(hexadecimal(&hash.state.borrow().digest(length))))
    }),
];

fn read(value: &Value, pick: fn(&Hash) -> Value) -> Result<Value> {
    Ok(value.downcast::<Hash>().map_or(Value::None, pick))
}

static GETTERS: &[Getter] = &[
    Getter { name: "name", doc: "algorithm name.", get: |_, x| read(x, |hash| Value::str(&hash.name)), set: None },
    Getter {
        name: "digest_size",
        doc: "digest size in bytes",
        get: |_, x| read(x, |hash| Value::Int(hash.state.borrow().size() as i64)),
        set: None,
    },
    Getter {
        name: "block_size",
        doc: "block size in bytes",
        get: |_, x| read(x, |hash| Value::Int(block_size(&hash.name))),
        set: None,
    },
];

/// HMAC with a key, over several pieces.
struct Mac {
    inner: Box<dyn DynDigest>,
    outer: Box<dyn DynDigest>,
}

impl Mac {
    fn new(name: &str, key: &[u8]) -> Option<Mac> {
        let (mut inner, block) = (plain(name)?, block_size(name) as usize);
        let mut outer = plain(name)?;
        let mut padded = match key.len() > block {
            true => {
                let mut hash = plain(name)?;
                hash.update(key);
                hash.finalize().into_vec()
            }
            false => key.to_vec(),
        };
        padded.resize(block, 0);
        inner.update(&padded.iter().map(|byte| byte ^ 0x36).collect::<Vec<u8>>());
        outer.update(&padded.iter().map(|byte| byte ^ 0x5c).collect::<Vec<u8>>());
        Some(Mac { inner, outer })
    }
    fn code(&self, pieces: &[&[u8]]) -> Vec<u8> {
        let (mut inner, mut outer) = (self.inner.box_clone(), self.outer.box_clone());
        pieces.iter().for_each(|piece| inner.update(piece));
        outer.update(&inner.finalize());
        outer.finalize().into_vec()
    }
}

fn unsupported(name: &str) -> Raise {
    Raise::value_error(format!("unsupported hash type {name}"))
}

fn positive(args: &Args, slot: usize, text: &str) -> Result<usize> {
    match args.int(slot)? {
        1.. => Ok(args.int(slot)? as usize),
        _ => Err(Raise::value_error(text)),
    }
}

/// PBKDF2 with HMAC: each block of the key is the exclusive or of `rounds` codes.
fn pbkdf2(vm: &mut Vm, args: &Args) -> Result<Value> {
    let name = args.str(0)?.to_lowercase().replace('-', "_");
    let (password, salt) = (buffer(args, 1)?, buffer(args, 2)?);
    let rounds = positive(args, 3, "iteration value must be greater than 0.")?;
    let mac = Mac::new(&name, &password).ok_or_else(|| unsupported(&name))?;
    let length = match args.get(4) {
        Value::None => mac.outer.output_size(),
        _ => positive(args, 4, "key length must be greater than 0.")?,
    };
    tensorcell_language::builtins::guard_size(length as u128, 1)?;
    let mut key = Vec::with_capacity(length);
    let mut block = 0_u32;
    while key.len() < length {
        block += 1;
        let mut code = mac.code(&[&salt, &block.to_be_bytes()]);
        let mut sum = code.clone();
        for round in 1..rounds {
            if round % 1024 == 0 {
                vm.check_interrupt()?;
            }
            code = mac.code(&[&code]);
            sum.iter_mut().zip(&code).for_each(|(sum, byte)| *sum ^= byte);
        }
        key.extend(sum);
    }
    key.truncate(length);
    Ok(Value::bytes(key))
}

fn scrypt(args: &Args) -> Result<Value> {
    let password = buffer(args, 0)?;
    let needed = |slot: usize, name: &str| match args.get(slot) {
        Value::None => Err(Raise::type_error(format!("{name} is required"))),
        _ => Ok(()),
    };
    needed(1, "salt")?;
    needed(2, "n is required and must be an unsigned int")
        .map_err(|_| Raise::type_error("n is required and must be an unsigned int"))?;
    let salt = buffer(args, 1)?;
    let n = args.int(2)?;
    if n < 2 || n & (n - 1) != 0 {
        return Err(Raise::value_error("n must be a power of 2."));
    }
    let (r, p, most) = (args.int(3)?, args.int(4)?, args.int(5)?);
    let length = positive(args, 6, "dklen must be greater than 0 and smaller than 2147483647")?;
    let most = if most == 0 { 32 << 20 } else { most };
    let wrong = || Raise::value_error("Invalid parameter combination for n, r, p, maxmem.");
    let (r, p) = (u32::try_from(r).map_err(|_| wrong())?, u32::try_from(p).map_err(|_| wrong())?);
    if 128 * i128::from(n) * i128::from(r) + 128 * i128::from(r) * i128::from(p) > i128::from(most) {
        return Err(Raise::value_error("[digital envelope routines] memory limit exceeded"));
    }
    // The length in the parameters is only a recommendation. The output's length is used.
    let params = scrypt::Params::new(n.trailing_zeros() as u8, r, p, 32).map_err(|_| wrong())?;
    let mut key = vec![0; length];
    scrypt::scrypt(&password, &salt, &params, &mut key).map_err(|_| wrong())?;
    Ok(Value::bytes(key))
}

/// Compares in constant time.
fn same(args: &Args) -> Result<Value> {
    let (a, b) = match (args.get(0).as_str(), args.get(1).as_str()) {
        (Some(a), Some(b)) => {
            if !a.is_ascii() || !b.is_ascii() {
                return Err(Raise::type_error("comparing strings with non-ASCII characters is not supported"));
            }
            (a.as_bytes().to_vec(), b.as_bytes().to_vec())
        }
        (Some(_), None) => return Err(wrong_kind(args.get(0))),
        _ => {
            let like = |value: &Value| bytes_of(value)?.ok_or_else(|| wrong_kind(value));
            (like(args.get(0))?, like(args.get(1))?)
        }
    };
    let differ = a.iter().zip(&b).fold(0, |differ, (a, b)| differ | (a ^ b));
    Ok(Value::from(a.len() == b.len() && differ == 0))
}

fn wrong_kind(value: &Value) -> Raise {
    Raise::type_error(format!("a bytes-like object is required, not '{}'", value.type_name()))
}

static FUNCTIONS: &[Builtin] = &[
    Builtin::new("hashlib._new", "(name, data, /)", "The hash function of a name, begun.", |vm, args| {
        let name = args.str(0)?;
        let mut state = State::new(name).ok_or_else(|| unsupported(name))?;
        pieces(vm, &input(args.get(1))?, |piece| state.update(piece))?;
        Ok(Value::native(Hash { name: name.to_owned(), state: RefCell::new(state) }))
    }),
    Builtin::new(
        "hashlib.pbkdf2_hmac",
        "(hash_name, password, salt, iterations, dklen=None)",
        "Password based key derivation function 2 (PKCS #5 v2.0) with HMAC as pseudorandom function.",
        pbkdf2,
    ),
    Builtin::new(
        "hashlib.scrypt",
        "(password, *, salt=None, n=None, r=None, p=None, maxmem=0, dklen=64)",
        "scrypt password-based key derivation function.",
        |_, args| scrypt(args),
    ),
    Builtin::new(
        "hashlib.compare_digest",
        "(a, b, /)",
        "Return 'a == b', in a time that does not depend on where they differ.",
        |_, args| same(args),
    ),
    Builtin::new(
        "hashlib._code",
        "(name, key, data, /)",
        "HMAC of data; None for an unknown hash function.",
        |_, args| {
            let (key, data) = (buffer(args, 1)?, buffer(args, 2)?);
            Ok(Mac::new(args.str(0)?, &key).map_or(Value::None, |mac| Value::bytes(mac.code(&[&data]))))
        },
    ),
];
