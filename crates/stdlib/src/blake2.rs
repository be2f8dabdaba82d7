//! `hashlib.blake2b` and `blake2s`, with all their parameters.

use super::hash_input::{hexadecimal, input};
use std::any::Any;
use std::cell::RefCell;
use std::rc::Rc;
use tensorcell_language::builtins::{big_index, bytes_of, clipped_index, receiver};
use tensorcell_language::native::Native;
use tensorcell_language::{Args, Builtin, Class, Exc, Getter, Raise, Result, Value, Vm};

#[derive(Clone)]
enum State {
    B(blake2b_simd::State),
    S(blake2s_simd::State),
}

/// The variant, with its sizes.
#[derive(Clone, Copy)]
struct Kind {
    name: &'static str,
    most: usize,
    salt: usize,
    /// One more than the maximum node offset.
    offsets: u128,
}

const B: Kind = Kind { name: "blake2b", most: 64, salt: 16, offsets: 1 << 64 };
const S: Kind = Kind { name: "blake2s", most: 32, salt: 8, offsets: 1 << 48 };

struct Blake {
    kind: Kind,
    size: usize,
    state: RefCell<State>,
}

thread_local! {
    static BLAKE2B: Rc<Class> = class(B, &NEW_B);
    static BLAKE2S: Rc<Class> = class(S, &NEW_S);
}

pub(super) fn blake2b() -> Rc<Class> {
    BLAKE2B.with(Rc::clone)
}

pub(super) fn blake2s() -> Rc<Class> {
    BLAKE2S.with(Rc::clone)
}

fn class(kind: Kind, new: &'static Builtin) -> Rc<Class> {
    let doc = "Return a new BLAKE2 hash object.";
    let class = Class::native("_blake2", kind.name, &[], Some(new), METHODS, GETTERS, doc);
    let sizes = [
        ("MAX_DIGEST_SIZE", kind.most),
        ("MAX_KEY_SIZE", kind.most),
        ("SALT_SIZE", kind.salt),
        ("PERSON_SIZE", kind.salt),
    ];
    for (name, size) in sizes {
        class.dict.insert_str(name, Value::Int(size as i64));
    }
    class
}

macro_rules! constructor {
    ($name:literal, $digest:literal, $kind:expr) => {
        Builtin::new(
            $name,
            concat!(
                "(data=..., /, *, digest_size=",
                $digest,
                ", key=..., salt=..., person=..., fanout=1, depth=1, leaf_size=0, ",
                "node_offset=0, node_depth=0, inner_size=0, last_node=False, usedforsecurity=True)"
            ),
            "Return a new BLAKE2 hash object.",
            |vm, args| new(vm, args, $kind),
        )
    };
}

static NEW_B: Builtin = constructor!("blake2b", "64", B);
static NEW_S: Builtin = constructor!("blake2s", "32", S);

/// Checks that a number is in a range, with CPython's message.
fn within(vm: &mut Vm, args: &Args, slot: usize, least: i64, most: i64, text: &str) -> Result<i64> {
    let number = clipped_index(vm, args.get(slot))?;
    if (least..=most).contains(&number) { Ok(number) } else { Err(Raise::value_error(text)) }
}

fn piece(args: &Args, slot: usize, most: usize, name: &str) -> Result<Vec<u8>> {
    let Some(value) = args.given(slot) else { return Ok(Vec::new()) };
    let wrong = || Raise::type_error(format!("a bytes-like object is required, not '{}'", value.type_name()));
    let data = bytes_of(value)?.ok_or_else(wrong)?;
    match data.len() > most {
        true => Err(Raise::value_error(format!("maximum {name} length is {most} bytes"))),
        false => Ok(data),
    }
}

fn new(vm: &mut Vm, args: &Args, kind: Kind) -> Result<Value> {
    let data = args.given(0).map_or(Ok(Vec::new()), input)?;
    let most = kind.most as i64;
    let text = format!("digest_size must be between 1 and {most} bytes");
    let size = within(vm, args, 1, 1, most, &text)? as usize;
    let key = piece(args, 2, kind.most, "key")?;
    let (salt, person) = (piece(args, 3, kind.salt, "salt")?, piece(args, 4, kind.salt, "person")?);
    let fanout = within(vm, args, 5, 0, 255, "fanout must be between 0 and 255")? as u8;
    let depth = within(vm, args, 6, 1, 255, "depth must be between 1 and 255")? as u8;
    let leaf_size = large(vm, args, 7, 1 << 32, "leaf_size")? as u32;
    let node_offset = large(vm, args, 8, kind.offsets, "node_offset")?;
    let node_depth = within(vm, args, 9, 0, 255, "node_depth must be between 0 and 255")? as u8;
    let text = format!("inner_size must be between 0 and is {most}");
    let inner = within(vm, args, 10, 0, most, &text)? as usize;
    let last = vm.truth(args.get(11))?;
    macro_rules! state {
        ($crate_name:ident) => {{
            let mut params = $crate_name::Params::new();
            params.hash_length(size).key(&key).salt(&salt).personal(&person).fanout(fanout).max_depth(depth);
            params.max_leaf_length(leaf_size).node_offset(node_offset).node_depth(node_depth);
            params.inner_hash_length(inner).last_node(last);
            params.to_state()
        }};
    }
    let mut state = match kind.name {
        "blake2b" => State::B(state!(blake2b_simd)),
        _ => State::S(state!(blake2s_simd)),
    };
    state.update(&data);
    Ok(Value::native(Blake { kind, size, state: RefCell::new(state) }))
}

fn large(vm: &mut Vm, args: &Args, slot: usize, end: u128, name: &str) -> Result<u64> {
    let number = big_index(vm, args.get(slot))?;
    if number.sign() == num_bigint::Sign::Minus {
        return Err(Raise::value_error("value must be positive"));
    }
    u128::try_from(number).ok().filter(|number| *number < end).map(|number| number as u64).ok_or_else(|| overflow(name))
}

impl State {
    fn update(&mut self, data: &[u8]) {
        match self {
            State::B(state) => drop(state.update(data)),
            State::S(state) => drop(state.update(data)),
        }
    }
    fn digest(&self) -> Vec<u8> {
        match self {
            State::B(state) => state.finalize().as_bytes().to_vec(),
            State::S(state) => state.finalize().as_bytes().to_vec(),
        }
    }
}

impl Native for Blake {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        if self.kind.name == B.name { blake2b() } else { blake2s() }
    }
    fn repr(&self, _vm: &mut Vm) -> Result<String> {
        Ok(format!("<_blake2.{} object at {:#x}>", self.kind.name, std::ptr::from_ref(self) as usize))
    }
}

fn on<T>(args: &Args, act: impl FnOnce(&Blake) -> Result<T>) -> Result<T> {
    let value = receiver(args, |value| value.downcast::<Blake>().is_some().then_some(value))?;
    match value.downcast::<Blake>() {
        Some(hash) => act(hash),
        None => Err(args.wrong(0, "hash")),
    }
}

static METHODS: &[Builtin] = &[
    Builtin::new(
        "blake2.update",
        "(self, data, /)",
        "Update this hash object's state with the provided bytes.",
        |_, args| {
            let data = input(args.get(1))?;
            on(args, |hash| {
                hash.state.borrow_mut().update(&data);
                Ok(Value::None)
            })
        },
    ),
    Builtin::new("blake2.digest", "(self, /)", "Return the digest value as a bytes object.", |_, args| {
        on(args, |hash| Ok(Value::bytes(hash.state.borrow().digest())))
    }),
    Builtin::new("blake2.hexdigest", "(self, /)", "Return the digest value as hexadecimal digits.", |_, args| {
        on(args, |hash| Ok(hexadecimal(&hash.state.borrow().digest())))
    }),
    Builtin::new("blake2.copy", "(self, /)", "Return a copy of the hash object.", |_, args| {
        on(args, |hash| {
            let state = RefCell::new(hash.state.borrow().clone());
            Ok(Value::native(Blake { kind: hash.kind, size: hash.size, state }))
        })
    }),
];

fn read(value: &Value, pick: fn(&Blake) -> Value) -> Result<Value> {
    Ok(value.downcast::<Blake>().map_or(Value::None, pick))
}

static GETTERS: &[Getter] = &[
    Getter { name: "name", doc: "algorithm name.", get: |_, x| read(x, |hash| Value::str(hash.kind.name)), set: None },
    Getter {
        name: "digest_size",
        doc: "digest size in bytes",
        get: |_, x| read(x, |hash| Value::Int(hash.size as i64)),
        set: None,
    },
    Getter {
        name: "block_size",
        doc: "block size in bytes",
        get: |_, x| read(x, |hash| Value::Int(2 * hash.kind.most as i64)),
        set: None,
    },
];

/// Returns the exception for a value that is too large.
fn overflow(name: &str) -> Raise {
    Raise::new(Exc::OverflowError, format!("{name} is too large"))
}
