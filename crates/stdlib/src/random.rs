//! `random`: the Mersenne Twister (MT19937) of Matsumoto and Nishimura, seeded and read as in CPython. The
//! distributions are in `random.py`.

use num_bigint::{BigInt, Sign};
use sha2::{Digest, Sha512};
use std::any::Any;
use std::cell::RefCell;
use std::rc::Rc;
use std::time::SystemTime;
use tensorcell_language::builtins::{bytes, clipped_index, guard_size, number};
use tensorcell_language::native::Native;
use tensorcell_language::{Args, Builtin, Class, ModuleDef, Raise, Result, Value};

pub static RANDOM: ModuleDef = ModuleDef {
    name: "_tensorcell.random",
    doc: "The native part of random.",
    functions: &[],
    init: Some(|_, module| {
        module.dict.insert_str("_Twister", Value::Class(CLASS.with(Rc::clone)));
        Ok(())
    }),
};

const N: usize = 624;
const M: usize = 397;

struct Twister {
    state: [u32; N],
    index: usize,
}

impl Twister {
    fn from_number(seed: u32) -> Twister {
        let mut state = [seed; N];
        for i in 1..N {
            let last = state[i - 1];
            state[i] = 1_812_433_253u32.wrapping_mul(last ^ (last >> 30)).wrapping_add(i as u32);
        }
        Twister { state, index: N }
    }

    fn from_key(key: &[u32]) -> Twister {
        let mut twister = Twister::from_number(19_650_218);
        let state = &mut twister.state;
        let (mut i, mut j) = (1, 0);
        for _ in 0..N.max(key.len()) {
            let last = state[i - 1];
            state[i] =
                (state[i] ^ (last ^ (last >> 30)).wrapping_mul(1_664_525)).wrapping_add(key[j]).wrapping_add(j as u32);
            i += 1;
            j = (j + 1) % key.len();
            if i >= N {
                state[0] = state[N - 1];
                i = 1;
            }
        }
        for _ in 0..N - 1 {
            let last = state[i - 1];
            state[i] = (state[i] ^ (last ^ (last >> 30)).wrapping_mul(1_566_083_941)).wrapping_sub(i as u32);
            i += 1;
            if i >= N {
                state[0] = state[N - 1];
                i = 1;
            }
        }
        state[0] = 0x8000_0000;
        twister
    }

    /// Seeds from the absolute value of an integer, as 32-bit words, lowest first.
    fn from_integer(seed: &BigInt) -> Twister {
        let words = seed.magnitude().to_u32_digits();
        Twister::from_key(if words.is_empty() { &[0] } else { &words })
    }

    fn next(&mut self) -> u32 {
        if self.index >= N {
            for k in 0..N {
                let y = (self.state[k] & 0x8000_0000) | (self.state[(k + 1) % N] & 0x7fff_ffff);
                let twist = if y & 1 == 0 { 0 } else { 0x9908_b0df };
                self.state[k] = self.state[(k + M) % N] ^ (y >> 1) ^ twist;
            }
            self.index = 0;
        }
        let mut y = self.state[self.index];
        self.index += 1;
        y ^= y >> 11;
        y ^= (y << 7) & 0x9d2c_5680;
        y ^= (y << 15) & 0xefc6_0000;
        y ^ (y >> 18)
    }

    /// Returns up to 64 random bits.
    fn bits(&mut self, count: u32) -> u64 {
        match count {
            0 => 0,
            1..=32 => u64::from(self.next() >> (32 - count)),
            _ => {
                let low = u64::from(self.next());
                u64::from(self.next() >> (64 - count)) << 32 | low
            }
        }
    }

    /// Returns random bits as 32-bit words, lowest first.
    fn big(&mut self, count: u64) -> BigInt {
        let words = count.div_ceil(32);
        let digits = (0..words).map(|i| {
            let word = self.next();
            if i + 1 == words { word >> (words * 32 - count) } else { word }
        });
        BigInt::new(Sign::Plus, digits.collect())
    }

    /// Returns a float in [0, 1) with 53 bits.
    fn float(&mut self) -> f64 {
        let (a, b) = (self.next() >> 5, self.next() >> 6);
        (a as f64 * 67_108_864.0 + b as f64) / 9_007_199_254_740_992.0
    }
}

/// The base class of `random.Random`.
struct Generator(RefCell<Twister>);

thread_local! {
    static CLASS: Rc<Class> =
        Class::native("random", "_Twister", &[], Some(&NEW), METHODS, &[], "A Mersenne Twister.");
}

impl Native for Generator {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        CLASS.with(Rc::clone)
    }
    fn repr(&self, _vm: &mut tensorcell_language::Vm) -> Result<String> {
        Ok("<random._Twister object>".into())
    }
}

static NEW: Builtin = Builtin::new("_Twister", "(seed=None, /)", "A generator, not seeded yet.", |_, _| {
    Ok(Value::native(Generator(RefCell::new(Twister::from_number(5489)))))
});

fn on<T>(args: &Args, act: impl FnOnce(&mut Twister) -> T) -> Result<T> {
    match args.get(0).downcast::<Generator>() {
        Some(generator) => Ok(act(&mut generator.0.borrow_mut())),
        None => Err(args.wrong(0, "Random")),
    }
}

static METHODS: &[Builtin] = &[
    Builtin::new("Random.random", "(self, /)", "random() -> x in the interval [0, 1).", |_, args| {
        on(args, Twister::float).map(Value::from)
    }),
    Builtin::new(
        "Random.getrandbits",
        "(self, k, /)",
        "getrandbits(k) -> x. Generates an int with k random bits.",
        |vm, args| {
            let bits = clipped_index(vm, args.get(1))?;
            let bits = u64::try_from(bits).map_err(|_| Raise::value_error("number of bits must be non-negative"))?;
            guard_size(bits as u128, 1)?;
            on(args, |twister| {
                if bits < 64 {
                    return Value::Int(twister.bits(bits as u32) as i64);
                }
                number::from_big(twister.big(bits))
            })
        },
    ),
    Builtin::new("_Twister._below", "(self, n, /)", "A random integer from 0 to n - 1.", |_, args| match args.get(1) {
        Value::Int(n @ 1..) => on(args, |twister| {
            let (limit, bits) = (*n as u64, 64 - n.leading_zeros());
            let value = std::iter::repeat_with(|| twister.bits(bits)).find(|value| *value < limit);
            Value::Int(value.unwrap_or_default() as i64)
        }),
        Value::BigInt(n) if n.sign() == Sign::Plus => on(args, |twister| {
            let value = std::iter::repeat_with(|| twister.big(n.bits())).find(|value| value < &**n);
            number::from_big(value.unwrap_or_default())
        }),
        _ => Err(args.wrong(1, "positive int")),
    }),
    Builtin::new("_Twister._seed", "(self, seed, /)", "Start anew.", |vm, args| {
        let seed = tensorcell_language::builtins::plain(args.get(1));
        let twister = match &seed {
            Value::None => {
                let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
                Twister::from_integer(&(BigInt::from(now.as_nanos()) * std::process::id().max(1)))
            }
            Value::Float(x) => Twister::from_integer(&BigInt::from(float_hash(x.get()))),
            Value::Str(_) | Value::Bytes(_) => {
                let mut data = match seed.as_str() {
                    Some(text) => text.as_bytes().to_vec(),
                    None => bytes::data(vm, &seed)?,
                };
                let digest = Sha512::digest(&data);
                data.extend_from_slice(&digest);
                Twister::from_integer(&BigInt::from_bytes_be(Sign::Plus, &data))
            }
            other => match number::to_big(other) {
                Some(integer) => Twister::from_integer(&integer),
                None => {
                    return Err(Raise::type_error(
                        "The only supported seed types are: None,\nint, float, str, bytes, and bytearray.",
                    ));
                }
            },
        };
        on(args, |own| *own = twister)?;
        Ok(Value::None)
    }),
    Builtin::new("_Twister._get_state", "(self, /)", "The 624 words and the position.", |_, args| {
        on(args, |twister| {
            let words = twister.state.iter().map(|word| Value::Int(*word as i64));
            Value::tuple(words.chain([Value::Int(twister.index as i64)]).collect())
        })
    }),
    Builtin::new("_Twister._set_state", "(self, state, /)", "Back to a state.", |vm, args| {
        let values = vm.collect(args.get(1))?;
        let wrong = || Raise::value_error("state vector is the wrong size");
        if values.len() != N + 1 {
            return Err(wrong());
        }
        let mut twister = Twister::from_number(0);
        for (i, value) in values.iter().enumerate() {
            let word = u32::try_from(clipped_index(vm, value)?).map_err(|_| Raise::value_error("invalid state"))?;
            if i < N { twister.state[i] = word } else { twister.index = (word as usize).min(N) }
        }
        on(args, |own| *own = twister)?;
        Ok(Value::None)
    }),
];

/// Returns CPython's hash of a float: the value modulo 2**61 - 1.
fn float_hash(x: f64) -> i64 {
    const BITS: i32 = 61;
    const MODULUS: u64 = (1 << BITS) - 1;
    if !x.is_finite() {
        return if x.is_nan() { 0 } else { 314_159 * x.signum() as i64 };
    }
    let (mantissa, exponent) = number::decompose(x);
    let shift = exponent.rem_euclid(BITS);
    let hash = ((mantissa.unsigned_abs() as u128) << shift) % MODULUS as u128;
    let hash = hash as i64 * mantissa.signum();
    if hash == -1 { -2 } else { hash }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_cpythons() {
        // random.seed(42): random(), getrandbits(32); random.seed(2**70 + 5): random()
        let mut twister = Twister::from_integer(&BigInt::from(42));
        assert_eq!(twister.float(), 0.6394267984578837);
        assert_eq!(twister.float(), 0.025010755222666936);
        let mut twister = Twister::from_integer(&BigInt::from(0));
        assert_eq!(twister.float(), 0.8444218515250481);
        assert_eq!(float_hash(0.5), 1152921504606846976);
        assert_eq!(float_hash(-3.0), -3);
    }
}
